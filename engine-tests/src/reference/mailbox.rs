//! Sides, squares, pieces, and a mailbox board: one cell per square.

use std::fmt;
use std::str::FromStr;

/// A side: Black (sente) moves up the board, White down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    Black,
    White,
}

impl Side {
    pub fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Returns `b` or `w`, as in SFEN.
    pub fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::White => 'w',
        }
    }
}

/// A square: file 1 is Black's rightmost, rank 1 (`a`) the top.
///
/// May lie off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    pub file: i32,
    pub rank: i32,
}

impl Square {
    /// Returns the square `right` files to the right and `forward` ranks ahead, as `side` sees the
    /// board.
    pub fn step(self, side: Side, right: i32, forward: i32) -> Self {
        match side {
            Side::Black => Self { file: self.file - right, rank: self.rank - forward },
            Side::White => Self { file: self.file + right, rank: self.rank + forward },
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file, char::from(b'a' + self.rank as u8 - 1))
    }
}

impl FromStr for Square {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let invalid = || format!("invalid square '{text}'");
        let rank = text.chars().last().filter(char::is_ascii_lowercase).ok_or_else(invalid)?;
        let file = &text[..text.len() - 1];
        if file.starts_with('0') || !file.chars().all(|c| c.is_ascii_digit()) {
            return Err(invalid());
        }
        Ok(Self { file: file.parse().map_err(|_| invalid())?, rank: rank as i32 - 'a' as i32 + 1 })
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub side: Side,
    /// A capital, for both sides.
    pub letter: char,
    pub promoted: bool,
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.side {
            Side::Black => self.letter,
            Side::White => self.letter.to_ascii_lowercase(),
        };
        write!(f, "{}{letter}", if self.promoted { "+" } else { "" })
    }
}

/// A board of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub files: i32,
    pub ranks: i32,
    cells: Vec<Option<Piece>>,
}

impl Board {
    pub fn empty(files: i32, ranks: i32) -> Self {
        Self { files, ranks, cells: vec![None; (files * ranks) as usize] }
    }

    /// Parses the board field of an SFEN. Accepts any letter as a piece.
    pub fn from_sfen(files: i32, ranks: i32, text: &str) -> Result<Self, String> {
        let mut board = Self::empty(files, ranks);
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() as i32 != ranks {
            return Err(format!("{} ranks, expected {ranks}", rows.len()));
        }
        for (rank, row) in (1..).zip(rows) {
            let mut file = files;
            let mut rest = row;
            while let Some(c) = rest.chars().next() {
                let digits = rest.chars().take_while(char::is_ascii_digit).count();
                if digits > 0 {
                    match rest[..digits].parse() {
                        Ok(run @ 1..=99) if c != '0' => file -= run,
                        _ => {
                            let count = &rest[..digits];
                            return Err(format!("invalid number of empty squares '{count}'"));
                        }
                    }
                    rest = &rest[digits..];
                } else {
                    let promoted = c == '+';
                    let letters = if promoted { &rest[1..] } else { rest };
                    let letter = letters.chars().next().filter(char::is_ascii_alphabetic);
                    let letter = letter.ok_or_else(|| format!("expected a piece at '{rest}'"))?;
                    let side = if letter.is_ascii_uppercase() { Side::Black } else { Side::White };
                    let piece = Piece { side, letter: letter.to_ascii_uppercase(), promoted };
                    if file >= 1 {
                        board.set(Square { file, rank }, Some(piece));
                    }
                    file -= 1;
                    rest = &letters[1..];
                }
            }
            if file != 0 {
                return Err(format!("rank '{row}' does not have {files} squares"));
            }
        }
        Ok(board)
    }

    /// Returns the board field of an SFEN.
    pub fn sfen(&self) -> String {
        let mut rows = Vec::new();
        for rank in 1..=self.ranks {
            let mut row = String::new();
            let mut empty = 0;
            for file in (1..=self.files).rev() {
                match self.piece_on(Square { file, rank }) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            row += &empty.to_string();
                        }
                        empty = 0;
                        row += &piece.to_string();
                    }
                }
            }
            if empty > 0 {
                row += &empty.to_string();
            }
            rows.push(row);
        }
        rows.join("/")
    }

    pub fn contains(&self, square: Square) -> bool {
        (1..=self.files).contains(&square.file) && (1..=self.ranks).contains(&square.rank)
    }

    /// Returns the piece on a square, or `None` if it is empty or off the board.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        if self.contains(square) { self.cells[self.index(square)] } else { None }
    }

    /// Puts a piece on a square, or empties it.
    ///
    /// # Panics
    /// If the square is off the board.
    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        assert!(self.contains(square), "{square:?} is off the board");
        let index = self.index(square);
        self.cells[index] = piece;
    }

    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (files, ranks) = (self.files, self.ranks);
        (1..=files).flat_map(move |file| (1..=ranks).map(move |rank| Square { file, rank }))
    }

    /// Returns the occupied squares with their pieces.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.squares().filter_map(|square| Some((square, self.piece_on(square)?)))
    }

    /// Returns the rank counted from the opponent's edge, starting at 1.
    pub fn rank_from_far_edge(&self, side: Side, square: Square) -> i32 {
        match side {
            Side::Black => square.rank,
            Side::White => self.ranks + 1 - square.rank,
        }
    }

    fn index(&self, square: Square) -> usize {
        ((square.file - 1) * self.ranks + square.rank - 1) as usize
    }
}
