//! The lines of KIF and KI2: headers, and which lines are moves.

use super::diagram::StartPositionLine;
use super::ki2::is_mark;
use crate::game_times::{GameDate, TimeControl};
use crate::tags::{self, TagKeys, TimeTag};

/// The header that names a game other than shogi.
pub(crate) const VARIANT_KEY: &str = "棋種";

/// The header for the end of the game.
const END_KEY: &str = "終了日時";

/// The header for the byoyomi, if it is not part of the time control.
pub(super) const BYOYOMI_KEY: &str = "秒読み";

/// The headers of tags in KIF.
const KEYS: TagKeys = TagKeys { names: NAMES, is_reserved };

const NAMES: &[(&str, &str)] = &[
    (tags::BLACK, "先手"),
    (tags::WHITE, "後手"),
    (tags::DATE, "開始日時"),
    (tags::END_DATE, END_KEY),
    (tags::EVENT, "棋戦"),
    (tags::SITE, "場所"),
    (tags::TIME_CONTROL, "持ち時間"),
    (tags::BLACK_TIME_CONTROL, "先手持ち時間"),
    (tags::WHITE_TIME_CONTROL, "後手持ち時間"),
    (tags::OPENING, "戦型"),
];

/// Headers that only stand before the moves. Others, as 終了日時, may follow them.
const START_KEYS: [&str; 7] = [VARIANT_KEY, "手合割", "開始日時", "先手", "後手", "下手", "上手"];

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
            || text.starts_with(is_mark)
            || self.numbered_move().is_some()
    }

    /// Returns whether the line stands only before the moves of a game.
    fn starts_game(self) -> bool {
        let is_rank =
            || matches!(StartPositionLine::parse(self.text), Some(StartPositionLine::Rank(_)));
        let is_key = |key| START_KEYS.contains(&key);
        self.text.starts_with("#KIF")
            || self.header().is_some_and(|(key, _)| is_key(key))
            || is_rank()
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

/// Splits the lines of a file into its games. A game begins with its headers, with the heading of its
/// moves, or with the first move after the closing line of the game before it.
pub(super) fn split_games<'a, 'b>(lines: &'b [Line<'a>]) -> Vec<&'b [Line<'a>]> {
    let mut games = Vec::new();
    let mut start = 0;
    let (mut has_moves, mut is_closed) = (false, false);
    // The first line of the headers that may belong to the next game.
    let mut headers = None;
    for (index, &line) in lines.iter().enumerate() {
        let text = line.text.trim_start();
        let is_heading = text.starts_with("手数-");
        let is_move = line.numbered_move().is_some_and(|(number, _)| number == 1)
            || text.starts_with(is_mark);
        if has_moves && (is_heading || line.starts_game() || (is_closed && is_move)) {
            let next = headers.unwrap_or(index);
            games.push(&lines[start..next]);
            start = next;
            (has_moves, is_closed) = (false, false);
        }
        if line.starts_moves() || text.starts_with("変化") {
            has_moves |= line.starts_moves();
            is_closed = text.starts_with("まで");
            headers = None;
        } else if text.is_empty() {
            headers = None;
        } else if text.starts_with('#') || line.header().is_some_and(|(key, _)| key != END_KEY) {
            headers.get_or_insert(index);
        }
    }
    games.push(&lines[start..]);
    games
}

/// Returns the key and the value of the tag of a header.
pub(crate) fn read_tag<'a>(header: &'a str, value: &str) -> (&'a str, String) {
    let key = match header {
        "下手" => tags::BLACK,
        "上手" => tags::WHITE,
        _ => KEYS.shared_key(header),
    };
    let normalize = |tag: TimeTag| tag.normalize(value, TimeControl::parse_kif);
    (key, TimeTag::of(key).map_or_else(|| value.to_owned(), normalize))
}

/// Returns the header and the value for a tag.
pub(crate) fn format_tag(key: &str, value: &str) -> (String, String) {
    let native = KEYS.written_key(key).into_owned();
    let value = match TimeTag::of(key) {
        None => value.to_owned(),
        // KIF holds any text there.
        Some(TimeTag::Date) => {
            GameDate::parse(value).map_or_else(|| value.to_owned(), |date| date.to_string())
        }
        Some(TimeTag::TimeControl) => match TimeControl::parse(value) {
            Some(control) => match control.kif() {
                Some(text) => text,
                None => return (tags::escaped_key(key), value.to_owned()),
            },
            // The notations of PGN say nothing in KIF.
            None if value.is_ascii() => return (tags::escaped_key(key), value.to_owned()),
            None => value.to_owned(),
        },
    };
    (native, value)
}

/// Returns whether a header tells the game or the start position.
pub(crate) fn is_start_header(key: &str) -> bool {
    key == VARIANT_KEY || StartPositionLine::parse(&format!("{key}：")).is_some()
}

/// Returns whether a header would be read as something else than a tag.
fn is_reserved(key: &str) -> bool {
    let text = format!("{key}：");
    let line = Line { text: &text, number: 1 };
    !key.starts_with(char::is_alphanumeric)
        || key.starts_with("変化")
        || matches!(key, "下手" | "上手")
        || line.starts_moves()
        || is_start_header(key)
}
