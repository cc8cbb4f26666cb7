use super::common::*;
use crate::spec::*;

/// Standard shogi.
pub const SHOGI: Spec<'static> = Spec {
    name: "shogi",
    title: "Shogi",
    about: "Standard shogi, with the 27-point declaration of the CSA: the measuring stick",
    files: 9,
    ranks: 9,
    zone: 3,
    start: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    pieces: &[ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN, KING],
    pawn_drop_mate: PawnDropMate::Forbidden,
    two_pawns: TwoPawns::Never,
    repetition: Repetition::PerpetualCheckLoses,
    check_limit: CheckLimit::None,
    impasse: Impasse::Entering { majors: "RB", enough: [28, 27] },
};
