//! The argument `--rules` of the tuning programs, which adds games from files.

use games::LoadError;
use std::env;
use std::path::PathBuf;

/// The argument `--rules`. It only documents and checks what [`load_rules_files`] has read.
#[derive(clap::Args, Debug)]
pub struct RulesFileArgs {
    /// Add the games of a rules file; may be repeated.
    #[arg(long = "rules", value_name = "FILE", global = true)]
    _files: Vec<PathBuf>,
}

/// Loads the files that `--rules` names. Programs call this before they parse their command line, so
/// that other arguments can name the games.
pub fn load_rules_files() -> Result<(), String> {
    load_paths(&games::rules_arguments(env::args_os().skip(1)))
}

/// Loads rules files. Prints a warning for each game that cannot be loaded from a file with others.
pub fn load_paths(paths: &[PathBuf]) -> Result<(), String> {
    let join = |errors: &[LoadError]| {
        errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let warnings = games::load_all(paths).map_err(|errors| join(&errors))?;
    if !warnings.is_empty() {
        eprintln!("{}", join(&warnings));
    }
    Ok(())
}
