//! Moves of KI2, which tell pieces apart by where they come from: `▲５八金右`, `△２二角成`, `▲同　銀直`.
//!
//! Right and left are the mover's. 上 moves forward, 引 back, 寄 sideways; 直 moves straight forward
//! by one square.

use super::kanji::{PieceNames, format_square};
use super::moves::{MoveParts, format_origin, format_parts, read_origin, read_parts};
use crate::error::MoveTextError;
use crate::notation::{only_match, read_move};
use rules::{Color, Move, Origin, Piece, PieceKind, Position, Square};

/// Marks before a move: first Black's, then White's.
pub(super) const MARKS: [&[char]; 2] = [&['▲', '☗', '▼'], &['△', '☖', '▽']];

/// Returns the side that a mark stands for.
pub(super) fn side_of_mark(c: char) -> Option<Color> {
    Color::BOTH.into_iter().find(|color| MARKS[color.index()].contains(&c))
}

pub(super) fn is_mark(c: char) -> bool {
    side_of_mark(c).is_some()
}

/// Words for the way a piece moves, and for where it comes from, alone and together. The first that
/// leaves one move is written.
const DISTINCTIONS: [&str; 12] =
    ["上", "寄", "引", "直", "右", "左", "右上", "右寄", "右引", "左上", "左寄", "左引"];

/// Reads a move of KI2 without its mark.
pub(super) fn read_ki2_move(
    position: &Position,
    names: &PieceNames,
    text: &str,
) -> Result<Move, MoveTextError> {
    resolve(position, &read_parts(position, names, text)?)
}

/// Reads a legal move as people type it: in USI, UCI, western, algebraic or Japanese notation.
///
/// ```
/// let shogi = games::by_name("shogi").unwrap();
/// let start = rules::Position::start(shogi);
/// for text in ["7g7f", "c3c4", "P-7f", "Pc4", "▲７六歩", "76歩"] {
///     assert_eq!(shogi.usi(records::parse_move(&start, text)?).to_string(), "7g7f");
/// }
/// assert!(records::parse_move(&start, "７五歩").is_err());
/// # Ok::<(), records::MoveTextError>(())
/// ```
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let text = text.trim();
    if text.is_ascii() {
        return read_move(position, text);
    }
    let names = PieceNames::new(position.rules());
    read_ki2_move(position, &names, text.trim_start_matches(is_mark))
}

/// Finds the legal move that the parts and the distinctions after them mean.
pub(super) fn resolve(position: &Position, parts: &MoveParts<'_>) -> Result<Move, MoveTextError> {
    let (words, origin) = match parts.rest.split_once('(') {
        None => (parts.rest, None),
        Some((words, origin)) => {
            let origin = origin.strip_suffix(')').ok_or("')' expected at the end")?;
            let from = read_origin(position.rules(), origin);
            (words, Some(from.ok_or("a start square expected")?))
        }
    };
    let endings = [("不成", false), ("生", false), ("成", true)];
    let (words, promotes) = endings
        .into_iter()
        .find_map(|(ending, promotes)| Some((words.strip_suffix(ending)?, promotes)))
        .unwrap_or((words, false));
    let legal = candidates(position, parts.to, parts.kind);
    if words == "打" {
        let drops: Vec<_> = legal.into_iter().filter(|mv| mv.is_drop() && !promotes).collect();
        let refused = position.validate_move(Move::drop(parts.kind.unpromoted(), parts.to)).err();
        let reason = refused.filter(|_| !parts.kind.is_promoted() && !promotes);
        let none = reason.map_or("no such piece can be dropped".into(), MoveTextError::Rules);
        return only_match(position, &drops, none);
    }
    let board_moves: Vec<_> = legal
        .iter()
        .copied()
        .filter(|mv| !mv.is_drop() && mv.is_promotion() == promotes)
        .filter(|mv| origin.is_none() || mv.from() == origin)
        .collect();
    if board_moves.is_empty() && words.is_empty() && !promotes && origin.is_none() {
        let drops: Vec<_> = legal.into_iter().filter(|mv| mv.is_drop()).collect();
        return only_match(position, &drops, refusal(position, parts));
    }
    let chosen = choose(position.side(), parts.to, board_moves, words)
        .ok_or("only words such as 右, 左, 直, 上, 寄, 引, 打, 成 can follow the piece")?;
    only_match(position, &chosen, refusal(position, parts))
}

/// Returns the reason why no legal move fits.
fn refusal(position: &Position, parts: &MoveParts<'_>) -> MoveTextError {
    let side = position.side();
    let from: Vec<Square> = position.pieces_of(side, parts.kind).into_iter().collect();
    let reasons: Vec<_> = from
        .iter()
        .filter_map(|&from| {
            let reason = position.validate_move(Move::normal(from, parts.to)).err()?;
            Some((from, reason))
        })
        .collect();
    match reasons.len() {
        0 if from.is_empty() => format!("{side} has no such piece on the board").into(),
        0 => "no such piece can move there in this way".into(),
        1..=3 => MoveTextError::Pieces(reasons),
        _ => "no such piece can move there".into(),
    }
}

/// Returns the legal moves of a kind of piece to a square, drops included.
fn candidates(position: &Position, to: Square, kind: PieceKind) -> Vec<Move> {
    let of_kind = |mv: Move| position.moved_piece(mv).is_some_and(|piece| piece.kind() == kind);
    position.legal_moves().into_iter().filter(|&mv| mv.to() == to && of_kind(mv)).collect()
}

/// Filters moves by words of distinction. Returns `None` for an unknown word.
fn choose(side: Color, to: Square, moves: Vec<Move>, words: &str) -> Option<Vec<Move>> {
    // Where the piece comes from, as the mover sees it: files to the right, ranks below.
    let seen_from = |mv: &Move| {
        let from = mv.from().unwrap_or(to);
        let (right, below) = (
            i32::from(to.file()) - i32::from(from.file()),
            i32::from(from.rank()) - i32::from(to.rank()),
        );
        if side == Color::Black { (right, below) } else { (-right, -below) }
    };
    let mut chosen = moves;
    for word in words.chars() {
        match word {
            '上' | '行' => chosen.retain(|mv| seen_from(mv).1 > 0),
            '引' => chosen.retain(|mv| seen_from(mv).1 < 0),
            '寄' => chosen.retain(|mv| seen_from(mv).1 == 0),
            '直' => chosen.retain(|mv| seen_from(mv) == (0, 1)),
            '右' | '左' => {}
            _ => return None,
        }
    }
    // The rightmost or leftmost of those that are left.
    for word in words.chars() {
        let rank = |mv: &Move| match word {
            '右' => seen_from(mv).0,
            '左' => -seen_from(mv).0,
            _ => 0,
        };
        let best = chosen.iter().map(rank).max();
        chosen.retain(|mv| Some(rank(mv)) == best);
    }
    Some(chosen)
}

/// Formats a legal move for KI2, with its mark.
pub(super) fn format_ki2_move(position: &Position, names: &PieceNames, mv: Move) -> String {
    let side = position.side();
    let mark = MARKS[side.index()][0];
    let parts = format_parts(position, names, mv);
    let words = distinguishing_words(position, mv);
    let Origin::Board(from) = mv.origin() else {
        return format!("{mark}{parts}{}", words.unwrap_or_default());
    };
    let promotion = match mv.is_promotion() {
        true => "成",
        false if position.is_pseudo_legal(Move::promotion(from, mv.to())) => "不成",
        false => "",
    };
    match words {
        Some(words) => format!("{mark}{parts}{words}{promotion}"),
        None => {
            let origin = format_origin(position.rules(), from);
            format!("{mark}{parts}{promotion}({origin})")
        }
    }
}

/// Returns the words that tell a move from others of the same kind of piece to its square, or `None` where no
/// words do.
pub(crate) fn distinguishing_words(position: &Position, mv: Move) -> Option<&'static str> {
    let (side, piece) = (position.side(), position.moved_piece(mv)?);
    let origins = reaching(position, piece, mv.to());
    let Origin::Board(from) = mv.origin() else {
        return Some(if origins.is_empty() { "" } else { "打" });
    };
    if origins.len() == 1 {
        return Some("");
    }
    let is_only = |words: &&&str| {
        let chosen = choose(side, mv.to(), origins.clone(), words);
        chosen.is_some_and(|moves| moves.len() == 1 && moves[0].from() == Some(from))
    };
    // Dragons and horses are told apart by side, never by 直.
    let is_usual =
        |words: &&&str| !words.contains('直') || !position.rules().has_line_captures(piece.kind());
    DISTINCTIONS.iter().filter(is_usual).find(is_only).copied()
}

/// Formats a legal move in kanji, as it follows other moves: `△同銀` if it recaptures.
pub fn japanese_move(position: &Position, mv: Move) -> String {
    let names = PieceNames::new(position.rules());
    format_ki2_move(position, &names, mv).replacen("同　", "同", 1)
}

/// Formats a line of legal moves in kanji: `▲２六歩△３四歩`, as programs write principal variations in
/// comments of KIF and CSA. The first move names its square even if it recaptures, because the line is
/// read without the move before it. Stops before the first illegal move.
pub fn japanese_line(position: &Position, moves: &[Move]) -> String {
    let names = PieceNames::new(position.rules());
    let mut position = position.clone();
    let mut text = String::new();
    for &mv in moves {
        if position.validate_move(mv).is_err() {
            break;
        }
        let formatted = format_ki2_move(&position, &names, mv);
        text += &if text.is_empty() {
            formatted.replacen("同　", &format_square(mv.to()), 1)
        } else {
            formatted
        };
        position.do_move(mv);
    }
    text
}

/// Returns a move to the square for each piece of a kind that reaches it. Pinned pieces count, because
/// other programs tell pieces apart without looking at pins.
fn reaching(position: &Position, piece: Piece, to: Square) -> Vec<Move> {
    let pieces = position.pieces_of(piece.color(), piece.kind());
    let from_square = |from| {
        let moves = [Move::normal(from, to), Move::promotion(from, to)];
        moves.into_iter().find(|&mv| position.is_pseudo_legal(mv))
    };
    pieces.into_iter().filter_map(from_square).collect()
}

/// Splits a line of KI2, which begins with a mark, into its moves without their marks.
pub(super) fn split_moves(line: &str) -> impl Iterator<Item = (Color, &str)> {
    let is_blank = |c: char| c.is_whitespace() || matches!(c, ',' | '，' | '、');
    let marks = line.char_indices().filter_map(|(offset, c)| Some((offset, c, side_of_mark(c)?)));
    let mut marks = marks.peekable();
    std::iter::from_fn(move || {
        let (offset, mark, side) = marks.next()?;
        let end = marks.peek().map_or(line.len(), |&(next, ..)| next);
        Some((side, line[offset + mark.len_utf8()..end].trim_matches(is_blank)))
    })
}
