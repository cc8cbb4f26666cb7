//! Positions as text: SFEN, and the FEN of UCI programs, with hands in brackets.

use crate::board::Board;
use crate::piece::{Color, Hand, Piece, PieceKind};
use crate::position::Position;
use crate::rules::Rules;
use crate::spec::GameSpec;
use crate::square::Square;
use crate::validate::PositionError;
use crate::zobrist::MAX_HAND_COUNT;
use serde::Serialize;
use std::fmt;
use std::iter::Peekable;
use std::str::CharIndices;

/// An error in the text of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SfenError {
    /// The byte offset of the error. For an illegal position it is the length of the text.
    pub offset: usize,
    /// The kind of error.
    pub kind: SfenErrorKind,
}

/// The kinds of errors in the text of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "value", rename_all = "snake_case")]
#[non_exhaustive]
pub enum SfenErrorKind {
    /// A character that is not allowed here.
    #[error("unexpected '{}'", .0.escape_debug())]
    UnexpectedCharacter(char),
    /// The text ends before this part.
    #[error("missing {0}")]
    Missing(&'static str),
    /// A rank with the wrong number of squares.
    #[error("rank {rank} has {found} squares instead of {expected}")]
    RankLength {
        /// The rank's letter.
        rank: char,
        /// The number of squares found.
        found: usize,
        /// The number of files of the board.
        expected: u8,
    },
    /// The wrong number of ranks.
    #[error("{found} ranks instead of {expected}")]
    RankCount {
        /// The number of ranks found.
        found: usize,
        /// The number of ranks of the board.
        expected: u8,
    },
    /// The letter of a piece that has no promoted form, after a `+`.
    #[error("'{0}' has no promoted form")]
    NoPromotion(char),
    /// The side to move is neither `b` nor `w`.
    #[error("invalid side to move (expected 'b' or 'w')")]
    SideToMove,
    /// A number of pieces in hand that is zero or too large.
    #[error("invalid number of pieces in hand")]
    HandCount,
    /// The move number is not a number.
    #[error("invalid move number")]
    MoveNumber,
    /// Text after the end of the position.
    #[error("trailing text")]
    TrailingText,
    /// The text is well-formed, but the position is illegal.
    #[error("{}", joined(.0))]
    IllegalPosition(Vec<PositionError>),
}

impl fmt::Display for SfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            SfenErrorKind::IllegalPosition(_) => self.kind.fmt(f),
            kind => write!(f, "{kind} at character {} of the position", self.offset + 1),
        }
    }
}

impl std::error::Error for SfenError {}

fn joined(errors: &[PositionError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

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
        Setup::from_sfen(rules.spec(), text)?.position(rules, text)
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
        let (placement, hands) = split_hands(tokens.expect("board")?)?;
        let side = tokens.expect("side to move")?;
        let mut setup = Setup::new(match side.text {
            "w" => Color::Black,
            "b" => Color::White,
            _ => return Err(side.error(0, SfenErrorKind::SideToMove)),
        });
        setup.read_placement(rules.spec(), placement)?;
        setup.read_hands(rules.spec(), hands)?;
        let mut full_move: u32 = 1;
        for token in tokens.filter(|token| token.text != "-") {
            full_move = token.number()?;
        }
        let past_moves = full_move.max(1) - 1;
        setup.move_number = past_moves.saturating_mul(2).saturating_add(1 + setup.side as u32);
        setup.position(rules, text)
    }
}

/// A position that is being set up. It fits the board, but may be illegal.
#[derive(Clone, Debug)]
pub struct Setup {
    pieces: Vec<(Piece, Square)>,
    hands: [Hand; 2],
    /// The side to move.
    pub side: Color,
    /// The number of the next move.
    pub move_number: u32,
}

impl Setup {
    /// Creates an empty board.
    pub fn new(side: Color) -> Self {
        Self { pieces: Vec::new(), hands: Default::default(), side, move_number: 1 }
    }

    /// Puts a piece on a square, or empties it.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.pieces.retain(|(_, occupied)| *occupied != square);
        self.pieces.extend(piece.map(|piece| (piece, square)));
    }

    /// Returns the piece on a square.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.pieces.iter().find(|(_, occupied)| *occupied == square).map(|(piece, _)| *piece)
    }

    /// Empties the hand of a side.
    pub fn clear_hand(&mut self, color: Color) {
        self.hands[color.index()] = Hand::default();
    }

    /// Adds pieces to a hand. Those beyond what a hand can hold, which is more than any game has, are ignored.
    pub fn add_to_hand(&mut self, color: Color, kind: PieceKind, count: u32) {
        let hand = &mut self.hands[color.index()];
        for _ in 0..count.min(MAX_HAND_COUNT as u32) {
            if usize::from(hand.count(kind)) < MAX_HAND_COUNT {
                hand.add(kind);
            }
        }
    }

    /// Returns the position, if it is legal.
    pub fn build(&self, rules: &'static Rules) -> Result<Position, SfenError> {
        self.position(rules, "")
    }

    /// Reads SFEN.
    pub(crate) fn from_sfen(spec: &GameSpec, text: &str) -> Result<Self, SfenError> {
        let mut tokens = Tokens::new(text);
        let placement = tokens.expect("board")?;
        let side = tokens.expect("side to move")?;
        let mut setup = Self::new(match side.text {
            "b" => Color::Black,
            "w" => Color::White,
            _ => return Err(side.error(0, SfenErrorKind::SideToMove)),
        });
        setup.read_placement(spec, placement)?;
        setup.read_hands(spec, tokens.expect("pieces in hand")?)?;
        if let Some(token) = tokens.next() {
            setup.move_number = token.number()?;
        }
        match tokens.next() {
            Some(token) => Err(token.error(0, SfenErrorKind::TrailingText)),
            None => Ok(setup),
        }
    }

    /// Returns the number of pieces of an unpromoted kind, promoted ones and those in hand included.
    pub fn count(&self, kind: PieceKind) -> usize {
        let on_board = self.pieces.iter().filter(|(piece, _)| piece.kind().unpromoted() == kind);
        on_board.count()
            + self.hands.iter().map(|hand| usize::from(hand.count(kind))).sum::<usize>()
    }

    /// Returns the position, if it is legal.
    fn position(&self, rules: &'static Rules, text: &str) -> Result<Position, SfenError> {
        let board = Board::new(rules, self.side, &self.pieces, self.hands);
        match board.validate() {
            errors if errors.is_empty() => Ok(Position::new(board, self.move_number.max(1))),
            errors => {
                Err(SfenError { offset: text.len(), kind: SfenErrorKind::IllegalPosition(errors) })
            }
        }
    }

    fn read_placement(&mut self, spec: &GameSpec, token: Token<'_>) -> Result<(), SfenError> {
        let mut offset = token.offset;
        for (rank, row) in (0..spec.ranks).zip(token.text.split('/')) {
            self.read_rank(spec, rank, Token { text: row, offset })?;
            offset += row.len() + 1;
        }
        let (found, expected) = (token.text.split('/').count(), spec.ranks);
        if found != usize::from(expected) {
            return Err(token.error(0, SfenErrorKind::RankCount { found, expected }));
        }
        Ok(())
    }

    fn read_rank(&mut self, spec: &GameSpec, rank: u8, row: Token<'_>) -> Result<(), SfenError> {
        let mut found: usize = 0;
        let mut letters = row.text.char_indices().peekable();
        while let Some(&(offset, letter)) = letters.peek() {
            if let Some(run) = read_number(&mut letters) {
                if run == 0 {
                    return Err(row.error(offset, SfenErrorKind::UnexpectedCharacter('0')));
                }
                found += run;
                continue;
            }
            letters.next();
            let promoted = letter == '+';
            let (offset, letter) = if promoted {
                let missing = SfenErrorKind::Missing("piece letter after '+'");
                letters.next().ok_or_else(|| row.error(row.text.len(), missing))?
            } else {
                (offset, letter)
            };
            let piece = read_piece(spec, letter, promoted);
            let piece = piece.map_err(|kind| row.error(offset, kind))?;
            if let Some(file) = usize::from(spec.files).checked_sub(1 + found) {
                self.pieces.push((piece, Square::new(file as u8, rank)));
            }
            found += 1;
        }
        if found != usize::from(spec.files) {
            let rank = char::from(b'a' + rank);
            let kind = SfenErrorKind::RankLength { rank, found, expected: spec.files };
            return Err(row.error(0, kind));
        }
        Ok(())
    }

    /// Reads the hands: letters, each optionally preceded by a count. If the text ends with a digit,
    /// the counts follow the letters instead, as some clients write them.
    fn read_hands(&mut self, spec: &GameSpec, token: Token<'_>) -> Result<(), SfenError> {
        if token.text == "-" {
            return Ok(());
        }
        let counts_follow = token.text.ends_with(|last: char| last.is_ascii_digit());
        let mut letters = token.text.char_indices().peekable();
        let read_count = |letters: &mut Letters<'_>| {
            let start = letters.peek().map_or(token.text.len(), |&(offset, _)| offset);
            match read_number(letters).unwrap_or(1) {
                0 | 100.. => Err(token.error(start, SfenErrorKind::HandCount)),
                count => Ok(count),
            }
        };
        while letters.peek().is_some() {
            let count_before = if counts_follow { 1 } else { read_count(&mut letters)? };
            let end = token.error(token.text.len(), SfenErrorKind::Missing("piece letter"));
            let (offset, letter) = letters.next().ok_or(end)?;
            let piece =
                read_piece(spec, letter, false).map_err(|kind| token.error(offset, kind))?;
            let count = if counts_follow { read_count(&mut letters)? } else { count_before };
            let held = self.hands[piece.color().index()].count(piece.kind());
            // Larger counts have no Zobrist keys.
            if usize::from(held) + count > MAX_HAND_COUNT {
                return Err(token.error(offset, SfenErrorKind::HandCount));
            }
            self.add_to_hand(piece.color(), piece.kind(), count as u32);
        }
        Ok(())
    }
}

impl From<&Position> for Setup {
    fn from(position: &Position) -> Self {
        Self {
            pieces: position.placed_pieces().collect(),
            hands: Color::BOTH.map(|color| *position.hand(color)),
            side: position.side(),
            move_number: position.move_number(),
        }
    }
}

type Letters<'a> = Peekable<CharIndices<'a>>;

/// Reads the number that the next digits form, or `None` if there are none. Large numbers count as 1000.
fn read_number(letters: &mut Letters<'_>) -> Option<usize> {
    let mut number = None;
    while let Some((_, digit)) = letters.next_if(|(_, next)| next.is_ascii_digit()) {
        let digit = digit as usize - '0' as usize;
        number = Some((number.unwrap_or(0) * 10 + digit).min(1000));
    }
    number
}

/// Returns the piece for a letter. A capital is Black's, a small letter White's.
fn read_piece(spec: &GameSpec, letter: char, promoted: bool) -> Result<Piece, SfenErrorKind> {
    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
    let mut pieces = spec.pieces.iter();
    let index = pieces.position(|piece| piece.letter == letter.to_ascii_uppercase());
    let index = index.ok_or(SfenErrorKind::UnexpectedCharacter(letter))?;
    if promoted && spec.pieces[index].promotion.is_none() {
        return Err(SfenErrorKind::NoPromotion(letter));
    }
    let kind = PieceKind::base(index);
    Ok(Piece::new(color, if promoted { kind.promoted() } else { kind }))
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
    board_sfen(rules.files(), rules.ranks(), |square| {
        board.piece_on(square).map(|piece| rules.piece_sfen(piece))
    })
}

/// Returns the first part of an SFEN, given the pieces on the squares as SFEN writes them.
pub fn board_sfen<T: fmt::Display>(
    files: u8,
    ranks: u8,
    piece_on: impl Fn(Square) -> Option<T>,
) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        for rank in 0..ranks {
            if rank > 0 {
                f.write_str("/")?;
            }
            let mut run = 0;
            for file in (0..files).rev() {
                match piece_on(Square::new(file, rank)) {
                    None => run += 1,
                    Some(piece) => {
                        write_run(f, run)?;
                        run = 0;
                        write!(f, "{piece}")?;
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

    fn number(&self) -> Result<u32, SfenError> {
        self.text.parse().map_err(|_| self.error(0, SfenErrorKind::MoveNumber))
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
