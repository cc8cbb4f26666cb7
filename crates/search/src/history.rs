//! History heuristics: counters of how often moves caused cutoffs. Main history counts a move by side,
//! origin and target, capture history by captured kind, continuation history after an earlier move.

use crate::tunables::{history_four_plies_weight, history_main_weight};
use platform::advise_huge_pages;
use rules::{Color, Move, Origin, Piece, PieceKind, SQUARE_COUNT, Square};
use std::mem;
use zerocopy::FromZeros;

const PIECE_TO_COUNT: usize = PieceKind::COUNT * SQUARE_COUNT;

/// The largest absolute value of a counter.
const HISTORY_MAX: i32 = 16_384;

/// Counters by piece-to index: by kind and target square.
type PieceToTable = [[i16; SQUARE_COUNT]; PieceKind::COUNT];

/// The history counters of one thread.
#[derive(Debug)]
pub(crate) struct History {
    /// Main history of moves on the board, by color, origin and target.
    from_to: Box<[[[i16; SQUARE_COUNT]; SQUARE_COUNT]]>,
    /// Main history of drops, by color, kind and target.
    drops: Box<[PieceToTable]>,
    /// Capture history, by piece-to index and captured kind.
    captures: Box<[i16]>,
    /// Continuation history, by the piece-to index of an earlier move and that of the move itself.
    continuation: Box<[PieceToTable]>,
    /// Which tables of `continuation` may have nonzero counters. Only these are cleared: all of
    /// them are 20 MB.
    used_continuation: Box<[bool]>,
}

/// The piece-to index of a null move, and of moves before the root.
pub(crate) const NO_PIECE_TO: usize = PIECE_TO_COUNT;

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

impl History {
    /// Returns None if there is not enough memory.
    pub fn new() -> Option<Self> {
        let continuation = PieceToTable::new_vec_zeroed(PIECE_TO_COUNT + 1).ok()?;
        advise_huge_pages(&continuation);
        Some(Self {
            from_to: vec![[[0; SQUARE_COUNT]; SQUARE_COUNT]; 2].into_boxed_slice(),
            drops: vec![[[0; SQUARE_COUNT]; PieceKind::COUNT]; 2].into_boxed_slice(),
            captures: vec![0; PIECE_TO_COUNT * PieceKind::COUNT].into_boxed_slice(),
            continuation: continuation.into_boxed_slice(),
            used_continuation: vec![false; PIECE_TO_COUNT + 1].into_boxed_slice(),
        })
    }

    pub fn clear(&mut self) {
        let Self { from_to, drops, captures, continuation, used_continuation } = self;
        from_to.as_flattened_mut().as_flattened_mut().fill(0);
        drops.as_flattened_mut().as_flattened_mut().fill(0);
        captures.fill(0);
        for (table, used) in continuation.iter_mut().zip(used_continuation) {
            if mem::take(used) {
                table.as_flattened_mut().fill(0);
            }
        }
    }

    /// Returns the weighted history of a quiet move. `continuation` has the piece-to indices of the
    /// moves one, two and four plies before.
    #[inline]
    pub fn quiet_history(
        &self,
        side: Color,
        mv: Move,
        piece_to: usize,
        continuation: &[usize; 3],
    ) -> i32 {
        let after = |index: usize| self.continuation[index].as_flattened()[piece_to];
        quiet_score(self.main(side, mv), continuation.map(after))
    }

    /// Returns the tables of the quiet moves of a node.
    #[inline]
    pub fn of_node(&self, side: Color, continuation: &[usize; 3]) -> NodeHistory<'_> {
        NodeHistory {
            from_to: &self.from_to[side.index()],
            drops: &self.drops[side.index()],
            continuation: continuation.map(|index| &self.continuation[index]),
        }
    }

    /// Returns the main history of a quiet move.
    #[inline]
    fn main(&self, side: Color, mv: Move) -> i16 {
        let (side, to) = (side.index(), mv.to().index());
        match mv.origin() {
            Origin::Board(from) => self.from_to[side][from.index()][to],
            Origin::Hand(kind) => self.drops[side][kind.index()][to],
        }
    }

    #[inline]
    fn main_mut(&mut self, side: Color, mv: Move) -> &mut i16 {
        let (side, to) = (side.index(), mv.to().index());
        match mv.origin() {
            Origin::Board(from) => &mut self.from_to[side][from.index()][to],
            Origin::Hand(kind) => &mut self.drops[side][kind.index()][to],
        }
    }

    #[inline]
    pub fn capture_history(&self, piece_to: usize, captured: PieceKind) -> i32 {
        self.captures[piece_to * PieceKind::COUNT + captured.index()].into()
    }

    /// Adds a bonus to the counters of a quiet move.
    pub fn update_quiet(
        &mut self,
        side: Color,
        mv: Move,
        piece_to: usize,
        continuation: &[usize; 3],
        bonus: i32,
    ) {
        apply_gravity::<HISTORY_MAX>(self.main_mut(side, mv), bonus);
        for &index in continuation.iter().filter(|&&index| index != NO_PIECE_TO) {
            self.used_continuation[index] = true;
            let counters = self.continuation[index].as_flattened_mut();
            apply_gravity::<HISTORY_MAX>(&mut counters[piece_to], bonus);
        }
    }

    /// Adds a bonus to the counter of a capture.
    pub fn update_capture(&mut self, piece_to: usize, captured: PieceKind, bonus: i32) {
        let index = piece_to * PieceKind::COUNT + captured.index();
        apply_gravity::<HISTORY_MAX>(&mut self.captures[index], bonus);
    }
}

/// The tables that the history of a node's quiet moves is read from, looked up once for all of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeHistory<'a> {
    from_to: &'a [[i16; SQUARE_COUNT]; SQUARE_COUNT],
    drops: &'a PieceToTable,
    continuation: [&'a PieceToTable; 3],
}

impl NodeHistory<'_> {
    /// Returns [`History::quiet_history`] as a function of the target square, for moves of one piece
    /// from a square or, without one, from the hand. `kind` is its kind after the move.
    #[inline]
    pub fn by_target(&self, from: Option<Square>, kind: PieceKind) -> impl Fn(Square) -> i32 {
        let main = match from {
            Some(from) => &self.from_to[from.index()],
            None => &self.drops[kind.index()],
        };
        let after = self.continuation.map(|table| &table[kind.index()]);
        move |to| quiet_score(main[to.index()], after.map(|scores| scores[to.index()]))
    }
}

/// Combines main history with continuation history one, two and four plies back.
#[inline]
fn quiet_score(main: i16, [one, two, four]: [i16; 3]) -> i32 {
    let weighted = |counter: i16, weight: i32| (i32::from(counter) * weight) >> 7;
    weighted(main, history_main_weight())
        + i32::from(one)
        + i32::from(two)
        + weighted(four, history_four_plies_weight())
}

/// Adds a bonus to a counter, scaled down as the counter approaches `LIMIT` in its direction.
#[inline]
pub(crate) fn apply_gravity<const LIMIT: i32>(counter: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let value = i32::from(*counter);
    *counter = (value + bonus - value * bonus.abs() / LIMIT) as i16;
}
