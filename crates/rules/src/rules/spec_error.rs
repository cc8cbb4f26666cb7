//! [`SpecError`]: why a [`GameSpec`](crate::GameSpec) is invalid.

use crate::betza::MovementError;
use crate::piece::PieceKind;
use crate::sfen::SfenError;
use crate::spec::MAX_REPETITION_COUNT;
use crate::square::MAX_BOARD_SIZE;
use crate::zobrist;
use std::fmt;

/// An error in a [`GameSpec`](crate::GameSpec), and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpecError {
    /// The index of the piece that has the error, or `None` for an error in the game as a whole.
    pub piece: Option<usize>,
    /// The key whose value is wrong: `start`, `movement`, `promotes-to.movement`.
    pub key: &'static str,
    /// What is wrong.
    pub kind: SpecErrorKind,
}

/// The kinds of errors in a [`GameSpec`](crate::GameSpec).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SpecErrorKind {
    /// The name of the game is empty, too long, or has a character that is not allowed.
    GameName(String),
    /// A text is empty or has control characters.
    Text(String),
    /// The number of characters of a text, if it has too many.
    TooLong(usize),
    /// The number of files or ranks is out of range.
    BoardSize(u8),
    /// The promotion zone or the goal covers the whole board.
    SideRanks {
        /// The number of ranks in it.
        found: u8,
        /// The number of ranks of the board.
        ranks: u8,
    },
    /// Letters of which some are not ranks of the board, and the number of its ranks.
    RankLetters(String, u8),
    /// The number of occurrences of a position that ends the game is out of range.
    RepetitionCount(u8),
    /// The dead ranks of a piece cover the whole board.
    DeadRanks {
        /// The number of dead ranks.
        found: u8,
        /// The number of ranks of the board.
        ranks: u8,
    },
    /// The king has dead ranks.
    KingDeadRanks,
    /// The number of kinds of piece, if there are too many.
    TooManyKinds(usize),
    /// A piece letter is not a capital letter.
    Letter(char),
    /// Two pieces have the same letter.
    RepeatedLetter(char),
    /// The western letters of a piece are not one to three capital letters.
    WesternLetters(String),
    /// Two pieces have the same western letters.
    RepeatedWesternLetters(String),
    /// No piece has the role of the king.
    NoKing,
    /// A second piece has the role of the king.
    SecondKing(char),
    /// A movement is invalid.
    Movement {
        /// The movement.
        movement: String,
        /// The error in it.
        error: MovementError,
    },
    /// The king has a movement other than leaps and single steps that both move and capture.
    KingMovement(String),
    /// The king has a promoted form.
    KingPromotion,
    /// The game forbids two pawns on a file, but its pawns can change files.
    PawnChangesFiles(String),
    /// The start position is malformed or illegal.
    Start(SfenError),
    /// A king is at its goal in the start position.
    StartAtGoal,
    /// The impasse rule names a letter that no piece has.
    ImpasseLetter(char),
    /// The number of pieces of a kind in the start position, if there are too many.
    TooManyPieces {
        /// The letter of the kind.
        letter: char,
        /// The number of pieces.
        found: usize,
    },
    /// A position could have too many possible moves.
    TooManyMoves {
        /// An upper bound on the number of moves.
        found: usize,
        /// The largest number allowed.
        limit: usize,
    },
    /// The check limit is out of range.
    CheckLimit(u8),
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.kind)
    }
}

impl fmt::Display for SpecErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameName(name) => write!(
                f,
                "invalid name '{}', expected 1 to {MAX_NAME_LENGTH} letters, digits, '-' and '_', \
                 starting with a letter or digit",
                name.escape_debug()
            ),
            Self::Text(text) => write!(
                f,
                "invalid text '{}', expected printable characters on one line",
                text.escape_debug()
            ),
            Self::TooLong(found) => {
                write!(f, "{found} characters, expected at most {MAX_TEXT_LENGTH}")
            }
            Self::BoardSize(found) => write!(f, "{found} is not from 3 to {MAX_BOARD_SIZE}"),
            Self::SideRanks { found, ranks } => write!(
                f,
                "{found} ranks cover the whole board, which has {ranks}; expected 0 to {}",
                ranks.saturating_sub(1)
            ),
            Self::RankLetters(letters, ranks) => write!(
                f,
                "'{}' has letters that are not ranks of the board, expected a to {}",
                letters.escape_debug(),
                char::from(b'a' + ranks.saturating_sub(1).min(25))
            ),
            Self::RepetitionCount(found) => {
                write!(f, "{found} is not from 2 to {MAX_REPETITION_COUNT}")
            }
            Self::DeadRanks { found, ranks } => write!(
                f,
                "{found} dead ranks cover the whole board, which has {ranks}; expected 0 to {}",
                ranks - 1
            ),
            Self::KingDeadRanks => f.write_str("the king cannot have dead ranks"),
            Self::TooManyKinds(found) => {
                write!(f, "{found} pieces, expected at most {}", PieceKind::BASE_COUNT)
            }
            Self::Letter(letter) => {
                write!(f, "'{}' is not a capital letter from A to Z", letter.escape_debug())
            }
            Self::RepeatedLetter(letter) => {
                write!(f, "letter '{letter}' is already used by another piece")
            }
            Self::WesternLetters(letters) => {
                write!(f, "'{}' is not one to three capital letters", letters.escape_debug())
            }
            Self::RepeatedWesternLetters(letters) => {
                write!(f, "'{letters}' is already used by another piece")
            }
            Self::NoKing => f.write_str("no piece has the role of the king, expected exactly one"),
            Self::SecondKing(letter) => {
                write!(f, "piece '{letter}' already has the role of the king, expected only one")
            }
            Self::Movement { movement, error } => {
                write!(f, "{error} '{}'", movement.escape_debug())
            }
            Self::KingMovement(movement) => write!(
                f,
                "'{movement}' is not a king's movement, which consists of leaps and single steps \
                 that both move and capture"
            ),
            Self::KingPromotion => f.write_str("the king must not have a promoted form"),
            Self::PawnChangesFiles(movement) => write!(
                f,
                "two pawns on a file cannot be forbidden, because the pawn changes files ('{movement}'); \
                 forbid only the drop"
            ),
            Self::Start(error) => error.fmt(f),
            Self::StartAtGoal => f.write_str("a king is on its goal ranks already"),
            Self::ImpasseLetter(letter) => {
                write!(f, "no piece has the letter '{}'", letter.escape_debug())
            }
            Self::TooManyPieces { letter, found } => {
                write!(f, "{found} pieces '{letter}', expected at most {}", zobrist::MAX_HAND_COUNT)
            }
            Self::TooManyMoves { found, limit } => write!(
                f,
                "up to {found} moves in a position, expected at most {limit}; \
                 use fewer pieces or a smaller board"
            ),
            Self::CheckLimit(found) => {
                write!(f, "{found} is not from 1 to {}", zobrist::CHECK_COUNTS - 1)
            }
        }
    }
}

impl std::error::Error for SpecError {}

/// The maximum number of characters of a game's name.
pub(crate) const MAX_NAME_LENGTH: usize = 40;
/// The maximum number of characters of other texts.
pub(crate) const MAX_TEXT_LENGTH: usize = 200;
