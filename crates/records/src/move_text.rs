//! Moves in the notations of text formats: USI, UCI, western notation and algebraic notation (SAN).

use crate::error::{RecordError, RecordErrorKind};
use rules::{Color, Move, Origin, Piece, Position, Square};
use std::fmt::Display;

/// Why the text of a move is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum MoveTextError {
    /// No legal move matches.
    Illegal(String),
    /// Several legal moves match.
    Ambiguous(String),
}

impl MoveTextError {
    /// Creates the error for the legal moves that match a text, which are none or several.
    pub fn from_matches(position: &Position, matches: &[Move], none: &str) -> Self {
        if matches.is_empty() {
            return Self::Illegal(none.into());
        }
        let moves: Vec<_> =
            matches.iter().map(|&mv| position.rules().usi(mv).to_string()).collect();
        Self::Ambiguous(moves.join(" or "))
    }

    /// Completes the error with its place.
    pub fn at(self, line: usize, found: &str) -> RecordError {
        match self {
            Self::Illegal(reason) => RecordError::illegal(line, found, reason),
            Self::Ambiguous(candidates) => {
                let found = found.to_owned();
                RecordError::new(line, RecordErrorKind::AmbiguousMove { found, candidates })
            }
        }
    }
}

/// Returns the only element, or the error for none or several.
pub(crate) fn only_match(
    position: &Position,
    matches: &[Move],
    none: &str,
) -> Result<Move, MoveTextError> {
    match matches {
        [mv] => Ok(*mv),
        _ => Err(MoveTextError::from_matches(position, matches, none)),
    }
}

/// Reads a legal move in any notation of text formats. Marks such as `!?` at the end are ignored.
///
/// USI (`7g7f`, `P*5e`) and UCI (`c3c4`, `P@e5`) are read first. Otherwise the text is compared with the
/// legal moves in western notation (`P-7f`, `P7g-7f`, `Rx3c+`, `S*5e`, `S'5e`, with digits for the ranks
/// also) and in algebraic notation (`Pc4`, `c4`, `Rxg7+`, `S@e5`, `G6d2`).
pub(crate) fn read_move(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let text = text.trim_end_matches(['!', '?']);
    let rules = position.rules();
    // Fairy-Stockfish writes file 10 as ':' in USI.
    let usi = text.replace(':', "10");
    if let Ok(mv) = rules.parse_move(&usi) {
        let checked = position.validate_move(mv);
        return checked.map(|()| mv).map_err(|reason| MoveTextError::Illegal(reason.to_string()));
    }
    let legal = position.legal_moves();
    let exact: Vec<Move> = matching(position, &legal, text, false);
    if !exact.is_empty() {
        return only_match(position, &exact, "");
    }
    // In algebraic notation a `+` at the end may also be a check.
    let checks = matching(position, &legal, text, true);
    only_match(position, &checks, "no legal move is written like this")
}

/// Returns the legal moves that a text in western or algebraic notation can mean. With
/// `plus_is_check`, a `+` at the end does not mean promotion.
fn matching(position: &Position, legal: &[Move], text: &str, plus_is_check: bool) -> Vec<Move> {
    let body = text.trim_end_matches(['+', '#', '=']);
    let suffix = &text[body.len()..];
    let promotes = match suffix {
        "" | "=" | "#" | "=#" | "=+" if suffix != "=+" => false,
        "+" | "++" | "+#" | "=+" => !plus_is_check,
        _ => return Vec::new(),
    };
    let fits = |&&mv: &&Move| mv.is_promotion() == promotes && body_fits(position, mv, body);
    legal.iter().filter(fits).copied().collect()
}

/// Returns whether the text of a move without its ending can mean this move.
fn body_fits(position: &Position, mv: Move, body: &str) -> bool {
    let Some(piece) = position.moved_piece(mv) else { return false };
    let files = position.rules().files();
    let ranks = position.rules().ranks();
    SquareStyle::ALL.into_iter().any(|style| {
        let name = |square| style.square(square, files, ranks);
        let Some(front) = body.strip_suffix(name(mv.to()).as_str()) else { return false };
        let Origin::Board(from) = mv.origin() else {
            let letters = front.strip_suffix(['*', '@', '\'']);
            return letters.is_some_and(|letters| names_piece(position, piece, letters, false));
        };
        let (front, captures) = match front.strip_suffix(['x', '-']) {
            Some(rest) => (rest, front.ends_with('x')),
            None => (front, false),
        };
        if captures && !position.is_capture(mv) {
            return false;
        }
        let whole = name(from);
        let file = style.file(from, files);
        let rank = style.rank(from, ranks);
        if front.strip_suffix(whole.as_str()).is_some_and(|l| names_piece(position, piece, l, true))
        {
            return true;
        }
        ["", &file, &rank].iter().any(|origin| {
            let letters = front.strip_suffix(origin);
            letters.is_some_and(|letters| names_piece(position, piece, letters, false))
        })
    })
}

/// Returns whether letters name a piece: its letter in SFEN or its western letters, after a `+` if it
/// is promoted. No letters mean a pawn, or any piece where the whole start square is given.
fn names_piece(position: &Position, piece: Piece, letters: &str, origin_given: bool) -> bool {
    let rules = position.rules();
    if letters.is_empty() {
        return origin_given || rules.pawn_kind() == Some(piece.kind());
    }
    let (promoted, letters) = match letters.strip_prefix('+') {
        Some(letters) => (true, letters),
        None => (false, letters),
    };
    promoted == piece.kind().is_promoted()
        && rules.piece_info(piece.kind()).is_some_and(|info| {
            info.western_letters == letters || letters.chars().eq([info.letter])
        })
}

/// A way to name squares.
#[derive(Clone, Copy)]
enum SquareStyle {
    /// `7f`
    Usi,
    /// `76`
    Digits,
    /// `c4`
    Chess,
}

impl SquareStyle {
    const ALL: [Self; 3] = [Self::Usi, Self::Digits, Self::Chess];

    fn file(self, square: Square, files: u8) -> String {
        match self {
            Self::Usi | Self::Digits => (square.file() + 1).to_string(),
            Self::Chess => letter(files.saturating_sub(square.file() + 1)),
        }
    }

    fn rank(self, square: Square, ranks: u8) -> String {
        match self {
            Self::Usi => letter(square.rank()),
            Self::Digits => (square.rank() + 1).to_string(),
            Self::Chess => ranks.saturating_sub(square.rank()).to_string(),
        }
    }

    fn square(self, square: Square, files: u8, ranks: u8) -> String {
        self.file(square, files) + &self.rank(square, ranks)
    }
}

fn letter(index: u8) -> String {
    char::from(b'a' + index).to_string()
}

/// Returns the number of plies before a position in a game whose first move is Black's, as PGN counts.
pub(crate) fn plies_before(position: &Position) -> usize {
    let moves = position.move_number().saturating_sub(1) / 2;
    moves as usize * 2 + usize::from(position.side() == Color::White)
}

/// Joins texts with single spaces.
pub(crate) fn join(texts: impl Iterator<Item = impl Display>) -> String {
    texts.map(|text| text.to_string()).collect::<Vec<_>>().join(" ")
}
