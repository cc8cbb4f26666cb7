//! Cannon Shogi, by the PyChess rules. The default game.

use super::common::*;
use crate::spec::*;

const GOLD_CANNON: PieceSpec<'static> = PieceSpec::new('U', "Gold Cannon", "金砲", "mRcpR")
    .promotes_to("Flying Gold Cannon", "成金砲", ORTHOGONAL_FLYING)
    .western_letters("GC");
const SILVER_CANNON: PieceSpec<'static> = PieceSpec::new('A', "Silver Cannon", "銀砲", "pR")
    .promotes_to("Flying Silver Cannon", "成銀砲", ORTHOGONAL_FLYING)
    .western_letters("SC");
const COPPER_CANNON: PieceSpec<'static> = PieceSpec::new('C', "Copper Cannon", "銅砲", "mBcpB")
    .promotes_to("Flying Copper Cannon", "成銅砲", DIAGONAL_FLYING)
    .western_letters("CC");
const IRON_CANNON: PieceSpec<'static> = PieceSpec::new('I', "Iron Cannon", "鉄砲", "pB")
    .promotes_to("Flying Iron Cannon", "成鉄砲", DIAGONAL_FLYING)
    .western_letters("IC");

/// The moves of both orthogonal cannons, and a step or hop on the diagonals.
const ORTHOGONAL_FLYING: &str = "mRpRmFpB2";
/// The moves of both diagonal cannons, and a step or hop on the orthogonals.
const DIAGONAL_FLYING: &str = "mBpBmWpR2";

/// Cannon Shogi.
pub const CANNONSHOGI: GameSpec<'static> = GameSpec {
    name: "cannonshogi",
    title: "Cannon Shogi",
    about: "Peter Michaelsen, 1998, by the PyChess rules",
    files: 9,
    ranks: 9,
    promotion_ranks: 3,
    start_sfen: "lnsgkgsnl/1rci1uab1/p1p1p1p1p/9/9/9/P1P1P1P1P/1BAU1ICR1/LNSGKGSNL b - 1",
    pieces: &[
        ROOK,
        BISHOP,
        GOLD_CANNON,
        SILVER_CANNON,
        COPPER_CANNON,
        IRON_CANNON,
        GOLD,
        SILVER,
        KNIGHT,
        LANCE,
        // No dead squares: this pawn can always step sideways.
        SIDEWAYS_PAWN.dead_ranks(0),
        KING,
    ],
    pawn_drop_mate: PawnDropMate::Allowed,
    two_pawns: TwoPawns::Allowed,
    repetition: Repetition::PerpetualCheckLoses,
    check_limit: CheckLimit::None,
    impasse: Impasse::None,
};
