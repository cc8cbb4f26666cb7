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
const MOST: usize = 4 * (LENGTH - 1);

/// Where a side's pieces, but for the king, may go so that a king stays out of line attacks.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    checkers: Bitboard,
    allowed: Bitboard,
    /// The pieces to which `allowed` does not apply, and the squares allowed to each, by rising
    /// index.
    special: Bitboard,
    allowances: ArrayVec<Bitboard, MOST>,
}

/// What one attacker asks of the moves that leave the king out of its fire.
struct Demand {
    attacker: Square,
    between: Bitboard,
    /// Where a piece from outside may go.
    others: Bitboard,
    /// Where a piece from between may go.
    inside: Bitboard,
}

impl Demand {
    /// What an attacker demands, if anything. Capturing it always helps.
    #[inline]
    fn new(
        attacker: Square,
        hits: HopClass,
        between: Bitboard,
        occupied: Bitboard,
    ) -> Option<Self> {
        let count = (between & occupied).count();
        // Most attackers have too many pieces before them for one move to matter.
        if !(count.saturating_sub(1)..=count + 1).any(|count| hits.allows(count)) {
            return None;
        }
        let gaps = between.without(occupied);
        let allow = |hit: bool, squares: Bitboard| if hit { Bitboard::EMPTY } else { squares };
        let all = |set: Bitboard| set | Bitboard::from_square(attacker);
        // Into a gap one more comes between; to any other square the number stays.
        let others = all(allow(hits.allows(count), !gaps) | allow(hits.allows(count + 1), gaps));
        if count == 0 {
            let demand = Self { attacker, between, others, inside: others };
            return (others != Bitboard::ALL).then_some(demand);
        }
        // From between into a gap the number stays; to any other square there is one fewer.
        let inside = all(allow(hits.allows(count), gaps) | allow(hits.allows(count - 1), !gaps));
        let demands = others != Bitboard::ALL || inside != Bitboard::ALL;
        demands.then_some(Self { attacker, between, others, inside })
    }

    #[inline]
    fn allows(&self, from: Square) -> Bitboard {
        if from == self.attacker {
            // An attacker of the mover's own does not fire once it has left.
            Bitboard::ALL
        } else if self.between.contains(from) {
            self.inside
        } else {
            self.others
        }
    }
}

impl Guard {
    pub(crate) const fn open() -> Self {
        Self {
            checkers: Bitboard::EMPTY,
            allowed: Bitboard::ALL,
            special: Bitboard::EMPTY,
            allowances: ArrayVec::new_const(),
        }
    }

    /// The guard of the side to move over its own king.
    pub(crate) fn of(board: &Board) -> Self {
        let mut guard = Self::open();
        let leapers =
            board.king(board.side()).map(|king| board.leap_attackers(!board.side(), king));
        guard.renew(board, leapers.unwrap_or_default());
        guard
    }

    /// Which moves of the side to move leave the other king as it is: all others uncover an
    /// attack on it.
    pub(crate) fn against(board: &Board) -> Self {
        let mut guard = Self::open();
        if let Some(king) = board.king(!board.side()) {
            guard.survey(board, king, board.side());
        }
        guard
    }

    /// Makes this the guard of the side to move over its own king, whom these pieces check by
    /// leaps and steps.
    #[inline]
    pub(crate) fn renew(&mut self, board: &Board, leapers: Bitboard) {
        self.checkers = leapers;
        // One such check ends by capture alone, two by no capture.
        self.allowed = match (leapers.is_empty(), leapers.more_than_one()) {
            (true, _) => Bitboard::ALL,
            (_, false) => leapers,
            _ => Bitboard::EMPTY,
        };
        self.special = Bitboard::EMPTY;
        self.allowances.clear();
        if let Some(king) = board.king(board.side()) {
            self.survey(board, king, !board.side());
        }
    }

    /// Takes in the demands of every attacker on a line with the king.
    #[inline]
    fn survey(&mut self, board: &Board, king: Square, attackers: Color) {
        let occupied = board.occupied();
        let movers = board.side();
        let mut demands: ArrayVec<Demand, MOST> = ArrayVec::new();
        board.for_each_line_attacker(attackers, king, |attacker, hits, between| {
            if hits.allows((between & occupied).count()) {
                self.checkers |= Bitboard::from_square(attacker);
            }
            if let Some(demand) = Demand::new(attacker, hits, between, occupied) {
                if demand.inside != demand.others {
                    self.special |= between & board.pieces(movers);
                }
                if attackers == movers {
                    self.special |= Bitboard::from_square(attacker);
                }
                demands.push(demand);
            }
        });
        let base = self.allowed;
        for from in self.special {
            let allow = |set: Bitboard, demand: &Demand| set & demand.allows(from);
            self.allowances.push(demands.iter().fold(base, allow));
        }
        self.allowed = demands.iter().fold(base, |set, demand| set & demand.others);
    }

    /// The opponent's pieces that give check.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Where a drop, or a piece that is not [special](Self::special), may go.
    #[inline]
    pub(crate) fn allowed(&self) -> Bitboard {
        self.allowed
    }

    /// The pieces that have to be asked for singly.
    #[inline]
    pub(crate) fn special(&self) -> Bitboard {
        self.special
    }

    /// Where the piece on a square may go.
    #[inline]
    pub(crate) fn allowed_from(&self, from: Square) -> Bitboard {
        if !self.special.contains(from) {
            return self.allowed;
        }
        let before = Bitboard(self.special.0 & (Bitboard::from_square(from).0 - 1));
        self.allowances[before.count() as usize]
    }
}
