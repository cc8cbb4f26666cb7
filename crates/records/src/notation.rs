//! Moves in the notations of text formats: USI, UCI, western notation and algebraic notation (SAN).

use crate::error::MoveTextError;
use rules::{Color, Move, Origin, Piece, PieceKind, Position, Rules, Square};
use std::fmt::Display;

/// Returns the only element, or the error for none or several.
pub(crate) fn only_match(
    position: &Position,
    matches: &[Move],
    none: impl Into<MoveTextError>,
) -> Result<Move, MoveTextError> {
    match matches {
        [] => Err(none.into()),
        [mv] => Ok(*mv),
        _ => {
            let moves = matches.iter().map(|&mv| position.rules().usi(mv).to_string());
            Err(MoveTextError::Ambiguous(moves.collect()))
        }
    }
}

/// Returns a move if it is legal.
pub(crate) fn legal_move(position: &Position, mv: Move) -> Result<Move, MoveTextError> {
    position.validate_move(mv)?;
    Ok(mv)
}

/// Reads a legal move in any notation of text formats. Marks such as `!?` at the end are ignored.
///
/// USI (`7g7f`, `P*5e`) and UCI (`c3c4`, `P@e5`) are read first. Otherwise the text is compared
/// with the legal moves in western notation (`P-7f`, `P7g-7f`, `Rx3c+`, `S*5e`, `S'5e`, with
/// digits for the ranks also) and in algebraic notation (`Pc4`, `c4`, `Rxg7=D+`, `S@e5`, `G6d2`).
pub(crate) fn read_move(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let text = text.trim_end_matches(['!', '?']);
    let rules = position.rules();
    let usi = rules.parse_move(text);
    if let Ok(mv) = usi {
        return legal_move(position, mv);
    }
    let legal = position.legal_moves();
    let mut matches = western_matches(position, &legal, text);
    if matches.is_empty() {
        matches = algebraic_matches(position, &legal, text);
    }
    // What begins like USI is explained as such.
    let is_western = text.starts_with(|first: char| first == '+' || first.is_uppercase());
    let reason = match usi {
        Err(error) if !is_western => error.to_string().into(),
        _ => MoveTextError::from("no legal move is written like this"),
    };
    only_match(position, &matches, reason)
}

/// Returns the legal moves that a text in western notation can mean. A `+` promotes, and `=`
/// declines promotion.
fn western_matches(position: &Position, legal: &[Move], text: &str) -> Vec<Move> {
    let (body, promotes) = match text.strip_suffix('+') {
        Some(body) => (body, true),
        None => (text.strip_suffix('=').unwrap_or(text), false),
    };
    let fits = |mv: &Move| {
        mv.is_promotion() == promotes
            && [SquareStyle::Usi, SquareStyle::Digits]
                .into_iter()
                .any(|style| body_fits(position, *mv, body, style))
    };
    legal.iter().copied().filter(fits).collect()
}

/// Returns the legal moves that a text in algebraic notation can mean. `=` and a letter promote;
/// `+` and `#` are check and mate, but where no such move gives check, `+` promotes.
fn algebraic_matches(position: &Position, legal: &[Move], text: &str) -> Vec<Move> {
    let (rest, is_check) = match text.strip_suffix(['+', '#']) {
        Some(rest) => (rest.trim_end_matches('+'), true),
        None => (text, false),
    };
    let promotion = rest.rsplit_once('=').filter(|(_, to)| {
        to.is_empty()
            || *to == "+"
            || (to.len() == 1 && to.starts_with(|c: char| c.is_ascii_uppercase()))
    });
    let (body, promotes) = match promotion {
        // A lone `=` declines, unless the `+` behind it belongs to it.
        Some((body, "")) => (body, text.ends_with("=+")),
        Some((body, _)) => (body, true),
        None => (rest, false),
    };
    let with_promotion = |promotes: bool| {
        let fits = |mv: &Move| {
            mv.is_promotion() == promotes && body_fits(position, *mv, body, SquareStyle::Chess)
        };
        legal.iter().copied().filter(fits).collect::<Vec<_>>()
    };
    let matches = with_promotion(promotes);
    if !is_check || promotes {
        return matches;
    }
    let gives_check = |mv: &Move| {
        let mut after = position.clone();
        after.do_move(*mv);
        after.in_check()
    };
    let checks: Vec<_> = matches.iter().copied().filter(gives_check).collect();
    if checks.is_empty() { with_promotion(true) } else { checks }
}

/// Returns whether the text of a move without its ending can mean this move.
fn body_fits(position: &Position, mv: Move, body: &str, style: SquareStyle) -> bool {
    let Some(piece) = position.moved_piece(mv) else { return false };
    let files = position.rules().files();
    let ranks = position.rules().ranks();
    let strip_square = |text, square| style.strip_square(text, square, files, ranks);
    let Some(front) = strip_square(body, mv.to()) else { return false };
    // Fairy-Stockfish's letters are those of its algebraic notation.
    let names = |letters: &str, has_origin| {
        names_piece(position, piece, letters, has_origin)
            || (matches!(style, SquareStyle::Chess) && is_fairy_letter(position, piece, letters))
    };
    let Origin::Board(from) = mv.origin() else {
        return front.strip_suffix(['*', '@', '\'']).is_some_and(|letters| names(letters, false));
    };
    let (front, captures) = match front.strip_suffix(['x', '-']) {
        Some(rest) => (rest, front.ends_with('x')),
        None => (front, false),
    };
    if captures && !position.is_capture(mv) {
        return false;
    }
    if strip_square(front, from).is_some_and(|letters| names(letters, true)) {
        return true;
    }
    let [file, rank] = style.coordinates(from, files, ranks);
    [Some(front), file.strip(front), rank.strip(front)]
        .into_iter()
        .flatten()
        .any(|letters| names(letters, false))
}

/// Returns whether letters name a piece. No letters mean a pawn, or any piece where the whole start
/// square is given.
fn names_piece(position: &Position, piece: Piece, letters: &str, has_origin: bool) -> bool {
    let (rules, kind) = (position.rules(), piece.kind());
    if letters.is_empty() {
        return has_origin || rules.pawn_kind() == Some(kind);
    }
    is_label_of(rules, kind, letters)
}

/// Returns whether a label names a kind of piece: its letter in SFEN or its western letters, after a
/// `+` if it is promoted.
pub(crate) fn is_label_of(rules: &Rules, kind: PieceKind, label: &str) -> bool {
    let promoted = label.strip_prefix('+');
    let letters = promoted.unwrap_or(label);
    promoted.is_some() == kind.is_promoted()
        && rules.piece_info(kind).is_some_and(|info| {
            info.western_letters == letters || letters.chars().eq([info.letter])
        })
}

/// Returns whether a letter is the one that Fairy-Stockfish gives a promoted piece in our games. It
/// calls pieces that move like a gold G.
fn is_fairy_letter(position: &Position, piece: Piece, letter: &str) -> bool {
    let kind = piece.kind();
    let form = position.rules().piece_form(kind).filter(|_| kind.is_promoted());
    let letters = match form.map_or("", |form| form.name.as_str()) {
        "Dragon" => "DU",
        "Horse" => "H",
        "Tokin" => "GT",
        "Promoted Silver" | "Promoted Knight" | "Promoted Lance" => "G",
        "Flying Gold Cannon" | "Flying Silver Cannon" | "Great General" => "X",
        "Flying Copper Cannon" | "Flying Iron Cannon" | "Gold General" => "Y",
        "Jumping Horse" => "M",
        "Vertical Mover" => "V",
        "Rook General" => "E",
        "Bishop General" => "F",
        "Side Mover" => "W",
        _ => "",
    };
    letter.len() == 1 && letters.contains(letter)
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

/// A coordinate of a square as it is written. Texts are compared with the coordinates of every legal
/// move, so this is not a string.
#[derive(Clone, Copy)]
enum Coordinate {
    Letter(char),
    Number(u8),
}

impl Coordinate {
    /// Counts from `a` or from 1.
    fn letter(index: u8) -> Self {
        Self::Letter(char::from(b'a' + index))
    }

    /// Removes the coordinate from the end of a text.
    fn strip(self, text: &str) -> Option<&str> {
        match self {
            Self::Letter(letter) => text.strip_suffix(letter),
            Self::Number(10) => text.strip_suffix("10"),
            Self::Number(digit) => text.strip_suffix(char::from(b'0' + digit)),
        }
    }
}

impl SquareStyle {
    /// Returns the file and the rank of a square.
    fn coordinates(self, square: Square, files: u8, ranks: u8) -> [Coordinate; 2] {
        let (file, rank) = (square.file(), square.rank());
        match self {
            Self::Usi => [Coordinate::Number(file + 1), Coordinate::letter(rank)],
            Self::Digits => [Coordinate::Number(file + 1), Coordinate::Number(rank + 1)],
            Self::Chess => [
                Coordinate::letter(files.saturating_sub(file + 1)),
                Coordinate::Number(ranks.saturating_sub(rank)),
            ],
        }
    }

    /// Removes the name of a square from the end of a text.
    fn strip_square(self, text: &str, square: Square, files: u8, ranks: u8) -> Option<&str> {
        let [file, rank] = self.coordinates(square, files, ranks);
        file.strip(rank.strip(text)?)
    }
}

/// Returns the number of plies before a position in a game whose first move is Black's, as PGN
/// counts.
pub(crate) fn plies_before(position: &Position) -> usize {
    let moves = position.move_number().saturating_sub(1) / 2;
    moves as usize * 2 + usize::from(position.side() == Color::White)
}

/// Joins texts with single spaces.
pub(crate) fn join(texts: impl Iterator<Item = impl Display>) -> String {
    texts.map(|text| text.to_string()).collect::<Vec<_>>().join(" ")
}
