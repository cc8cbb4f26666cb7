//! Fairy-Stockfish's notation, where it differs from ours: letters of pieces, and squares in USI.

use rules::{Move, Origin, Rules, Square};

/// Pieces with different letters: our capital letter and the engine's.
///
/// For example, Fairy-Stockfish writes a dog as `O` if its variants file uses `D` for the dragon. Our
/// variants file has our letters. The engine's letters are read from the start position that it prints
/// when a game is selected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceLetters(Vec<(char, char)>);

impl PieceLetters {
    /// Parses the letters from the line that Fairy-Stockfish prints when a game is selected. Returns
    /// `None` for any other line.
    pub fn parse(rules: &Rules, line: &str) -> Option<Self> {
        let rest = line.strip_prefix("info string variant ")?;
        let (_, start) = rest.split_once(" startpos ")?;
        Some(Self::compare(rules.start_sfen(), start).unwrap_or_default())
    }

    /// Compares our text of a board with the engine's. Returns `None` if they are not the same board.
    fn compare(ours: &str, theirs: &str) -> Option<Self> {
        let board = |text: &str| -> Vec<char> {
            text.chars().take_while(|c| !matches!(c, ' ' | '[')).collect()
        };
        let (ours, theirs) = (board(ours), board(theirs));
        let mut pairs = Vec::new();
        for (&our, &their) in ours.iter().zip(&theirs) {
            if our.is_ascii_alphabetic() != their.is_ascii_alphabetic() {
                return None;
            }
            let pair = (our.to_ascii_uppercase(), their.to_ascii_uppercase());
            if our != their && !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
        (ours.len() == theirs.len()).then_some(Self(pairs))
    }

    /// Returns the engine's letter for one of ours.
    fn engine_letter(&self, letter: char) -> char {
        let pair = self.0.iter().find(|pair| pair.0 == letter.to_ascii_uppercase());
        match pair {
            Some(&(_, theirs)) if letter.is_ascii_lowercase() => theirs.to_ascii_lowercase(),
            Some(&(_, theirs)) => theirs,
            None => letter,
        }
    }

    /// Returns our letter for one of the engine's capital letters.
    fn our_letter(&self, letter: char) -> char {
        let pair = self.0.iter().find(|pair| pair.1 == letter);
        pair.map_or(letter, |pair| pair.0)
    }

    /// Converts a start position (`startpos`, `fen ...` or `sfen ...`) for the engine.
    pub fn position_to_engine(&self, position: &str) -> String {
        let fields = position.split(' ').enumerate().map(|(index, field)| match index {
            // The board, and in SFEN the hands.
            1 | 3 => field.chars().map(|c| self.engine_letter(c)).collect(),
            _ => field.to_owned(),
        });
        fields.collect::<Vec<_>>().join(" ")
    }

    /// Converts a move for the engine. Only drops name a piece.
    pub fn move_to_engine(&self, text: &str) -> String {
        replace_dropped_piece(text, |letter| self.engine_letter(letter))
    }

    /// Converts a move from the engine.
    pub fn move_from_engine(&self, text: &str) -> String {
        replace_dropped_piece(text, |letter| self.our_letter(letter))
    }
}

/// Replaces the piece letter of a drop in USI or UCI. Returns other moves unchanged.
fn replace_dropped_piece(text: &str, convert: impl Fn(char) -> char) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.as_str().chars().next()) {
        (Some(first), Some('@' | '*')) => format!("{}{}", convert(first), chars.as_str()),
        _ => text.to_owned(),
    }
}

/// Formats a USI move for Fairy-Stockfish, whose squares differ from ours on boards with ten ranks.
///
/// A file is one character, `:` for the tenth. On the tenth rank from Black's side it is two digits.
pub fn format_usi_move(rules: &Rules, mv: Move) -> String {
    let format_square = |square: Square| {
        let (file, rank) = (square.file() + 1, char::from(b'a' + square.rank()));
        if square.rank() + 10 <= rules.ranks() {
            format!("{file:02}{rank}")
        } else {
            format!("{}{rank}", char::from(b'0' + file))
        }
    };
    let to = format_square(mv.to());
    match mv.origin() {
        Origin::Board(from) => {
            let promotion = if mv.is_promotion() { "+" } else { "" };
            format!("{}{to}{promotion}", format_square(from))
        }
        Origin::Hand(kind) => {
            let letter = rules.piece_info(kind).map_or('?', |piece| piece.letter);
            format!("{letter}*{to}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VARIANT_LINE: &str = "info string variant cannonshosu files 10 ranks 10 pocket 11 template \
        shogi startpos lnsgkqgsnl/1rc1ii1cb1/pppppppppp/2o4o2/10/10/2O4O2/PPPPPPPPPP/1BC1II1CR1/\
        LNSGQKGSNL[-] w 0 1";

    #[test]
    fn a_dog_with_the_letter_o_is_converted() {
        let rules = games::by_name("cannonshosu").unwrap();
        let letters = PieceLetters::parse(rules, VARIANT_LINE).unwrap();
        assert_eq!(letters, PieceLetters(vec![('D', 'O')]));
        assert_eq!(letters.move_to_engine("D@e5"), "O@e5");
        assert_eq!(letters.move_to_engine("d4d5"), "d4d5");
        assert_eq!(letters.move_from_engine("O@e5"), "D@e5");
        for (ours, theirs) in [
            ("fen 2d7/2D7[Dd] w - - 0 1", "fen 2o7/2O7[Oo] w - - 0 1"),
            ("sfen 2d7/2D7 b 2Dd 1", "sfen 2o7/2O7 b 2Oo 1"),
            ("startpos", "startpos"),
        ] {
            assert_eq!(letters.position_to_engine(ours), theirs);
        }
    }

    #[test]
    fn letters_default_to_ours() {
        let rules = games::by_name("shogi").unwrap();
        assert_eq!(PieceLetters::parse(rules, "info string hello"), None);
        let other_board = "info string variant shogi startpos 8/8 w 0 1";
        assert_eq!(PieceLetters::parse(rules, other_board), Some(PieceLetters::default()));
    }

    #[test]
    fn squares_of_the_tenth_file_and_rank_are_converted() {
        for (ours, theirs) in [
            ("10h10g", ":h:g"),
            ("5a1e", "05a1e"),
            ("10b10a+", ":b10a+"),
            ("1j10a", "1j10a"),
            ("P*10e", "P*:e"),
            ("P*9a", "P*09a"),
        ] {
            let rules = games::by_name("shosu").unwrap();
            let mv = rules.parse_usi(ours).unwrap();
            assert_eq!(format_usi_move(rules, mv), theirs);
            assert_eq!(rules.parse_usi(theirs), Ok(mv));
        }
        let shogi = games::by_name("shogi").unwrap();
        for text in ["8h2b+", "5a1e"] {
            assert_eq!(format_usi_move(shogi, shogi.parse_usi(text).unwrap()), text);
        }
    }
}
