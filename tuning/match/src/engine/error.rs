//! What an engine may lack.

use std::fmt;

/// Why an engine cannot be used. All but [`Interrupted`](Self::Interrupted) say so of the engine.
#[derive(Debug)]
pub enum EngineError {
    /// It does not start.
    Start(std::io::Error),
    /// It has ended.
    Ended(String),
    /// It does not answer.
    Silent(&'static str),
    /// It has no such option.
    NoOption(String),
    /// It has the option, but not with this value.
    NoValue(String, String),
    /// It does not know the game.
    NoGame(&'static str),
    /// A file it needs cannot be written.
    File(std::io::Error),
    /// We were asked to stop.
    Interrupted,
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => write!(f, "does not start: {error}"),
            Self::Ended(how) => write!(f, "has ended: {how}"),
            Self::Silent(asked) => write!(f, "does not answer '{asked}'"),
            Self::NoOption(name) => write!(f, "has no option '{name}'"),
            Self::NoValue(name, value) => write!(f, "has no {name} of '{value}'"),
            Self::NoGame(game) => write!(f, "does not know the game {game}"),
            Self::File(error) => write!(f, "cannot be given its file of variants: {error}"),
            Self::Interrupted => f.write_str("was interrupted"),
        }
    }
}

impl std::error::Error for EngineError {}
