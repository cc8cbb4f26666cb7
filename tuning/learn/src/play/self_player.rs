//! Self-play: plays and adjudicates games of the engine against itself.

use super::game_openings::GameOpenings;
use super::label::search_for_label;
use super::played_game::{Adjudication, play_to_end};
use super::player::Player;
use crate::depth_counts::DepthCounts;
use crate::game_files::ScoredGame;
use openings::OpeningScorer;
use rules::Rules;
use search::Engine;

/// Settings of self-play games.
#[derive(Clone, Debug, Default)]
pub struct SelfPlayOptions {
    pub openings: GameOpenings,
    pub player: Player,
    pub adjudication: Adjudication,
}

/// Plays self-play games.
#[derive(Debug)]
pub struct SelfPlayer {
    options: SelfPlayOptions,
    opening_scorer: OpeningScorer,
    engine: Engine,
    /// The depths of the searches of the last game.
    depths: DepthCounts,
}

impl SelfPlayer {
    pub fn new(options: SelfPlayOptions) -> Self {
        let engine = options.player.new_engine();
        let (opening_scorer, depths) = Default::default();
        Self { options, opening_scorer, engine, depths }
    }

    /// Returns the completed depths of the searches that chose the moves of the last game.
    pub fn depths(&self) -> DepthCounts {
        self.depths
    }

    /// Plays the game of a seed. The same seed always gives the same game: the engine is cleared
    /// first.
    pub fn play_game(&mut self, rules: &'static Rules, seed: u64) -> ScoredGame {
        let Self { options, opening_scorer, engine, depths } = self;
        let position = options.openings.draw(rules, seed, opening_scorer, engine);
        engine.clear();
        *depths = DepthCounts::default();
        let limits = options.player.limits();
        play_to_end(position, options.adjudication, |position| {
            let (result, score) = search_for_label(engine, position, &limits);
            if result.best_move.is_some() {
                depths.add(result.depth);
            }
            (result.best_move, score)
        })
    }
}
