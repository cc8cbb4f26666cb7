//! History heuristics: counters of how often moves were good, which order moves and decide how much is pruned.
//!
//! | History | Counts moves by |
//! |---|---|
//! | main | side, origin and target |
//! | low-ply | distance from the root, origin and target |
//! | pawn | pawn structure, side, piece and target |
//! | continuation | an earlier move of the line, piece and target |
//! | capture | side, piece, target and captured kind |

use crate::tunables::tunable;
use platform::{advise_huge_pages, prefetch};
use rules::{Color, Move, PieceKind, Rules, SQUARE_COUNT, Square};
use std::mem;
use zerocopy::FromZeros;

/// The number of origins of a move: squares, and kinds of pieces in hand.
const ORIGIN_COUNT: usize = SQUARE_COUNT + PieceKind::COUNT;
/// The largest number of piece-to indices of a game.
const MAX_PIECE_TO_COUNT: usize = PieceKind::COUNT * SQUARE_COUNT;
/// The number of pawn structures that pawn history tells apart.
const PAWN_SLOTS: usize = 256;
/// The number of plies from the root that low-ply history counts.
const LOW_PLIES: usize = 5;

/// How many plies before the node the earlier moves of continuation history were made.
pub(crate) const CONTINUATION_PLIES: [usize; 3] = [1, 2, 4];
/// The tables of continuation history after the moves at [`CONTINUATION_PLIES`].
pub(crate) type ContinuationTables = [usize; CONTINUATION_PLIES.len()];
/// The table of continuation history after a null move, and after moves before the root. It is never written.
pub(crate) const NO_CONTINUATION: usize = 0;
/// The largest number of tables of continuation history: that of no move, then by side and piece-to index.
const MAX_CONTINUATION_TABLES: usize = 1 + 2 * MAX_PIECE_TO_COUNT;

/// Counters by origin and target square.
type OriginToTable = [[i16; SQUARE_COUNT]; ORIGIN_COUNT];
/// Counters by target square. Only those of the board belong to the row; the others belong to the next rows.
type Row = [i16; SQUARE_COUNT];

/// The piece-to indices of a game: numbers of pairs of a kind after the move and a target square.
///
/// They skip the kinds and most of the squares that the game lacks. In `shogi`, continuation history then takes 12 MB,
/// not 82 MB.
#[derive(Debug, PartialEq, Eq)]
struct PieceTo {
    /// The index of each kind on the first square.
    starts: [u16; PieceKind::COUNT],
    count: usize,
}

impl PieceTo {
    /// Without kinds.
    const NONE: Self = Self { starts: [0; PieceKind::COUNT], count: 0 };

    fn new(rules: &Rules) -> Self {
        let last_square = rules.board_squares().into_iter().last();
        let squares = last_square.map_or(0, |square| square.index() + 1);
        let mut piece_to = Self::NONE;
        for kind in rules.piece_kinds() {
            piece_to.starts[kind.index()] = piece_to.count as u16;
            piece_to.count += squares;
        }
        piece_to
    }

    #[inline]
    fn start(&self, kind: PieceKind) -> usize {
        self.starts[kind.index()].into()
    }
}

/// A counter is stored as the difference from its value at the start, so that a new table is zeroed memory. Updates
/// move it towards the limit: ever less, the nearer it is.
pub(crate) struct CounterKind {
    pub limit: i32,
    pub initial: i32,
}

const MAIN: CounterKind = CounterKind { limit: 7_183, initial: 0 };
const LOW_PLY: CounterKind = CounterKind { limit: 7_183, initial: 98 };
const PAWN: CounterKind = CounterKind { limit: 8_192, initial: -1_238 };
const CONTINUATION: CounterKind = CounterKind { limit: 30_000, initial: -523 };
const CAPTURE: CounterKind = CounterKind { limit: 10_692, initial: -678 };

impl CounterKind {
    #[inline(always)]
    const fn value(&self, stored: i16) -> i32 {
        stored as i32 + self.initial
    }

    #[inline]
    pub fn update(&self, stored: &mut i16, bonus: i32) {
        let bonus = bonus.clamp(-self.limit, self.limit);
        let value = self.value(*stored);
        let updated = value + bonus - value * bonus.abs() / self.limit;
        *stored = (updated - self.initial) as i16;
    }
}

/// The history counters of one thread.
///
/// The tables have room for every game. A game uses the first part of those that are indexed by `piece_to`, and the rest
/// is memory that the system never provides.
#[derive(Debug)]
pub(crate) struct History {
    piece_to: PieceTo,
    /// By side.
    main: Box<[OriginToTable]>,
    /// By ply.
    low_ply: Box<[OriginToTable]>,
    /// By pawn slot, side and piece-to index.
    pawns: Box<[i16]>,
    /// By side, piece-to index and captured kind.
    captures: Box<[i16]>,
    /// Continuation history of moves an odd number of plies after the earlier one, which the opponent made.
    replies: Box<[i16]>,
    /// Continuation history of moves an even number of plies after the earlier one.
    follow_ups: Box<[i16]>,
    /// Which tables of `replies` and `follow_ups` may have nonzero counters. Only these are cleared.
    used_continuation: Box<[bool]>,
}

/// The node whose quiet moves are looked up or updated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QuietContext {
    pub side: Color,
    pub ply: usize,
    pub in_check: bool,
    /// The slot of the pawn structure: see [`pawn_slot`].
    pub pawn_slot: usize,
    pub continuation: ContinuationTables,
}

/// Returns the slot of pawn history for a hash of the pawn structure.
#[inline]
pub(crate) fn pawn_slot(pawn_hash: u64) -> usize {
    (pawn_hash >> 56) as usize % PAWN_SLOTS
}

impl History {
    /// Returns None if there is not enough memory.
    pub fn new() -> Option<Self> {
        let zeroed = |count| Some(i16::new_vec_zeroed(count).ok()?.into_boxed_slice());
        let continuation = MAX_CONTINUATION_TABLES * MAX_PIECE_TO_COUNT;
        let (replies, follow_ups) = (zeroed(continuation)?, zeroed(continuation)?);
        advise_huge_pages(&replies);
        advise_huge_pages(&follow_ups);
        let used_continuation = bool::new_vec_zeroed(MAX_CONTINUATION_TABLES).ok()?;
        Some(Self {
            piece_to: PieceTo::NONE,
            main: OriginToTable::new_vec_zeroed(2).ok()?.into_boxed_slice(),
            low_ply: OriginToTable::new_vec_zeroed(LOW_PLIES).ok()?.into_boxed_slice(),
            pawns: zeroed(PAWN_SLOTS * 2 * MAX_PIECE_TO_COUNT)?,
            captures: zeroed(2 * MAX_PIECE_TO_COUNT * PieceKind::COUNT)?,
            replies,
            follow_ups,
            used_continuation: used_continuation.into_boxed_slice(),
        })
    }

    pub fn clear(&mut self) {
        let count = self.piece_to.count;
        self.clear_low_ply();
        self.main.as_flattened_mut().as_flattened_mut().fill(0);
        self.pawns[..PAWN_SLOTS * 2 * count].fill(0);
        self.captures[..2 * count * PieceKind::COUNT].fill(0);
        for (table, used) in self.used_continuation.iter_mut().enumerate() {
            if mem::take(used) {
                let counters = table * count..(table + 1) * count;
                self.replies[counters.clone()].fill(0);
                self.follow_ups[counters].fill(0);
            }
        }
    }

    /// Prepares for a search: clears what belongs to another game or to another root.
    pub fn start_search(&mut self, rules: &Rules) {
        let piece_to = PieceTo::new(rules);
        if piece_to != self.piece_to {
            self.clear();
            self.piece_to = piece_to;
        }
        self.clear_low_ply();
    }

    fn clear_low_ply(&mut self) {
        self.low_ply.as_flattened_mut().as_flattened_mut().fill(0);
    }

    /// Returns the piece-to index of a move after which a piece of this kind is on a square.
    #[inline]
    pub fn piece_to(&self, kind: PieceKind, to: Square) -> usize {
        self.piece_to.start(kind) + to.index()
    }

    /// Returns the table of continuation history for the moves that follow a move.
    #[inline]
    pub fn continuation_table(&self, side: Color, piece_to: usize) -> usize {
        1 + side.index() * self.piece_to.count + piece_to
    }

    #[inline]
    fn continuation_index(&self, table: usize, piece_to: usize) -> usize {
        table * self.piece_to.count + piece_to
    }

    #[inline]
    fn pawn_index(&self, pawn_slot: usize, side: Color, piece_to: usize) -> usize {
        (2 * pawn_slot + side.index()) * self.piece_to.count + piece_to
    }

    #[inline]
    fn capture_index(&self, side: Color, piece_to: usize, captured: PieceKind) -> usize {
        (side.index() * self.piece_to.count + piece_to) * PieceKind::COUNT + captured.index()
    }

    /// Loads into the cache what the last move says about the quiet moves of a node. That of earlier moves is there,
    /// because nodes nearby need it too.
    #[inline]
    pub fn prefetch_replies(&self, context: &QuietContext) {
        let start = self.continuation_index(context.continuation[0], 0);
        let table = &self.replies[start..start + self.piece_to.count];
        table.iter().step_by(32).for_each(prefetch);
    }

    /// Returns the tables of the quiet moves of a node.
    #[inline]
    pub fn of_node(&self, context: &QuietContext) -> NodeHistory<'_> {
        let &QuietContext { side, ply, pawn_slot, continuation, .. } = context;
        let [one, two, four] = continuation;
        NodeHistory {
            main: &self.main[side.index()],
            low_ply: (ply < LOW_PLIES).then(|| (&self.low_ply[ply], 1 + ply as i32)),
            piece_to: &self.piece_to,
            pawns: &self.pawns[self.pawn_index(pawn_slot, side, 0)..],
            continuation: [
                &self.replies[self.continuation_index(one, 0)..],
                &self.follow_ups[self.continuation_index(two, 0)..],
                &self.follow_ups[self.continuation_index(four, 0)..],
            ],
        }
    }

    /// Returns the main history of a quiet move.
    #[inline]
    pub fn main(&self, side: Color, mv: Move) -> i32 {
        MAIN.value(self.main[side.index()][mv.origin_index()][mv.to().index()])
    }

    /// Returns the continuation history one and two plies before, together.
    #[inline]
    pub fn continuation(&self, context: &QuietContext, piece_to: usize) -> i32 {
        let [one, two, ..] = context.continuation;
        CONTINUATION.value(self.replies[self.continuation_index(one, piece_to)])
            + CONTINUATION.value(self.follow_ups[self.continuation_index(two, piece_to)])
    }

    #[inline]
    pub fn pawn(&self, context: &QuietContext, piece_to: usize) -> i32 {
        PAWN.value(self.pawns[self.pawn_index(context.pawn_slot, context.side, piece_to)])
    }

    #[inline]
    pub fn capture(&self, side: Color, piece_to: usize, captured: PieceKind) -> i32 {
        CAPTURE.value(self.captures[self.capture_index(side, piece_to, captured)])
    }
}

tunable! {
    mod tuned;

    /// Weights of an update of a quiet move, in 1/1024 of the bonus: of low-ply history, of pawn history for bonus and
    /// malus, and of continuation history.
    low_ply_update = 761 in 0..=1_500;
    pawn_bonus_update = 850 in 0..=2_000;
    pawn_malus_update = 550 in 0..=2_000;
    continuation_update = 955 in 300..=2_000;
    /// Weights of an update of continuation history, in 1/1024, by the number of plies before.
    continuation_update_1 = 1_157 in 300..=2_000;
    continuation_update_2 = 648 in 100..=1_500;
    continuation_update_4 = 576 in 0..=1_500;
    /// What every update adds to continuation history one ply before.
    continuation_constant = 88 in 0..=300;
}

impl History {
    /// Adds a bonus to all counters of a quiet move.
    pub fn update_quiet(&mut self, context: &QuietContext, mv: Move, piece_to: usize, bonus: i32) {
        self.update_main(context.side, mv, bonus);
        if let Some(table) = self.low_ply.get_mut(context.ply) {
            let counter = &mut table[mv.origin_index()][mv.to().index()];
            LOW_PLY.update(counter, bonus * low_ply_update() / 1024);
        }
        let &QuietContext { in_check, continuation, .. } = context;
        let continuation_bonus = bonus * continuation_update() / 1024;
        self.update_continuation(&continuation, in_check, piece_to, continuation_bonus);
        let pawn_update = if bonus > 0 { pawn_bonus_update() } else { pawn_malus_update() };
        self.update_pawn(context.side, context.pawn_slot, piece_to, bonus * pawn_update / 1024);
    }

    pub fn update_main(&mut self, side: Color, mv: Move, bonus: i32) {
        let counter = &mut self.main[side.index()][mv.origin_index()][mv.to().index()];
        MAIN.update(counter, bonus);
    }

    pub fn update_pawn(&mut self, side: Color, pawn_slot: usize, piece_to: usize, bonus: i32) {
        PAWN.update(&mut self.pawns[self.pawn_index(pawn_slot, side, piece_to)], bonus);
    }

    /// Adds a bonus to the continuation history of a quiet move of a node, which is in check or not.
    pub fn update_continuation(
        &mut self,
        tables: &ContinuationTables,
        in_check: bool,
        piece_to: usize,
        bonus: i32,
    ) {
        let weights = [continuation_update_1(), continuation_update_2(), continuation_update_4()];
        for ((&table, plies), weight) in tables.iter().zip(CONTINUATION_PLIES).zip(weights) {
            if table == NO_CONTINUATION || in_check && plies > 2 {
                continue;
            }
            self.used_continuation[table] = true;
            let index = self.continuation_index(table, piece_to);
            let is_reply = plies % 2 == 1;
            let counters = if is_reply { &mut self.replies } else { &mut self.follow_ups };
            let constant = if plies == 1 { continuation_constant() } else { 0 };
            CONTINUATION.update(&mut counters[index], bonus * weight / 1024 + constant);
        }
    }

    /// Adds a bonus to the counter of a capture.
    pub fn update_capture(
        &mut self,
        side: Color,
        piece_to: usize,
        captured: PieceKind,
        bonus: i32,
    ) {
        CAPTURE.update(&mut self.captures[self.capture_index(side, piece_to, captured)], bonus);
    }
}

/// The tables that the history of a node's quiet moves is read from, looked up once for all of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeHistory<'a> {
    piece_to: &'a PieceTo,
    main: &'a OriginToTable,
    /// The table, and what its counters are divided by.
    low_ply: Option<(&'a OriginToTable, i32)>,
    /// The counters from those of the node's table on.
    pawns: &'a [i16],
    continuation: [&'a [i16]; CONTINUATION_PLIES.len()],
}

impl<'a> NodeHistory<'a> {
    /// Returns the row of a kind.
    #[inline(always)]
    fn row(&self, table: &'a [i16], kind: PieceKind) -> &'a Row {
        let row = table[self.piece_to.start(kind)..].first_chunk();
        row.expect("the tables have room for every game")
    }

    /// Returns the main history of moves from a square or, without one, of drops of a kind.
    #[inline(always)]
    fn main_row(&self, from: Option<Square>, kind: PieceKind) -> &'a Row {
        &self.main[from.map_or(SQUARE_COUNT + kind.index(), Square::index)]
    }

    /// Returns the scores that order quiet moves from a square or, without one, from the hand, as a function of the target
    /// square. `kind` is the kind after the move.
    #[inline(always)]
    pub fn quiet_scores(
        &self,
        from: Option<Square>,
        kind: PieceKind,
    ) -> impl Fn(Square) -> i32 + use<'a> {
        let (main, pawns) = (self.main_row(from, kind), self.row(self.pawns, kind));
        let [one, two, four] = self.continuation.map(|table| self.row(table, kind));
        move |to| {
            let to = to.index();
            2 * MAIN.value(main[to])
                + 2 * PAWN.value(pawns[to])
                + CONTINUATION.value(one[to])
                + CONTINUATION.value(two[to])
                + CONTINUATION.value(four[to])
        }
    }

    /// Returns the same for quiet evasions.
    #[inline]
    pub fn evasion_scores(
        &self,
        from: Option<Square>,
        kind: PieceKind,
    ) -> impl Fn(Square) -> i32 + use<'a> {
        let (main, reply) = (self.main_row(from, kind), self.row(self.continuation[0], kind));
        move |to| MAIN.value(main[to.index()]) + CONTINUATION.value(reply[to.index()])
    }

    /// Returns what low-ply history adds to the score of a quiet move. None if it does not count this ply.
    #[inline]
    pub fn low_ply_score(&self) -> Option<impl Fn(Move) -> i32 + use<'a>> {
        let (table, divisor) = self.low_ply?;
        Some(move |mv: Move| 8 * LOW_PLY.value(table[mv.origin_index()][mv.to().index()]) / divisor)
    }
}
