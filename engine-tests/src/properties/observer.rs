//! A board kept only by what an observer hears.

use rules::{Board, Color, Kind, Observer, Piece, SQUARES, Square};

/// A copy of a board that follows its game by events alone.
#[derive(Clone, Debug)]
pub struct Mirror {
    present: Picture,
    past: Vec<Picture>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Picture {
    cells: [Option<Piece>; SQUARES],
    hands: [[u8; Kind::BASES]; 2],
}

impl Picture {
    fn of(board: &Board) -> Self {
        let held = |color| std::array::from_fn(|place| board.hand(color).count(Kind::base(place)));
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

    /// Whether what was heard is what happened.
    pub fn shows(&self, board: &Board) -> bool {
        self.present == Picture::of(board)
    }
}

impl Observer for Mirror {
    fn advance(&mut self) {
        self.past.push(self.present);
    }

    fn retreat(&mut self) {
        self.present = self.past.pop().expect("no more moves taken back than made");
    }

    fn put(&mut self, piece: Piece, square: Square) {
        let before = self.present.cells[square.index()].replace(piece);
        assert_eq!(before, None, "{piece:?} put on {square}");
    }

    fn lift(&mut self, piece: Piece, square: Square) {
        let before = self.present.cells[square.index()].take();
        assert_eq!(before, Some(piece), "lifted from {square}");
    }

    fn hold(&mut self, color: Color, kind: Kind, before: u8, after: u8) {
        let held = &mut self.present.hands[color.index()][kind.index()];
        assert_eq!(*held, before, "{kind:?} in {color}'s hand");
        *held = after;
    }
}
