//! The files of games, which are watched for changes.

use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

/// When a file was last changed, and its size.
type Stamp = (SystemTime, u64);

/// The files from which games were loaded.
#[derive(Debug)]
pub struct RulesFiles {
    files: Vec<(PathBuf, Option<Stamp>)>,
    changed: Vec<PathBuf>,
}

impl RulesFiles {
    /// Returns the files of the games that were loaded, as they are now.
    pub fn of_games() -> Self {
        let mut paths: Vec<_> = games::all().filter_map(games::file_path).collect();
        paths.sort_unstable();
        paths.dedup();
        let files = paths.into_iter().map(|path| (path.clone(), stamp(&path))).collect();
        Self { files, changed: Vec::new() }
    }

    /// Returns the names of the files that have changed since they were loaded, if these are others than before.
    pub fn check(&mut self) -> Option<Vec<String>> {
        // A file that is being replaced is not there for a moment.
        let is_changed = |(path, loaded): &&(PathBuf, Option<Stamp>)| {
            stamp(path).is_some_and(|now| Some(now) != *loaded)
        };
        let changed: Vec<_> =
            self.files.iter().filter(is_changed).map(|file| file.0.clone()).collect();
        let name = |path: &PathBuf| path.file_name().unwrap_or_default().display().to_string();
        (std::mem::replace(&mut self.changed, changed) != self.changed)
            .then(|| self.changed.iter().map(name).collect())
    }

    /// Returns what loads the files that have changed. Until they change again they count as loaded.
    pub fn load(&mut self) -> impl FnOnce() -> Result<(), String> + Send + use<> {
        let changed = self.changed.clone();
        for (path, loaded) in self.files.iter_mut().filter(|file| changed.contains(&file.0)) {
            *loaded = stamp(path);
        }
        move || {
            for path in changed {
                let loaded = games::load(&path);
                if let Some(error) = loaded.errors.first().filter(|_| loaded.games.is_empty()) {
                    return Err(error.to_string());
                }
            }
            Ok(())
        }
    }
}

fn stamp(path: &PathBuf) -> Option<Stamp> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}
