//! Figures as text.

use ozutsu_learn::study::Value;
use records::EndReason;
use statistics::Share;

/// Formats a share in per cent, with the distance to the farther end of its interval.
pub fn percent(share: Share) -> String {
    let Share { share, low, high, .. } = share;
    format!("{:.0}% ±{:.0}", 100.0 * share, (100.0 * (high - share).max(share - low)).max(1.0))
}

/// Returns half the width of the interval.
pub fn error_of(value: Value) -> f64 {
    (value.high - value.low) / 2.0
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
