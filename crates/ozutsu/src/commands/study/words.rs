//! Figures as text.

use ozutsu_learn::study::{Course, EndShare, EvalOrigin, PieceReport, PlayersEval};
use records::EndReason;
use trials::Estimate;

/// Formats a whole number with its interval, or `none`.
pub fn whole(value: Option<Estimate>, none: &str) -> String {
    value.map_or_else(|| none.into(), |value| format!("{:.0} ±{:.0}", value.value, value.error()))
}

/// Formats a number with one decimal and its interval.
pub fn with_error(value: Estimate) -> String {
    format!("{:.1} ±{:.1}", value.value, value.error())
}

/// Says which evaluation the players of a game have.
pub fn players(evaluation: &PlayersEval, variant: &str) -> String {
    match evaluation.origin {
        EvalOrigin::Movements => "the evaluation that follows from the movements".into(),
        EvalOrigin::BuiltIn => "the built-in evaluation".into(),
        EvalOrigin::File => format!("the evaluation of {variant}.eval"),
    }
}

/// Returns what is counted in a game, and its mean.
pub fn course_rows(course: &Course) -> [(&'static str, String); 7] {
    [
        ("moves", course.plies),
        ("legal moves in a position", course.branching),
        ("captures", course.captures),
        ("drops", course.drops),
        ("promotions", course.promotions),
        ("changes of the lead (1 pawn)", course.lead_changes),
        ("decided (3 pawns) after moves", course.decided),
    ]
    .map(|(label, value)| (label, value.map_or_else(|| "unknown".into(), with_error)))
}

/// Says which player should get something for even games, and how much. `ahead` is the advantage of the first player.
pub fn compensation(ahead: Estimate, pieces: &[PieceReport]) -> String {
    let (value, error) = (ahead.value.abs(), ahead.error());
    let side = if ahead.value < 0.0 { "first" } else { "second" };
    let amount = format!("the {side} player should get {value:.0} ±{error:.0} centipawns");
    if ahead.low <= 0.0 && ahead.high >= 0.0 {
        return format!("{amount}, or nothing: the games do not say who is ahead");
    }
    match nearest_piece(pieces, value) {
        Some(name) => format!("{amount}, about a {name} in hand"),
        None => amount,
    }
}

/// Returns how often a kind of piece promotes where it could, how many never moved, and in how many games none of them
/// did; `none` where that is not known.
pub fn shares_of_use(piece: &PieceReport, none: &str) -> [String; 3] {
    let mean = |value: Option<Estimate>| value.map(|value| value.value);
    let idle = piece.idle.map(|idle| idle.share);
    [mean(piece.promotion_taken), mean(piece.at_home), idle]
        .map(|share| share.map_or_else(|| none.into(), |share| format!("{:.0}%", 100.0 * share)))
}

/// Returns the name of an end.
pub fn end_name(end: &EndShare) -> String {
    let drawn = if end.draw { " (draw)" } else { "" };
    reason_words(end.reason) + drawn
}

/// Returns the name of the piece whose value in hand is nearest to a number of centipawns.
fn nearest_piece(pieces: &[PieceReport], centipawns: f64) -> Option<&str> {
    let distance = |piece: &PieceReport| {
        let values = piece.in_hand.as_ref()?;
        let value = values.results.map_or(values.movement, |results| results.value);
        Some((value - centipawns).abs())
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
