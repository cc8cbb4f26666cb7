//! Self-play: games of the engine against itself, and a file of them that several threads generate and that is written in
//! order.

use super::game_openings::GameOpenings;
use super::label::search_for_label;
use super::played_game::{Adjudication, play_to_end};
use super::player::{GAME_HASH_MIB, Player};
use crate::depth_counts::DepthCounts;
use crate::game_files::{GameFileError, ScoredGame, SelfPlayWriter};
use crate::workers::map_in_order;
use rules::Rules;
use search::Engine;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;
use trials::OpeningScorer;

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
    /// Creates a player. Fails if there is not enough memory.
    pub fn new(options: SelfPlayOptions) -> io::Result<Self> {
        let engine = options.player.new_engine(GAME_HASH_MIB)?;
        let opening_scorer = OpeningScorer::new()?;
        Ok(Self { options, opening_scorer, engine, depths: DepthCounts::default() })
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
            if !result.pv.is_empty() {
                depths.add(result.depth);
            }
            (result.best_move(), score)
        })
    }
}

/// The games of one file. Game `n`, counted from 0, is played from seed `(seed << 32) + n`.
#[derive(Clone, Debug)]
pub struct SelfPlayFile {
    pub rules: &'static Rules,
    pub options: SelfPlayOptions,
    pub seed: u32,
    /// Number of games in the complete file.
    pub games: u64,
    /// Number of games played at the same time.
    pub threads: usize,
}

/// Progress of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SelfPlayProgress {
    /// Games in the file.
    pub games: u64,
    /// Games played by this run.
    pub new_games: u64,
    /// Scored positions in the games of this run.
    pub new_positions: u64,
    /// Completed depths of the searches that scored them.
    pub depths: DepthCounts,
}

impl SelfPlayFile {
    /// Plays the games that are missing in the file and appends them. First removes an incomplete
    /// last game, which a killed run leaves behind.
    ///
    /// Calls `on_progress` before the first game and after each game it writes, and stops when it returns
    /// false.
    pub fn play_missing(
        &self,
        path: &Path,
        mut on_progress: impl FnMut(SelfPlayProgress) -> bool,
    ) -> Result<SelfPlayProgress, GameFileError> {
        let mut file = SelfPlayWriter::open(path, self.rules)?;
        let mut progress = SelfPlayProgress { games: file.games(), ..SelfPlayProgress::default() };
        on_progress(progress);
        let played = map_in_order(
            self.threads,
            progress.games..self.games,
            || SelfPlayer::new(self.options.clone()),
            |player, number| {
                let game = player.play_game(self.rules, (u64::from(self.seed) << 32) + number);
                (game, player.depths())
            },
            |(game, depths)| {
                if let Err(error) = file.append(&game) {
                    return ControlFlow::Break(Err(error));
                }
                progress.games += 1;
                progress.new_games += 1;
                progress.new_positions += game.moves.len() as u64;
                progress.depths += depths;
                if on_progress(progress) {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(Ok(()))
                }
            },
        );
        if let ControlFlow::Break(result) = played.map_err(GameFileError::Thread)? {
            result?;
        }
        file.sync()?;
        Ok(progress)
    }
}
