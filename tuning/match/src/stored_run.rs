//! Runs whose pairs of games are stored as they end, so that `-resume` can continue them.

use crate::console::eprint_line;
use crate::engine::EngineSpec;
use crate::engine_id::EngineId;
use crate::error::Error;
use crate::settings::Settings;
use crate::state_file::{GamesStart, Record, State};
use crate::stop_flag::StopFlag;
use platform::files::{AppendFile, write_whole};
use serde::Serialize;
use std::collections::HashSet;
use std::path::Path;
use std::{fs, io};

/// The setting that is the seed.
const SEED: &str = "-seed";

/// A run. Its pairs are stored if it has a state file.
#[derive(Debug)]
pub struct StoredRun<R> {
    pub seed: u64,
    /// The settings of the run, and what was played before.
    pub state: State<R>,
    /// The number of records, with those that were added since.
    pub record_count: usize,
    file: Option<AppendFile>,
}

impl<R: Record> StoredRun<R> {
    /// Locks and reads the state file. Its run is continued if the settings are the same. A file without records is
    /// replaced: a run leaves one behind if it is ended before the first pair. Unless a seed is given, it is that of
    /// the file, or `default_seed`. The settings get it.
    pub fn open(
        path: Option<&Path>,
        seed: Option<u64>,
        default_seed: u64,
        mut settings: Settings,
    ) -> Result<Self, Error> {
        let file = path.map(AppendFile::lock).transpose()?;
        let saved = path.filter(|path| path.exists()).map(State::<R>::load).transpose()?;
        let saved = saved.filter(|saved| !saved.records.is_empty());
        let saved_seed =
            saved.as_ref().and_then(|saved| saved.first.settings.get(SEED)?.parse().ok());
        let seed = seed.or(saved_seed).unwrap_or(default_seed);
        settings.set(SEED, seed);
        let state = match path.zip(saved) {
            None => State::new(settings),
            Some((path, saved)) => {
                saved.check_settings(path, &settings)?;
                saved
            }
        };
        Ok(Self { seed, record_count: state.records.len(), state, file })
    }

    /// Begins to write: the first line of a new file, or after the last whole line. Warns of engines that are no longer
    /// those that began the run.
    pub fn begin(&mut self, engines: &[EngineSpec], stop: &StopFlag) -> Result<(), Error> {
        let Self { state, file: Some(file), .. } = self else { return Ok(()) };
        let path = file.path().to_owned();
        let id = |engine: &EngineSpec| EngineId::of(engine, stop);
        let length = if state.records.is_empty() {
            state.first.engines = engines.iter().map(id).collect::<Result<_, _>>()?;
            let first = line(&state.first);
            first.and_then(|first| write_whole(&path, &first).map(|()| first.len() as u64))
        } else {
            for (engine, before) in engines.iter().zip(&state.first.engines) {
                // A run that is complete needs no engines.
                if let Some(difference) = id(engine).ok().and_then(|now| before.difference(&now)) {
                    let (name, path) = (&engine.name, path.display());
                    eprint_line(&format!(
                        "warning: {name} is not the engine that began {path}: {difference}"
                    ));
                }
            }
            Ok(state.length())
        };
        length.and_then(|length| file.begin(length)).map_err(Error::writing(&path))
    }

    /// Returns the numbers of the pairs to play, of this many.
    pub fn remaining(&self, pairs: u64) -> impl Iterator<Item = u64> + Clone + use<R> {
        let stored: HashSet<u64> = self.state.records.iter().map(Record::number).collect();
        (0..pairs).filter(move |number| !stored.contains(number))
    }

    pub fn add(&mut self, record: &R) -> Result<(), Error> {
        self.record_count += 1;
        self.append(record)
    }

    /// Tells how many pairs the run has.
    pub fn set_pairs(&mut self, pairs: u64) -> Result<(), Error> {
        match self.state.run.pairs.replace(pairs) {
            Some(before) if before == pairs => Ok(()),
            _ => self.append(&self.state.run),
        }
    }

    /// Returns where the games are in a file, which has this format. A state file of an older version has a place for
    /// each format, which may be one in another file.
    pub fn games_start(&self, path: &Path, format: &str) -> GamesStart {
        let files = &self.state.run.files;
        if let Some(&start) = files.get(&self.file_key(path)) {
            return start;
        }
        let start = files.get(format).copied().unwrap_or_default();
        if start.record > 0 {
            let (path, pairs) = (path.display(), start.record);
            eprint_line(&format!(
                "warning: the state file is of an older version: {path} gets no games of the first {pairs} pairs"
            ));
        }
        start
    }

    /// Tells where the games are from now on in a file.
    pub fn set_games_start(&mut self, path: &Path, start: GamesStart) -> Result<(), Error> {
        let key = self.file_key(path);
        self.state.run.files.insert(key, start);
        self.append(&self.state.run)
    }

    /// Returns the name of a file in the state file: its path from the folder of the state file if it is in there, so
    /// that the folder can be moved.
    fn file_key(&self, path: &Path) -> String {
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let state = self.file.as_ref().and_then(|file| fs::canonicalize(file.path()).ok());
        let folder = state.as_deref().and_then(Path::parent);
        let key = folder.and_then(|folder| path.strip_prefix(folder).ok());
        key.unwrap_or(&path).to_string_lossy().into_owned()
    }

    fn append(&self, value: &impl Serialize) -> Result<(), Error> {
        let Some(file) = &self.file else { return Ok(()) };
        let appended = line(value).and_then(|line| file.append(&line).map(drop));
        appended.map_err(Error::writing(file.path()))
    }
}

fn line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    Ok(format!("{}\n", serde_json::to_string(value)?).into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state_file::FileKind;
    use serde::Deserialize;

    #[derive(Serialize, Deserialize)]
    struct Entry {
        number: u64,
    }

    impl Record for Entry {
        const KIND: FileKind = FileKind { title: "test state", format: "test", version: 3 };

        fn number(&self) -> u64 {
            self.number
        }
    }

    #[test]
    fn records_are_appended_and_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records.state");
        let mut settings = Settings::default();
        settings.set("engine 1 cmd", "./a\tb");
        let add = |numbers: &[u64]| {
            let run = StoredRun::<Entry>::open(Some(&path), None, 7, settings.clone());
            let mut run = run.unwrap();
            run.begin(&[], &StopFlag::default()).unwrap();
            numbers.iter().for_each(|&number| run.add(&Entry { number }).unwrap());
            run
        };
        drop(add(&[0, 1]));
        let mut state = State::<Entry>::load(&path).unwrap();
        // The run was killed while it was writing a line.
        fs::write(&path, fs::read_to_string(&path).unwrap() + "{\"num").unwrap();
        assert_eq!(add(&[5]).remaining(7).collect::<Vec<_>>(), [2, 3, 4, 5, 6]);
        let text = fs::read_to_string(&path).unwrap();
        let expected = r#"{"format":"test","version":3,"settings":{"-seed":"7","engine 1 cmd":"./a\tb"}}
{"number":0}
{"number":1}
{"number":5}
"#;
        assert_eq!(text, expected);
        state.read_on(&path).unwrap();
        assert_eq!(state.records.iter().map(Record::number).collect::<Vec<_>>(), [0, 1, 5]);
        assert_eq!(state.length() as usize, expected.len());
    }
}
