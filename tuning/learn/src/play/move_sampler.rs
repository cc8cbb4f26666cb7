//! Openings of good moves, so that the formations of real games appear.

use crate::search_lines::search_lines;
use clap::value_parser;
use rand::prelude::*;
use rand::rngs::StdRng;
use rules::{Move, Outcome, Position};
use search::Engine;
use std::ops::RangeInclusive;
use thiserror::Error;
use trials::OpeningGenerator;

/// Moves that a search compares.
const LINES: usize = 8;

/// Plays good moves at random, worse ones more rarely.
#[derive(Clone, Debug, clap::Args)]
pub struct MoveSampler {
    /// Number of good moves that are drawn after the random ones, or a range of it. They are not trained on.
    #[arg(long = "sampled", value_name = "N or N-N", default_value = "0", value_parser = parse_plies)]
    pub plies: RangeInclusive<u32>,
    /// Nodes of the search for the moves to draw from.
    #[arg(id = "sample_nodes", long = "sample-nodes", value_name = "NODES", default_value_t = Self::default().nodes, value_parser = value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Largest number of units by which a drawn move is worse than the best.
    #[arg(long = "sample-margin", value_name = "UNITS", default_value_t = Self::default().margin, value_parser = value_parser!(i32).range(0..))]
    pub margin: i32,
    /// A drawn move that is worse by this number of units is e times less probable at the start; the
    /// number falls in equal steps, to 1/N of it at the last of N drawn moves.
    #[arg(long, value_name = "UNITS", default_value_t = Self::default().temperature)]
    pub temperature: f64,
}

impl Default for MoveSampler {
    fn default() -> Self {
        Self { plies: 0..=0, nodes: 400, margin: 300, temperature: 200.0 }
    }
}

/// Why a range of plies is refused.
#[derive(Debug, Error)]
pub enum PliesError {
    #[error("invalid number '{0}', expected N or N-N, as in 6-14")]
    Number(String),
    #[error("{0} is not in 0..={max}", max = OpeningGenerator::MAX_PLIES)]
    TooMany(u32),
    #[error("the range {0} is empty")]
    Empty(String),
}

/// Parses a number of plies or a range of them, as in `6-14`.
pub fn parse_plies(text: &str) -> Result<RangeInclusive<u32>, PliesError> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let parse = |number: &str| number.parse().map_err(|_| PliesError::Number(number.to_owned()));
    let (least, most) = (parse(least)?, parse(most)?);
    if most > OpeningGenerator::MAX_PLIES {
        return Err(PliesError::TooMany(most));
    }
    if least > most {
        return Err(PliesError::Empty(text.to_owned()));
    }
    Ok(least..=most)
}

impl MoveSampler {
    /// Plays the sampled moves of a game. Returns the last score for the side that moved, in the
    /// evaluation's units: 0 without sampled moves, and `None` if the game ended.
    pub fn play(
        &self,
        engine: &mut Engine,
        position: &mut Position,
        random: &mut StdRng,
    ) -> Option<i32> {
        let plies = random.random_range(self.plies.clone());
        let mut score = 0;
        for ply in 0..plies {
            let temperature = self.temperature * f64::from(plies - ply) / f64::from(plies);
            let lines = search_lines(engine, position, self.nodes, LINES);
            let mut moves: Vec<(Move, i32)> = lines
                .iter()
                .filter_map(|line| Some((*line.pv.first()?, line.score.raw())))
                .collect();
            if moves.is_empty() {
                // Too few nodes for a line.
                moves.extend(position.legal_moves().first().map(|&mv| (mv, 0)));
            }
            let best = moves.iter().map(|&(_, score)| score).max()?;
            let weight = |&(_, score): &(Move, i32)| {
                let loss = best - score;
                let weight = (f64::from(-loss) / temperature.max(1.0)).exp();
                if loss <= self.margin { weight } else { 0.0 }
            };
            let &(mv, new_score) = moves.choose_weighted(random, weight).ok()?;
            score = new_score;
            position.do_move(mv);
            if position.outcome() != Outcome::Ongoing {
                return None;
            }
        }
        Some(score)
    }
}
