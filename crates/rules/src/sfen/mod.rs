//! Positions as text: SFEN, and FEN as chess-style programs write it.

mod error;
mod read;
mod words;
mod write;

pub use error::{SfenError, SfenErrorKind};
