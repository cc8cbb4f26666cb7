//! Files that a user names: read without waiting or filling the memory, written as a whole or not at all,
//! replaced only on request, continued where a killed run has ended, and locked.
//!
//! A page has no files. It gives their contents by name, and they are read like others.

mod append;
mod lock;
mod outputs;
mod whole;

pub use append::{AppendFile, complete_lines};
pub use lock::{FileLock, LockError};
pub use outputs::{CommandFiles, OutputError};
pub use whole::{
    create_private, is_stdout, remove_temporaries, write_private, write_whole, write_with,
};

use crate::lock;
use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The contents of the files in memory.
static IN_MEMORY: Mutex<BTreeMap<PathBuf, Arc<[u8]>>> = Mutex::new(BTreeMap::new());

/// Largest input in bytes.
const MAX_INPUT: u64 = 256 << 20;

/// Returns the folder in which programs keep the user's data on this system, with a folder for this one.
pub fn data_folder() -> Option<PathBuf> {
    let variable = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let in_home = |path: &str| variable("HOME").map(|home| home.join(path));
    let base = variable("XDG_DATA_HOME").or_else(|| {
        if cfg!(windows) {
            variable("APPDATA")
        } else if cfg!(target_os = "macos") {
            in_home("Library/Application Support")
        } else {
            in_home(".local/share")
        }
    });
    base.map(|base| base.join("ozutsu"))
}

/// Opens a file for reading. Anything but a regular file is refused: a pipe might never answer, and a device
/// never end.
pub fn open_regular(path: impl AsRef<Path>) -> io::Result<Box<dyn Read + Send>> {
    let in_memory = lock(&IN_MEMORY);
    let bytes = in_memory.get(path.as_ref()).cloned();
    drop(in_memory);
    if let Some(bytes) = bytes {
        return Ok(Box::new(Cursor::new(bytes)));
    }
    check_regular(&path)?;
    Ok(Box::new(File::open(path)?))
}

/// Reads all of a regular file of reasonable size.
pub fn read_file(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    read_file_up_to(path, MAX_INPUT)
}

/// Reads all of a regular file that has at most `limit` bytes.
pub fn read_file_up_to(path: impl AsRef<Path>, limit: u64) -> io::Result<Vec<u8>> {
    read_up_to(open_regular(path)?, limit)
}

/// Reads a regular file of reasonable size as text.
pub fn read_text_file(path: impl AsRef<Path>) -> io::Result<String> {
    String::from_utf8(read_file(path)?)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))
}

/// Writes a file in memory. It is found before one of the same name in the file system.
pub fn write_in_memory(path: impl Into<PathBuf>, bytes: &[u8]) {
    lock(&IN_MEMORY).insert(path.into(), bytes.into());
}

/// Opens a file to append to, or creates it.
pub fn append_to_regular(path: impl AsRef<Path>) -> io::Result<File> {
    match check_regular(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => File::options().append(true).create(true).open(path),
    }
}

fn check_regular(path: impl AsRef<Path>) -> io::Result<()> {
    if cfg!(target_family = "wasm") {
        return Err(io::Error::new(io::ErrorKind::NotFound, "no file of this name was sent"));
    }
    if fs::metadata(path)?.is_file() { Ok(()) } else { Err(io::Error::other("not a regular file")) }
}

/// Reads all of an input of reasonable size.
pub fn read_all(input: impl Read) -> io::Result<Vec<u8>> {
    read_up_to(input, MAX_INPUT)
}

/// Reads all of an input that has at most `limit` bytes.
fn read_up_to(input: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let limit = limit >> 20;
        return Err(io::Error::other(format!("larger than {limit} MiB, the largest that is read")));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_input_is_refused() {
        assert_eq!(read_up_to(&b"text"[..], 4).unwrap(), b"text");
        let error = read_up_to(io::repeat(0), 2 << 20).unwrap_err();
        assert_eq!(error.to_string(), "larger than 2 MiB, the largest that is read");
    }
}
