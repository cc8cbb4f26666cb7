//! What earlier searches learnt of moves: which cut off, and after what.

use crate::huge_pages::advise_huge_pages;
use crate::tunables::{history_four, history_own};
use rules::{Color, Move, Origin, Piece, PieceKind, SQUARE_COUNT, Square};

/// A moved piece and where it went: a row of the continuation table.
pub(crate) const ARRIVALS: usize = PieceKind::COUNT * SQUARE_COUNT;

/// Where counters are held to.
const LIMIT: i32 = 16_384;

/// Counters by kind and square.
type Row = [[i16; SQUARE_COUNT]; PieceKind::COUNT];

/// The counters of one thread.
#[derive(Debug)]
pub(crate) struct History {
    /// By colour, from and to.
    board: Box<[[[i16; SQUARE_COUNT]; SQUARE_COUNT]]>,
    /// By colour, kind and to.
    drops: Box<[Row]>,
    /// By arrival and the kind captured.
    captures: Box<[i16]>,
    /// By an earlier arrival and this one.
    continuation: Box<[Row]>,
}

/// The row of the continuation table that no move uses.
pub(crate) const NO_ARRIVAL: usize = ARRIVALS;

/// The place of a move in tables of arrivals.
#[inline]
pub(crate) fn arrival(piece: Piece, mv: Move) -> usize {
    let kind = if mv.is_promotion() { piece.kind().promoted() } else { piece.kind() };
    kind.index() * SQUARE_COUNT + mv.to().index()
}

impl History {
    pub fn new() -> Self {
        let zeros = |count| vec![[[0; SQUARE_COUNT]; PieceKind::COUNT]; count].into_boxed_slice();
        let new = Self {
            board: vec![[[0; SQUARE_COUNT]; SQUARE_COUNT]; 2].into_boxed_slice(),
            drops: zeros(2),
            captures: vec![0; ARRIVALS * PieceKind::COUNT].into_boxed_slice(),
            continuation: zeros(ARRIVALS + 1),
        };
        advise_huge_pages(&new.continuation);
        new
    }

    pub fn clear(&mut self) {
        let Self { board, drops, captures, continuation } = self;
        board.as_flattened_mut().as_flattened_mut().fill(0);
        drops.as_flattened_mut().as_flattened_mut().fill(0);
        captures.fill(0);
        continuation.as_flattened_mut().as_flattened_mut().fill(0);
    }

    /// What is known of a move that does not capture, after these earlier arrivals.
    #[inline]
    pub fn quiet(&self, side: Color, mv: Move, arrival: usize, earlier: &[usize; 3]) -> i32 {
        let after = |row: usize| self.continuation[row].as_flattened()[arrival];
        weighed(self.own(side, mv), earlier.map(after))
    }

    /// What is known of all moves of a piece: from a square of its or, without one, dropped, to
    /// come to be of a kind. The same numbers as [`quiet`](Self::quiet) gives, where to look them
    /// up found just once.
    #[inline]
    pub fn quiets_of(
        &self,
        side: Color,
        from: Option<Square>,
        kind: PieceKind,
        earlier: &[usize; 3],
    ) -> impl Fn(Square) -> i32 {
        let own = match from {
            Some(from) => &self.board[side.index()][from.index()],
            None => &self.drops[side.index()][kind.index()],
        };
        let after = earlier.map(|row| &self.continuation[row][kind.index()]);
        move |to| weighed(own[to.index()], after.map(|row| row[to.index()]))
    }

    #[inline]
    fn own(&self, side: Color, mv: Move) -> i16 {
        let (side, to) = (side.index(), mv.to().index());
        match mv.origin() {
            Origin::Board(from) => self.board[side][from.index()][to],
            Origin::Hand(kind) => self.drops[side][kind.index()][to],
        }
    }

    #[inline]
    fn own_mut(&mut self, side: Color, mv: Move) -> &mut i16 {
        let (side, to) = (side.index(), mv.to().index());
        match mv.origin() {
            Origin::Board(from) => &mut self.board[side][from.index()][to],
            Origin::Hand(kind) => &mut self.drops[side][kind.index()][to],
        }
    }

    /// What is known of a capture.
    #[inline]
    pub fn capture(&self, arrival: usize, captured: PieceKind) -> i32 {
        self.captures[arrival * PieceKind::COUNT + captured.index()].into()
    }

    /// Learns of a side's move that does not capture.
    pub fn learn_quiet(
        &mut self,
        side: Color,
        mv: Move,
        arrival: usize,
        earlier: &[usize; 3],
        bonus: i32,
    ) {
        nudge::<LIMIT>(self.own_mut(side, mv), bonus);
        for &row in earlier.iter().filter(|&&row| row != NO_ARRIVAL) {
            nudge::<LIMIT>(&mut self.continuation[row].as_flattened_mut()[arrival], bonus);
        }
    }

    /// Learns of a capture.
    pub fn learn_capture(&mut self, arrival: usize, captured: PieceKind, bonus: i32) {
        nudge::<LIMIT>(&mut self.captures[arrival * PieceKind::COUNT + captured.index()], bonus);
    }
}

/// What a move's own counter and those after earlier moves say together.
#[inline]
fn weighed(own: i16, [one, two, four]: [i16; 3]) -> i32 {
    let part = |counter: i16, percent: i32| i32::from(counter) * percent / 100;
    part(own, history_own()) + i32::from(one) + i32::from(two) + part(four, history_four())
}

/// Moves a counter by a bonus, less the nearer it is to its limit.
#[inline]
pub(crate) fn nudge<const LIMIT: i32>(counter: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let value = i32::from(*counter);
    *counter = (value + bonus - value * bonus.abs() / LIMIT) as i16;
}
