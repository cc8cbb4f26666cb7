//! Games from files. The evaluation of a game may lie beside its rules file.

use eval::{EvalFile, EvalFileError};
use platform::files::read_file_up_to;
use rules::Rules;
use std::io;
use std::path::{Path, PathBuf};

/// Largest evaluation file that is read in bytes.
const MAX_EVAL_FILE: u64 = 64 << 20;

/// Loads the files of a list of paths, as [`platform::split_paths`] reads it. Returns a line for the client about
/// each file: what was loaded, and what is wrong.
pub fn load_variant_path(list: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for path in platform::split_paths(list).filter(|path| !path.as_os_str().is_empty()) {
        let loaded = games::load(&path);
        let names: Vec<_> = loaded.games.iter().map(|rules| rules.name()).collect();
        if !names.is_empty() {
            lines.push(format!("{}: loaded {}", path.display(), names.join(", ")));
        }
        lines.extend(loaded.error_summary().map(|error| error.to_string()));
        lines.extend(load_evals(loaded.games.into_iter()));
    }
    lines
}

/// Returns the name of a game's evaluation file: beside its rules file, or in this folder for a built-in game.
pub fn eval_path(rules: &Rules) -> PathBuf {
    games::file_path(rules).unwrap_or_default().with_file_name(format!("{}.eval", rules.name()))
}

/// Uses the evaluations beside the rules files of games. Returns why a file cannot be used.
pub fn load_evals(games: impl Iterator<Item = &'static Rules>) -> Vec<String> {
    let mut errors = Vec::new();
    for rules in games {
        let path = eval_path(rules);
        match read_eval_file(rules, &path) {
            Ok(file) => eval::set_eval_of_game(rules, file),
            Err(ReadEvalError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => errors.push(format!("{}: {error}", path.display())),
        }
    }
    errors
}

/// Why an evaluation file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ReadEvalError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Invalid(#[from] EvalFileError),
}

/// Reads an evaluation file for a game: a network, or parameters.
pub fn read_eval_file(
    rules: &'static Rules,
    path: impl AsRef<Path>,
) -> Result<EvalFile, ReadEvalError> {
    let bytes = read_file_up_to(path, MAX_EVAL_FILE)?;
    Ok(EvalFile::parse(rules, &bytes)?)
}

/// Returns the game that now has the name of `rules`: another one if its file was changed and loaded
/// again.
pub fn current_version(rules: &'static Rules) -> &'static Rules {
    games::by_name(rules.name()).unwrap_or(rules)
}
