//! Runs whose pairs of games are stored as they end, so that `-resume` can continue them.

use crate::engine::EngineSpec;
use crate::engine_id::EngineId;
use crate::error::Error;
use crate::settings::Settings;
use crate::state_file::{Record, State, StateFile};
use crate::stop_flag::StopFlag;
use platform::files::FileLock;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The setting that is the seed.
const SEED: &str = "-seed";

/// A run whose results are stored, or would be if it had a state file.
#[derive(Debug)]
pub struct StoredRun<R> {
    pub seed: u64,
    pub settings: Settings,
    /// The pairs that were played before.
    pub records: Vec<R>,
    target: Option<Target<R>>,
}

/// The state file of a run before anything is written.
#[derive(Debug)]
struct Target<R> {
    path: PathBuf,
    lock: FileLock,
    /// What the file says about the run, if that is continued. Its records have been taken.
    saved: Option<State<R>>,
}

impl<R: Record> StoredRun<R> {
    /// Locks and reads the state file. Its run is continued if the settings are the same. A file without records is
    /// replaced: a run leaves one behind if it is ended before the first pair. Unless a seed is given, it is that of the
    /// file, or `default_seed`. The settings get it.
    pub fn open(
        path: Option<&Path>,
        seed: Option<u64>,
        default_seed: u64,
        mut settings: Settings,
    ) -> Result<Self, Error> {
        let Some(path) = path else {
            let seed = seed.unwrap_or(default_seed);
            settings.set(SEED, seed);
            return Ok(Self { seed, settings, records: Vec::new(), target: None });
        };
        let lock = FileLock::acquire(path)?;
        let saved = path.exists().then(|| State::<R>::load(path)).transpose()?;
        let mut saved = saved.filter(|saved| !saved.records.is_empty());
        let saved_seed = saved.as_ref().and_then(|saved| saved.settings.get(SEED)?.parse().ok());
        let seed = seed.or(saved_seed).unwrap_or(default_seed);
        settings.set(SEED, seed);
        let mut records = Vec::new();
        if let Some(saved) = &mut saved {
            saved.check_settings(path, &settings)?;
            records = saved.take_distinct_records(path);
        }
        let target = Some(Target { path: path.to_owned(), lock, saved });
        Ok(Self { seed, settings, records, target })
    }

    /// Begins to write. Warns of engines that are no longer those that began the run.
    pub fn begin(
        &mut self,
        engines: &[EngineSpec],
        stop: &StopFlag,
    ) -> Result<Option<StateFile<R>>, Error> {
        let Some(Target { path, lock, saved }) = self.target.take() else { return Ok(None) };
        let id = |engine: &EngineSpec| EngineId::of(engine, stop);
        let Some(saved) = saved else {
            let engines = engines.iter().map(id).collect::<Result<_, _>>()?;
            return StateFile::create(&path, lock, &self.settings, engines).map(Some);
        };
        for (engine, before) in engines.iter().zip(&saved.engines) {
            // A run that is complete needs no engines.
            if let Some(difference) = id(engine).ok().and_then(|now| before.difference(&now)) {
                let (name, path) = (&engine.name, path.display());
                eprintln!("warning: {name} is not the engine that began {path}: {difference}");
            }
        }
        StateFile::resume(&path, lock, &saved).map(Some)
    }

    /// Returns the numbers of the pairs to play, of this many.
    pub fn remaining(&self, pairs: u64) -> impl Iterator<Item = u64> + Clone + use<R> {
        let stored: HashSet<u64> = self.records.iter().map(Record::number).collect();
        (0..pairs).filter(move |number| !stored.contains(number))
    }
}
