//! What an engine says.

use std::fmt;

use crate::bestmove::{BestMove, Checkmate};
use crate::error::{Error, ErrorKind};
use crate::info::Info;
use crate::option::EngineOption;
use crate::parse::Read;
use crate::text::{Tail, Text};
use crate::tokens::Words;
use crate::word::{Word, keywords};

/// A message from the engine to the GUI.
///
/// ```
/// use vampirc_usi::{EngineMessage, parse};
///
/// assert_eq!(parse("id name Ozutsu 1.0"), Ok(EngineMessage::IdName("Ozutsu 1.0".to_owned())));
/// assert_eq!(EngineMessage::ReadyOk.to_string(), "readyok");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum EngineMessage {
    /// `id name`: the engine's name.
    IdName(String),
    /// `id author`: the engine's author.
    IdAuthor(String),
    /// `option`.
    Option(EngineOption),
    /// `usiok`: all options are told.
    UsiOk,
    /// `readyok`: the engine is ready.
    ReadyOk,
    /// `copyprotection`.
    CopyProtection(CheckStatus),
    /// `registration`.
    Registration(CheckStatus),
    /// `info`.
    Info(Info),
    /// `bestmove`.
    BestMove(BestMove),
    /// `checkmate`.
    Checkmate(Checkmate),
    /// A line that is not USI, whole.
    Other(String),
}

/// How the check of a copy protection or a registration goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CheckStatus {
    /// It is under way.
    Checking,
    /// It passed.
    Ok,
    /// It failed.
    Error,
}

keywords!(CheckStatus, "`checking`, `ok` or `error`",
    CheckStatus::Checking => "checking", CheckStatus::Ok => "ok", CheckStatus::Error => "error");

impl EngineMessage {
    fn read_id(words: &mut Words<'_>) -> Result<Self, Error> {
        let wanted = words.missing("`name` or `author`");
        match words.next()?.map(|word| word.text) {
            Some("name") => words.text().map(Self::IdName),
            Some("author") => words.text().map(Self::IdAuthor),
            _ => Err(wanted),
        }
    }
}

impl Read for EngineMessage {
    fn read(words: &mut Words<'_>) -> Result<Self, Error> {
        let Some(command) = words.next()? else {
            return Err(Error::new(0, ErrorKind::Empty));
        };
        let message = match command.text {
            "id" => Self::read_id(words)?,
            "option" => Self::Option(EngineOption::read(words)?),
            "usiok" => Self::UsiOk,
            "readyok" => Self::ReadyOk,
            "copyprotection" => Self::CopyProtection(words.required()?),
            "registration" => Self::Registration(words.required()?),
            "info" => Self::Info(Info::read(words)?),
            "bestmove" => Self::BestMove(BestMove::read_message(words)?),
            "checkmate" => Self::Checkmate(Checkmate::read(words)?),
            _ => {
                let kind = ErrorKind::UnknownCommand(command.text.to_owned());
                words.fault(command.offset, kind)?;
                Self::Other(words.whole())
            }
        };
        words.end()?;
        Ok(message)
    }
}

impl fmt::Display for EngineMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IdName(name) => write!(f, "id name{}", Tail(name)),
            Self::IdAuthor(author) => write!(f, "id author{}", Tail(author)),
            Self::Option(option) => option.fmt(f),
            Self::UsiOk => f.write_str("usiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::CopyProtection(status) => write!(f, "copyprotection {}", status.spell()),
            Self::Registration(status) => write!(f, "registration {}", status.spell()),
            Self::Info(info) => info.fmt(f),
            Self::BestMove(answer) => answer.fmt(f),
            Self::Checkmate(answer) => answer.fmt(f),
            Self::Other(line) => Text(line).fmt(f),
        }
    }
}
