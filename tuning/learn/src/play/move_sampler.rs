//! Openings of good moves, so that the formations of real games appear.

use super::label::search_for_label;
use crate::search_lines::search_lines;
use clap::value_parser;
use rand::prelude::*;
use rand::rngs::StdRng;
use rules::{Move, Outcome, Position};
use search::{Engine, Limits};
use std::ops::RangeInclusive;
use trials::OpeningGenerator;

/// Moves that a search compares.
const LINES: usize = 8;

/// Plays good moves at random, worse ones more rarely.
#[derive(Clone, Debug, clap::Args)]
pub struct MoveSampler {
    /// Number of good moves that are drawn after the random ones, or a range of it. They are not trained on.
    #[arg(long = "sampled", value_name = "N or N-N", default_value = "0", value_parser = parse_plies)]
    pub plies: RangeInclusive<u32>,
    /// Nodes of the search for the moves to draw from, and of the search of each drawn move.
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

/// Parses a number of plies or a range of them, as in `6-14`.
pub fn parse_plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let invalid =
        |number: &str| format!("invalid number '{number}', expected N or N-N, as in 6-14");
    let parse = |number: &str| number.parse().map_err(|_| invalid(number));
    let (least, most) = (parse(least)?, parse(most)?);
    if most > OpeningGenerator::MAX_PLIES {
        return Err(format!("{most} is not in 0..={}", OpeningGenerator::MAX_PLIES));
    }
    if least > most {
        return Err(format!("the range {text} is empty"));
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
            let mv;
            (mv, score) = self.draw(engine, position, temperature, random)?;
            position.do_move(mv);
            if position.outcome() != Outcome::Ongoing {
                return None;
            }
        }
        Some(score)
    }

    /// Draws a move, with its score.
    ///
    /// A search for several moves with few nodes is shallow, and takes blunders for the best moves. So each drawn move
    /// is searched again alone, and drawn again if it is refuted.
    fn draw(
        &self,
        engine: &mut Engine,
        position: &mut Position,
        temperature: f64,
        random: &mut StdRng,
    ) -> Option<(Move, i32)> {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let (result, best_score) = search_for_label(engine, position, &limits);
        let (best_move, best_score) = (result.best_move()?, best_score.raw());
        let lines = search_lines(engine, position, self.nodes, LINES);
        let mut moves: Vec<(Move, i32)> =
            lines.iter().filter_map(|line| Some((*line.pv.first()?, line.score.raw()))).collect();
        let highest = moves.iter().map(|&(_, score)| score).max();
        let weight = |&(_, score): &(Move, i32)| {
            let loss = highest.unwrap_or(score) - score;
            if loss <= self.margin { (f64::from(-loss) / temperature.max(1.0)).exp() } else { 0.0 }
        };
        while let Ok(&(mv, _)) = moves.choose_weighted(random, weight) {
            if mv == best_move {
                break;
            }
            let score = score_after(engine, position, mv, &limits);
            if best_score - score <= self.margin {
                return Some((mv, score));
            }
            moves.retain(|&(refuted, _)| refuted != mv);
        }
        Some((best_move, best_score))
    }
}

/// Returns the score of a move for the side that makes it, in the evaluation's units.
fn score_after(engine: &mut Engine, position: &mut Position, mv: Move, limits: &Limits) -> i32 {
    position.do_move(mv);
    let (_, score) = search_for_label(engine, position, limits);
    position.undo_move();
    -score.raw()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blunder_that_looks_best_is_not_drawn() {
        // After 6h9h the gold cannon attacks the lance. A search for eight moves guards it by 8b9b, and overlooks that
        // this is mate in one.
        let rules = games::by_name("taihoshogi").unwrap();
        let parse = |text| rules.parse_usi(text).unwrap();
        let mut position = Position::start(rules);
        position.do_move(parse("6h9h"));
        let sampler = MoveSampler { plies: 1..=1, ..MoveSampler::default() };
        let mut engine = Engine::on_calling_thread().unwrap().with_hash(4);
        let lines = search_lines(&mut engine, &position, sampler.nodes, LINES);
        assert_eq!(lines[0].pv[0], parse("8b9b"));
        for seed in 0..20 {
            let mut random = StdRng::seed_from_u64(seed);
            sampler.play(&mut engine, &mut position, &mut random).unwrap();
            assert_ne!(position.last_move(), Some(parse("8b9b")), "seed {seed}");
            position.undo_move();
        }
    }
}
