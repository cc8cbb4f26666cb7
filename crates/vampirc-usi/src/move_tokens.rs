//! Parsing and printing of the moves in a line.

use std::fmt;

use crate::error::{Error, ErrorKind};
use crate::token_value::TokenValue;
use crate::tokens::{Token, Tokens};
use crate::usi_move::Move;

/// A function that parses one token. See [`MoveParser::parse_token`].
type ParseMove<'f, M> = dyn FnMut(&str) -> Result<M, String> + 'f;

/// Parses the move tokens of a line.
pub struct MoveParser<'f, M> {
    parse: Box<ParseMove<'f, M>>,
}

impl MoveParser<'static, Move> {
    /// Creates the parser for moves in USI notation.
    pub fn usi() -> Self {
        Self::new(|token| Move::from_token(token).ok_or("not a USI move"))
    }
}

impl<'f, M> MoveParser<'f, M> {
    /// Creates a parser from a function that parses one token.
    pub fn new<E: fmt::Display>(mut parse: impl FnMut(&str) -> Result<M, E> + 'f) -> Self {
        Self { parse: Box::new(move |token| parse(token).map_err(|error| error.to_string())) }
    }

    /// Parses a token. Returns the move, or why the token is not one.
    pub fn parse_token(&mut self, token: &str) -> Result<M, String> {
        (self.parse)(token)
    }

    /// Parses the next token as a move. Consumes it only if it is one.
    pub fn parse_optional(&mut self, tokens: &mut Tokens<'_>) -> Option<M> {
        tokens.parse_optional_with(|token| self.parse_token(token).ok())
    }

    /// Parses the move after `key` into `slot`. Does not consume a token that is not a move.
    pub fn parse_parameter(
        &mut self,
        tokens: &mut Tokens<'_>,
        slot: &mut Option<M>,
        key: Token<'_>,
    ) {
        match self.parse_optional(tokens) {
            Some(mv) => tokens.warn_duplicate(key, slot.replace(mv).is_some()),
            None => tokens.warn_expected_move(),
        }
    }

    /// Parses the moves after `key` into `list`, replacing its contents. Warns if there are none.
    pub fn parse_list(&mut self, tokens: &mut Tokens<'_>, list: &mut Vec<M>, key: Token<'_>) {
        tokens.warn_duplicate(key, !list.is_empty());
        list.clear();
        while let Some(mv) = self.parse_optional(tokens) {
            list.push(mv);
        }
        if list.is_empty() {
            tokens.warn_expected_move();
        }
    }

    /// Parses all remaining tokens as moves and appends them to `list`. A token that is not a move
    /// is an error, even when parsing leniently: without it the moves lead to another position.
    pub fn parse_list_to_end(
        &mut self,
        tokens: &mut Tokens<'_>,
        list: &mut Vec<M>,
    ) -> Result<(), Error> {
        while let Some(token) = tokens.peek() {
            let mv = self.parse_token(token.text).map_err(|reason| {
                let (number, token_text) = (list.len() + 1, token.text.to_owned());
                let kind = ErrorKind::InvalidMove { number, token: token_text, reason };
                Error::new(token.offset, kind)
            })?;
            tokens.next();
            list.push(mv);
        }
        Ok(())
    }
}

impl<M> fmt::Debug for MoveParser<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MoveParser").finish_non_exhaustive()
    }
}

/// Displays moves, each preceded by a space.
#[derive(Debug)]
pub struct MoveList<'a, M>(pub &'a [M]);

impl<M: fmt::Display> fmt::Display for MoveList<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}
