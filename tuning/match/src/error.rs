//! Why a program ends early. The text follows `error: `.

use crate::exit_codes::{EXIT_FAILURE, EXIT_INTERRUPTED, EXIT_USAGE};
use platform::files::{LockError, OutputError};
use records::WriteError;
use rules::quoted;
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
    #[error("cannot write {}: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Locked(#[from] LockError),
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error(transparent)]
    Record(#[from] WriteError),
    #[error("{name} {source}")]
    Engine { name: String, source: EngineError },
    /// An engine failed in a game. The text says what can be done.
    #[error("{name} failed; {advice}")]
    EngineFailed { name: String, advice: &'static str },
    /// A thread cannot be started, or has no memory.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

impl Error {
    pub fn exit_code(&self) -> ExitCode {
        use EngineError::{InvalidValue, NoOption, RulesPath};
        ExitCode::from(match self {
            _ if self.is_interruption() => EXIT_INTERRUPTED,
            Self::Engine {
                source: NoOption(_) | InvalidValue { .. } | RulesPath { .. }, ..
            } => EXIT_USAGE,
            Self::Engine { .. }
            | Self::EngineFailed { .. }
            | Self::Locked(_)
            | Self::Output(OutputError::Io(..))
            | Self::Record(_)
            | Self::Thread(_)
            | Self::Write { .. } => EXIT_FAILURE,
            _ => EXIT_USAGE,
        })
    }

    pub fn is_interruption(&self) -> bool {
        matches!(self, Self::Engine { source: EngineError::Interrupted, .. })
    }

    /// Returns the conversion of an error in reading a file.
    pub fn reading(title: &str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        |source| Self::Read { title: title.to_owned(), path: path.to_owned(), source }
    }

    /// Returns the conversion of an error in writing a file.
    pub fn writing(path: &Path) -> impl FnOnce(io::Error) -> Self {
        |source| Self::Write { path: path.to_owned(), source }
    }

    /// Returns the conversion of an error of an engine.
    pub fn of_engine(name: &str) -> impl FnOnce(EngineError) -> Self {
        |source| Self::Engine { name: name.to_owned(), source }
    }
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
    #[error("cannot load {path}: '{separator}' separates the paths in VariantPath")]
    RulesPath { path: String, separator: char },
    #[error("needs a variants file: {0}")]
    VariantsFile(io::Error),
    #[error("was interrupted")]
    Interrupted,
}
