//! Moves as text, in USI and UCI notation.

use crate::mv::{Move, Origin};
use crate::rules::Rules;
use crate::square::{MAX_BOARD_SIZE, Square};
use std::fmt;

/// An error in the text of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {expected} at character {} of the move", offset + 1)]
pub struct ParseMoveError {
    /// The byte offset of the error.
    pub offset: usize,
    /// The expected text.
    pub expected: &'static str,
}

/// The text format of moves.
#[derive(Clone, Copy)]
enum MoveFormat {
    Usi,
    Uci,
}

impl MoveFormat {
    const fn drop_mark(self) -> char {
        match self {
            Self::Usi => '*',
            Self::Uci => '@',
        }
    }

    fn square(self, rules: &Rules, square: Square) -> impl fmt::Display + use<> {
        let file = char::from(
            b'a' + (MAX_BOARD_SIZE - 1).min(rules.files().wrapping_sub(1 + square.file())),
        );
        let rank = rules.ranks().saturating_sub(square.rank());
        fmt::from_fn(move |f| match self {
            Self::Usi => write!(f, "{square}"),
            Self::Uci => write!(f, "{file}{rank}"),
        })
    }

    /// Parses a square of the board from the start of `text`. Returns the square and the rest.
    fn parse_square<'a>(self, rules: &Rules, text: &'a str) -> Option<(Square, &'a str)> {
        let (square, rest) = match self {
            Self::Usi => Square::parse_prefix(text)?,
            Self::Uci => {
                let (file, rest) = text.split_at_checked(1)?;
                let file = file.bytes().next()?.checked_sub(b'a')?;
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                let (rank, rest) = rest.split_at(digits);
                let no_leading_zero = !rank.starts_with('0');
                let rank = rank.parse::<u8>().ok().filter(|_| no_leading_zero)?;
                let file = rules.files().checked_sub(1)?.checked_sub(file)?;
                let rank = rules.ranks().checked_sub(rank)?;
                (Square::new(file, rank), rest)
            }
        };
        rules.board_squares().contains(square).then_some((square, rest))
    }
}

impl Rules {
    /// Returns a move in USI notation: `7g7f`, `8h2b+`, `P*5e`.
    pub fn usi(&self, mv: Move) -> impl fmt::Display + '_ {
        self.format_move(mv, MoveFormat::Usi)
    }

    /// Returns a move in UCI notation: `c3c4`, `b2h8+`, `P@e5`.
    pub fn uci(&self, mv: Move) -> impl fmt::Display + '_ {
        self.format_move(mv, MoveFormat::Uci)
    }

    /// Returns a square in UCI notation: `c3`.
    pub fn uci_square(&self, square: Square) -> impl fmt::Display + use<> {
        MoveFormat::Uci.square(self, square)
    }

    /// Parses a square of the board in UCI notation from the start of a text. Returns the square and the rest.
    pub fn parse_uci_square<'a>(&self, text: &'a str) -> Option<(Square, &'a str)> {
        MoveFormat::Uci.parse_square(self, text)
    }

    /// Parses a move on this board in USI notation. Does not check whether it is legal. Spellings of other
    /// programs are accepted: `:h05g` for `10h5g`, letters of the other case, `=` after a declined promotion.
    pub fn parse_usi(&self, text: &str) -> Result<Move, ParseMoveError> {
        self.parse_move_as(text, MoveFormat::Usi)
    }

    /// Parses a move on this board in UCI notation. Does not check whether it is legal. The letter of
    /// a dropped piece may be small.
    pub fn parse_uci(&self, text: &str) -> Result<Move, ParseMoveError> {
        self.parse_move_as(text, MoveFormat::Uci)
    }

    /// Parses a move in USI or UCI notation. USI moves start with a digit, or with a capital and
    /// `*`; UCI moves start with a small letter, or with a capital and `@`.
    ///
    /// ```
    /// # let minicannon = toml::from_str(include_str!("../examples/minicannon.toml")).unwrap();
    /// # let rules = rules::Rules::build(&minicannon).unwrap();
    /// assert_eq!(rules.parse_move("2e2b"), rules.parse_move("d1d4"));
    /// ```
    pub fn parse_move(&self, text: &str) -> Result<Move, ParseMoveError> {
        if text.contains('@') || text.starts_with(|first: char| first.is_ascii_lowercase()) {
            self.parse_uci(text)
        } else {
            self.parse_usi(text)
        }
    }

    fn format_move(&self, mv: Move, format: MoveFormat) -> impl fmt::Display + '_ {
        let to = format.square(self, mv.to());
        fmt::from_fn(move |f| match mv.origin() {
            _ if mv.stays() => write!(f, "{mv:?}"),
            Origin::Board(from) => {
                let promotion = if mv.is_promotion() { "+" } else { "" };
                write!(f, "{}{to}{promotion}", format.square(self, from))
            }
            Origin::Hand(kind) => {
                let letter = self.piece_info(kind).map_or('?', |piece| piece.letter);
                write!(f, "{letter}{}{to}", format.drop_mark())
            }
        })
    }

    fn parse_move_as(&self, text: &str, format: MoveFormat) -> Result<Move, ParseMoveError> {
        let error =
            |rest: &str, expected| ParseMoveError { offset: text.len() - rest.len(), expected };
        let square =
            |rest| format.parse_square(self, rest).ok_or(error(rest, "a square of the board"));
        if let Some((letter, rest)) = text.split_once(format.drop_mark()) {
            let mut letters = letter.chars();
            let kind = match (letters.next(), letters.next()) {
                (Some(letter), None) => self.kind_from_letter(letter),
                _ => None,
            };
            let kind = kind.ok_or(error(text, "a piece letter"))?;
            let (to, rest) = square(rest)?;
            return match rest {
                "" => Ok(Move::drop(kind, to)),
                _ => Err(error(rest, "the end of the move")),
            };
        }
        let (from, rest) = square(text)?;
        let (to, end) = square(rest)?;
        match end {
            _ if from == to => Err(error(rest, "a different square")),
            "" | "=" => Ok(Move::normal(from, to)),
            "+" => Ok(Move::promotion(from, to)),
            _ => Err(error(end, "'+' or the end of the move")),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::test_games;

    #[test]
    fn usi_and_uci_moves_are_parsed() {
        let rules = test_games::rules("shosu");
        for (usi, uci) in [("10h10g", "a3a4"), ("1a10j+", "j10a1+"), ("P*10e", "P@a6")] {
            assert_eq!(rules.parse_move(usi), rules.parse_move(uci), "{usi}");
            assert!(rules.parse_move(usi).is_ok(), "{usi}");
        }
        for bad in
            ["", "k1k2", "7g", "P*", "P@", "10h10k", ":h", "10h10g==", "大", "0000", "resign"]
        {
            assert!(rules.parse_move(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn usi_moves_are_parsed_in_the_spellings_of_other_programs() {
        let rules = test_games::rules("shosu");
        for (text, usi) in [
            (":h:g", "10h10g"),
            ("010h010g", "10h10g"),
            ("10h10g=", "10h10g"),
            ("P*:e", "P*10e"),
            ("p*5e", "P*5e"),
            ("7G7F", "7g7f"),
        ] {
            assert_eq!(rules.usi(rules.parse_usi(text).unwrap()).to_string(), usi);
        }
    }
}
