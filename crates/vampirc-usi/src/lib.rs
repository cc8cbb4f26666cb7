#![doc = include_str!("../README.md")]
//!
//! # Where to find what
//!
//! - From the GUI: [`GuiMessage`], with [`Position`], [`Go`], [`Clock`], [`SetOption`] and
//!   [`Register`] inside.
//! - From the engine: [`EngineMessage`], with [`Info`], [`Score`], [`BestMove`], [`Checkmate`] and
//!   [`EngineOption`] inside.
//! - On the board: [`Square`], [`Move`], [`Piece`].
//! - Reading: [`parse`], [`parse_reporting`] and [`parse_strict`] for a line, [`gui_messages`] and
//!   [`engine_messages`] for a stream; [`Error`] for what can be wrong.
#![deny(missing_docs)]
#![deny(unsafe_code)]
// No input may bring a program down that reads it with this crate.
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
mod clock;
mod engine;
mod error;
mod go;
mod gui;
mod info;
mod moves;
mod number;
mod option;
mod parse;
mod position;
mod register;
mod score;
mod setoption;
mod square;
mod stream;
mod text;
mod tokens;
mod word;

pub use bestmove::{BestMove, Checkmate};
pub use clock::Clock;
pub use engine::{CheckStatus, EngineMessage};
pub use error::{Error, ErrorKind};
pub use go::{Go, MateLimit};
pub use gui::{GameResult, GuiMessage};
pub use info::{CurrLine, Info};
pub use moves::{Move, Piece};
pub use option::{EngineOption, OptionKind};
pub use parse::{Message, Parsed, parse, parse_reporting, parse_strict};
pub use position::{Position, Start};
pub use register::Register;
pub use score::{Bound, Mate, Score, ScoreValue};
pub use setoption::SetOption;
pub use square::Square;
pub use stream::{Lines, Messages, StreamError, engine_messages, gui_messages};
