//! The names of formats, results and reasons of records.

use crate::error;
use crate::position::color_name;
use pyo3::PyResult;
use records::{EndReason, Format, GameResult};
use rules::{Color, quoted};

const REASONS: &[(EndReason, &str)] = &[
    (EndReason::Unknown, "unknown"),
    (EndReason::Resignation, "resignation"),
    (EndReason::Mate, "mate"),
    (EndReason::NoLegalMove, "stalemate"),
    (EndReason::TimeForfeit, "time"),
    (EndReason::IllegalMove, "illegal move"),
    (EndReason::Repetition, "repetition"),
    (EndReason::PerpetualCheck, "perpetual check"),
    (EndReason::Impasse, "impasse"),
    (EndReason::Declaration, "declaration"),
    (EndReason::GoalReached, "goal reached"),
    (EndReason::MoveLimit, "move limit"),
    (EndReason::Agreement, "agreement"),
    (EndReason::Interruption, "interruption"),
    (EndReason::Adjudication, "adjudication"),
    (EndReason::Abandonment, "abandonment"),
    (EndReason::NoShow, "no show"),
    (EndReason::NoMate, "no mate"),
    (EndReason::Other, "other"),
];

pub fn reason_name(reason: EndReason) -> &'static str {
    REASONS.iter().find(|(known, _)| *known == reason).map_or("unknown", |(_, name)| name)
}

pub fn reason_named(name: &str) -> PyResult<EndReason> {
    let found = REASONS.iter().find(|(_, known)| *known == name).map(|(reason, _)| *reason);
    found.ok_or_else(|| unknown("reason", name, REASONS.iter().map(|(_, name)| *name)))
}

pub fn format_named(name: &str) -> PyResult<Format> {
    Format::from_name(name).ok_or_else(|| unknown("format", name, Format::names()))
}

/// Returns the result with this winner: "black", "white", or "draw" for none.
pub fn result_named(name: &str) -> PyResult<GameResult> {
    match Color::BOTH.into_iter().find(|&color| color_name(color) == name) {
        Some(winner) => Ok(GameResult::Win(winner)),
        None if name == "draw" => Ok(GameResult::Draw),
        None if name == "unknown" => Ok(GameResult::Unknown),
        None => Err(unknown("result", name, ["black", "white", "draw", "unknown"].into_iter())),
    }
}

pub fn result_name(result: GameResult) -> &'static str {
    match result {
        GameResult::Win(winner) => color_name(winner),
        GameResult::Draw => "draw",
        GameResult::Unknown => "unknown",
    }
}

fn unknown(what: &str, name: &str, known: impl Iterator<Item = &'static str>) -> pyo3::PyErr {
    error(format!(
        "unknown {what} {}, expected one of {}",
        quoted(name),
        known.collect::<Vec<_>>().join(", ")
    ))
}
