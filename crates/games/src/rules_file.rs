//! The content of a file of games: the games, the lines of their keys, and the errors.
//!
//! Each reader translates its format to a [`Draft`], a spec that may still have errors. [`Draft::check`] compiles it to
//! the rules of a [`ParsedGame`], or finds all errors in it.

use rules::spec::PieceSpec;
use rules::{GameSpec, Rules, SpecError};
use std::collections::HashMap;

/// The content of a rules file.
#[derive(Debug, Default)]
pub struct ParsedFile {
    pub games: Vec<ParsedGame>,
    /// The errors in the file. Each belongs to a game that is not in `games`.
    pub errors: Vec<LineError>,
}

/// A game without errors that was read from a file.
#[derive(Debug)]
pub struct ParsedGame {
    pub rules: &'static Rules,
    /// The lines of the keys.
    pub lines: KeyLines,
    /// Keys of the file that the rules leave out. They do not change which moves are legal.
    pub notes: Vec<LineError>,
}

/// A game as a reader has understood it.
pub(crate) struct Draft {
    pub spec: GameSpec,
    /// The lines of the keys, for errors in the spec.
    pub lines: KeyLines,
}

/// The line numbers of the keys of a game in a file, counted from 1.
#[derive(Clone, Debug, Default)]
pub struct KeyLines {
    lines: HashMap<(Option<usize>, String), usize>,
}

/// An error on a line of a file of games.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct LineError {
    /// The line number, counted from 1.
    pub line: usize,
    /// The problem, with the expected input.
    pub message: String,
}

impl Draft {
    /// Compiles the game, or returns all errors that can be found at once. `locate` describes one.
    pub fn check(
        self,
        locate: impl Fn(&Self, &SpecError) -> LineError,
    ) -> Result<ParsedGame, Vec<LineError>> {
        match Rules::build_or_errors(&self.spec) {
            Ok(rules) => Ok(ParsedGame { rules, lines: self.lines, notes: Vec::new() }),
            Err(errors) => Err(errors.iter().map(|error| locate(&self, error)).collect()),
        }
    }

    /// Describes an error with the line of its key and the piece.
    pub fn line_error(&self, error: &SpecError) -> LineError {
        let letter = |index| self.spec.pieces.get(index).map(|piece: &PieceSpec| piece.letter);
        let place = match error.piece {
            Some(index) => format!("{}: ", piece_title(index, letter(index))),
            None => String::new(),
        };
        let line = self.lines.line_of(error.piece, error.key);
        LineError { line, message: format!("{place}{error}") }
    }
}

/// Returns how messages name a piece: by its letter or, without one, by its number.
pub(crate) fn piece_title(index: usize, letter: Option<char>) -> String {
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
