//! Positions put together piece by piece, and what is wrong with them.

use engine_tests::reference::{Board, Colour, Game, Piece, Square, State};
use rules::{Position, PositionError, Rules, SfenErrorKind};

/// A position that is put together piece by piece, each side's king in its right corner.
#[derive(Clone)]
pub struct Sketch {
    game: &'static Game,
    pub board: Board,
    hands: String,
    turn: Colour,
}

impl Sketch {
    pub fn of(game: &'static Game) -> Self {
        let board = Board::empty(game.files, game.ranks);
        let sketch = Self { game, board, hands: String::new(), turn: Colour::Black };
        let [one, other] = [sketch.corner(Colour::Black), sketch.corner(Colour::White)];
        sketch.put(one, Colour::Black, 'K').put(other, Colour::White, 'K')
    }

    pub fn corner(&self, side: Colour) -> Square {
        match side {
            Colour::Black => Square { file: 1, rank: self.game.ranks },
            Colour::White => Square { file: self.game.files, rank: 1 },
        }
    }

    pub fn set(mut self, square: Square, piece: Option<Piece>) -> Self {
        self.board.put(square, piece);
        self
    }

    pub fn put(self, square: Square, colour: Colour, letter: char) -> Self {
        self.set(square, Some(Piece { colour, letter, promoted: false }))
    }

    pub fn without_king(self, side: Colour) -> Self {
        let corner = self.corner(side);
        self.set(corner, None)
    }

    pub fn hold(mut self, colour: Colour, letter: char, count: usize) -> Self {
        if count > 0 {
            self.hands += &format!("{count}{}", Piece { colour, letter, promoted: false });
        }
        self
    }

    pub fn turn(mut self, turn: Colour) -> Self {
        self.turn = turn;
        self
    }

    pub fn sfen(&self) -> String {
        let hands = if self.hands.is_empty() { "-" } else { &self.hands };
        format!("{} {} {hands} 1", self.board.rows(), self.turn.letter())
    }

    /// What the engine finds wrong, and whether the reference refuses it as well.
    pub fn faults(&self) -> Vec<PositionError> {
        let (rules, sfen) = (Rules::by_name(self.game.name).expect("a game of ours"), self.sfen());
        let faults = match Position::from_sfen(rules, &sfen) {
            Ok(_) => Vec::new(),
            Err(error) => {
                assert_eq!(error.offset, sfen.len(), "{sfen}");
                let said = error.to_string();
                match error.kind {
                    SfenErrorKind::IllegalPosition(faults) => {
                        let named = faults.iter().all(|fault| said.contains(&fault.to_string()));
                        assert!(named && !said.contains('\n'), "{said}");
                        faults
                    }
                    other => panic!("{}: {sfen}: {other:?}", rules.name()),
                }
            }
        };
        let theirs = State::from_sfen(self.game, &sfen);
        assert_eq!(faults.is_empty(), theirs.is_ok(), "{}: {sfen}: {faults:?}", rules.name());
        faults
    }

    pub fn middle(&self) -> Square {
        Square { file: self.game.files / 2, rank: self.game.ranks / 2 + 1 }
    }
}
