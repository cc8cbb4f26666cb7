//! Taihō Shōgi: Cannon Shogi with other cannons and pawn rules, by the Chess Wiki.

use super::common::*;
use crate::spec::*;

const GOLD_CANNON: PieceSpec<'static> = PieceSpec::new('U', "Gold Cannon", "金砲", "ppR")
    .promotes_to("Promoted Gold Cannon", "成金砲", "ppRK")
    .western_letters("GC");
const SILVER_CANNON: PieceSpec<'static> = PieceSpec::new('A', "Silver Cannon", "銀砲", "pR2")
    .promotes_to("Promoted Silver Cannon", "成銀砲", "pR2K")
    .western_letters("SC");
const COPPER_CANNON: PieceSpec<'static> = PieceSpec::new('C', "Copper Cannon", "銅砲", "ppB")
    .promotes_to("Promoted Copper Cannon", "成銅砲", "ppBK")
    .western_letters("CC");
const IRON_CANNON: PieceSpec<'static> = PieceSpec::new('I', "Iron Cannon", "鉄砲", "pB2")
    .promotes_to("Promoted Iron Cannon", "成鉄砲", "pB2K")
    .western_letters("IC");

/// Cannon Shogi with other cannons: two jump over any number of screens, two only over an adjacent
/// screen.
pub const TAIHOSHOGI: GameSpec<'static> = GameSpec {
    name: "taihoshogi",
    title: "Taihō Shōgi",
    about: "Cannon Shogi by the rules of the Chess Wiki: other cannons, other pawn rules",
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
        SIDEWAYS_PAWN,
        KING,
    ],
    pawn_drop_mate: PawnDropMate::Forbidden,
    two_pawns: TwoPawns::DropForbidden,
    repetition: Repetition::PerpetualCheckLoses,
    check_limit: CheckLimit::None,
    impasse: Impasse::BothKingsEntered { majors: "RBUACI", min_points: 38 },
};
