//! A self-play file that several threads generate and that is written in order.

use super::self_player::{SelfPlayOptions, SelfPlayer};
use crate::depth_counts::DepthCounts;
use crate::game_files::{GameFileError, SelfPlayWriter};
use crate::workers::map_in_order;
use rules::Rules;
use std::ops::ControlFlow;
use std::path::Path;

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
        Ok(progress)
    }
}
