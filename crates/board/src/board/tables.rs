//! The tables: how pages find one, and how they outlast the program.

use super::room::{Heard, MAX_HEARD, Room};
use super::{Backend, Board, PageId, TableId};
use crate::command_error::CommandError;
use crate::messages::{PuzzleProgress, Reply};
use crate::saved_table::SavedTable;
use crate::table::Table;
use platform::Instant;
use std::collections::BTreeMap;

/// The most tables at a time. Those without a page make room for others.
const MAX_TABLES: usize = 32;
/// The longest name of a table.
const MAX_NAME: usize = 40;

/// Numbers that change with a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableVersion {
    /// Changes with anything that pages are told of.
    pub table: u64,
    /// Changes with the record of the game.
    pub record: u64,
    /// Changes with its moves.
    pub moves: (u64, u64, usize),
    /// Changes with what counts against the attempt at a puzzle.
    pub attempt: Option<(PuzzleProgress, usize, bool)>,
}

fn save_all(tables: &BTreeMap<TableId, Room>, now: Instant) -> Vec<SavedTable> {
    tables.values().map(|room| room.save(now)).collect()
}

impl<B: Backend> Board<B> {
    /// Returns the table with a name, a table that was left, or a new one.
    pub(super) fn find_table(&mut self, name: &str, now: Instant) -> Result<TableId, CommandError> {
        let is_valid = name.len() <= MAX_NAME
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !is_valid {
            return Err(CommandError::TableName);
        }
        // Those with seats are found by a pass alone.
        let mut tables = self.tables.iter().filter(|(_, room)| room.table.mode.seats().is_none());
        if let Some((&id, _)) = tables.clone().find(|(_, room)| room.name == name) {
            return Ok(id);
        }
        let left = tables.by_ref().filter(|(_, room)| room.pages.is_empty() && !room.is_awaited);
        if let Some((&id, _)) = left.max_by_key(|(_, room)| room.left)
            && name.is_empty()
        {
            return Ok(id);
        }
        self.make_room(now)?;
        let name = if name.is_empty() { self.new_name() } else { name.to_owned() };
        Ok(self.add_table(name, Table::new(self.setup.rules), now))
    }

    pub(super) fn new_name(&self) -> String {
        format!("{:x}-{:x}", self.backend.unix_time(), self.next_table)
    }

    /// Removes a table without pages if there are too many. Games between two people that are not over go last.
    pub(super) fn make_room(&mut self, now: Instant) -> Result<(), CommandError> {
        if self.tables.len() < MAX_TABLES {
            return Ok(());
        }
        let is_played = |table: &Table| table.mode.seats().is_some() && table.game.end().is_none();
        let left = self.tables.iter().filter(|(_, room)| room.pages.is_empty());
        let oldest = left.min_by_key(|(_, room)| (is_played(&room.table), room.left));
        let oldest = *oldest.ok_or(CommandError::TooManyTables)?.0;
        self.keep_game(oldest, now);
        self.tables.remove(&oldest);
        self.backend.free_engine(oldest);
        self.admit(now);
        Ok(())
    }

    pub(super) fn add_table(&mut self, name: String, table: Table, now: Instant) -> TableId {
        let id = TableId(self.next_table);
        self.next_table += 1;
        self.tables.insert(id, Room::new(name, table, now));
        id
    }

    /// Adds a table that was saved, unless there is one with its name.
    pub fn restore_table(&mut self, mut saved: SavedTable, now: Instant) {
        let name = saved.name.clone();
        let heard = std::mem::take(&mut saved.heard);
        let has_gone_on = saved.has_gone_on(&self.setup.user_data);
        if self.tables.values().all(|room| room.name != name)
            && let Some(mut table) = Table::restore(saved, now)
        {
            if has_gone_on {
                // Moves at this table become another game in the list.
                table.game_id = None;
            }
            let id = self.add_table(name, table, now);
            let done = |id| Heard { id, page: PageId(u64::MAX), reply: Some(Reply::Done) };
            self.room(id).heard = heard.into_iter().take(MAX_HEARD).map(done).collect();
        }
    }

    /// Adds tables of a board that has ended. They wait for the pages that know their names.
    pub fn restore_tables(&mut self, saved: Vec<SavedTable>, now: Instant) {
        saved.into_iter().for_each(|saved| self.restore_table(saved, now));
        self.tables.values_mut().for_each(|room| room.is_awaited = room.pages.is_empty());
        self.admit(now);
    }

    /// Describes all tables, for [`restore_tables`](Self::restore_tables).
    pub fn save_tables(&self, now: Instant) -> Vec<SavedTable> {
        save_all(&self.tables, now)
    }

    /// Describes the table of a page, to be restored after the program has ended.
    pub fn save_table(&self, page: PageId, now: Instant) -> Option<SavedTable> {
        let room = &self.tables[self.pages.get(&page)?];
        Some(room.save(now))
    }

    /// Returns numbers that change with the table of a page.
    pub fn table_version(&self, page: PageId) -> Option<TableVersion> {
        let room = &self.tables[self.pages.get(&page)?];
        let game = &room.table.game;
        Some(TableVersion {
            table: room.version,
            record: game.version(),
            moves: (room.table.game_number, game.revision(), game.texts().len()),
            attempt: room
                .table
                .mode
                .puzzle()
                .map(|attempt| (attempt.progress, attempt.wrong_moves, attempt.has_used_hint)),
        })
    }

    pub(super) fn keep_tables(&mut self, now: Instant) {
        self.backend.keep_tables(&|| save_all(&self.tables, now));
    }
}
