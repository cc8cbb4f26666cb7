//! Watches the state files of a match whose shards are being played.

use crate::error::Error;
use crate::game_pair::{MatchResults, PairResult};
use crate::progress::ProgressLine;
use crate::report::{self, format_duration};
use crate::sprt::Sprt;
use crate::state_file::{Record, State};
use crate::stop_flag::StopFlag;
use platform::Shard;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

/// The time between two looks at the folder.
const INTERVAL: Duration = Duration::from_secs(1);

/// The state files of a folder. When the length or time of a file has changed, what was added is read; without
/// records, all of it, because a new run replaces such a file.
#[derive(Default)]
struct StateFiles(BTreeMap<PathBuf, (Stamp, State<PairResult>)>);

type Stamp = (u64, Option<SystemTime>);

impl StateFiles {
    /// Reads the files that are new or have changed. Returns whether there were any.
    fn read(&mut self, folder: &Path) -> Result<bool, Error> {
        let reading = || Error::reading("the folder", folder);
        let mut has_changed = false;
        for entry in fs::read_dir(folder).map_err(reading())? {
            let path = entry.map_err(reading())?.path();
            let Ok(metadata) = fs::metadata(&path) else { continue };
            let stamp = (metadata.len(), metadata.modified().ok());
            let is_known = self.0.get(&path).is_some_and(|(known, _)| *known == stamp);
            if is_known || !metadata.is_file() || !PairResult::KIND.is_at(&path) {
                continue;
            }
            match self.0.get_mut(&path) {
                Some((known, state))
                    if !state.records.is_empty() && state.length() <= metadata.len() =>
                {
                    state.read_on(&path)?;
                    *known = stamp;
                }
                _ => {
                    let state = State::load(&path)?;
                    self.0.insert(path, (stamp, state));
                }
            }
            has_changed = true;
        }
        Ok(has_changed)
    }

    fn combined(&self) -> Result<State<PairResult>, Error> {
        State::combine(self.0.iter().map(|(path, (_, state))| Ok((path.as_path(), state.clone()))))
    }

    /// Returns the number of shards that are complete, and of those that the match has, which may not have begun yet.
    fn shards(&self) -> [u64; 2] {
        let states = || self.0.values().map(|(_, state)| state);
        let complete = states().filter(|state| state.is_complete()).count() as u64;
        let matches: BTreeSet<_> = states()
            .map(|state| {
                let shard = state.first.settings.get("-shard").and_then(|text| text.parse().ok());
                let count = shard.map_or(1, Shard::count);
                (state.first.settings.get("-seed").unwrap_or_default(), count)
            })
            .collect();
        [complete, matches.iter().map(|(_, count)| count).sum()]
    }
}

/// Prints the running result of the state files in a folder, whenever at least `rating_interval` games were added
/// if stderr is not a terminal and there is an interval. Returns what they have together when the SPRT has accepted a
/// hypothesis, all shards are complete, or a stop is requested.
pub fn watch(
    folder: &Path,
    sprt: Option<Sprt>,
    rating_interval: Option<u64>,
    stop: &StopFlag,
) -> Result<Option<MatchResults>, Error> {
    let (started, line) = (Instant::now(), ProgressLine::new(false));
    let (mut files, mut merged) = (StateFiles::default(), None);
    let (mut printed, mut has_failed) = (0, false);
    while !stop.is_requested() {
        let read = files.read(folder);
        match read.and_then(|has_changed| has_changed.then(|| files.combined()).transpose()) {
            Ok(None) => {}
            Ok(Some(state)) => {
                has_failed = false;
                let results = MatchResults::of_state(&state, sprt)?;
                let (games, [complete, shards]) = (2 * state.records.len() as u64, files.shards());
                let elapsed = format_duration(started.elapsed());
                let text =
                    format!("{games} games, {complete} of {shards} shards complete, {elapsed}")
                        + &report::running_result(&results);
                let has_ended = results.decision().is_some() || complete == shards;
                if line.is_visible() {
                    line.update(&text);
                } else if let Some(interval) = rating_interval
                    && (games >= printed + interval || has_ended)
                {
                    printed = games;
                    report::print(&format!("{text}\n"));
                }
                merged = Some(results);
                if has_ended {
                    break;
                }
            }
            // The file may have been read while it was written, and other machines see that late.
            Err(error) if has_failed => return Err(error),
            Err(_) => {
                has_failed = true;
                files = StateFiles::default();
            }
        }
        wait(stop);
    }
    line.clear();
    Ok(merged)
}

fn wait(stop: &StopFlag) {
    let end = Instant::now() + INTERVAL;
    while !stop.is_requested() && Instant::now() < end {
        thread::sleep(INTERVAL / 20);
    }
}
