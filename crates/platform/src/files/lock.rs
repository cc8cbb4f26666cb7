//! Keeps two processes from writing one file.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Keeps other processes from locking a file until it is dropped.
///
/// What is locked is a file beside it, `NAME.lock`, because the file itself may be replaced by a new one.
/// It holds the number of the process, and is removed with the lock. A process that is killed leaves it
/// behind unlocked, which does no harm.
#[derive(Debug)]
pub struct FileLock {
    path: PathBuf,
    /// Locked as long as it is open.
    _file: File,
}

/// Why a file cannot be locked.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process has the lock. The last field is its number, if that is known.
    #[error("{} is in use by {}", .0.display(), name(.1))]
    InUse(PathBuf, Option<u32>),
    /// The file beside it cannot be written.
    #[error("cannot lock {}: {}: {}", .0.display(), .1.display(), .2)]
    Io(PathBuf, PathBuf, io::Error),
}

fn name(process: &Option<u32>) -> String {
    process.map_or("another process".to_owned(), |id| format!("another process, number {id}"))
}

const FIRST_WORD: &str = "process ";

impl FileLock {
    /// Locks a file, which need not exist.
    pub fn acquire(path: &Path) -> Result<Self, LockError> {
        // Two links to one file have one lock.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut lock_path = target.into_os_string();
        lock_path.push(".lock");
        let lock_path = PathBuf::from(lock_path);
        match Self::try_acquire(&lock_path) {
            Ok(Ok(file)) => Ok(Self { path: lock_path, _file: file }),
            Ok(Err(owner)) => Err(LockError::InUse(path.to_owned(), owner)),
            Err(error) => Err(LockError::Io(path.to_owned(), lock_path, error)),
        }
    }

    /// Returns the locked file, or the number of the process that has the lock.
    fn try_acquire(path: &Path) -> io::Result<Result<File, Option<u32>>> {
        loop {
            let mut file =
                File::options().read(true).write(true).create(true).truncate(false).open(path)?;
            let mut text = String::new();
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    // Windows does not allow to read a locked file.
                    let _ = file.take(64).read_to_string(&mut text);
                    let id = text.strip_prefix(FIRST_WORD).and_then(|id| id.trim().parse().ok());
                    return Ok(Err(id));
                }
                Err(TryLockError::Error(error)) => return Err(error),
            }
            // The process that had the lock may have removed the file after it was opened here.
            if !is_still_at(&file, path) {
                continue;
            }
            (&file).take(64).read_to_string(&mut text)?;
            if !text.is_empty() && !text.starts_with(FIRST_WORD) {
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, "not a lock file"));
            }
            file.set_len(0)?;
            file.rewind()?;
            writeln!(file, "{FIRST_WORD}{}", process::id())?;
            return Ok(Ok(file));
        }
    }
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // While it is still locked: afterwards another process may have it.
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns whether a path still names an open file.
#[cfg(unix)]
fn is_still_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |metadata: &fs::Metadata| (metadata.dev(), metadata.ino());
    matches!((&file.metadata(), &fs::metadata(path)), (Ok(open), Ok(named)) if id(open) == id(named))
}

/// Other systems do not remove a file that is open.
#[cfg(not(unix))]
fn is_still_at(_: &File, _: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::thread;

    #[test]
    fn a_second_lock_is_refused_until_the_first_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("locked");
        let lock_path = path.with_extension("lock");
        let lock = FileLock::acquire(&path).unwrap();
        let error = FileLock::acquire(&path).unwrap_err().to_string();
        let id = if cfg!(unix) { format!(", number {}", process::id()) } else { String::new() };
        assert_eq!(error, format!("{} is in use by another process{id}", path.display()));
        drop(lock);
        assert!(!lock_path.exists());
        // What a killed process leaves behind, and a file of the user's.
        fs::write(&lock_path, "process 1234567\n").unwrap();
        drop(FileLock::acquire(&path).unwrap());
        fs::write(&lock_path, "my diary").unwrap();
        let error = FileLock::acquire(&path).unwrap_err().to_string();
        assert!(error.ends_with("locked.lock: not a lock file"), "{error}");
        assert_eq!(fs::read_to_string(&lock_path).unwrap(), "my diary");
    }

    #[test]
    fn one_holds_the_lock_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("contended");
        let (holders, locked) = (AtomicU32::new(0), AtomicU32::new(0));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        if let Ok(_lock) = FileLock::acquire(&path) {
                            assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0);
                            locked.fetch_add(1, Ordering::SeqCst);
                            holders.fetch_sub(1, Ordering::SeqCst);
                        }
                    }
                });
            }
        });
        assert!(locked.into_inner() > 0);
    }
}
