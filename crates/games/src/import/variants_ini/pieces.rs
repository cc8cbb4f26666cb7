//! The types of pieces that a `variants.ini` can use.

use std::sync::LazyLock;

/// A type of piece that is built into Fairy-Stockfish.
pub(super) struct BuiltInType {
    /// The key that gives the type a letter.
    key: &'static str,
    /// The English name.
    pub name: &'static str,
    /// The movement in Fairy-Stockfish's notation, or why the type cannot be used.
    pub movement: Result<&'static str, &'static str>,
    /// The characters on the board, if the piece is one of shogi.
    pub kanji: &'static str,
}

/// The built-in types in the order in which Fairy-Stockfish reads their keys.
pub(super) static BUILT_IN_TYPES: LazyLock<Vec<BuiltInType>> = LazyLock::new(|| {
    let lines = include_str!("../../../data/fsf-pieces.tsv").lines();
    lines.filter(|line| !line.starts_with('#')).map(built_in_type).collect()
});

fn built_in_type(line: &'static str) -> BuiltInType {
    match line.split('\t').collect::<Vec<_>>()[..] {
        [key, reason] => BuiltInType { key, name: "", movement: Err(reason), kanji: "" },
        [key, name, movement] => BuiltInType { key, name, movement: Ok(movement), kanji: "" },
        [key, name, movement, kanji] => BuiltInType { key, name, movement: Ok(movement), kanji },
        _ => panic!("invalid line: {line}"),
    }
}

/// The number of keys `customPiece1`, `customPiece2`, ...
const CUSTOM_TYPE_COUNT: u8 = 25;

/// A type of piece. Types are ordered as Fairy-Stockfish reads their keys.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum PieceType {
    /// The index of a built-in type.
    BuiltIn(u8),
    /// The number of a custom type.
    Custom(u8),
    King,
}

impl PieceType {
    /// Returns the built-in type, if it is one.
    pub fn built_in(self) -> Option<&'static BuiltInType> {
        match self {
            Self::BuiltIn(index) => Some(&BUILT_IN_TYPES[usize::from(index)]),
            Self::Custom(_) | Self::King => None,
        }
    }

    pub fn key(self) -> String {
        match self {
            Self::BuiltIn(index) => BUILT_IN_TYPES[usize::from(index)].key.into(),
            Self::Custom(number) => format!("customPiece{number}"),
            Self::King => "king".into(),
        }
    }

    /// Returns the type with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        match key.strip_prefix("customPiece") {
            _ if key == "king" => Some(Self::King),
            Some(number) if number.starts_with(|c: char| ('1'..='9').contains(&c)) => {
                let number = number.parse().ok().filter(|number| *number <= CUSTOM_TYPE_COUNT);
                number.map(Self::Custom)
            }
            _ => {
                (0..).zip(&*BUILT_IN_TYPES).find(|(_, t)| t.key == key).map(|t| Self::BuiltIn(t.0))
            }
        }
    }

    /// Returns the type of the pawn of shogi, to which the rule on mate by a pawn drop applies.
    pub fn shogi_pawn() -> Self {
        Self::from_key("shogiPawn").expect("a built-in type")
    }
}
