//! The file in which what is kept for the user is stored.

use crate::user_data::{Change, UserData};
use crossbeam_channel::{Sender, unbounded};
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

/// The name of the file in the data folder.
const FILE_NAME: &str = "board.json";
/// The most changes that wait for the file. The oldest are dropped if it cannot be written for long.
const MAX_WAITING: usize = 1_000;

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

/// Writes changes to the file, on its own thread. When this is dropped, all of them are written.
#[derive(Debug)]
pub struct Storage {
    /// The sender and the thread, until this is dropped.
    writer: Option<(Sender<Change>, JoinHandle<()>)>,
}

impl Drop for Storage {
    fn drop(&mut self) {
        if let Some((changes, thread)) = self.writer.take() {
            drop(changes);
            let _ = thread.join();
        }
    }
}

impl Storage {
    /// Reads what was kept in a folder, which is created if it does not exist.
    pub fn open(folder: &Path) -> io::Result<(Self, UserData)> {
        fs::create_dir_all(folder)?;
        let path = folder.join(FILE_NAME);
        let user_data = read(&path)?;
        let (changes, receiver) = unbounded::<Change>();
        let write = move || {
            // What cannot be written now is written with the next change.
            let mut waiting = Vec::new();
            for change in &receiver {
                waiting.push(change);
                waiting.extend(receiver.try_iter());
                waiting.drain(..waiting.len().saturating_sub(MAX_WAITING));
                if apply(&path, &waiting).is_ok() {
                    waiting.clear();
                }
            }
        };
        let thread = thread::Builder::new().name("storage".into()).spawn(write)?;
        Ok((Self { writer: Some((changes, thread)) }, user_data))
    }

    /// Stores a change soon.
    pub fn save(&self, change: Change) {
        if let Some((changes, _)) = &self.writer {
            // The thread ends only after this is dropped.
            let _ = changes.send(change);
        }
    }
}

/// Reads the file. One that is not ours any more is set aside rather than overwritten.
fn read(path: &Path) -> io::Result<UserData> {
    match fs::read(path) {
        Ok(bytes) => match serde_json::from_slice(&bytes) {
            Ok(user_data) => Ok(user_data),
            Err(_) => {
                fs::rename(path, path.with_extension("unreadable"))?;
                Ok(UserData::default())
            }
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(UserData::default()),
        Err(error) => Err(error),
    }
}

/// Applies changes to the file, which other programs may have changed meanwhile.
fn apply(path: &Path, changes: &[Change]) -> io::Result<()> {
    let folder = path.parent().expect("the file is in the data folder");
    let lock = fs::File::create(folder.join("board.lock"))?;
    lock.lock()?;
    let mut user_data = read(path)?;
    changes.iter().for_each(|change| {
        user_data.apply(change);
    });
    platform::files::write_whole(path, &serde_json::to_vec_pretty(&user_data)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn settings(name: &str, value: u64) -> Change {
        Change::Settings([(name.to_owned(), json!(value))].into_iter().collect())
    }

    fn solved(number: usize) -> Change {
        Change::Puzzle { variant: "shosu".into(), number, rating: 1_000.0, is_solved: true }
    }

    /// Reads the file until it has what is expected.
    fn wait_for(path: &Path, is_there: impl Fn(&UserData) -> bool) -> UserData {
        let start = std::time::Instant::now();
        loop {
            let all = read(path).unwrap();
            if is_there(&all) {
                return all;
            }
            assert!(start.elapsed().as_secs() < 60, "{all:?}");
            thread::sleep(std::time::Duration::from_millis(10));
        }
    }

    #[test]
    fn programs_that_share_the_file_keep_each_others_changes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join(FILE_NAME);
        let [one, two] = [0, 1].map(|_| Storage::open(path.parent().unwrap()).unwrap());
        assert_eq!(one.1, UserData::default());
        for index in 0..20 {
            one.0.save(settings(&format!("one{index}"), index));
            two.0.save(settings(&format!("two{index}"), index));
            one.0.save(solved(index as usize));
            two.0.save(solved(100 + index as usize));
        }
        let is_all =
            |all: &UserData| all.settings.len() == 40 && all.puzzles["shosu"].solved.len() == 40;
        let all = wait_for(&path, is_all);
        // The rating is that of one person who has solved them all.
        let mut expected = UserData::default();
        (0..40).for_each(|number| assert!(expected.apply(&solved(number))));
        assert!((all.puzzle_rating.rating - expected.puzzle_rating.rating).abs() < 1e-6);
    }

    #[test]
    fn what_cannot_be_written_is_written_with_the_next_change() {
        let folder = tempfile::tempdir().unwrap();
        let (storage, _) = Storage::open(folder.path()).unwrap();
        let lock = folder.path().join("board.lock");
        fs::create_dir(&lock).unwrap();
        storage.save(settings("one", 1));
        thread::sleep(std::time::Duration::from_millis(200));
        fs::remove_dir(&lock).unwrap();
        storage.save(settings("two", 2));
        let all = wait_for(&folder.path().join(FILE_NAME), |all| all.settings.len() == 2);
        assert_eq!(json!(all.settings), json!({"one": 1, "two": 2}));
    }

    #[test]
    fn a_file_that_is_not_ours_is_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        fs::write(&path, "no JSON").unwrap();
        assert_eq!(Storage::open(folder.path()).unwrap().1, UserData::default());
        let kept = fs::read_to_string(folder.path().join("board.unreadable")).unwrap();
        assert_eq!(kept, "no JSON");
    }
}
