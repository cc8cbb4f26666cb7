//! Writes a [`GameSpec`] as a rules file.

use rules::GameSpec;
use std::fmt::Write;
use toml::{Table, Value};

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
