//! Games from files.

use eval::{eval_path, load_evals, read_eval_file};
use rules::Rules;

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

/// Returns the name of the evaluation file beside the rules file of a game, if the game is played with it.
pub fn eval_file_name(rules: &'static Rules) -> Option<String> {
    games::file_path(rules)?;
    let path = eval_path(rules);
    read_eval_file(rules, &path).ok()?;
    Some(path.file_name()?.to_string_lossy().into_owned())
}

/// Returns the game that now has the name of `rules`: another one if its file was changed and loaded
/// again.
pub fn current_version(rules: &'static Rules) -> &'static Rules {
    games::by_name(rules.name()).unwrap_or(rules)
}
