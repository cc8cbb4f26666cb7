#![doc = include_str!("../README.md")]
//!
//! # Overview
//!
//! - From the GUI: [`GuiMessage`], which contains [`Position`], [`Go`], [`Clock`] and [`SetOption`].
//! - From the engine: [`EngineMessage`], which contains [`Info`], [`Score`], [`BestMove`],
//!   [`Checkmate`] and [`EngineOption`].
//! - Moves: [`Move`], [`Square`], [`PieceLetter`].
//! - Parsing a line: [`parse`] and [`parse_with_warnings`], or [`parse_moves_with`] for a custom move
//!   type. [`Error`] says what is wrong with a line and where.
#![deny(missing_docs)]
#![deny(unsafe_code)]
// Input from another program must never cause a panic.
#![cfg_attr(
    not(test),
    deny(
        clippy::expect_used,
        clippy::indexing_slicing,
        clippy::panic,
        clippy::string_slice,
        clippy::unreachable,
        clippy::unwrap_used
    )
)]

mod bestmove;
mod engine_message;
mod error;
mod free_text;
mod go;
mod gui_message;
mod info;
mod message;
mod move_tokens;
mod option;
mod position;
mod token_value;
mod tokens;
mod usi_move;

pub use error::{Error, ErrorKind};
pub use go::{Clock, MateLimit};
pub use gui_message::GameResult;
pub use info::{Bound, Mate, Score, ScoreValue};
pub use message::{Message, Parsed, parse, parse_moves_with, parse_with_warnings};
pub use option::{EngineOption, OptionKind, SetOption};
pub use position::Start;
pub use usi_move::{Move, PieceLetter, Square};

/// Messages that contain moves, generic over the move type.
///
/// Use them to parse lines with [`parse_moves_with`] or to print moves of your own type. The
/// aliases in the crate root fix the type of the moves to [`Move`].
pub mod generic {
    pub use crate::bestmove::{BestMove, Checkmate};
    pub use crate::engine_message::EngineMessage;
    pub use crate::go::Go;
    pub use crate::gui_message::GuiMessage;
    pub use crate::info::Info;
    pub use crate::position::Position;
}

/// A message from the GUI to the engine, with USI moves. See [`generic::GuiMessage`].
pub type GuiMessage = generic::GuiMessage<Move>;

/// A position with USI moves. See [`generic::Position`].
pub type Position = generic::Position<Move>;

/// Parameters of a search with USI moves. See [`generic::Go`].
pub type Go = generic::Go<Move>;

/// A message from the engine to the GUI, with USI moves. See [`generic::EngineMessage`].
pub type EngineMessage = generic::EngineMessage<Move>;

/// Search information with USI moves. See [`generic::Info`].
pub type Info = generic::Info<Move>;

/// Result of a search with USI moves. See [`generic::BestMove`].
pub type BestMove = generic::BestMove<Move>;

/// Result of a mate search with USI moves. See [`generic::Checkmate`].
pub type Checkmate = generic::Checkmate<Move>;
