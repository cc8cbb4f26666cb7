//! What is lost when a record is written in a format.

use crate::formats::Format;
use crate::record::{GameRecord, Notes};
use crate::tags::player_key;
use rules::Color;
use serde::Serialize;

/// A part of a record that some formats have no place for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Omission {
    /// Names, dates and other tags.
    Tags,
    Variations,
    /// Comments and marks.
    Comments,
    /// Circles and arrows on the board.
    Drawings,
    Times,
    Evaluations,
    End,
}

impl Omission {
    /// Returns the plural name of the part.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tags => "tags",
            Self::Variations => "variations",
            Self::Comments => "comments",
            Self::Drawings => "arrows and circles",
            Self::Times => "times",
            Self::Evaluations => "evaluations",
            Self::End => "results",
        }
    }
}

impl Format {
    /// Returns the parts of a record that the format has no place for, sorted.
    pub fn omissions(self, record: &GameRecord) -> Vec<Omission> {
        let mut lost: Vec<_> =
            self.missing_parts().iter().copied().filter(|&part| self.loses(record, part)).collect();
        lost.sort_unstable();
        lost
    }

    /// Returns whether a record has a part that the format has no place for.
    fn loses(self, record: &GameRecord, part: Omission) -> bool {
        if self == Self::MatchLog && part == Omission::Tags {
            let is_player = |key| Color::BOTH.into_iter().any(|color| player_key(color) == key);
            return record.tags.iter().any(|(key, _)| !is_player(key));
        }
        // Clocks are in comments.
        if self == Self::Ki2 && part == Omission::Times {
            return any_notes(record, has_time_spent);
        }
        has_part(record, part)
    }

    fn missing_parts(self) -> &'static [Omission] {
        use Omission::*;
        match self {
            Self::Pgn | Self::MoveList => &[],
            Self::Kif | Self::Jkf => &[Drawings],
            Self::Ki2 => &[Drawings, Times],
            Self::Csa => &[Variations, Drawings],
            Self::GameCourier => &[Variations],
            // The names, of all tags, and the result are columns of the log.
            Self::MatchLog => &[Tags, Variations, Comments, Drawings, Times, Evaluations],
            Self::Usi => &[Tags, Variations, Comments, Drawings, Times, Evaluations, End],
        }
    }
}

/// Returns whether a test holds for the notes of some move.
fn any_notes(record: &GameRecord, test: fn(&Notes) -> bool) -> bool {
    (0..=record.move_count())
        .filter_map(|index| record.node_id(index))
        .any(|id| test(&record.node(id).notes))
}

fn has_time_spent(notes: &Notes) -> bool {
    let end = notes.end.as_ref().and_then(|end| end.elapsed);
    notes.elapsed.or(end).is_some()
}

fn has_part(record: &GameRecord, part: Omission) -> bool {
    let any = |test: fn(&Notes) -> bool| any_notes(record, test);
    match part {
        Omission::Tags => !record.tags.is_empty(),
        Omission::Variations => record.main_line().count() < record.move_count(),
        Omission::Comments => {
            any(|notes| notes.comments_and_bookmarks().next().is_some() || !notes.glyphs.is_empty())
        }
        Omission::Drawings => any(|notes| !notes.drawings.is_empty()),
        Omission::Times => any(|notes| has_time_spent(notes) || notes.clock.is_some()),
        Omission::Evaluations => any(|notes| notes.evaluation.is_some()),
        Omission::End => record.end().is_some(),
    }
}
