//! The rule sets of the six games, as plain data.

use super::mailbox::Square;

/// The movement and promotion rules of one kind of piece.
#[derive(Clone, Copy, Debug)]
pub struct PieceRules {
    pub letter: char,
    pub movement: &'static str,
    /// Movement of the promoted piece; `None` if it does not promote.
    pub promoted: Option<&'static str>,
    /// Number in the start position, both sides together.
    pub count: usize,
    /// The squares that it may move to and be dropped on, Black's first; `None` for the whole board.
    pub squares: Option<[&'static [Square]; 2]>,
    /// The squares that the promoted piece may move to.
    pub promoted_squares: Option<[&'static [Square]; 2]>,
    /// Number of farthest ranks on which it could never move again and must not stand unpromoted.
    pub dead_ranks: i32,
}

/// When a player may claim a win or a draw at an impasse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImpasseRule {
    /// There are no claims.
    None,
    /// The 27-point declaration of shogi.
    Points27,
    /// 38 points with both kings in their promotion zones.
    Points38,
}

/// Who loses by repetition of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionLoser {
    Nobody,
    Black,
    White,
    /// The side that has moved to the repeated position.
    Repeater,
    Opponent,
}

/// Where the kings may not stand with no piece between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FacingLines {
    None,
    Files,
    FilesAndRanks,
}

/// The rules of one game.
#[derive(Clone, Copy, Debug)]
pub struct RuleSet {
    pub name: &'static str,
    pub files: i32,
    pub ranks: i32,
    /// Ranks of the promotion zones, from the top of the board, Black's first.
    pub zones: [&'static [i32]; 2],
    /// Whether a piece promotes whenever it can.
    pub promotion_is_mandatory: bool,
    pub start_sfen: &'static str,
    /// Letters in the order in which an SFEN lists the pieces of a hand.
    pub hand_order: &'static str,
    pub pieces: &'static [PieceRules],
    /// Letters of the kinds to which the rules on pawns apply.
    pub pawns: &'static str,
    /// Whether a pawn drop may mate.
    pub pawn_drop_mate_allowed: bool,
    /// With this number of unpromoted pawns on a file, a side may not drop another there.
    pub pawn_drop_limit: Option<usize>,
    /// Whether two unpromoted pawns of a side may stand on one file.
    pub two_pawns_allowed: bool,
    /// Whether a side that gave check throughout a repetition loses, unless both did.
    pub perpetual_check_loses: bool,
    /// The number of occurrences of a position that ends the game.
    pub repetition_count: usize,
    /// Who loses by any other repetition.
    pub repetition_loser: RepetitionLoser,
    /// Whether stalemate is a draw instead of a loss.
    pub stalemate_draws: bool,
    /// Ranks on which a king wins, from the top of the board, Black's first.
    pub goals: [&'static [i32]; 2],
    pub forbidden_facing: FacingLines,
    /// The most consecutive checks that a side may give.
    pub check_limit: Option<u32>,
    pub impasse: ImpasseRule,
}

impl RuleSet {
    pub fn all() -> &'static [Self] {
        &ALL
    }

    pub fn by_name(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|rule_set| rule_set.name == name)
    }

    /// Returns the rules of the piece with this capital letter.
    pub fn piece(&self, letter: char) -> Option<&'static PieceRules> {
        self.pieces.iter().find(|piece| piece.letter == letter)
    }
}

const fn piece(
    letter: char,
    movement: &'static str,
    promoted: Option<&'static str>,
    count: usize,
    dead_ranks: i32,
) -> PieceRules {
    PieceRules {
        letter,
        movement,
        promoted,
        count,
        squares: None,
        promoted_squares: None,
        dead_ranks,
    }
}

const GOLD: &str = "WfF";
const SILVER: &str = "FfW";
const DRAGON: &str = "RF";
const HORSE: &str = "BW";

// Pieces of the 9x9 games.
const KING: PieceRules = piece('K', "K", None, 2, 0);
const ROOK: PieceRules = piece('R', "R", Some(DRAGON), 2, 0);
const BISHOP: PieceRules = piece('B', "B", Some(HORSE), 2, 0);
const GOLD_9: PieceRules = piece('G', GOLD, None, 4, 0);
const SILVER_9: PieceRules = piece('S', SILVER, Some(GOLD), 4, 0);
const KNIGHT_9: PieceRules = piece('N', "ffN", Some(GOLD), 4, 2);
const LANCE_9: PieceRules = piece('L', "fR", Some(GOLD), 4, 1);

// Pieces of the 10x10 games.
const QUEEN: PieceRules = piece('Q', "Q", None, 2, 0);
const GOLD_10: PieceRules = piece('G', GOLD, Some("FfsW"), 4, 0);
const SILVER_10: PieceRules = piece('S', SILVER, Some(GOLD), 4, 0);
const KNIGHT_10: PieceRules = piece('N', "ffN", Some("N"), 4, 2);
const LANCE_10: PieceRules = piece('L', "fR", Some("vRsW"), 4, 1);
const PAWN_10: PieceRules = piece('P', "fW", Some(GOLD), 20, 1);

const SHOGI: RuleSet = RuleSet {
    name: "shogi",
    files: 9,
    ranks: 9,
    zones: [&[1, 2, 3], &[7, 8, 9]],
    promotion_is_mandatory: false,
    start_sfen: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    hand_order: "RBGSNLP",
    pieces: &[
        KING,
        ROOK,
        BISHOP,
        GOLD_9,
        SILVER_9,
        KNIGHT_9,
        LANCE_9,
        piece('P', "fW", Some(GOLD), 18, 1),
    ],
    pawns: "P",
    pawn_drop_mate_allowed: false,
    pawn_drop_limit: Some(1),
    two_pawns_allowed: false,
    perpetual_check_loses: true,
    repetition_count: 4,
    repetition_loser: RepetitionLoser::Nobody,
    stalemate_draws: false,
    goals: [&[], &[]],
    forbidden_facing: FacingLines::None,
    check_limit: None,
    impasse: ImpasseRule::Points27,
};

const CANNONSHOGI: RuleSet = RuleSet {
    name: "cannonshogi",
    start_sfen: "lnsgkgsnl/1rci1uab1/p1p1p1p1p/9/9/9/P1P1P1P1P/1BAU1ICR1/LNSGKGSNL b - 1",
    hand_order: "RBUACIGSNLP",
    pieces: &[
        KING,
        ROOK,
        BISHOP,
        piece('U', "mRcpR", Some("mRcpRpRmFpB2"), 2, 0),
        piece('A', "pR", Some("mRcpRpRmFpB2"), 2, 0),
        piece('C', "mBcpB", Some("mBcpBpBmWpR2"), 2, 0),
        piece('I', "pB", Some("mBcpBpBmWpR2"), 2, 0),
        GOLD_9,
        SILVER_9,
        KNIGHT_9,
        LANCE_9,
        piece('P', "fsW", Some(GOLD), 10, 0),
    ],
    pawn_drop_mate_allowed: true,
    pawn_drop_limit: None,
    two_pawns_allowed: true,
    impasse: ImpasseRule::None,
    ..SHOGI
};

const TAIHOSHOGI: RuleSet = RuleSet {
    name: "taihoshogi",
    pieces: &[
        KING,
        ROOK,
        BISHOP,
        piece('U', "ppR", Some("ppRK"), 2, 0),
        piece('A', "pR2", Some("pR2K"), 2, 0),
        piece('C', "ppB", Some("ppBK"), 2, 0),
        piece('I', "pB2", Some("pB2K"), 2, 0),
        GOLD_9,
        SILVER_9,
        KNIGHT_9,
        LANCE_9,
        piece('P', "fsW", Some(GOLD), 10, 1),
    ],
    pawn_drop_mate_allowed: false,
    pawn_drop_limit: Some(1),
    two_pawns_allowed: true,
    impasse: ImpasseRule::Points38,
    ..CANNONSHOGI
};

const SHOSU: RuleSet = RuleSet {
    name: "shosu",
    files: 10,
    ranks: 10,
    zones: [&[1, 2, 3], &[8, 9, 10]],
    start_sfen: "lnsgkqgsnl/1r6b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B6R1/LNSGQKGSNL b - 1",
    hand_order: "QRBGSNLP",
    pieces: &[KING, QUEEN, ROOK, BISHOP, GOLD_10, SILVER_10, KNIGHT_10, LANCE_10, PAWN_10],
    pawn_drop_mate_allowed: false,
    pawn_drop_limit: Some(1),
    two_pawns_allowed: false,
    perpetual_check_loses: false,
    check_limit: Some(3),
    impasse: ImpasseRule::None,
    ..SHOGI
};

const SHOSUCOURIER: RuleSet = RuleSet { name: "shosucourier", check_limit: None, ..SHOSU };

const CANNONSHOSU: RuleSet = RuleSet {
    name: "cannonshosu",
    start_sfen: "lnsgkqgsnl/1rc1ii1cb1/pppppppppp/2d4d2/10/10/2D4D2/PPPPPPPPPP/1BC1II1CR1/LNSGQKGSNL b - 1",
    hand_order: "QRBCIDGSNLP",
    pieces: &[
        KING,
        QUEEN,
        ROOK,
        BISHOP,
        piece('C', "mRcpR", Some("RmRcpRFA"), 4, 0),
        piece('I', "mBcpB", Some("BmBcpBWD"), 4, 0),
        piece('D', "fWbF", Some("sRvW"), 4, 0),
        GOLD_10,
        SILVER_10,
        KNIGHT_10,
        LANCE_10,
        PAWN_10,
    ],
    ..SHOSUCOURIER
};

static ALL: [RuleSet; 6] = [SHOGI, CANNONSHOGI, TAIHOSHOGI, SHOSU, SHOSUCOURIER, CANNONSHOSU];
