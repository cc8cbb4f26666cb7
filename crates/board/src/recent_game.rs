//! A game that is kept for the user. It is stored as one text, apart from the other games.

use crate::lookup::find_rules;
use crate::messages::{EndView, RecentInfo, RecentMode};
use crate::seats::Seats;
use records::{Format, GameRecord, Hints};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A recent game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecentGame {
    #[serde(flatten)]
    pub info: RecentInfo,
    /// The game as PGN.
    pub pgn: String,
    /// The seats, if two people play on two devices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<Seats>,
}

impl RecentGame {
    /// Writes a game.
    pub fn new(info: RecentInfo, record: &GameRecord, seats: Option<Seats>) -> Self {
        let pgn = records::write(record, Format::Pgn).expect("PGN represents every game");
        Self { info, pgn, seats }
    }

    /// Reads a stored game. Where the entry does not say why the game ended, as those of version 0.3.0, the record does.
    /// Those of version 0.4.0 have the side in a game by links elsewhere.
    pub fn read(stored: &Value) -> Option<Self> {
        let mut game = Self::deserialize(stored).ok()?;
        if game.info.end.is_some() && stored["end"].get("reason").is_none() {
            game.info.end = game.recorded_end().or(game.info.end);
        }
        if let Some(side) =
            stored.get("by_link").and_then(|side| Deserialize::deserialize(side).ok())
        {
            game.info.mode = RecentMode::ByLink { side, id: String::new() };
        }
        Some(game)
    }

    /// Reads a stored text. Returns `None` if it is of a version that writes games in another way.
    pub fn from_text(text: &str) -> Option<Self> {
        Self::read(&serde_json::from_str(text).ok()?)
    }

    /// Returns whether it was played as another one, so that both are the same file opened twice. Games between two
    /// devices are no copies: each has its own seats.
    pub fn is_copy_of(&self, other: &Self) -> bool {
        let (info, others) = (&self.info, &other.info);
        !self.pgn.is_empty()
            && (&self.pgn, info.players) == (&other.pgn, others.players)
            && (&info.mode, info.time) == (&others.mode, others.time)
            && info.mode != RecentMode::Seats
            && info.id != others.id
    }

    /// Returns how the game ended by its record.
    fn recorded_end(&self) -> Option<EndView> {
        let rules = find_rules(&self.info.variant).ok()?;
        let hints = Hints { format: Some(Format::Pgn), rules: Some(rules), ..Hints::default() };
        let records = records::read_text(&self.pgn, &hints).ok()?;
        records.first()?.end().map(Into::into)
    }
}
