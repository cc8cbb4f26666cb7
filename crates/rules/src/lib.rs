//! The rules of cannon shogi and related games: positions, legal moves and game results.
//!
//! A game is described by a [`GameSpec`], plain data: the board, the pieces with their movements in
//! [Betza notation](betza), and a few optional rules. The spec can be read with serde, for instance from
//! TOML. [`Rules`] is a spec compiled to attack tables. A [`Position`] is a board with its move history:
//! it generates, validates and makes moves, and reports the [`Outcome`]. The crate does no I/O.
//!
//! ```
//! use rules::{GameSpec, Outcome, Position, Rules};
//!
//! let minicannon: GameSpec = toml::from_str(include_str!("../examples/minicannon.toml"))?;
//! let rules = Rules::build(&minicannon)?;
//! let mut position = Position::start(rules);
//! assert_eq!(position.legal_moves().len(), 13);
//! position.try_move(rules.parse_usi("2e2b")?)?;
//! assert_eq!(position.outcome(), Outcome::Ongoing);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The games of Ozutsu are not part of the crate: they are files in the folder `crates/games/games` of its
//! repository.
//!
//! Where to look:
//!
//! - Game definitions: [`spec`], [`betza`], [`Rules`].
//! - Board representation: [`Square`], [`Bitboard`], [`Piece`], [`Move`], [`Board`], [`Position`].
//! - Attacks and move generation: [`Board::attackers`], [`Position::generate`], [`MoveSink`],
//!   [`CheckInfo`].
//! - Incremental evaluation: [`Observer`].
//! - Text: [`Position::from_sfen`], [`Position::sfen`], [`Rules::parse_move`], [`Rules::usi`].
//! - Testing move generation: [`perft`], [`checked_perft`].
//! - Messages: [`quoted`], [`ascii_of_full_width`].
#![deny(missing_docs, unsafe_code)]

mod attackers;
mod attacks;
pub mod betza;
mod bitboard;
mod board;
mod king_safety;
mod legality;
mod lines;
mod move_text;
mod movegen;
mod mv;
mod outcome;
mod perft;
mod piece;
mod position;
mod quoted;
mod random;
mod rules;
mod sfen;
pub mod spec;
mod square;
#[cfg(test)]
mod test_games;
mod validate;
mod zobrist;

pub use attackers::PawnAttacks;
pub use attacks::HopClass;
pub use betza::{Movement, MovementError};
pub use bitboard::{Bitboard, Squares};
pub use board::{Board, Observer};
pub use legality::IllegalMove;
pub use move_text::ParseMoveError;
pub use movegen::{CheckInfo, GenKind, MAX_MOVES, MoveList, MoveSink};
pub use mv::{Move, Origin};
pub use outcome::{ImpasseClaim, Outcome, RootHistory};
pub use perft::{checked_perft, perft};
pub use piece::{Color, Hand, Piece, PieceKind};
pub use position::Position;
pub use quoted::{ascii_of_full_width, quoted, quoted_path};
pub use random::SplitMix64;
pub use rules::{PieceForm, PieceInfo, Rules, SpecError, SpecErrorKind};
pub use sfen::{Setup, SfenError, SfenErrorKind, board_sfen};
pub use spec::GameSpec;
pub use square::{MAX_BOARD_SIZE, OFFSET_COUNT, SQUARE_COUNT, Square};
pub use validate::PositionError;

/// Tests the example of the file.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
