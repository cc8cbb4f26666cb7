//! Runs whose pairs of games are stored as they end, so that `-resume` can continue them.
//!
//! The settings of a run and its programs are on the first line of its [state file](crate::state_file), and a
//! [`Record`] for each pair of games is on the lines after it. [`StateFile`] only appends, which is fast however long
//! the run is. A run that is killed loses at most the record it was writing.
//!
//! ```text
//! {"format":"ozutsu-match","version":2,"settings":{"-seed":"1","engine 1 cmd":"./new", ...},"programs":[...]}
//! {"writing":{"games.pgn":[0,2210]}}
//! {"number":0,"game":"cannonshogi","half_points":[2,1], ...}
//! ```
//!
//! A line `{"pairs":50}` tells how many pairs the run has, so that others can see whether it is complete. The last
//! such line counts: a run can be continued with more pairs, or end early.
//!
//! If the games of a pair go to other files, too, a line before its record tells where: the length of
//! each file before them, and their own. If no record follows, the run ended in between, and what is
//! there of the games is removed.

use crate::engine::EngineSpec;
use crate::engine_id::EngineId;
use crate::error::{Error, StateError};
use crate::state_file::{FileKind, Settings};
use crate::stop_flag::StopFlag;
use platform::files::{FileLock, write_whole};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

pub trait Record: Serialize + DeserializeOwned {
    const KIND: FileKind;

    /// The number of the pair in the run, from 0.
    fn number(&self) -> u64;
}

#[derive(Clone, Debug)]
pub struct State<R> {
    pub settings: Settings,
    /// The engines, unless an old version has begun the run.
    pub engines: Vec<EngineId>,
    pub records: Vec<R>,
    /// The number of pairs that are to be played, unless an old version or another program has begun the run.
    pairs: Option<u64>,
    /// What was being written when the run ended.
    unfinished: Writing,
    /// The length of the file without what is unfinished.
    length: u64,
}

/// The first line of a state file, after the header's fields.
#[derive(Serialize, Deserialize)]
struct FirstLine<S> {
    settings: S,
    #[serde(default, rename = "programs", skip_serializing_if = "Vec::is_empty")]
    engines: Vec<EngineId>,
}

/// The line before a record: for each other file, its length before the games of the pair, and theirs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Writing {
    writing: BTreeMap<PathBuf, [u64; 2]>,
}

/// The line that tells the number of pairs in the run.
#[derive(Serialize, Deserialize)]
struct Pairs {
    pairs: u64,
}

/// The maximum length of the first line. It holds the rules of games from files.
const MAX_FIRST_LINE: u64 = 1 << 24;

/// Returns the settings of the run of a state file, if there is one at `path`.
pub fn stored_settings(path: &Path) -> Option<Settings> {
    let mut first = String::new();
    let start = File::open(path).ok()?.take(MAX_FIRST_LINE);
    BufReader::new(start).read_line(&mut first).ok()?;
    serde_json::from_str::<FirstLine<_>>(&first).ok().map(|first| first.settings)
}

/// How lines that are not records begin.
const WRITING: &[u8] = b"{\"writing\":";
const PAIRS: &[u8] = b"{\"pairs\":";

impl<R: Record> State<R> {
    /// Reads a state file. Errors name the file.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let state = Self::parse(&R::KIND.read(path)?);
        state.map_err(|source| Error::State { path: path.to_owned(), source })
    }

    fn parse(bytes: &[u8]) -> Result<Self, StateError> {
        R::KIND.check(bytes)?;
        let mut lines = (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n'));
        let (_, first) = lines.next().unwrap_or_default();
        let at_line = |line| move |source| StateError::Line { line, source };
        let FirstLine { settings, engines } = serde_json::from_slice(first).map_err(at_line(1))?;
        let mut state = Self {
            settings,
            engines,
            records: Vec::new(),
            pairs: None,
            unfinished: Writing::default(),
            length: first.len() as u64,
        };
        let mut length = state.length;
        // The last line is incomplete if the run was killed while writing it.
        for (number, line) in lines.filter(|(_, line)| line.ends_with(b"\n")) {
            length += line.len() as u64;
            if line.starts_with(WRITING) {
                state.unfinished = serde_json::from_slice(line).map_err(at_line(number))?;
                continue;
            }
            if line.starts_with(PAIRS) {
                let Pairs { pairs } = serde_json::from_slice(line).map_err(at_line(number))?;
                state.pairs = Some(pairs);
            } else {
                state.records.push(serde_json::from_slice(line).map_err(at_line(number))?);
            }
            state.unfinished = Writing::default();
            state.length = length;
        }
        Ok(state)
    }

    /// Returns the records. A pair that two processes have stored in one file counts once.
    fn distinct_records(self, path: &Path) -> Vec<R> {
        let (mut seen, stored, mut records) = (HashSet::new(), self.records.len(), self.records);
        records.retain(|record| seen.insert(record.number()));
        if records.len() < stored {
            let repeated = stored - records.len();
            eprintln!("warning: {repeated} pairs are twice in {} and count once", path.display());
        }
        records
    }

    /// Checks that the file at `path`, which holds this state, belongs to a run with these settings.
    pub fn check_settings(&self, path: &Path, settings: &Settings) -> Result<(), Error> {
        let Some([name, in_file, given]) = self.settings.difference(settings, &[]) else {
            return Ok(());
        };
        let difference = format!("{name} is {in_file} in the file, {given} on the command line");
        Err(Error::OtherRun { path: path.to_owned(), difference })
    }

    /// Returns whether all pairs of the run are stored.
    pub fn is_complete(&self) -> bool {
        self.pairs.is_some_and(|pairs| self.records.len() as u64 >= pairs)
    }

    /// Reads and combines the state files of one run that was played in parts: as shards, or with
    /// different seeds.
    pub fn merge(paths: &[impl AsRef<Path>]) -> Result<Self, Error> {
        Self::combine(paths.iter().map(|path| Ok((path.as_ref(), Self::load(path.as_ref())?))))
    }

    /// Combines the states of one run that was played in parts, and the paths of their files.
    pub fn combine<'a>(
        states: impl Iterator<Item = Result<(&'a Path, Self), Error>>,
    ) -> Result<Self, Error> {
        let mut merged: Option<(&Path, Self)> = None;
        let mut seen = HashSet::new();
        for state in states {
            let (path, state) = state?;
            if let Some((first, merged)) = &merged {
                merged.check_same_run(first, &state, path)?;
            }
            let seed = state.settings.get("-seed").unwrap_or_default();
            let is_repeated = |record: &&R| !seen.insert((seed.to_owned(), record.number()));
            if let Some(record) = state.records.iter().find(is_repeated) {
                return Err(Error::StoredTwice { number: record.number(), seed: seed.to_owned() });
            }
            match &mut merged {
                None => merged = Some((path, state)),
                Some((_, merged)) => merged.records.extend(state.records),
            }
        }
        merged.map(|(_, merged)| merged).ok_or(Error::NoStates)
    }

    fn check_same_run(&self, path: &Path, other: &Self, other_path: &Path) -> Result<(), Error> {
        let difference = self.settings.difference(&other.settings, &["-shard", "-seed"]);
        let Some([name, here, there]) = difference else { return Ok(()) };
        let (path, other_path) = (path.display(), other_path.display());
        let difference = format!("{name} is {here} in {path}, {there} in {other_path}");
        Err(Error::DifferentRuns(difference))
    }
}

/// A state file that no other process can open as long as this one has it.
#[derive(Debug)]
pub struct StateFile<R> {
    path: PathBuf,
    /// Open for appending once the run has begun.
    file: Option<File>,
    /// The number of pairs that the file tells.
    pairs: Option<u64>,
    /// What a run that ended has left unfinished in other files.
    unfinished: Writing,
    _lock: FileLock,
    record: PhantomData<R>,
}

impl<R: Record> StateFile<R> {
    /// Locks a file, which need not exist, and reads it. Returns no state if there are no records in it:
    /// a run leaves such a file behind if an engine does not start. Of other files, only those in
    /// `outputs` will be repaired.
    pub fn open(path: &Path, outputs: &[PathBuf]) -> Result<(Self, Option<State<R>>), Error> {
        let lock = FileLock::acquire(path)?;
        let mut state = if path.exists() { Some(State::<R>::load(path)?) } else { None };
        if let Some(state) = &mut state {
            state.unfinished.writing.retain(|path, _| {
                let is_output = outputs.contains(path);
                if !is_output {
                    eprintln!("warning: the last games of {} may be incomplete", path.display());
                }
                is_output
            });
        }
        let file = Self {
            path: path.to_owned(),
            file: None,
            pairs: None,
            unfinished: state.as_ref().map_or(Writing::default(), |state| state.unfinished.clone()),
            _lock: lock,
            record: PhantomData,
        };
        Ok((file, state.filter(|state| !state.records.is_empty())))
    }

    /// Begins a run: replaces what is in the file.
    pub fn create(&mut self, settings: &Settings, engines: Vec<EngineId>) -> Result<(), Error> {
        self.repair()?;
        let first = serde_json::to_string(&R::KIND.document(&FirstLine { settings, engines }));
        let result = first.map_err(io::Error::from).and_then(|first| {
            write_whole(&self.path, format!("{first}\n").as_bytes())?;
            File::options().append(true).open(&self.path)
        });
        self.file = Some(result.map_err(Error::writing(&self.path))?);
        Ok(())
    }

    /// Continues the run of a state, which was read from the file: removes what is unfinished.
    pub fn resume(&mut self, state: &State<R>) -> Result<(), Error> {
        self.repair()?;
        let result = File::options().append(true).open(&self.path).and_then(|file| {
            file.set_len(state.length)?;
            Ok(file)
        });
        self.pairs = state.pairs;
        self.file = Some(result.map_err(Error::writing(&self.path))?);
        Ok(())
    }

    /// Removes what is unfinished from other files.
    fn repair(&self) -> Result<(), Error> {
        for (path, &[start, length]) in &self.unfinished.writing {
            let in_repair = |source| Error::Write { action: "repair", path: path.clone(), source };
            remove_end(path, start, length).map_err(in_repair)?;
        }
        Ok(())
    }

    /// Tells how many pairs the run has.
    pub fn set_pairs(&mut self, pairs: u64) -> Result<(), Error> {
        if self.pairs.replace(pairs) == Some(pairs) {
            Ok(())
        } else {
            self.append(&Pairs { pairs })
        }
    }

    /// Appends where the games of the next record are about to be written: for each file, its present
    /// length and theirs.
    pub fn announce(&mut self, writing: BTreeMap<PathBuf, [u64; 2]>) -> Result<(), Error> {
        self.append(&Writing { writing })
    }

    pub fn add(&mut self, record: &R) -> Result<(), Error> {
        self.append(record)
    }

    fn append(&mut self, line: &impl Serialize) -> Result<(), Error> {
        let line = serde_json::to_string(line).map_err(io::Error::from);
        // Nothing may follow a line that could not be written as a whole.
        let result = line.and_then(|line| {
            let mut file = self.file.take().ok_or(ErrorKind::NotConnected)?;
            file.write_all(format!("{line}\n").as_bytes())?;
            self.file = Some(file);
            Ok(())
        });
        result.map_err(Error::writing(&self.path))
    }
}

/// A run whose results are stored, or would be if it had a state file.
#[derive(Debug)]
pub struct StoredRun<R> {
    pub seed: u64,
    pub settings: Settings,
    /// The pairs that were played before.
    pub records: Vec<R>,
    pub file: Option<StateFile<R>>,
}

impl<R: Record> StoredRun<R> {
    /// Begins a run, or continues that of the state file if there is one with the same settings; then the
    /// other files in `outputs` are repaired. Unless a seed is given, it is that of the file, or
    /// `default_seed`. Warns of engines that are no longer those that began the run.
    pub fn begin(
        path: Option<&Path>,
        outputs: &[PathBuf],
        engines: &[EngineSpec],
        stop: &StopFlag,
        seed: Option<u64>,
        default_seed: u64,
        settings: impl Fn(u64) -> Settings,
    ) -> Result<Self, Error> {
        let Some(path) = path else {
            let seed = seed.unwrap_or(default_seed);
            return Ok(Self { seed, settings: settings(seed), records: Vec::new(), file: None });
        };
        let (mut file, saved) = StateFile::open(path, outputs)?;
        let saved_seed = saved.as_ref().and_then(|saved| saved.settings.get("-seed")?.parse().ok());
        let seed = seed.or(saved_seed).unwrap_or(default_seed);
        let settings = settings(seed);
        if let Some(saved) = &saved {
            saved.check_settings(path, &settings)?;
        }
        let id = |engine: &EngineSpec| EngineId::of(engine, stop);
        let records = match saved {
            Some(saved) => {
                for (engine, before) in engines.iter().zip(&saved.engines) {
                    // A run that is complete needs no engines.
                    if let Some(difference) =
                        id(engine).ok().and_then(|now| before.difference(&now))
                    {
                        let (name, path) = (&engine.name, path.display());
                        eprintln!(
                            "warning: {name} is not the engine that began {path}: {difference}"
                        );
                    }
                }
                file.resume(&saved)?;
                saved.distinct_records(path)
            }
            None => {
                file.create(&settings, engines.iter().map(id).collect::<Result<_, _>>()?)?;
                Vec::new()
            }
        };
        Ok(Self { seed, settings, records, file: Some(file) })
    }

    /// Returns the numbers of the pairs to play, of this many.
    pub fn remaining(&self, pairs: u64) -> impl Iterator<Item = u64> + Clone + use<R> {
        let stored: HashSet<u64> = self.records.iter().map(Record::number).collect();
        (0..pairs).filter(move |number| !stored.contains(number))
    }
}

/// Removes what is there of the last `length` bytes that were to be written after `start`.
fn remove_end(path: &Path, start: u64, length: u64) -> io::Result<()> {
    let found = match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => metadata.len(),
        Ok(_) => return Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if found > start.saturating_add(length) {
        eprintln!(
            "warning: {} was changed after the run ended: its last games may be incomplete or twice in it",
            path.display()
        );
    } else if found > start {
        File::options().write(true).open(path)?.set_len(start)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state_file::half_points;
    use tempfile::TempDir;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Entry {
        number: u64,
        #[serde(deserialize_with = "half_points")]
        half_points: [u8; 2],
    }

    const KIND: FileKind = FileKind { title: "test state", format: "test", version: 3 };

    impl Record for Entry {
        const KIND: FileKind = KIND;

        fn number(&self) -> u64 {
            self.number
        }
    }

    /// Returns paths in a new folder, which is removed when it is dropped.
    fn new_paths<const N: usize>(names: [&str; N]) -> (TempDir, [PathBuf; N]) {
        let folder = tempfile::tempdir().unwrap();
        let paths = names.map(|name| folder.path().join(name));
        (folder, paths)
    }

    fn settings(values: &[(&str, &str)]) -> Settings {
        let mut settings = Settings::default();
        values.iter().for_each(|&(name, value)| settings.set(name, value));
        settings
    }

    /// Writes a state file with these settings and pairs.
    fn write(path: &Path, values: &[(&str, &str)], numbers: &[u64]) {
        let (mut file, _) = StateFile::open(path, &[]).unwrap();
        file.create(&settings(values), Vec::new()).unwrap();
        for &number in numbers {
            file.add(&Entry { number, half_points: [2, 1] }).unwrap();
        }
    }

    #[test]
    fn records_are_appended_and_read_back() {
        let (_folder, [path]) = new_paths(["records.state"]);
        write(&path, &[("-seed", "7"), ("engine 1 cmd", "./a\tb")], &[0, 1]);
        let (mut file, state) = StateFile::open(&path, &[]).unwrap();
        file.resume(&state.unwrap()).unwrap();
        file.add(&Entry { number: 5, half_points: [0, 2] }).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let expected = r#"{"format":"test","version":3,"settings":{"-seed":"7","engine 1 cmd":"./a\tb"}}
{"number":0,"half_points":[2,1]}
{"number":1,"half_points":[2,1]}
{"number":5,"half_points":[0,2]}
"#;
        assert_eq!(text, expected);
        let state = State::<Entry>::load(&path).unwrap();
        assert_eq!(state.settings.get("-seed"), Some("7"));
        assert_eq!(state.records.iter().map(Record::number).collect::<Vec<_>>(), [0, 1, 5]);
    }

    /// Plays the pairs from `0` to `end` that are not in the state file, and writes their games to two
    /// other files, as a match does.
    fn play(paths: &[PathBuf; 3], end: u64) {
        let (mut file, state) = StateFile::<Entry>::open(&paths[0], &paths[1..]).unwrap();
        let played: Vec<_> = match &state {
            Some(state) => {
                file.resume(state).unwrap();
                state.records.iter().map(Record::number).collect()
            }
            None => {
                file.create(&settings(&[("-seed", "7")]), Vec::new()).unwrap();
                Vec::new()
            }
        };
        for number in (0..end).filter(|number| !played.contains(number)) {
            let games = [format!("{number}. e4\n\n"), format!("pair {number}\n")];
            let length = |path: &PathBuf| fs::metadata(path).map_or(0, |metadata| metadata.len());
            let writing = paths[1..].iter().zip(&games);
            let writing =
                writing.map(|(path, text)| (path.clone(), [length(path), text.len() as u64]));
            file.announce(writing.collect()).unwrap();
            for (path, text) in paths[1..].iter().zip(games) {
                let mut file = File::options().append(true).create(true).open(path).unwrap();
                file.write_all(text.as_bytes()).unwrap();
            }
            file.add(&Entry { number, half_points: [2, 1] }).unwrap();
        }
    }

    /// Cuts the output of a run after every byte, in the order in which it was written, and resumes it.
    #[test]
    fn a_run_stopped_at_any_byte_leaves_every_file_complete_when_it_is_resumed() {
        let (_folder, paths) = new_paths(["cut.state", "cut.pgn", "cut.log"]);
        // Games of earlier matches stay.
        let old = ["", "old game\n\n", "old line\n"];
        let reset = |texts: &[&[u8]; 3]| {
            for (path, text) in paths.iter().zip(texts) {
                fs::write(path, text).unwrap();
            }
        };
        reset(&old.map(str::as_bytes));
        fs::remove_file(&paths[0]).unwrap();
        play(&paths, 3);
        let [state, pgn, log] = paths.each_ref().map(|path| fs::read(path).unwrap());
        let mut lines = state.split_inclusive(|&byte| byte == b'\n');
        let mut lengths = [lines.next().unwrap().len(), old[1].len(), old[2].len()];
        let mut stops = vec![lengths];
        let mut advance = |file: usize, bytes: usize| {
            for _ in 0..bytes {
                lengths[file] += 1;
                stops.push(lengths);
            }
        };
        for line in lines {
            if line.starts_with(WRITING) {
                advance(0, line.len());
                let Writing { writing } = serde_json::from_slice(line).unwrap();
                advance(1, writing[&paths[1]][1] as usize);
                advance(2, writing[&paths[2]][1] as usize);
            } else {
                advance(0, line.len());
            }
        }
        assert!(stops.len() > 300);
        for stop in stops {
            reset(&[&state[..stop[0]], &pgn[..stop[1]], &log[..stop[2]]]);
            play(&paths, 3);
            let found = paths.each_ref().map(|path| fs::read(path).unwrap());
            assert!(found == [&state[..], &pgn[..], &log[..]], "stopped at {stop:?}");
        }
    }

    #[test]
    fn what_others_write_after_a_run_ended_is_kept() {
        let (_folder, paths) = new_paths(["kept.state", "kept.pgn", "kept.log"]);
        play(&paths, 1);
        let append = |path: &PathBuf, text: &str| {
            fs::write(path, fs::read_to_string(path).unwrap() + text).unwrap();
        };
        append(&paths[1], "another match\n\n");
        play(&paths, 2);
        // A run that was killed before it wrote the last record.
        let state = fs::read_to_string(&paths[0]).unwrap();
        fs::write(&paths[0], &state[..state.len() - 3]).unwrap();
        append(&paths[1], "another match\n\n");
        play(&paths, 2);
        play(&paths, 2);
        let [_, pgn, log] = paths.each_ref().map(|path| fs::read_to_string(path).unwrap());
        assert_eq!(pgn.matches("another match\n\n").count(), 2, "{pgn}");
        assert_eq!(log, "pair 0\npair 1\n");
    }

    #[test]
    fn files_that_are_not_outputs_of_the_run_are_not_touched() {
        let (_folder, paths) = new_paths(["wide.state", "wide.pgn", "wide.log"]);
        play(&paths, 1);
        let text = fs::read_to_string(&paths[0]).unwrap();
        let last = text.trim_end().rfind('\n').unwrap() + 1;
        fs::write(&paths[0], &text[..last]).unwrap();
        let (mut file, state) = StateFile::<Entry>::open(&paths[0], &paths[2..]).unwrap();
        assert!(state.is_none());
        file.create(&settings(&[]), Vec::new()).unwrap();
        assert_eq!(fs::read_to_string(&paths[1]).unwrap(), "0. e4\n\n");
        assert_eq!(fs::read_to_string(&paths[2]).unwrap(), "");
    }

    #[test]
    fn any_bytes_are_read_or_refused() {
        let (_folder, [path]) = new_paths(["fuzz.state"]);
        write(&path, &[("-seed", "7")], &[0, 1]);
        let text = fs::read(&path).unwrap();
        for index in 0..text.len() {
            for byte in [0, b'\n', b'"', b'9', b'}', 0xff] {
                let mut changed = text.clone();
                changed[index] = byte;
                let records =
                    State::<Entry>::parse(&changed).map_or(0, |state| state.records.len());
                assert!(records <= 2);
            }
        }
    }

    #[test]
    fn a_pair_that_is_stored_twice_counts_once() {
        let (_folder, [path]) = new_paths(["doubled.state"]);
        write(&path, &[("-seed", "7")], &[0, 1, 0]);
        let stop = StopFlag::default();
        let run = StoredRun::<Entry>::begin(Some(&path), &[], &[], &stop, None, 1, |seed| {
            settings(&[("-seed", &seed.to_string())])
        });
        let run = run.unwrap();
        assert_eq!((run.seed, run.records.len()), (7, 2));
    }

    #[test]
    fn an_invalid_line_is_reported_with_its_number() {
        let header = r#"{"format":"test","version":3,"settings":{}}"#;
        for (line, message) in [
            (r#"{"number":1}"#, "missing field `half_points`"),
            (r#"{"number":1,"half_points":[3,0]}"#, "a game has 0, 1 or 2 half points"),
        ] {
            let expected = format!("line 2: {message}");
            let state = State::<Entry>::parse(format!("{header}\n{line}\n").as_bytes());
            let error = state.unwrap_err().to_string();
            assert!(error.starts_with(&expected), "{error}");
        }
    }
}
