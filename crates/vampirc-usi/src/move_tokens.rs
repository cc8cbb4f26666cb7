//! Parsing and printing of the moves in a line.

use std::fmt;

use crate::error::{Error, ErrorKind};
use crate::token_value::TokenValue;
use crate::tokens::{Token, Tokens};
use crate::usi_move::Move;

/// A function that parses one token. See [`MoveParser::parse_token`].
type ParseMove<'f, M> = dyn FnMut(&str) -> Result<(M, Option<String>), String> + 'f;

/// Parses the move tokens of a line.
pub struct MoveParser<'f, M> {
    parse: Box<ParseMove<'f, M>>,
}

impl MoveParser<'static, Move> {
    /// Creates the parser for moves in USI notation.
    pub fn usi() -> Self {
        let parse = |token: &str| match Move::from_token(token) {
            Some(mv) => Ok((mv, Some(mv.to_token()))),
            None => Err("not a USI move".to_owned()),
        };
        Self { parse: Box::new(parse) }
    }
}

impl<'f, M> MoveParser<'f, M> {
    /// Creates a parser from a function that parses one token.
    pub fn new<E: fmt::Display>(mut parse: impl FnMut(&str) -> Result<M, E> + 'f) -> Self {
        let parse = move |token: &str| match parse(token) {
            Ok(mv) => Ok((mv, None)),
            Err(error) => Err(error.to_string()),
        };
        Self { parse: Box::new(parse) }
    }

    /// Parses a token. Returns the move and, if known, its canonical token, or why the token is not
    /// a move.
    pub fn parse_token(&mut self, token: &str) -> Result<(M, Option<String>), String> {
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
            let mut reason = String::new();
            let mv = tokens.parse_optional_with(|token| {
                self.parse_token(token).map_err(|error| reason = error).ok()
            });
            let Some(mv) = mv else {
                let (number, text) = (list.len() + 1, token.text.to_owned());
                let kind = ErrorKind::InvalidMove { number, token: text, reason };
                return Err(Error::new(token.offset, kind));
            };
            list.push(mv);
        }
        tokens.finish();
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
