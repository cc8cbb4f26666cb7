//! Messages from the engine to the GUI.

use std::fmt;

use crate::bestmove::{BestMove, Checkmate};
use crate::error::Error;
use crate::free_text::{FreeText, TrailingText};
use crate::info::Info;
use crate::message::Message;
use crate::move_tokens::MoveParser;
use crate::option::EngineOption;
use crate::tokens::Tokens;

/// A message from the engine to the GUI.
///
/// ```
/// use vampirc_usi::{EngineMessage, parse};
///
/// assert_eq!(parse("id name Ozutsu 1.0"), Ok(EngineMessage::IdName("Ozutsu 1.0".to_owned())));
/// assert_eq!(EngineMessage::ReadyOk.to_string(), "readyok");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum EngineMessage<M> {
    /// `id name`: the engine's name.
    IdName(String),
    /// `id author`: the engine's author.
    IdAuthor(String),
    /// `option`: declares an option.
    Option(EngineOption),
    /// `usiok`: ends the list of options.
    UsiOk,
    /// `readyok`: the engine is ready.
    ReadyOk,
    /// `info`: search information.
    Info(Info<M>),
    /// `bestmove`: result of a search.
    BestMove(BestMove<M>),
    /// `checkmate`: result of a mate search.
    Checkmate(Checkmate<M>),
    /// The whole line of a message that is not part of USI.
    Other(String),
}

impl<M> EngineMessage<M> {
    fn id_from_tokens(tokens: &mut Tokens<'_>) -> Result<Self, Error> {
        let error = tokens.expected_error("`name` or `author`");
        match tokens.next().map(|token| token.text) {
            Some("name") => Ok(Self::IdName(tokens.take_trailing_text())),
            Some("author") => Ok(Self::IdAuthor(tokens.take_trailing_text())),
            _ => Err(error),
        }
    }
}

impl<M> Message for EngineMessage<M> {
    type Move = M;

    fn from_tokens(
        command: &str,
        tokens: &mut Tokens<'_>,
        moves: &mut MoveParser<'_, M>,
    ) -> Result<Option<Self>, Error> {
        Ok(Some(match command {
            "id" => Self::id_from_tokens(tokens)?,
            "option" => Self::Option(EngineOption::from_tokens(tokens)?),
            "usiok" => Self::UsiOk,
            "readyok" => Self::ReadyOk,
            "info" => Self::Info(Info::from_tokens(tokens, moves)),
            "bestmove" => Self::BestMove(BestMove::from_tokens(tokens, moves)?),
            "checkmate" => Self::Checkmate(Checkmate::from_tokens(tokens, moves)?),
            _ => return Ok(None),
        }))
    }

    fn other(line: String) -> Self {
        Self::Other(line)
    }
}

impl<M: fmt::Display> fmt::Display for EngineMessage<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IdName(name) => write!(f, "id name{}", TrailingText(name)),
            Self::IdAuthor(author) => write!(f, "id author{}", TrailingText(author)),
            Self::Option(option) => option.fmt(f),
            Self::UsiOk => f.write_str("usiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => info.fmt(f),
            Self::BestMove(best_move) => best_move.fmt(f),
            Self::Checkmate(checkmate) => checkmate.fmt(f),
            Self::Other(line) => FreeText(line).fmt(f),
        }
    }
}
