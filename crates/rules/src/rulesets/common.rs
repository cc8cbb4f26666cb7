//! Pieces shared by several games.

use crate::spec::{PieceSpec, Role};

/// The movement of the gold, which most promoted pieces share.
pub const GOLD_MOVE: &str = "WfF";

/// King.
pub const KING: PieceSpec<'static> = PieceSpec::new('K', "King", "玉将 王将", "K").role(Role::King);
/// Rook, promoting to Dragon.
pub const ROOK: PieceSpec<'static> =
    PieceSpec::new('R', "Rook", "飛車", "R").promotes_to("Dragon", "龍王", "RF");
/// Bishop, promoting to Horse.
pub const BISHOP: PieceSpec<'static> =
    PieceSpec::new('B', "Bishop", "角行", "B").promotes_to("Horse", "龍馬", "BW");
/// The gold of 9x9 boards, which does not promote.
pub const GOLD: PieceSpec<'static> = PieceSpec::new('G', "Gold", "金将", GOLD_MOVE);
/// The silver of 9x9 boards.
pub const SILVER: PieceSpec<'static> =
    PieceSpec::new('S', "Silver", "銀将", "FfW").promotes_to("Promoted Silver", "成銀", GOLD_MOVE);
/// The knight of 9x9 boards.
pub const KNIGHT: PieceSpec<'static> = PieceSpec::new('N', "Knight", "桂馬", "ffN")
    .promotes_to("Promoted Knight", "成桂", GOLD_MOVE)
    .dead_ranks(2);
/// The lance of 9x9 boards.
pub const LANCE: PieceSpec<'static> = PieceSpec::new('L', "Lance", "香車", "fR")
    .promotes_to("Promoted Lance", "成香", GOLD_MOVE)
    .dead_ranks(1);
/// The pawn of shogi and of 10x10 boards.
pub const PAWN: PieceSpec<'static> = PieceSpec::new('P', "Pawn", "歩兵", "fW")
    .promotes_to("Tokin", "と金", GOLD_MOVE)
    .dead_ranks(1)
    .role(Role::Pawn);
/// The pawn of 9x9 cannon games, which also steps sideways.
pub const SIDEWAYS_PAWN: PieceSpec<'static> = PieceSpec { movement: "fsW", ..PAWN };

/// The queen of 10x10 boards.
pub const QUEEN: PieceSpec<'static> = PieceSpec::new('Q', "Queen", "妃将", "Q");
/// The gold of 10x10 boards.
pub const GREAT_GOLD: PieceSpec<'static> = GOLD.promotes_to("Great General", "酔象", "FfsW");
/// The silver of 10x10 boards. It promotes to a piece with the movement of the gold.
pub const GREAT_SILVER: PieceSpec<'static> = SILVER.promotes_to("Gold General", "金将", GOLD_MOVE);
/// The knight of 10x10 boards.
pub const GREAT_KNIGHT: PieceSpec<'static> = KNIGHT.promotes_to("Jumping Horse", "跳馬", "N");
/// The lance of 10x10 boards.
pub const GREAT_LANCE: PieceSpec<'static> = LANCE.promotes_to("Vertical Mover", "竪行", "WvR");
