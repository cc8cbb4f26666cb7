//! `position`.

use std::fmt;

use crate::error::{Error, ErrorKind};
use crate::moves::{Line, Move};
use crate::text::Text;
use crate::tokens::Words;
use crate::word::Word;

/// A position: where the game starts and the moves since.
///
/// A move that cannot be read is an error even when lenient: a line of play cut short would be
/// another position than the one meant.
///
/// ```
/// use vampirc_usi::{GuiMessage, Position, Start, parse};
///
/// let message = parse("position sfen 4k4/9/9/9/9/9/9/9/4K4 b R 1 moves R*5c")?;
/// let GuiMessage::Position(position) = message else { panic!() };
/// assert_eq!(position.start.fields().nth(2), Some("R"));
/// assert_eq!(position.moves, ["R*5c".parse()?]);
///
/// let position = Position { moves: vec!["7g7f".parse()?], ..Position::default() };
/// assert_eq!(position.to_string(), "position startpos moves 7g7f");
/// # Ok::<(), vampirc_usi::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Position {
    /// Where the game starts.
    pub start: Start,
    /// The moves since.
    pub moves: Vec<Move>,
}

/// Where a game starts.
///
/// Set-ups are carried as text. Which pieces and boards there are is a matter of the game's rules,
/// not of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Start {
    /// The start position of the game.
    #[default]
    Startpos,
    /// A position in SFEN: board, side to move, hands and, if given, move number.
    Sfen(String),
    /// A position in FEN, as programs that also speak UCI send it.
    Fen(String),
}

impl Start {
    /// The fields of the set-up in order; none for [`Start::Startpos`].
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        match self {
            Self::Startpos => "",
            Self::Sfen(text) | Self::Fen(text) => text,
        }
        .split_whitespace()
    }

    fn read(words: &mut Words<'_>) -> Result<Self, Error> {
        let wanted = words.missing("`startpos`, `sfen` or `fen`");
        let Some(kind) = words.next()? else { return Err(wanted) };
        match kind.text {
            "startpos" => Ok(Self::Startpos),
            "sfen" => Self::read_sfen(words, kind.offset),
            "fen" => Self::read_fields(words).map(Self::Fen),
            _ => Err(wanted),
        }
    }

    fn read_sfen(words: &mut Words<'_>, offset: usize) -> Result<Self, Error> {
        let text = Self::read_fields(words)?;
        if text != "startpos" {
            return Ok(Self::Sfen(text));
        }
        let [found, write] = ["sfen startpos", "startpos"].map(str::to_owned);
        words.fault(offset, ErrorKind::Spelling { found, write })?;
        Ok(Self::Startpos)
    }

    fn read_fields(words: &mut Words<'_>) -> Result<String, Error> {
        let missing = words.missing("a position");
        let text = words.phrase(&["moves"])?;
        if text.is_empty() { Err(missing) } else { Ok(text) }
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Startpos => f.write_str("startpos"),
            Self::Sfen(text) => write!(f, "sfen {}", Text(text)),
            Self::Fen(text) => write!(f, "fen {}", Text(text)),
        }
    }
}

impl Position {
    pub(crate) fn read(words: &mut Words<'_>) -> Result<Self, Error> {
        let start = Start::read(words)?;
        let mut moves = Vec::new();
        if let Some(word) = words.next()? {
            if word.text != "moves" {
                return Err(Error::expected(word.offset, "`moves`", Some(word.text)));
            }
            words.due(Move::WHAT)?;
        }
        words.list_to_end(&mut moves)?;
        Ok(Self { start, moves })
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position {}", self.start)?;
        if self.moves.is_empty() { Ok(()) } else { write!(f, " moves{}", Line(&self.moves)) }
    }
}
