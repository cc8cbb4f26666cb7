//! The names of formats and results of records.

use crate::error;
use crate::position::color_name;
use pyo3::PyResult;
use records::{Format, GameResult};
use rules::{Color, quoted};

pub fn format_named(name: &str) -> PyResult<Format> {
    Format::from_name(name).ok_or_else(|| unknown("format", name, Format::names()))
}

/// Returns the result of this name: "black" or "white" (the winner), "draw" or "unknown".
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
