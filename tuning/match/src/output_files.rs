//! The files that a match writes: the state file, and PGN and log, which are copies of the games in it.
//!
//! A pair is written to the state file first, which also tells where its games will be in the others. When a match is
//! resumed, the games that these lack are appended from there, so that all files agree whenever it was killed.

use crate::engine::EngineSpec;
use crate::error::Error;
use crate::game::Game;
use crate::game_pair::{FIRST_ENGINE_COLORS, PairRecord, PairResult};
use crate::match_args::{Config, MatchArgs};
use crate::state_file::GamesStart;
use crate::stop_flag::StopFlag;
use crate::stored_run::StoredRun;
use records::tags::{self, player_key};
use records::{Format, GameRecord, write};
use rules::Color;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use time::OffsetDateTime;

pub struct OutputFiles {
    stored: StoredRun<PairRecord>,
    games: Vec<GamesFile>,
}

impl OutputFiles {
    /// Opens the files of games named on the command line, beside the state file of a run.
    pub fn open(config: &Config, stored: StoredRun<PairRecord>) -> Result<Self, Error> {
        let MatchArgs { pgn, log, .. } = &config.args.own;
        let pgn = pgn.iter().map(|path| GamesFile::open(path, "pgn", |pair| &pair.pgn));
        let log = log.iter().map(|path| GamesFile::open(path, "log", |pair| &pair.log));
        Ok(Self { stored, games: pgn.chain(log).collect::<Result<_, _>>()? })
    }

    /// Begins to write.
    pub fn begin(&mut self, engines: &[EngineSpec], stop: &StopFlag) -> Result<(), Error> {
        self.stored.begin(engines, stop)?;
        let pairs = std::mem::take(&mut self.stored.state.records);
        for file in self.games.iter_mut().filter(|file| file.is_regular) {
            file.complete(&pairs, &mut self.stored)?;
        }
        Ok(())
    }

    /// Stores how many pairs the match has.
    pub fn set_pairs(&mut self, pairs: u64) -> Result<(), Error> {
        self.stored.set_pairs(pairs)
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
        for file in &mut self.games {
            file.skip_others(self.stored.record_count, &mut self.stored)?;
        }
        self.stored.add(pair)?;
        self.games.iter_mut().try_for_each(|file| file.append((file.text)(pair).as_bytes()))
    }
}

/// Returns the record of a game of a pair, in which the first engine has a colour, with its tags.
fn tagged_record(config: &Config, pair: &PairResult, game: &Game, color: Color) -> GameRecord {
    let mut players = pair.engines.map(|index| &config.engines[index]);
    if color == Color::White {
        players.swap(0, 1);
    }
    let MatchArgs { event, site, .. } = &config.args.own;
    let event = event.as_deref().unwrap_or("ozutsu-match");
    let site = site.as_deref().unwrap_or("?");
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
        record.tags.set(key, value);
    }
    record
}

/// A file of games in one format, to which a match appends.
struct GamesFile {
    path: PathBuf,
    file: File,
    /// The name of the format in state files of older versions.
    format: &'static str,
    /// Returns the text of a pair in this format.
    text: fn(&PairRecord) -> &str,
    /// Whether what is in it can be read, unlike in a pipe.
    is_regular: bool,
    /// The length of the file unless others have written since.
    end: u64,
}

impl GamesFile {
    fn open(
        path: &Path,
        format: &'static str,
        text: fn(&PairRecord) -> &str,
    ) -> Result<Self, Error> {
        let is_regular = fs::metadata(path).map_or(true, |metadata| metadata.is_file());
        let file = File::options().append(true).read(is_regular).create(true).open(path);
        let (file, path) = (file.map_err(Error::writing(path))?, path.to_owned());
        Ok(Self { path, file, format, text, is_regular, end: 0 })
    }

    /// Appends the games of the stored pairs that the file lacks: all from the first pair on whose games are not where
    /// the state file says. A match that was killed may have left the beginning of that pair's games at the end of the
    /// file, which is continued.
    fn complete(
        &mut self,
        pairs: &[PairRecord],
        stored: &mut StoredRun<PairRecord>,
    ) -> Result<(), Error> {
        let mut start = stored.games_start(&self.path, self.format);
        if self.file.metadata().map_err(Error::writing(&self.path))?.len() < start.byte {
            // A new file.
            start = GamesStart::default();
            stored.set_games_start(&self.path, start)?;
        }
        self.end = start.byte;
        let texts: Vec<_> = pairs.iter().map(self.text).skip(start.record).collect();
        let (found, mut left) = self.find(&texts).map_err(Error::writing(&self.path))?;
        if self.skip_others(start.record + found, stored)? {
            left = 0;
        }
        for text in &texts[found..] {
            self.append(&text.as_bytes()[std::mem::take(&mut left)..])?;
        }
        Ok(())
    }

    /// Reads texts that follow each other. Returns how many of them the file has, and how many bytes of the next one.
    fn find(&mut self, texts: &[&str]) -> io::Result<(usize, usize)> {
        for (index, text) in texts.iter().enumerate() {
            let mut found = Vec::new();
            self.file.seek(SeekFrom::Start(self.end))?;
            (&mut self.file).take(text.len() as u64).read_to_end(&mut found)?;
            let left = found.iter().zip(text.as_bytes()).take_while(|(a, b)| a == b).count();
            self.end += left as u64;
            if left < text.len() {
                return Ok((index, left));
            }
        }
        Ok((texts.len(), 0))
    }

    /// If others have written since, keeps that: goes to the end of the file, and stores that the games from this
    /// record on begin there. Returns whether others have written.
    fn skip_others(
        &mut self,
        record: usize,
        stored: &mut StoredRun<PairRecord>,
    ) -> Result<bool, Error> {
        let Some(byte) = self.end_others().map_err(Error::writing(&self.path))? else {
            return Ok(false);
        };
        self.end = byte;
        stored.set_games_start(&self.path, GamesStart { record, byte })?;
        Ok(true)
    }

    /// Ends the last line of what others have written since. Returns the length of the file, if they have.
    fn end_others(&mut self) -> io::Result<Option<u64>> {
        let length = self.file.metadata()?.len();
        if !self.is_regular || length == self.end {
            return Ok(None);
        }
        let mut last = [b'\n'];
        if length > 0 {
            self.file.seek(SeekFrom::End(-1))?;
            self.file.read_exact(&mut last)?;
        }
        if last == [b'\n'] {
            return Ok(Some(length));
        }
        self.file.write_all(b"\n")?;
        Ok(Some(length + 1))
    }

    fn append(&mut self, text: &[u8]) -> Result<(), Error> {
        self.end += text.len() as u64;
        self.file.write_all(text).map_err(Error::writing(&self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;
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
        let result = serde_json::from_str(&line).unwrap();
        let (pgn, log) = (format!("[Round {number}]\n\n砲\n\n"), "shogi\t7g7f\n".into());
        PairRecord { result, pgn, log }
    }

    /// Begins or continues a match with these files.
    fn begin([state, pgn, log]: &[PathBuf; 3]) -> OutputFiles {
        let open = |path: &PathBuf, format, text| GamesFile::open(path, format, text).unwrap();
        let pgn = open(pgn, "pgn", |pair| &pair.pgn);
        let games = vec![pgn, open(log, "log", |pair| &pair.log)];
        let stored = StoredRun::open(Some(state), None, 1, Settings::default()).unwrap();
        let mut files = OutputFiles { stored, games };
        files.begin(&[], &StopFlag::default()).unwrap();
        files
    }

    /// Plays the pairs from 0 to `end` that are not in the state file.
    fn play(paths: &[PathBuf; 3], end: u64) {
        let mut files = begin(paths);
        // They are played in the order of their numbers.
        (files.stored.record_count as u64..end)
            .for_each(|number| files.add(&pair(number)).unwrap());
    }

    fn read(paths: &[PathBuf; 3]) -> [Vec<u8>; 3] {
        paths.each_ref().map(|path| fs::read(path).unwrap())
    }

    fn reset(paths: &[PathBuf; 3], texts: [&[u8]; 3]) {
        paths.iter().zip(texts).for_each(|(path, text)| fs::write(path, text).unwrap());
    }

    /// Cuts the output of a match after every third byte, in the order in which it was written, and resumes it.
    #[test]
    fn a_match_stopped_at_any_byte_leaves_every_file_complete_when_it_is_resumed() {
        let (_folder, paths) = new_paths();
        // Games of earlier matches stay.
        let old = ["", "[Round 9]\n\ne4\n\n", "shogi\t2g2f\n"];
        reset(&paths, old.map(str::as_bytes));
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
            reset(&paths, [0, 1, 2].map(|file| &complete[file][..stop[file]]));
            play(&paths, 2);
            assert!(read(&paths) == complete, "stopped at {stop:?}");
        }
        // All games are in the state file, and are written again if another file is gone.
        fs::remove_file(&paths[1]).unwrap();
        for _ in 0..2 {
            play(&paths, 2);
            assert!(read(&paths)[1] == complete[1][old[1].len()..]);
        }
    }

    #[test]
    fn what_others_write_after_a_match_was_killed_is_kept() {
        let (_folder, paths) = new_paths();
        play(&paths, 2);
        let [state, pgn, log] = read(&paths);
        let other = b"[Round 0]\n\nd4\n\n";
        for length in 0..=pgn.len() {
            let left = [&pgn[..length], other].concat();
            reset(&paths, [&state, &left, &log]);
            play(&paths, 2);
            let [state, found, _] = read(&paths);
            let whole = length / (pgn.len() / 2) * (pgn.len() / 2);
            assert!(found == [&left, &pgn[whole..]].concat(), "{length}");
            // It was killed again while it appended what was missing.
            for end in (left.len()..found.len()).step_by(3) {
                reset(&paths, [&state, &found[..end], &log]);
                play(&paths, 2);
                assert!(read(&paths)[1] == found, "{length}, {end}");
            }
        }
    }

    #[test]
    fn each_file_gets_all_games() {
        let (folder, paths) = new_paths();
        let games = |others: &str, pairs: &[u64]| {
            let pairs: String = pairs.iter().map(|&number| pair(number).pgn).collect();
            (others.to_owned() + &pairs).into_bytes()
        };
        let (few, many) = ("[Round 9]\n\ne4\n\n", "[Round 8]\n\nd4\n\n".repeat(9));
        fs::write(&paths[1], few).unwrap();
        play(&paths, 1);
        let mut others = paths.clone();
        others[1] = folder.path().join("other.pgn");
        fs::write(&others[1], &many).unwrap();
        play(&others, 2);
        assert!(read(&others)[1] == games(&many, &[0, 1]));
        // Back to the first file, in a folder that was moved.
        let moved = folder.path().join("moved");
        fs::create_dir(&moved).unwrap();
        let here = paths.each_ref().map(|path| moved.join(path.file_name().unwrap()));
        paths.iter().zip(&here).for_each(|(from, to)| fs::rename(from, to).unwrap());
        play(&here, 3);
        assert!(read(&here)[1] == games(few, &[0, 1, 2]));
    }

    #[test]
    fn the_place_for_a_format_in_an_old_state_file_is_used() {
        let (_folder, paths) = new_paths();
        fs::write(&paths[1], "[Round 9]\n\ne4\n\n").unwrap();
        play(&paths, 1);
        let [state, pgn, _] = read(&paths);
        let state = String::from_utf8(state).unwrap();
        assert!(state.contains("\"match.pgn\":"), "{state}");
        fs::write(&paths[0], state.replace("\"match.pgn\":", "\"pgn\":")).unwrap();
        play(&paths, 1);
        assert!(read(&paths)[1] == pgn);
    }

    #[test]
    fn two_matches_can_have_one_file() {
        let (_folder, paths) = new_paths();
        let mut files = begin(&paths);
        for number in 0..3 {
            files.add(&pair(number)).unwrap();
            let mut pgn = File::options().append(true).open(&paths[1]).unwrap();
            pgn.write_all(b"[Round 8]\n\nd4\n\n").unwrap();
        }
        drop(files);
        let complete = read(&paths);
        play(&paths, 3);
        assert!(read(&paths)[1] == complete[1]);
        play(&paths, 4);
        assert!(read(&paths)[1] == [complete[1].as_slice(), pair(3).pgn.as_bytes()].concat());
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
}
