use super::common::*;
use crate::spec::*;

const GOLD_CANNON: PieceSpec<'static> = PieceSpec::new('U', "Gold Cannon", "金砲", "ppR")
    .promotes("Promoted Gold Cannon", "成金砲", "ppRK")
    .western("GC");
const SILVER_CANNON: PieceSpec<'static> = PieceSpec::new('A', "Silver Cannon", "銀砲", "pR2")
    .promotes("Promoted Silver Cannon", "成銀砲", "pR2K")
    .western("SC");
const COPPER_CANNON: PieceSpec<'static> = PieceSpec::new('C', "Copper Cannon", "銅砲", "ppB")
    .promotes("Promoted Copper Cannon", "成銅砲", "ppBK")
    .western("CC");
const IRON_CANNON: PieceSpec<'static> = PieceSpec::new('I', "Iron Cannon", "鉄砲", "pB2")
    .promotes("Promoted Iron Cannon", "成鉄砲", "pB2K")
    .western("IC");

/// Cannon Shogi by other rules: cannons that jump over any number, or just over a neighbour.
pub const TAIHOSHOGI: Spec<'static> = Spec {
    name: "taihoshogi",
    title: "Taihō Shōgi",
    about: "Cannon Shogi by the rules of the Chess Wiki: other cannons, other pawn rules",
    files: 9,
    ranks: 9,
    zone: 3,
    start: "lnsgkgsnl/1rci1uab1/p1p1p1p1p/9/9/9/P1P1P1P1P/1BAU1ICR1/LNSGKGSNL b - 1",
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
    two_pawns: TwoPawns::NotByDrop,
    repetition: Repetition::PerpetualCheckLoses,
    check_limit: CheckLimit::None,
    impasse: Impasse::BothKings { majors: "RBUACI", enough: 38 },
};
