//! The lines of KIF and KI2: what each is, and the tags of headers.

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
const START_KEYS: [&str; 6] = [VARIANT_KEY, "開始日時", "先手", "後手", "下手", "上手"];

/// A line, what it is, and its number, from 1.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub kind: LineKind<'a>,
    /// The text without the blanks around it.
    pub text: &'a str,
    pub number: usize,
}

/// The kind of a line. It does not depend on the lines before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineKind<'a> {
    Blank,
    /// `#KIF version=2.0`: the first line of a file.
    FileType,
    /// `# ---- Kifu for Windows ----`: a comment for programs.
    ProgramComment,
    /// `*comment`
    Comment(&'a str),
    /// `&bookmark`
    Bookmark(&'a str),
    /// `手数----指手---------消費時間--`: the heading of the moves.
    Heading,
    /// A move of KIF, or a word in its place: `   1 ７六歩(77)`.
    Numbered(usize, &'a str),
    /// Moves of KI2: `▲７六歩 △３四歩`.
    Marked,
    /// `変化：9手`, without the first word. Before the moves it is a header.
    Variation(&'a str),
    /// `まで111手で先手の勝ち`, without the first word.
    Closing(&'a str),
    StartPosition(StartPositionLine<'a>),
    /// `先手：Alice`: a key and its value.
    Header(&'a str, &'a str),
    Text,
}

impl<'a> Line<'a> {
    pub fn new(text: &'a str, number: usize) -> Self {
        // Files that were joined may have a byte order mark each.
        let text = text.trim_start_matches('\u{feff}').trim();
        Self { kind: LineKind::of(text), text, number }
    }
}

impl<'a> LineKind<'a> {
    fn of(text: &'a str) -> Self {
        let is_after = |start: &str| text.strip_prefix(start);
        match text.chars().next() {
            None => Self::Blank,
            Some('#') if text.starts_with("#KIF") => Self::FileType,
            Some('#') => Self::ProgramComment,
            Some('*') => Self::Comment(&text[1..]),
            Some('&') => Self::Bookmark(&text[1..]),
            Some(first) if is_mark(first) => Self::Marked,
            Some(_) if text.starts_with("手数-") => Self::Heading,
            Some(_) => is_after("まで")
                .map(Self::Closing)
                .or_else(|| is_after("変化").map(Self::Variation))
                .or_else(|| StartPositionLine::parse(text).map(Self::StartPosition))
                .or_else(|| numbered_move(text).map(|(number, mv)| Self::Numbered(number, mv)))
                .or_else(|| header(text).map(|(key, value)| Self::Header(key, value)))
                .unwrap_or(Self::Text),
        }
    }

    /// Returns whether the line belongs to the moves, and not to the headers before them.
    pub fn starts_moves(self) -> bool {
        matches!(self, Self::Heading | Self::Numbered(..) | Self::Marked | Self::Closing(_))
    }

    /// Returns whether the line stands only before the moves of a game.
    fn starts_game(self) -> bool {
        match self {
            Self::FileType => true,
            Self::StartPosition(part) => {
                matches!(part, StartPositionLine::Handicap(_) | StartPositionLine::Rank(_))
            }
            Self::Header(key, _) => START_KEYS.contains(&key),
            _ => false,
        }
    }
}

/// Splits a header into key and value.
pub(super) fn header(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once(['：', ':'])?;
    let key = key.trim();
    (!key.is_empty() && !key.contains(char::is_whitespace)).then_some((key, value.trim()))
}

/// Splits a numbered move into its number and the rest.
fn numbered_move(text: &str) -> Option<(usize, &str)> {
    let length = text.find(|c: char| !c.is_ascii_digit())?;
    let rest = &text[length..];
    let after = rest.trim_start();
    (after.len() < rest.len()).then_some((text[..length].parse().ok()?, after))
}

/// Splits the lines of a file into its games. A game begins with its headers, with the heading of its
/// moves, or with the first move after the closing line of the game before it.
pub(super) fn split_games<'a, 'b>(lines: &'b [Line<'a>]) -> Vec<&'b [Line<'a>]> {
    let mut games = Vec::new();
    let mut start = 0;
    let (mut has_moves, mut is_closed) = (false, false);
    // The first line of the headers that may belong to the next game.
    let mut headers = None;
    for (index, line) in lines.iter().enumerate() {
        let kind = line.kind;
        let is_first_move = matches!(kind, LineKind::Numbered(1, _) | LineKind::Marked);
        let begins_game =
            kind == LineKind::Heading || kind.starts_game() || (is_closed && is_first_move);
        if has_moves && begins_game {
            let next = headers.unwrap_or(index);
            games.push(&lines[start..next]);
            start = next;
            (has_moves, is_closed) = (false, false);
        }
        match kind {
            LineKind::Variation(_) => (is_closed, headers) = (false, None),
            kind if kind.starts_moves() => {
                has_moves = true;
                is_closed = matches!(kind, LineKind::Closing(_));
                headers = None;
            }
            // A header after the moves belongs to them, if it does not tell about the game from its start.
            LineKind::Blank => {
                headers = headers.filter(|&first| tells_of_game(lines[first].kind));
            }
            LineKind::Header(END_KEY, _)
            | LineKind::Comment(_)
            | LineKind::Bookmark(_)
            | LineKind::Text => {}
            _ => {
                headers.get_or_insert(index);
            }
        }
    }
    games.push(&lines[start..]);
    games
}

/// Returns whether a line is a header that programs write before the moves.
fn tells_of_game(kind: LineKind<'_>) -> bool {
    let is_known = |key| NAMES.iter().any(|&(_, name)| name == key);
    matches!(kind, LineKind::Header(key, _) if is_known(key) && key != END_KEY)
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
    let line = format!("{key}：");
    key == VARIANT_KEY || matches!(LineKind::of(&line), LineKind::StartPosition(_))
}

/// Returns whether a header would be read as something else than a tag.
fn is_reserved(key: &str) -> bool {
    let line = format!("{key}：");
    let is_tag = matches!(LineKind::of(&line), LineKind::Header(..))
        && key.starts_with(char::is_alphanumeric)
        && !matches!(key, VARIANT_KEY | "下手" | "上手");
    !is_tag
}
