//! Cannon Shosu Shogi: Shosu Shogi with cannons and dogs.

use super::SHOSUCOURIER;
use super::common::*;
use crate::spec::*;

const GOLD_CANNON: PieceSpec<'static> = PieceSpec::new('C', "Gold Cannon", "金砲", "mRcpR")
    .promotes_to("Rook General", "飛将", "RFAcpR");
const SILVER_CANNON: PieceSpec<'static> = PieceSpec::new('I', "Silver Cannon", "銀砲", "mBcpB")
    .promotes_to("Bishop General", "角将", "BWDcpB");
const DOG: PieceSpec<'static> =
    PieceSpec::new('D', "Dog", "犬", "bFfW").promotes_to("Side Mover", "横行", "WsR");

/// Cannon Shosu Shogi.
pub const CANNONSHOSU: GameSpec<'static> = GameSpec {
    name: "cannonshosu",
    title: "Cannon Shosu Shogi",
    about: "Adam DeWitt: Shosu Shogi with cannons and dogs",
    start_sfen: "lnsgkqgsnl/1rc1ii1cb1/pppppppppp/2d4d2/10/10/2D4D2/PPPPPPPPPP/1BC1II1CR1/\
            LNSGQKGSNL b - 1",
    pieces: &[
        QUEEN,
        ROOK,
        BISHOP,
        GOLD_CANNON,
        SILVER_CANNON,
        DOG,
        GREAT_GOLD,
        GREAT_SILVER,
        GREAT_KNIGHT,
        GREAT_LANCE,
        PAWN,
        KING,
    ],
    ..SHOSUCOURIER
};
