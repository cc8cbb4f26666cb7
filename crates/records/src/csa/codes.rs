//! Names of pieces, squares and endings in CSA.

use crate::end_reason::{EndReason, GameResult};
use crate::ending::GameEnd;
use rules::{Color, PieceKind, Rules, Square};

/// The letter of the unpromoted piece, whether it is promoted, and the name in CSA.
const PIECES: [(char, bool, &str); 14] = [
    ('P', false, "FU"),
    ('L', false, "KY"),
    ('N', false, "KE"),
    ('S', false, "GI"),
    ('G', false, "KI"),
    ('B', false, "KA"),
    ('R', false, "HI"),
    ('K', false, "OU"),
    ('P', true, "TO"),
    ('L', true, "NY"),
    ('N', true, "NK"),
    ('S', true, "NG"),
    ('B', true, "UM"),
    ('R', true, "RY"),
];

/// Returns the kind of piece with a name in CSA.
pub(crate) fn kind(rules: &Rules, name: &str) -> Option<PieceKind> {
    let &(letter, is_promoted, _) = PIECES.iter().find(|(.., known)| *known == name)?;
    let kind = rules.kind_from_letter(letter)?;
    Some(if is_promoted { kind.promoted() } else { kind })
}

/// Returns the name of a kind of piece.
pub(crate) fn name(rules: &Rules, kind: PieceKind) -> &'static str {
    let letter = rules.piece_info(kind).map(|info| info.letter);
    let is_named =
        |piece: &&(char, bool, &str)| Some(piece.0) == letter && piece.1 == kind.is_promoted();
    PIECES.iter().find(is_named).expect("shogi has no other pieces").2
}

/// Reads a square of two digits from 1 to 9.
pub(super) fn square(text: &str) -> Option<Square> {
    match text.as_bytes() {
        [file @ b'1'..=b'9', rank @ b'1'..=b'9'] => Some(Square::new(file - b'1', rank - b'1')),
        _ => None,
    }
}

/// Formats a square in two digits.
pub(super) fn format_square(square: Square) -> String {
    format!("{}{}", square.file() + 1, square.rank() + 1)
}

/// Reads a word after `%`, when `side` is to move.
pub(crate) fn read_ending(word: &str, side: Color) -> Option<GameEnd> {
    // The action of a side that loses the game by it, whoever is to move.
    let loser = match word {
        "+ILLEGAL_ACTION" => Some(Color::Black),
        "-ILLEGAL_ACTION" => Some(Color::White),
        _ => None,
    };
    if let Some(loser) = loser {
        return Some(GameEnd::new(GameResult::Win(!loser), EndReason::IllegalMove));
    }
    // A declared draw by the rules of the format, but programs write it for any.
    if word == "HIKIWAKE" {
        return Some(GameEnd::new(GameResult::Draw, EndReason::Unknown));
    }
    let Some(reason) = EndReason::of_word(word, |row| row.csa) else {
        return is_word(word).then(|| GameEnd::by_other_word(word));
    };
    let mut end = GameEnd::implied(reason, side);
    if matches!(word, "MATTA" | "ERROR") {
        end.text = Some(word.to_owned());
    }
    Some(end)
}

/// Returns whether a text can be a word after `%`.
fn is_word(text: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || "_+-".contains(c);
    !text.is_empty() && text.chars().all(is_letter)
}

/// Returns whether a word that is not known can stand after `%`.
pub(crate) fn holds_word(word: &str) -> bool {
    read_ending(word, Color::Black).is_some_and(|end| end.reason == EndReason::Other)
}

/// Returns the word after `%`, when `side` is to move.
pub(crate) fn format_ending(end: &GameEnd, side: Color) -> &str {
    if let Some(word) = end.other_word().filter(|word| holds_word(word)) {
        return word;
    }
    let written = end.reason.words().and_then(|row| row.csa.first().copied());
    // A word implies who has won, except after perpetual check.
    let says_result =
        end.reason.result(side) == end.result || end.reason == EndReason::PerpetualCheck;
    if end.reason != EndReason::IllegalMove
        && says_result
        && let Some(word) = written
    {
        return word;
    }
    match end.result {
        GameResult::Win(winner) if end.reason == EndReason::IllegalMove => match winner {
            winner if winner != side => "ILLEGAL_MOVE",
            Color::Black => "-ILLEGAL_ACTION",
            Color::White => "+ILLEGAL_ACTION",
        },
        // Losses for which CSA has no word are written as the nearest one.
        GameResult::Win(winner) if winner != side => match end.reason {
            EndReason::NoLegalMove => "TSUMI",
            _ => "TORYO",
        },
        GameResult::Win(_) => "KACHI",
        GameResult::Draw => "HIKIWAKE",
        GameResult::Unknown => "CHUDAN",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_two_digits() {
        assert_eq!(square("77"), Some(Square::new(6, 6)));
        assert_eq!(square("00"), None);
        assert_eq!(format_square(Square::new(6, 6)), "77");
    }
}
