//! Watches the state files of a match whose shards are being played.

use crate::console;
use crate::error::Error;
use crate::game_pair::PairResult;
use crate::match_results::MatchResults;
use crate::progress::ProgressLine;
use crate::report;
use crate::state_file::{Record, State};
use crate::stop_flag::StopFlag;
use platform::Shard;
use records::format_seconds;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use trials::Sprt;

/// The time between two looks at the folder.
const INTERVAL: Duration = Duration::from_secs(1);

/// The state files of a folder.
#[derive(Default)]
struct StateFiles(BTreeMap<PathBuf, State<PairResult>>);

impl StateFiles {
    /// Reads new files, and what was added to others. A file without records is read anew, because a new run replaces
    /// it. Returns what they have together, if there are any.
    fn read(&mut self, folder: &Path) -> Result<Option<State<PairResult>>, Error> {
        let reading = || Error::reading("the folder", folder);
        for entry in fs::read_dir(folder).map_err(reading())? {
            let path = entry.map_err(reading())?.path();
            let Ok(metadata) = fs::metadata(&path) else { continue };
            match self.0.get_mut(&path) {
                Some(state) if !state.records.is_empty() && state.length() <= metadata.len() => {
                    state.read_on(&path)?;
                }
                _ if metadata.is_file() && PairResult::KIND.is_at(&path) => {
                    self.0.insert(path.clone(), State::load(&path)?);
                }
                _ => {}
            }
        }
        let states = self.0.iter().map(|(path, state)| Ok((path.as_path(), state.clone())));
        (!self.0.is_empty()).then(|| State::combine(states)).transpose()
    }

    /// Returns the number of shards that are complete, and of those that the match has, which may not have begun yet.
    fn shards(&self) -> [u64; 2] {
        let complete = self.0.values().filter(|state| state.is_complete()).count() as u64;
        let settings = self.0.values().map(|state| &state.first.settings);
        let parts = settings.map(|settings| {
            let shard = settings.get("-shard").and_then(|text| text.parse().ok());
            (settings.get("-seed").unwrap_or_default(), shard.map_or(1, Shard::count))
        });
        let matches: BTreeSet<_> = parts.collect();
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
        match files.read(folder) {
            Ok(None) => {}
            Ok(Some(state)) => {
                has_failed = false;
                let results = MatchResults::of_state(&state, sprt)?;
                let (games, [complete, shards]) = (2 * state.records.len() as u64, files.shards());
                let elapsed = format_seconds(started.elapsed());
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
                    console::print(&format!("{text}\n"));
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
        stop.wait(INTERVAL);
    }
    line.clear();
    Ok(merged)
}
