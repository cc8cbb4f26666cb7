//! The files of a run: those in its folder, and the result.

use super::GrowError;
use super::log::{LOG_FILE, START_FILE};
use crate::game_files::packed_header;
use eval::{EvalFile, EvalSource, set_eval_of_game};
use platform::files::{CommandFiles, OutputError, read_file, write_whole};
use rules::Rules;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder of a run and its result.
#[derive(Clone, Debug)]
pub struct Folder {
    pub rules: &'static Rules,
    /// The log, the games and all evaluations.
    pub path: PathBuf,
    /// Where the best evaluation is copied to.
    pub result: PathBuf,
    /// Whether the result may replace a file that is not from the folder.
    pub is_forced: bool,
}

impl Folder {
    /// Checks that nothing but a folder has the path.
    pub(super) fn check_path(&self) -> Result<(), GrowError> {
        if self.path.exists() && !self.path.is_dir() {
            return Err(GrowError::file(&self.path, "not a folder"));
        }
        Ok(())
    }

    /// Creates the folder, and checks that the files can be written.
    pub(super) fn create(&self, is_writing_result: bool) -> Result<(), GrowError> {
        fs::create_dir_all(&self.path).map_err(|error| GrowError::file(&self.path, error))?;
        let mut files = CommandFiles::default();
        files.check_continued(&self.log_file())?;
        if is_writing_result {
            files.check_continued(&self.result)?;
        }
        Ok(())
    }

    pub(super) fn log_file(&self) -> PathBuf {
        self.path.join(LOG_FILE)
    }

    /// Returns whether a file in the place of the result must stay: one that is not from the folder, unless `is_forced`.
    pub(super) fn would_replace_other(&self) -> Result<bool, GrowError> {
        if self.is_forced || !self.result.exists() {
            return Ok(false);
        }
        let read = |path: &Path| read_file(path).map_err(|error| GrowError::file(path, error));
        let old = read(&self.result)?;
        for entry in self.entries()? {
            let is_eval = entry.extension().is_some_and(|ending| ending == "eval");
            // The evaluation of the start may be a copy of a file that the user has made.
            if is_eval && !entry.ends_with(START_FILE) && read(&entry)? == old {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Makes an evaluation of the folder the result.
    pub(super) fn write_result(&self, file: &str) -> Result<(), GrowError> {
        let bytes = self.read(file)?;
        if read_file(&self.result).is_ok_and(|old| old == bytes) {
            return Ok(());
        }
        if self.would_replace_other()? {
            return Err(OutputError::Exists(self.result.clone()).into());
        }
        write_whole(&self.result, &bytes).map_err(|error| GrowError::work(&self.result, error))
    }

    pub(super) fn write(&self, file: &str, bytes: &[u8]) -> Result<(), GrowError> {
        let path = self.path.join(file);
        write_whole(&path, bytes).map_err(|error| GrowError::work(&path, error))
    }

    fn read(&self, file: &str) -> Result<Vec<u8>, GrowError> {
        let path = self.path.join(file);
        read_file(&path).map_err(|error| GrowError::file(&path, error))
    }

    /// Reads an evaluation.
    pub(super) fn eval(&self, file: &str) -> Result<EvalSource, GrowError> {
        Ok(EvalSource::File(Arc::new(self.eval_file(file)?)))
    }

    fn eval_file(&self, file: &str) -> Result<EvalFile, GrowError> {
        let eval = EvalFile::parse(self.rules, &self.read(file)?);
        eval.map_err(|error| GrowError::file(&self.path.join(file), error))
    }

    /// Makes the evaluation of the start that of the game itself, which draws openings: they must not depend on whether
    /// the program has found a result of the run.
    pub(super) fn set_eval_of_game(&self) -> Result<(), GrowError> {
        set_eval_of_game(self.rules, self.eval_file(START_FILE)?);
        Ok(())
    }

    /// Returns the file of the games that a shard, counted from 1, plays in a generation.
    pub(super) fn games_file(&self, generation: u32, shard: u64) -> PathBuf {
        self.path.join(format!("{GAMES_START}{generation}-{shard}{GAMES_END}"))
    }

    /// Returns the files with the games of all shards up to a generation, the oldest first.
    pub(super) fn games_files(&self, generation: u32) -> Result<Vec<PathBuf>, GrowError> {
        let numbers = |path: &Path| -> Option<(u32, u64)> {
            let name = path.file_name()?.to_str()?;
            let numbers = name.strip_prefix(GAMES_START)?.strip_suffix(GAMES_END)?;
            let (generation, shard) = numbers.split_once('-')?;
            Some((generation.parse().ok()?, shard.parse().ok()?))
        };
        // A shard may just have begun its file.
        let header = packed_header(self.rules).len() as u64;
        let has_games = |path: &Path| fs::metadata(path).is_ok_and(|file| file.len() > header);
        let mut files: Vec<_> =
            self.entries()?.into_iter().filter(|path| has_games(path)).collect();
        files.retain(|path| numbers(path).is_some_and(|(number, _)| number <= generation));
        files.sort_by_key(|path| numbers(path));
        Ok(files)
    }

    /// Returns about how many positions the games up to a generation have.
    pub(super) fn positions(&self, generation: u32) -> Result<u64, GrowError> {
        let length = |path: PathBuf| fs::metadata(path).map_or(0, |file| file.len());
        Ok(self.games_files(generation)?.into_iter().map(length).sum::<u64>() / BYTES_PER_POSITION)
    }

    fn entries(&self) -> Result<Vec<PathBuf>, GrowError> {
        if !self.path.exists() {
            return Ok(Vec::new());
        }
        let entries = fs::read_dir(&self.path).and_then(|entries| {
            entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>()
        });
        entries.map_err(|error| GrowError::file(&self.path, error))
    }
}

const GAMES_START: &str = "games-";
const GAMES_END: &str = ".games";

/// A packed game has four bytes for each position, and few others.
const BYTES_PER_POSITION: u64 = 4;

impl GrowError {
    pub(super) fn file(path: &Path, error: impl ToString) -> Self {
        Self::Input(format!("{}: {}", path.display(), error.to_string()))
    }

    pub(super) fn work(path: &Path, error: impl ToString) -> Self {
        Self::Work(format!("{}: {}", path.display(), error.to_string()))
    }
}
