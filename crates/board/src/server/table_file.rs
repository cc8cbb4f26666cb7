//! The tables of boards that have ended, for the pages that are still open when the board is started again.

use crate::saved_table::SavedTable;
use platform::files;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io;
use std::path::Path;

/// The name of the file in the data folder.
pub const FILE_NAME: &str = "board-tables.json";
/// The largest file in bytes.
pub const MAX_SIZE: u64 = 64 << 20;
/// The most boards of which tables are kept. Each has its own port, and so its own pages.
const MAX_BOARDS: usize = 4;

/// The tables of a board.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    port: u16,
    /// As JSON, because another version of the program may have written them.
    tables: Vec<Value>,
}

/// Returns the boards of a file, the newest first: none if there is no file, or another.
fn read(path: &Path) -> io::Result<Vec<Entry>> {
    let bytes = read_if_there(path)?.unwrap_or_default();
    Ok(serde_json::from_slice(&bytes).unwrap_or_default())
}

/// Reads a file; `None` if there is none.
pub fn read_if_there(path: &Path) -> io::Result<Option<Vec<u8>>> {
    match files::read_file_up_to(path, MAX_SIZE) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the tables of the last board on a port. Those that cannot be read are passed over.
pub fn read_tables(path: &Path, port: u16) -> io::Result<Vec<SavedTable>> {
    let entries = read(path)?.into_iter().filter(|entry| entry.port == port);
    Ok(entries.flat_map(|entry| entry.tables).filter_map(read_table).collect())
}

fn read_table(table: Value) -> Option<SavedTable> {
    serde_json::from_value(table).ok()
}

/// Writes the tables of a board in place of those of the last one on its port. Keeps those that cannot be read, which
/// a newer version has written, and with `keeps_old` all of other names. Fails where the file cannot be read, which may
/// have tables of other boards. The file must be locked.
pub fn write_tables(
    path: &Path,
    port: u16,
    tables: &[SavedTable],
    keeps_old: bool,
) -> io::Result<()> {
    let is_kept = |old: Option<SavedTable>| {
        old.is_none_or(|old| keeps_old && tables.iter().all(|table| table.name != old.name))
    };
    let (last, mut entries): (Vec<_>, Vec<_>) =
        read(path)?.into_iter().partition(|entry| entry.port == port);
    let mut values: Vec<Value> =
        tables.iter().map(serde_json::to_value).collect::<Result<_, _>>()?;
    let last = last.into_iter().flat_map(|entry| entry.tables);
    values.extend(last.filter(|table| is_kept(read_table(table.clone()))));
    let tables = values;
    if !tables.is_empty() {
        entries.insert(0, Entry { port, tables });
        entries.truncate(MAX_BOARDS);
    } else if !path.exists() {
        return Ok(());
    }
    let mut bytes = serde_json::to_vec(&entries)?;
    while bytes.len() as u64 > MAX_SIZE && entries.pop().is_some() {
        bytes = serde_json::to_vec(&entries)?;
    }
    // It has the passes of seats.
    files::write_private(path, &bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Table;
    use serde_json::json;
    use std::fs;
    use std::time::Instant;

    #[test]
    fn tables_of_a_newer_version_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        let newer = json!({"name": "newer", "games": []});
        let file = json!([{"port": 1, "tables": [newer]}, {"port": 2, "tables": []}]);
        fs::write(&path, file.to_string()).unwrap();
        for _ in 0..2 {
            assert_eq!(read_tables(&path, 1).unwrap().len(), 0);
            write_tables(&path, 1, &[], false).unwrap();
            write_tables(&path, 2, &[], false).unwrap();
        }
        let kept: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        assert_eq!(kept, json!([{"port": 1, "tables": [newer]}]));
    }

    #[cfg(unix)]
    #[test]
    fn what_could_not_be_read_at_the_start_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        let table =
            |name: &str| Table::new(games::by_name("shogi").unwrap()).save(name, Instant::now());
        write_tables(&path, 1, &[table("one"), table("two")], false).unwrap();
        // A folder stands for a file that cannot be read for a while.
        let aside = folder.path().join("aside");
        fs::rename(&path, &aside).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(read_tables(&path, 1).is_err());
        fs::remove_dir(&path).unwrap();
        fs::rename(&aside, &path).unwrap();
        for (keeps_old, names) in [(true, ["new", "one", "two"].as_slice()), (false, &["new"])] {
            write_tables(&path, 1, &[table("new")], keeps_old).unwrap();
            let kept = read_tables(&path, 1).unwrap();
            assert_eq!(kept.iter().map(|table| &*table.name).collect::<Vec<_>>(), names);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_cannot_be_read_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        // Stands for a read error: the file opens, and is too large to be read.
        fs::File::create(&path).unwrap().set_len(MAX_SIZE + 1).unwrap();
        assert!(write_tables(&path, 1, &[], false).is_err());
        assert_eq!(fs::metadata(&path).unwrap().len(), MAX_SIZE + 1);
    }
}
