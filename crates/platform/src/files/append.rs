//! Files to which a run appends, and which the next run continues.

use super::{FileLock, LockError, append_to_regular};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file to which no other process can append at the same time.
///
/// A run locks the file, reads what earlier runs have left there, and begins after what is complete.
#[derive(Debug)]
pub struct AppendFile {
    path: PathBuf,
    /// Open once the run has begun.
    file: Option<File>,
    _lock: FileLock,
}

impl AppendFile {
    /// Locks a file, which need not exist. Waits for a second if another process has it.
    pub fn lock(path: &Path) -> Result<Self, LockError> {
        Ok(Self { path: path.to_owned(), file: None, _lock: FileLock::acquire(path)? })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the file, or creates it, to append after the first `length` bytes. The rest is removed: a killed run
    /// leaves an incomplete end behind.
    pub fn begin(&mut self, length: u64) -> io::Result<()> {
        let file = append_to_regular(&self.path)?;
        file.set_len(length)?;
        self.file = Some(file);
        Ok(())
    }

    /// Appends bytes at once. Returns the file.
    pub fn append(&self, bytes: &[u8]) -> io::Result<&File> {
        let mut file = self.file.as_ref().ok_or(io::ErrorKind::NotConnected)?;
        file.write_all(bytes)?;
        Ok(file)
    }
}

/// Returns the lines of a file with their ends, without an incomplete last one, which a killed run leaves behind.
pub fn complete_lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_run_continues_after_the_last_complete_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let mut file = AppendFile::lock(&path).unwrap();
        assert!(!path.exists() && file.append(b"too early").is_err());
        file.begin(0).unwrap();
        file.append(b"one\ntwo\nthr").unwrap();
        assert!(matches!(FileLock::try_acquire(&path), Err(LockError::InUse(..))));
        drop(file);
        let bytes = fs::read(&path).unwrap();
        let lines: Vec<_> = complete_lines(&bytes).collect();
        assert_eq!(lines, [b"one\n", b"two\n"]);
        let mut file = AppendFile::lock(&path).unwrap();
        file.begin(lines.concat().len() as u64).unwrap();
        file.append(b"three\n").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one\ntwo\nthree\n");
    }
}
