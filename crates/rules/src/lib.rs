//! The rules of the cannon shogi family: what is legal and who has won.
//!
//! A game is a [`GameSpec`]: board, pieces and their movements, and a handful of rules, written in
//! [`rulesets`] in the notation of [`betza`]. [`Rules`] are a spec compiled to tables. A
//! [`Position`] is a game in progress under some rules; it generates, makes and judges moves.
//! Nothing here does input or output, keeps time or values a position.
//!
//! ```
//! use rules::{Outcome, Position, Rules};
//!
//! let game = Rules::by_name("cannonshogi").ok_or("no such game")?;
//! let mut position = Position::start(game);
//! assert_eq!(position.legal_moves().len(), 60);
//! position.try_move(game.parse_usi("2h1h")?)?;
//! assert_eq!(position.outcome(), Outcome::Ongoing);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(missing_docs, unsafe_code)]

mod attackers;
mod attacks;
pub mod betza;
mod bitboard;
mod board;
mod handicap;
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
mod random;
mod rules;
pub mod rulesets;
mod sfen;
pub mod spec;
mod square;
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
pub use outcome::{ImpasseClaim, Outcome};
pub use perft::{divide, perft, perft_parallel};
pub use piece::{Color, Hand, Piece, PieceKind};
pub use position::Position;
pub use random::SplitMix64;
pub use rules::{PieceForm, PieceInfo, Rules, SpecError};
pub use sfen::{SfenError, SfenErrorKind};
pub use spec::GameSpec;
pub use square::{MAX_BOARD_SIZE, OFFSET_COUNT, SQUARE_COUNT, Square};
pub use validate::PositionError;

/// The example of a new game is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Contributing;
