//! Expansion of nodes: their children, and what is known about each before it is searched.

use crate::child::Child;
use crate::dfpn::{DfpnSearch, Fourfold};
use crate::look_ahead::{LookAhead, look_ahead};
use crate::proof_hand::HandCounts;
use crate::proof_number::{NO_REPETITION, NodeResult, Plies, plies_after_move, plies_before_move};
use crate::proof_table::{NO_ENTRY, NodeKey, Record};
use rules::{GenKind, Move, MoveList, Origin, SQUARE_COUNT, Square};

impl DfpnSearch<'_> {
    /// Pushes the children of the current node: the attacker's checks or all of the defender's
    /// moves. `sum_mask` is that of [`Child::sum_mask`].
    ///
    /// Not inlined, to keep the move list out of the stack frames of the search.
    #[inline(never)]
    pub(crate) fn expand(&mut self, sum_mask: u64, is_first_visit: bool) {
        let is_or_node = self.is_or_node();
        let plies = self.path.current().plies;
        if !is_or_node && plies < 2 && !self.may_be_futile() {
            if self.position.has_legal_move() {
                let hand = self.path.current().key.hand;
                self.path.current_mut().leaf_result = Some(NodeResult::disproven(plies, hand));
            }
            return;
        }
        // 1. Generate the moves.
        let mut moves = MoveList::new();
        if is_or_node {
            let info = self.position.check_info();
            self.position.generate_checks(&info, &mut moves);
        } else {
            self.position.generate(GenKind::All, &mut moves);
        }
        if self.path.len() == 1 && !self.root_moves.is_empty() {
            moves.retain(|mv| self.root_moves.contains(mv));
        }
        let first_child = self.children.len();
        if !self.has_only_free_captures() {
            self.push_children(&moves);
        }
        self.push_free_captures(&moves);
        // 2. Look up the children.
        if self.look_up_children(first_child, plies) {
            return;
        }
        let children = &mut self.children[first_child..];
        children.sort_by_key(|child| child.order);
        for (index, child) in children.iter_mut().enumerate() {
            child.is_in_sum = index < 64 && sum_mask >> index & 1 != 0;
            child.update_sum_membership(is_or_node);
        }
        // 3. Delay similar moves.
        self.delay_similar_moves(first_child);
        // 4. Look ahead.
        if !is_or_node && plies >= 2 && (is_first_visit || plies == 2) {
            self.look_ahead_at_children(first_child, plies - 1);
        }
    }

    /// Pushes the children after these moves, and starts to load their table entries.
    fn push_children(&mut self, moves: &MoveList) {
        // Without a king to check there are no moves.
        let Some(king) = self.position.king(!self.attacker) else { return };
        let board_key = self.position.key_without_hands();
        let is_or_node = self.is_or_node();
        for &mv in moves {
            let mut key = if self.must_make_moves {
                self.position.do_move(mv);
                let key = self.node_key();
                self.position.undo_move();
                key
            } else {
                let board_key = board_key ^ self.position.key_change_without_hands(mv);
                NodeKey { board_key, hand: self.attackers_hand_after(mv) }
            };
            let plies = self.plies_of_move(mv);
            if plies == 0 {
                key = Self::interposition_key(key, mv);
            }
            self.table.prefetch(&key);
            let order = self.estimator.order(&self.position, mv, is_or_node, king);
            self.children.push(Child { plies, ..Child::new(mv, key, order) });
        }
    }

    /// Sets what is known about the children for a mate within `plies` from the current node. Returns
    /// whether that solves the current node, in which case some children may not be looked up.
    fn look_up_children(&mut self, first_child: usize, plies: Plies) -> bool {
        let is_or_node = self.is_or_node();
        let mut is_solved = false;
        for index in first_child..self.children.len() {
            self.look_up_child(index, plies_after_move(plies, self.children[index].plies));
            let result = &self.children[index].result;
            if result.numbers.phi(is_or_node) == 0 {
                is_solved = true;
                if result.repetition_start == NO_REPETITION {
                    self.children.truncate(index + 1);
                    break;
                }
            }
        }
        is_solved
    }

    /// Sets what is known about a child for a mate within `plies`.
    fn look_up_child(&mut self, index: usize, plies: Plies) {
        let Child { mv, key, .. } = self.children[index];
        if let Some(start) = self.repetition_start(&key) {
            self.children[index].result = NodeResult::disproven_since(start, plies, key.hand);
            return;
        }
        // The position is new on this path, so whether the game ends does not depend on the path.
        if self.must_make_moves && self.is_game_over_after(mv) {
            self.children[index].result = NodeResult::disproven(plies, key.hand);
            return;
        }
        let mut lookup = self.table.look_up(&key, self.path.len() as u16, plies);
        if !lookup.result.numbers.is_solved() {
            if lookup.has_path_disproof {
                let path_key = self.path.path_key_after(&key);
                if let Some(result) = self.path_disproofs.look_up(path_key, plies, key.hand) {
                    self.children[index].result = result;
                    return;
                }
            }
            if lookup.is_new {
                let (estimator, position) = (&self.estimator, &self.position);
                let estimate = if self.is_or_node() {
                    estimator.after_check(position, mv, self.attacker)
                } else {
                    estimator.after_defence(position, mv, self.attacker)
                };
                lookup.result.numbers = lookup.result.numbers.max(estimate);
            }
            self.path.current_mut().has_old_child |= lookup.is_from_smaller_depth;
        }
        let child = &mut self.children[index];
        child.result = lookup.result;
        child.effort = lookup.effort;
        child.table_entry = lookup.entry;
        child.sum_mask = lookup.sum_mask;
        child.is_new = lookup.is_new;
    }

    fn attackers_hand_after(&self, mv: Move) -> HandCounts {
        let hand = self.path.current().key.hand;
        if !self.is_or_node() {
            return hand;
        }
        match (mv.origin(), self.position.piece_on(mv.to())) {
            (Origin::Hand(kind), _) => hand.without_piece(kind),
            (Origin::Board(_), Some(captured)) => hand.with_piece(captured.kind()),
            (Origin::Board(_), None) => hand,
        }
    }

    /// Returns whether a move ends the game without a mate: by a king on its goal, or by the last
    /// occurrence of a position from before the root.
    fn is_game_over_after(&mut self, mv: Move) -> bool {
        self.position.do_move(mv);
        let is_over = self.position.goal_winner().is_some()
            || self.fourfold != Fourfold::Impossible
                && self.position.is_last_repetition(&self.history);
        self.position.undo_move();
        is_over
    }

    /// Delays moves that probably succeed or fail together with a similar one: a move without
    /// promotion, where promoting loses nothing, after the one with; and the defender's drops on a
    /// square after the drop of the cheapest piece there. Drops on squares that the defender does not
    /// protect are all similar, unless they give check.
    fn delay_similar_moves(&mut self, first_child: usize) {
        let is_or_node = self.is_or_node();
        // The index of the last drop in each group, plus one. The last group is that of all squares without their own.
        let mut last_drop = [0u16; SQUARE_COUNT + 1];
        // Decided by the first drop on the square, that of the cheapest piece.
        let mut has_own_group = [None; SQUARE_COUNT];
        for index in 0..self.children.len() - first_child {
            let mv = self.children[first_child + index].mv;
            let previous = if mv.is_drop() {
                if is_or_node {
                    continue;
                }
                let square = mv.to().index();
                let is_separate = *has_own_group[square].get_or_insert_with(|| {
                    self.is_protected(mv.to()) || self.gives_counter_check(mv)
                });
                let group = if is_separate { square } else { SQUARE_COUNT };
                let previous = last_drop[group];
                last_drop[group] = index as u16 + 1;
                match previous {
                    0 => continue,
                    previous => usize::from(previous) - 1,
                }
            } else if self.children[first_child + index].plies > 0
                && self.estimator.forgoes_promotion(&self.position, mv)
            {
                let from = mv.from().expect("drops do not promote");
                let promotion = Move::promotion(from, mv.to());
                let siblings = &self.children[first_child..];
                match siblings.iter().position(|child| child.mv == promotion) {
                    Some(previous) if previous < index => previous,
                    _ => continue,
                }
            } else {
                continue;
            };
            let previous = &mut self.children[first_child + previous];
            previous.next_delayed = index as u16;
            let is_delayed = previous.is_delayed || !previous.result.numbers.is_solved();
            self.children[first_child + index].is_delayed = is_delayed;
        }
    }

    fn is_protected(&self, square: Square) -> bool {
        let occupied = self.position.occupied();
        self.position.attackers(!self.attacker, square, occupied).any()
    }

    /// Returns whether a drop gives check to the attacker's king.
    fn gives_counter_check(&self, drop: Move) -> bool {
        self.position.king(self.attacker).is_some()
            && self.position.gives_check(drop, &self.position.check_info())
    }

    /// Looks for mates in one and missing checks after each reply that has never been searched. If the
    /// attacker must mate within one ply, this solves all of them unless futile interpositions are ignored.
    fn look_ahead_at_children(&mut self, first_child: usize, plies: Plies) {
        let depth = self.path.len() as u16;
        for index in first_child..self.children.len() {
            let Child { mv, key, result, is_new, is_delayed, plies: taken, .. } =
                self.children[index];
            if is_delayed || !is_new && plies > 1 || result.numbers.is_solved() {
                continue;
            }
            self.position.do_move(mv);
            let result = self.look_ahead_result(plies);
            self.position.undo_move();
            let Some(mut result) = result else { continue };
            if taken == 0 {
                // Interposition nodes store plies one higher.
                result.plies = plies_before_move(result.plies, 1);
            }
            let child = &mut self.children[index];
            (child.result, child.is_new) = (result, false);
            let record = Record { result, depth, effort: 1, sum_mask: u64::MAX, parent: NO_ENTRY };
            self.table.reserve(1);
            self.table.store(&key, &record);
            if result.numbers.is_disproven() {
                return;
            }
            self.activate_delayed(index);
        }
    }

    /// Returns the result of the current position, an OR node, if one look shows it.
    fn look_ahead_result(&mut self, plies: Plies) -> Option<NodeResult> {
        match look_ahead(&mut self.position, plies <= 1) {
            LookAhead::NoCheck => Some(self.no_check_result()),
            LookAhead::Mate(mv) => {
                self.position.do_move(mv);
                let hand = self.hand_denying_drops();
                self.position.undo_move();
                Some(NodeResult::proven(1, self.hand_before(mv, hand)))
            }
            // The look-ahead does not see a mate by a check that only futile interpositions parry.
            LookAhead::Unknown if plies <= 1 && !self.ignore_futile_interpositions => {
                Some(NodeResult::disproven(plies, self.hand(self.attacker)))
            }
            LookAhead::Unknown => None,
        }
    }
}
