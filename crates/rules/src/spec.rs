//! The description of a game as plain data.
//!
//! The serde attributes define the keys of a [`GameSpec`] in a file, and the defaults are the rules of
//! standard shogi.
//! [`Rules::build`](crate::Rules::build) compiles a spec to playable rules.

use crate::square::MAX_BOARD_SIZE;
use crate::zobrist::CHECK_COUNTS;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The numbers of files and of ranks that a board may have.
pub const BOARD_SIZES: RangeInclusive<u8> = 3..=MAX_BOARD_SIZE;
/// The numbers of occurrences of a position that may end a game.
pub const REPETITION_COUNTS: RangeInclusive<u8> = 2..=10;
/// The numbers of consecutive checks that may be the limit.
pub const CHECK_LIMITS: RangeInclusive<u8> = 1..=CHECK_COUNTS as u8 - 1;

/// A game: its board, pieces and rules. The default has no board, no pieces and no repetitions: see [`new`](Self::new).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct GameSpec {
    /// The name that programs use, as in the option `UCI_Variant`.
    pub name: String,
    /// The name for people. If empty, it is `name`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The name in Japanese. If empty, it is the title.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title_ja: String,
    /// The name in simplified Chinese.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title_zh_hans: String,
    /// The name in traditional Chinese.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub title_zh_hant: String,
    /// One line on the origin of the game and of these rules.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The same in Japanese. If empty, it is the English.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about_ja: String,
    /// The same in simplified Chinese.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about_zh_hans: String,
    /// The same in traditional Chinese.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about_zh_hant: String,
    /// The number of files of the board.
    pub files: u8,
    /// The number of ranks of the board.
    pub ranks: u8,
    /// The promotion zone: the number of ranks from the far edge of the board, or the letters of the
    /// ranks for each side.
    pub promotion_ranks: SideRanks,
    /// Where pieces must promote.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mandatory_promotion: MandatoryPromotion,
    /// The start position as SFEN, or its board alone. It also defines the piece set: no position may
    /// have more pieces of a kind.
    #[serde(rename = "start")]
    pub start_sfen: String,
    /// Whether a pawn drop may give mate (uchifuzume).
    #[serde(default)]
    pub pawn_drop_mate: PawnDropMate,
    /// Whether a side may have two unpromoted pawns on a file (nifu).
    #[serde(default)]
    pub two_pawns: TwoPawns,
    /// The result of a repetition of a position (sennichite), unless perpetual check decides.
    #[serde(default)]
    pub repetition: Repetition,
    /// The number of occurrences of a position that ends the game.
    #[serde(default = "four", skip_serializing_if = "is_four")]
    pub repetition_count: u8,
    /// Whether a repetition by perpetual check loses.
    #[serde(default)]
    pub perpetual_check: PerpetualCheck,
    /// The result for a side that has no legal move and is not in check.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stalemate: Stalemate,
    /// The ranks on which a king wins when it arrives (the try rule), in the form of
    /// `promotion_ranks`; 0 for none.
    #[serde(default, skip_serializing_if = "is_default")]
    pub goal_ranks: SideRanks,
    /// The limit on consecutive checks by one side.
    #[serde(default, skip_serializing_if = "is_default")]
    pub check_limit: CheckLimit,
    /// Whether the kings may face each other on an open line.
    #[serde(default, skip_serializing_if = "is_default")]
    pub facing_kings: FacingKings,
    /// What a player may claim when kings have entered their promotion zones (jishogi).
    #[serde(default, skip_serializing_if = "is_default")]
    pub impasse: Impasse,
    /// The pieces, in the order in which SFEN lists a hand.
    #[serde(rename = "piece")]
    pub pieces: Vec<PieceSpec>,
}

impl GameSpec {
    /// Creates a game with the rules of standard shogi, whose start position, promotion zone and pieces are still missing.
    pub fn new(name: impl Into<String>, files: u8, ranks: u8) -> Self {
        Self { name: name.into(), files, ranks, repetition_count: four(), ..Self::default() }
    }
}

/// A piece of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PieceSpec {
    /// The capital letter in SFEN.
    pub letter: char,
    /// The English name.
    pub name: String,
    /// The characters on the board. If White's differ, they follow after a space. If empty, the
    /// letter stands for them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kanji: String,
    /// The abbreviation in western notation. If empty, it is `letter`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub western_letters: String,
    /// The movement in [Betza notation](crate::betza).
    pub movement: String,
    /// The number of farthest ranks on which the unpromoted piece may not stand. A piece that cannot
    /// promote never reaches them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub dead_ranks: u8,
    /// The squares that the piece may move to and be dropped on. If there are none, it may use the whole board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confined_to: Option<SideSquares>,
    /// Whether special rules apply to the piece.
    #[serde(default, skip_serializing_if = "is_default")]
    pub role: Role,
    /// The promoted form. A king has none.
    #[serde(rename = "promotes-to", default, skip_serializing_if = "Option::is_none")]
    pub promotion: Option<PromotionSpec>,
}

/// The promoted form of a piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PromotionSpec {
    /// The English name.
    pub name: String,
    /// The characters on the board. If empty, they are those of the piece after 成.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub kanji: String,
    /// The movement in [Betza notation](crate::betza).
    pub movement: String,
    /// The squares that the promoted piece may move to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confined_to: Option<SideSquares>,
}

/// Whether special rules apply to a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The royal piece, which must not be left in check. A game has exactly one such kind, and each
    /// side at most one such piece.
    King,
    /// The two-pawn and pawn-drop-mate rules apply to it. If a game has several such kinds, the
    /// two-pawn rule counts each kind separately.
    Pawn,
    /// No special rules apply.
    #[default]
    Ordinary,
}

/// Whether a pawn drop may give mate (uchifuzume).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PawnDropMate {
    /// A pawn drop may give mate.
    Allowed,
    /// A pawn drop may not give mate, whether by the pawn itself or by another piece.
    #[default]
    Forbidden,
}

/// Whether a side may have two unpromoted pawns on a file (nifu).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TwoPawns {
    /// Any number of pawns may stand on a file.
    Allowed,
    /// A pawn may not be dropped on a file that has one, but may move there.
    DropForbidden,
    /// A pawn may not be dropped on a file that has this number of pawns, but may move there.
    DropLimit(u8),
    /// Two pawns may never stand on a file. Only for games whose pawns cannot change files.
    #[default]
    Forbidden,
}

/// The result of a repetition of a position (sennichite), unless perpetual check decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repetition {
    /// A draw.
    #[default]
    Draw,
    /// Black, who moves first in a game, loses.
    BlackLoses,
    /// White loses.
    WhiteLoses,
    /// The side that has moved to the repeated position loses.
    RepeaterLoses,
    /// The side that has moved to the repeated position wins.
    RepeaterWins,
}

/// Whether a repetition by perpetual check loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PerpetualCheck {
    /// It is a repetition like any other.
    Allowed,
    /// The side that gave check with every move since the first occurrence loses. If both did, the
    /// game is a draw.
    #[default]
    Loses,
}

/// The result for a side that has no legal move and is not in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stalemate {
    /// It loses.
    #[default]
    Loses,
    /// The game is a draw.
    Draw,
}

/// Where pieces must promote.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MandatoryPromotion {
    /// On their dead ranks.
    #[default]
    OnDeadRanks,
    /// Wherever they can.
    Always,
}

/// Ranks of each side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "expected a number of ranks or { black = 'abc', white = 'ghi' }"
)]
pub enum SideRanks {
    /// This number of ranks, counted from the far edge of the board.
    Farthest(u8),
    /// The ranks with these letters. Rank `a` is the farthest from Black.
    Named {
        /// The ranks for Black.
        black: String,
        /// The ranks for White.
        white: String,
    },
}

/// Squares of each side: single ones such as `5e`, and rectangles by two of their corners, such as `4g-6i`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "expected squares such as '4g-6i' or { black = '4g-6i', white = '4a-6c' }"
)]
pub enum SideSquares {
    /// Those for Black. Those for White are the same, turned by 180 degrees.
    Turned(String),
    /// Those for each side.
    Named {
        /// The squares for Black.
        black: String,
        /// The squares for White.
        white: String,
    },
}

/// Whether the kings may face each other: stand on a line without a piece in between (the flying general of xiangqi).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FacingKings {
    /// They may.
    #[default]
    Allowed,
    /// A move after which they face each other on a file is illegal.
    ForbiddenOnFiles,
    /// A move after which they face each other on a file or rank is illegal.
    ForbiddenOnFilesAndRanks,
}

/// The limit on consecutive checks by one side. In a file it is the number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "u8", into = "u8")]
pub enum CheckLimit {
    /// No limit.
    #[default]
    None,
    /// At most this many. One more check is illegal, even if it is mate.
    Consecutive(u8),
}

/// What a player may claim when kings have entered their promotion zones (jishogi).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(
    tag = "rule",
    rename_all = "kebab-case",
    rename_all_fields = "kebab-case",
    deny_unknown_fields
)]
pub enum Impasse {
    /// There are no impasse claims.
    #[default]
    None,
    /// If both kings are in their promotion zones, the side to move may claim a win if only it has
    /// at least `min_points` points, and a draw if both sides have. It must not be in check. All of
    /// a side's pieces on the board and in hand count, promoted or not: 5 points for a major, 0 for
    /// the king, 1 for any other.
    BothKingsEntered {
        /// The letters of the kinds that count 5 points.
        majors: String,
        /// The minimum number of points.
        min_points: u32,
    },
    /// The side to move may claim a win if its king and at least ten other pieces are in its
    /// promotion zone and its pieces there and in hand have at least `min_points` points, with the
    /// same piece values. It must not be in check.
    EnteringKing {
        /// The letters of the kinds that count 5 points.
        majors: String,
        /// The minimum number of points, for Black and for White.
        min_points: [u32; 2],
    },
}

impl PieceSpec {
    /// Creates an ordinary piece without promotion or dead ranks.
    pub fn new(letter: char, name: &str, kanji: &str, movement: &str) -> Self {
        Self {
            letter,
            name: name.into(),
            kanji: kanji.into(),
            movement: movement.into(),
            ..Self::default()
        }
    }

    /// Sets the promoted form.
    pub fn promotes_to(self, name: &str, kanji: &str, movement: &str) -> Self {
        let [name, kanji, movement] = [name, kanji, movement].map(Into::into);
        let promotion = PromotionSpec { name, kanji, movement, confined_to: None };
        Self { promotion: Some(promotion), ..self }
    }

    /// Sets the number of farthest ranks on which the unpromoted piece may not stand.
    pub fn dead_ranks(self, dead_ranks: u8) -> Self {
        Self { dead_ranks, ..self }
    }

    /// Sets the role.
    pub fn role(self, role: Role) -> Self {
        Self { role, ..self }
    }
}

impl Default for SideRanks {
    fn default() -> Self {
        Self::Farthest(0)
    }
}

impl From<u8> for SideRanks {
    fn from(count: u8) -> Self {
        Self::Farthest(count)
    }
}

impl From<u8> for CheckLimit {
    fn from(limit: u8) -> Self {
        Self::Consecutive(limit)
    }
}

impl From<CheckLimit> for u8 {
    fn from(limit: CheckLimit) -> Self {
        match limit {
            CheckLimit::None => 0,
            CheckLimit::Consecutive(limit) => limit,
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn four() -> u8 {
    4
}

fn is_four(number: &u8) -> bool {
    *number == four()
}
