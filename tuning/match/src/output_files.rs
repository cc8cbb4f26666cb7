//! The files that a match writes: PGN, log and state.

use crate::args::Config;
use crate::game::Game;
use crate::game_pair::{FIRST_ENGINE_COLORS, PairResult};
use crate::game_record::{self, RecordHeader};
use crate::state_file::{Settings, StateFile};
use rules::Color;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// The files that are open for appending.
pub struct OutputFiles {
    pgn: Option<File>,
    log: Option<File>,
    state: Option<StateFile<PairResult>>,
}

impl OutputFiles {
    /// Opens the files named on the command line. Appends to the state file if the match is resumed,
    /// creates it otherwise.
    pub fn open(config: &Config, is_resumed: bool, settings: &Settings) -> Result<Self, String> {
        let append = |path: &Option<_>| path.as_deref().map(open_for_appending).transpose();
        let state = config.state.as_ref().map(|target| {
            let path = target.path();
            let file = if is_resumed {
                StateFile::append(path)
            } else {
                StateFile::create(path, settings)
            };
            file.map_err(|error| format!("cannot write {}: {error}", path.display()))
        });
        Ok(Self { pgn: append(&config.pgn)?, log: append(&config.log)?, state: state.transpose()? })
    }

    /// Writes a pair and its games. The state file is written last, so that every pair in it is also in
    /// the other files.
    pub fn write_pair(
        &mut self,
        config: &Config,
        pair: &PairResult,
        games: &[Game; 2],
    ) -> io::Result<()> {
        for (game, color) in games.iter().zip(FIRST_ENGINE_COLORS) {
            let mut names = config.names();
            let mut times = config.engines.each_ref().map(|engine| engine.limits.time.to_string());
            if color == Color::White {
                names.swap(0, 1);
                times.swap(0, 1);
            }
            let header = RecordHeader {
                names,
                time_controls: times.each_ref().map(String::as_str),
                event: &config.event,
                round: pair.number + 1,
            };
            if let Some(file) = &mut self.pgn {
                file.write_all(game_record::pgn(game, &header).as_bytes())?;
            }
            if let Some(file) = &mut self.log {
                file.write_all(game_record::log_line(game, &header).as_bytes())?;
            }
        }
        self.state.as_mut().map_or(Ok(()), |state| state.add(pair))
    }
}

fn open_for_appending(path: &Path) -> Result<File, String> {
    let file = File::options().append(true).create(true).open(path);
    file.map_err(|error| format!("cannot write {}: {error}", path.display()))
}
