//! The moves of a node: checks for the attacker, every reply for the defender.

use super::dfpn::Search;
use super::numbers::{ANYWHERE, Known, Numbers};
use super::table::Place;
use rules::{GenKind, Move, MoveList};

/// A move, and what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub mv: Move,
    /// Moves of one group, which stand side by side, are much alike: if one fails to reach its
    /// aim, so will the others.
    pub group: u32,
    pub place: Place,
    pub known: Known,
}

impl Search<'_> {
    /// Puts the moves of the present position on the stack.
    #[inline(never)]
    pub fn expand(&mut self) {
        let attacks = self.attacks();
        let start = self.children.len();
        let mut list = MoveList::new();
        self.position.generate(GenKind::All, &mut list);
        if attacks {
            let info = self.position.check_info();
            list.retain(|mv| self.position.gives_check(*mv, &info));
        }
        if self.path.len() == 1 && !self.first.is_empty() {
            list.retain(|mv| self.first.contains(mv));
        }
        for mv in list {
            let group = self.group(mv);
            self.position.do_move(mv);
            let place = self.place(self.path.len());
            let known = self.look(&place);
            self.position.undo_move();
            self.children.push(Child { mv, group, place, known });
            let mates = attacks && known.numbers.is_proven() && known.plies == 0;
            let parries = !attacks && known.numbers.is_disproven() && known.since == ANYWHERE;
            if mates || parries {
                // It does not get better.
                break;
            }
        }
        self.children[start..].sort_by_key(|child| child.group);
    }

    /// Which moves belong together, those first that promise most.
    fn group(&self, mv: Move) -> u32 {
        let to = mv.to().index() as u32;
        match mv.from() {
            None if self.attacks() => 1 << 16 | u32::from(mv.bits()),
            None => 1 << 16 | to,
            Some(from) => (from.index() as u32) << 7 | to,
        }
    }

    /// What is known of the present position, reached from the end of the path.
    fn look(&mut self, place: &Place) -> Known {
        if self.wears && self.position.repetition_outcome(4).is_some() {
            return Known::disproven(ANYWHERE, place.hand);
        }
        if let Some(since) = self.repeated(place) {
            return Known::disproven(since, place.hand);
        }
        if let Some((known, loops)) = self.table.probe(place) {
            let trail = self.trail();
            let here = || self.table.probe_loop(place, trail);
            let looping = loops && !known.numbers.is_settled();
            return looping.then(here).flatten().unwrap_or(known);
        }
        if self.attacks() {
            return Known::open(Numbers { proof: 1, disproof: 1 });
        }
        match self.position.count_legal_moves() {
            0 => Known::mate(0, self.needed()),
            _ if self.left(self.path.len()) == Some(0) => Known::disproven(ANYWHERE, place.hand),
            replies => Known::open(Numbers { proof: replies.min(64) as u32, disproof: 1 }),
        }
    }
}
