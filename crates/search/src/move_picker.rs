//! Move ordering: [`MovePicker`] returns the legal moves of a node one by one, those most likely to
//! cause a cutoff first. Moves are generated in stages, each only when it is reached.

use crate::history::{History, NodeHistory, QuietContext};
use crate::see::see_ge;
use crate::tunables::{scaled, tunable, unscaled};
use eval::PieceValues;
use rules::{
    Bitboard, CheckInfo, GenKind, Move, MoveSink, PieceKind, Position, SQUARE_COUNT, Square,
};
use std::array;
use std::ops::Range;

/// The scored moves of the current line's nodes, one list after another. Each number holds a score in
/// its high bits, then a bit for checks and a move, so that the best move is the largest number. The low 16 bits are 0.
pub(crate) type MoveArena = Vec<i64>;

const SCORE_SHIFT: u32 = 33;
const CHECK_BIT: i64 = 1 << 32;
const MOVE_SHIFT: u32 = 16;
/// The low bits, in which [`MovePicker::pick_best`] puts the index of a move.
const INDEX_MASK: i64 = 0xFFFF;

fn pack(score: i32, gives_check: bool, mv: Move) -> i64 {
    let check = if gives_check { CHECK_BIT } else { 0 };
    i64::from(score) << SCORE_SHIFT | check | i64::from(mv.bits()) << MOVE_SHIFT
}

fn unpack(scored: i64) -> Move {
    Move::from_bits((scored >> MOVE_SHIFT) as u16).expect("packed from a move")
}

fn packed_score(scored: i64) -> i32 {
    (scored >> SCORE_SHIFT) as i32
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    TableMove,
    GenerateCaptures,
    GoodCaptures,
    GenerateQuiets,
    GoodQuiets,
    BadCaptures,
    BadQuiets,
    Done,
}

/// Which moves a picker returns, and in what order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PickMode {
    /// All legal moves: good captures, good quiet moves, and the others.
    All,
    /// All legal moves of a position in check: captures and quiet moves.
    Evasions,
    /// All captures.
    Captures,
    /// Captures that gain at least this much material.
    CapturesGaining(i32),
}

impl PickMode {
    /// Returns whether the picker also returns moves that do not capture.
    const fn has_quiets(self) -> bool {
        matches!(self, Self::All | Self::Evasions)
    }
}

/// Returns the moves of a node one by one.
pub(crate) struct MovePicker {
    stage: Stage,
    mode: PickMode,
    table_move: Option<Move>,
    quiet_context: QuietContext,
    /// The end of this node's moves in the arena. Behind it are those of its children.
    end: usize,
    /// The bad captures that are left to pick, collected at the start of the moves of this node.
    bad_captures: Range<usize>,
    /// The start of the moves of this stage that are left to pick.
    next: usize,
    /// Whether to return no more quiet moves.
    skip_quiets: bool,
    /// Whether the last move returned gives check, if that is known.
    gives_check: Option<bool>,
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

tunable! {
    mod stages;

    /// Quiet moves up to this score come after the captures that lose material.
    bad_quiet_score = -14_000 in -40_000..=0;
    /// The score of a capture that lets it lose one more unit of material and still be good.
    capture_see_divisor = 18 in 6..=60;
}

impl MovePicker {
    /// Creates a picker that starts with the table move, which must be legal.
    pub fn new(
        mode: PickMode,
        table_move: Option<Move>,
        quiet_context: QuietContext,
        arena: &MoveArena,
    ) -> Self {
        let stage = if table_move.is_some() { Stage::TableMove } else { Stage::GenerateCaptures };
        let base = arena.len();
        Self {
            stage,
            mode,
            table_move,
            quiet_context,
            end: base,
            bad_captures: base..base,
            next: base,
            skip_quiets: false,
            gives_check: None,
        }
    }

    /// Returns no more quiet moves from now on.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Returns whether the last move returned gives check.
    #[inline]
    pub fn gives_check(
        &self,
        mv: Move,
        position: &Position,
        check_info: &mut LazyCheckInfo,
    ) -> bool {
        self.gives_check.unwrap_or_else(|| position.gives_check(mv, check_info.get(position)))
    }

    /// Returns the next move, or None after the last one.
    pub fn next(
        &mut self,
        context: &PickContext<'_>,
        check_info: &mut LazyCheckInfo,
        arena: &mut MoveArena,
    ) -> Option<Move> {
        arena.truncate(self.end);
        self.gives_check = None;
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
                    Some(scored) if self.is_good_capture(scored, context) => {
                        return Some(unpack(scored));
                    }
                    Some(scored) => self.defer_bad_capture(scored, arena),
                    None => {
                        let has_quiets = self.mode.has_quiets();
                        self.stage = if has_quiets { Stage::GenerateQuiets } else { Stage::Done };
                    }
                },
                Stage::GenerateQuiets => {
                    self.next = arena.len();
                    if !self.skip_quiets {
                        self.generate_quiets(context, check_info, arena);
                        self.end = arena.len();
                    }
                    self.stage = Stage::GoodQuiets;
                }
                Stage::GoodQuiets => match self.pick_best(arena) {
                    Some(scored) if !self.skip_quiets => {
                        if self.mode == PickMode::All && packed_score(scored) <= bad_quiet_score() {
                            // Picked again among the bad quiet moves, where it is still the best.
                            self.next -= 1;
                            self.stage = Stage::BadCaptures;
                        } else {
                            return Some(self.quiet(scored));
                        }
                    }
                    _ => self.stage = Stage::BadCaptures,
                },
                Stage::BadCaptures => match self.bad_captures.next() {
                    Some(index) => return Some(unpack(arena[index])),
                    None => self.stage = Stage::BadQuiets,
                },
                Stage::BadQuiets => match self.pick_best(arena) {
                    Some(scored) if !self.skip_quiets => return Some(self.quiet(scored)),
                    _ => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// Unpacks a quiet move that is to be returned, and remembers whether it gives check.
    fn quiet(&mut self, scored: i64) -> Move {
        self.gives_check = Some(scored & CHECK_BIT != 0);
        unpack(scored)
    }

    #[inline(never)]
    fn generate_captures(&self, context: &PickContext<'_>, arena: &mut MoveArena) {
        if self.mode.has_quiets() {
            // Read when quiet moves are generated.
            context.history.prefetch_replies(&self.quiet_context);
        }
        let start = arena.len();
        context.position.generate(GenKind::Captures, &mut CaptureScorer { context, arena });
        self.remove_table_move(start, arena);
    }

    /// Removes the table move, which was returned first, from the moves of a stage.
    fn remove_table_move(&self, start: usize, arena: &mut MoveArena) {
        if let Some(table_move) = self.table_move
            && let Some(index) = arena[start..].iter().position(|&mv| unpack(mv) == table_move)
        {
            arena.swap_remove(start + index);
        }
    }

    #[inline(never)]
    fn generate_quiets(
        &self,
        context: &PickContext<'_>,
        check_info: &mut LazyCheckInfo,
        arena: &mut MoveArena,
    ) {
        let check_info = check_info.get(context.position);
        let &PickContext { position, history, piece_values } = context;
        let (mode, start) = (self.mode, arena.len());
        let history = history.of_node(&self.quiet_context);
        let mut scorer = QuietScorer { mode, position, history, piece_values, check_info, arena };
        position.generate(GenKind::Quiets, &mut scorer);
        position.generate(GenKind::Drops, &mut scorer);
        self.remove_table_move(start, arena);
        if mode == PickMode::All
            && let Some(score) = history.low_ply_score()
        {
            for scored in &mut arena[start..] {
                *scored += i64::from(score(unpack(*scored))) << SCORE_SHIFT;
            }
        }
    }

    /// Picks the best of the moves of this stage that are left, with its score.
    fn pick_best(&mut self, arena: &mut MoveArena) -> Option<i64> {
        let rest = &mut arena[self.next..];
        if rest.is_empty() {
            return None;
        }
        // A pass without branches, which compiles to vector instructions.
        let indexed = rest.iter().zip(0..).map(|(&scored, index)| scored | index);
        let best = indexed.fold(i64::MIN, i64::max);
        rest.swap(0, (best & INDEX_MASK) as usize);
        self.next += 1;
        Some(best & !INDEX_MASK)
    }

    fn is_good_capture(&self, scored: i64, context: &PickContext<'_>) -> bool {
        let threshold = match self.mode {
            PickMode::Evasions | PickMode::Captures => return true,
            PickMode::All => scaled(-packed_score(scored) / capture_see_divisor()),
            PickMode::CapturesGaining(threshold) => threshold,
        };
        see_ge(context.piece_values, context.position.board(), unpack(scored), threshold)
    }

    /// Moves the capture just picked, which is at `next - 1`, behind the other bad captures.
    fn defer_bad_capture(&mut self, scored: i64, arena: &mut MoveArena) {
        let end = &mut self.bad_captures.end;
        arena.swap(*end, self.next - 1);
        debug_assert_eq!(arena[*end], scored);
        *end += 1;
    }
}

tunable! {
    mod quiet_scores;

    /// Bonus of quiet checks, and the SEE threshold for it.
    quiet_check_bonus = 16_384 in 0..=40_000;
    quiet_check_see_threshold = -75 in -400..=0;
    /// Bonus of a promotion without a capture, for each unit that the piece gains.
    quiet_promotion_weight = 8 in 0..=40;
}

/// Adds generated quiet moves to the arena with their scores.
struct QuietScorer<'a> {
    mode: PickMode,
    position: &'a Position,
    history: NodeHistory<'a>,
    piece_values: &'a PieceValues,
    check_info: &'a CheckInfo,
    arena: &'a mut MoveArena,
}

impl QuietScorer<'_> {
    /// Adds the moves of a piece on a square. `kind` is its kind after the move, and `mv` returns the move to a target.
    #[inline]
    fn add_board_moves(
        &mut self,
        from: Square,
        kind: PieceKind,
        to: Bitboard,
        bonus: i32,
        mv: impl Fn(Square) -> Move,
    ) {
        if self.mode == PickMode::Evasions {
            let score = self.history.evasion_scores(Some(from), kind);
            self.add_moves(Some(from), kind, to, mv, score);
        } else {
            let score = self.history.quiet_scores(Some(from), kind);
            self.add_moves(Some(from), kind, to, mv, |to| score(to) + bonus);
        }
    }

    /// Adds the moves of a piece to target squares, from a square or, without one, from the hand. `score` returns the
    /// history score of the move to a target.
    #[inline]
    fn add_moves(
        &mut self,
        from: Option<Square>,
        kind: PieceKind,
        to: Bitboard,
        mv: impl Fn(Square) -> Move,
        score: impl Fn(Square) -> i32,
    ) {
        let &mut Self { mode, position, piece_values, .. } = self;
        let possible_checks = self.check_info.possible_squares(from, kind);
        to.without(possible_checks).for_each(|to| {
            self.arena.push(pack(score(to), false, mv(to)));
        });
        let possible_checks = to & possible_checks;
        if possible_checks.is_empty() {
            return;
        }
        possible_checks.for_each(|to| {
            let mv = mv(to);
            let gives_check = position.gives_check(mv, self.check_info);
            let threshold = scaled(quiet_check_see_threshold());
            let is_good_check = gives_check
                && mode == PickMode::All
                && see_ge(piece_values, position.board(), mv, threshold);
            let bonus = if is_good_check { quiet_check_bonus() } else { 0 };
            self.arena.push(pack(score(to) + bonus, gives_check, mv));
        });
    }
}

impl MoveSink for QuietScorer<'_> {
    #[inline]
    fn push_moves(&mut self, from: Square, unpromoted: Bitboard, promoting: Bitboard) {
        let kind = self.position.board().kind_on(from);
        if unpromoted.any() {
            self.add_board_moves(from, kind, unpromoted, 0, |to| Move::normal(from, to));
        }
        if promoting.any() {
            let promoted = kind.promoted();
            let gain = quiet_promotion_weight() * self.piece_values.promotion_gain(kind);
            let promotion = |to| Move::promotion(from, to);
            self.add_board_moves(from, promoted, promoting, gain, promotion);
        }
    }

    #[inline]
    fn push_drops(&mut self, kind: PieceKind, to: Bitboard) {
        let mv = |to| Move::drop(kind, to);
        if self.mode == PickMode::Evasions {
            let score = self.history.evasion_scores(None, kind);
            self.add_moves(None, kind, to, mv, score);
        } else {
            // All at once, which compiles to vector instructions.
            let score = self.history.quiet_scores(None, kind);
            let scores: [i32; SQUARE_COUNT] = array::from_fn(|to| score(Square::from_index(to)));
            self.add_moves(None, kind, to, mv, |to| scores[to.index()]);
        }
    }
}

tunable! {
    mod capture_scores;

    /// Weight of the captured piece's value beside capture history.
    victim_weight = 7 in 2..=20;
}

/// Adds generated captures to the arena with their scores.
struct CaptureScorer<'a> {
    context: &'a PickContext<'a>,
    arena: &'a mut MoveArena,
}

impl CaptureScorer<'_> {
    /// Adds the captures of a piece on target squares. A capture is scored mainly by its victim, then by
    /// capture history. `kind` is the attacker's kind after the move, `gain` what it gains by promoting, and `mv` returns
    /// the move to a target.
    #[inline]
    fn add_moves(&mut self, kind: PieceKind, to: Bitboard, gain: i32, mv: impl Fn(Square) -> Move) {
        let PickContext { position, history, piece_values, .. } = *self.context;
        to.for_each(|to| {
            let captured = position.board().kind_on(to);
            let value = unscaled(piece_values.capture_value(captured) + gain);
            let score = victim_weight() * value
                + history.capture(position.side(), history.piece_to(kind, to), captured);
            self.arena.push(pack(score, false, mv(to)));
        });
    }
}

impl MoveSink for CaptureScorer<'_> {
    #[inline]
    fn push_moves(&mut self, from: Square, unpromoted: Bitboard, promoting: Bitboard) {
        let kind = self.context.position.board().kind_on(from);
        self.add_moves(kind, unpromoted, 0, |to| Move::normal(from, to));
        if promoting.any() {
            let gain = self.context.piece_values.promotion_gain(kind);
            self.add_moves(kind.promoted(), promoting, gain, |to| Move::promotion(from, to));
        }
    }

    /// Drops capture nothing.
    fn push_drops(&mut self, _: PieceKind, _: Bitboard) {}
}
