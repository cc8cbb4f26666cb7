//! Which moves leave a king safe, known for whole sets of moves at once.
//!
//! Cannons break the rule of chess that a pinned piece may not leave its line and a piece between
//! parries a check: what comes between may be the screen a cannon lacked, and what leaves may be
//! the screen it had. So every attacker on a line with the king is asked the same question: with
//! how many pieces between does it capture, and how many would stand there if one more came, one
//! left, or one moved along? Its answer is two sets: the squares to which any piece from elsewhere
//! may move, and those to which a piece from between may. The sets of all attackers, intersected,
//! are exact, however crowded the lines are, because a move changes each line's count on its own.

use crate::attacks::HopClass;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::lines::LENGTH;
use crate::piece::Color;
use crate::square::Square;
use arrayvec::ArrayVec;

/// The most squares that lie on a line with a king.
const MAX_LINE_SQUARES: usize = 4 * (LENGTH - 1);

/// Where a side's pieces, but for the king, may go so that a king stays out of line attacks.
#[derive(Clone, Debug)]
pub(crate) struct KingSafetyMasks {
    checkers: Bitboard,
    allowed: Bitboard,
    /// The pieces to which `allowed` does not apply, and the squares allowed to each, by rising
    /// index.
    constrained: Bitboard,
    constrained_allowed: ArrayVec<Bitboard, MAX_LINE_SQUARES>,
}

/// What one attacker asks of the moves that leave the king out of its fire.
struct LineConstraint {
    attacker: Square,
    between: Bitboard,
    /// Where a piece from outside may go.
    from_outside: Bitboard,
    /// Where a piece from between may go.
    from_between: Bitboard,
}

impl LineConstraint {
    /// What an attacker constraints, if anything. Capturing it always helps.
    #[inline]
    fn new(
        attacker: Square,
        hop_class: HopClass,
        between: Bitboard,
        occupied: Bitboard,
    ) -> Option<Self> {
        let count = (between & occupied).count();
        // Most attackers have too many pieces before them for one move to matter.
        if !(count.saturating_sub(1)..=count + 1).any(|count| hop_class.allows(count)) {
            return None;
        }
        let gaps = between.without(occupied);
        let allow = |hit: bool, squares: Bitboard| if hit { Bitboard::EMPTY } else { squares };
        let all = |set: Bitboard| set | Bitboard::from_square(attacker);
        // Into a gap one more comes between; to any other square the number stays.
        let from_outside =
            all(allow(hop_class.allows(count), !gaps) | allow(hop_class.allows(count + 1), gaps));
        if count == 0 {
            let constraint = Self { attacker, between, from_outside, from_between: from_outside };
            return (from_outside != Bitboard::ALL).then_some(constraint);
        }
        // From between into a gap the number stays; to any other square there is one fewer.
        let from_between =
            all(allow(hop_class.allows(count), gaps) | allow(hop_class.allows(count - 1), !gaps));
        let constraints = from_outside != Bitboard::ALL || from_between != Bitboard::ALL;
        constraints.then_some(Self { attacker, between, from_outside, from_between })
    }

    #[inline]
    fn allowed(&self, from: Square) -> Bitboard {
        if from == self.attacker {
            // An attacker of the move_group's own does not fire once it has left.
            Bitboard::ALL
        } else if self.between.contains(from) {
            self.from_between
        } else {
            self.from_outside
        }
    }
}

impl KingSafetyMasks {
    pub(crate) const fn unconstrained() -> Self {
        Self {
            checkers: Bitboard::EMPTY,
            allowed: Bitboard::ALL,
            constrained: Bitboard::EMPTY,
            constrained_allowed: ArrayVec::new_const(),
        }
    }

    /// The king_safety of the side to move over its own king.
    pub(crate) fn for_own_king(board: &Board) -> Self {
        let mut king_safety = Self::unconstrained();
        let leapers =
            board.king(board.side()).map(|king| board.leap_attackers(!board.side(), king));
        king_safety.update(board, leapers.unwrap_or_default());
        king_safety
    }

    /// Which moves of the side to move leave the other king as it is: all from_outside uncover an
    /// attack on it.
    pub(crate) fn for_enemy_king(board: &Board) -> Self {
        let mut king_safety = Self::unconstrained();
        if let Some(king) = board.king(!board.side()) {
            king_safety.add_line_attackers(board, king, board.side());
        }
        king_safety
    }

    /// Makes this the king_safety of the side to move over its own king, whom these pieces check by
    /// leaps and steps.
    #[inline]
    pub(crate) fn update(&mut self, board: &Board, leapers: Bitboard) {
        self.checkers = leapers;
        // One such check ends by capture alone, two by no capture.
        self.allowed = match (leapers.is_empty(), leapers.more_than_one()) {
            (true, _) => Bitboard::ALL,
            (_, false) => leapers,
            _ => Bitboard::EMPTY,
        };
        self.constrained = Bitboard::EMPTY;
        self.constrained_allowed.clear();
        if let Some(king) = board.king(board.side()) {
            self.add_line_attackers(board, king, !board.side());
        }
    }

    /// Takes in the constraints of every attacker on a line with the king.
    #[inline]
    fn add_line_attackers(&mut self, board: &Board, king: Square, attackers: Color) {
        let occupied = board.occupied();
        let move_groups = board.side();
        let mut constraints: ArrayVec<LineConstraint, MAX_LINE_SQUARES> = ArrayVec::new();
        board.for_each_line_attacker(attackers, king, |attacker, hop_class, between| {
            if hop_class.allows((between & occupied).count()) {
                self.checkers |= Bitboard::from_square(attacker);
            }
            if let Some(constraint) = LineConstraint::new(attacker, hop_class, between, occupied) {
                if constraint.from_between != constraint.from_outside {
                    self.constrained |= between & board.pieces(move_groups);
                }
                if attackers == move_groups {
                    self.constrained |= Bitboard::from_square(attacker);
                }
                constraints.push(constraint);
            }
        });
        let base = self.allowed;
        for from in self.constrained {
            let allow = |set: Bitboard, constraint: &LineConstraint| set & constraint.allowed(from);
            self.constrained_allowed.push(constraints.iter().fold(base, allow));
        }
        self.allowed =
            constraints.iter().fold(base, |set, constraint| set & constraint.from_outside);
    }

    /// The opponent's pieces that give check.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Where a drop, or a piece that is not [constrained](Self::constrained), may go.
    #[inline]
    pub(crate) fn allowed(&self) -> Bitboard {
        self.allowed
    }

    /// The pieces that have to be asked for singly.
    #[inline]
    pub(crate) fn constrained(&self) -> Bitboard {
        self.constrained
    }

    /// Where the piece on a square may go.
    #[inline]
    pub(crate) fn allowed_from(&self, from: Square) -> Bitboard {
        if !self.constrained.contains(from) {
            return self.allowed;
        }
        let before = Bitboard(self.constrained.0 & (Bitboard::from_square(from).0 - 1));
        self.constrained_allowed[before.count() as usize]
    }
}
