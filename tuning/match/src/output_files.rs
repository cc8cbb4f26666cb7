//! The files a match writes.

use crate::args::{Config, Kept};
use crate::game::Game;
use crate::game_pair::{FIRST_PLAYS, PairResult};
use crate::game_record::{self, Occasion};
use crate::state::{Settings, StateFile};
use rules::Color;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// The files a match writes.
pub struct Files {
    pgn: Option<File>,
    log: Option<File>,
    state: Option<StateFile<PairResult>>,
}

impl Files {
    /// Opens what is asked for; the state is gone on with or begun anew.
    pub fn open(config: &Config, resumes: bool, settings: &Settings) -> Result<Self, String> {
        let add = |path: &Option<_>| path.as_deref().map(appended).transpose();
        let state = config.state.as_ref().map(Kept::path).map(|path| {
            let file = match resumes {
                true => StateFile::append(path),
                false => StateFile::create(path, settings),
            };
            file.map_err(|error| format!("{}: {error}", path.display()))
        });
        Ok(Self { pgn: add(&config.pgn)?, log: add(&config.log)?, state: state.transpose()? })
    }

    /// Writes a pair and its games. The state is last: what it holds is all there.
    pub fn add(&mut self, config: &Config, pair: &PairResult, games: &[Game; 2]) -> io::Result<()> {
        for (game, first) in games.iter().zip(FIRST_PLAYS) {
            let mut names = config.names();
            let mut times = [0, 1].map(|side| config.engines[side].limits.time.to_string());
            if first == Color::White {
                names.swap(0, 1);
                times.swap(0, 1);
            }
            let times = [times[0].as_str(), times[1].as_str()];
            let occasion = Occasion { names, times, event: &config.event, round: pair.number + 1 };
            if let Some(file) = &mut self.pgn {
                file.write_all(game_record::pgn(game, &occasion).as_bytes())?;
            }
            if let Some(file) = &mut self.log {
                file.write_all(game_record::line(game, &occasion).as_bytes())?;
            }
        }
        self.state.as_mut().map_or(Ok(()), |state| state.add(pair))
    }
}

fn appended(path: &Path) -> Result<File, String> {
    let file = File::options().append(true).create(true).open(path);
    file.map_err(|error| format!("{}: {error}", path.display()))
}
