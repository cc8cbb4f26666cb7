//! Results of solved nodes, with their proof and disproof hands.

use crate::child::Child;
use crate::dfpn::DfpnSearch;
use crate::proof_hand::HandCounts;
use crate::proof_number::{NO_REPETITION, NodeResult, UNLIMITED};
use rules::{Move, Origin, PieceKind};

impl DfpnSearch<'_> {
    /// Proves an OR node by its quickest proven child.
    pub(crate) fn or_node_proof(&self, children: &[Child]) -> NodeResult {
        let proven = children.iter().filter(|child| child.result.numbers.is_proven());
        let best = proven.min_by_key(|child| child.plies_with_move()).expect("a proven child");
        NodeResult::proven(best.plies_with_move(), self.hand_before_child(best))
    }

    /// Proves an AND node whose children are all proven, or that has none.
    pub(crate) fn and_node_proof(&self, children: &[Child]) -> NodeResult {
        let plies = children.iter().map(Child::plies_with_move).max();
        let add_child = |hand: HandCounts, child: &Child| hand.union(child.result.hand);
        let hand = children.iter().fold(self.hand_denying_drops(), add_child);
        NodeResult::proven(plies.unwrap_or(0), hand)
    }

    /// Disproves an OR node whose children are all disproven, or that has none.
    pub(crate) fn or_node_disproof(&self, children: &[Child]) -> NodeResult {
        let starts = children.iter().map(|child| child.result.repetition_start);
        let repetition_start = starts.min().unwrap_or(NO_REPETITION);
        let mut plies = children.iter().map(Child::plies_with_move).min().unwrap_or(UNLIMITED);
        if self.has_only_free_captures() {
            plies = plies.min(self.path.current().plies);
        }
        let hand = children.iter().fold(self.hands_without_other_checks(), |hand, child| {
            hand.intersection(self.hand_before_child(child))
        });
        NodeResult::disproven_since(repetition_start, plies, hand)
    }

    /// Disproves the current position, an OR node without a check.
    pub(crate) fn no_check_result(&self) -> NodeResult {
        NodeResult::disproven(UNLIMITED, self.hands_without_other_checks())
    }

    /// Disproves an AND node by the disproven child whose disproof holds on the most paths: one without
    /// repetitions if possible, else the one whose repetition starts deepest.
    pub(crate) fn and_node_disproof(&self, children: &[Child]) -> NodeResult {
        let disproven = children.iter().filter(|child| child.result.numbers.is_disproven());
        let best = disproven.max_by_key(|child| child.result.repetition_start);
        let best = best.expect("a disproven child");
        let hand = match best.mv.origin() {
            Origin::Board(_) => best.result.hand,
            // The disproof needs a piece in the defender's hand to drop.
            Origin::Hand(kind) => {
                let [ours, theirs] = [self.attacker, !self.attacker].map(|side| self.hand(side));
                best.result.hand.intersection(ours.bound_leaving_one(theirs, kind))
            }
        };
        NodeResult::disproven_since(best.result.repetition_start, best.plies_with_move(), hand)
    }

    /// Converts a proof or disproof hand after the attacker's move `mv` to one before it.
    pub(crate) fn hand_before(&self, mv: Move, hand: HandCounts) -> HandCounts {
        match (mv.origin(), self.position.piece_on(mv.to())) {
            (Origin::Hand(kind), _) => hand.with_piece(kind),
            (Origin::Board(_), Some(captured)) => hand.without_piece(captured.kind()),
            (Origin::Board(_), None) => hand,
        }
    }

    /// Returns the pieces that the attacker must hold for a proof at this AND node, so that the
    /// defender cannot parry the check by dropping them.
    pub(crate) fn hand_denying_drops(&self) -> HandCounts {
        if self.position.drop_can_block() {
            self.hand(self.attacker).kinds_missing_from(self.hand(!self.attacker))
        } else {
            HandCounts::EMPTY
        }
    }

    /// Returns the upper bound on the attacker's hands with which it has no other checks at this OR
    /// node than with its present hand.
    fn hands_without_other_checks(&self) -> HandCounts {
        let hand = self.hand(self.attacker);
        let mut bound = hand.any_number_of_same_kinds();
        if !self.table.use_dominance {
            return bound;
        }
        let (position, info) = (&self.position, self.position.check_info());
        let empty = position.empty_squares();
        for index in 0..position.rules().piece_infos().len() {
            let kind = PieceKind::base(index);
            let checks = || info.possible_squares(None, kind) & empty;
            if hand.count(kind) == 0 && checks().is_empty() {
                bound = bound.with_any_number(kind);
            }
        }
        bound
    }
}
