//! Positions as text: SFEN, and the FEN of UCI programs, with hands in brackets.

use crate::board::Board;
use crate::piece::{Color, Piece, PieceKind};
use crate::position::Position;
use crate::rules::Rules;
use crate::square::Square;
use crate::validate::PositionError;
use std::fmt;

/// An error in the text of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SfenError {
    /// The byte offset of the error. For an illegal position it is the length of the text.
    pub offset: usize,
    /// The kind of error.
    pub kind: SfenErrorKind,
}

/// The kinds of errors in the text of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SfenErrorKind {
    /// A character that is not allowed here.
    UnexpectedCharacter(char),
    /// The text ends before this part.
    Missing(&'static str),
    /// A rank with the wrong number of squares.
    RankLength {
        /// The rank's letter.
        rank: char,
        /// The number of squares found.
        found: usize,
        /// The number of files of the board.
        expected: u8,
    },
    /// The wrong number of ranks.
    RankCount {
        /// The number of ranks found.
        found: usize,
        /// The number of ranks of the board.
        expected: u8,
    },
    /// The letter of a piece that has no promoted form, after a `+`.
    NoPromotion(char),
    /// The side to move is neither `b` nor `w`.
    SideToMove,
    /// A number of pieces in hand that is zero or too large.
    HandCount,
    /// The move number is not a number.
    MoveNumber,
    /// Text after the end of the position.
    TrailingText,
    /// The text is well-formed, but the position is illegal.
    IllegalPosition(Vec<PositionError>),
}

impl fmt::Display for SfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            SfenErrorKind::UnexpectedCharacter(c) => {
                write!(f, "unexpected '{}'", c.escape_debug())
            }
            SfenErrorKind::Missing(what) => write!(f, "missing {what}"),
            SfenErrorKind::RankLength { rank, found, expected } => {
                write!(f, "rank {rank} has {found} squares instead of {expected}")
            }
            SfenErrorKind::RankCount { found, expected } => {
                write!(f, "{found} ranks instead of {expected}")
            }
            SfenErrorKind::NoPromotion(c) => write!(f, "'{c}' has no promoted form"),
            SfenErrorKind::SideToMove => f.write_str("invalid side to move (expected 'b' or 'w')"),
            SfenErrorKind::HandCount => f.write_str("invalid number of pieces in hand"),
            SfenErrorKind::MoveNumber => f.write_str("invalid move number"),
            SfenErrorKind::TrailingText => f.write_str("trailing text"),
            SfenErrorKind::IllegalPosition(errors) => {
                for (index, error) in errors.iter().enumerate() {
                    write!(f, "{}{error}", if index == 0 { "" } else { "; " })?;
                }
                return Ok(());
            }
        }?;
        write!(f, " at character {} of the position", self.offset + 1)
    }
}

impl std::error::Error for SfenError {}

impl Position {
    /// Reads a position from SFEN: board, side to move, hands and an optional move number. The
    /// pieces in hand may be in any order.
    ///
    /// ```
    /// # use rules::{Position, Rules};
    /// # let minicannon = toml::from_str(include_str!("../examples/minicannon.toml")).unwrap();
    /// # let rules = Rules::build(&minicannon).unwrap();
    /// let position = Position::from_sfen(rules, "4k/5/2C2/5/K4 b P 1").unwrap();
    /// assert_eq!(position.count_legal_moves(), 30);
    /// let error = Position::from_sfen(rules, "4k/5/2C2/5/K4 b X 1").unwrap_err();
    /// assert_eq!(error.to_string(), "unexpected 'X' at character 17 of the position");
    /// ```
    pub fn from_sfen(rules: &'static Rules, text: &str) -> Result<Self, SfenError> {
        let mut tokens = Tokens::new(text);
        let placement = tokens.expect("board")?;
        let side = tokens.expect("side to move")?;
        let side = match side.text {
            "b" => Color::Black,
            "w" => Color::White,
            _ => return Err(side.error(0, SfenErrorKind::SideToMove)),
        };
        let mut board = Board::empty(rules, side);
        parse_placement(&mut board, placement)?;
        parse_hands(&mut board, tokens.expect("pieces in hand")?)?;
        let move_number = match tokens.next() {
            Some(token) => {
                token.text.parse().map_err(|_| token.error(0, SfenErrorKind::MoveNumber))?
            }
            None => 1,
        };
        finish_position(board, move_number, tokens)
    }

    /// Reads a position from FEN if the text has a bracket, otherwise from SFEN. Fields missing at the
    /// end have defaults: Black to move, empty hands, move 1.
    ///
    /// ```
    /// # use rules::{Position, Rules};
    /// # let minicannon = toml::from_str(include_str!("../examples/minicannon.toml"))?;
    /// # let rules = Rules::build(&minicannon)?;
    /// let [sfen, fen] = ["4k/5/5/5/K4 b P 1", "4k/5/5/5/K4[P] w 0 1"]
    ///     .map(|text| Position::from_sfen_or_fen(rules, text));
    /// assert_eq!(sfen?.sfen().to_string(), fen?.sfen().to_string());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_sfen_or_fen(rules: &'static Rules, text: &str) -> Result<Self, SfenError> {
        let is_fen = text.contains('[');
        let defaults = match text.split_whitespace().count() {
            1 if is_fen => " w",
            1 => " b -",
            2 if !is_fen => " -",
            _ => "",
        };
        let text = format!("{text}{defaults}");
        if is_fen { Self::from_fen(rules, &text) } else { Self::from_sfen(rules, &text) }
    }

    /// Reads a position from FEN. Unlike in SFEN, `w` is Black (sente), and the hands follow the
    /// board in brackets. The last number after the side to move is the full-move number.
    pub fn from_fen(rules: &'static Rules, text: &str) -> Result<Self, SfenError> {
        let mut tokens = Tokens::new(text);
        let first = tokens.expect("board")?;
        let (placement, hands) = split_hands(first)?;
        let side = tokens.expect("side to move")?;
        let side = match side.text {
            "w" => Color::Black,
            "b" => Color::White,
            _ => return Err(side.error(0, SfenErrorKind::SideToMove)),
        };
        let mut board = Board::empty(rules, side);
        parse_placement(&mut board, placement)?;
        parse_hands(&mut board, hands)?;
        let mut full_move: u32 = 1;
        for token in tokens.by_ref() {
            match token.text {
                "-" => {}
                text => {
                    full_move =
                        text.parse().map_err(|_| token.error(0, SfenErrorKind::MoveNumber))?
                }
            }
        }
        let past_moves = full_move.max(1) - 1;
        finish_position(board, past_moves.saturating_mul(2).saturating_add(1 + side as u32), tokens)
    }
}

/// Checks that the text has ended and the position is legal.
fn finish_position(
    board: Board,
    move_number: u32,
    mut tokens: Tokens<'_>,
) -> Result<Position, SfenError> {
    if let Some(token) = tokens.next() {
        return Err(token.error(0, SfenErrorKind::TrailingText));
    }
    match board.validate() {
        errors if errors.is_empty() => Ok(Position::new(board, move_number.max(1))),
        errors => Err(SfenError {
            offset: tokens.text.len(),
            kind: SfenErrorKind::IllegalPosition(errors),
        }),
    }
}

fn parse_placement(board: &mut Board, token: Token<'_>) -> Result<(), SfenError> {
    let rules = board.rules();
    let mut rank_count = 0;
    let mut next_offset = 0;
    for (rank, row) in token.text.split('/').enumerate() {
        rank_count += 1;
        let row_offset = next_offset;
        next_offset += row.len() + 1;
        if rank >= usize::from(rules.ranks()) {
            continue;
        }
        parse_rank(board, rank as u8, Token { text: row, offset: token.offset + row_offset })?;
    }
    if rank_count != usize::from(rules.ranks()) {
        return Err(
            token.error(0, SfenErrorKind::RankCount { found: rank_count, expected: rules.ranks() })
        );
    }
    Ok(())
}

fn parse_rank(board: &mut Board, rank: u8, row: Token<'_>) -> Result<(), SfenError> {
    let rules = board.rules();
    let files = usize::from(rules.files());
    let mut file_count: usize = 0;
    let mut letters = row.text.char_indices().peekable();
    while let Some((offset, letter)) = letters.next() {
        if letter.is_ascii_digit() {
            let mut run = letter as usize - '0' as usize;
            while let Some((_, digit)) = letters.next_if(|(_, next)| next.is_ascii_digit()) {
                run = (run * 10 + (digit as usize - '0' as usize)).min(1000);
            }
            if run == 0 {
                return Err(row.error(offset, SfenErrorKind::UnexpectedCharacter('0')));
            }
            file_count += run;
            continue;
        }
        let promoted = letter == '+';
        let (offset, letter) = if promoted {
            let end = row.error(row.text.len(), SfenErrorKind::Missing("piece letter after '+'"));
            letters.next().ok_or(end)?
        } else {
            (offset, letter)
        };
        let piece = parse_piece(rules, letter, promoted).map_err(|kind| row.error(offset, kind))?;
        if file_count < files {
            board.add_piece(piece, Square::new((files - 1 - file_count) as u8, rank));
        }
        file_count += 1;
    }
    if file_count != files {
        let rank = char::from(b'a' + rank);
        let kind = SfenErrorKind::RankLength { rank, found: file_count, expected: rules.files() };
        return Err(row.error(0, kind));
    }
    Ok(())
}

/// Returns the piece for a letter. A capital is Black's, a small letter White's.
fn parse_piece(rules: &Rules, letter: char, promoted: bool) -> Result<Piece, SfenErrorKind> {
    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
    let kind = rules.kind_from_letter(letter).ok_or(SfenErrorKind::UnexpectedCharacter(letter))?;
    match promoted {
        true if !rules.can_promote(kind) => Err(SfenErrorKind::NoPromotion(letter)),
        true => Ok(Piece::new(color, kind.promoted())),
        false => Ok(Piece::new(color, kind)),
    }
}

/// Parses the hands: letters, each optionally preceded by a count. If the text ends with a digit,
/// the counts follow the letters instead, as some clients write them.
fn parse_hands(board: &mut Board, token: Token<'_>) -> Result<(), SfenError> {
    if token.text == "-" {
        return Ok(());
    }
    let counts_follow = token.text.ends_with(|last: char| last.is_ascii_digit());
    let mut letters = token.text.char_indices().peekable();
    let parse_count = |letters: &mut std::iter::Peekable<std::str::CharIndices<'_>>| {
        let start = letters.peek().map_or(token.text.len(), |&(offset, _)| offset);
        let digit = |next: &(usize, char)| next.1.is_ascii_digit();
        let mut number = None;
        while let Some((_, digit)) = letters.next_if(digit) {
            number = Some((number.unwrap_or(0) * 10 + (digit as u32 - '0' as u32)).min(1000));
        }
        match number.unwrap_or(1) {
            0 | 100.. => Err(token.error(start, SfenErrorKind::HandCount)),
            count => Ok(count),
        }
    };
    while letters.peek().is_some() {
        let count_before = if counts_follow { 1 } else { parse_count(&mut letters)? };
        let end = token.error(token.text.len(), SfenErrorKind::Missing("piece letter"));
        let (offset, letter) = letters.next().ok_or(end)?;
        let piece = parse_piece(board.rules(), letter, false);
        let piece = piece.map_err(|kind| token.error(offset, kind))?;
        let count = if counts_follow { parse_count(&mut letters)? } else { count_before };
        let in_hand = u32::from(board.hand(piece.color()).count(piece.kind()));
        // Larger counts have no Zobrist keys.
        if in_hand + count > crate::zobrist::MAX_HAND_COUNT as u32 {
            return Err(token.error(offset, SfenErrorKind::HandCount));
        }
        for _ in 0..count {
            board.add_to_hand(piece.color(), piece.kind());
        }
    }
    Ok(())
}

/// Splits the first token of a FEN into board and hands.
fn split_hands(token: Token<'_>) -> Result<(Token<'_>, Token<'_>), SfenError> {
    let none = Token { text: "-", offset: token.offset + token.text.len() };
    let Some((placement, rest)) = token.text.split_once('[') else { return Ok((token, none)) };
    let offset = token.offset + placement.len() + 1;
    let Some(hands) = rest.strip_suffix(']') else {
        return Err(SfenError { offset: offset + rest.len(), kind: SfenErrorKind::Missing("']'") });
    };
    let hands = if hands.is_empty() { none } else { Token { text: hands, offset } };
    Ok((Token { text: placement, offset: token.offset }, hands))
}

impl Position {
    /// Returns the position in SFEN.
    pub fn sfen(&self) -> impl fmt::Display + '_ {
        fmt::from_fn(|f| write!(f, "{} {}", self.sfen_without_number(), self.move_number()))
    }

    /// Returns the position in SFEN without the move number, the same for positions that differ only in
    /// it.
    pub fn sfen_without_number(&self) -> impl fmt::Display + '_ {
        let side = if self.side() == Color::Black { 'b' } else { 'w' };
        fmt::from_fn(move |f| {
            write!(f, "{} {side} {}", placement(self.board()), hands(self.board()))
        })
    }

    /// Returns the position in FEN.
    pub fn fen(&self) -> impl fmt::Display + '_ {
        let side = if self.side() == Color::Black { 'w' } else { 'b' };
        let number = self.move_number().saturating_sub(1) / 2 + 1;
        fmt::from_fn(move |f| {
            let (placement, hands) = (placement(self.board()), fen_hands(self.board()));
            write!(f, "{placement}[{hands}] {side} - - 0 {number}")
        })
    }
}

fn placement(board: &Board) -> impl fmt::Display + '_ {
    let rules = board.rules();
    fmt::from_fn(move |f| {
        for rank in 0..rules.ranks() {
            if rank > 0 {
                f.write_str("/")?;
            }
            let mut run = 0;
            for file in (0..rules.files()).rev() {
                match board.piece_on(Square::new(file, rank)) {
                    None => run += 1,
                    Some(piece) => {
                        write_run(f, run)?;
                        run = 0;
                        write!(f, "{}", rules.piece_sfen(piece))?;
                    }
                }
            }
            write_run(f, run)?;
        }
        Ok(())
    })
}

fn write_run(f: &mut fmt::Formatter<'_>, run: u8) -> fmt::Result {
    if run > 0 { write!(f, "{run}") } else { Ok(()) }
}

fn hands(board: &Board) -> impl fmt::Display + '_ {
    fmt::from_fn(move |f| {
        if Color::BOTH.iter().all(|&color| board.hand(color).is_empty()) {
            return f.write_str("-");
        }
        for (piece, count) in pieces_in_hand(board) {
            if count > 1 {
                write!(f, "{count}")?;
            }
            write!(f, "{}", board.rules().piece_sfen(piece))?;
        }
        Ok(())
    })
}

fn fen_hands(board: &Board) -> impl fmt::Display + '_ {
    fmt::from_fn(move |f| {
        for (piece, count) in pieces_in_hand(board) {
            for _ in 0..count {
                write!(f, "{}", board.rules().piece_sfen(piece))?;
            }
        }
        Ok(())
    })
}

/// Returns the pieces in hand with their counts: Black's, then White's, each in order of kind
/// index.
fn pieces_in_hand(board: &Board) -> impl Iterator<Item = (Piece, u8)> + '_ {
    let of_color =
        |color| board.hand(color).iter().map(move |(kind, count)| (Piece::new(color, kind), count));
    of_color(Color::Black).chain(of_color(Color::White))
}

impl Rules {
    /// Returns a piece in SFEN: `P`, `+r`.
    pub fn piece_sfen(&self, piece: Piece) -> impl fmt::Display + use<> {
        let kind: PieceKind = piece.kind();
        let capital = self.piece_info(kind).map_or('?', |info| info.letter);
        let letter = match piece.color() {
            Color::Black => capital,
            Color::White => capital.to_ascii_lowercase(),
        };
        fmt::from_fn(move |f| write!(f, "{}{letter}", if kind.is_promoted() { "+" } else { "" }))
    }
}

/// A word of the text and its byte offset.
#[derive(Clone, Copy)]
struct Token<'a> {
    pub text: &'a str,
    pub offset: usize,
}

impl Token<'_> {
    pub fn error(&self, offset: usize, kind: SfenErrorKind) -> SfenError {
        SfenError { offset: self.offset + offset, kind }
    }
}

/// Splits the text at whitespace.
struct Tokens<'a> {
    pub text: &'a str,
    offset: usize,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, offset: 0 }
    }

    pub fn expect(&mut self, what: &'static str) -> Result<Token<'a>, SfenError> {
        let end = self.text.len();
        self.next().ok_or(SfenError { offset: end, kind: SfenErrorKind::Missing(what) })
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let rest = &self.text[self.offset..];
        let start = self.offset + (rest.len() - rest.trim_start().len());
        let text = self.text[start..].split_whitespace().next()?;
        self.offset = start + text.len();
        Some(Token { text, offset: start })
    }
}
