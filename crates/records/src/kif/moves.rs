//! Moves of KIF: `７六歩(77)`, `２二角成(88)`, `同　銀(31)`, `５五角打`.

use super::kanji::{PieceNames, digit_value, format_square, read_square};
use crate::error::MoveTextError;
use crate::notation::legal_move;
use rules::{Move, Origin, PieceKind, Position, Rules, Square};

/// The parts of a move that KIF and KI2 share.
pub(super) struct MoveParts<'a> {
    pub to: Square,
    /// The piece before any promotion.
    pub kind: PieceKind,
    pub rest: &'a str,
}

/// Reads the target square, or `同` for that of the last move, and the piece.
pub(super) fn read_parts<'a>(
    position: &Position,
    names: &PieceNames,
    text: &'a str,
) -> Result<MoveParts<'a>, MoveTextError> {
    let rules = position.rules();
    let (to, rest) = match text.strip_prefix('同') {
        Some(rest) => {
            let last = position.last_move().ok_or("there is no move before it")?;
            // Some programs write the square as well.
            let rest = rest.trim_start();
            let rest = read_square(rules, rest).map_or(rest, |(_, rest)| rest);
            (last.to(), rest)
        }
        None => read_square(rules, text).ok_or("a square of the board expected")?,
    };
    let rest = rest.trim_start();
    let (kind, rest) = names.read(rest).ok_or("a piece expected after the square")?;
    Ok(MoveParts { to, kind, rest: rest.trim() })
}

/// Reads a move with its start square.
pub(super) fn read_kif_move(
    position: &Position,
    names: &PieceNames,
    text: &str,
) -> Result<Move, MoveTextError> {
    let parts = read_parts(position, names, text)?;
    let (how, origin) = parts.rest.split_once('(').ok_or("a start square expected")?;
    let origin = origin.strip_suffix(')').ok_or("')' expected at the end")?;
    let from = read_origin(position.rules(), origin).ok_or("a start square expected")?;
    let mv = match how.trim() {
        "成" => Move::promotion(from, parts.to),
        "" | "不成" | "生" => Move::normal(from, parts.to),
        _ => return Err("only 成 or 不成 can stand before the start square".into()),
    };
    let moved = position.piece_on(from).map(|piece| piece.kind());
    if moved.is_some_and(|kind| kind != parts.kind) {
        // Some programs name the piece by what it becomes.
        let becomes = mv.is_promotion() && moved.is_some_and(|kind| kind.promoted() == parts.kind);
        if !becomes {
            return Err("another piece stands on the start square".into());
        }
    }
    legal_move(position, mv)
}

/// Reads a start square: two digits, or on wide boards file and rank with a hyphen.
pub(super) fn read_origin(rules: &Rules, text: &str) -> Option<Square> {
    if let Some((file, rank)) = text.split_once('-') {
        let number = |text: &str, limit: u8| {
            text.parse::<u8>().ok().filter(|number| (1..=limit).contains(number))
        };
        return Some(Square::new(
            number(file, rules.files())? - 1,
            number(rank, rules.ranks())? - 1,
        ));
    }
    let mut digits = text.chars();
    let (file, rank) = (digit_value(digits.next()?)?, digit_value(digits.next()?)?);
    let is_on_board = (1..=u32::from(rules.files())).contains(&file)
        && (1..=u32::from(rules.ranks())).contains(&rank);
    let ends = digits.next().is_none();
    (is_on_board && ends).then(|| Square::new(file as u8 - 1, rank as u8 - 1))
}

/// Formats a start square as [`read_origin`] reads it.
pub(super) fn format_origin(rules: &Rules, from: Square) -> String {
    let (file, rank) = (from.file() + 1, from.rank() + 1);
    let hyphen = if rules.files() > 9 || rules.ranks() > 9 { "-" } else { "" };
    format!("{file}{hyphen}{rank}")
}

/// Formats the target square and the piece of a legal move.
pub(super) fn format_parts(position: &Position, names: &PieceNames, mv: Move) -> String {
    let to = match position.last_move() {
        Some(last) if last.to() == mv.to() => "同　".to_owned(),
        _ => format_square(mv.to()),
    };
    let kind = position.moved_piece(mv).map_or("", |piece| names.written(piece.kind()));
    format!("{to}{kind}")
}

/// Formats a legal move for KIF.
pub(super) fn format_kif_move(position: &Position, names: &PieceNames, mv: Move) -> String {
    let parts = format_parts(position, names, mv);
    match mv.origin() {
        Origin::Hand(_) => format!("{parts}打"),
        Origin::Board(from) => {
            let promotion = if mv.is_promotion() { "成" } else { "" };
            format!("{parts}{promotion}({})", format_origin(position.rules(), from))
        }
    }
}
