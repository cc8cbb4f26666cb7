//! The interface between the board and the program that serves it.

use super::PageId;
use crate::job::Job;
use crate::messages::ShareView;
use crate::saved_table::SavedTable;
use crate::step::Work;
use crate::user_data::Change;
use std::sync::Arc;

/// A table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableId(pub u64);

/// The request that waits for work, unless the work is to keep a game.
#[derive(Clone, Debug)]
pub struct Ticket(pub(super) Option<Waiting>);

impl Ticket {
    /// Returns whether the work is to keep a game.
    pub fn is_for_game(&self) -> bool {
        self.0.is_none()
    }
}

/// A request that waits for work.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub page: PageId,
    pub id: String,
    pub table: TableId,
}

/// The interface of the program that serves the board. Methods return at once.
pub trait Backend {
    /// Whether pages on other devices can be admitted by a pass.
    const HAS_GUESTS: bool = false;

    /// Returns a new secret for those pages.
    fn new_pass(&mut self) -> Option<String> {
        None
    }
    /// Admits the pages that show one of these passes, and none that show another.
    fn admit(&mut self, _passes: Vec<String>) {}
    /// Returns an address with its QR code, if it has one.
    fn share_view(&self, _address: &str) -> Option<ShareView> {
        None
    }
    /// Sends a message in JSON to a page, or cuts off a page that does not read its messages.
    fn send(&mut self, page: PageId, json: &Arc<str>);
    /// Closes the connection of a page that is refused, after the message that says so.
    fn cut_off(&mut self, _page: PageId) {}
    /// Keeps the tables, in place of those before, in case the program is killed. `save` describes them.
    fn keep_tables(&mut self, _save: &dyn Fn() -> Vec<SavedTable>) {}
    /// Starts a job on the engine of a table, after those that it has. [`Board::report`](super::Board::report) gets its reports.
    fn search(&mut self, table: TableId, job: Job);
    /// Frees the engine of a table. Its jobs are stopped.
    fn free_engine(&mut self, table: TableId);
    /// Starts work. [`Board::finish`](super::Board::finish) gets its result.
    fn work(&mut self, ticket: Ticket, work: Work);
    /// Returns what loads the files of games that have changed, or says why one cannot be loaded.
    fn load_rules(&mut self) -> Box<dyn FnOnce() -> Result<(), String> + Send> {
        Box::new(|| Ok(()))
    }
    /// Stores a change of the user's data.
    fn save(&mut self, change: &Change);
    /// Returns the time in milliseconds since 1970.
    fn unix_time(&self) -> u64;
}
