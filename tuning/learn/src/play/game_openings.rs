//! Openings of self-play games and duels.

use super::move_sampler::MoveSampler;
use rand::prelude::*;
use rand::rngs::StdRng;
use rules::{Position, Rules};
use search::Engine;
use std::ops::RangeInclusive;
use trials::{OpeningGenerator, OpeningScorer, mix_seed};

/// Random moves, then good ones drawn from searches.
#[derive(Clone, Debug)]
pub struct GameOpenings {
    /// Generator of the random moves, apart from their number. The built-in evaluation scores them.
    pub generator: OpeningGenerator,
    /// Numbers of random plies at the start of a game. Each game draws one.
    pub random_plies: RangeInclusive<u32>,
    /// Plays good moves after the random ones.
    pub sampler: MoveSampler,
}

impl Default for GameOpenings {
    fn default() -> Self {
        Self {
            generator: OpeningGenerator {
                nodes: 300,
                max_score: 1_000,
                ..OpeningGenerator::default()
            },
            random_plies: 6..=14,
            sampler: MoveSampler::default(),
        }
    }
}

/// The openings that are tried before one goes without the good moves. In all but flawed games, a few are enough.
const MAX_ATTEMPTS: usize = 100;

impl GameOpenings {
    /// Returns the position after the opening of a seed. The engine draws the good moves.
    pub(crate) fn draw(
        &self,
        rules: &'static Rules,
        seed: u64,
        scorer: &mut OpeningScorer,
        engine: &mut Engine,
    ) -> Position {
        let Self { generator, random_plies, sampler } = self;
        let (least, most) = (*random_plies.start(), *random_plies.end());
        let count = u64::from(most.saturating_sub(least)) + 1;
        let plies = least + (mix_seed(seed, 0) % count) as u32;
        let generator = OpeningGenerator { plies, ..*generator };
        // The generator of the random moves starts from the seed itself.
        let mut random = StdRng::seed_from_u64(mix_seed(seed, 1 << 63));
        let mut max_score = generator.max_score;
        for _ in 0..MAX_ATTEMPTS {
            let seed = if max_score == generator.max_score { seed } else { random.random() };
            let mut position = generator.generate(rules, seed, scorer);
            engine.clear();
            let score = sampler.play(engine, &mut position, &mut random);
            if score.is_some_and(|score| score.abs() <= max_score) {
                return position;
            }
            max_score = max_score.saturating_add(generator.max_score / 4 + 1);
        }
        // Good moves end this game at once.
        generator.generate(rules, seed, scorer)
    }
}
