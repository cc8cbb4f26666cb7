//! A board kept only by what an observer hears.

use rules::{Board, Color, Observer, Piece, PieceKind, SQUARE_COUNT, Square};

/// A copy of a board that follows its game by events alone.
#[derive(Clone, Debug)]
pub struct Mirror {
    present: Picture,
    past: Vec<Picture>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Picture {
    cells: [Option<Piece>; SQUARE_COUNT],
    hands: [[u8; PieceKind::BASE_COUNT]; 2],
}

impl Picture {
    fn of(board: &Board) -> Self {
        let held =
            |color| std::array::from_fn(|place| board.hand(color).count(PieceKind::base(place)));
        Self {
            cells: std::array::from_fn(|index| board.piece_on(Square::from_index(index))),
            hands: Color::BOTH.map(held),
        }
    }
}

impl Mirror {
    /// A copy of a board as it is now.
    pub fn of(board: &Board) -> Self {
        Self { present: Picture::of(board), past: Vec::new() }
    }

    /// Returns how many moves have been reported and not undone.
    pub fn depth(&self) -> usize {
        self.past.len()
    }

    /// Returns whether the copy equals the board.
    pub fn matches(&self, board: &Board) -> bool {
        self.present == Picture::of(board)
    }
}

impl Observer for Mirror {
    fn move_started(&mut self, before: &Board) {
        assert!(self.matches(before), "the board differs before the move");
        self.past.push(self.present);
    }

    fn move_made(&mut self, after: &Board) {
        assert!(self.matches(after), "the board differs after the move");
    }

    fn move_undone(&mut self, board: &Board) {
        self.present = self.past.pop().expect("no more moves undone than made");
        assert!(self.matches(board), "the board differs after undoing the move");
    }

    fn piece_added(&mut self, piece: Piece, square: Square) {
        let before = self.present.cells[square.index()].replace(piece);
        assert_eq!(before, None, "{piece:?} added to {square}");
    }

    fn piece_removed(&mut self, piece: Piece, square: Square) {
        let before = self.present.cells[square.index()].take();
        assert_eq!(before, Some(piece), "removed from {square}");
    }

    fn hand_changed(&mut self, color: Color, kind: PieceKind, before: u8, after: u8) {
        let held = &mut self.present.hands[color.index()][kind.index()];
        assert_eq!(*held, before, "{kind:?} in {color}'s hand");
        *held = after;
    }
}
