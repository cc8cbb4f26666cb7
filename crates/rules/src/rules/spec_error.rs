//! [`SpecError`]: why a [`GameSpec`](crate::GameSpec) is invalid.

use crate::betza::MovementError;
use crate::piece::{Color, PieceKind};
use crate::quoted::{full_width_hint, quoted};
use crate::sfen::{SfenError, SfenErrorKind};
use crate::zobrist::MAX_HAND_COUNT;

/// The maximum number of characters of a game's name.
pub(crate) const MAX_NAME_LENGTH: usize = 40;
/// The maximum number of characters of other texts.
pub(crate) const MAX_TEXT_LENGTH: usize = 200;

/// An error in a [`GameSpec`](crate::GameSpec), and its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{key}: {kind}")]
pub struct SpecError {
    /// The index of the piece that has the error, or `None` for an error in the game as a whole.
    pub piece: Option<usize>,
    /// The key whose value is wrong: `start`, `movement`, `promotes-to.movement`.
    pub key: &'static str,
    /// What is wrong.
    pub kind: SpecErrorKind,
}

/// The kinds of errors in a [`GameSpec`](crate::GameSpec).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpecErrorKind {
    /// The name of the game is empty, too long, or has a character that is not allowed.
    #[error(
        "invalid name {}, expected 1 to {MAX_NAME_LENGTH} letters, digits, '-' and '_', starting with \
         a letter or digit{}", quoted(.0), full_width_hint(.0.chars())
    )]
    GameName(String),
    /// A text is empty or has control characters.
    #[error("invalid text {}, expected printable characters on one line", quoted(.0))]
    Text(String),
    /// The number of characters of a text, if it has too many.
    #[error("{0} characters, expected at most {MAX_TEXT_LENGTH}")]
    TooLong(usize),
    /// A number is out of range.
    #[error("{found} is not from {min} to {max}")]
    OutOfRange {
        /// The number.
        found: u8,
        /// The smallest number allowed.
        min: u8,
        /// The largest number allowed.
        max: u8,
    },
    /// The promotion zone, the goal or the dead ranks of a piece cover the whole board.
    #[error(
        "{found} ranks cover the whole board, which has {ranks}; expected 0 to {}",
        ranks.saturating_sub(1)
    )]
    TooManyRanks {
        /// The number of ranks.
        found: u8,
        /// The number of ranks of the board.
        ranks: u8,
    },
    /// Letters of which some are not ranks of the board, and the number of its ranks.
    #[error(
        "{} has letters that are not ranks of the board, expected a to {}{}",
        quoted(.0), char::from(b'a' + .1.saturating_sub(1).min(25)), full_width_hint(.0.chars())
    )]
    RankLetters(String, u8),
    /// A text has no squares, or something other than squares of the board and rectangles of them.
    #[error(
        "{} is not a list of squares of the board and of corners of rectangles, such as '5e 4g-6i'{}",
        quoted(.0), full_width_hint(.0.chars())
    )]
    Squares(String),
    /// The king has dead ranks.
    #[error("the king cannot have dead ranks")]
    KingDeadRanks,
    /// There are too many kinds of piece.
    #[error("more than {max} pieces", max = PieceKind::BASE_COUNT)]
    TooManyKinds,
    /// A piece letter is not a capital letter.
    #[error("'{}' is not a capital letter from A to Z{}", .0.escape_debug(), full_width_hint([*.0]))]
    Letter(char),
    /// The western letters of a piece are not one to three capital letters.
    #[error("{} is not one to three capital letters", quoted(.0))]
    WesternLetters(String),
    /// Two pieces have the same letter or western letters.
    #[error("'{0}' is already used by another piece")]
    RepeatedLetters(String),
    /// No piece has the role of the king.
    #[error("no piece has the role of the king; write role = \"king\" in its [[piece]]")]
    NoKing,
    /// A second piece has the role of the king.
    #[error("piece '{0}' already has the role of the king, expected only one")]
    SecondKing(char),
    /// A movement is invalid.
    #[error("{error} {}", quoted(movement))]
    Movement {
        /// The movement.
        movement: String,
        /// The error in it.
        error: MovementError,
    },
    /// The king has a movement other than free leaps and single steps that both move and capture.
    #[error(
        "'{0}' is not a king's movement, which consists of free leaps and single steps that both move and \
         capture"
    )]
    KingMovement(String),
    /// The king has a promoted form.
    #[error("the king must not have a promoted form")]
    KingPromotion,
    /// The game forbids two pawns on a file, but its pawns can change files.
    #[error(
        "two pawns on a file cannot be forbidden, because the pawn changes files ('{0}'); forbid only \
         the drop"
    )]
    PawnChangesFiles(String),
    /// The start position is malformed or illegal.
    #[error("{}{}", .0, hint_on_start(.0))]
    Start(SfenError),
    /// A side has no king in the start position.
    #[error("{0} has no king, expected one of each side")]
    StartWithoutKing(Color),
    /// A king is at its goal in the start position.
    #[error("a king is on its goal ranks already")]
    StartAtGoal,
    /// The start position or the impasse rule names a letter that no piece has.
    #[error("no piece has the letter '{}'", .0.escape_debug())]
    UnknownLetter(char),
    /// The number of pieces of a kind in the start position, if there are too many.
    #[error("{found} pieces '{letter}', expected at most {MAX_HAND_COUNT}")]
    TooManyPieces {
        /// The letter of the kind.
        letter: char,
        /// The number of pieces.
        found: usize,
    },
    /// A position could have too many possible moves.
    #[error(
        "up to {found} moves in a position, expected at most {limit}; use fewer pieces or a smaller board"
    )]
    TooManyMoves {
        /// An upper bound on the number of moves.
        found: usize,
        /// The largest number allowed.
        limit: usize,
    },
}

fn hint_on_start(error: &SfenError) -> String {
    match error.kind {
        SfenErrorKind::UnexpectedCharacter(found) => full_width_hint([found]),
        _ => String::new(),
    }
}
