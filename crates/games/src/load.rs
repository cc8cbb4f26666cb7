//! Reads rules files, checks their games and registers them.

use crate::import::diagram::first_piece_line;
use crate::import::variants_ini;
use crate::notes::notes;
use crate::read_toml;
use crate::registry::register;
use crate::rules_file::{LineError, ParsedFile};
use platform::files::read_file_up_to;
use rules::Rules;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

/// The maximum size of a rules file in bytes.
pub const MAX_FILE_SIZE: u64 = 1 << 20;

/// The result of loading a rules file.
#[derive(Debug, Default)]
pub struct LoadedFile {
    /// The games that were registered.
    pub games: Vec<&'static Rules>,
    /// Why other games of the file, or the whole file, could not be loaded.
    pub errors: Vec<LoadError>,
    /// Probable mistakes in the games that were registered.
    pub notes: Vec<LoadError>,
}

impl LoadedFile {
    /// Returns the first error with the number of the others.
    pub fn error_summary(&self) -> Option<LoadError> {
        let mut error = self.errors.first()?.clone();
        let more = self.errors.len() - 1;
        if more > 0 {
            let path = error.path.display();
            error.message +=
                &format!(" (and {more} more; 'ozutsu games --check {path}' lists them)");
        }
        Some(error)
    }
}

/// An error in a rules file, or in reading it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError {
    pub path: PathBuf,
    /// The line number, counted from 1, if the error has one.
    pub line: Option<usize>,
    /// The problem, with the expected input.
    pub message: String,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for LoadError {}

/// Reads the text of a rules file, and checks its games.
pub fn parse(text: &str) -> ParsedFile {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if variants_ini::is_variants_ini(text) {
        return variants_ini::parse(text);
    }
    let file = read_toml::read(text);
    if !file.games.is_empty() {
        return file;
    }
    let (line, message) = match first_piece_line(text) {
        Some(line) => {
            (line, "this is an Interactive Diagram; convert it with ozutsu games --import")
        }
        None if has_keys(text) || text.trim().is_empty() => return file,
        None => (
            1,
            "not a rules file, which has lines such as name = \"mygame\" and [[piece]]; \
             records of games are for ozutsu analyse and convert",
        ),
    };
    ParsedFile { games: vec![], errors: vec![LineError { line, message: message.into() }] }
}

/// Returns whether a text has a key or a table that every rules file has.
fn has_keys(text: &str) -> bool {
    text.lines().any(|line| {
        let key = line.split_once('=').map_or(line, |(key, _)| key).trim();
        matches!(key, "name" | "files" | "ranks" | "start" | "letter" | "[piece]" | "[[piece]]")
    })
}

/// Reads the games of a file and registers them. Loading a file again replaces
/// the games that have changed.
pub fn load(path: &Path) -> LoadedFile {
    let mut loaded = LoadedFile::default();
    let text = match read_text(path) {
        Ok(text) => text,
        Err(error) => return LoadedFile { errors: vec![error], ..loaded },
    };
    let file = parse(&text);
    let located = |error: LineError| LoadError {
        path: path.into(),
        line: Some(error.line),
        message: error.message,
    };
    loaded.errors.extend(file.errors.into_iter().map(located));
    let full_path = path.canonicalize().unwrap_or_else(|_| path.into());
    for game in file.games {
        match register(game.rules, &full_path) {
            Ok(()) => {
                loaded.games.push(game.rules);
                loaded.notes.extend(notes(&game, &full_path).into_iter().map(located));
            }
            Err(error) => {
                let line = game.lines.line_of(None, "name");
                loaded.errors.push(located(LineError { line, message: error.to_string() }));
            }
        }
    }
    loaded
}

/// Loads all files. The errors are fatal if a file defines no valid game; otherwise each file with
/// errors in other games has one warning.
pub fn load_all(paths: &[PathBuf]) -> Result<Vec<LoadError>, Vec<LoadError>> {
    let mut warnings = Vec::new();
    for path in paths {
        let loaded = load(path);
        if loaded.games.is_empty() {
            return Err(loaded.errors);
        }
        warnings.extend(loaded.error_summary());
    }
    Ok(warnings)
}

/// Returns the files that arguments name as `--rules FILE` or `--rules=FILE`.
///
/// Programs load these files before they parse their command line, so that other arguments can name
/// the games.
pub fn rules_arguments(args: impl Iterator<Item = OsString>) -> Vec<PathBuf> {
    let mut args = args.take_while(|arg| arg != "--");
    let mut paths = Vec::new();
    while let Some(arg) = args.next() {
        if arg == "--rules" {
            paths.extend(args.next().map(PathBuf::from));
        } else if let Some(path) = arg.to_str().and_then(|arg| arg.strip_prefix("--rules=")) {
            paths.push(path.into());
        }
    }
    paths
}

/// Reads the text of a rules file.
pub fn read_text(path: &Path) -> Result<String, LoadError> {
    let error = |line, message| LoadError { path: path.into(), line, message };
    let io_error = |reason: std::io::Error| error(None, reason.to_string());
    let bytes = read_file_up_to(path, MAX_FILE_SIZE).map_err(io_error)?;
    String::from_utf8(bytes).map_err(|invalid| {
        let valid = &invalid.as_bytes()[..invalid.utf8_error().valid_up_to()];
        let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
        error(Some(line), "not UTF-8 text".into())
    })
}
