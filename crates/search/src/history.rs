//! What earlier searches learnt of moves: which cut off, after what, and how wrong evaluations of
//! a kind were.

use rules::{Board, Kind, Move, Origin, Piece, SQUARES};

/// A moved piece and where it went: a row of the continuation table.
pub(crate) const ARRIVALS: usize = Kind::COUNT * SQUARES;

/// Where counters are held to.
const LIMIT: i32 = 16_384;

/// The counters of one thread.
#[derive(Debug)]
pub(crate) struct History {
    /// By colour, from and to.
    board: Box<[i16]>,
    /// By colour, kind and to.
    drops: Box<[i16]>,
    /// By arrival and the kind captured.
    captures: Box<[i16]>,
    /// By an earlier arrival and this one.
    continuation: Box<[i16]>,
}

/// The row of the continuation table that no move uses.
pub(crate) const NO_ARRIVAL: usize = ARRIVALS;

/// The place of a move in tables of arrivals.
#[inline]
pub(crate) fn arrival(piece: Piece, mv: Move) -> usize {
    let kind = if mv.is_promotion() { piece.kind().promoted() } else { piece.kind() };
    kind.index() * SQUARES + mv.to().index()
}

impl History {
    pub fn new() -> Self {
        let zeros = |count| vec![0; count].into_boxed_slice();
        Self {
            board: zeros(2 * SQUARES * SQUARES),
            drops: zeros(2 * ARRIVALS),
            captures: zeros(ARRIVALS * Kind::COUNT),
            continuation: zeros((ARRIVALS + 1) * ARRIVALS),
        }
    }

    /// What is known of a move that does not capture, after these earlier arrivals.
    #[inline]
    pub fn quiet(&self, board: &Board, mv: Move, arrival: usize, earlier: &[usize; 3]) -> i32 {
        let main = i32::from(self.main(board, mv));
        let after = |row: usize| i32::from(self.continuation[row * ARRIVALS + arrival]);
        main + after(earlier[0]) + after(earlier[1]) + after(earlier[2]) / 2
    }

    #[inline]
    fn main(&self, board: &Board, mv: Move) -> i16 {
        match Self::place(board, mv) {
            (false, index) => self.board[index],
            (true, index) => self.drops[index],
        }
    }

    /// Whether a move is a drop, and its place in the table of such.
    #[inline]
    fn place(board: &Board, mv: Move) -> (bool, usize) {
        let (side, to) = (board.side().index(), mv.to().index());
        match mv.origin() {
            Origin::Board(from) => (false, (side * SQUARES + from.index()) * SQUARES + to),
            Origin::Hand(kind) => (true, (side * Kind::COUNT + kind.index()) * SQUARES + to),
        }
    }

    /// What is known of a capture.
    #[inline]
    pub fn capture(&self, arrival: usize, captured: Kind) -> i32 {
        self.captures[arrival * Kind::COUNT + captured.index()].into()
    }

    /// Learns of a move that does not capture.
    pub fn learn_quiet(
        &mut self,
        board: &Board,
        mv: Move,
        arrival: usize,
        earlier: &[usize; 3],
        bonus: i32,
    ) {
        let main = match Self::place(board, mv) {
            (false, index) => &mut self.board[index],
            (true, index) => &mut self.drops[index],
        };
        nudge(main, bonus);
        for &row in earlier.iter().filter(|&&row| row != NO_ARRIVAL) {
            nudge(&mut self.continuation[row * ARRIVALS + arrival], bonus);
        }
    }

    /// Learns of a capture.
    pub fn learn_capture(&mut self, arrival: usize, captured: Kind, bonus: i32) {
        nudge(&mut self.captures[arrival * Kind::COUNT + captured.index()], bonus);
    }
}

/// Moves a counter by a bonus, less the nearer it is to its limit.
#[inline]
fn nudge(counter: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let value = i32::from(*counter);
    *counter = (value + bonus - value * bonus.abs() / LIMIT) as i16;
}
