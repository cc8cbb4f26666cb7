//! Move generation: whole target sets at once, listed or just counted.

mod checks;
mod drops;
mod generator;
mod king;
mod sink;

pub use checks::CheckInfo;
pub use sink::{MAX_MOVES, MoveList, MoveSink};

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::guard::Guard;
use crate::mv::Origin;
use generator::Generator;
use sink::{Any, Count};

/// Which moves to generate. In check each stage gives the evasions of its sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenKind {
    /// Every move.
    All,
    /// Captures.
    Captures,
    /// Moves on the board that do not capture, promotions among them.
    Quiets,
    /// Drops.
    Drops,
}

/// How much of the law a generator heeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Law {
    /// Movements, promotion, dead squares and the two-pawn rule.
    Pseudo,
    /// The king's safety and pawn-drop mate as well; the limit of checks is seen to by the caller.
    Legal,
}

impl Board {
    /// Gives a sink every move of a stage.
    #[inline]
    pub(crate) fn generate<S: MoveSink>(
        &self,
        law: Law,
        stage: GenKind,
        guard: &Guard,
        sink: &mut S,
    ) {
        Generator { board: self, guard, law, us: self.side() }.run(stage, sink);
    }

    /// Whether the side to move has a legal move.
    pub(crate) fn has_legal_move(&self, guard: &Guard) -> bool {
        let mut any = Any::default();
        self.generate_into(GenKind::All, guard, &mut any);
        any.0
    }

    /// How many legal moves the side to move has.
    #[inline]
    pub(crate) fn count_legal_moves(&self, guard: &Guard) -> u64 {
        let mut count = Count::default();
        self.generate_into(GenKind::All, guard, &mut count);
        count.0
    }

    /// Gives a sink the legal moves of a stage.
    #[inline]
    pub(crate) fn generate_into<S: MoveSink>(&self, stage: GenKind, guard: &Guard, sink: &mut S) {
        if self.may_check() {
            self.generate(Law::Legal, stage, guard, sink);
        } else {
            self.generate_one_by_one(stage, guard, sink);
        }
    }

    /// The same where each move has to be asked whether it gives check.
    #[cold]
    fn generate_one_by_one<S: MoveSink>(&self, stage: GenKind, guard: &Guard, sink: &mut S) {
        let mut list = MoveList::new();
        self.list(Law::Legal, stage, guard, &mut list);
        for mv in list {
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

    /// Appends the moves of a stage to a list, the limit of checks heeded by law.
    #[inline]
    pub(crate) fn list(&self, law: Law, stage: GenKind, guard: &Guard, list: &mut MoveList) {
        let start = list.len();
        self.generate(law, stage, guard, list);
        if law == Law::Legal && !self.may_check() {
            let checks = self.check_info();
            let mut place = 0;
            list.retain(|mv| {
                place += 1;
                place <= start || !self.gives_check(*mv, &checks)
            });
        }
    }
}
