//! Proptest strategies for the values in messages: squares, moves, times and texts.

use proptest::collection::vec;
use proptest::prelude::*;
use std::time::Duration;
use vampirc_usi::*;

pub fn square() -> impl Strategy<Value = Square> {
    let side = 1..=Square::MAX;
    (side.clone(), side).prop_filter_map("on the board", |(file, rank)| Square::new(file, rank))
}

pub fn mv() -> impl Strategy<Value = Move> {
    let piece = proptest::char::range('A', 'Z').prop_filter_map("a letter", PieceLetter::new);
    prop_oneof![
        (square(), square(), any::<bool>()).prop_map(|(from, to, promote)| Move::Board {
            from,
            to,
            promote
        }),
        (piece, square()).prop_map(|(piece, to)| Move::Drop { piece, to }),
    ]
}

/// A list of at least one move.
pub fn line() -> impl Strategy<Value = Vec<Move>> {
    vec(mv(), 1..6)
}

/// A list of moves, possibly empty.
pub fn moves() -> impl Strategy<Value = Vec<Move>> {
    prop_oneof![Just(Vec::new()), line()]
}

pub fn time() -> impl Strategy<Value = Duration> {
    any::<u64>().prop_map(Duration::from_millis)
}

/// Trimmed text in any script, without control characters.
pub fn text() -> impl Strategy<Value = String> {
    "\\PC{0,20}".prop_map(|text| text.trim().to_owned())
}

/// A token that is none of `reserved`.
pub fn token(reserved: &'static [&'static str]) -> impl Strategy<Value = String> {
    "[!-~あ-ん]{1,8}".prop_filter("reserved", move |token| !reserved.contains(&token.as_str()))
}

/// One to four tokens that are none of `reserved`.
pub fn tokens(reserved: &'static [&'static str]) -> impl Strategy<Value = String> {
    vec(token(reserved), 1..5).prop_map(|tokens| tokens.join(" "))
}

/// An option value other than the text `<empty>`.
pub fn value() -> impl Strategy<Value = String> {
    text().prop_filter("means the empty value", |text| text != "<empty>")
}

/// A value of a `combo`. It may be one of the keywords `default` and `var`.
pub fn combo_value() -> impl Strategy<Value = String> {
    let keys = &["default", "var", "<empty>"];
    prop_oneof![
        Just(String::new()),
        Just("default".to_owned()),
        Just("var".to_owned()),
        tokens(keys)
    ]
}
