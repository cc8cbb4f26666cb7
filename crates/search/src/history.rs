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
use platform::advise_huge_pages;
use rules::{Color, Move, Origin, Piece, PieceKind, SQUARE_COUNT, Square};
use std::mem;
use zerocopy::FromZeros;

tunable! {
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

/// The number of origins of a move: squares, and kinds of pieces in hand.
const ORIGIN_COUNT: usize = SQUARE_COUNT + PieceKind::COUNT;
const PIECE_TO_COUNT: usize = PieceKind::COUNT * SQUARE_COUNT;
/// The number of pawn structures that pawn history tells apart.
const PAWN_SLOTS: usize = 256;
/// The number of plies from the root that low-ply history counts.
const LOW_PLIES: usize = 5;

/// How many plies before the node the earlier moves of continuation history were made.
pub(crate) const CONTINUATION_PLIES: [usize; 3] = [1, 2, 4];
/// The number of tables of continuation history: by the side and piece-to index of the earlier move.
const CONTINUATION_ROWS: usize = 2 * PIECE_TO_COUNT;
/// The table of a null move, and of moves before the root. It is never written.
pub(crate) const NO_CONTINUATION: usize = CONTINUATION_ROWS;

/// Counters by origin and target square.
type OriginToTable = [[i16; SQUARE_COUNT]; ORIGIN_COUNT];
/// Counters by piece-to index: by kind after the move and target square.
type PieceToTable = [[i16; SQUARE_COUNT]; PieceKind::COUNT];

/// A counter is stored as the difference from its value at the start, so that a new table is zeroed memory. Updates
/// move it towards the limit: ever less, the nearer it is.
struct CounterKind {
    limit: i32,
    initial: i32,
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
    fn update(&self, stored: &mut i16, bonus: i32) {
        let bonus = bonus.clamp(-self.limit, self.limit);
        let value = self.value(*stored);
        let updated = value + bonus - value * bonus.abs() / self.limit;
        *stored = (updated - self.initial) as i16;
    }
}

/// The history counters of one thread.
#[derive(Debug)]
pub(crate) struct History {
    /// By side.
    main: Box<[OriginToTable]>,
    /// By ply.
    low_ply: Box<[OriginToTable]>,
    /// By pawn slot and side.
    pawns: Box<[[PieceToTable; 2]]>,
    /// By side, piece-to index and captured kind.
    captures: Box<[i16]>,
    /// Continuation history of moves an odd number of plies after the earlier one, which the opponent made.
    replies: Box<[PieceToTable]>,
    /// Continuation history of moves an even number of plies after the earlier one.
    follow_ups: Box<[PieceToTable]>,
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
    /// The tables of the moves at [`CONTINUATION_PLIES`].
    pub continuation: [usize; CONTINUATION_PLIES.len()],
}

/// Returns the piece-to index of a move by a piece.
#[inline]
pub(crate) fn piece_to(piece: Piece, mv: Move) -> usize {
    piece_to_index(mv.kind_after(piece.kind()), mv.to())
}

/// Returns the piece-to index of a move after which a piece of this kind is on a square.
#[inline]
pub(crate) fn piece_to_index(kind: PieceKind, to: Square) -> usize {
    kind.index() * SQUARE_COUNT + to.index()
}

/// Returns the table for the moves that follow a move.
#[inline]
pub(crate) fn continuation_table(side: Color, piece_to: usize) -> usize {
    side.index() * PIECE_TO_COUNT + piece_to
}

/// Returns the slot of pawn history for a hash of the pawn structure.
#[inline]
pub(crate) fn pawn_slot(pawn_hash: u64) -> usize {
    (pawn_hash >> 56) as usize % PAWN_SLOTS
}

#[inline]
fn origin_index(mv: Move) -> usize {
    match mv.origin() {
        Origin::Board(from) => from.index(),
        Origin::Hand(kind) => SQUARE_COUNT + kind.index(),
    }
}

impl History {
    /// Returns None if there is not enough memory.
    pub fn new() -> Option<Self> {
        let zeroed = |count| PieceToTable::new_vec_zeroed(count).ok();
        let (replies, follow_ups) =
            (zeroed(CONTINUATION_ROWS + 1)?, zeroed(CONTINUATION_ROWS + 1)?);
        advise_huge_pages(&replies);
        advise_huge_pages(&follow_ups);
        Some(Self {
            main: OriginToTable::new_vec_zeroed(2).ok()?.into_boxed_slice(),
            low_ply: OriginToTable::new_vec_zeroed(LOW_PLIES).ok()?.into_boxed_slice(),
            pawns: <[PieceToTable; 2]>::new_vec_zeroed(PAWN_SLOTS).ok()?.into_boxed_slice(),
            captures: i16::new_vec_zeroed(2 * PIECE_TO_COUNT * PieceKind::COUNT)
                .ok()?
                .into_boxed_slice(),
            replies: replies.into_boxed_slice(),
            follow_ups: follow_ups.into_boxed_slice(),
            used_continuation: bool::new_vec_zeroed(CONTINUATION_ROWS + 1).ok()?.into_boxed_slice(),
        })
    }

    pub fn clear(&mut self) {
        self.clear_low_ply();
        self.main.as_flattened_mut().as_flattened_mut().fill(0);
        self.pawns.as_flattened_mut().as_flattened_mut().as_flattened_mut().fill(0);
        self.captures.fill(0);
        let tables = self.replies.iter_mut().zip(&mut self.follow_ups);
        for ((replies, follow_ups), used) in tables.zip(&mut self.used_continuation) {
            if mem::take(used) {
                replies.as_flattened_mut().fill(0);
                follow_ups.as_flattened_mut().fill(0);
            }
        }
    }

    /// Clears the history that depends on the root of the search.
    pub fn clear_low_ply(&mut self) {
        self.low_ply.as_flattened_mut().as_flattened_mut().fill(0);
    }

    /// Returns the tables of the quiet moves of a node.
    #[inline]
    pub fn of_node(&self, context: &QuietContext) -> NodeHistory<'_> {
        let &QuietContext { side, ply, pawn_slot, continuation, .. } = context;
        let [one, two, four] = continuation;
        NodeHistory {
            main: &self.main[side.index()],
            low_ply: (ply < LOW_PLIES).then(|| (&self.low_ply[ply], 1 + ply as i32)),
            pawns: &self.pawns[pawn_slot][side.index()],
            continuation: [&self.replies[one], &self.follow_ups[two], &self.follow_ups[four]],
        }
    }

    /// Returns the main history of a quiet move.
    #[inline]
    pub fn main(&self, side: Color, mv: Move) -> i32 {
        MAIN.value(self.main[side.index()][origin_index(mv)][mv.to().index()])
    }

    /// Returns the continuation history one and two plies before, together.
    #[inline]
    pub fn continuation(&self, context: &QuietContext, piece_to: usize) -> i32 {
        let [one, two, ..] = context.continuation;
        CONTINUATION.value(self.replies[one].as_flattened()[piece_to])
            + CONTINUATION.value(self.follow_ups[two].as_flattened()[piece_to])
    }

    #[inline]
    pub fn pawn(&self, context: &QuietContext, piece_to: usize) -> i32 {
        let table = &self.pawns[context.pawn_slot][context.side.index()];
        PAWN.value(table.as_flattened()[piece_to])
    }

    #[inline]
    pub fn capture(&self, side: Color, piece_to: usize, captured: PieceKind) -> i32 {
        CAPTURE.value(self.captures[capture_index(side, piece_to, captured)])
    }

    /// Adds a bonus to all counters of a quiet move.
    pub fn update_quiet(&mut self, context: &QuietContext, mv: Move, piece_to: usize, bonus: i32) {
        self.update_main(context.side, mv, bonus);
        if let Some(table) = self.low_ply.get_mut(context.ply) {
            let counter = &mut table[origin_index(mv)][mv.to().index()];
            LOW_PLY.update(counter, bonus * low_ply_update() / 1024);
        }
        self.update_continuation(context, piece_to, bonus * continuation_update() / 1024);
        let pawn_update = if bonus > 0 { pawn_bonus_update() } else { pawn_malus_update() };
        self.update_pawn(context.side, context.pawn_slot, piece_to, bonus * pawn_update / 1024);
    }

    pub fn update_main(&mut self, side: Color, mv: Move, bonus: i32) {
        let counter = &mut self.main[side.index()][origin_index(mv)][mv.to().index()];
        MAIN.update(counter, bonus);
    }

    pub fn update_pawn(&mut self, side: Color, pawn_slot: usize, piece_to: usize, bonus: i32) {
        let table = &mut self.pawns[pawn_slot][side.index()];
        PAWN.update(&mut table.as_flattened_mut()[piece_to], bonus);
    }

    pub fn update_continuation(&mut self, context: &QuietContext, piece_to: usize, bonus: i32) {
        let weights = [continuation_update_1(), continuation_update_2(), continuation_update_4()];
        let updated = context.continuation.iter().zip(CONTINUATION_PLIES).zip(weights);
        for ((&table, plies), weight) in updated {
            if table == NO_CONTINUATION || context.in_check && plies > 2 {
                continue;
            }
            self.used_continuation[table] = true;
            let is_reply = plies % 2 == 1;
            let tables = if is_reply { &mut self.replies } else { &mut self.follow_ups };
            let constant = if plies == 1 { continuation_constant() } else { 0 };
            let counter = &mut tables[table].as_flattened_mut()[piece_to];
            CONTINUATION.update(counter, bonus * weight / 1024 + constant);
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
        CAPTURE.update(&mut self.captures[capture_index(side, piece_to, captured)], bonus);
    }
}

#[inline]
fn capture_index(side: Color, piece_to: usize, captured: PieceKind) -> usize {
    (side.index() * PIECE_TO_COUNT + piece_to) * PieceKind::COUNT + captured.index()
}

/// The tables that the history of a node's quiet moves is read from, looked up once for all of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeHistory<'a> {
    main: &'a OriginToTable,
    /// The table, and what its counters are divided by.
    low_ply: Option<(&'a OriginToTable, i32)>,
    pawns: &'a PieceToTable,
    continuation: [&'a PieceToTable; CONTINUATION_PLIES.len()],
}

impl NodeHistory<'_> {
    /// Returns the scores that order the quiet moves of a piece on a square, as a function of the target square. `kind` is
    /// its kind after the move.
    #[inline]
    pub fn quiet_scores(&self, from: Square, kind: PieceKind) -> impl Fn(Square) -> i32 {
        let main = &self.main[from.index()];
        let low_ply = self.low_ply.map(|(table, divisor)| (&table[from.index()], divisor));
        let pawns = &self.pawns[kind.index()];
        let continuation = self.continuation.map(|table| &table[kind.index()]);
        move |to| {
            let to = to.index();
            let mut score = 2 * MAIN.value(main[to]) + 2 * PAWN.value(pawns[to]);
            for table in continuation {
                score += CONTINUATION.value(table[to]);
            }
            if let Some((table, divisor)) = low_ply {
                score += 8 * LOW_PLY.value(table[to]) / divisor;
            }
            score
        }
    }

    /// Returns the scores that order the drops of a kind, for all target squares at once.
    #[inline]
    pub fn drop_scores(&self, kind: PieceKind) -> [i32; SQUARE_COUNT] {
        let origin = SQUARE_COUNT + kind.index();
        let (main, pawns) = (&self.main[origin], &self.pawns[kind.index()]);
        let [one, two, four] = self.continuation.map(|table| &table[kind.index()]);
        let mut scores = [0; SQUARE_COUNT];
        for to in 0..SQUARE_COUNT {
            scores[to] = 2 * MAIN.value(main[to])
                + 2 * PAWN.value(pawns[to])
                + CONTINUATION.value(one[to])
                + CONTINUATION.value(two[to])
                + CONTINUATION.value(four[to]);
        }
        if let Some((table, divisor)) = self.low_ply {
            for (score, &counter) in scores.iter_mut().zip(&table[origin]) {
                *score += 8 * LOW_PLY.value(counter) / divisor;
            }
        }
        scores
    }

    /// Returns the scores that order quiet evasions from a square or, without one, from the hand.
    #[inline]
    pub fn evasion_scores<'a>(
        &'a self,
        from: Option<Square>,
        kind: PieceKind,
    ) -> impl Fn(Square) -> i32 + use<'a> {
        let main = &self.main[from.map_or(SQUARE_COUNT + kind.index(), Square::index)];
        let reply = &self.continuation[0][kind.index()];
        move |to| MAIN.value(main[to.index()]) + CONTINUATION.value(reply[to.index()])
    }
}
