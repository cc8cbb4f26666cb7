//! Why a spec is no game.

use crate::betza::MovementError;
use crate::piece::PieceKind;
use crate::sfen::SfenError;
use crate::square::MAX_BOARD_SIZE;
use crate::zobrist;
use std::fmt;

/// Why a spec is no game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SpecError {
    /// The board is smaller than 3x3 or larger than the lattice.
    BoardSize,
    /// The promotion zone or a piece's dead ranks leave no rank of the board.
    TooManyRanks,
    /// More kinds of piece than there is room for.
    TooManyKinds,
    /// A letter that is no capital, or stands twice.
    Letter(char),
    /// There must be one kind in the role of king, and at most one in that of pawn.
    Roles,
    /// A movement that cannot be read.
    Movement {
        /// The piece's name.
        piece: String,
        /// What is wrong.
        error: MovementError,
    },
    /// The king can only step: its movement must be leaps and single steps without a mode.
    KingMovement,
    /// The king has a promoted form, by which it would not be known for a king.
    KingPromotion,
    /// The piece with this letter has dead ranks and no promoted form to enter them in.
    DeadRanks(char),
    /// The start position cannot be read, or is not a legal one.
    Start(SfenError),
    /// The rules on impasse name a letter that no piece has.
    ImpasseLetter(char),
    /// More pieces of a kind than a hand can hold, or more moves than a list can.
    TooLarge,
    /// A limit of checks that is zero or larger than can be counted.
    CheckLimit,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BoardSize => write!(f, "a board is 3x3 to {MAX_BOARD_SIZE}x{MAX_BOARD_SIZE}"),
            Self::TooManyRanks => f.write_str("the zone or dead ranks cover the board"),
            Self::TooManyKinds => write!(f, "more than {} kinds of piece", PieceKind::BASE_COUNT),
            Self::Letter(c) => write!(f, "the letter '{c}' is no capital or used twice"),
            Self::Roles => f.write_str("one kind of king and at most one of pawn are needed"),
            Self::Movement { piece, error } => write!(f, "{piece}: {error}"),
            Self::KingMovement => f.write_str("a king can only leap and step, without a mode"),
            Self::KingPromotion => f.write_str("a king cannot promote"),
            Self::DeadRanks(c) => write!(f, "the piece '{c}' has dead ranks but no promotion"),
            Self::Start(error) => write!(f, "start position: {error}"),
            Self::ImpasseLetter(c) => write!(f, "no piece has the letter '{c}' of the impasse"),
            Self::TooLarge => f.write_str("more pieces of a kind, or moves, than can be held"),
            Self::CheckLimit => write!(f, "a check limit is 1 to {}", zobrist::CHECK_COUNTS - 1),
        }
    }
}

impl std::error::Error for SpecError {}
