//! Tests of rules files.

mod rules_files;
mod variants_ini;

use rules::{GameSpec, SplitMix64};
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

/// Changes a text at a few random places: removes, repeats, inserts or swaps pieces of it.
fn mutate(text: &str, random: &mut SplitMix64) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let mut below = |limit: usize| random.below(limit.max(1));
    for _ in 0..=below(4) {
        let at = below(chars.len());
        let end = (at + 1 + below(12)).min(chars.len());
        match below(5) {
            0 => {
                chars.drain(at..end);
            }
            1 => {
                let copy = chars[at..end].to_vec();
                let to = below(chars.len());
                chars.splice(to..to, copy);
            }
            2 => {
                let tokens =
                    ["\"", "[[piece]]", "=", "255", "-1", "\0", "[", "{", "\n", "将", "pp"];
                let token = tokens[below(tokens.len())];
                chars.splice(at..at, token.chars());
            }
            3 => chars.truncate(at),
            _ => {
                let digit = char::from(b'0' + below(10) as u8);
                if let Some(c) = chars[at..].iter_mut().find(|c| c.is_ascii_digit()) {
                    *c = digit;
                }
            }
        }
    }
    chars.into_iter().collect()
}
