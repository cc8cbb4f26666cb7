//! Openings of good moves, so that the formations of real games appear.

use crate::search_lines::search_lines;
use rand::prelude::*;
use rand::rngs::StdRng;
use rules::{Move, Outcome, Position};
use search::Engine;
use std::ops::RangeInclusive;

/// Moves that a search compares.
const LINES: usize = 8;

/// Plays good moves at random, worse ones more rarely.
#[derive(Clone, Debug)]
pub struct MoveSampler {
    /// Numbers of sampled plies. Each game draws one.
    pub plies: RangeInclusive<u32>,
    /// Nodes of the search for the best moves.
    pub nodes: u64,
    /// Largest number of units that a move may be worse than the best.
    pub margin: i32,
    /// A move that is worse by this number of units is e times less probable at the first ply. It falls
    /// linearly to 0, where only the best move is played.
    pub temperature: f64,
}

impl Default for MoveSampler {
    fn default() -> Self {
        Self { plies: 0..=0, nodes: 400, margin: 300, temperature: 200.0 }
    }
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
            let moves: Vec<(Move, i32)> = lines
                .iter()
                .filter_map(|line| Some((*line.pv.first()?, line.score.raw())))
                .collect();
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
