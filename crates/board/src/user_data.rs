//! The data kept for the user, whatever the table, the port and the browser: settings, solved puzzles and
//! recent games.

use crate::lookup::find_rules;
use crate::messages::{EndView, GameId, PuzzleCounts, RecentInfo, Settings};
use crate::puzzle_rating::PuzzleRating;
use records::{Format, GameRecord, Hints};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The largest number of recent games.
const MAX_RECENT: usize = 30;
/// The longest settings in bytes of JSON.
const MAX_SETTINGS: usize = 16 << 10;

/// The data kept for the user.
///
/// Another version of the program may have written it. What this one cannot read, an entry or a field, is passed
/// over and written back as it was.
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
        let recent = merge_recent(stored.get(RECENT), &data.recent);
        let merged = merge(stored.into(), Some(&known.into()), data.known().into());
        let Value::Object(mut merged) = merged else { unreachable!("objects give an object") };
        merged.insert(RECENT.into(), recent);
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

/// Writes the list of recent games. Keeps those that cannot be read.
fn merge_recent(stored: Option<&Value>, recent: &[RecentGame]) -> Value {
    let old = match stored {
        None => &[],
        Some(Value::Array(games)) => &**games,
        Some(other) => return other.clone(),
    };
    let write = |game: &RecentGame| json!(game);
    let (known, unknown): (Vec<_>, Vec<_>) =
        old.iter().map(|value| (value, read::<RecentGame>(value))).partition(|(_, g)| g.is_some());
    let mut games: Vec<_> = recent
        .iter()
        .map(|game| {
            let same = known
                .iter()
                .find(|(_, old)| old.as_ref().is_some_and(|o| o.info.id == game.info.id));
            match same {
                Some((value, old)) => {
                    merge((*value).clone(), old.as_ref().map(write).as_ref(), write(game))
                }
                None => write(game),
            }
        })
        .collect();
    if !unknown.is_empty() {
        games.extend(unknown.into_iter().map(|(value, _)| value.clone()));
        // The newest first.
        games.sort_by_key(|game| Reverse(game["saved"].as_u64()));
    }
    games.into()
}

fn read<T: DeserializeOwned>(value: &Value) -> Option<T> {
    T::deserialize(value).ok()
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

    /// Reads a stored game. Where the entry does not say why the game ended, as those of version 0.3.0, the record does.
    fn read(stored: &Value) -> Option<Self> {
        let mut game: Self = read(stored)?;
        if game.info.end.is_some() && stored["end"].get("reason").is_none() {
            game.info.end = game.recorded_end().or(game.info.end);
        }
        Some(game)
    }

    /// Returns how the game ended by its record.
    fn recorded_end(&self) -> Option<EndView> {
        let rules = find_rules(&self.info.variant).ok()?;
        let hints = Hints { format: Some(Format::Pgn), rules: Some(rules), ..Hints::default() };
        let records = records::read_text(&self.pgn, &hints).ok()?;
        records.first()?.end().map(Into::into)
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
    /// Keeps the number of puzzles of a game that were solved in a streak, if it is the best.
    Streak { variant: String, solved: usize },
    /// Forgets which puzzles of a game were tried and solved. The best streak stays.
    ForgetPuzzles { variant: String },
    /// Keeps a game in place of the one with the same number.
    Game(Box<RecentGame>),
    /// Forgets a game.
    ForgetGame { id: GameId },
}

impl UserData {
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
                // A file that was opened again.
                let is_copy = |other: &RecentGame| {
                    !game.pgn.is_empty()
                        && (&other.pgn, other.info.players) == (&game.pgn, game.info.players)
                };
                self.recent.retain(|other| !is_same(other) && !is_copy(other));
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
    use crate::messages::{Player, Side};
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
        let game = |id: u64, more: Value| {
            let mut game = json!({
                "id": id, "variant": "shogi", "time": null, "moves": 1, "end": null, "saved": id, "pgn": "",
                "players": [{"kind": "person"}, {"kind": "person"}],
            });
            game.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            game
        };
        let mut stored = json!({
            "openings": [1, 2],
            "settings": {"level": 3, "colors": {"light": 1}},
            "puzzles": {
                "shogi": {"tried": [2], "solved": [], "times": [7]},
                "shosu": {"tried": "many"},
            },
            "puzzle_rating": {"rating": "high"},
            "recent": [
                game(5, json!({"tags": ["won"]})),
                game(4, json!({"players": ["a guest", "the engine"]})),
                game(3, json!({"players": [{"kind": "person", "name": "a"}, {"kind": "person"}]})),
            ],
        });
        let mut data: UserData = serde_json::from_value(stored.clone()).unwrap();
        assert_eq!(serde_json::to_value(&data).unwrap(), stored, "nothing has changed");
        assert_eq!(data.recent.iter().map(|game| game.info.id).collect::<Vec<_>>(), [5, 3]);
        let puzzle = |variant: &str| {
            let variant = variant.into();
            Change::Puzzle { variant, number: 1, rating: 1_000.0, is_solved: true }
        };
        let mut changed = data.recent[1].clone();
        changed.info.moves = 9;
        changed.info.saved = 6;
        for change in [
            settings(json!({"level": null, "sound": true})),
            puzzle("shogi"),
            puzzle("shosu"),
            Change::Game(Box::new(changed)),
        ] {
            assert!(data.apply(&change), "{change:?}");
        }
        stored["settings"] = json!({"colors": {"light": 1}, "sound": true});
        stored["puzzles"]["shogi"] = json!({"tried": [1, 2], "solved": [1], "times": [7]});
        let mut changed = stored["recent"].as_array_mut().unwrap().pop().unwrap();
        changed["moves"] = 9.into();
        changed["saved"] = 6.into();
        stored["recent"].as_array_mut().unwrap().insert(0, changed);
        assert_eq!(serde_json::to_value(&data).unwrap(), stored);
        // Fields of another type are passed over, too.
        let stored = json!({"settings": [1], "puzzles": 2, "puzzle_rating": null, "recent": {}});
        let mut data: UserData = serde_json::from_value(stored.clone()).unwrap();
        assert!(data.apply(&puzzle("shogi")) && data.apply(&settings(json!({"level": 1}))));
        assert_eq!(serde_json::to_value(&data).unwrap(), stored);
    }

    #[test]
    fn games_of_version_0_3_0_have_the_end_of_their_record() {
        let stored = json!({"recent": [{
            "id": 1, "variant": "shogi", "time": null, "moves": 1, "saved": 1, "players": [{"kind": "person"}, {"kind": "person"}],
            "end": {"winner": "black", "draw": false, "text": {"en": "White resigns.", "ja": "後手の投了"}},
            "pgn": "[Variant \"shogi\"]\n[Result \"1-0\"]\n\n1. P-7f {White resigns} 1-0\n",
        }]});
        let data: UserData = serde_json::from_value(stored.clone()).unwrap();
        let end = data.recent[0].info.end.as_ref().unwrap();
        assert_eq!((end.winner, end.reason), (Some(Side::Black), EndReason::Resignation));
        // It is written with the next change, and what that version reads stays.
        let written = serde_json::to_value(&data).unwrap();
        let end = &written["recent"][0]["end"];
        assert_eq!(end["reason"], "resignation");
        assert_eq!(end["text"], stored["recent"][0]["end"]["text"]);
        assert_eq!(serde_json::from_value::<UserData>(written).unwrap().recent, data.recent);
    }

    #[test]
    fn the_newest_games_are_kept() {
        let mut data = UserData::default();
        let game = |id, moves| {
            let info = RecentInfo {
                id,
                variant: "shogi".into(),
                players: [Player::Person; 2],
                names: None,
                by_link: None,
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
        assert_eq!(serde_json::from_str::<UserData>(&json).unwrap().recent, data.recent);
        assert!(data.apply(&Change::ForgetGame { id: 20 }) && data.recent(20).is_none());
        // The same game again takes the place of the first.
        for id in [50, 51] {
            let Change::Game(mut copy) = game(id, 3) else { unreachable!() };
            copy.pgn = "1. c3c4 *".into();
            data.apply(&Change::Game(copy));
        }
        assert!(data.recent(50).is_none() && data.recent(51).is_some());
    }
}
