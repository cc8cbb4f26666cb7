//! Games from files: `--rules` on the command line, and `VariantPath` in sessions.

use crate::cli_error::{CliError, print_warning};
use games::LoadError;
use rules::Rules;
use std::env;

/// Loads the files that `--rules` names, before the command line is parsed. Games of a file that
/// cannot be loaded are warnings if the file has others.
pub fn load_rules_files() -> Result<(), CliError> {
    let paths = games::rules_arguments(env::args_os().skip(1));
    match games::load_all(&paths) {
        Ok(warnings) => {
            warnings.iter().for_each(print_warning);
            Ok(())
        }
        Err(errors) => Err(CliError::Input(errors.iter().map(ToString::to_string).collect())),
    }
}

/// Loads the files of a list separated by the character that separates paths on this system: `:`, or
/// `;` on Windows. Returns a line for the client about each file: what was loaded, and what is wrong.
pub fn load_variant_path(list: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for path in env::split_paths(list).filter(|path| !path.as_os_str().is_empty()) {
        let loaded = games::load(&path);
        let names: Vec<_> = loaded.games.iter().map(|rules| rules.name()).collect();
        if !names.is_empty() {
            lines.push(format!("{}: loaded {}", path.display(), names.join(", ")));
        }
        lines.extend(summarize(&loaded.errors));
    }
    lines
}

/// Returns the first error and the number of others.
fn summarize(errors: &[LoadError]) -> Option<String> {
    let first = errors.first()?;
    Some(match errors.len() - 1 {
        0 => first.to_string(),
        more => {
            let path = first.path.display();
            format!("{first} (and {more} more; 'ozutsu games --check {path}' lists them)")
        }
    })
}

/// Returns the game that now has the name of `rules`: another one if its file was changed and loaded
/// again.
pub fn current_version(rules: &'static Rules) -> &'static Rules {
    games::by_name(rules.name()).unwrap_or(rules)
}
