//! A copy of a board that is kept up to date only by the calls to an [`Observer`].

use rules::{Board, Color, Observer, Piece, PieceKind, SQUARE_COUNT, Square};

/// An observer that rebuilds the board from the reported changes and asserts that each of them is
/// consistent with what it knows.
#[derive(Clone, Debug)]
pub struct ObservedBoard {
    current: BoardContents,
    /// Contents before each move that has been made and not undone.
    past: Vec<BoardContents>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct BoardContents {
    squares: [Option<Piece>; SQUARE_COUNT],
    hands: [[u8; PieceKind::BASE_COUNT]; 2],
}

impl BoardContents {
    fn of(board: &Board) -> Self {
        let counts =
            |color| std::array::from_fn(|index| board.hand(color).count(PieceKind::base(index)));
        Self {
            squares: std::array::from_fn(|index| board.piece_on(Square::from_index(index))),
            hands: Color::BOTH.map(counts),
        }
    }
}

impl ObservedBoard {
    /// Copies a board.
    pub fn of(board: &Board) -> Self {
        Self { current: BoardContents::of(board), past: Vec::new() }
    }

    /// Returns how many moves have been reported and not undone.
    pub fn depth(&self) -> usize {
        self.past.len()
    }

    /// Returns whether the copy equals the board.
    pub fn matches(&self, board: &Board) -> bool {
        self.current == BoardContents::of(board)
    }
}

impl Observer for ObservedBoard {
    fn move_started(&mut self, before: &Board) {
        assert!(self.matches(before), "the board differs before the move");
        self.past.push(self.current);
    }

    fn move_undone(&mut self, board: &Board) {
        self.current = self.past.pop().expect("no more moves undone than made");
        assert!(self.matches(board), "the board differs after undoing the move");
    }

    fn piece_added(&mut self, piece: Piece, square: Square) {
        let before = self.current.squares[square.index()].replace(piece);
        assert_eq!(before, None, "{piece:?} added to the occupied square {square}");
    }

    fn piece_removed(&mut self, piece: Piece, square: Square) {
        let before = self.current.squares[square.index()].take();
        assert_eq!(before, Some(piece), "piece removed from {square}");
    }

    fn hand_changed(&mut self, color: Color, kind: PieceKind, before: u8, after: u8) {
        let count = &mut self.current.hands[color.index()][kind.index()];
        assert_eq!(*count, before, "{kind:?} in {color}'s hand before the change");
        *count = after;
    }
}
