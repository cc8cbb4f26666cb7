//! Evaluation files. That of a game may lie beside its rules file.

use crate::eval_source::{EvalFile, EvalFileError, reset_eval_of_game, set_eval_of_game};
use platform::files::read_file_up_to;
use rules::Rules;
use std::io;
use std::path::{Path, PathBuf};

/// Largest evaluation file that is read in bytes.
const MAX_EVAL_FILE: u64 = 64 << 20;

/// Returns the name of a game's evaluation file: beside its rules file, or in this folder for a built-in game.
pub fn eval_path(rules: &Rules) -> PathBuf {
    games::file_path(rules).unwrap_or_default().with_file_name(format!("{}.eval", rules.name()))
}

/// Gives each game the evaluation file beside its rules file, or its own evaluation if there is no such file. Returns
/// a message for each file that cannot be used.
pub fn load_evals(games: impl Iterator<Item = &'static Rules>) -> Vec<String> {
    let mut errors = Vec::new();
    for rules in games {
        let path = eval_path(rules);
        match read_eval_file(rules, &path) {
            Ok(file) => set_eval_of_game(rules, file),
            Err(ReadEvalError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                reset_eval_of_game(rules);
            }
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
