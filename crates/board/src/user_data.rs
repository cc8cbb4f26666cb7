//! The data kept for the user, whatever the table, the port and the browser: settings, solved puzzles and
//! recent games.

use crate::messages::{GameId, PuzzleCounts, RecentMode, Settings};
use crate::puzzle_rating::PuzzleRating;
use crate::recent_game::RecentGame;
use rules::Color;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The longest settings in bytes of JSON.
const MAX_SETTINGS: usize = 16 << 10;

/// The data kept for the user.
///
/// Another version of the program may have written it. What this one cannot read, an entry or a field, is passed
/// over and written back as it was. The recent games are stored apart from it.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(from = "Object", into = "Object")]
pub struct UserData {
    pub settings: Settings,
    /// The progress in the stored puzzles, by game.
    pub puzzles: BTreeMap<String, PuzzleCounts>,
    /// How well the person solves the stored puzzles of all games.
    pub puzzle_rating: PuzzleRating,
    /// The recent games, the newest first.
    pub recent: Vec<RecentGame>,
    /// The file as it was read, with the fields that this version does not know.
    stored: Object,
}

type Object = Map<String, Value>;

/// The fields of the user's data.
const SETTINGS: &str = "settings";
const PUZZLES: &str = "puzzles";
const PUZZLE_RATING: &str = "puzzle_rating";
const RECENT: &str = "recent";

impl From<Object> for UserData {
    /// Reads what this version knows.
    fn from(stored: Object) -> Self {
        let puzzles = stored.get(PUZZLES).and_then(Value::as_object).into_iter().flatten();
        let recent = stored.get(RECENT).and_then(Value::as_array).into_iter().flatten();
        Self {
            settings: stored.get(SETTINGS).and_then(read).unwrap_or_default(),
            puzzles: puzzles.filter_map(|(game, c)| Some((game.clone(), read(c)?))).collect(),
            puzzle_rating: stored.get(PUZZLE_RATING).and_then(read).unwrap_or_default(),
            recent: recent.filter_map(RecentGame::read).collect(),
            stored,
        }
    }
}

impl From<UserData> for Object {
    fn from(mut data: UserData) -> Self {
        let stored = std::mem::take(&mut data.stored);
        let before = UserData::from(stored.clone());
        let mut known = before.known();
        if stored.get(PUZZLE_RATING).is_some_and(|rating| read::<PuzzleRating>(rating).is_none()) {
            known.remove(PUZZLE_RATING);
        }
        let unread = stored.get(RECENT).and_then(unread_games);
        let merged = merge(stored.into(), Some(&known.into()), data.known().into());
        let Value::Object(mut merged) = merged else { unreachable!("objects give an object") };
        merged.remove(RECENT);
        merged.extend(unread.map(|games| (RECENT.into(), games)));
        merged
    }
}

/// Changes a stored value as a known one has changed. Keeps what is not known.
fn merge(stored: Value, before: Option<&Value>, after: Value) -> Value {
    match (stored, before, after) {
        (stored, None, _) => stored,
        (stored, Some(before), after) if *before == after => stored,
        (Value::Object(mut stored), Some(Value::Object(before)), Value::Object(after)) => {
            stored.retain(|name, _| !before.contains_key(name) || after.contains_key(name));
            for (name, value) in after {
                let value = match stored.remove(&name) {
                    Some(old) => merge(old, before.get(&name), value),
                    None => value,
                };
                stored.insert(name, value);
            }
            stored.into()
        }
        // The field is of another type in the other version.
        (stored, Some(Value::Object(_)), Value::Object(_)) => stored,
        (_, _, after) => after,
    }
}

/// Returns the games in the file of version 0.4.0 that this version cannot read. It has taken the others over.
fn unread_games(stored: &Value) -> Option<Value> {
    let Value::Array(games) = stored else { return Some(stored.clone()) };
    let unread = games.iter().filter(|game| RecentGame::read(game).is_none());
    let unread = Vec::from_iter(unread.cloned());
    (!unread.is_empty()).then(|| unread.into())
}

fn read<T: DeserializeOwned>(value: &Value) -> Option<T> {
    T::deserialize(value).ok()
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
    /// Keeps the number of puzzles of a game that were solved in a streak, if it is the best.
    Streak { variant: String, solved: usize },
    /// Forgets which puzzles of a game were tried and solved. The best streak stays.
    ForgetPuzzles { variant: String },
    /// Keeps a game in place of the one with the same number.
    Game(Box<RecentGame>),
    /// Forgets a game.
    ForgetGame { id: GameId },
}

impl Change {
    /// Returns the number of the game whose text the change concerns; `None` if it is the rest of the user's data.
    pub fn game(&self) -> Option<GameId> {
        match self {
            Self::Game(game) => Some(game.info.id),
            &Self::ForgetGame { id } => Some(id),
            _ => None,
        }
    }

    /// Returns the text of the game to be stored in place of another one: none if the game is forgotten. Keeps what
    /// another version has written there.
    pub fn game_text(&self, stored: Option<&str>) -> Option<String> {
        let stored = stored.and_then(|text| serde_json::from_str::<Value>(text).ok());
        let value = match (self, stored) {
            (Self::Game(game), Some(stored)) => match RecentGame::read(&stored) {
                Some(old) if old.info.saved > game.info.saved => stored,
                old => merge(stored, old.map(|old| json!(old)).as_ref(), json!(game)),
            },
            (Self::Game(game), None) => json!(game),
            (Self::ForgetGame { .. }, _) => return None,
            (_, stored) => stored?,
        };
        Some(value.to_string())
    }
}

impl UserData {
    /// Adds the stored games. Returns the changes by which those that version 0.4.0 has kept with the rest are stored
    /// like them.
    pub fn add_games(&mut self, stored: impl IntoIterator<Item = RecentGame>) -> Vec<Change> {
        let mut games = Vec::from_iter(stored);
        let known: BTreeSet<_> = games.iter().map(|game| game.info.id).collect();
        self.recent.retain(|game| !known.contains(&game.info.id));
        let mut changes: Vec<_> =
            self.recent.iter().cloned().map(Box::new).map(Change::Game).collect();
        if self.stored.contains_key(RECENT) {
            // It writes the rest without them.
            changes.push(Change::Settings(Settings::new()));
        }
        self.recent.append(&mut games);
        self.recent.sort_by_key(|game| Reverse(game.info.saved));
        changes
    }

    /// Writes what can change in parts.
    fn known(&self) -> Object {
        let Self { settings, puzzles, puzzle_rating, .. } = self;
        Object::from_iter([
            (SETTINGS.into(), json!(settings)),
            (PUZZLES.into(), json!(puzzles)),
            (PUZZLE_RATING.into(), json!(puzzle_rating)),
        ])
    }

    /// Returns a recent game.
    pub fn recent(&self, id: GameId) -> Option<&RecentGame> {
        self.recent.iter().find(|game| game.info.id == id)
    }

    /// Returns the game that links of a name lead to, for this person's side.
    pub fn game_by_link(&self, link: &(Color, String)) -> Option<&RecentGame> {
        let is_named = |mode: &RecentMode| match mode {
            RecentMode::ByLink { side, id } => !id.is_empty() && (side, id) == (&link.0, &link.1),
            _ => false,
        };
        self.recent.iter().find(|game| is_named(&game.info.mode))
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
            Change::Streak { variant, solved } => {
                let best = &mut self.puzzles.entry(variant.clone()).or_default().best_streak;
                let is_best = *best < Some(*solved);
                if is_best {
                    *best = Some(*solved);
                }
                is_best
            }
            Change::ForgetPuzzles { variant } => {
                let Some(old) = self.puzzles.remove(variant) else { return false };
                let best_streak = old.best_streak;
                let kept = PuzzleCounts { best_streak, ..PuzzleCounts::default() };
                let is_changed = kept != old;
                if best_streak.is_some() {
                    self.puzzles.insert(variant.clone(), kept);
                }
                is_changed
            }
            Change::Game(game) => {
                // The texts of two states may be ready in the other order.
                let is_same = |other: &RecentGame| other.info.id == game.info.id;
                if self.recent.iter().any(|o| is_same(o) && o.info.saved > game.info.saved) {
                    return false;
                }
                self.recent.retain(|other| !is_same(other));
                self.recent.insert(0, (**game).clone());
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
    use crate::messages::{Player, RecentInfo};
    use records::EndReason;

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
        let streak = |solved| Change::Streak { variant: "shosu".into(), solved };
        assert!(data.apply(&streak(2)) && !data.apply(&streak(1)) && data.apply(&streak(3)));
        let forget = Change::ForgetPuzzles { variant: "shosu".into() };
        assert!(data.apply(&forget) && !data.apply(&forget));
        let best = PuzzleCounts { best_streak: Some(3), ..PuzzleCounts::default() };
        assert!(data.puzzles["shosu"] == best && data.puzzle_rating.rating > failed);
    }

    #[test]
    fn what_another_version_keeps_stays() {
        let mut stored = json!({
            "openings": [1, 2],
            "settings": {"level": 3, "colors": {"light": 1}},
            "puzzles": {
                "shogi": {"tried": [2], "solved": [], "times": [7]},
                "shosu": {"tried": "many"},
            },
            "puzzle_rating": {"rating": "high"},
        });
        let mut data: UserData = serde_json::from_value(stored.clone()).unwrap();
        assert_eq!(serde_json::to_value(&data).unwrap(), stored, "nothing has changed");
        let puzzle = |variant: &str| {
            let variant = variant.into();
            Change::Puzzle { variant, number: 1, rating: 1_000.0, is_solved: true }
        };
        let changed = settings(json!({"level": null, "sound": true}));
        for change in [changed, puzzle("shogi"), puzzle("shosu")] {
            assert!(data.apply(&change), "{change:?}");
        }
        stored["settings"] = json!({"colors": {"light": 1}, "sound": true});
        stored["puzzles"]["shogi"] = json!({"tried": [1, 2], "solved": [1], "times": [7]});
        assert_eq!(serde_json::to_value(&data).unwrap(), stored);
        // Fields of another type are passed over, too.
        let stored = json!({"settings": [1], "puzzles": 2, "puzzle_rating": null, "recent": {}});
        let mut data: UserData = serde_json::from_value(stored.clone()).unwrap();
        assert!(data.apply(&puzzle("shogi")) && data.apply(&settings(json!({"level": 1}))));
        assert_eq!(serde_json::to_value(&data).unwrap(), stored);
    }

    #[test]
    fn games_of_earlier_versions_are_taken_over() {
        let stored = json!({"id": 1, "variant": "shogi", "time": null, "moves": 1, "saved": 1,
            "players": [{"kind": "person"}, {"kind": "person"}], "by_link": "white",
            "end": {"winner": "black", "draw": false, "text": {"en": "White resigns."}},
            "pgn": "[Variant \"shogi\"]\n[Result \"1-0\"]\n\n1. P-7f {White resigns} 1-0\n"});
        let file =
            json!({"settings": {"level": 3}, "recent": [stored, {"id": "of a newer version"}]});
        let mut data: UserData = serde_json::from_value(file.clone()).unwrap();
        let changes = data.add_games([]);
        let info = &data.recent[0].info;
        let end = info.end.as_ref().unwrap();
        assert_eq!((end.winner, end.reason), (Some(Color::Black), EndReason::Resignation));
        assert_eq!(info.mode, RecentMode::ByLink { side: Color::White, id: String::new() });
        // Each is stored as its own text, and then the rest without it.
        let [Change::Game(game), Change::Settings(_)] = &changes[..] else { panic!("{changes:?}") };
        let text = changes[0].game_text(None).unwrap();
        assert_eq!(RecentGame::from_text(&text).as_ref(), Some(&**game));
        assert_eq!(
            serde_json::to_value(&data).unwrap(),
            json!({"settings": {"level": 3}, "recent": [{"id": "of a newer version"}]})
        );
        // The text takes the place of what is still there.
        let mut newer = (**game).clone();
        newer.info.saved = 9;
        let mut data: UserData = serde_json::from_value(file).unwrap();
        assert_eq!(data.add_games([newer]).len(), 1);
        assert_eq!(data.recent.iter().map(|game| game.info.saved).collect::<Vec<_>>(), [9]);
    }

    #[test]
    fn the_text_of_a_game_keeps_what_another_version_has_written() {
        let Change::Game(mut game) = game(5, 1) else { panic!() };
        let mut stored = serde_json::to_value(&game).unwrap();
        stored["tags"] = json!(["won"]);
        game.info.moves = 9;
        let change = |saved| {
            let mut game = game.clone();
            game.info.saved = saved;
            Change::Game(game)
        };
        let text = change(6).game_text(Some(&stored.to_string())).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((&value["tags"], &value["moves"]), (&json!(["won"]), &json!(9)));
        // An older state that comes later changes nothing.
        assert_eq!(change(5).game_text(Some(&text)).as_deref(), Some(&*text));
        assert_eq!(Change::ForgetGame { id: 5 }.game_text(Some(&text)), None);
    }

    fn game(id: u64, moves: usize) -> Change {
        let info = RecentInfo {
            id,
            variant: "shogi".into(),
            players: [Player::Person; 2],
            names: None,
            mode: RecentMode::Board,
            time: None,
            moves,
            end: None,
            saved: id,
        };
        Change::Game(Box::new(RecentGame { info, pgn: String::new(), seats: None }))
    }

    #[test]
    fn all_games_are_kept() {
        let mut data = UserData::default();
        for id in 0..400 {
            data.apply(&game(id, 1));
        }
        data.apply(&game(20, 2));
        assert_eq!(data.recent.len(), 400);
        assert_eq!((data.recent[0].info.id, data.recent[0].info.moves), (20, 2));
        assert!(data.apply(&Change::ForgetGame { id: 20 }) && data.recent(20).is_none());
    }
}
