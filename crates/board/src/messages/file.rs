//! The games of a file, and what a record says about its game as a whole.

use super::EndView;
use records::{Tags, tags};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// The headers of a record. Unknown ones are empty.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(default)]
pub struct Headers {
    /// The name of the player who moves first.
    pub black: String,
    pub white: String,
    pub event: String,
    /// The place.
    pub site: String,
    pub date: String,
    /// The time control, as `900+10 byoyomi 30` in seconds.
    pub time_control: String,
}

impl Headers {
    /// Returns the fields with the keys of their tags.
    pub fn fields(&mut self) -> [(&'static str, &mut String); 6] {
        [
            (tags::BLACK, &mut self.black),
            (tags::WHITE, &mut self.white),
            (tags::EVENT, &mut self.event),
            (tags::SITE, &mut self.site),
            (tags::DATE, &mut self.date),
            (tags::TIME_CONTROL, &mut self.time_control),
        ]
    }
}

impl From<&Tags> for Headers {
    fn from(tags: &Tags) -> Self {
        let mut headers = Self::default();
        for (key, field) in headers.fields() {
            *field = tags.get(key).unwrap_or_default().into();
        }
        headers
    }
}

/// A file with games.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FileView {
    /// The name, empty for a text that was pasted.
    pub name: String,
    /// The index of the game that is shown.
    pub shown: usize,
    pub games: Vec<GameSummary>,
}

/// A game of a file as it was when it was last read or left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GameSummary {
    /// The name of the game.
    pub variant: String,
    pub headers: Headers,
    /// The number of moves of the main line.
    pub moves: usize,
    /// How the game ended, if it has.
    pub end: Option<EndView>,
}
