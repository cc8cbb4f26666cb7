//! Functions that parse a line into a message.

use crate::error::{Error, ErrorKind};
use crate::move_tokens::MoveParser;
use crate::tokens::Tokens;
use crate::usi_move::Move;

/// A message in either direction: [`GuiMessage`](crate::generic::GuiMessage) or
/// [`EngineMessage`](crate::generic::EngineMessage).
///
/// Its [`Display`](std::fmt::Display) form is the line to send, without the line ending. The trait
/// is sealed.
pub trait Message: Sized {
    /// Type of the moves in the message: [`Move`] unless it was parsed with [`parse_moves_with`].
    type Move;

    /// Parses the tokens after `command`. Returns `None` if the command is not part of USI.
    #[doc(hidden)]
    fn from_tokens(
        command: &str,
        tokens: &mut Tokens<'_>,
        moves: &mut MoveParser<'_, Self::Move>,
    ) -> Result<Option<Self>, Error>;

    /// Returns the message for a line that is not part of USI.
    #[doc(hidden)]
    fn other(line: String) -> Self;
}

/// A message and the warnings about its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed<T> {
    /// The message.
    pub message: T,
    /// Tolerated problems, in the order in which the parser found them.
    pub warnings: Vec<Error>,
}

/// Parses a line leniently. Use it for the output of other programs.
///
/// Extra whitespace, unknown tokens, duplicate parameters, invalid values and noncanonical tokens
/// are tolerated. An unknown command becomes `Other`.
///
/// # Errors
///
/// Fails only if the message is useless without the invalid part. An example is an invalid move in
/// `position`: without it the moves lead to another position.
///
/// ```
/// use vampirc_usi::{Go, GuiMessage, parse};
///
/// let message = parse(" go  depth 8 quickly\r\n");
/// assert_eq!(message, Ok(GuiMessage::Go(Go { depth: Some(8), ..Go::default() })));
/// ```
pub fn parse<T: Message<Move = Move>>(line: &str) -> Result<T, Error> {
    parse_with_warnings(line).map(|parsed| parsed.message)
}

/// Parses a line like [`parse`] and also returns the problems that were tolerated.
///
/// They are tokens without a use: unknown ones, invalid values and duplicates. Other spellings of a
/// valid line cause no warnings; a line is canonical if its message prints as the same line.
///
/// # Errors
///
/// Fails in the same cases as [`parse`].
///
/// ```
/// use vampirc_usi::{GuiMessage, parse_with_warnings};
///
/// let parsed = parse_with_warnings::<GuiMessage>("go depth x nodes 5 quickly")?;
/// let warnings: Vec<String> = parsed.warnings.iter().map(ToString::to_string).collect();
/// assert_eq!(warnings, [
///     r#"byte 9: expected a whole number, found "x""#,
///     r#"byte 19: unknown token "quickly""#,
/// ]);
/// # Ok::<(), vampirc_usi::Error>(())
/// ```
pub fn parse_with_warnings<T: Message<Move = Move>>(line: &str) -> Result<Parsed<T>, Error> {
    parse_tokens(line, MoveParser::usi())
}

/// Parses a line like [`parse_with_warnings`], but parses each move token with `parse_move`.
///
/// Use it for your own move type or for another notation, like that of UCI. It returns a message of
/// the module [`generic`](crate::generic).
///
/// `parse_move` must return an error for a token that is not a move: such a token ends a list of
/// moves like `searchmoves`.
///
/// # Errors
///
/// Fails in the same cases as [`parse`]. If `parse_move` fails for a move of `position`, the error
/// is an [`ErrorKind::InvalidMove`](crate::ErrorKind::InvalidMove) with the text of that error.
///
/// ```
/// use vampirc_usi::generic::{GuiMessage, Position};
/// use vampirc_usi::{Error, Parsed, Start, parse_moves_with};
///
/// #[derive(Debug, PartialEq)]
/// struct ChessMove([u8; 4]);
///
/// fn parse_uci_move(token: &str) -> Result<ChessMove, &'static str> {
///     let squares = token.as_bytes().try_into().map_err(|_| "expected four characters")?;
///     if token.starts_with(|file| matches!(file, 'a'..='i')) {
///         Ok(ChessMove(squares))
///     } else {
///         Err("expected a file from a to i")
///     }
/// }
///
/// fn parse(line: &str) -> Result<Parsed<GuiMessage<ChessMove>>, Error> {
///     parse_moves_with(line, parse_uci_move)
/// }
///
/// let moves = vec![ChessMove(*b"c3c4"), ChessMove(*b"g7g6")];
/// assert_eq!(
///     parse("position startpos moves c3c4 g7g6")?.message,
///     GuiMessage::Position(Position { start: Start::Startpos, moves }),
/// );
/// assert_eq!(
///     parse("position startpos moves c3c4 7g7f").unwrap_err().to_string(),
///     r#"byte 29: invalid move 2 "7g7f": expected a file from a to i"#,
/// );
/// # Ok::<(), Error>(())
/// ```
pub fn parse_moves_with<T, E>(
    line: &str,
    parse_move: impl FnMut(&str) -> Result<T::Move, E>,
) -> Result<Parsed<T>, Error>
where
    T: Message,
    E: std::fmt::Display,
{
    parse_tokens(line, MoveParser::new(parse_move))
}

fn parse_tokens<T: Message>(
    line: &str,
    mut moves: MoveParser<'_, T::Move>,
) -> Result<Parsed<T>, Error> {
    let mut tokens = Tokens::new(line);
    let Some(command) = tokens.next() else { return Err(Error::new(0, ErrorKind::Empty)) };
    let message = match T::from_tokens(command.text, &mut tokens, &mut moves)? {
        Some(message) => message,
        None => T::other(tokens.take_whole_line()),
    };
    tokens.finish();
    Ok(Parsed { message, warnings: tokens.into_warnings() })
}
