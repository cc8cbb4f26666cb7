//! Keeps two processes from writing one file.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{process, thread};

/// How long a lock that another process has is tried again, and the interval of the tries. A process that was killed can
/// leave it for a moment to a child that is about to start another program.
const LOCK_TIME: Duration = Duration::from_secs(1);
const LOCK_INTERVAL: Duration = Duration::from_millis(20);

/// The lock files about which there was a warning. Some are locked every few seconds.
static WARNED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Keeps other processes from locking a file until it is dropped.
///
/// What is locked is a file beside it, `NAME.lock`, because the file itself may be replaced by a new one.
/// It holds the number of the process that locked it last, and stays: another process may have opened it.
/// On a file system without locks, as Lustre and NFS may be, there is one warning, and nothing is locked.
#[derive(Debug)]
pub struct FileLock {
    file: File,
}

impl Drop for FileLock {
    fn drop(&mut self) {
        // Closing the file is not enough while a child process starts, which has it open, too.
        let _ = self.file.unlock();
    }
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

impl FileLock {
    /// Locks a file, which need not exist. Waits for a second if another process has it.
    pub fn acquire(path: &Path) -> Result<Self, LockError> {
        let start = Instant::now();
        loop {
            match Self::try_acquire(path) {
                Err(LockError::InUse(..)) if start.elapsed() < LOCK_TIME => {
                    thread::sleep(LOCK_INTERVAL);
                }
                result => return result,
            }
        }
    }

    /// Locks a file without waiting.
    pub fn try_acquire(path: &Path) -> Result<Self, LockError> {
        // Two links to one file have one lock.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut lock_path = target.into_os_string();
        lock_path.push(".lock");
        match try_lock(Path::new(&lock_path)) {
            Ok(Ok(file)) => Ok(Self { file }),
            Ok(Err(owner)) => Err(LockError::InUse(path.to_owned(), owner)),
            Err(error) => Err(LockError::Io(path.to_owned(), lock_path.into(), error)),
        }
    }
}

/// Returns the locked file, or the number of the process that has the lock.
fn try_lock(path: &Path) -> io::Result<Result<File, Option<u32>>> {
    let mut file =
        File::options().read(true).write(true).create(true).truncate(false).open(path)?;
    let lock = file.try_lock();
    let mut text = String::new();
    let read = (&file).take(64).read_to_string(&mut text);
    let owner = text.strip_prefix("process ").and_then(|id| id.trim().parse().ok());
    match lock {
        Ok(()) => read?,
        Err(TryLockError::Error(error)) if is_unsupported(&error) => {
            let name = path.display();
            if crate::lock(&WARNED).insert(path.to_owned()) {
                // The reader of stderr may be gone.
                let _ = writeln!(
                    io::stderr(),
                    "warning: cannot lock {name}: {error}; two processes with this file do not notice each other"
                );
            }
            read?
        }
        // Windows does not allow to read a locked file.
        Err(TryLockError::WouldBlock) => return Ok(Err(owner)),
        Err(TryLockError::Error(error)) => return Err(error),
    };
    if !text.is_empty() && owner.is_none() {
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, "not a lock file"));
    }
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(format!("process {}\n", process::id()).as_bytes())?;
    Ok(Ok(file))
}

/// Returns whether the file system has no locks: ENOSYS or EOPNOTSUPP, or on NFS without a lock service ENOLCK.
fn is_unsupported(error: &io::Error) -> bool {
    #[cfg(target_os = "linux")]
    if error.raw_os_error() == Some(libc::ENOLCK) {
        return true;
    }
    error.kind() == io::ErrorKind::Unsupported
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn file_systems_without_locks_are_recognised() {
        for code in [libc::ENOSYS, libc::EOPNOTSUPP, libc::ENOLCK] {
            assert!(is_unsupported(&io::Error::from_raw_os_error(code)), "{code}");
        }
        assert!(!is_unsupported(&io::Error::from_raw_os_error(libc::EIO)));
    }

    #[test]
    fn a_lock_that_is_released_soon_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("locked");
        let lock = FileLock::acquire(&path).unwrap();
        assert!(matches!(FileLock::try_acquire(&path), Err(LockError::InUse(..))));
        thread::scope(|scope| {
            scope.spawn(move || {
                thread::sleep(Duration::from_millis(50));
                drop(lock);
            });
            FileLock::acquire(&path).unwrap();
        });
    }

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
        drop(FileLock::try_acquire(&path).unwrap());
        // A file of the user's.
        fs::write(&lock_path, "my diary").unwrap();
        let error = FileLock::acquire(&path).unwrap_err().to_string();
        assert!(error.ends_with("locked.lock: not a lock file"), "{error}");
        assert_eq!(fs::read_to_string(&lock_path).unwrap(), "my diary");
    }
}
