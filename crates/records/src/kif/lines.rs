//! The lines of KIF and KI2: headers, and which lines are moves.

use super::diagram::StartPositionLine;
use super::ki2::is_mark;
use crate::tags::{self, TagKeys};

/// The header that names a game other than shogi.
pub(super) const VARIANT_KEY: &str = "棋種";

/// The headers of tags in KIF.
pub(super) const KEYS: TagKeys = TagKeys { names: NAMES, is_reserved };

const NAMES: &[(&str, &str)] = &[
    (tags::BLACK, "先手"),
    (tags::WHITE, "後手"),
    (tags::DATE, "開始日時"),
    (tags::END_DATE, "終了日時"),
    (tags::EVENT, "棋戦"),
    (tags::SITE, "場所"),
    (tags::TIME_CONTROL, "持ち時間"),
    (tags::BLACK_TIME_CONTROL, "先手持ち時間"),
    (tags::WHITE_TIME_CONTROL, "後手持ち時間"),
    (tags::OPENING, "戦型"),
];

/// A line and its number, from 1.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub text: &'a str,
    pub number: usize,
}

impl<'a> Line<'a> {
    /// Splits a header into key and value.
    pub fn header(self) -> Option<(&'a str, &'a str)> {
        let (key, value) = self.text.split_once(['：', ':'])?;
        let key = key.trim();
        (!key.is_empty() && !key.contains(char::is_whitespace)).then_some((key, value.trim()))
    }

    /// Returns whether the line belongs to the moves.
    pub fn starts_moves(self) -> bool {
        let text = self.text.trim_start();
        text.starts_with("手数-")
            || text.starts_with("まで")
            || text.starts_with("変化")
            || text.starts_with(is_mark)
            || self.numbered_move().is_some()
    }

    /// Splits a numbered move into its number and the rest.
    pub fn numbered_move(self) -> Option<(usize, &'a str)> {
        let text = self.text.trim_start();
        let length = text.find(|c: char| !c.is_ascii_digit())?;
        let rest = &text[length..];
        let number = text[..length].parse().ok()?;
        let after = rest.trim_start();
        // The line above a diagram has numbers only.
        let is_separated = after.len() < rest.len() && !after.is_empty();
        let is_frame = StartPositionLine::parse(self.text) == Some(StartPositionLine::Frame);
        (is_separated && !is_frame).then_some((number, after))
    }
}

/// Returns the key of a tag.
pub(super) fn tag_key(header: &str) -> &str {
    match header {
        "下手" => tags::BLACK,
        "上手" => tags::WHITE,
        _ => KEYS.shared_key(header),
    }
}

/// Returns whether a header would be read as something else than a tag.
fn is_reserved(key: &str) -> bool {
    let text = format!("{key}：");
    let line = Line { text: &text, number: 1 };
    !key.starts_with(char::is_alphanumeric)
        || matches!(key, VARIANT_KEY | "下手" | "上手")
        || line.starts_moves()
        || StartPositionLine::parse(&text).is_some()
}
