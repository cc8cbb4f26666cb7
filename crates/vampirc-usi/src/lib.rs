#![doc = include_str!("../README.md")]
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

mod engine_message;
mod error;
mod go;
mod gui_message;
mod info;
mod option;
mod protocol;
mod tokens;

pub use engine_message::{BestMove, EngineMessage};
pub use error::{Error, ErrorKind};
pub use go::{Clock, Go, MateLimit};
pub use gui_message::{GuiMessage, Parsed, Position, Start};
pub use info::{Bound, Info, Score, info_string};
pub use option::{EngineOption, OptionKind, SetOption};
pub use protocol::Protocol;
pub use tokens::command_word;
