//! Tags of a record: names, dates and whatever else a file says about the game as a whole.

use crate::game_times::{GameDate, TimeControl};
use indexmap::IndexMap;
use rules::Color;
use std::borrow::Cow;

/// Key of the name of the player of the black pieces (sente), who moves first and up the board.
pub const BLACK: &str = "Black";
/// Key of the name of the player of the white pieces (gote).
pub const WHITE: &str = "White";
/// Key of the tournament or match.
pub const EVENT: &str = "Event";
/// Key of the place.
pub const SITE: &str = "Site";
/// Key of the day or time at which the game began, as `2026/01/02 10:00:00`.
pub const DATE: &str = "Date";
/// Key of the time at which the game ended.
pub const END_DATE: &str = "EndDate";
/// Key of the round.
pub const ROUND: &str = "Round";
/// Key of the time control of both players, as `900+10 byoyomi 30` in seconds.
pub const TIME_CONTROL: &str = "TimeControl";
/// Key of Black's time control, where the players have different ones.
pub const BLACK_TIME_CONTROL: &str = "BlackTimeControl";
/// Key of White's time control, where the players have different ones.
pub const WHITE_TIME_CONTROL: &str = "WhiteTimeControl";
/// Key of the name of the opening.
pub const OPENING: &str = "Opening";

/// The tags whose values every format writes in its own way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TimeTag {
    Date,
    TimeControl,
}

impl TimeTag {
    pub fn of(key: &str) -> Option<Self> {
        match key {
            DATE | END_DATE => Some(Self::Date),
            TIME_CONTROL | BLACK_TIME_CONTROL | WHITE_TIME_CONTROL => Some(Self::TimeControl),
            _ => None,
        }
    }

    /// Returns a value in the form of tags, given the parser of a format's time controls. Other text stays
    /// as it is.
    pub fn normalize(self, value: &str, parse: impl Fn(&str) -> Option<TimeControl>) -> String {
        match self {
            Self::Date => GameDate::parse(value).map(|date| date.to_string()),
            Self::TimeControl => parse(value).map(|control| control.to_string()),
        }
        .unwrap_or_else(|| value.to_owned())
    }
}

/// The tags of a record, keys with values in the order of the file.
///
/// The keys that formats share are the constants of this module. Each format translates them to its
/// own keys; all others are kept as they are. [`BLACK`] and [`WHITE`] are the colours of this
/// workspace: the PGN reader and writer swap them, because PGN calls the first player White.
///
/// Two sets of tags are equal if they say the same in any order, because some formats fix the order.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Tags(IndexMap<String, String>);

impl Tags {
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// Sets the value of a key, in the place of the old one if there is one.
    pub fn set(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.0.insert(key.into(), value.into());
    }

    pub fn remove(&mut self, key: &str) -> Option<String> {
        self.0.shift_remove(key)
    }

    pub fn player(&self, color: Color) -> Option<&str> {
        self.get(player_key(color))
    }

    /// Returns the names of the players, Black first, or these where a name is unknown.
    pub(crate) fn players<'a>(&'a self, unknown: [&'a str; 2]) -> [&'a str; 2] {
        Color::BOTH.map(|color| self.player(color).unwrap_or(unknown[color.index()]))
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Returns the key of a player's name.
pub fn player_key(color: Color) -> &'static str {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

/// Returns the value of a tag from a text of a person: dates and time controls may be in the form of any format.
pub fn normalize(key: &str, text: &str) -> String {
    let parse = |text: &str| TimeControl::parse(text).or_else(|| TimeControl::parse_kif(text));
    TimeTag::of(key).map_or_else(|| text.to_owned(), |tag| tag.normalize(text, parse))
}

/// The shared keys of tags that a format calls otherwise, and which keys it uses for something else.
pub(crate) struct TagKeys {
    /// Shared keys with those of the format.
    pub names: &'static [(&'static str, &'static str)],
    /// Returns whether the format would read a key as something else than a tag.
    pub is_reserved: fn(&str) -> bool,
}

/// Stands before a key that would be read as something else, as in `Header_Result`, and before that of a
/// date or time control that a format cannot say.
const ESCAPE: &str = "Header_";

/// Returns the key of any format for a date or time control that it cannot say, given its shared key.
pub(crate) fn escaped_key(key: &str) -> String {
    format!("{ESCAPE}{key}")
}

impl TagKeys {
    /// Returns the format's key for a key.
    pub fn written_key<'a>(&self, key: &'a str) -> Cow<'a, str> {
        let known = self.names.iter().find(|(shared, _)| *shared == key);
        match known {
            Some(&(_, name)) => name.into(),
            None if self.needs_escape(key) => escaped_key(key).into(),
            None => key.into(),
        }
    }

    /// Returns the key for a key of the format.
    pub fn shared_key<'a>(&self, key: &'a str) -> &'a str {
        let is_escaped = |rest: &&str| self.needs_escape(rest) || TimeTag::of(rest).is_some();
        let escaped = key.strip_prefix(ESCAPE).filter(is_escaped);
        let known = || self.names.iter().find(|(_, name)| *name == key);
        escaped.or_else(|| known().map(|&(shared, _)| shared)).unwrap_or(key)
    }

    fn needs_escape(&self, key: &str) -> bool {
        let bare = key.trim_start_matches(ESCAPE);
        let looks_escaped = bare.len() < key.len() && TimeTag::of(bare).is_some();
        let key = bare;
        let is_name = |(shared, name): &(&str, &str)| *name == key && *shared != key;
        looks_escaped || key.is_empty() || (self.is_reserved)(key) || self.names.iter().any(is_name)
    }
}
