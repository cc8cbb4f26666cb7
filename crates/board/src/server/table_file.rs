//! The tables of boards that have ended, for the pages that are still open when the board is started again.

use crate::saved_table::SavedTable;
use platform::files;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io::{self, Write};
use std::path::Path;

/// The name of the file in the data folder.
pub const FILE_NAME: &str = "board-tables.json";
/// The largest file in bytes.
const MAX_SIZE: u64 = 64 << 20;
/// The most boards of which tables are kept. Each has its own port, and so its own pages.
const MAX_BOARDS: usize = 4;

/// The tables of a board.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    port: u16,
    /// As JSON, because another version of the program may have written them.
    tables: Vec<Value>,
}

/// Returns the boards of a file, the newest first.
fn read(path: &Path) -> Vec<Entry> {
    let bytes = files::open_regular(path).and_then(|file| files::read_up_to(file, MAX_SIZE));
    bytes.ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

/// Returns the tables of the last board on a port. Those that cannot be read are passed over.
pub fn read_tables(path: &Path, port: u16) -> Vec<SavedTable> {
    let entries = read(path).into_iter().filter(|entry| entry.port == port);
    let tables = entries.flat_map(|entry| entry.tables);
    tables.filter_map(|table| serde_json::from_value(table).ok()).collect()
}

/// Writes the tables of a board in place of those of the last one on its port. The file must be locked.
pub fn write_tables(path: &Path, port: u16, tables: &[SavedTable]) -> io::Result<()> {
    let mut entries = read(path);
    entries.retain(|entry| entry.port != port);
    if !tables.is_empty() {
        let tables = tables.iter().map(serde_json::to_value).collect::<Result<_, _>>()?;
        entries.insert(0, Entry { port, tables });
        entries.truncate(MAX_BOARDS);
    } else if !path.exists() {
        return Ok(());
    }
    // Temporary files are private, as the passes of seats must be.
    let folder = path.parent().expect("the file is in the data folder");
    let mut file =
        tempfile::Builder::new().prefix(".ozutsu-").suffix(".new").tempfile_in(folder)?;
    file.write_all(&serde_json::to_vec(&entries)?)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
