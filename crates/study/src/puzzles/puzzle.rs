//! A puzzle, and its form in EPD.

use rules::{Move, Position};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The goal of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleKind {
    /// A mate by consecutive checks.
    Mate,
    /// A winning advantage.
    Win,
}

/// A position in which only one line reaches the goal.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The position, without history.
    pub position: Position,
    /// The goal of the side to move.
    pub kind: PuzzleKind,
    /// The solution, from the first move to the last of the same side.
    pub line: Vec<Move>,
    /// The rating, if it is known: the nodes that a search needs to find the first move.
    pub nodes: Option<u64>,
}

impl Puzzle {
    /// Formats the puzzle as a line of EPD: the game, the position, and the operations `bm` (the first
    /// move), `dm` (the number of moves to mate), `pv` (the solution), `acn` (the nodes) and `id`.
    pub fn epd<'a>(&'a self, id: &'a str) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| {
            let rules = self.position.rules();
            write!(f, "{} {};", rules.name(), self.position.sfen())?;
            if let Some(&first) = self.line.first() {
                write!(f, " bm {};", rules.usi(first))?;
            }
            if self.kind == PuzzleKind::Mate {
                write!(f, " dm {};", self.line.len().div_ceil(2))?;
            }
            f.write_str(" pv")?;
            for &mv in &self.line {
                write!(f, " {}", rules.usi(mv))?;
            }
            if let Some(nodes) = self.nodes {
                write!(f, "; acn {nodes}")?;
            }
            write!(f, "; id \"{}\"", id.replace('"', "'").replace(char::is_control, " "))
        })
    }
}
