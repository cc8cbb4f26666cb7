//! Move ordering: returns the legal moves of a node one by one, those most likely to cause a cutoff
//! first. Moves are generated in stages, only when they are needed.

use crate::history::{History, piece_to};
use crate::see::see_ge;
use crate::tunables::{check_loss, check_order};
use eval::PieceValues;
use rules::{Bitboard, CheckInfo, GenKind, Move, MoveList, MoveSink, PieceKind, Position, Square};

/// The scored moves of all nodes of a thread, a stack of lists. Each number holds a score in its high
/// bits and a move in its low 16 bits, so that the best move is the largest number.
pub(crate) type MoveArena = Vec<i64>;

fn pack(score: i32, mv: Move) -> i64 {
    i64::from(score) << 16 | i64::from(mv.bits())
}

fn unpack(scored: i64) -> Move {
    Move::from_bits(scored as u16)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TableMove,
    GenerateCaptures,
    GoodCaptures,
    GenerateQuiets,
    Quiets,
    BadCaptures,
    Done,
}

/// Which moves a picker returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PickMode {
    /// All legal moves.
    All,
    /// Captures that do not lose material.
    GoodCaptures,
    /// Captures and quiet checks that do not lose material.
    GoodCapturesAndChecks,
}

/// Returns the moves of a node one by one.
pub(crate) struct MovePicker {
    stage: Stage,
    mode: PickMode,
    table_move: Move,
    /// The piece-to indices of the moves one, two and four plies before.
    continuation: [usize; 3],
    /// Where the moves of this node start in the arena. Bad captures are moved here.
    base: usize,
    bad_captures_end: usize,
    next: usize,
    skip_quiets: bool,
}

/// What a picker reads.
pub(crate) struct PickContext<'a> {
    pub position: &'a Position,
    pub history: &'a History,
    pub piece_values: &'a PieceValues,
    /// How moves of the position give check, if already computed.
    pub checks: Option<&'a CheckInfo>,
}

impl MovePicker {
    /// Creates a picker that starts with the table's move, which must be legal or none.
    pub fn new(
        mode: PickMode,
        table_move: Move,
        continuation: [usize; 3],
        arena: &MoveArena,
    ) -> Self {
        let stage = if table_move.is_some() { Stage::TableMove } else { Stage::GenerateCaptures };
        let base = arena.len();
        Self {
            stage,
            mode,
            table_move,
            continuation,
            base,
            bad_captures_end: base,
            next: base,
            skip_quiets: false,
        }
    }

    /// Returns no more quiet moves from now on.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Returns whether the last move was a capture that loses material.
    pub fn is_at_bad_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }

    /// Removes the moves of this node from the arena.
    pub fn close(self, arena: &mut MoveArena) {
        arena.truncate(self.base);
    }

    /// Returns the next move.
    pub fn next(&mut self, context: &PickContext<'_>, arena: &mut MoveArena) -> Option<Move> {
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateCaptures;
                    return Some(self.table_move);
                }
                Stage::GenerateCaptures => {
                    self.generate_captures(context, arena);
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.pick_best(arena) {
                    Some(mv) if self.is_good(mv, context) => return Some(mv),
                    Some(mv) => self.defer_bad_capture(mv, arena),
                    None if self.mode == PickMode::GoodCaptures => self.stage = Stage::Done,
                    None => self.stage = Stage::GenerateQuiets,
                },
                Stage::GenerateQuiets => {
                    self.next = arena.len();
                    if !self.skip_quiets {
                        self.generate_quiets(context, arena);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => match self.pick_best(arena) {
                    Some(mv) if !self.skip_quiets => return Some(mv),
                    _ if self.mode == PickMode::GoodCapturesAndChecks => self.stage = Stage::Done,
                    _ => {
                        self.stage = Stage::BadCaptures;
                        self.next = self.base;
                    }
                },
                Stage::BadCaptures => {
                    if self.next == self.bad_captures_end {
                        self.stage = Stage::Done;
                    } else {
                        self.next += 1;
                        return Some(unpack(arena[self.next - 1]));
                    }
                }
                Stage::Done => return None,
            }
        }
    }

    fn generate_captures(&self, context: &PickContext<'_>, arena: &mut MoveArena) {
        let mut list = MoveList::new();
        context.position.generate(GenKind::Captures, &mut list);
        let others = list.iter().copied().filter(|&mv| mv != self.table_move);
        arena.extend(others.map(|mv| pack(capture_score(mv, context), mv)));
    }

    fn generate_quiets(&self, context: &PickContext<'_>, arena: &mut MoveArena) {
        let computed;
        let checks = match context.checks {
            Some(checks) => checks,
            None => {
                computed = context.position.check_info();
                &computed
            }
        };
        let mut scorer = QuietScorer { picker: self, context, checks, arena };
        context.position.generate_into(GenKind::Quiets, &mut scorer);
        context.position.generate_into(GenKind::Drops, &mut scorer);
    }

    /// Removes and returns the best of the remaining moves of this stage.
    fn pick_best(&mut self, arena: &mut MoveArena) -> Option<Move> {
        let rest = &mut arena[self.next..];
        if rest.is_empty() {
            return None;
        }
        // Two passes without early exits compile to vector instructions. No two numbers are equal,
        // so the sum is the index of the best.
        let best = rest.iter().fold(i64::MIN, |best, &scored| best.max(scored));
        let indices =
            rest.iter().enumerate().map(|(index, &scored)| if scored == best { index } else { 0 });
        let index = indices.sum();
        rest.swap(0, index);
        self.next += 1;
        Some(unpack(best))
    }

    fn is_good(&self, mv: Move, context: &PickContext<'_>) -> bool {
        see_ge(context.piece_values, context.position.board(), mv, 0)
    }

    /// Moves a bad capture, just picked and so at `next - 1`, behind the other bad captures.
    fn defer_bad_capture(&mut self, mv: Move, arena: &mut MoveArena) {
        arena.swap(self.bad_captures_end, self.next - 1);
        debug_assert_eq!(unpack(arena[self.bad_captures_end]), mv);
        self.bad_captures_end += 1;
    }
}

/// Adds generated quiet moves to the arena with their scores.
struct QuietScorer<'a> {
    picker: &'a MovePicker,
    context: &'a PickContext<'a>,
    checks: &'a CheckInfo,
    arena: &'a mut MoveArena,
}

impl QuietScorer<'_> {
    /// Adds the moves of a piece from a square or, without one, from the hand to target squares. `kind`
    /// is its kind after the move, and `mv` makes the move to a target.
    #[inline]
    fn add_moves(
        &mut self,
        from: Option<Square>,
        kind: PieceKind,
        to: Bitboard,
        bonus: i32,
        mv: impl Fn(Square) -> Move,
    ) {
        let PickContext { position, history, piece_values, .. } = *self.context;
        let &MovePicker { table_move, mode, .. } = self.picker;
        let all = mode == PickMode::All;
        let may_check = position.possible_check_squares(from, kind, self.checks);
        if !all && (to & may_check).is_empty() {
            return;
        }
        let score = history.quiet_scores(position.side(), from, kind, &self.picker.continuation);
        if all {
            to.without(may_check).for_each(|to| {
                let mv = mv(to);
                if mv != table_move {
                    self.arena.push(pack(score(to) + bonus, mv));
                }
            });
        }
        let see_threshold = if all { check_loss() } else { 0 };
        (to & may_check).for_each(|to| {
            let mv = mv(to);
            let is_good_check = position.gives_check(mv, self.checks)
                && see_ge(piece_values, position.board(), mv, see_threshold);
            if mv != table_move && (is_good_check || all) {
                let bonus = bonus + if is_good_check { check_order() } else { 0 };
                self.arena.push(pack(score(to) + bonus, mv));
            }
        });
    }
}

impl MoveSink for QuietScorer<'_> {
    #[inline]
    fn push_moves(&mut self, from: Square, plain: Bitboard, promoting: Bitboard) {
        let Some(piece) = self.context.position.piece_on(from) else { return };
        let kind = piece.kind();
        if plain.any() {
            self.add_moves(Some(from), kind, plain, 0, |to| Move::normal(from, to));
        }
        if promoting.any() {
            let promoted = kind.promoted();
            let gain = 8 * self.context.piece_values.promotion_gain(kind);
            self.add_moves(Some(from), promoted, promoting, gain, |to| Move::promotion(from, to));
        }
    }

    #[inline]
    fn push_shifted(&mut self, shift: i8, plain: Bitboard, promoting: Bitboard) {
        plain.for_each(|to| {
            self.push_moves(to.shift(-shift), Bitboard::from_square(to), Bitboard::EMPTY)
        });
        promoting.for_each(|to| {
            self.push_moves(to.shift(-shift), Bitboard::EMPTY, Bitboard::from_square(to))
        });
    }

    #[inline]
    fn push_drops(&mut self, kind: PieceKind, to: Bitboard) {
        self.add_moves(None, kind, to, 0, |to| Move::drop(kind, to));
    }
}

/// Scores a capture: valuable victims first, then by capture history and the value of the attacker.
fn capture_score(mv: Move, context: &PickContext<'_>) -> i32 {
    let position = context.position;
    let (Some(piece), Some(taken)) = (position.moved_piece(mv), position.piece_on(mv.to())) else {
        return 0;
    };
    let mut gain = context.piece_values.capture_value(taken.kind());
    if mv.is_promotion() {
        gain += context.piece_values.promotion_gain(piece.kind());
    }
    16 * gain - context.piece_values.on_board(piece.kind()) / 4
        + context.history.capture(piece_to(piece, mv), taken.kind())
}
