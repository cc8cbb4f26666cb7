//! The data kept for the user, whatever the table, the port and the browser: settings, solved puzzles and
//! recent games.

use crate::messages::{GameId, PuzzleCounts, RecentInfo, Settings};
use crate::puzzle_rating::PuzzleRating;
use records::{Format, GameRecord};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The most recent games that are kept.
const MAX_RECENT: usize = 30;
/// The longest settings in bytes of JSON.
const MAX_SETTINGS: usize = 16 << 10;

/// The data kept for the user.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct UserData {
    pub settings: Settings,
    /// The progress in the stored puzzles, by game.
    pub puzzles: BTreeMap<String, PuzzleCounts>,
    /// How well the person solves the stored puzzles of all games.
    pub puzzle_rating: PuzzleRating,
    /// The recent games, the newest first.
    pub recent: Vec<RecentGame>,
    /// What other versions of the program keep.
    #[serde(flatten)]
    others: Map<String, Value>,
}

/// A recent game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecentGame {
    #[serde(flatten)]
    pub info: RecentInfo,
    /// The game as PGN.
    pub pgn: String,
}

impl RecentGame {
    /// Writes a game.
    pub fn new(info: RecentInfo, record: &GameRecord) -> Self {
        let pgn = records::write(record, Format::Pgn).expect("PGN represents every game");
        Self { info, pgn }
    }
}

/// A change of the user's data. Changes are stored one by one, so that programs which run at the same time
/// do not overwrite each other's.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Change {
    /// Changes some settings. `null` removes one.
    Settings(Settings),
    /// Counts a stored puzzle as tried, and as solved if it is. The first try counts for the person's rating.
    Puzzle {
        variant: String,
        number: usize,
        /// The rating of the puzzle.
        rating: f64,
        is_solved: bool,
    },
    /// Forgets which puzzles of a game were tried and solved.
    ForgetPuzzles { variant: String },
    /// Keeps a game in place of the one with the same number.
    Game(Box<RecentGame>),
    /// Forgets a game.
    ForgetGame { id: GameId },
}

impl UserData {
    /// Returns a recent game.
    pub fn recent(&self, id: GameId) -> Option<&RecentGame> {
        self.recent.iter().find(|game| game.info.id == id)
    }

    /// Returns the settings after changes. `null` removes one.
    fn changed_settings(&self, changes: &Settings) -> Settings {
        let mut settings = self.settings.clone();
        settings.extend(changes.clone());
        settings.retain(|_, value| !value.is_null());
        settings
    }

    /// Returns whether the settings stay small enough after changes.
    pub fn may_keep(&self, changes: &Settings) -> bool {
        let settings = self.changed_settings(changes);
        Value::Object(settings).to_string().len() <= MAX_SETTINGS
    }

    /// Applies a change. Returns whether it makes a difference.
    pub fn apply(&mut self, change: &Change) -> bool {
        match change {
            Change::Settings(changes) => {
                let changed = self.changed_settings(changes);
                std::mem::replace(&mut self.settings, changed) != self.settings
            }
            &Change::Puzzle { ref variant, number, rating, is_solved } => {
                let counts = self.puzzles.entry(variant.clone()).or_default();
                let is_first = counts.tried.insert(number);
                if is_first {
                    self.puzzle_rating.update(rating, is_solved);
                }
                is_first | (is_solved && counts.solved.insert(number))
            }
            Change::ForgetPuzzles { variant } => self.puzzles.remove(variant).is_some(),
            Change::Game(game) => {
                self.recent.retain(|other| other.info.id != game.info.id);
                self.recent.insert(0, (**game).clone());
                self.recent.truncate(MAX_RECENT);
                true
            }
            Change::ForgetGame { id } => {
                let count = self.recent.len();
                self.recent.retain(|game| game.info.id != *id);
                self.recent.len() < count
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Player;
    use serde_json::json;

    fn settings(value: Value) -> Change {
        let Value::Object(settings) = value else { panic!("{value}") };
        Change::Settings(settings)
    }

    #[test]
    fn settings_are_merged_by_name() {
        let mut data = UserData::default();
        assert!(data.apply(&settings(json!({"theme": "dark", "level": 5}))));
        assert!(data.apply(&settings(json!({"level": 7}))));
        assert!(!data.apply(&settings(json!({"level": 7}))));
        assert!(data.apply(&settings(json!({"theme": null, "sound": true}))));
        assert_eq!(Value::Object(data.settings), json!({"level": 7, "sound": true}));
    }

    #[test]
    fn only_settings_that_become_too_large_are_refused() {
        let mut data = UserData::default();
        let change = |text: &str| Settings::from_iter([("text".to_owned(), json!(text))]);
        let large = change(&"x".repeat(MAX_SETTINGS * 2 / 3));
        assert!(data.may_keep(&large) && data.apply(&Change::Settings(large.clone())));
        assert!(data.may_keep(&large) && data.may_keep(&change("x")));
        assert!(data.may_keep(&Settings::from_iter([("text".to_owned(), Value::Null)])));
        let other = Settings::from_iter([("other".to_owned(), large["text"].clone())]);
        assert!(!data.may_keep(&other));
    }

    #[test]
    fn puzzles_are_counted_once() {
        let mut data = UserData::default();
        let puzzle = |number, is_solved| {
            let variant = "shosu".into();
            Change::Puzzle { variant, number, rating: 1_000.0, is_solved }
        };
        let start = data.puzzle_rating.rating;
        assert!(data.apply(&puzzle(3, false)) && !data.apply(&puzzle(3, false)));
        assert!(data.puzzles["shosu"].solved.is_empty());
        let failed = data.puzzle_rating.rating;
        assert!(failed < start);
        // Only the first try counts for the rating.
        assert!(data.apply(&puzzle(3, true)) && !data.apply(&puzzle(3, false)));
        assert_eq!((data.puzzles["shosu"].solved.len(), data.puzzle_rating.rating), (1, failed));
        assert!(data.apply(&puzzle(4, true)) && data.puzzle_rating.rating > failed);
        assert!(data.apply(&Change::ForgetPuzzles { variant: "shosu".into() }));
        assert!(data.puzzles.is_empty() && data.puzzle_rating.rating > failed);
    }

    #[test]
    fn what_another_version_keeps_stays() {
        let json = json!({"settings": {"level": 3}, "openings": [1, 2]});
        let data: UserData = serde_json::from_value(json).unwrap();
        assert_eq!(serde_json::to_value(&data).unwrap()["openings"], json!([1, 2]));
    }

    #[test]
    fn the_newest_games_are_kept() {
        let mut data = UserData::default();
        let game = |id, moves| {
            let info = RecentInfo {
                id,
                variant: "shogi".into(),
                players: [Player::Person; 2],
                names: [None, None],
                time: None,
                moves,
                end: None,
                saved: id,
            };
            Change::Game(Box::new(RecentGame { info, pgn: String::new() }))
        };
        for id in 0..40 {
            data.apply(&game(id, 1));
        }
        data.apply(&game(20, 2));
        assert_eq!(data.recent.len(), MAX_RECENT);
        assert_eq!((data.recent[0].info.id, data.recent[0].info.moves), (20, 2));
        assert!(data.recent(9).is_none() && data.recent(11).is_some());
        let json = serde_json::to_string(&data).unwrap();
        assert_eq!(serde_json::from_str::<UserData>(&json).unwrap(), data);
        assert!(data.apply(&Change::ForgetGame { id: 20 }) && data.recent(20).is_none());
    }
}
