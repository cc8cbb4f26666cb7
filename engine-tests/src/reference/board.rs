//! Squares, pieces and the mailbox board.

use std::fmt;
use std::str::FromStr;

/// A side: Black (sente) moves up the board, White down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    Black,
    White,
}

impl Colour {
    pub fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// `b` or `w`, as in SFEN.
    pub fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::White => 'w',
        }
    }
}

/// A square: file 1 is Black's rightmost, rank 1 (`a`) the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    pub file: i32,
    pub rank: i32,
}

impl Square {
    /// The square so many files to the right and ranks forward, as `colour` sees the board.
    pub fn step(self, colour: Colour, right: i32, forward: i32) -> Self {
        match colour {
            Colour::Black => Self { file: self.file - right, rank: self.rank - forward },
            Colour::White => Self { file: self.file + right, rank: self.rank + forward },
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
        let wrong = || format!("'{text}' is not a square");
        let rank = text.chars().last().filter(char::is_ascii_lowercase).ok_or_else(wrong)?;
        let file = &text[..text.len() - 1];
        if file.starts_with('0') || !file.chars().all(|c| c.is_ascii_digit()) {
            return Err(wrong());
        }
        Ok(Self { file: file.parse().map_err(|_| wrong())?, rank: rank as i32 - 'a' as i32 + 1 })
    }
}

/// A piece on the board: its letter is always a capital.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub colour: Colour,
    pub letter: char,
    pub promoted: bool,
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.colour {
            Colour::Black => self.letter,
            Colour::White => self.letter.to_ascii_lowercase(),
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

    /// Reads the board field of an SFEN. Any letter is a piece here.
    pub fn from_rows(files: i32, ranks: i32, text: &str) -> Result<Self, String> {
        let mut board = Self::empty(files, ranks);
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() as i32 != ranks {
            return Err(format!("{} rows instead of {ranks}", rows.len()));
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
                            return Err(format!(
                                "'{}' is no run of empty squares",
                                &rest[..digits]
                            ));
                        }
                    }
                    rest = &rest[digits..];
                } else {
                    let promoted = c == '+';
                    let letters = if promoted { &rest[1..] } else { rest };
                    let letter = letters.chars().next().filter(char::is_ascii_alphabetic);
                    let letter = letter.ok_or_else(|| format!("no piece at '{rest}'"))?;
                    let colour =
                        if letter.is_ascii_uppercase() { Colour::Black } else { Colour::White };
                    let piece = Piece { colour, letter: letter.to_ascii_uppercase(), promoted };
                    if file >= 1 {
                        board.put(Square { file, rank }, Some(piece));
                    }
                    file -= 1;
                    rest = &letters[1..];
                }
            }
            if file != 0 {
                return Err(format!("row '{row}' is not {files} squares long"));
            }
        }
        Ok(board)
    }

    /// The board field of an SFEN.
    pub fn rows(&self) -> String {
        let mut rows = Vec::new();
        for rank in 1..=self.ranks {
            let mut row = String::new();
            let mut run = 0;
            for file in (1..=self.files).rev() {
                match self.at(Square { file, rank }) {
                    None => run += 1,
                    Some(piece) => {
                        if run > 0 {
                            row += &run.to_string();
                        }
                        run = 0;
                        row += &piece.to_string();
                    }
                }
            }
            if run > 0 {
                row += &run.to_string();
            }
            rows.push(row);
        }
        rows.join("/")
    }

    pub fn contains(&self, square: Square) -> bool {
        (1..=self.files).contains(&square.file) && (1..=self.ranks).contains(&square.rank)
    }

    /// What stands on a square; nothing stands off the board.
    pub fn at(&self, square: Square) -> Option<Piece> {
        if self.contains(square) { self.cells[self.index(square)] } else { None }
    }

    /// # Panics
    ///
    /// If the square is off the board.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        assert!(self.contains(square), "{square:?} is off the board");
        let index = self.index(square);
        self.cells[index] = piece;
    }

    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (files, ranks) = (self.files, self.ranks);
        (1..=files).flat_map(move |file| (1..=ranks).map(move |rank| Square { file, rank }))
    }

    /// The pieces with their squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.squares().filter_map(|square| Some((square, self.at(square)?)))
    }

    /// How far a square is from the far end as `colour` sees it: 1 is the last rank.
    pub fn depth(&self, colour: Colour, square: Square) -> i32 {
        match colour {
            Colour::Black => square.rank,
            Colour::White => self.ranks + 1 - square.rank,
        }
    }

    fn index(&self, square: Square) -> usize {
        ((square.file - 1) * self.ranks + square.rank - 1) as usize
    }
}
