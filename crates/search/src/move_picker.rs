//! Move ordering: [`MovePicker`] returns the legal moves of a node one by one, those most likely to
//! cause a cutoff first. Moves are generated in stages, each only when it is reached.

use crate::history::{History, NodeHistory, piece_to_index};
use crate::see::see_ge;
use crate::tunables::{quiet_check_bonus, quiet_check_see_threshold};
use eval::PieceValues;
use rules::{Bitboard, CheckInfo, GenKind, Move, MoveSink, PieceKind, Position, Square};

/// The scored moves of the current line's nodes, one list after another. Each number holds a score in
/// its high bits and a move in its low 16 bits, so that the best move is the largest number.
pub(crate) type MoveArena = Vec<i64>;

fn pack(score: i32, mv: Move) -> i64 {
    i64::from(score) << 16 | i64::from(mv.bits())
}

fn unpack(scored: i64) -> Move {
    Move::from_bits(scored as u16).expect("packed from a move")
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
    table_move: Option<Move>,
    /// The piece-to indices of the moves one, two and four plies before.
    continuation: [usize; 3],
    /// The start of this node's moves in the arena. Bad captures are collected here.
    base: usize,
    /// The end of this node's moves in the arena. Behind it are those of its children.
    end: usize,
    /// The end of the bad captures in the arena.
    bad_captures_end: usize,
    /// The start of the moves of this stage that are left to pick.
    next: usize,
    /// Whether to return no more quiet moves.
    skip_quiets: bool,
}

/// The data that a picker reads.
pub(crate) struct PickContext<'a> {
    pub position: &'a Position,
    pub history: &'a History,
    pub piece_values: &'a PieceValues,
}

/// The check information of a node's position, computed when it is first needed.
#[derive(Default)]
pub(crate) struct LazyCheckInfo {
    info: CheckInfo,
    is_computed: bool,
}

impl LazyCheckInfo {
    #[inline]
    pub fn get(&mut self, position: &Position) -> &CheckInfo {
        if !self.is_computed {
            position.update_check_info(&mut self.info);
            self.is_computed = true;
        }
        &self.info
    }
}

impl MovePicker {
    /// Creates a picker that starts with the table move, which must be legal.
    pub fn new(
        mode: PickMode,
        table_move: Option<Move>,
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
            end: base,
            bad_captures_end: base,
            next: base,
            skip_quiets: false,
        }
    }

    /// Returns no more quiet moves from now on.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Returns whether the last move returned was a capture that loses material.
    pub fn is_at_bad_captures(&self) -> bool {
        self.stage == Stage::BadCaptures
    }

    /// Returns the next move, or None after the last one.
    pub fn next(
        &mut self,
        context: &PickContext<'_>,
        check_info: &mut LazyCheckInfo,
        arena: &mut MoveArena,
    ) -> Option<Move> {
        arena.truncate(self.end);
        loop {
            match self.stage {
                Stage::TableMove => {
                    self.stage = Stage::GenerateCaptures;
                    return self.table_move;
                }
                Stage::GenerateCaptures => {
                    self.generate_captures(context, arena);
                    self.end = arena.len();
                    self.stage = Stage::GoodCaptures;
                }
                Stage::GoodCaptures => match self.pick_best(arena) {
                    Some(mv) if self.is_good_capture(mv, context) => return Some(mv),
                    Some(mv) => self.defer_bad_capture(mv, arena),
                    None if self.mode == PickMode::GoodCaptures => self.stage = Stage::Done,
                    None => self.stage = Stage::GenerateQuiets,
                },
                Stage::GenerateQuiets => {
                    self.next = arena.len();
                    if !self.skip_quiets {
                        self.generate_quiets(context, check_info, arena);
                        self.end = arena.len();
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
        let mut scorer = CaptureScorer { table_move: self.table_move, context, arena };
        context.position.generate(GenKind::Captures, &mut scorer);
    }

    fn generate_quiets(
        &self,
        context: &PickContext<'_>,
        check_info: &mut LazyCheckInfo,
        arena: &mut MoveArena,
    ) {
        let check_info = check_info.get(context.position);
        let &PickContext { position, history, piece_values } = context;
        let &Self { mode, table_move, .. } = self;
        let history = history.of_node(position.side(), &self.continuation);
        let mut scorer =
            QuietScorer { mode, table_move, position, history, piece_values, check_info, arena };
        position.generate(GenKind::Quiets, &mut scorer);
        position.generate(GenKind::Drops, &mut scorer);
    }

    /// Picks the best of the moves of this stage that are left.
    fn pick_best(&mut self, arena: &mut MoveArena) -> Option<Move> {
        let rest = &mut arena[self.next..];
        if rest.is_empty() {
            return None;
        }
        // Two passes without early exits compile to vector instructions. All numbers are distinct, so
        // the sum is the index of the best.
        let best = rest.iter().fold(i64::MIN, |best, &scored| best.max(scored));
        let indices =
            rest.iter().enumerate().map(|(index, &scored)| if scored == best { index } else { 0 });
        let index = indices.sum();
        rest.swap(0, index);
        self.next += 1;
        Some(unpack(best))
    }

    fn is_good_capture(&self, mv: Move, context: &PickContext<'_>) -> bool {
        see_ge(context.piece_values, context.position.board(), mv, 0)
    }

    /// Moves the capture just picked, which is at `next - 1`, behind the other bad captures.
    fn defer_bad_capture(&mut self, mv: Move, arena: &mut MoveArena) {
        arena.swap(self.bad_captures_end, self.next - 1);
        debug_assert_eq!(unpack(arena[self.bad_captures_end]), mv);
        self.bad_captures_end += 1;
    }
}

/// Adds generated quiet moves to the arena with their scores.
struct QuietScorer<'a> {
    mode: PickMode,
    table_move: Option<Move>,
    position: &'a Position,
    history: NodeHistory<'a>,
    piece_values: &'a PieceValues,
    check_info: &'a CheckInfo,
    arena: &'a mut MoveArena,
}

impl QuietScorer<'_> {
    /// Adds the moves of a piece to target squares, from a square or, without one, from the hand.
    /// `kind` is its kind after the move, and `mv` returns the move to a target.
    #[inline]
    fn add_moves(
        &mut self,
        from: Option<Square>,
        kind: PieceKind,
        to: Bitboard,
        bonus: i32,
        mv: impl Fn(Square) -> Move,
    ) {
        let &mut Self { mode, table_move, position, piece_values, .. } = self;
        let mut to = to;
        if let Some(table_move) = table_move.filter(|&table_move| mv(table_move.to()) == table_move)
        {
            to = to.without(Bitboard::from_square(table_move.to()));
        }
        let is_all = mode == PickMode::All;
        let possible_checks = position.possible_check_squares(from, kind, self.check_info);
        if !is_all && (to & possible_checks).is_empty() {
            return;
        }
        let score = self.history.by_target(from, kind);
        if is_all {
            to.without(possible_checks).for_each(|to| {
                self.arena.push(pack(score(to) + bonus, mv(to)));
            });
        }
        let see_threshold = if is_all { quiet_check_see_threshold() } else { 0 };
        (to & possible_checks).for_each(|to| {
            let mv = mv(to);
            let is_good_check = position.gives_check(mv, self.check_info)
                && see_ge(piece_values, position.board(), mv, see_threshold);
            if is_good_check || is_all {
                let bonus = bonus + if is_good_check { quiet_check_bonus() } else { 0 };
                self.arena.push(pack(score(to) + bonus, mv));
            }
        });
    }
}

impl MoveSink for QuietScorer<'_> {
    #[inline]
    fn push_moves(&mut self, from: Square, unpromoted: Bitboard, promoting: Bitboard) {
        let kind = self.position.board().kind_on(from);
        if unpromoted.any() {
            self.add_moves(Some(from), kind, unpromoted, 0, |to| Move::normal(from, to));
        }
        if promoting.any() {
            let promoted = kind.promoted();
            let gain = 8 * self.piece_values.promotion_gain(kind);
            self.add_moves(Some(from), promoted, promoting, gain, |to| Move::promotion(from, to));
        }
    }

    #[inline]
    fn push_drops(&mut self, kind: PieceKind, to: Bitboard) {
        self.add_moves(None, kind, to, 0, |to| Move::drop(kind, to));
    }
}

/// Adds generated captures to the arena with their scores.
struct CaptureScorer<'a> {
    table_move: Option<Move>,
    context: &'a PickContext<'a>,
    arena: &'a mut MoveArena,
}

impl CaptureScorer<'_> {
    /// Adds the captures of a piece on target squares. A capture is scored mainly by its victim, then by
    /// capture history and the value of the attacker. `kind` is the attacker's kind after the move,
    /// `value` the value to add for it, and `mv` returns the move to a target.
    #[inline]
    fn add_moves(
        &mut self,
        kind: PieceKind,
        to: Bitboard,
        value: i32,
        mv: impl Fn(Square) -> Move,
    ) {
        let PickContext { position, history, piece_values, .. } = *self.context;
        to.for_each(|to| {
            let mv = mv(to);
            if Some(mv) != self.table_move {
                let captured = position.board().kind_on(to);
                let score = 16 * piece_values.capture_value(captured)
                    + history.capture_history(piece_to_index(kind, to), captured);
                self.arena.push(pack(score + value, mv));
            }
        });
    }
}

impl MoveSink for CaptureScorer<'_> {
    #[inline]
    fn push_moves(&mut self, from: Square, unpromoted: Bitboard, promoting: Bitboard) {
        let kind = self.context.position.board().kind_on(from);
        let values = self.context.piece_values;
        let value = -(values.on_board(kind) / 4);
        self.add_moves(kind, unpromoted, value, |to| Move::normal(from, to));
        if promoting.any() {
            let value = value + 16 * values.promotion_gain(kind);
            self.add_moves(kind.promoted(), promoting, value, |to| Move::promotion(from, to));
        }
    }

    /// Drops capture nothing.
    fn push_drops(&mut self, _: PieceKind, _: Bitboard) {}
}
