//! The types of pieces that a `variants.ini` can use.

/// A type of piece that is built into Fairy-Stockfish.
pub(super) struct BuiltInType {
    /// The key that gives the type a letter.
    pub key: &'static str,
    /// The English name.
    pub name: &'static str,
    /// The movement in Fairy-Stockfish's notation, or why the type cannot be used.
    pub movement: Result<&'static str, &'static str>,
    /// The characters on the board, if the piece is one of shogi.
    pub kanji: &'static str,
}

const CAN_BE_BLOCKED: &str = "a piece whose leaps can be blocked is not supported";

/// The built-in types in the order in which Fairy-Stockfish reads their keys. The king comes after
/// the custom pieces.
pub(super) const BUILT_IN_TYPES: [BuiltInType; 36] = [
    unsupported(
        "pawn",
        "the pawn of chess is not supported; define the piece as a customPiece or shogiPawn",
    ),
    chess("knight", "Knight", "N"),
    shogi("bishop", "Bishop", "B", "角行"),
    shogi("rook", "Rook", "R", "飛車"),
    chess("queen", "Queen", "Q"),
    chess("fers", "Ferz", "F"),
    chess("alfil", "Alfil", "A"),
    chess("fersAlfil", "Ferz-Alfil", "FA"),
    shogi("silver", "Silver", "FfW", "銀将"),
    chess("aiwok", "Aiwok", "RNF"),
    shogi("bers", "Dragon", "RF", "龍王"),
    chess("archbishop", "Archbishop", "BN"),
    chess("chancellor", "Chancellor", "RN"),
    chess("amazon", "Amazon", "QN"),
    chess("knibis", "Knibis", "mNcB"),
    chess("biskni", "Biskni", "mBcN"),
    chess("kniroo", "Kniroo", "mNcR"),
    chess("rookni", "Rookni", "mRcN"),
    shogi("shogiPawn", "Pawn", "fW", "歩兵"),
    shogi("lance", "Lance", "fR", "香車"),
    shogi("shogiKnight", "Knight", "fN", "桂馬"),
    shogi("gold", "Gold", "WfF", "金将"),
    shogi("dragonHorse", "Horse", "BW", "龍馬"),
    chess("clobber", "Clobber Piece", "cW"),
    chess("breakthrough", "Breakthrough Piece", "fmWfF"),
    unsupported("immobile", "a piece that cannot move is not supported"),
    chess("cannon", "Cannon", "mRcpR"),
    unsupported("janggiCannon", "the cannon of janggi, which no cannon can jump, is not supported"),
    chess("soldier", "Soldier", "fsW"),
    unsupported("horse", CAN_BE_BLOCKED),
    unsupported("elephant", CAN_BE_BLOCKED),
    unsupported("janggiElephant", CAN_BE_BLOCKED),
    unsupported("banner", CAN_BE_BLOCKED),
    chess("wazir", "Wazir", "W"),
    chess("commoner", "Commoner", "K"),
    chess("centaur", "Centaur", "KN"),
];

const fn chess(key: &'static str, name: &'static str, movement: &'static str) -> BuiltInType {
    BuiltInType { key, name, movement: Ok(movement), kanji: "" }
}

const fn shogi(
    key: &'static str,
    name: &'static str,
    movement: &'static str,
    kanji: &'static str,
) -> BuiltInType {
    BuiltInType { key, name, movement: Ok(movement), kanji }
}

const fn unsupported(key: &'static str, reason: &'static str) -> BuiltInType {
    BuiltInType { key, name: "", movement: Err(reason), kanji: "" }
}

/// The number of keys `customPiece1`, `customPiece2`, ...
pub(super) const CUSTOM_TYPE_COUNT: usize = 25;

/// A type of piece: a built-in type, a custom type or the king.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct PieceType(u8);

impl PieceType {
    /// The number of types.
    pub const COUNT: usize = BUILT_IN_TYPES.len() + CUSTOM_TYPE_COUNT + 1;
    pub const KING: Self = Self(Self::COUNT as u8 - 1);

    /// Returns all types in the order in which their keys are read.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT as u8).map(Self)
    }

    pub fn index(self) -> usize {
        self.0.into()
    }

    /// Returns the built-in type, if it is one.
    pub fn built_in(self) -> Option<&'static BuiltInType> {
        BUILT_IN_TYPES.get(self.index())
    }

    /// Returns the type's key.
    pub fn key(self) -> String {
        match self.built_in() {
            Some(built_in) => built_in.key.into(),
            None if self == Self::KING => "king".into(),
            None => format!("customPiece{}", self.index() - BUILT_IN_TYPES.len() + 1),
        }
    }

    /// Returns the type with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        if key == "king" {
            return Some(Self::KING);
        }
        let index = match key.strip_prefix("customPiece") {
            Some(number) if number.starts_with(|c: char| ('1'..='9').contains(&c)) => {
                let number: usize = number.parse().ok()?;
                (number <= CUSTOM_TYPE_COUNT).then(|| BUILT_IN_TYPES.len() + number - 1)
            }
            _ => BUILT_IN_TYPES.iter().position(|built_in| built_in.key == key),
        };
        index.map(|index| Self(index as u8))
    }

    /// Returns the type of the pawn of shogi, to which the rule on mate by a pawn drop applies.
    pub fn shogi_pawn() -> Self {
        Self::from_key("shogiPawn").expect("a built-in type")
    }
}
