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
    /// There are too many kinds of piece.
    TooManyKinds,
    /// A piece letter is not a capital letter or is used twice.
    Letter(char),
    /// There is not exactly one king kind, or more than one pawn kind.
    Roles,
    /// A movement is invalid.
    Movement {
        /// The piece's name.
        piece: String,
        /// The error in its movement.
        error: MovementError,
    },
    /// The king has a movement other than leaps and single steps that both move and capture.
    KingMovement,
    /// The king has a promoted form.
    KingPromotion,
    /// The piece with this letter has dead ranks but no promoted form.
    DeadRanks(char),
    /// The start position is malformed or illegal.
    Start(SfenError),
    /// The impasse rule names a letter that no piece has.
    ImpasseLetter(char),
    /// There are too many pieces of a kind, or too many possible moves.
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
            Self::TooManyKinds => write!(f, "more than {} piece kinds", PieceKind::BASE_COUNT),
            Self::Letter(c) => {
                write!(f, "piece letter '{c}' is used twice or is not a capital letter")
            }
            Self::Roles => f.write_str("expected exactly one king kind and at most one pawn kind"),
            Self::Movement { piece, error } => write!(f, "{piece}: {error}"),
            Self::KingMovement => f.write_str(
                "the king must move by leaps and single steps that both move and capture",
            ),
            Self::KingPromotion => f.write_str("the king must not have a promoted form"),
            Self::DeadRanks(c) => write!(f, "piece '{c}' has dead ranks but no promoted form"),
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
