//! Tests of rules files.

mod rules_files;
mod variants_ini;

use rules::GameSpec;
use serde::Deserialize;

/// Reads a table of texts and the errors that belong to them.
fn cases<const COLUMNS: usize>(text: &str) -> Vec<[String; COLUMNS]>
where
    [String; COLUMNS]: for<'de> Deserialize<'de>,
{
    let mut table: toml::Table = text.parse().unwrap();
    table.remove("cases").unwrap().try_into().unwrap()
}

/// Returns the errors in a file as lines of text.
fn errors(text: &str) -> Vec<String> {
    games::parse(text).errors.iter().map(ToString::to_string).collect()
}

/// Returns the only game of a text without errors.
fn only_game(text: &str) -> GameSpec {
    let games::ParsedFile { mut games, errors } = games::parse(text);
    assert_eq!(errors, [], "{text}");
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).rules.spec().clone()
}
