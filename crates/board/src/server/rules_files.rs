//! The files of games, which are watched for changes.

use eval::load_evals;
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
            let mut errors = Vec::new();
            for path in changed {
                let loaded = games::load(&path);
                let error = loaded.errors.first().filter(|_| loaded.games.is_empty());
                errors.extend(error.map(ToString::to_string));
                // The games are new ones, which have no evaluation yet.
                errors.extend(load_evals(loaded.games.into_iter()));
            }
            errors.into_iter().next().map_or(Ok(()), Err)
        }
    }
}

fn stamp(path: &PathBuf) -> Option<Stamp> {
    let metadata = fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use eval::{EvalSource, Parameters};

    #[test]
    fn a_changed_game_is_loaded_with_its_evaluation() {
        let folder = tempfile::tempdir().unwrap();
        let [file, eval] =
            ["evaluated.toml", "evaluated.eval"].map(|name| folder.path().join(name));
        let text = include_str!("../../../rules/examples/minicannon.toml")
            .replace("name = \"minicannon\"", "name = \"evaluated\"");
        fs::write(&file, &text).unwrap();
        games::load(&file);
        let mut files = RulesFiles::of_games();
        assert_eq!(files.check(), None);
        let rules = games::by_name("evaluated").unwrap();
        let derived = Parameters::derived(rules);
        let doubled = derived.values().iter().map(|value| 2 * value);
        let doubled = Parameters::new(rules, doubled.collect::<Vec<_>>().try_into().unwrap());
        fs::write(eval, doubled.to_string()).unwrap();
        fs::write(&file, text.replace("An example:", "Another example:")).unwrap();
        assert_eq!(files.check(), Some(vec!["evaluated.toml".into()]));
        files.load()().unwrap();
        let rules = games::by_name("evaluated").unwrap();
        assert!(rules.about().starts_with("Another example:"));
        assert_eq!(EvalSource::OfGame.resolve(rules).0.values(), doubled.values());
    }
}
