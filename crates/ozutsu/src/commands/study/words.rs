//! Figures as text.

use ozutsu_learn::study::{PieceReport, Value};
use records::EndReason;

/// Returns half the width of the interval.
pub fn error_of(value: Value) -> f64 {
    (value.high - value.low) / 2.0
}

/// Formats a whole number with its interval, or `none`.
pub fn whole(value: Option<Value>, none: &str) -> String {
    value.map_or_else(|| none.into(), |value| format!("{:.0} ±{:.0}", value.value, error_of(value)))
}

/// Returns the name of the piece whose value in hand is nearest to an advantage, if one player is surely ahead.
pub fn nearest_piece(pieces: &[PieceReport], ahead: Value) -> Option<&str> {
    if ahead.low <= 0.0 && ahead.high >= 0.0 {
        return None;
    }
    let distance = |piece: &PieceReport| {
        let values = piece.in_hand.as_ref()?;
        let value = values.results.map_or(values.movement, |results| results.value);
        Some((value - ahead.value.abs()).abs())
    };
    let known = pieces.iter().filter_map(|piece| Some((distance(piece)?, piece.name.as_str())));
    known.min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, name)| name)
}

pub fn reason_words(reason: EndReason) -> String {
    reason.to_string().replace('_', " ")
}

/// Joins texts with commas, and the last one with "and".
pub fn list(texts: &[String]) -> String {
    match texts {
        [texts @ .., last] if !texts.is_empty() => format!("{} and {last}", texts.join(", ")),
        _ => texts.concat(),
    }
}
