//! A table as text: a page that is loaded again, or a server that is started again, goes on with it.

use crate::exercise::exercises;
use crate::game_file::GameFile;
use crate::lookup::find_rules;
use crate::messages::{PuzzleProgress, PuzzleSource};
use crate::mode::Mode;
use crate::own_puzzles::OwnPuzzles;
use crate::puzzle_attempt::PuzzleAttempt;
use crate::puzzle_list::puzzles;
use crate::recent_game::RecentGame;
use crate::seats::Seats;
use crate::table::Table;
use crate::user_data::UserData;
use crate::work::{ReadGame, read_kept_game};
use platform::Instant;
use records::NodeId;
use rules::{Color, Move, Position};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use study::review::MoveReview;

/// The largest file of games that is kept with a table, in bytes.
const MAX_FILE_SIZE: usize = 1 << 20;

/// A table without its searches.
#[derive(Debug, Serialize, Deserialize)]
pub struct SavedTable {
    /// The name of the table.
    pub name: String,
    /// The last requests that were carried out.
    #[serde(default)]
    pub heard: Vec<String>,
    game: RecentGame,
    /// The number by which commands that pages send again name the game.
    #[serde(default)]
    game_number: Option<u64>,
    /// What version 0.4.0 has written here instead of with the game.
    #[serde(default, skip_serializing)]
    seats: Option<Seats>,
    #[serde(default, skip_serializing)]
    by_link: Option<Color>,
    /// The moves to the shown position.
    shown: Vec<Move>,
    paused: bool,
    /// The times spent on the current move, if there are clocks.
    #[serde(default)]
    spent: Option<[Duration; 2]>,
    analysing: bool,
    line_count: usize,
    has_new_moves: bool,
    is_unkept: bool,
    #[serde(deserialize_with = "read_known")]
    puzzle: Option<SavedPuzzle>,
    #[serde(deserialize_with = "read_known")]
    own_puzzles: OwnPuzzles,
    #[serde(default, deserialize_with = "read_known")]
    file: Option<GameFile>,
    /// The time for each position of the review, in milliseconds, and the judgements of the main line.
    #[serde(deserialize_with = "read_known")]
    review: Option<(u64, Vec<MoveReview>)>,
}

/// Reads a part of a table. One that another version wrote in another way is left out, rather than the table.
fn read_known<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned + Default,
{
    Ok(T::deserialize(Value::deserialize(deserializer)?).unwrap_or_default())
}

impl SavedTable {
    /// Returns whether its game has got more moves since then, at another table.
    pub fn has_gone_on(&self, user_data: &UserData) -> bool {
        let kept = user_data.recent(self.game.info.id);
        !self.is_unkept && kept.is_some_and(|kept| kept.info.moves > self.game.info.moves)
    }
}

/// A puzzle on the board. The game has its moves.
#[derive(Debug, Serialize, Deserialize)]
struct SavedPuzzle {
    source: PuzzleSource,
    number: usize,
    #[serde(default)]
    streak: Option<usize>,
    progress: PuzzleProgress,
    wrong_moves: usize,
    has_used_hint: bool,
    counted: Option<bool>,
}

impl Table {
    /// Describes the table for [`restore`](Self::restore).
    pub fn save(&self, name: &str, now: Instant) -> SavedTable {
        SavedTable {
            name: name.into(),
            heard: Vec::new(),
            game: RecentGame::new(
                self.recent_info(),
                self.game.record(),
                self.mode.seats().cloned(),
            ),
            game_number: Some(self.game_number),
            seats: None,
            by_link: None,
            shown: self.game.position().moves().collect(),
            paused: self.paused,
            spent: self.clock.as_ref().map(|clock| clock.times_spent(now)),
            analysing: self.analysing,
            line_count: self.line_count,
            has_new_moves: self.game.has_new_moves(),
            is_unkept: self.kept_version != Some(self.game.version()),
            puzzle: self.mode.puzzle().map(|attempt| SavedPuzzle {
                source: attempt.source,
                number: attempt.number,
                streak: attempt.streak,
                progress: attempt.progress,
                wrong_moves: attempt.wrong_moves,
                has_used_hint: attempt.has_used_hint,
                counted: attempt.counted,
            }),
            own_puzzles: self.own_puzzles.clone(),
            file: self.file.clone().filter(|file| file.size() <= MAX_FILE_SIZE),
            review: self.saved_review(),
        }
    }

    /// Sets up a table with a game that was kept. Returns `None` if it cannot be read.
    pub fn with_game(kept: RecentGame, now: Instant) -> Option<Self> {
        let rules = find_rules(&kept.info.variant).ok()?;
        let mut table = Self::new(rules);
        let id = kept.info.id;
        let read = read_kept_game(&kept.pgn, rules).ok()?;
        table.show_read_game(ReadGame { recent: Some(Box::new(kept.info)), ..read }, now);
        table.game_id = (id != 0).then_some(id);
        if let Some(seats) = kept.seats {
            table.set_seats(seats);
        }
        Some(table)
    }

    /// Makes the game one between two people on two devices. Its clocks wait for them.
    fn set_seats(&mut self, seats: Seats) {
        self.mode = Mode::Seats(seats);
        self.paused = false;
    }

    /// Sets up a table that was saved. A game with clocks is paused. Returns `None` if it cannot be read,
    /// for example because it is of another version of the program.
    pub fn restore(saved: SavedTable, now: Instant) -> Option<Self> {
        let mut table = Self::with_game(saved.game, now)?;
        let rules = table.game.rules();
        table.game_number = saved.game_number.unwrap_or(table.game_number);
        table.game.show(NodeId::ROOT);
        for mv in saved.shown {
            table.game.play(mv).ok()?;
        }
        if let Some(seats) = saved.seats {
            table.set_seats(seats);
        } else if let Some(side) = saved.by_link {
            table.set_by_link(side, String::new());
        }
        table.paused = saved.paused || table.clock.is_some() && table.paused;
        if let (Some(clock), Some(spent)) = (&mut table.clock, saved.spent) {
            clock.set_times_spent(spent);
        }
        table.analysing = saved.analysing;
        table.line_count = saved.line_count;
        table.game.set_has_new_moves(saved.has_new_moves);
        table.kept_version = (!saved.is_unkept).then(|| table.game.version());
        table.own_puzzles = saved.own_puzzles;
        table.file = saved.file;
        if let Some(review) = saved.review {
            table.restore_review(review);
        }
        // Without its puzzle it is a game.
        let attempt = saved.puzzle.and_then(|saved| {
            let SavedPuzzle { source, number, .. } = saved;
            let index = number.checked_sub(1)?;
            let attempt = match source {
                PuzzleSource::Stored => {
                    PuzzleAttempt::new(Arc::new(puzzles(rules).get(index)?.clone()), source, number)
                }
                PuzzleSource::Own => {
                    let own = table.own_puzzles.get(number)?;
                    PuzzleAttempt::new(Arc::clone(&own.puzzle), source, number)
                }
                PuzzleSource::Exercise => {
                    PuzzleAttempt::at_exercise(exercises(rules).get(index)?, number)
                }
            };
            // The puzzles of another version, or of a changed file, may have other numbers.
            let record = table.game.record();
            let sfen = |position: &Position| position.sfen().to_string();
            let is_same = sfen(&attempt.puzzle.position) == sfen(record.start())
                && (saved.progress != PuzzleProgress::Solving
                    || attempt.puzzle.line.starts_with(&Vec::from_iter(record.moves())));
            is_same.then_some(PuzzleAttempt {
                streak: saved.streak,
                progress: saved.progress,
                wrong_moves: saved.wrong_moves,
                has_used_hint: saved.has_used_hint,
                counted: saved.counted,
                ..attempt
            })
        });
        if let Some(attempt) = attempt {
            table.mode = Mode::Puzzle(attempt);
        }
        Some(table)
    }
}
