//! Move generation.
//!
//! The generator passes moves as sets of destination squares to a [`MoveSink`]: a list, a counter
//! or a move picker. Legal moves are generated directly, with the masks of
//! [`king_safety`](crate::king_safety). Only when a side has reached the check limit is each move
//! tested individually.

mod checks;
mod generator;

pub use checks::CheckInfo;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::king_safety::KingSafetyMasks;
use crate::mv::{Move, Origin};
use crate::piece::PieceKind;
use crate::square::Square;
use arrayvec::ArrayVec;

/// Which moves to generate. In check, the legal ones are evasions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenKind {
    /// All moves.
    All,
    /// Captures, including promotions that capture.
    Captures,
    /// Board moves that do not capture, including promotions.
    Quiets,
    /// Drops.
    Drops,
}

impl Board {
    /// Generates legal moves into a sink.
    #[inline]
    pub(crate) fn generate<S: MoveSink>(
        &self,
        gen_kind: GenKind,
        masks: &KingSafetyMasks,
        sink: &mut S,
    ) {
        if self.can_give_check() {
            self.generate_with_checks(gen_kind, masks, sink);
        } else {
            self.generate_without_checks(gen_kind, masks, sink);
        }
    }

    /// Generates legal moves for a side that has reached the check limit, testing each move.
    #[cold]
    fn generate_without_checks<S: MoveSink>(
        &self,
        gen_kind: GenKind,
        masks: &KingSafetyMasks,
        sink: &mut S,
    ) {
        let mut list = MoveList::new();
        self.generate_with_checks(gen_kind, masks, &mut list);
        let info = self.check_info();
        for mv in list.into_iter().filter(|&mv| !self.gives_check(mv, &info)) {
            let to = Bitboard::from_square(mv.to());
            match mv.origin() {
                Origin::Hand(kind) => sink.push_drops(kind, to),
                Origin::Board(from) if mv.is_promotion() => {
                    sink.push_moves(from, Bitboard::EMPTY, to)
                }
                Origin::Board(from) => sink.push_moves(from, to, Bitboard::EMPTY),
            }
        }
    }

    /// Returns whether the side to move has a legal move.
    pub(crate) fn has_legal_move(&self, masks: &KingSafetyMasks) -> bool {
        let mut count = MoveCounter::<true>(0);
        self.generate(GenKind::All, masks, &mut count);
        count.0 > 0
    }

    /// Returns the number of legal moves.
    #[inline]
    pub(crate) fn count_legal_moves(&self, masks: &KingSafetyMasks) -> u64 {
        let mut count = MoveCounter::<false>(0);
        self.generate(GenKind::All, masks, &mut count);
        count.0
    }
}

/// The capacity of a move list. [`Rules::build`](crate::Rules::build) rejects games that might
/// exceed it.
pub const MAX_MOVES: usize = 3072;

/// A list of moves.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// Receives generated moves as sets of destinations, so that work common to a set is done once
/// per set instead of once per move.
pub trait MoveSink {
    /// Whether the sink receives the moves of pawns with a single step only as a number.
    const COUNTS_PAWNS: bool = false;

    /// Receives the moves of the piece on `from`: without promotion to the squares of `unpromoted`,
    /// with promotion to those of `promoting`.
    fn push_moves(&mut self, from: Square, unpromoted: Bitboard, promoting: Bitboard);
    /// Receives the drops of a kind on the squares of `to`.
    fn push_drops(&mut self, kind: PieceKind, to: Bitboard);
    /// Receives that number, if [`COUNTS_PAWNS`](Self::COUNTS_PAWNS) is set.
    #[inline]
    fn count_pawn_moves(&mut self, _count: u32) {}
    /// Returns whether the generator may stop early because the sink needs no more moves.
    #[inline]
    fn is_done(&self) -> bool {
        false
    }
}

impl MoveSink for MoveList {
    #[inline]
    fn push_moves(&mut self, from: Square, unpromoted: Bitboard, promoting: Bitboard) {
        self.extend(promoting.into_iter().map(|to| Move::promotion(from, to)));
        self.extend(unpromoted.into_iter().map(|to| Move::normal(from, to)));
    }

    #[inline]
    fn push_drops(&mut self, kind: PieceKind, to: Bitboard) {
        self.extend(to.into_iter().map(|to| Move::drop(kind, to)));
    }
}

/// Counts moves, all of them or until there is one.
struct MoveCounter<const IS_ONE_ENOUGH: bool>(u64);

impl<const IS_ONE_ENOUGH: bool> MoveSink for MoveCounter<IS_ONE_ENOUGH> {
    const COUNTS_PAWNS: bool = true;

    #[inline]
    fn push_moves(&mut self, _: Square, unpromoted: Bitboard, promoting: Bitboard) {
        self.0 += u64::from(unpromoted.count() + promoting.count());
    }

    #[inline]
    fn push_drops(&mut self, _: PieceKind, to: Bitboard) {
        self.0 += u64::from(to.count());
    }

    #[inline]
    fn count_pawn_moves(&mut self, count: u32) {
        self.0 += u64::from(count);
    }

    #[inline]
    fn is_done(&self) -> bool {
        IS_ONE_ENOUGH && self.0 > 0
    }
}
