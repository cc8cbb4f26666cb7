#![doc = include_str!("../README.md")]
//!
//! # Overview
//!
//! An [`OpeningGenerator`] turns a seed into an opening. The same seed and the same search give the
//! same opening.
//!
//! A change to the search changes which positions it scores as balanced. Openings that must not
//! change are therefore stored as text: [`stored_set`] returns 300 for each game.

#![deny(unsafe_code)]

use rand::prelude::*;
use rand::rngs::StdRng;
use rules::{Outcome, Position, Rules};
use search::{Control, Engine, Limits};

/// Generates openings: random moves from the start position, kept if their score is close to even.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningGenerator {
    /// Number of random plies.
    pub plies: u32,
    /// Nodes of the search that scores a candidate.
    pub nodes: u64,
    /// Largest accepted absolute score, in the evaluation's units.
    pub max_score: i32,
}

impl Default for OpeningGenerator {
    fn default() -> Self {
        Self { plies: 8, nodes: 5_000, max_score: 250 }
    }
}

/// Number of rejected candidates after which the accepted score is doubled.
const CANDIDATES_PER_LIMIT: u32 = 40;

/// The first, quick search of a candidate visits `nodes / QUICK_SEARCH_DIVISOR` nodes.
const QUICK_SEARCH_DIVISOR: u64 = 10;

impl OpeningGenerator {
    /// Largest allowed `plies`. With more random moves nearly every game would end within the
    /// opening, and [`Self::generate`] would find no candidate.
    pub const MAX_PLIES: u32 = 40;

    /// Returns the opening of a seed: a position with the moves that lead to it.
    ///
    /// Doubles the accepted score each time too many candidates are unbalanced.
    pub fn generate(
        &self,
        rules: &'static Rules,
        seed: u64,
        scorer: &mut OpeningScorer,
    ) -> Position {
        scorer.0.clear();
        let mut candidates = RandomPositions::new(rules, self.plies, seed);
        let mut max_score = self.max_score.max(1);
        loop {
            for _ in 0..CANDIDATES_PER_LIMIT {
                let position = candidates.next_position();
                let mut is_balanced = |limit, nodes| scorer.score(&position, nodes).abs() <= limit;
                // Most candidates lose material, which the quick search already sees.
                if is_balanced(max_score.saturating_mul(2), self.nodes / QUICK_SEARCH_DIVISOR)
                    && is_balanced(max_score, self.nodes)
                {
                    return position;
                }
            }
            max_score = max_score.saturating_mul(2);
        }
    }
}

/// The search that scores candidates for an opening.
#[derive(Debug)]
pub struct OpeningScorer(Engine);

impl Default for OpeningScorer {
    fn default() -> Self {
        // A small table is enough for a short search and quick to clear.
        Self(Engine::on_calling_thread().with_hash(1))
    }
}

impl OpeningScorer {
    /// Returns the score from the side to move's point of view, in the evaluation's units.
    fn score(&mut self, position: &Position, nodes: u64) -> i32 {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        self.0.search(position, &limits, &Control::default(), &mut ()).score.raw()
    }
}

/// An endless sequence of positions after random moves. The seed determines the sequence.
#[derive(Debug)]
pub struct RandomPositions {
    rules: &'static Rules,
    plies: u32,
    rng: StdRng,
}

impl RandomPositions {
    /// Creates the sequence of a seed. Each position is `plies` random moves from the start
    /// position.
    pub fn new(rules: &'static Rules, plies: u32, seed: u64) -> Self {
        Self { rules, plies, rng: StdRng::seed_from_u64(seed) }
    }

    /// Returns the next position in which the game is not over.
    pub fn next_position(&mut self) -> Position {
        loop {
            if let Some(position) = self.try_next() {
                return position;
            }
        }
    }

    /// Plays random moves from the start position. Returns `None` if the game ends.
    fn try_next(&mut self) -> Option<Position> {
        let mut position = Position::start(self.rules);
        for _ in 0..self.plies {
            let mut moves = position.legal_moves();
            // Sorted to make the choice independent of the order of move generation.
            moves.sort_unstable_by_key(|mv| mv.bits());
            position.do_move(*moves.choose(&mut self.rng)?);
        }
        (position.outcome() == Outcome::Ongoing).then_some(position)
    }
}

/// Derives the seed of item `index` from the seed of a run. Runs with consecutive seeds have
/// different item seeds.
pub const fn mix_seed(seed: u64, index: u64) -> u64 {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(index)
}

/// Returns the stored set of a game, or `None` if it has none: lines of the name of the game,
/// `startpos moves` and USI moves. Lines that start with `#` are comments.
pub fn stored_set(rules: &Rules) -> Option<&'static str> {
    games::openings(rules.name())
}
