//! The six games as plain data.

/// One kind of piece.
#[derive(Clone, Copy, Debug)]
pub struct PieceKind {
    pub letter: char,
    pub movement: &'static str,
    /// The movement when promoted; `None` if it does not promote.
    pub promoted: Option<&'static str>,
    /// How many the whole set holds, both sides together.
    pub count: usize,
    /// On how many of the last ranks it may not stand unpromoted.
    pub dead_ranks: i32,
}

/// What may be claimed once kings have entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImpasseRule {
    /// By agreement only.
    None,
    /// The 27-point declaration.
    Points27,
    /// 38 points, both kings in their zones.
    Points38,
}

/// A game.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    pub name: &'static str,
    pub files: i32,
    pub ranks: i32,
    /// On how many of the last ranks pieces promote.
    pub zone: i32,
    pub start: &'static str,
    /// The order in which hands are written.
    pub hand_order: &'static str,
    pub kinds: &'static [PieceKind],
    /// Whether a pawn drop may mate.
    pub pawn_drop_mate: bool,
    /// Whether a pawn may be dropped on a file with an own unpromoted pawn.
    pub two_pawn_drop: bool,
    /// Whether two own unpromoted pawns may stand on a file in a position set up.
    pub two_pawns_stand: bool,
    /// Whether a repetition by checks alone loses; every other one draws.
    pub perpetual_check_loses: bool,
    /// How often in a row a side may give check.
    pub check_limit: Option<u32>,
    pub impasse: ImpasseRule,
}

impl Game {
    pub fn all() -> &'static [Self] {
        &ALL
    }

    pub fn named(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|game| game.name == name)
    }

    /// The kind with this capital letter.
    pub fn kind(&self, letter: char) -> Option<&'static PieceKind> {
        self.kinds.iter().find(|kind| kind.letter == letter)
    }
}

/// Letter, movement, promoted movement, count, dead ranks.
const fn kind(
    letter: char,
    movement: &'static str,
    promoted: Option<&'static str>,
    count: usize,
    dead_ranks: i32,
) -> PieceKind {
    PieceKind { letter, movement, promoted, count, dead_ranks }
}

const GOLD: &str = "WfF";
const SILVER: &str = "FfW";
const DRAGON: &str = "RF";
const HORSE: &str = "BW";

// The 9x9 pieces.
const KING: PieceKind = kind('K', "K", None, 2, 0);
const ROOK: PieceKind = kind('R', "R", Some(DRAGON), 2, 0);
const BISHOP: PieceKind = kind('B', "B", Some(HORSE), 2, 0);
const GOLD_9: PieceKind = kind('G', GOLD, None, 4, 0);
const SILVER_9: PieceKind = kind('S', SILVER, Some(GOLD), 4, 0);
const KNIGHT_9: PieceKind = kind('N', "ffN", Some(GOLD), 4, 2);
const LANCE_9: PieceKind = kind('L', "fR", Some(GOLD), 4, 1);

// The 10x10 pieces.
const QUEEN: PieceKind = kind('Q', "Q", None, 2, 0);
const GOLD_10: PieceKind = kind('G', GOLD, Some("FfsW"), 4, 0);
const SILVER_10: PieceKind = kind('S', SILVER, Some(GOLD), 4, 0);
const KNIGHT_10: PieceKind = kind('N', "ffN", Some("N"), 4, 2);
const LANCE_10: PieceKind = kind('L', "fR", Some("vRsW"), 4, 1);
const PAWN_10: PieceKind = kind('P', "fW", Some(GOLD), 20, 1);

const SHOGI: Game = Game {
    name: "shogi",
    files: 9,
    ranks: 9,
    zone: 3,
    start: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    hand_order: "RBGSNLP",
    kinds: &[
        KING,
        ROOK,
        BISHOP,
        GOLD_9,
        SILVER_9,
        KNIGHT_9,
        LANCE_9,
        kind('P', "fW", Some(GOLD), 18, 1),
    ],
    pawn_drop_mate: false,
    two_pawn_drop: false,
    two_pawns_stand: false,
    perpetual_check_loses: true,
    check_limit: None,
    impasse: ImpasseRule::Points27,
};

const CANNONSHOGI: Game = Game {
    name: "cannonshogi",
    start: "lnsgkgsnl/1rci1uab1/p1p1p1p1p/9/9/9/P1P1P1P1P/1BAU1ICR1/LNSGKGSNL b - 1",
    hand_order: "RBUACIGSNLP",
    kinds: &[
        KING,
        ROOK,
        BISHOP,
        kind('U', "mRcpR", Some("mRcpRpRmFpB2"), 2, 0),
        kind('A', "pR", Some("mRcpRpRmFpB2"), 2, 0),
        kind('C', "mBcpB", Some("mBcpBpBmWpR2"), 2, 0),
        kind('I', "pB", Some("mBcpBpBmWpR2"), 2, 0),
        GOLD_9,
        SILVER_9,
        KNIGHT_9,
        LANCE_9,
        kind('P', "fsW", Some(GOLD), 10, 0),
    ],
    pawn_drop_mate: true,
    two_pawn_drop: true,
    two_pawns_stand: true,
    impasse: ImpasseRule::None,
    ..SHOGI
};

const TAIHOSHOGI: Game = Game {
    name: "taihoshogi",
    kinds: &[
        KING,
        ROOK,
        BISHOP,
        kind('U', "ppR", Some("ppRK"), 2, 0),
        kind('A', "pR2", Some("pR2K"), 2, 0),
        kind('C', "ppB", Some("ppBK"), 2, 0),
        kind('I', "pB2", Some("pB2K"), 2, 0),
        GOLD_9,
        SILVER_9,
        KNIGHT_9,
        LANCE_9,
        kind('P', "fsW", Some(GOLD), 10, 1),
    ],
    pawn_drop_mate: false,
    two_pawn_drop: false,
    two_pawns_stand: true,
    impasse: ImpasseRule::Points38,
    ..CANNONSHOGI
};

const SHOSU: Game = Game {
    name: "shosu",
    files: 10,
    ranks: 10,
    zone: 3,
    start: "lnsgkqgsnl/1r6b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B6R1/LNSGQKGSNL b - 1",
    hand_order: "QRBGSNLP",
    kinds: &[KING, QUEEN, ROOK, BISHOP, GOLD_10, SILVER_10, KNIGHT_10, LANCE_10, PAWN_10],
    pawn_drop_mate: false,
    two_pawn_drop: false,
    two_pawns_stand: false,
    perpetual_check_loses: false,
    check_limit: Some(3),
    impasse: ImpasseRule::None,
};

const SHOSUCOURIER: Game = Game { name: "shosucourier", check_limit: None, ..SHOSU };

const CANNONSHOSU: Game = Game {
    name: "cannonshosu",
    start: "lnsgkqgsnl/1rc1ii1cb1/pppppppppp/2d4d2/10/10/2D4D2/PPPPPPPPPP/1BC1II1CR1/LNSGQKGSNL b - 1",
    hand_order: "QRBCIDGSNLP",
    kinds: &[
        KING,
        QUEEN,
        ROOK,
        BISHOP,
        kind('C', "mRcpR", Some("RmRcpRFA"), 4, 0),
        kind('I', "mBcpB", Some("BmBcpBWD"), 4, 0),
        kind('D', "fWbF", Some("sRvW"), 4, 0),
        GOLD_10,
        SILVER_10,
        KNIGHT_10,
        LANCE_10,
        PAWN_10,
    ],
    ..SHOSUCOURIER
};

static ALL: [Game; 6] = [SHOGI, CANNONSHOGI, TAIHOSHOGI, SHOSU, SHOSUCOURIER, CANNONSHOSU];
