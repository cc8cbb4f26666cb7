//! The rules of cannon shogi and related games: positions, legal moves and game results.
//!
//! A game is described by a [`GameSpec`], plain data that is read from a [rules file](rules_file): the
//! board, the pieces with their movements in [Betza notation](betza), and a few optional rules.
//! [`Rules`] is a spec compiled to attack tables. A [`Position`] is a board with its move history:
//! it generates, validates and makes moves, and reports the [`Outcome`]. The crate's only I/O is to
//! [load](rules_file::load) rules files.
//!
//! ```
//! use rules::{Outcome, Position, Rules};
//!
//! let rules = Rules::by_name("cannonshogi").ok_or("unknown game")?;
//! let mut position = Position::start(rules);
//! assert_eq!(position.legal_moves().len(), 60);
//! position.try_move(rules.parse_usi("2h1h")?)?;
//! assert_eq!(position.outcome(), Outcome::Ongoing);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where to look:
//!
//! - Game definitions: [`rulesets`], [`spec`], [`betza`], [`Rules`].
//! - Board representation: [`Square`], [`Bitboard`], [`Piece`], [`Move`], [`Board`], [`Position`].
//! - Attacks and move generation: [`Board::attackers`], [`Position::generate`], [`MoveSink`],
//!   [`CheckInfo`].
//! - Incremental evaluation: [`Observer`].
//! - Text: [`Position::from_sfen`], [`Position::sfen`], [`Rules::parse_move`], [`Rules::usi`],
//!   [`format_western`], [`describe_state`], [`describe_rules`].
//! - Testing move generation: [`perft`], [`divide`].
#![deny(missing_docs, unsafe_code)]

mod attackers;
mod attacks;
pub mod betza;
mod bitboard;
mod board;
mod game_state;
mod handicap;
mod kanji;
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
pub mod rules_file;
pub mod rulesets;
mod sfen;
pub mod spec;
mod square;
mod validate;
mod variants_ini;
mod western;
mod zobrist;

pub use attackers::PawnAttacks;
pub use attacks::HopClass;
pub use betza::{Movement, MovementError};
pub use bitboard::{Bitboard, Squares};
pub use board::{Board, Observer};
pub use game_state::{describe_rules, describe_state};
pub use kanji::abbreviate_kanji;
pub use legality::IllegalMove;
pub use move_text::ParseMoveError;
pub use movegen::{CheckInfo, GenKind, MAX_MOVES, MoveList, MoveSink};
pub use mv::{Move, Origin};
pub use outcome::{ImpasseClaim, Outcome, RootHistory};
pub use perft::{divide, perft, perft_parallel};
pub use piece::{Color, Hand, Piece, PieceKind};
pub use position::Position;
pub use random::SplitMix64;
pub use rules::{PieceForm, PieceInfo, RegisterError, Rules, SpecError, SpecErrorKind};
pub use sfen::{SfenError, SfenErrorKind};
pub use spec::GameSpec;
pub use square::{MAX_BOARD_SIZE, OFFSET_COUNT, SQUARE_COUNT, Square};
pub use validate::PositionError;
pub use western::{format_western, parse_western};

/// Compiles and runs the example of a new game in CONTRIBUTING.md.
#[cfg(doctest)]
#[doc = include_str!("../../../CONTRIBUTING.md")]
struct Contributing;
