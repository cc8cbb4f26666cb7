//! The user's data: settings, solved puzzles and games, and when the games of the tables are saved.

use super::{Backend, Board, TableId, Ticket};
use crate::messages::{GameId, Message, Problem};
use crate::recent_game::RecentGame;
use crate::recent_games;
use crate::step::Finished;
use crate::table::KeptGame;
use crate::user_data::{Change, UserData};
use platform::Instant;
use serde_json::Value;
use std::time::Duration;

/// The time between two entries of a game in the list of recent games.
const KEEP_INTERVAL: Duration = Duration::from_secs(3);

impl<B: Backend> Board<B> {
    /// Keeps the games of all tables in the list of recent games, because the program ends.
    pub fn keep_all(&mut self, now: Instant) {
        self.table_ids().into_iter().for_each(|id| self.keep_game(id, now));
    }

    /// Keeps the game of a table at its end and from time to time.
    pub(super) fn keep_if_due(&mut self, id: TableId, now: Instant) {
        let room = self.room(id);
        let end = room.table.game.end();
        let has_ended = end.is_some() && end != room.kept_end.as_ref();
        let is_due = now.duration_since(room.kept) >= KEEP_INTERVAL;
        if has_ended || is_due {
            self.keep_game(id, now);
        }
        // A position without moves is not yet a game. The saved tables have it.
        let room = self.room(id);
        let version = (room.table.game_number, room.table.game.version());
        if is_due && std::mem::replace(&mut room.kept_table, version) != version {
            room.kept = now;
            self.keep_tables(now);
        }
    }

    /// Keeps the game of a table in the list of recent games if it has new moves.
    pub(super) fn keep_game(&mut self, id: TableId, now: Instant) {
        let room = self.room(id);
        let Some(game) = room.table.take_unkept() else { return };
        (room.kept, room.kept_end) = (now, room.table.game.end().cloned());
        let game_id = self.start_keeping(id, game);
        self.room(id).table.game_id = Some(game_id);
        self.keep_tables(now);
    }

    /// Makes the games at all tables others than one that has just gone on elsewhere: what is played here is kept apart
    /// from it. At the table `own` it went on: the game there stays the same, unless an earlier state was opened again.
    fn part(&mut self, game: GameId, own: Option<TableId>) {
        for (id, room) in &mut self.tables {
            let table = &mut room.table;
            let has_gone_on = Some(*id) == own && table.kept_version.is_none();
            if table.game_id == Some(game) && !has_gone_on {
                table.game_id = None;
            }
        }
    }

    /// Starts to write a game of a table for the list of recent games and returns its number there.
    pub(super) fn start_keeping(&mut self, table: TableId, mut game: KeptGame) -> GameId {
        if game.info.id == 0 {
            self.last_game_id = self.backend.unix_time().max(self.last_game_id + 1);
            game.info.id = self.last_game_id;
        }
        let id = game.info.id;
        self.part(id, Some(table));
        // A clock that was set back makes no state older than the one before.
        let before = self.setup.user_data.recent(id).map_or(0, |game| game.info.saved);
        game.info.saved = self.backend.unix_time().max(before);
        let write = move || {
            Finished::Recent(Box::new(RecentGame::new(game.info, &game.record, game.seats)))
        };
        self.backend.work(Ticket(None), Box::new(write));
        id
    }

    /// Takes a game that was written into the list of recent games.
    pub(super) fn take_written_game(&mut self, game: Box<RecentGame>) {
        // A file that was opened again.
        let copies = self.setup.user_data.recent.iter().filter(|other| other.is_copy_of(&game));
        let copies = Vec::from_iter(copies.map(|copy| copy.info.id));
        copies.into_iter().for_each(|id| self.change_user_data(Change::ForgetGame { id }));
        self.change_user_data(Change::Game(game));
    }

    /// Changes what is kept for the user, and tells all pages.
    pub(super) fn change_user_data(&mut self, change: Change) {
        if self.apply(&change) {
            self.backend.save(&change);
        }
    }

    /// Tells all pages what is wrong with the file of the user's data; `None` if nothing is.
    pub fn set_problem(&mut self, problem: Option<Problem>) {
        self.problem = problem;
        self.send_to_owner(&Message::Problem { problem: self.problem.clone() });
    }

    /// Shows a change of the user's data that another page has stored.
    pub fn take_change(&mut self, change: &Change) {
        if let Change::Game(game) = change {
            self.part(game.info.id, None);
        }
        self.apply(change);
    }

    /// Changes what is known of the user's data, and tells all pages. Returns whether it makes a difference.
    fn apply(&mut self, change: &Change) -> bool {
        if !self.setup.user_data.apply(change) {
            return false;
        }
        let message = match change {
            Change::Settings(_) => self.settings_message(),
            Change::Puzzle { .. } | Change::Streak { .. } | Change::ForgetPuzzles { .. } => {
                self.puzzles_message()
            }
            Change::Game(_) | Change::ForgetGame { .. } => self.games_message(),
        };
        self.send_to_owner(&message);
        true
    }

    pub(super) fn settings_message(&self) -> Message {
        Message::Settings { settings: self.setup.user_data.settings.clone() }
    }

    pub(super) fn puzzles_message(&self) -> Message {
        let UserData { puzzles, puzzle_rating, .. } = &self.setup.user_data;
        Message::Puzzles { puzzles: puzzles.clone(), rating: *puzzle_rating }
    }

    pub(super) fn games_message(&self) -> Message {
        let (games, count) = recent_games::list(self.setup.user_data.recent.iter(), 0);
        Message::Games { games, count }
    }

    /// Returns the time where the person is in seconds since 1970. The page stores how many minutes it is ahead of
    /// UTC.
    pub(super) fn local_time(&self) -> i64 {
        (self.backend.unix_time() / 1_000) as i64 + self.utc_offset()
    }

    /// Returns the seconds by which the person's clock is ahead of UTC.
    fn utc_offset(&self) -> i64 {
        let minutes = self.setup.user_data.settings.get("utcOffset").and_then(Value::as_i64);
        minutes.unwrap_or(0).clamp(-1_440, 1_440) * 60
    }

    /// Returns the recent games that have all words of a text.
    pub(super) fn search(&self, text: &str) -> impl Iterator<Item = &RecentGame> {
        let offset = self.utc_offset() * 1_000;
        recent_games::find(&self.setup.user_data.recent, text, &self.games, offset)
    }
}
