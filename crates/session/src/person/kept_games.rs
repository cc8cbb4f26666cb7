//! The games that people play at a terminal. They are kept while they are played, so that neither another game nor the
//! end of the program, however it comes, loses one: the last ones, in a file each.

use crate::backend::Backend;
use crate::language::Language;
use crate::person::Person;
use crate::person::save_load::count_moves;
use platform::files::{read_file, write_whole};
use records::{Format, GameEnd, GameRecord, GameResult, Hints};
use rules::{Move, quoted};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The most games that are kept. Their list fits into a small terminal.
const MAX_GAMES: usize = 20;

/// The folder of the games, and the game that is played.
#[derive(Debug)]
pub(crate) struct KeptGames {
    folder: PathBuf,
    /// The file of the game, once it has changed.
    file: Option<PathBuf>,
    /// The moves and the end when the game was last written, or when it began.
    written: (Vec<Move>, Option<GameEnd>),
    /// The file from which the game was taken, and its moves. If the game goes on from there, the new file takes the
    /// place of that one.
    source: Option<(PathBuf, Vec<Move>)>,
}

impl KeptGames {
    fn new(folder: PathBuf) -> Self {
        Self { folder, file: None, written: Default::default(), source: None }
    }

    /// Returns the files by their numbers, that of the last game first.
    fn files(&self) -> Vec<(u32, PathBuf)> {
        let number = |path: &Path| path.file_name()?.to_str()?.strip_suffix(".pgn")?.parse().ok();
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let files = entries.map(|entry| entry.path());
        let mut files: Vec<_> = files.filter_map(|path| Some((number(&path)?, path))).collect();
        files.sort_unstable_by(|a, b| b.cmp(a));
        files
    }

    /// Creates the file for a game.
    fn create_file(&self) -> io::Result<PathBuf> {
        fs::create_dir_all(&self.folder)?;
        let first = self.files().first().map_or(1, |(number, _)| number.saturating_add(1));
        // Another program may take the number at the same time.
        for number in first..=first.saturating_add(MAX_GAMES as u32) {
            let path = self.folder.join(format!("{number}.pgn"));
            match File::create_new(&path) {
                Ok(_) => return Ok(path),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Writes the game to its file. Those of the oldest games are removed once a new one is written.
    fn write(&mut self, text: &str) -> io::Result<()> {
        if let Some(file) = &self.file {
            write_whole(file, text.as_bytes())?;
        } else {
            let file = self.create_file()?;
            if let Err(error) = write_whole(&file, text.as_bytes()) {
                let _ = fs::remove_file(file);
                return Err(error);
            }
            self.file = Some(file);
            for (_, oldest) in self.files().iter().skip(MAX_GAMES) {
                let _ = fs::remove_file(oldest);
            }
        }
        let goes_on = |(_, moves): &(PathBuf, Vec<Move>)| self.written.0.starts_with(moves);
        if let Some((source, _)) = self.source.take().filter(goes_on) {
            let _ = fs::remove_file(source);
        }
        Ok(())
    }

    /// Returns the games that were left, the last one first.
    fn games(&self) -> impl Iterator<Item = (PathBuf, GameRecord)> {
        let is_other = |path: &PathBuf| self.file.as_ref() != Some(path);
        let files = self.files().into_iter().map(|(_, path)| path).filter(is_other);
        files.filter_map(|path| Some((read_game(&path)?, path))).map(|(game, path)| (path, game))
    }
}

impl Person {
    /// Keeps the games of a person in a folder from now on.
    pub fn keep_games(&mut self, folder: PathBuf) {
        self.kept_games = Some(KeptGames::new(folder));
    }

    /// Notes that another game begins with the position, and says where the last one is.
    pub fn begin_kept_game(&mut self, backend: &Backend) {
        let Some(kept) = &mut self.kept_games else { return };
        kept.written = (backend.position.moves().collect(), self.end.clone());
        kept.source = None;
        if kept.file.take().is_some() {
            backend.output.say("The last game is kept: 'recent 1' goes back to it.", &[]);
        }
    }

    /// Keeps the game if it has changed. If that fails, says so once.
    pub fn keep_game(&mut self, backend: &Backend) {
        let Some(kept) = self.kept_games.as_mut() else { return };
        let state = (backend.position.moves().collect(), self.end.clone());
        if state == kept.written {
            return;
        }
        kept.written = state;
        // What is left when all moves are taken back is no game.
        if kept.written.0.is_empty() {
            return;
        }
        let record = self.game_record(backend);
        let Some(kept) = &mut self.kept_games else { return };
        let Ok(text) = records::write(&record, Format::Pgn) else { return };
        if let Err(error) = kept.write(&text) {
            let folder = short_path(&kept.folder);
            self.kept_games = None;
            backend.output.say("Games are not kept: {0}: {1}", &[&folder, &error]);
        }
    }

    /// Says at the end of the program that the game is kept.
    pub fn tell_kept_game(&self, backend: &Backend) {
        let has_file = |kept: &&KeptGames| kept.file.is_some();
        if let Some(kept) = self.kept_games.as_ref().filter(has_file) {
            let folder = short_path(&kept.folder);
            backend.output.say("The game is kept in {0}: 'recent 1' goes back to it.", &[&folder]);
        }
    }

    /// Answers `recent`: lists the last games, or goes back to one.
    pub fn recent(&mut self, backend: &mut Backend, words: &[&str]) {
        let Some(kept) = &self.kept_games else {
            return backend.output.tell(
                "recent: no games are kept here; that needs a terminal and a folder for data",
            );
        };
        let games: Vec<_> = kept.games().collect();
        let Some(word) = words.first() else { return self.list_recent(backend, &games) };
        let number = word.parse().ok().filter(|number| (1..=games.len()).contains(number));
        let Some((path, game)) = number.and_then(|number| games.into_iter().nth(number - 1)) else {
            let error = "recent: invalid number {0}; 'recent' lists the games";
            return backend.output.say(error, &[&quoted(word)]);
        };
        let last = game.position(game.last_node());
        self.open_game(backend, &game, "");
        if let Some(kept) = &mut self.kept_games {
            kept.source = Some((path, last.moves().collect()));
        }
    }

    fn list_recent(&self, backend: &Backend, games: &[(PathBuf, GameRecord)]) {
        let Some(kept) = self.kept_games.as_ref().filter(|_| !games.is_empty()) else {
            return backend.output.say("There are no games yet that were left.", &[]);
        };
        let language = backend.output.language();
        let mut text = String::new();
        for (number, (path, game)) in (1..).zip(games) {
            let result = game.end().map_or(GameResult::Unknown, |end| end.result);
            let result = language.describe_result(result);
            let time = fs::metadata(path).and_then(|metadata| metadata.modified());
            let age = time.ok().and_then(|time| time.elapsed().ok()).unwrap_or_default();
            let (title, moves) = (language.title(game.rules()), count_moves(game, language));
            let age = describe_age(age, language);
            text += &format!("{number:>3}  {title}, {moves}, {result}, {age}\n");
        }
        let more = "'recent 1' goes back to the first. Folder: {0}";
        backend.output.print_text(&(text + &language.fill(more, &[&short_path(&kept.folder)])));
    }
}

/// Reads a game. Returns None if there is none in the file.
fn read_game(path: &Path) -> Option<GameRecord> {
    let hints = Hints { format: Some(Format::Pgn), ..Hints::default() };
    records::read(&read_file(path).ok()?, &hints).ok()?.into_iter().next()
}

/// Returns a path in which the user's home folder is written as in a shell.
fn short_path(path: &Path) -> String {
    let in_home = std::env::home_dir().and_then(|home| path.strip_prefix(home).ok());
    in_home.map_or_else(|| path.display().to_string(), |rest| format!("~/{}", rest.display()))
}

/// Says how long ago something was.
fn describe_age(age: Duration, language: Language) -> String {
    let minutes = age.as_secs() / 60;
    let (count, one, several) = match minutes {
        0 => return language.text("just now"),
        1..60 => (minutes, "1 minute ago", "{0} minutes ago"),
        60..1440 => (minutes / 60, "1 hour ago", "{0} hours ago"),
        _ => (minutes / 1440, "1 day ago", "{0} days ago"),
    };
    language.fill(if count == 1 { one } else { several }, &[&count])
}
