//! The command `position`.

use std::fmt;

use crate::error::Error;
use crate::free_text::FreeText;
use crate::move_tokens::{MoveList, MoveParser};
use crate::tokens::Tokens;

/// A position: the start position of the game and the moves played since.
///
/// An invalid move is an error even when parsing leniently: without it the moves lead to another
/// position.
///
/// ```
/// use vampirc_usi::{GuiMessage, Position, Start, parse};
///
/// let message = parse("position sfen 4k4/9/9/9/9/9/9/9/4K4 b R 1 moves R*5c")?;
/// let GuiMessage::Position(position) = message else { panic!() };
/// assert_eq!(position.start, Start::Sfen("4k4/9/9/9/9/9/9/9/4K4 b R 1".to_owned()));
/// assert_eq!(position.moves, ["R*5c".parse()?]);
///
/// let position = Position { moves: vec!["7g7f".parse()?], ..Position::default() };
/// assert_eq!(position.to_string(), "position startpos moves 7g7f");
/// # Ok::<(), vampirc_usi::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position<M> {
    /// Start position of the game.
    pub start: Start,
    /// Moves played since.
    pub moves: Vec<M>,
}

/// Start position of a game.
///
/// SFEN and FEN are kept as text: which boards and pieces are valid depends on the variant.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Start {
    /// `startpos`: the initial position of the variant.
    #[default]
    Startpos,
    /// `sfen`: board, side to move, hands and, optionally, move number.
    Sfen(String),
    /// `fen`: a position in FEN, sent by programs that also support UCI.
    Fen(String),
}

impl Start {
    fn from_tokens(tokens: &mut Tokens<'_>) -> Result<Self, Error> {
        let error = tokens.expected_error("`startpos`, `sfen` or `fen`");
        let Some(key) = tokens.next() else { return Err(error) };
        match key.text {
            "startpos" => Ok(Self::Startpos),
            "sfen" => Ok(match Self::fields_from_tokens(tokens)? {
                text if text == "startpos" => Self::Startpos,
                text => Self::Sfen(text),
            }),
            "fen" => Self::fields_from_tokens(tokens).map(Self::Fen),
            _ => Err(error),
        }
    }

    fn fields_from_tokens(tokens: &mut Tokens<'_>) -> Result<String, Error> {
        let error = tokens.expected_error("a position");
        let text = tokens.join_until(&["moves"]);
        if text.is_empty() { Err(error) } else { Ok(text) }
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Startpos => f.write_str("startpos"),
            Self::Sfen(text) => write!(f, "sfen {}", FreeText(text)),
            Self::Fen(text) => write!(f, "fen {}", FreeText(text)),
        }
    }
}

impl<M> Position<M> {
    pub(crate) fn from_tokens(
        tokens: &mut Tokens<'_>,
        move_parser: &mut MoveParser<'_, M>,
    ) -> Result<Self, Error> {
        let start = Start::from_tokens(tokens)?;
        if let Some(key) = tokens.next() {
            if key.text != "moves" {
                return Err(Error::expected(key.offset, "`moves`", Some(key.text)));
            }
            if tokens.peek().is_none() {
                tokens.warn_expected_move();
            }
        }
        let mut moves = Vec::new();
        move_parser.parse_list_to_end(tokens, &mut moves)?;
        Ok(Self { start, moves })
    }
}

impl<M> Default for Position<M> {
    fn default() -> Self {
        Self { start: Start::default(), moves: Vec::new() }
    }
}

impl<M: fmt::Display> fmt::Display for Position<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position {}", self.start)?;
        if self.moves.is_empty() { Ok(()) } else { write!(f, " moves{}", MoveList(&self.moves)) }
    }
}
