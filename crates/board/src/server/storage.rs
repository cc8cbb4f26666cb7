//! The files in which what is kept for the user is stored: one for each game, and one for the rest.

use super::table_file::{self, MAX_SIZE, read_if_there, read_tables, write_tables};
use crate::messages::Problem;
use crate::recent_game::RecentGame;
use crate::saved_table::SavedTable;
use crate::user_data::{Change, UserData};
use crossbeam_channel::{Receiver, Sender, TryRecvError, unbounded};
use platform::files::{self, FileLock, LockError};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// The name of the file in the data folder.
const FILE_NAME: &str = "board.json";
/// The name of the folder with the games in it.
const GAMES: &str = "board-games";
/// The time after which writing is tried again.
const RETRY_TIME: Duration = Duration::from_secs(2);
/// How long the end of the program waits for the file: two writes that wait for the lock a second each, and a reserve.
const END_TIME: Duration = Duration::from_secs(3);

/// Writes changes to the file, on its own thread. It tries again until it succeeds.
#[derive(Debug)]
pub struct Storage {
    changes: Sender<Stored>,
    /// Gets what could not be written when the thread ends.
    result: Receiver<Result<(), String>>,
}

impl Storage {
    /// Reads what was kept in a folder, and the tables of the last board on a port. Starts the thread that keeps more.
    /// `report` gets what is wrong with the folder when that changes; `None` once everything is written.
    pub fn open(
        folder: &Path,
        port: u16,
        report: impl Fn(Option<Problem>) + Send + 'static,
    ) -> io::Result<(Self, UserData, Vec<SavedTable>)> {
        let path = folder.join(FILE_NAME);
        let old_tables = read_tables(&folder.join(table_file::FILE_NAME), port);
        let keeps_old = old_tables.is_err();
        let (mut user_data, error) = match fs::create_dir_all(folder).and_then(|()| read(&path)) {
            Ok((user_data, renamed)) => (user_data, renamed.map(|to| set_aside(&path, &to))),
            Err(error) => (UserData::default(), Some(not_kept(&path, &error))),
        };
        if error.is_some() {
            report(error.clone());
        }
        let (changes, receiver) = unbounded();
        for change in user_data.add_games(read_games(&folder.join(GAMES))) {
            let _ = changes.send(Stored::Change(change));
        }
        let (sender, result) = unbounded();
        let mut writer = Writer {
            path,
            port,
            waiting: Vec::new(),
            tables: None,
            keeps_old,
            reported: error,
            report,
        };
        let run = move || {
            let result = writer.run(&receiver);
            let _ = sender.send(result);
        };
        thread::Builder::new().name("storage".into()).spawn(run)?;
        Ok((Self { changes, result }, user_data, old_tables.unwrap_or_default()))
    }

    /// Stores a change soon.
    pub fn save(&self, change: Change) {
        // The thread ends only after this is dropped.
        let _ = self.changes.send(Stored::Change(change));
    }

    /// Writes tables soon, in place of those before.
    pub fn keep_tables(&self, tables: Vec<SavedTable>) {
        let _ = self.changes.send(Stored::Tables(tables));
    }

    /// Writes all changes and then the tables. Gives up after [`END_TIME`]. The error names what was not saved.
    pub fn finish(self, tables: Vec<SavedTable>) -> Result<(), String> {
        self.keep_tables(tables);
        drop(self.changes);
        let no_answer =
            |_| Err("settings, puzzles or games not saved: no answer of the file system".into());
        self.result.recv_timeout(END_TIME).unwrap_or_else(no_answer)
    }
}

/// A message to the writer thread: what it is to write.
enum Stored {
    Change(Change),
    Tables(Vec<SavedTable>),
}

/// The state of the writer thread.
struct Writer<F> {
    path: PathBuf,
    port: u16,
    waiting: Vec<Change>,
    /// The tables to be written.
    tables: Option<Vec<SavedTable>>,
    /// Whether the tables of the last board could not be read, and so stay.
    keeps_old: bool,
    /// The last problem reported, if it still exists.
    reported: Option<Problem>,
    report: F,
}

impl<F: Fn(Option<Problem>)> Writer<F> {
    /// Writes changes until no more can come. Returns an error if some are lost then.
    fn run(&mut self, changes: &Receiver<Stored>) -> Result<(), String> {
        // Without a lock on a full disk, too: removing old files may free space.
        let held = FileLock::try_acquire(&self.path.with_extension(""));
        if !matches!(held, Err(LockError::InUse(..))) {
            let _ = files::remove_temporaries(folder(&self.path));
            let _ = files::remove_temporaries(&folder(&self.path).join(GAMES));
        }
        drop(held);
        loop {
            let change = if self.waiting.is_empty() && self.tables.is_none() {
                changes.recv().ok()
            } else {
                changes.recv_timeout(RETRY_TIME).ok()
            };
            change.into_iter().for_each(|change| self.add(change));
            // The end is noticed at once, because each write can wait for the lock.
            let is_end = loop {
                match changes.try_recv() {
                    Ok(change) => self.add(change),
                    Err(error) => break error == TryRecvError::Disconnected,
                }
            };
            let has_changes = !self.waiting.is_empty();
            let result = self.write();
            if is_end {
                return result.or_else(|error| self.describe_loss(&error).map_or(Ok(()), Err));
            }
            match result {
                Err(error) if !self.waiting.is_empty() => {
                    self.report(Some(not_kept(&self.path, &error)));
                }
                // Tables are tried again without a word.
                _ if has_changes => self.report(None),
                _ => {}
            }
        }
    }

    /// Writes what waits. What cannot be written goes on waiting.
    fn write(&mut self) -> io::Result<()> {
        if self.waiting.is_empty() && self.tables.is_none() {
            return Ok(());
        }
        let _lock = lock(&self.path)?;
        let mut result = Ok(());
        if !self.waiting.is_empty() {
            result = apply(&self.path, &mut self.waiting);
        }
        if let Some(tables) = &self.tables {
            match write_tables(&self.tables_path(), self.port, tables, self.keeps_old) {
                Ok(()) => self.tables = None,
                Err(error) => result = result.and(Err(error)),
            }
        }
        result
    }

    fn tables_path(&self) -> PathBuf {
        folder(&self.path).join(table_file::FILE_NAME)
    }

    /// Names what still waits, and why.
    fn describe_loss(&self, error: &io::Error) -> Option<String> {
        let mut what = describe(&self.waiting);
        let path = if what.is_empty() { self.tables_path() } else { self.path.clone() };
        if self.tables.as_ref().is_some_and(|tables| !tables.is_empty()) {
            what.push("tables");
        }
        let text = format!("{} not saved: {}: {error}", what.join(" and "), path.display());
        (!what.is_empty()).then_some(text)
    }

    /// Adds what is to be written. A change takes the place of an older one of the same game or setting, so that no
    /// more waits than there is to keep, and a forgotten game does not come back.
    fn add(&mut self, stored: Stored) {
        let change = match stored {
            Stored::Change(change) => change,
            Stored::Tables(tables) => {
                self.tables = Some(tables);
                return;
            }
        };
        if let Some(id) = change.game() {
            // The states of a game may come in another order than they were made.
            let saved = |change: &Change| match change {
                Change::Game(game) => Some(game.info.saved),
                _ => None,
            };
            let is_same = |other: &Change| other.game() == Some(id);
            let own = saved(&change);
            let is_newer = |other: &Change| own.is_some() && saved(other) > own;
            if self.waiting.iter().any(|other| is_same(other) && is_newer(other)) {
                return;
            }
            self.waiting.retain(|other| !is_same(other));
        }
        let settings = self.waiting.iter_mut().find_map(|other| match other {
            Change::Settings(settings) => Some(settings),
            _ => None,
        });
        match (change, settings) {
            (Change::Settings(new), Some(settings)) => settings.extend(new),
            (change, _) => self.waiting.push(change),
        }
    }

    fn report(&mut self, problem: Option<Problem>) {
        if self.reported != problem {
            self.reported.clone_from(&problem);
            (self.report)(problem);
        }
    }
}

/// Names the kinds of changes.
fn describe(changes: &[Change]) -> Vec<&'static str> {
    let count = |is: fn(&Change) -> bool| changes.iter().filter(|change| is(change)).count();
    let parts = [
        ("settings", count(|change| matches!(change, Change::Settings(_)))),
        (
            "puzzles",
            count(|c| {
                matches!(
                    c,
                    Change::Puzzle { .. } | Change::Streak { .. } | Change::ForgetPuzzles { .. }
                )
            }),
        ),
        ("games", count(|c| matches!(c, Change::Game(_) | Change::ForgetGame { .. }))),
    ];
    parts.iter().filter(|part| part.1 > 0).map(|part| part.0).collect()
}

fn not_kept(path: &Path, error: &io::Error) -> Problem {
    Problem::NotKept(format!("{}: {error}", path.display()))
}

fn set_aside(path: &Path, to: &Path) -> Problem {
    let [path, to] = [path, to].map(|path| path.display().to_string());
    Problem::SetAside { path, to }
}

/// Reads the file. One that is no JSON is set aside rather than overwritten: the second value is where it is then.
/// Any other that cannot be read is an error.
fn read(path: &Path) -> io::Result<(UserData, Option<PathBuf>)> {
    let Some(bytes) = read_if_there(path)? else { return Ok(Default::default()) };
    match serde_json::from_slice(&bytes) {
        Ok(user_data) => Ok((user_data, None)),
        Err(error) if error.is_data() => Err(error.into()),
        Err(_) => {
            let mut new = (1..).map(|number| match number {
                1 => path.with_extension("unreadable"),
                _ => path.with_extension(format!("unreadable{number}")),
            });
            let to = new.find(|to| fs::symlink_metadata(to).is_err()).expect("names do not end");
            fs::rename(path, &to)?;
            Ok((UserData::default(), Some(to)))
        }
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().expect("the file is in the data folder")
}

/// Locks the file, by `board.lock` beside it.
fn lock(path: &Path) -> io::Result<FileLock> {
    fs::create_dir_all(folder(path))?;
    FileLock::acquire(&path.with_extension("")).map_err(|error| match error {
        LockError::Io(_, lock_path, error) => {
            io::Error::new(error.kind(), format!("{}: {error}", lock_path.display()))
        }
        LockError::InUse(..) => io::Error::other("another program has locked it"),
    })
}

/// Reads the games in a folder. Those of a version that writes them in another way are passed over.
fn read_games(folder: &Path) -> Vec<RecentGame> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths =
        entries.map(|entry| entry.path()).filter(|path| path.extension() == Some("json".as_ref()));
    paths.filter_map(|path| RecentGame::from_text(&read_text(&path).ok()??)).collect()
}

/// Reads a file as text; `None` if there is none. Damaged characters are replaced.
fn read_text(path: &Path) -> io::Result<Option<String>> {
    let bytes = read_if_there(path)?;
    Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Applies the change of a game to its file.
fn apply_to_game(path: &Path, change: &Change) -> io::Result<()> {
    let stored = read_text(path)?;
    match change.game_text(stored.as_deref()) {
        Some(text) => {
            fs::create_dir_all(folder(path))?;
            // It can have the passes of seats.
            files::write_private(path, text.as_bytes())
        }
        None if stored.is_some() => fs::remove_file(path),
        None => Ok(()),
    }
}

/// Applies changes to the files, which other programs may have changed meanwhile, and removes those that are stored.
/// The files must be locked.
fn apply(path: &Path, changes: &mut Vec<Change>) -> io::Result<()> {
    let games = folder(path).join(GAMES);
    let mut result = Ok(());
    changes.retain(|change| {
        let Some(id) = change.game() else { return true };
        let path = games.join(format!("{id}.json"));
        let stored = apply_to_game(&path, change)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())));
        let is_waiting = stored.is_err();
        if is_waiting {
            result = stored;
        }
        is_waiting
    });
    // Games that version 0.4.0 has stored in the file stay there until they are stored in their own.
    if result.is_err() || changes.is_empty() {
        return result;
    }
    let (mut user_data, _) = read(path)?;
    changes.iter().for_each(|change| {
        user_data.apply(change);
    });
    let bytes = serde_json::to_vec_pretty(&user_data)?;
    if bytes.len() as u64 > MAX_SIZE {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    files::write_whole(path, &bytes)?;
    changes.clear();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::GameId;
    use crate::table::Table;
    use serde_json::{Value, json};
    #[cfg(unix)]
    use std::process::Command;
    use std::time::Instant;

    fn settings(name: &str, value: u64) -> Change {
        Change::Settings([(name.to_owned(), json!(value))].into_iter().collect())
    }

    fn solved(number: usize) -> Change {
        Change::Puzzle { variant: "shosu".into(), number, rating: 1_000.0, is_solved: true }
    }

    /// Opens a folder. Returns what is reported, too.
    fn open(folder: &Path) -> (Storage, UserData, Receiver<Option<Problem>>) {
        let (sender, reports) = unbounded();
        let report = move |problem| sender.send(problem).unwrap_or_default();
        let (storage, user_data, _) = Storage::open(folder, 1, report).unwrap();
        (storage, user_data, reports)
    }

    /// Returns the next report.
    fn next(reports: &Receiver<Option<Problem>>) -> Option<String> {
        reports.recv_timeout(Duration::from_secs(60)).unwrap().map(|problem| problem.to_string())
    }

    /// Reads the file until it has what is expected.
    fn wait_for(path: &Path, is_there: impl Fn(&UserData) -> bool) -> UserData {
        let start = Instant::now();
        loop {
            let all = read(path).unwrap().0;
            if is_there(&all) {
                return all;
            }
            assert!(start.elapsed().as_secs() < 60, "{all:?}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    #[test]
    fn programs_that_share_the_file_keep_each_others_changes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join(FILE_NAME);
        let [one, two] = [0, 1].map(|_| open(path.parent().unwrap()));
        assert!(one.1.settings.is_empty());
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

    fn game(id: GameId, moves: usize) -> Value {
        json!({"id": id, "variant": "shogi", "time": null, "moves": moves, "end": null, "saved": moves, "pgn": "*",
            "players": [{"kind": "person"}, {"kind": "person"}]})
    }

    fn keep(id: GameId, moves: usize) -> Change {
        Change::Game(Box::new(serde_json::from_value(game(id, moves)).unwrap()))
    }

    /// Returns the games in a folder by number, with the numbers of their moves.
    fn games(folder: &Path) -> Vec<(GameId, usize)> {
        let games = read_games(&folder.join(GAMES));
        let mut games = Vec::from_iter(games.iter().map(|game| (game.info.id, game.info.moves)));
        games.sort_unstable();
        games
    }

    #[test]
    fn each_game_has_a_file_and_old_ones_get_theirs() {
        let folder = tempfile::tempdir().unwrap();
        let old = json!({"settings": {"level": 3}, "recent": [game(1, 1), game(2, 1)]});
        fs::write(folder.path().join(FILE_NAME), old.to_string()).unwrap();
        let (storage, user_data, _) = open(folder.path());
        assert_eq!(user_data.recent.len(), 2);
        for moves in [5, 4] {
            storage.save(keep(3, moves));
        }
        storage.save(Change::ForgetGame { id: 2 });
        assert_eq!(storage.finish(Vec::new()), Ok(()));
        assert_eq!(games(folder.path()), [(1, 1), (3, 5)]);
        let text = fs::read_to_string(folder.path().join(FILE_NAME)).unwrap();
        assert_eq!(
            serde_json::from_str::<Value>(&text).unwrap(),
            json!({"settings": {"level": 3}})
        );
        // One that cannot be read stays, and the others are there.
        let damaged = folder.path().join(GAMES).join("3.json");
        fs::write(&damaged, "{").unwrap();
        let (storage, user_data, _) = open(folder.path());
        assert_eq!(user_data.recent.iter().map(|game| game.info.id).collect::<Vec<_>>(), [1]);
        assert_eq!(storage.finish(Vec::new()), Ok(()));
        assert!(damaged.exists());
        // Its table may still be there, and it does not keep the rest from being stored.
        fs::write(&damaged, b"{\xff").unwrap();
        let (storage, ..) = open(folder.path());
        storage.save(keep(3, 6));
        storage.save(settings("level", 4));
        assert_eq!(storage.finish(Vec::new()), Ok(()));
        assert_eq!(games(folder.path()), [(1, 1), (3, 6)]);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // It can have the passes of seats.
            let mode = fs::metadata(folder.path().join(GAMES).join("1.json"))
                .unwrap()
                .permissions()
                .mode();
            assert_eq!(mode & 0o077, 0);
        }
    }

    #[test]
    fn of_each_game_only_the_last_change_waits() {
        let mut writer = Writer {
            path: PathBuf::new(),
            port: 1,
            waiting: Vec::new(),
            tables: None,
            keeps_old: false,
            reported: None,
            report: |_: Option<Problem>| (),
        };
        let forget = Change::ForgetGame { id: 1 };
        for (change, expected) in
            [(keep(1, 2), keep(1, 2)), (keep(1, 1), keep(1, 2)), (forget.clone(), forget)]
        {
            writer.add(Stored::Change(change));
            assert_eq!(writer.waiting, [expected]);
        }
    }

    #[test]
    fn what_cannot_be_written_is_reported_once_and_written_later() {
        let folder = tempfile::tempdir().unwrap();
        let (storage, _, reports) = open(folder.path());
        storage.save(settings("one", 1));
        wait_for(&folder.path().join(FILE_NAME), |all| all.settings.len() == 1);
        let lock = folder.path().join("board.lock");
        fs::remove_file(&lock).unwrap();
        fs::create_dir(&lock).unwrap();
        storage.save(settings("two", 2));
        let problem = next(&reports).unwrap();
        assert!(
            problem.contains("cannot be kept now") && problem.contains("board.lock"),
            "{problem}"
        );
        for index in 0..20 {
            storage.save(settings("two", index));
            thread::sleep(Duration::from_millis(10));
        }
        assert!(reports.is_empty());
        fs::remove_dir(&lock).unwrap();
        // Without another change.
        assert_eq!(next(&reports), None);
        let all = wait_for(&folder.path().join(FILE_NAME), |all| all.settings.len() == 2);
        assert_eq!(json!(all.settings), json!({"one": 1, "two": 19}));
        assert_eq!(storage.finish(Vec::new()), Ok(()));
    }

    #[test]
    fn kept_tables_are_there_after_the_program_was_killed() {
        let folder = tempfile::tempdir().unwrap();
        let (storage, ..) = open(folder.path());
        let table = Table::new(games::by_name("shogi").unwrap());
        storage.keep_tables(vec![table.save("one", Instant::now())]);
        let path = folder.path().join(table_file::FILE_NAME);
        let start = Instant::now();
        while read_tables(&path, 1).unwrap().is_empty() {
            assert!(start.elapsed().as_secs() < 60);
            thread::sleep(Duration::from_millis(10));
        }
        // The first one has not ended.
        let (_, _, tables) = Storage::open(folder.path(), 1, |_| ()).unwrap();
        assert_eq!(tables[0].name, "one");
    }

    #[test]
    fn tables_that_cannot_be_written_are_written_later() {
        let folder = tempfile::tempdir().unwrap();
        let (storage, _, reports) = open(folder.path());
        let path = folder.path().join(table_file::FILE_NAME);
        fs::create_dir(&path).unwrap();
        let table = Table::new(games::by_name("shogi").unwrap());
        storage.keep_tables(vec![table.save("one", Instant::now())]);
        // Nor can the user's data.
        fs::create_dir(folder.path().join(FILE_NAME)).unwrap();
        storage.save(settings("one", 1));
        assert!(next(&reports).is_some());
        fs::remove_dir(&path).unwrap();
        let start = Instant::now();
        while read_tables(&path, 1).unwrap().is_empty() {
            assert!(start.elapsed().as_secs() < 60);
            thread::sleep(Duration::from_millis(10));
        }
    }

    #[test]
    fn the_end_does_not_wait_for_another_program() {
        let folder = tempfile::tempdir().unwrap();
        let (storage, _, reports) = open(folder.path());
        let _lock = lock(&folder.path().join(FILE_NAME)).unwrap();
        storage.save(settings("one", 1));
        assert!(next(&reports).unwrap().ends_with("another program has locked it"));
        storage.save(solved(1));
        let start = Instant::now();
        let error = storage.finish(Vec::new()).unwrap_err();
        assert!(start.elapsed() < Duration::from_secs(30));
        assert!(error.starts_with("settings and puzzles not saved: "), "{error}");
        let (storage, ..) = open(folder.path());
        let table = Table::new(games::by_name("shogi").unwrap());
        let error = storage.finish(vec![table.save("one", Instant::now())]).unwrap_err();
        assert!(error.starts_with("tables not saved: "), "{error}");
    }

    #[test]
    fn what_is_no_file_of_ours_is_neither_waited_for_nor_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        let check = |expected: &str| {
            let (storage, user_data, reports) = open(folder.path());
            assert!(user_data.settings.is_empty());
            let problem = next(&reports).unwrap();
            assert!(problem.contains(expected) && problem.contains("stays as it is"), "{problem}");
            storage.save(settings("one", 1));
            let error = storage.finish(Vec::new()).unwrap_err();
            assert!(
                error.starts_with("settings not saved: ") && error.contains(expected),
                "{error}"
            );
        };
        fs::create_dir(&path).unwrap();
        check("not a regular file");
        fs::remove_dir(&path).unwrap();
        #[cfg(unix)]
        {
            assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
            check("not a regular file");
            fs::remove_file(&path).unwrap();
        }
        fs::File::create(&path).unwrap().set_len(300 << 20).unwrap();
        check("larger than 64 MiB");
        assert_eq!(fs::metadata(&path).unwrap().len(), 300 << 20);
        // JSON, but not of this version.
        fs::write(&path, "[1]").unwrap();
        check("expected a map");
        assert_eq!(fs::read(&path).unwrap(), b"[1]");
    }

    #[test]
    fn a_damaged_file_is_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE_NAME);
        for name in ["board.unreadable", "board.unreadable2"] {
            fs::write(&path, name).unwrap();
            let (storage, user_data, reports) = open(folder.path());
            assert!(user_data.settings.is_empty() && next(&reports).unwrap().contains(name));
            assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), name);
            storage.save(settings("one", 1));
            assert_eq!(next(&reports), None);
        }
    }

    #[test]
    fn files_of_killed_programs_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join(".ozutsu-a1b2c3.new");
        fs::write(&left, "{").unwrap();
        let (storage, _, _) = open(folder.path());
        assert_eq!(storage.finish(Vec::new()), Ok(()));
        assert!(!left.exists());
        assert!(!folder.path().join(FILE_NAME).exists(), "nothing has changed");
    }
}
