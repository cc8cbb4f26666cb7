//! Games by the names that records give them.

use crate::error::{RecordError, RecordErrorKind};
use games::letters_and_digits;
use rules::Rules;

/// Finds a game like [`rules_by_any_name`]. Without one, the error is that of a line.
pub(crate) fn find_rules(name: &str, line: usize) -> Result<&'static Rules, RecordError> {
    let error = || RecordError::new(line, RecordErrorKind::UnknownGame(name.to_owned()));
    rules_by_any_name(name).ok_or_else(error)
}

/// Returns the rules of shogi, which records of some formats have if they name no game.
pub(crate) fn shogi() -> &'static Rules {
    games::by_name("shogi").expect("shogi is built in")
}

/// Finds a game by its name or title, whatever the case and punctuation.
pub(crate) fn rules_by_any_name(name: &str) -> Option<&'static Rules> {
    let wanted = letters_and_digits(name);
    let named = |rules: &&Rules| letters_and_digits(rules.name()) == wanted;
    let titled = |rules: &&Rules| letters_and_digits(rules.title()) == wanted;
    games::by_name(name).or_else(|| games::all().find(named)).or_else(|| games::all().find(titled))
}
