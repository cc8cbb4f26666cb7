//! The answers to `go`: `bestmove` and `checkmate`.

use std::fmt;

use crate::error::Error;
use crate::moves::{Line, Move};
use crate::tokens::Words;
use crate::word::Word;

/// The engine's choice.
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
pub enum BestMove {
    /// A move.
    Move {
        /// The move.
        best: Move,
        /// The reply the engine would like to ponder on.
        ponder: Option<Move>,
    },
    /// The engine resigns.
    Resign,
    /// The engine claims a win, by declaration.
    Win,
    /// There is nothing to choose: written `none`, and read from `(none)`, `null` and `0000` too.
    /// Not in the USI drafts, but engines' habit.
    NoMove,
}

/// What stands after `bestmove`.
impl Word for BestMove {
    const WHAT: &'static str = "a move, `resign`, `win` or `none`";

    fn read(word: &str) -> Option<Self> {
        match word {
            "resign" => Some(Self::Resign),
            "win" => Some(Self::Win),
            "none" | "(none)" | "null" | "0000" => Some(Self::NoMove),
            _ => Move::read(word).map(|best| Self::Move { best, ponder: None }),
        }
    }

    fn spell(&self) -> String {
        match self {
            Self::Move { best, .. } => best.to_string(),
            Self::Resign => "resign".to_owned(),
            Self::Win => "win".to_owned(),
            Self::NoMove => "none".to_owned(),
        }
    }
}

impl BestMove {
    pub(crate) fn read_message(words: &mut Words<'_>) -> Result<Self, Error> {
        let mut answer: Self = words.required()?;
        // Without a move there is nothing to ponder on: then `ponder` is an unknown word like any
        // other.
        if let Self::Move { ponder, .. } = &mut answer {
            while let Some(key) = words.next()? {
                if key.text == "ponder" {
                    words.attribute(ponder, key)?;
                } else {
                    words.unknown(key)?;
                }
            }
        }
        Ok(answer)
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bestmove {}", self.spell())?;
        match self {
            Self::Move { ponder: Some(reply), .. } => write!(f, " ponder {reply}"),
            _ => Ok(()),
        }
    }
}

/// The answer to `go mate`.
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
pub enum Checkmate {
    /// The mate, to the end.
    Moves(Vec<Move>),
    /// There is no mate.
    NoMate,
    /// No answer was found in time.
    Timeout,
    /// The engine does not solve mate problems.
    NotImplemented,
}

impl Checkmate {
    pub(crate) fn read(words: &mut Words<'_>) -> Result<Self, Error> {
        let wanted = words.missing("moves, `nomate`, `timeout` or `notimplemented`");
        let answer = match words.peek().map(|word| word.text) {
            Some("nomate") => Self::NoMate,
            Some("timeout") => Self::Timeout,
            Some("notimplemented") => Self::NotImplemented,
            Some(word) if Move::read(word).is_some() => {
                let mut moves = Vec::new();
                words.list_to_end(&mut moves)?;
                return Ok(Self::Moves(moves));
            }
            _ => return Err(wanted),
        };
        words.next()?;
        Ok(answer)
    }
}

impl fmt::Display for Checkmate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("checkmate")?;
        match self {
            Self::Moves(moves) => Line(moves).fmt(f),
            Self::NoMate => f.write_str(" nomate"),
            Self::Timeout => f.write_str(" timeout"),
            Self::NotImplemented => f.write_str(" notimplemented"),
        }
    }
}
