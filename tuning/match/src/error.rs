//! Why a program ends early. The text follows `error: `.

use crate::exit_codes::{EXIT_FAILURE, EXIT_INTERRUPTED, EXIT_USAGE};
use platform::files::{LockError, OutputError};
use records::{RecordError, WriteError};
use rules::{Outcome, quoted};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use thiserror::Error;

/// The command line is invalid, or a file that it names.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct UsageError(pub String);

/// Formats the text of a [`UsageError`].
macro_rules! usage {
    ($($text:tt)*) => { $crate::error::UsageError(format!($($text)*)) };
}
pub(crate) use usage;

#[derive(Debug, Error)]
pub enum Error {
    #[error(transparent)]
    Usage(#[from] UsageError),
    #[error("cannot read {title} {}: {source}", path.display())]
    Read { title: String, path: PathBuf, source: io::Error },
    #[error("cannot {action} {}: {source}", path.display())]
    Write { action: &'static str, path: PathBuf, source: io::Error },
    #[error(transparent)]
    Locked(#[from] LockError),
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error(transparent)]
    Record(#[from] WriteError),
    #[error("{book}, {source}")]
    Book { book: String, source: BookError },
    #[error("no openings for {game} in {}", path.display())]
    NoOpenings { game: &'static str, path: PathBuf },
    #[error("there are only {count} openings for {game}: start=N must be at most {count}")]
    TooFewOpenings { game: &'static str, count: usize },
    #[error("{}: {source}", path.display())]
    State { path: PathBuf, source: StateError },
    #[error("{path} already exists: use -resume {path} to continue its match", path = .0.display())]
    StateExists(PathBuf),
    /// The text says how the settings differ.
    #[error("{} belongs to another run: {difference}", path.display())]
    OtherRun { path: PathBuf, difference: String },
    #[error("these files are from different runs: {0}")]
    DifferentRuns(String),
    #[error("pair {number} of seed {seed} is stored twice: two files have the same games")]
    StoredTwice { number: u64, seed: String },
    #[error("no state files to merge")]
    NoStates,
    #[error("pair {0} has engines that do not meet")]
    WrongEngines(u64),
    #[error("pair {pair} has {found} factors instead of {expected}")]
    WrongFactors { pair: u64, found: usize, expected: usize },
    #[error("{name} {source}")]
    Engine { name: String, source: EngineError },
    #[error("{0} failed; use -recover to restart it and continue the match")]
    EngineFailed(String),
    #[error(
        "{0} failed; its last pair is not stored, and the same command plays it again; with -recover \
         the engine loses it and is restarted"
    )]
    EngineFailedInRun(String),
    #[error(
        "{0} has no spin options with lower-case names; build it with its search margins as options \
         (ozutsu: cargo build --release --features tune)"
    )]
    NoTunableOptions(String),
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

impl Error {
    pub fn exit_code(&self) -> ExitCode {
        use EngineError::{InvalidValue, NoOption};
        ExitCode::from(match self {
            Self::Engine { source: EngineError::Interrupted, .. } => EXIT_INTERRUPTED,
            Self::Engine { source: NoOption(_) | InvalidValue { .. }, .. } => EXIT_USAGE,
            Self::Engine { .. }
            | Self::EngineFailed(_)
            | Self::EngineFailedInRun(_)
            | Self::Locked(_)
            | Self::Thread(_)
            | Self::Write { action: "write", .. } => EXIT_FAILURE,
            _ => EXIT_USAGE,
        })
    }

    /// Returns the conversion of an error in reading a file.
    pub fn reading(title: &str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        |source| Self::Read { title: title.to_owned(), path: path.to_owned(), source }
    }

    /// Returns the conversion of an error in writing a file.
    pub fn writing(path: &Path) -> impl FnOnce(io::Error) -> Self {
        |source| Self::Write { action: "write", path: path.to_owned(), source }
    }
}

/// Why the openings of a book cannot be used.
#[derive(Debug, Error)]
pub enum BookError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("{place}: the game is already over: {outcome}")]
    GameOver { place: String, outcome: Outcome },
    #[error("line {0}: expected the name of a game first")]
    NoGame(usize),
}

/// Why the content of a state file is refused.
#[derive(Debug, Error)]
pub enum StateError {
    #[error("not a {title} of this version (expected {format} format {version}, found {found})")]
    OtherKind { title: &'static str, format: &'static str, version: u32, found: String },
    #[error("line {line} is damaged or of another version: {source}")]
    Line { line: usize, source: serde_json::Error },
}

/// Why an engine cannot be used. The message is the rest of a sentence that starts with its name.
#[derive(Debug, Error)]
pub enum EngineError {
    #[error("cannot be started: {0}")]
    Start(io::Error),
    /// The text is the exit status.
    #[error("has exited: {0}")]
    Exited(String),
    #[error("does not answer '{0}'")]
    NoAnswer(&'static str),
    #[error("has no option {}", quoted(.0))]
    NoOption(String),
    #[error("does not allow {} for option {}", quoted(value), quoted(name))]
    InvalidValue { name: String, value: String },
    #[error("does not know the game {0}")]
    UnknownGame(&'static str),
    #[error("needs a variants file: {0}")]
    VariantsFile(io::Error),
    #[error("was interrupted")]
    Interrupted,
}
