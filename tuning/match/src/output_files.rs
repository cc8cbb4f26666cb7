//! The files that a match writes: PGN, log and state.

use crate::args::Config;
use crate::error::Error;
use crate::game::Game;
use crate::game_pair::{FIRST_ENGINE_COLORS, PairResult};
use crate::stored_run::StateFile;
use platform::files::FileLock;
use records::tags::{self, player_key};
use records::{Format, GameRecord, write};
use rules::Color;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use time::OffsetDateTime;

pub struct OutputFiles {
    games: Vec<GamesFile>,
    state: Option<StateFile<PairResult>>,
    /// Whether something could not be written. What follows would continue an incomplete line.
    has_failed: bool,
}

struct GamesFile {
    path: PathBuf,
    file: File,
    format: Format,
    /// Whether a resumed match can remove what this one leaves incomplete.
    is_regular: bool,
    _lock: Option<FileLock>,
}

impl OutputFiles {
    /// Opens the files of games named on the command line.
    pub fn open(config: &Config) -> Result<Self, Error> {
        let named = [(&config.pgn, Format::Pgn), (&config.log, Format::MatchLog)].into_iter();
        let named = named.filter_map(|(path, format)| Some((path.as_deref()?, format)));
        let games = named.map(|(path, format)| GamesFile::open(path, format));
        Ok(Self { games: games.collect::<Result<_, _>>()?, state: None, has_failed: false })
    }

    /// Returns the files of which a state file tells how far they are complete.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.games.iter().filter(|file| file.is_regular).map(|file| file.path.clone()).collect()
    }

    /// Begins to write, with an open state file if there is one.
    pub fn begin(&mut self, state: Option<StateFile<PairResult>>) -> Result<(), Error> {
        self.state = state;
        for games in self.games.iter_mut().filter(|file| file.is_regular) {
            end_last_line(&mut games.file).map_err(Error::writing(&games.path))?;
        }
        Ok(())
    }

    /// Stores how many pairs the match has.
    pub fn set_pairs(&mut self, pairs: u64) -> Result<(), Error> {
        self.state.as_mut().map_or(Ok(()), |state| state.set_pairs(pairs))
    }

    /// Writes a pair and its games. The state file is written last, so that every pair in it is also in
    /// the other files.
    pub fn write_pair(
        &mut self,
        config: &Config,
        pair: &PairResult,
        games: &[Game; 2],
    ) -> Result<(), Error> {
        if std::mem::replace(&mut self.has_failed, true) {
            return Ok(());
        }
        let mut texts: Vec<String> = vec![String::new(); self.games.len()];
        for (game, color) in games.iter().zip(FIRST_ENGINE_COLORS) {
            let record = tagged_record(config, pair, game, color);
            for (file, text) in self.games.iter().zip(&mut texts) {
                *text += &write(&record, file.format)?;
            }
        }
        if let Some(state) = &mut self.state {
            let files = self.games.iter().zip(&texts).filter(|(file, _)| file.is_regular);
            let writing = files.map(|(file, text)| file.announcement(text));
            let writing: BTreeMap<_, _> = writing.collect::<Result<_, _>>()?;
            if !writing.is_empty() {
                state.announce(writing)?;
            }
        }
        for (file, text) in self.games.iter_mut().zip(&texts) {
            file.file.write_all(text.as_bytes()).map_err(Error::writing(&file.path))?;
        }
        if let Some(state) = &mut self.state {
            state.add(pair)?;
        }
        self.has_failed = false;
        Ok(())
    }
}

/// Returns the record of a game of a pair, in which the first engine has a colour, with its tags.
fn tagged_record(config: &Config, pair: &PairResult, game: &Game, color: Color) -> GameRecord {
    let mut players = pair.engines.map(|index| &config.engines[index]);
    if color == Color::White {
        players.swap(0, 1);
    }
    let [black_time, white_time] = players.map(|engine| engine.limits.time.to_string());
    let today = OffsetDateTime::now_utc();
    let date = format!("{}.{:02}.{:02}", today.year(), u8::from(today.month()), today.day());
    let mut record = game.record.clone();
    for (key, value) in [
        (tags::EVENT, &config.event),
        (tags::SITE, &config.site),
        (tags::DATE, &date),
        (tags::ROUND, &(pair.number + 1).to_string()),
        (player_key(Color::Black), &players[0].name),
        (player_key(Color::White), &players[1].name),
        (tags::BLACK_TIME_CONTROL, &black_time),
        (tags::WHITE_TIME_CONTROL, &white_time),
    ] {
        record.tags.set(key, value.as_str());
    }
    record
}

impl GamesFile {
    /// Opens a file to append games. No other match may write to it.
    fn open(path: &Path, format: Format) -> Result<Self, Error> {
        let is_regular = fs::metadata(path).map_or(true, |metadata| metadata.is_file());
        let _lock = is_regular.then(|| FileLock::acquire(path)).transpose()?;
        let file = File::options().append(true).read(is_regular).create(true).open(path);
        let file = file.map_err(Error::writing(path))?;
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        Ok(Self { path, file, format, is_regular, _lock })
    }

    /// Returns the path, and the present length of the file and that of a text.
    fn announcement(&self, text: &str) -> Result<(PathBuf, [u64; 2]), Error> {
        let metadata = self.file.metadata().map_err(Error::writing(&self.path))?;
        Ok((self.path.clone(), [metadata.len(), text.len() as u64]))
    }
}

/// Ends an incomplete last line, so that the next game does not continue it.
fn end_last_line(file: &mut File) -> io::Result<()> {
    let mut last = [b'\n'];
    if file.metadata()?.len() > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    if last == [b'\n'] { Ok(()) } else { file.write_all(b"\n") }
}
