//! The keys of `variants.ini`, and what becomes of each.

use crate::similar::hint;
use std::sync::LazyLock;

/// What becomes of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeyUse {
    /// It is translated to a rule of ours.
    Translated,
    Ignored,
    /// Our rules can express only this value, which is the default.
    OnlyDefault(&'static str),
    /// It is deprecated and replaced by this key.
    ReplacedBy(&'static str),
}

/// All keys except those of the piece types and `mobilityRegion...`.
static KEYS: LazyLock<Vec<(&str, KeyUse)>> = LazyLock::new(|| {
    let lines = include_str!("../../../data/fsf-keys.txt").lines();
    lines
        .filter_map(|line| line.split_once(" = "))
        .map(|(key, text)| (key, key_use(text)))
        .collect()
});

fn key_use(text: &'static str) -> KeyUse {
    match text.split_once(' ') {
        None if text == "translated" => KeyUse::Translated,
        None if text == "ignored" => KeyUse::Ignored,
        Some(("only", value)) => KeyUse::OnlyDefault(value),
        Some(("use", key)) => KeyUse::ReplacedBy(key),
        _ => panic!("unknown use of a key: {text}"),
    }
}

/// Returns a key with its use, or a hint at the one that was probably meant.
pub(super) fn find(key: &str) -> Result<(&'static str, KeyUse), String> {
    if let Some(known) = KEYS.iter().find(|known| known.0 == key) {
        return Ok(*known);
    }
    Err(hint(key, KEYS.iter().map(|known| known.0)))
}
