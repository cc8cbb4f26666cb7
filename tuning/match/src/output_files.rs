//! The files that a match writes: the state file, and PGN and log, which are copies of the games in it.
//!
//! A pair is written to the state file first. When a match is resumed, the games that PGN and log lack are
//! appended from there, so that all files agree whenever it was killed.

use crate::error::Error;
use crate::game::Game;
use crate::game_pair::{FIRST_ENGINE_COLORS, PairRecord, PairResult};
use crate::match_args::{Config, MatchArgs};
use crate::state_file::StateFile;
use records::tags::{self, player_key};
use records::{Format, GameRecord, write};
use rules::Color;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use time::OffsetDateTime;

pub struct OutputFiles {
    games: Vec<GamesFile>,
    state: Option<StateFile<PairRecord>>,
    /// Set when a write fails. Nothing is written after that, because it would continue an incomplete line.
    has_failed: bool,
}

impl OutputFiles {
    /// Opens the files of games named on the command line.
    pub fn open(config: &Config) -> Result<Self, Error> {
        let MatchArgs { pgn, log, .. } = &config.args.own;
        let pgn = pgn.iter().map(|path| GamesFile::open(path, |pair| &pair.pgn));
        let log = log.iter().map(|path| GamesFile::open(path, |pair| &pair.log));
        Ok(Self {
            games: pgn.chain(log).collect::<Result<_, _>>()?,
            state: None,
            has_failed: false,
        })
    }

    /// Begins to write, after these pairs of a state file if there is one.
    pub fn begin(
        &mut self,
        played: &[PairRecord],
        state: Option<StateFile<PairRecord>>,
    ) -> Result<(), Error> {
        self.state = state;
        for file in self.games.iter_mut().filter(|file| file.is_regular) {
            file.complete(played).map_err(Error::writing(&file.path))?;
        }
        Ok(())
    }

    /// Stores how many pairs the match has.
    pub fn set_pairs(&mut self, pairs: u64) -> Result<(), Error> {
        self.state.as_mut().map_or(Ok(()), |state| state.set_pairs(pairs))
    }

    /// Writes a pair and its games.
    pub fn write_pair(
        &mut self,
        config: &Config,
        result: &PairResult,
        games: &[Game; 2],
    ) -> Result<(), Error> {
        let mut pair =
            PairRecord { result: result.clone(), pgn: String::new(), log: String::new() };
        for (game, color) in games.iter().zip(FIRST_ENGINE_COLORS) {
            let record = tagged_record(config, result, game, color);
            pair.pgn += &write(&record, Format::Pgn)?;
            pair.log += &write(&record, Format::MatchLog)?;
        }
        self.add(&pair)
    }

    fn add(&mut self, pair: &PairRecord) -> Result<(), Error> {
        if std::mem::replace(&mut self.has_failed, true) {
            return Ok(());
        }
        if let Some(state) = &mut self.state {
            state.add(pair)?;
        }
        for GamesFile { file, text, path, .. } in &mut self.games {
            file.write_all(text(pair).as_bytes()).map_err(Error::writing(path))?;
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
    let MatchArgs { event, site, .. } = &config.args.own;
    let [black_time, white_time] = players.map(|engine| engine.limits.time.to_string());
    let today = OffsetDateTime::now_utc();
    let date = format!("{}.{:02}.{:02}", today.year(), u8::from(today.month()), today.day());
    let mut record = game.record.clone();
    for (key, value) in [
        (tags::EVENT, event),
        (tags::SITE, site),
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

/// A file of games in one format, to which a match appends.
struct GamesFile {
    path: PathBuf,
    file: File,
    /// Returns the text of a pair in this format.
    text: fn(&PairRecord) -> &str,
    /// Whether games that are missing can be found, unlike in a pipe.
    is_regular: bool,
}

impl GamesFile {
    fn open(path: &Path, text: fn(&PairRecord) -> &str) -> Result<Self, Error> {
        let is_regular = fs::metadata(path).map_or(true, |metadata| metadata.is_file());
        let file = File::options().append(true).read(is_regular).create(true).open(path);
        let (file, path) = (file.map_err(Error::writing(path))?, path.to_owned());
        Ok(Self { path, file, text, is_regular })
    }

    /// Appends the games of the pairs from the first on that the file lacks. A match that was killed may have left the
    /// beginning of that pair's games at the end of the file, which is continued. What other matches have written is
    /// kept; their games count if they are the same.
    fn complete(&mut self, pairs: &[PairRecord]) -> io::Result<()> {
        let mut texts = pairs.iter().map(self.text).filter(|text| !text.is_empty()).peekable();
        let mut left = 0;
        if texts.peek().is_some() {
            let found = fs::read(&self.path)?;
            let mut rest = found.as_slice();
            while let Some(text) = texts.peek()
                && let Some(start) =
                    rest.windows(text.len()).position(|part| part == text.as_bytes())
            {
                rest = &rest[start + text.len()..];
                texts.next();
            }
            if let Some(text) = texts.peek() {
                let is_left = |length: &usize| {
                    let before = rest.strip_suffix(&text.as_bytes()[..*length]);
                    before.is_some_and(|before| matches!(before.last(), None | Some(b'\n')))
                };
                left = (1..text.len()).rev().find(is_left).unwrap_or_default();
            }
        }
        if left == 0 {
            end_last_line(&mut self.file)?;
        }
        for text in texts {
            self.file.write_all(&text.as_bytes()[std::mem::take(&mut left)..])?;
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use crate::state_file::{Record, State};
    use crate::stop_flag::StopFlag;
    use crate::stored_run::StoredRun;
    use tempfile::TempDir;

    /// Returns a folder, which is removed when it is dropped, and the paths of state, PGN and log in it.
    fn new_paths() -> (TempDir, [PathBuf; 3]) {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["match.state", "match.pgn", "match.log"].map(|name| folder.path().join(name));
        (folder, paths)
    }

    fn pair(number: u64) -> PairRecord {
        let line = format!(
            r#"{{"number":{number},"game":"shogi","half_points":[2,1],"searches":[{0},{0}],"failures":[0,0]}}"#,
            r#"{"moves":0,"depths":0,"nodes":0,"micros":0}"#
        );
        let pair: PairRecord = serde_json::from_str(&line).unwrap();
        PairRecord {
            pgn: format!("[Round {number}]\n\ne4\n\n"),
            log: "shogi\t7g7f\n".into(),
            ..pair
        }
    }

    /// Plays the pairs from 0 to `end` that are not in the state file.
    fn play([state, pgn, log]: &[PathBuf; 3], end: u64) {
        let stop = StopFlag::default();
        let run = StoredRun::open(Some(state), None, 1, Settings::default());
        let mut run = run.unwrap();
        let remaining = run.remaining(end);
        let open = |path: &PathBuf, text| GamesFile::open(path, text).unwrap();
        let games = vec![open(pgn, |pair| &pair.pgn), open(log, |pair| &pair.log)];
        let mut files = OutputFiles { games, state: None, has_failed: false };
        let state = run.begin(&[], &stop).unwrap();
        files.begin(&run.records, state).unwrap();
        remaining.for_each(|number| files.add(&pair(number)).unwrap());
    }

    fn read(paths: &[PathBuf; 3]) -> [Vec<u8>; 3] {
        paths.each_ref().map(|path| fs::read(path).unwrap())
    }

    /// Cuts the output of a match after every third byte, in the order in which it was written, and resumes it.
    #[test]
    fn a_match_stopped_at_any_byte_leaves_every_file_complete_when_it_is_resumed() {
        let (_folder, paths) = new_paths();
        // Games of earlier matches stay.
        let old = ["", "[Round 9]\n\ne4\n\n", "shogi\t2g2f\n"];
        let reset = |texts: [&[u8]; 3]| {
            for (path, text) in paths.iter().zip(texts) {
                fs::write(path, text).unwrap();
            }
        };
        reset(old.map(str::as_bytes));
        fs::remove_file(&paths[0]).unwrap();
        play(&paths, 0);
        let begun = read(&paths).map(|text| text.len());
        play(&paths, 2);
        let complete = read(&paths);
        let mut stops = vec![begun];
        let mut pairs = complete[0][begun[0]..].split_inclusive(|&byte| byte == b'\n');
        for number in 0..2 {
            let pair = pair(number);
            let lengths = [pairs.next().unwrap().len(), pair.pgn.len(), pair.log.len()];
            for (file, length) in lengths.into_iter().enumerate() {
                for _ in 0..length {
                    let mut stop = stops[stops.len() - 1];
                    stop[file] += 1;
                    stops.push(stop);
                }
            }
        }
        assert_eq!(stops[stops.len() - 1], complete.each_ref().map(Vec::len));
        // Most bytes are those of the state file.
        for stop in stops.into_iter().step_by(3) {
            reset([0, 1, 2].map(|file| &complete[file][..stop[file]]));
            play(&paths, 2);
            assert!(read(&paths) == complete, "stopped at {stop:?}");
        }
        // All games are in the state file, and are written again if another file is gone.
        fs::remove_file(&paths[1]).unwrap();
        play(&paths, 2);
        assert!(read(&paths)[1] == complete[1][begun[1]..]);
    }

    #[test]
    fn what_others_write_after_a_match_was_killed_is_kept() {
        let (_folder, paths) = new_paths();
        play(&paths, 2);
        let [_, pgn, _] = read(&paths);
        let other = b"[Round 0]\n\nd4\n\n";
        for length in 0..=pgn.len() {
            fs::write(&paths[1], [&pgn[..length], other].concat()).unwrap();
            play(&paths, 2);
            let [_, found, _] = read(&paths);
            let whole = length / (pgn.len() / 2) * (pgn.len() / 2);
            assert!(found == [&pgn[..length], other, &pgn[whole..]].concat(), "{length}");
        }
    }

    #[test]
    fn a_line_of_others_that_only_looks_like_the_beginning_of_a_game_is_kept() {
        let (_folder, paths) = new_paths();
        play(&paths, 1);
        let [_, _, log] = read(&paths);
        fs::write(&paths[2], "my shog").unwrap();
        play(&paths, 1);
        assert!(read(&paths)[2] == [b"my shog\n", log.as_slice()].concat());
    }

    /// The state files of version 0.3.0 have no games, and tell where those of a pair were written.
    #[test]
    fn old_state_files_are_continued_and_read() {
        let (_folder, paths) = new_paths();
        play(&paths, 0);
        let mut record = serde_json::to_value(pair(0).result).unwrap().to_string();
        record += "\n";
        let first = fs::read_to_string(&paths[0]).unwrap();
        fs::write(&paths[0], first + "{\"writing\":{\"match.pgn\":[0,20]}}\n" + &record).unwrap();
        fs::write(&paths[1], "[Round 0]\n\n").unwrap();
        play(&paths, 2);
        assert_eq!(read(&paths)[1], [b"[Round 0]\n\n", pair(1).pgn.as_bytes()].concat());
        let numbers = State::<PairResult>::load(&paths[0]).unwrap().records;
        assert_eq!(numbers.iter().map(Record::number).collect::<Vec<_>>(), [0, 1]);
    }
}
