//! Shosu Shogi by the Game Courier preset: no check limit.

use super::common::*;
use crate::spec::*;

/// Shosu Shogi by the Game Courier preset.
pub const SHOSUCOURIER: GameSpec<'static> = GameSpec {
    name: "shosucourier",
    title: "Shosu Shogi",
    about: "Adam DeWitt, by the Game Courier preset: no limit on checks",
    files: 10,
    ranks: 10,
    promotion_ranks: 3,
    start_sfen: "lnsgkqgsnl/1r6b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B6R1/LNSGQKGSNL b - 1",
    pieces: &[QUEEN, ROOK, BISHOP, GREAT_GOLD, GREAT_SILVER, GREAT_KNIGHT, GREAT_LANCE, PAWN, KING],
    pawn_drop_mate: PawnDropMate::Forbidden,
    two_pawns: TwoPawns::Forbidden,
    repetition: Repetition::Draw,
    check_limit: CheckLimit::None,
    impasse: Impasse::None,
};
