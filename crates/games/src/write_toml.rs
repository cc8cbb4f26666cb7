//! Writes a [`GameSpec`] as a rules file.

use crate::built_in::source;
use rules::{GameSpec, Rules};
use std::borrow::Cow;
use std::fmt::Write;
use toml::{Table, Value};

/// Returns the text of a game's rules file: of a built-in game that of the file itself, of others without comments.
pub fn rules_text(rules: &Rules) -> Cow<'static, str> {
    source(rules.name()).map_or_else(|| to_toml(rules.spec()).into(), Cow::Borrowed)
}

/// Returns the text of a rules file that describes a game.
pub fn to_toml(spec: &GameSpec) -> String {
    let table = Table::try_from(spec).expect("a spec has string keys and no missing values");
    let mut text = String::new();
    for (key, value) in table.iter().filter(|(key, _)| *key != "piece") {
        write_entry(&mut text, key, value);
    }
    for piece in table.get("piece").and_then(Value::as_array).into_iter().flatten() {
        text += "\n[[piece]]\n";
        for (key, value) in piece.as_table().into_iter().flatten() {
            write_entry(&mut text, key, value);
        }
    }
    text
}

fn write_entry(text: &mut String, key: &str, value: &Value) {
    let _ = writeln!(text, "{key} = {value}");
}
