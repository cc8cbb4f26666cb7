//! What settled moves say of their position.
//!
//! Beside the verdict, it is worked out for which other hands of the attacker's it would be the
//! same. The defender holds what is left of the set.

use super::dfpn::Search;
use super::held::Held;
use super::moves::Child;
use super::numbers::{ANYWHERE, Known};
use rules::{Move, Origin};

impl Search<'_> {
    /// A proof by one move of the attacker's, the quickest.
    pub fn proof_by_move(&self, children: &[Child]) -> Known {
        let proven = children.iter().filter(|child| child.known.numbers.is_proven());
        let Some(best) = proven.min_by_key(|child| child.known.plies) else {
            return Known::disproven(ANYWHERE, Held::NONE);
        };
        let hand = self.before(best.mv, best.known.hand);
        Known::mate(best.known.plies.saturating_add(1), hand)
    }

    /// A proof of mate after all of the defender's moves.
    pub fn proof_of_replies(&self, children: &[Child]) -> Known {
        let plies = children.iter().map(|child| child.known.plies).max();
        let hand = children.iter().fold(self.needed(), |hand, child| hand.or(child.known.hand));
        Known::mate(plies.map_or(0, |plies| plies.saturating_add(1)), hand)
    }

    /// A disproof of all of the attacker's moves. Pieces of a kind that he has not might give
    /// other checks.
    pub fn disproof_of_moves(&self, children: &[Child]) -> Known {
        let since = children.iter().map(|child| child.known.since).min().unwrap_or(ANYWHERE);
        let all = self.held(self.attacker).of_same_kinds();
        let before = |child: &Child| self.before(child.mv, child.known.hand);
        let hand = children.iter().fold(all, |hand, child| hand.and(before(child)));
        Known::disproven(since, hand)
    }

    /// A disproof by one of the defender's moves, the one that holds on most paths.
    pub fn disproof_by_reply(&self, children: &[Child]) -> Known {
        let disproven = children.iter().filter(|child| child.known.numbers.is_disproven());
        let Some(best) = disproven.max_by_key(|child| child.known.since) else {
            return Known::disproven(ANYWHERE, Held::NONE);
        };
        let hand = match best.mv.origin() {
            Origin::Board(_) => best.known.hand,
            // The defender must still have what he drops.
            Origin::Hand(kind) => {
                let [ours, theirs] = [self.attacker, !self.attacker].map(|side| self.held(side));
                best.known.hand.and(ours.leaving_one(theirs, kind))
            }
        };
        Known::disproven(best.known.since, hand)
    }

    /// The hand before a move of the attacker's that leads to a hand.
    fn before(&self, mv: Move, hand: Held) -> Held {
        match (mv.origin(), self.position.piece_on(mv.to())) {
            (Origin::Hand(kind), _) => hand.and_one(kind),
            (Origin::Board(_), Some(taken)) => hand.but_one(taken.kind()),
            (Origin::Board(_), None) => hand,
        }
    }

    /// What the attacker must hold that the defender, in check, has no other drops than now.
    pub fn needed(&self) -> Held {
        if self.position.drop_can_block() {
            self.held(self.attacker).withheld_from(self.held(!self.attacker))
        } else {
            Held::NONE
        }
    }
}
