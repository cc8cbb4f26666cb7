//! Start positions of CSA: `PI`, `P1` to `P9`, `P+` and `P-`.

use super::codes::{kind, name, square};
use crate::error::RecordError;
use crate::game_name::shogi;
use rules::{Color, Piece, PieceKind, Position, Rules, Setup, Square};
use std::fmt::Write;

/// Reads one line of a start position into the setup.
pub(super) fn read_line(setup: &mut Setup, text: &str, line: usize) -> Result<(), RecordError> {
    let expected = "a start position such as PI, P1-KY-KE... or P+00FU";
    let error = || RecordError::unexpected(line, text, expected);
    let mut characters = text.chars();
    characters.next();
    match characters.next() {
        Some('I') => read_handicap(setup, characters.as_str(), line),
        Some(digit @ '1'..='9') => read_rank(setup, digit as u8 - b'1', characters.as_str(), line),
        Some('+') => read_pieces(setup, Color::Black, characters.as_str(), line),
        Some('-') => read_pieces(setup, Color::White, characters.as_str(), line),
        _ => Err(error()),
    }
}

/// Reads the pieces that are missing from the standard start position: `82HI22KA`.
fn read_handicap(setup: &mut Setup, text: &str, line: usize) -> Result<(), RecordError> {
    put_standard_pieces(setup);
    for (place, piece) in pieces(text, line)? {
        let error = || {
            let found = format!("{place}{piece}");
            RecordError::unexpected(line, &found, "a piece of the standard start position")
        };
        let square = square(place).ok_or_else(error)?;
        let kind = kind(shogi(), piece).ok_or_else(error)?;
        if setup.piece_on(square).is_none_or(|piece| piece.kind() != kind) {
            return Err(error());
        }
        setup.put(square, None);
    }
    Ok(())
}

/// Reads nine squares of three characters each: `-KY-KE * ...`. Where mail programs have joined
/// spaces, an empty square may be shorter.
fn read_rank(setup: &mut Setup, rank: u8, text: &str, line: usize) -> Result<(), RecordError> {
    let mut rest = text;
    for file in (0..shogi().files()).rev() {
        let error = || RecordError::unexpected(line, rest, "+, - or * for each of nine squares");
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix('*') {
            rest = after;
            continue;
        }
        let color = side(rest).ok_or_else(error)?;
        let kind = rest.get(1..3).and_then(|name| kind(shogi(), name)).ok_or_else(error)?;
        setup.put(Square::new(file, rank), Some(Piece::new(color, kind)));
        rest = &rest[3..];
    }
    if rest.trim().is_empty() {
        Ok(())
    } else {
        Err(RecordError::unexpected(line, rest, "no more than nine squares"))
    }
}

/// Reads pieces of a side with their squares, `00` for the hand: `55KA00FU`. `00AL` is all that
/// is left.
fn read_pieces(
    setup: &mut Setup,
    color: Color,
    text: &str,
    line: usize,
) -> Result<(), RecordError> {
    for (place, piece) in pieces(text, line)? {
        let error = || {
            let found = format!("{place}{piece}");
            RecordError::unexpected(line, &found, "a square or 00, and a piece such as FU")
        };
        if (place, piece) == ("00", "AL") {
            add_rest_to_hand(setup, color);
            continue;
        }
        let kind = kind(shogi(), piece).ok_or_else(error)?;
        match square(place) {
            Some(square) => setup.put(square, Some(Piece::new(color, kind))),
            None if place == "00" && !kind.is_promoted() => setup.add_to_hand(color, kind, 1),
            None => return Err(error()),
        }
    }
    Ok(())
}

/// Puts all pieces where they start.
pub(super) fn put_standard_pieces(setup: &mut Setup) {
    let start = Position::start(shogi());
    Square::all().for_each(|square| setup.put(square, start.piece_on(square)));
}

/// Adds the pieces of the set that are neither on the board nor in a hand, kings excepted.
fn add_rest_to_hand(setup: &mut Setup, color: Color) {
    for (index, info) in shogi().piece_infos().iter().enumerate() {
        let kind = PieceKind::base(index);
        if kind != shogi().king_kind() {
            let rest = usize::from(info.count).saturating_sub(setup.count(kind));
            setup.add_to_hand(color, kind, rest as u32);
        }
    }
}

/// Splits text into squares and pieces of two characters each.
fn pieces(text: &str, line: usize) -> Result<Vec<(&str, &str)>, RecordError> {
    let mut rest = text.trim();
    let mut pieces = Vec::new();
    while !rest.is_empty() {
        let error = || RecordError::unexpected(line, rest, "a square and a piece such as 55KA");
        pieces.push((rest.get(..2).ok_or_else(error)?, rest.get(2..4).ok_or_else(error)?));
        rest = &rest[4..];
    }
    Ok(pieces)
}

/// Formats a start position with the side to move.
pub(super) fn format(position: &Position) -> String {
    let rules = position.rules();
    let mut text = String::new();
    if is_standard(rules, position) {
        text += "PI\n";
    } else {
        for rank in 0..rules.ranks() {
            let _ = write!(text, "P{}", rank + 1);
            for file in (0..rules.files()).rev() {
                match position.piece_on(Square::new(file, rank)) {
                    None => text += " * ",
                    Some(piece) => {
                        let sign = sign(piece.color());
                        let _ = write!(text, "{sign}{}", name(rules, piece.kind()));
                    }
                }
            }
            text.push('\n');
        }
        for color in Color::BOTH {
            let hand = position.hand(color);
            if hand.is_empty() {
                continue;
            }
            let _ = write!(text, "P{}", sign(color));
            for (kind, count) in hand.iter() {
                text += &format!("00{}", name(rules, kind)).repeat(usize::from(count));
            }
            text.push('\n');
        }
    }
    let _ = writeln!(text, "{}", sign(position.side()));
    text
}

fn is_standard(rules: &'static Rules, position: &Position) -> bool {
    let start = Position::start(rules);
    let same = |square| start.piece_on(square) == position.piece_on(square);
    Square::all().all(same) && Color::BOTH.iter().all(|&color| position.hand(color).is_empty())
}

/// Returns the sign of a side.
pub(super) fn sign(color: Color) -> char {
    if color == Color::Black { '+' } else { '-' }
}

/// Returns the side with whose sign a text begins.
pub(super) fn side(text: &str) -> Option<Color> {
    Color::BOTH.into_iter().find(|&color| text.starts_with(sign(color)))
}
