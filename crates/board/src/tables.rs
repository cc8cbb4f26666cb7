//! The tables: one for each page, unless pages share one.

use crate::event_stream::EventStream;
use crate::messages::{Command, Reply};
use crate::options::Options;
use crate::table::Table;
use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most tables kept at a time. Each can own a hash table.
const MAX_TABLES: usize = 12;
/// The longest name of a table.
const MAX_NAME: usize = 40;

/// All tables by name.
#[derive(Debug)]
pub struct Tables {
    options: Options,
    tables: Mutex<HashMap<String, Arc<Table>>>,
}

impl Tables {
    /// Creates an empty collection.
    pub fn new(options: Options) -> Self {
        Self { options, tables: Mutex::default() }
    }

    /// Opens a page at a table, which is created if there is none with this name. With an empty name
    /// the page gets the last table that a page has left, so that a closed page can be opened again,
    /// or else a new one.
    pub fn open(&self, name: &str) -> Result<EventStream, &'static str> {
        let is_valid = name.len() <= MAX_NAME
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !is_valid {
            return Err("invalid table name: expected letters, digits and '-'");
        }
        let mut tables = self.lock();
        let table = match tables.get(name) {
            Some(table) => Arc::clone(table),
            None => {
                match tables.values().filter(|_| name.is_empty()).filter_map(left_since).max() {
                    Some((_, left)) => tables.get(&left).map(Arc::clone).ok_or("no such table")?,
                    None => {
                        make_room(&mut tables)?;
                        let name = match name {
                            "" => format!("{:016x}", RandomState::new().hash_one(tables.len())),
                            name => name.to_owned(),
                        };
                        let table = Table::new(name.clone(), self.options);
                        tables.insert(name, Arc::clone(&table));
                        table
                    }
                }
            }
        };
        Ok(table.connect())
    }

    /// Runs a page's command.
    pub fn run(&self, name: &str, command: Command) -> Reply {
        let table = self.lock().get(name).map(Arc::clone);
        match table {
            Some(table) => table.run(command),
            None => Reply::Error { error: "this board is closed; reload the page".into() },
        }
    }

    /// Does what is due at all tables: shows new lines and checks the clocks.
    pub fn tick(&self) {
        let tables: Vec<_> = self.lock().values().cloned().collect();
        tables.iter().for_each(|table| table.tick());
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Table>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns when the last page left a table, with its name, or `None` if a page is there.
fn left_since(table: &Arc<Table>) -> Option<(std::time::Instant, String)> {
    table.left_since().map(|since| (since, table.name().to_owned()))
}

/// Removes the table that has been without a page for the longest time if there are too many.
fn make_room(tables: &mut HashMap<String, Arc<Table>>) -> Result<(), &'static str> {
    if tables.len() < MAX_TABLES {
        return Ok(());
    }
    let oldest = tables.values().filter_map(left_since).min();
    let (_, oldest) = oldest.ok_or("too many boards are open; close one of the pages")?;
    tables.remove(&oldest);
    Ok(())
}
