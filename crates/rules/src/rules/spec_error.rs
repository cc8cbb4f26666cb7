//! [`SpecError`]: why a [`GameSpec`](crate::GameSpec) is invalid.

use crate::betza::MovementError;
use crate::piece::PieceKind;
use crate::sfen::SfenError;
use crate::square::MAX_BOARD_SIZE;
use crate::zobrist;
use std::fmt;

/// The reason why a [`GameSpec`](crate::GameSpec) is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SpecError {
    /// The board is smaller than 3x3 or larger than 10x10.
    BoardSize,
    /// The promotion zone or a piece's dead ranks cover the whole board.
    ZoneCoversBoard,
    /// Too many kinds of piece.
    TooManyKinds,
    /// A piece letter that is not a capital or is used twice.
    Letter(char),
    /// There is not exactly one king kind, or more than one pawn kind.
    Roles,
    /// An invalid movement.
    Movement {
        /// The piece's name.
        piece: String,
        /// What is wrong with the movement.
        error: MovementError,
    },
    /// The king's movement has more than leaps and single steps that both move and capture.
    KingMovement,
    /// The king has a promoted form.
    KingPromotion,
    /// The piece with this letter has dead ranks but no promoted form.
    DeadRanks(char),
    /// The start position is malformed or illegal.
    Start(SfenError),
    /// The impasse rule names a letter that no piece has.
    ImpasseLetter(char),
    /// Too many pieces of a kind, or too many possible moves.
    TooLarge,
    /// The check limit is zero or too large.
    CheckLimit,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BoardSize => {
                write!(f, "the board size must be 3x3 to {MAX_BOARD_SIZE}x{MAX_BOARD_SIZE}")
            }
            Self::ZoneCoversBoard => {
                f.write_str("the promotion zone or dead ranks cover the whole board")
            }
            Self::TooManyKinds => write!(f, "more than {} kinds of piece", PieceKind::BASE_COUNT),
            Self::Letter(c) => write!(f, "the piece letter '{c}' is not a capital or used twice"),
            Self::Roles => f.write_str("expected exactly one king kind and at most one pawn kind"),
            Self::Movement { piece, error } => write!(f, "{piece}: {error}"),
            Self::KingMovement => f.write_str(
                "the king's movement must be leaps and single steps that move and capture",
            ),
            Self::KingPromotion => f.write_str("the king must not have a promoted form"),
            Self::DeadRanks(c) => write!(f, "the piece '{c}' has dead ranks but no promoted form"),
            Self::Start(error) => write!(f, "start position: {error}"),
            Self::ImpasseLetter(c) => write!(f, "unknown piece letter '{c}' in the impasse rule"),
            Self::TooLarge => f.write_str("too many pieces of a kind or too many possible moves"),
            Self::CheckLimit => {
                write!(f, "the check limit must be 1 to {}", zobrist::CHECK_COUNTS - 1)
            }
        }
    }
}

impl std::error::Error for SpecError {}
