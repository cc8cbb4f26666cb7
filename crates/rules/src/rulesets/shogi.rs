//! Standard shogi.

use super::common::*;
use crate::spec::*;

/// Standard shogi.
pub const SHOGI: GameSpec<'static> = GameSpec {
    name: "shogi",
    title: "Shogi",
    about: "Standard shogi, with the 27-point declaration of the CSA",
    files: 9,
    ranks: 9,
    promotion_ranks: 3,
    start_sfen: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    pieces: &[ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN, KING],
    pawn_drop_mate: PawnDropMate::Forbidden,
    two_pawns: TwoPawns::Forbidden,
    repetition: Repetition::PerpetualCheckLoses,
    check_limit: CheckLimit::None,
    impasse: Impasse::EnteringKing { majors: "RB", min_points: [28, 27] },
};
