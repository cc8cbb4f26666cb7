//! Messages from the engine to the GUI.

use crate::info::Info;
use crate::option::EngineOption;
use crate::protocol::Protocol;
use crate::tokens::Tokens;

/// A message from the engine to the GUI. Moves are texts, because engines write some differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineMessage {
    /// `id name`: the engine's name.
    IdName(String),
    /// `option`: declares an option.
    Option(EngineOption),
    /// `info` about a search.
    Info(Info),
    /// `bestmove`: the answer to a search.
    BestMove(BestMove),
    /// Any other line, and one that has no usable meaning.
    Other,
}

/// The answer to a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BestMove {
    /// A move.
    Move(String),
    /// `resign`: the engine resigns.
    Resign,
    /// `win`: the engine declares a win, or a draw where the rules allow that.
    Win,
    /// `none`, `(none)`, `null` or `0000`: there is no legal move.
    NoMove,
    /// The line has no move.
    Missing,
}

impl EngineMessage {
    /// Parses a line leniently: what is invalid or unknown is left out.
    pub fn parse(line: &str, protocol: Protocol) -> Self {
        let mut tokens = Tokens::new(line);
        match tokens.next().map_or("", |command| command.text) {
            "id" => match tokens.next().map_or("", |key| key.text) {
                "name" => Self::IdName(tokens.take_rest()),
                _ => Self::Other,
            },
            "option" => EngineOption::from_tokens(&mut tokens).map_or(Self::Other, Self::Option),
            "info" => Self::Info(Info::from_tokens(&mut tokens, protocol)),
            "bestmove" => Self::BestMove(match tokens.next().map(|token| token.text) {
                Some("resign") => BestMove::Resign,
                Some("win") => BestMove::Win,
                Some("none" | "(none)" | "null" | "0000") => BestMove::NoMove,
                Some(mv) => BestMove::Move(mv.to_owned()),
                None => BestMove::Missing,
            }),
            _ => Self::Other,
        }
    }
}
