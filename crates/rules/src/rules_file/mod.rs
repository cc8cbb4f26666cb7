//! Rules files: games described in text.
//!
//! A rules file is TOML. Its keys are the fields of [`GameSpec`], and a rule that it leaves out is
//! the rule of standard shogi. The built-in games are such files; see `crates/rules/games`.
//!
//! ```
//! let shogi = rules::rulesets::BUILT_IN.iter().find(|game| game.name == "shogi").unwrap();
//! let file = rules::rules_file::parse(&shogi.source.replace("ranks = 9", "ranks = 19"));
//! assert_eq!(file.errors[0].to_string(), "line 10: ranks: 19 is not from 3 to 10");
//! ```

mod load;
mod read_diagram;
mod read_toml;
mod write_toml;

pub use load::{LoadError, LoadedFile, MAX_FILE_SIZE, load, load_all, read_text, rules_arguments};

pub use read_diagram::{ImportOptions, import_diagram};

use crate::rules::{Rules, SpecError};
use crate::spec::{GameSpec, PieceSpec};
use crate::variants_ini;
use std::collections::HashMap;
use std::fmt;

/// The content of a rules file.
#[derive(Debug, Default)]
pub struct ParsedFile {
    /// The valid games.
    pub games: Vec<ParsedGame>,
    /// The errors in the file. Each belongs to a game that is not in `games`.
    pub errors: Vec<FileError>,
}

/// A game read from a file.
#[derive(Debug)]
pub struct ParsedGame {
    /// The description of the game.
    pub spec: GameSpec,
    /// The lines of the keys, for errors in the spec.
    pub lines: KeyLines,
}

/// The line numbers of the keys of a game in a file, counted from 1.
#[derive(Clone, Debug, Default)]
pub struct KeyLines {
    lines: HashMap<(Option<usize>, String), usize>,
}

/// An error in a rules file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileError {
    /// The line number, counted from 1.
    pub line: usize,
    /// The problem, with the expected input.
    pub message: String,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for FileError {}

/// Reads the text of a rules file, and checks its games.
pub fn parse(text: &str) -> ParsedFile {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if variants_ini::is_variants_ini(text) {
        return variants_ini::parse(text);
    }
    let mut file = read_toml::read(text);
    let mut games = Vec::new();
    for game in std::mem::take(&mut file.games) {
        match Rules::build_or_errors(&game.spec) {
            Ok(_) => games.push(game),
            Err(errors) => file.errors.extend(errors.iter().map(|error| game.file_error(error))),
        }
    }
    if games.is_empty() && file.errors.is_empty() {
        file.errors.push(FileError { line: 1, message: "no game in this file".into() });
    }
    file.errors.sort_by_key(|error| error.line);
    ParsedFile { games, ..file }
}

impl ParsedGame {
    /// Returns an error in the spec as an error in the file.
    fn file_error(&self, error: &SpecError) -> FileError {
        let letter = |index| self.spec.pieces.get(index).map(|piece: &PieceSpec| piece.letter);
        let place = match error.piece {
            Some(index) => format!("{}: ", piece_title(index, letter(index))),
            None => String::new(),
        };
        let line = self.lines.line_of(error.piece, error.key);
        FileError { line, message: format!("{place}{error}") }
    }
}

/// Returns how messages name a piece: by its letter or, without one, by its number.
fn piece_title(index: usize, letter: Option<char>) -> String {
    match letter {
        Some(letter) => format!("piece '{}'", letter.escape_debug()),
        None => format!("piece {}", index + 1),
    }
}

impl KeyLines {
    /// Sets the line of a key of the game, or of one of its pieces. The empty key is the line of the
    /// game or piece itself.
    pub fn insert(&mut self, piece: Option<usize>, key: &str, line: usize) {
        self.lines.insert((piece, key.into()), line);
    }

    /// Returns the line of a key, or else of the key, piece or game that it belongs to.
    pub fn line_of(&self, piece: Option<usize>, key: &str) -> usize {
        let parent = key.split('.').next().unwrap_or_default();
        let candidates = [(piece, key), (piece, parent), (piece, ""), (None, "")];
        let found = candidates.map(|(piece, key)| self.lines.get(&(piece, key.into())));
        found.into_iter().flatten().next().copied().unwrap_or(1)
    }
}
