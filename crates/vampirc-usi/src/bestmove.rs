//! Answers to `go`: `bestmove` and `checkmate`.

use std::fmt;

use crate::error::Error;
use crate::move_tokens::{MoveList, MoveParser};
use crate::tokens::Tokens;

/// Result of a search.
///
/// ```
/// use vampirc_usi::{BestMove, EngineMessage, parse};
///
/// let message = parse("bestmove 7g7f ponder 3c3d")?;
/// let EngineMessage::BestMove(BestMove::Move { best, ponder }) = message else { panic!() };
/// assert_eq!((best, ponder), ("7g7f".parse()?, Some("3c3d".parse()?)));
/// assert_eq!(BestMove::Resign.to_string(), "bestmove resign");
/// # Ok::<(), vampirc_usi::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BestMove<M> {
    /// A move.
    Move {
        /// The best move.
        best: M,
        /// The reply that the engine expects and wants to ponder on.
        ponder: Option<M>,
    },
    /// `resign`: the engine resigns.
    Resign,
    /// `win`: the engine declares a win by impasse.
    Win,
    /// `none`: there is no legal move. Also parsed from `(none)`, `null` and `0000`. Not in the USI
    /// drafts, but common in engines.
    NoMove,
}

impl<M> BestMove<M> {
    pub(crate) fn from_tokens(
        tokens: &mut Tokens<'_>,
        moves: &mut MoveParser<'_, M>,
    ) -> Result<Self, Error> {
        let best_move = tokens.parse_optional_with(|token| match token {
            "resign" => Some(Self::Resign),
            "win" => Some(Self::Win),
            "none" | "(none)" | "null" | "0000" => Some(Self::NoMove),
            _ => Some(Self::Move { best: moves.parse_token(token).ok()?, ponder: None }),
        });
        let Some(mut best_move) = best_move else {
            return Err(tokens.expected_error("a move, `resign`, `win` or `none`"));
        };
        // `ponder` is valid only after a move.
        if let Self::Move { ponder, .. } = &mut best_move {
            while let Some(key) = tokens.next() {
                if key.text == "ponder" {
                    moves.parse_parameter(tokens, ponder, key);
                } else {
                    tokens.warn_unknown(key);
                }
            }
        }
        Ok(best_move)
    }
}

impl<M: fmt::Display> fmt::Display for BestMove<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bestmove ")?;
        match self {
            Self::Move { best, ponder: None } => best.fmt(f),
            Self::Move { best, ponder: Some(ponder) } => write!(f, "{best} ponder {ponder}"),
            Self::Resign => f.write_str("resign"),
            Self::Win => f.write_str("win"),
            Self::NoMove => f.write_str("none"),
        }
    }
}

/// Result of a mate search.
///
/// ```
/// use vampirc_usi::{Checkmate, EngineMessage, parse};
///
/// assert_eq!(parse("checkmate nomate"), Ok(EngineMessage::Checkmate(Checkmate::NoMate)));
/// let line = Checkmate::Moves(vec!["G*8f".parse()?, "9f9g".parse()?, "8f8g".parse()?]);
/// assert_eq!(line.to_string(), "checkmate G*8f 9f9g 8f8g");
/// # Ok::<(), vampirc_usi::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Checkmate<M> {
    /// The mating line.
    Moves(Vec<M>),
    /// `nomate`: there is no mate.
    NoMate,
    /// `timeout`: the search ran out of time.
    Timeout,
    /// `notimplemented`: the engine has no mate search.
    NotImplemented,
}

impl<M> Checkmate<M> {
    pub(crate) fn from_tokens(
        tokens: &mut Tokens<'_>,
        moves: &mut MoveParser<'_, M>,
    ) -> Result<Self, Error> {
        let error = tokens.expected_error("moves, `nomate`, `timeout` or `notimplemented`");
        let checkmate = match tokens.peek().map(|token| token.text) {
            Some("nomate") => Self::NoMate,
            Some("timeout") => Self::Timeout,
            Some("notimplemented") => Self::NotImplemented,
            _ => {
                let mut line = vec![moves.parse_optional(tokens).ok_or(error)?];
                moves.parse_list_to_end(tokens, &mut line)?;
                return Ok(Self::Moves(line));
            }
        };
        tokens.next();
        Ok(checkmate)
    }
}

impl<M: fmt::Display> fmt::Display for Checkmate<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("checkmate")?;
        match self {
            Self::Moves(moves) => MoveList(moves).fmt(f),
            Self::NoMate => f.write_str(" nomate"),
            Self::Timeout => f.write_str(" timeout"),
            Self::NotImplemented => f.write_str(" notimplemented"),
        }
    }
}
