//! King safety: pins, check evasion and screens as masks of allowed squares.
//!
//! In chess a pinned piece must stay on the pin line, and any piece between a sliding checker and
//! the king blocks the check. With cannons neither holds: a piece that moves onto the line may
//! become the screen that a cannon lacks, and a piece that leaves it may have been the screen or
//! one piece too many. Counting pieces covers all cases. For every opposing line attacker that
//! shares a line with the king, count the pieces between the two. A move changes this count in one
//! of these ways:
//!
//! | piece comes from | moves to an empty square between | moves elsewhere |
//! |---|---|---|
//! | outside the line segment (or hand) | one more | unchanged |
//! | between attacker and king | unchanged | one fewer |
//!
//! The attacker's [`HopClass`] says at which counts it attacks. This yields a [`LineConstraint`]:
//! the squares that pieces from outside may use and the squares that pieces from between may use.
//! The attacker's own square is in both, because capturing it ends its attack. A move that
//! satisfies the constraints of all attackers is safe, because a move affects each attacker's count
//! independently.
//!
//! A lame leap is like a slide: its attacker captures the king if there is no piece on the squares that
//! the leap passes.
//!
//! [`KingSafetyMasks`] combines the constraints: one mask for drops and for most pieces, and an
//! individual mask for each constrained piece, for example a pinned one. A check by a step or by a leap
//! that nothing blocks restricts the masks to capturing the checker. King moves are not covered; the move generator
//! tests them against attacked squares.
//!
//! The masks of the side to move are part of a [`Position`](crate::Position)'s state and are
//! updated with every move. The same masks, computed for the opposing king, show which moves
//! discover a check.

use crate::attacks::HopClass;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::lines::MAX_LINE_LENGTH;
use crate::piece::Color;
use crate::square::Square;
use arrayvec::ArrayVec;

/// The maximum number of squares on the lines through a king, excluding its own, and of squares at an
/// oblique leap (`N`, `C` and `Z`) from it. Line attackers stand on them, and the squares between too.
const MAX_KING_PATH_SQUARES: usize = 4 * (MAX_LINE_LENGTH - 1) + 3 * 8;

/// The checkers, and the squares to which the pieces of the side to move, except its king, may go
/// without exposing a king.
#[derive(Clone, Debug)]
pub(crate) struct KingSafetyMasks {
    checkers: Bitboard,
    /// The squares allowed to drops and to unconstrained pieces.
    allowed: Bitboard,
    /// The pieces to which `allowed` does not apply.
    constrained: Bitboard,
    /// The squares allowed to each constrained piece, in order of the pieces' square indices.
    constrained_allowed: ArrayVec<Bitboard, MAX_KING_PATH_SQUARES>,
}

/// The masks of a position and of positions before it. A copy has only those of the position itself,
/// because masks are large: the others are computed again when they are needed.
#[derive(Debug)]
pub(crate) struct MaskStack {
    /// Entries above `top` are kept to reuse their memory.
    masks: Vec<KingSafetyMasks>,
    top: usize,
}

impl MaskStack {
    pub(crate) fn new(board: &Board) -> Self {
        Self { masks: vec![KingSafetyMasks::for_own_king(board)], top: 0 }
    }

    #[inline]
    pub(crate) fn top(&self) -> &KingSafetyMasks {
        &self.masks[self.top]
    }

    /// Adds masks, which may hold old values.
    #[inline]
    pub(crate) fn push(&mut self) -> &mut KingSafetyMasks {
        self.top += 1;
        if self.top == self.masks.len() {
            self.masks.push(KingSafetyMasks::unconstrained());
        }
        &mut self.masks[self.top]
    }

    /// Removes the masks of the last position. `board` is the one before it.
    #[inline]
    pub(crate) fn pop(&mut self, board: &Board) {
        match self.top.checked_sub(1) {
            Some(top) => self.top = top,
            None => self.masks[0] = KingSafetyMasks::for_own_king(board),
        }
    }
}

impl Clone for MaskStack {
    fn clone(&self) -> Self {
        Self { masks: vec![self.top().clone()], top: 0 }
    }
}

/// The squares that pieces may move to without exposing a king to one line attacker.
struct LineConstraint {
    attacker: Square,
    /// The squares between the attacker and the king.
    between: Bitboard,
    /// The squares allowed to drops and to pieces that are not between.
    from_outside: Bitboard,
    /// The squares allowed to pieces that are between.
    from_between: Bitboard,
}

impl LineConstraint {
    /// Returns the constraint of an attacker, or `None` if no move exposes the king to it.
    #[inline]
    fn new(
        attacker: Square,
        hop_class: HopClass,
        between: Bitboard,
        occupied: Bitboard,
    ) -> Option<Self> {
        let count = (between & occupied).count();
        let attacks = hop_class.allows(count);
        let attacks_over_more = hop_class.allows(count + 1);
        let attacks_over_fewer = count > 0 && hop_class.allows(count.wrapping_sub(1));
        // Most attackers are behind so many pieces that no single move lets them attack.
        if !(attacks | attacks_over_more | attacks_over_fewer) {
            return None;
        }
        let gaps = between.without(occupied);
        let unless = |attacked: bool, squares: Bitboard| {
            if attacked { Bitboard::EMPTY } else { squares }
        };
        let with_attacker = |set: Bitboard| set | Bitboard::from_square(attacker);
        // From outside: a move into a gap adds one piece between, others leave the count unchanged.
        let from_outside = with_attacker(unless(attacks, !gaps) | unless(attacks_over_more, gaps));
        if count == 0 {
            let constraint = Self { attacker, between, from_outside, from_between: from_outside };
            return (from_outside != Bitboard::ALL).then_some(constraint);
        }
        // From between: a move into a gap leaves the count unchanged, others remove one piece.
        let from_between = with_attacker(unless(attacks, gaps) | unless(attacks_over_fewer, !gaps));
        let constrains = from_outside != Bitboard::ALL || from_between != Bitboard::ALL;
        constrains.then_some(Self { attacker, between, from_outside, from_between })
    }

    /// Returns the squares allowed to the piece on `from`.
    #[inline]
    fn allowed(&self, from: Square) -> Bitboard {
        if from == self.attacker {
            // For discovered checks: the attacker no longer attacks along this line once it moves.
            Bitboard::ALL
        } else if self.between.contains(from) {
            self.from_between
        } else {
            self.from_outside
        }
    }
}

impl KingSafetyMasks {
    /// Returns masks that allow every move.
    pub(crate) const fn unconstrained() -> Self {
        Self {
            checkers: Bitboard::EMPTY,
            allowed: Bitboard::ALL,
            constrained: Bitboard::EMPTY,
            constrained_allowed: ArrayVec::new_const(),
        }
    }

    /// Returns the masks of moves that keep the king of the side to move safe.
    pub(crate) fn for_own_king(board: &Board) -> Self {
        let leap_checkers = board.king(board.side()).map_or(Bitboard::EMPTY, |king| {
            let (them, relations) = (!board.side(), &board.rules().tables.relations);
            let leaps =
                |&from: &Square| relations.get(them, board.kind_on(from), from, king).leaps();
            board.attackers(them, king, board.occupied()).into_iter().filter(leaps).collect()
        });
        let mut masks = Self::unconstrained();
        masks.update(board, leap_checkers);
        masks
    }

    /// Allows every move.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.checkers = Bitboard::EMPTY;
        self.allowed = Bitboard::ALL;
        self.constrained = Bitboard::EMPTY;
        self.constrained_allowed.clear();
    }

    /// Recomputes the masks after a move to a square.
    #[inline]
    pub(crate) fn update_after_move(&mut self, board: &Board, to: Square) {
        self.update(board, board.leap_checker(to));
    }

    /// Recomputes the masks for the king of the side to move. `leap_checkers` are the pieces that
    /// check it by leaps and steps.
    #[inline]
    pub(crate) fn update(&mut self, board: &Board, leap_checkers: Bitboard) {
        self.clear();
        self.checkers = leap_checkers;
        // These cannot be blocked. A single leaping checker must be captured; against two, only a
        // king move helps.
        self.allowed = match (leap_checkers.is_empty(), leap_checkers.more_than_one()) {
            (true, _) => Bitboard::ALL,
            (_, false) => leap_checkers,
            _ => Bitboard::EMPTY,
        };
        if let Some(king) = board.king(board.side()) {
            self.add_line_attackers(board, king, !board.side());
        }
    }

    /// Adds the line checkers, and applies the constraints of all line attackers on the king.
    #[inline]
    pub(crate) fn add_line_attackers(&mut self, board: &Board, king: Square, attackers: Color) {
        let occupied = board.occupied();
        let us = board.side();
        let mut constraints: ArrayVec<LineConstraint, MAX_KING_PATH_SQUARES> = ArrayVec::new();
        let mut add = |attacker, hop_class, between| {
            if let Some(constraint) = LineConstraint::new(attacker, hop_class, between, occupied) {
                if constraint.from_between != constraint.from_outside {
                    self.constrained |= between & board.pieces(us);
                }
                if attackers == us {
                    self.constrained |= Bitboard::from_square(attacker);
                }
                constraints.push(constraint);
            }
        };
        let mut checkers = Bitboard::EMPTY;
        board.for_each_line_attacker(attackers, king, |attacker, hop_class, between| {
            if hop_class.allows((between & occupied).count()) {
                checkers |= Bitboard::from_square(attacker);
            }
            add(attacker, hop_class, between);
        });
        // A king that may not be faced is like a line attacker, but gives no check.
        if attackers != us
            && let Some((other, between)) = board.facing_king(attackers, king)
        {
            add(other, HopClass::NO_SCREEN, between);
        }
        self.checkers |= checkers;
        let base = self.allowed;
        for from in self.constrained {
            let intersect =
                |set: Bitboard, constraint: &LineConstraint| set & constraint.allowed(from);
            self.constrained_allowed.push(constraints.iter().fold(base, intersect));
        }
        self.allowed =
            constraints.iter().fold(base, |set, constraint| set & constraint.from_outside);
    }

    /// Returns the opponent's pieces that give check.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Returns the squares allowed to drops and to pieces that are not
    /// [constrained](Self::constrained).
    #[inline]
    pub(crate) fn allowed(&self) -> Bitboard {
        self.allowed
    }

    /// Returns the pieces that have individual masks.
    #[inline]
    pub(crate) fn constrained(&self) -> Bitboard {
        self.constrained
    }

    /// Returns the squares allowed to the piece on `from`.
    #[inline]
    pub(crate) fn allowed_from(&self, from: Square) -> Bitboard {
        if !self.constrained.contains(from) {
            return self.allowed;
        }
        let before = Bitboard(self.constrained.0 & (Bitboard::from_square(from).0 - 1));
        self.constrained_allowed[before.count() as usize]
    }
}

impl Board {
    /// Returns a square if the piece on it, which has just moved there, gives check by a leap or step. No other piece
    /// can give such a check, because leaps and steps cannot be discovered.
    #[inline]
    fn leap_checker(&self, to: Square) -> Bitboard {
        let attacks = self.rules().tables.leap_attacks(!self.side(), self.kind_on(to), to);
        match self.king(self.side()) {
            Some(king) if attacks.contains(king) => Bitboard::from_square(to),
            _ => Bitboard::EMPTY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::test_games;

    /// Otherwise a copy of a position after a long game would be megabytes.
    #[test]
    fn a_copy_has_only_the_last_masks() {
        let start = Position::start(test_games::rules("shogi"));
        let mut stack = MaskStack::new(start.board());
        (0..1_000).for_each(|_| stack.push().update(start.board(), Bitboard::EMPTY));
        assert_eq!(stack.clone().masks.len(), 1);
    }
}
