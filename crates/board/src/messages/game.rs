//! The games and their pieces.

use super::Difficulty;
use serde::Serialize;
use std::collections::BTreeMap;
use study::puzzles::PuzzleKind;
#[cfg(test)]
use ts_rs::TS;

/// A game that can be played.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct GameInfo {
    pub name: String,
    /// The name for people.
    pub title: Translations,
    /// The origin of the game in one line.
    pub about: Translations,
    /// The rules that differ between games.
    pub rules: Vec<RuleNote>,
    pub files: u8,
    pub ranks: u8,
    /// The depth of the promotion zone in ranks.
    pub promotion_ranks: u8,
    /// The letter of the king.
    pub king: String,
    /// The pieces, promoted ones included, in the order in which hands are written.
    pub pieces: Vec<PieceView>,
    pub handicaps: Vec<HandicapView>,
    /// The puzzles; empty if there are none.
    pub puzzles: Vec<PuzzleGroup>,
}

/// A text from the file of a game by language code. `en` is always there.
pub type Translations = BTreeMap<&'static str, &'static str>;

/// A rule that differs between games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "code", content = "value", rename_all = "snake_case")]
pub enum RuleNote {
    TwoPawnsAllowed,
    /// No pawn may be dropped on a file with this number of unpromoted pawns of its side.
    PawnDropLimit(u8),
    TwoPawnsForbidden,
    PawnDropMateAllowed,
    PawnDropMateForbidden,
    Repetition {
        result: RepetitionResult,
        /// The number of occurrences of a position that ends the game.
        count: usize,
        /// Whether a repetition by perpetual check loses.
        perpetual_check_loses: bool,
    },
    StalemateIsDraw,
    /// A king wins on the last ranks: their number.
    GoalOnLastRanks(u8),
    /// A king wins on ranks given by their letters, for each side.
    GoalRanks {
        black: String,
        white: String,
    },
    MandatoryPromotion,
    /// The most checks in a row.
    CheckLimit(u8),
    FacingKingsOnFiles,
    FacingKingsOnFilesAndRanks,
    /// A piece that is confined to squares.
    Confined {
        piece: String,
        /// The squares of Black.
        squares: String,
    },
    /// The points that each side needs for a draw when both kings have entered.
    ImpassePoints(u32),
    /// The points with which Black and White may declare a win.
    DeclarationPoints([u32; 2]),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum RepetitionResult {
    Draw,
    BlackLoses,
    WhiteLoses,
    RepeaterLoses,
    RepeaterWins,
}

/// An exercise that shows how a piece moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ExerciseView {
    /// The letter of the piece to move, after a `+` if it is promoted.
    pub piece: String,
    pub task: ExerciseTask,
    /// The square to which the piece is to go, if that is given.
    pub target: Option<String>,
}

/// The task of an exercise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "snake_case")]
pub enum ExerciseTask {
    /// To move to the target.
    Move,
    /// To jump over another piece to the target.
    Jump,
    Capture,
    Promote,
    /// To drop the piece on the target.
    Drop,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct HandicapView {
    /// The English name, by which a new game is given it.
    pub name: &'static str,
    /// The usual Japanese name.
    pub japanese: &'static str,
    /// The number of the engine's levels that it is worth, rounded, if that was measured.
    pub levels: Option<u32>,
}

/// The puzzles of a game that have the same goal, length and difficulty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PuzzleGroup {
    #[cfg_attr(test, ts(type = r#""mate" | "win""#))]
    pub goal: PuzzleKind,
    /// The attacker's moves; 4 stands for 4 or more.
    pub moves: usize,
    pub difficulty: Difficulty,
    pub count: usize,
}

/// A kind of piece.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct PieceView {
    /// The letter, after a `+` if the kind is promoted.
    pub id: String,
    pub name: String,
    /// The letters of western notation, with a `+` if promoted.
    pub western: String,
    /// The full name in kanji, for Black and White.
    pub kanji: [String; 2],
    /// The one or two characters on the board, for Black and White.
    pub short_kanji: [String; 2],
    /// The number of pieces in the set; 0 for promoted kinds.
    pub count: u8,
    pub leaps: Vec<LeapView>,
    /// The moves along lines.
    pub rays: Vec<RayView>,
}

/// A jump by a fixed vector.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LeapView {
    /// Ranks toward the opponent.
    pub forward: i8,
    /// Files to the right.
    pub right: i8,
    /// Whether it may move to an empty square.
    pub quiet: bool,
    /// Whether it may capture.
    pub capture: bool,
    /// The squares on the way on which any piece blocks it.
    pub path: Vec<StepView>,
}

/// A square relative to that of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct StepView {
    /// Ranks toward the opponent.
    pub forward: i8,
    /// Files to the right.
    pub right: i8,
}

/// The moves along a line in one direction. The numbers are maximum distances; 0 means none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct RayView {
    /// Ranks toward the opponent per step.
    pub forward: i8,
    /// Files to the right per step.
    pub right: i8,
    /// To empty squares, with no piece in between.
    pub slide_quiet: u8,
    /// Captures with no piece in between.
    pub slide_capture: u8,
    /// To empty squares beyond exactly one piece.
    pub hop_quiet: u8,
    /// Captures beyond exactly one piece.
    pub hop_capture: u8,
    /// To empty squares beyond exactly two pieces.
    pub hop_two_quiet: u8,
    /// Captures beyond exactly two pieces.
    pub hop_two_capture: u8,
    /// To empty squares beyond one piece or more.
    pub jump_quiet: u8,
    /// Captures beyond one piece or more.
    pub jump_capture: u8,
}
