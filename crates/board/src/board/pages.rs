//! The pages: which are open, and what they are sent.

use super::room::OpenPage;
use super::{Backend, Board, PageId, TableId};
use crate::command_error::CommandError;
use crate::game::TreeChanges;
use crate::game_info::{level_names, limits};
use crate::messages::{Headers, Message};
use crate::view;
use platform::Instant;
use std::sync::Arc;
use std::time::Duration;

/// The most pages for each role at a table with seats: anyone may pass a link on.
const MAX_PAGES: usize = 100;
/// The longest time that a player gets back for the way of a move.
const MAX_LAG: Duration = Duration::from_secs(1);

impl<B: Backend> Board<B> {
    /// Opens a page at a table, which is created if there is none with this name. With an empty name
    /// the page gets the last table that a page has left, so that a closed page can be opened again,
    /// or else a new one.
    pub fn open(&mut self, page: PageId, name: &str, now: Instant) {
        let id = match self.find_table(name, now) {
            Ok(id) => id,
            Err(error) => {
                self.refuse(page, error);
                return;
            }
        };
        self.welcome(id, OpenPage::new(page, None, true), now);
    }

    /// Opens a page that has shown a pass at the table with its seat. `is_owners` says whether it has shown the key,
    /// too.
    pub fn open_seat(&mut self, page: PageId, pass: &str, is_owners: bool, now: Instant) {
        let found = self.tables.iter().find_map(|(&id, room)| {
            let role = Some(room.table.mode.seats()?.role(pass)?);
            Some((id, role, room.pages.iter().filter(|page| page.role == role).count()))
        });
        match found {
            Some((id, role, ..MAX_PAGES)) => {
                self.welcome(id, OpenPage::new(page, role, is_owners), now);
            }
            Some(_) => {
                self.refuse(page, CommandError::TooManyPages);
            }
            None => self.refuse(page, CommandError::Closed),
        }
    }

    /// Tells a page that it is not served.
    fn refuse(&mut self, page: PageId, error: CommandError) {
        self.send(page, &Message::Refused { error });
        self.backend.cut_off(page);
    }

    /// Describes the program to a page at a table.
    pub(super) fn hello(&self, id: TableId, page: &OpenPage) -> Message {
        let room = &self.tables[&id];
        // Guests have no engine.
        let sizes = |sizes: &[usize]| if page.is_owners { sizes.to_vec() } else { Vec::new() };
        Message::Hello {
            table: if page.role.is_none() { room.name.clone() } else { String::new() },
            program: self.setup.program,
            scripts: self.setup.scripts,
            games: self.games.clone(),
            levels: level_names(),
            share: self.setup.share.clone().filter(|_| page.is_owners),
            hash_sizes: sizes(&self.setup.hash_sizes),
            thread_counts: sizes(&self.setup.thread_counts),
            limits: limits(),
            invites: B::HAS_GUESTS && page.is_owners,
            guest: !page.is_owners,
        }
    }

    /// Takes a page at a table and tells it everything.
    fn welcome(&mut self, id: TableId, page: OpenPage, now: Instant) {
        // What has changed reaches the pages that are there; the new one gets everything.
        self.publish(id, now);
        let room = self.room(id);
        room.pages.push(page);
        room.is_awaited = false;
        room.update_seats(now);
        self.pages.insert(page.id, id);
        let hello = self.hello(id, &page);
        self.send(page.id, &hello);
        if page.is_owners {
            let data = [self.settings_message(), self.puzzles_message(), self.games_message()];
            data.iter().for_each(|message| self.send(page.id, message));
        }
        let table = &self.tables[&id].table;
        let messages = [
            view::exercises(table),
            view::tree(&table.game, &TreeChanges::All),
            view::state_for(table, page.role, now),
            Message::Headers { headers: Headers::from(&table.game.record().tags) },
            view::file(table),
            view::analysis(table),
            Message::Mistakes { mistakes: table.mistakes() },
        ];
        messages.iter().for_each(|message| self.send(page.id, message));
        if self.problem.is_some() && page.is_owners {
            self.send(page.id, &Message::Problem { problem: self.problem.clone() });
        }
        if !self.changed_rules.is_empty() && page.is_owners {
            let files = self.changed_rules.clone();
            self.send(page.id, &Message::RulesChanged { files });
        }
        // Clocks and searches start with the first page.
        self.publish(id, now);
    }

    /// Notes how long a message to a page and its answer take.
    pub fn set_lag(&mut self, page: PageId, lag: Duration) {
        let Some(room) = self.pages.get(&page).and_then(|id| self.tables.get_mut(id)) else {
            return;
        };
        room.pages.iter_mut().filter(|p| p.id == page).for_each(|p| p.lag = lag.min(MAX_LAG));
        room.update_lags();
    }

    /// Removes a page that has gone and was last heard of at a time. From then on, clocks wait for its player.
    pub fn close(&mut self, page: PageId, heard: Instant, now: Instant) {
        let Some(id) = self.pages.remove(&page) else { return };
        let room = self.room(id);
        room.pages.retain(|other| other.id != page);
        room.update_seats(heard);
        room.table.is_watched = !room.pages.is_empty();
        if room.table.is_waiting() || !room.table.is_watched {
            room.table.update_clock(heard);
        }
        room.left = now;
        self.publish(id, now);
        self.keep_game(id, now);
    }

    /// Sends the state of a table to its pages, to each with its own place if there are seats.
    pub(super) fn send_state(&mut self, id: TableId, now: Instant) {
        let Some(room) = self.tables.get_mut(&id) else { return };
        if room.table.mode.seats().is_none() {
            let message = view::state(&room.table, now);
            self.send_to_table(id, &message);
            return;
        }
        let pages = Vec::from_iter(room.pages.iter().map(|page| page.id));
        pages.into_iter().for_each(|page| self.send_own_state(id, page, now));
    }

    /// Sends the state of a table with seats to one of its pages, with its own place.
    pub(super) fn send_own_state(&mut self, id: TableId, page: PageId, now: Instant) {
        let Some(room) = self.tables.get_mut(&id) else { return };
        let role = room.role(page);
        let message = room.at_place_of(page, |table| view::state_for(table, role, now));
        self.send(page, &message);
    }

    /// Sends a message to all pages of a table.
    pub(super) fn send_to_table(&mut self, id: TableId, message: &Message) {
        let Some(room) = self.tables.get(&id) else { return };
        send_to(&mut self.backend, room.pages.iter(), message);
    }

    /// Sends a message to all pages of the owner.
    pub(super) fn send_to_owner(&mut self, message: &Message) {
        let pages = self.tables.values().flat_map(|room| &room.pages);
        send_to(&mut self.backend, pages.filter(|page| page.is_owners), message);
    }

    /// Sends a message to a page.
    pub fn send(&mut self, page: PageId, message: &Message) {
        self.backend.send(page, &to_json(message));
    }
}

/// Sends a message to pages, if there are any.
fn send_to<'a>(
    backend: &mut impl Backend,
    pages: impl Iterator<Item = &'a OpenPage>,
    message: &Message,
) {
    let mut pages = pages.peekable();
    if pages.peek().is_some() {
        let json = to_json(message);
        pages.for_each(|page| backend.send(page.id, &json));
    }
}

/// Writes a message to a page.
pub fn to_json(message: &Message) -> Arc<str> {
    serde_json::to_string(message).expect("JSON can represent every message").into()
}
