//! Strategies for what messages are made of: squares, moves, times and texts.

use proptest::collection::vec;
use proptest::prelude::*;
use std::time::Duration;
use vampirc_usi::*;

pub fn square() -> impl Strategy<Value = Square> {
    let side = 1..=Square::MAX;
    (side.clone(), side).prop_filter_map("on the board", |(file, rank)| Square::new(file, rank))
}

pub fn mv() -> impl Strategy<Value = Move> {
    let piece = proptest::char::range('A', 'Z').prop_filter_map("a letter", Piece::new);
    prop_oneof![
        (square(), square(), any::<bool>()).prop_map(|(from, to, promote)| Move::Board {
            from,
            to,
            promote
        }),
        (piece, square()).prop_map(|(piece, to)| Move::Drop { piece, to }),
    ]
}

pub fn line() -> impl Strategy<Value = Vec<Move>> {
    vec(mv(), 1..6)
}

/// A line or none.
pub fn lines() -> impl Strategy<Value = Vec<Move>> {
    prop_oneof![Just(Vec::new()), line()]
}

pub fn time() -> impl Strategy<Value = Duration> {
    any::<u64>().prop_map(Duration::from_millis)
}

/// Text of one line in any script, with anything inside but control characters.
pub fn text() -> impl Strategy<Value = String> {
    "\\PC{0,20}".prop_map(|text| text.trim().to_owned())
}

/// A word that is none of `reserved`.
pub fn word(reserved: &'static [&'static str]) -> impl Strategy<Value = String> {
    "[!-~あ-ん]{1,8}".prop_filter("reserved", move |word| !reserved.contains(&word.as_str()))
}

/// Words that are none of `reserved`.
pub fn words(reserved: &'static [&'static str]) -> impl Strategy<Value = String> {
    vec(word(reserved), 1..5).prop_map(|words| words.join(" "))
}

/// The value of an option, which is never literally `<empty>`.
pub fn value() -> impl Strategy<Value = String> {
    text().prop_filter("stands for nothing", |text| text != "<empty>")
}

/// One of a combo's texts: its first word may be a keyword.
pub fn choice() -> impl Strategy<Value = String> {
    let keys = &["default", "var", "<empty>"];
    prop_oneof![
        Just(String::new()),
        Just("default".to_owned()),
        Just("var".to_owned()),
        words(keys)
    ]
}
