//! Positions as text: SFEN, and FEN as chess-style programs write it.

use crate::board::Board;
use crate::piece::{Color, Kind, Piece};
use crate::position::Position;
use crate::rules::Rules;
use crate::square::Square;
use crate::validate::Fault;
use std::fmt;

/// Why a text is no position, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SfenError {
    /// The byte offset of the fault; for a position that may not be set up, the text's end.
    pub at: usize,
    /// What is wrong there.
    pub fault: SfenFault,
}

/// What can be wrong with a position's text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SfenFault {
    /// A character that means nothing there.
    Unexpected(char),
    /// The text ends too early; this is due.
    Missing(&'static str),
    /// A rank with another number of squares than the board's.
    RankLength {
        /// The rank's letter.
        rank: char,
        /// How many squares it has.
        found: usize,
        /// How many the board has.
        due: u8,
    },
    /// Another number of ranks than the board's.
    Ranks {
        /// How many there are.
        found: usize,
        /// How many the board has.
        due: u8,
    },
    /// A piece that has no promoted form.
    NoPromotion(char),
    /// A side to move that is neither of the two letters.
    Side,
    /// A count in hand of zero or beyond belief.
    Count,
    /// A move number that is none.
    Number,
    /// Text after the end.
    Surplus,
    /// The text is read, but the position may not be set up.
    Illegal(Vec<Fault>),
}

impl fmt::Display for SfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            SfenFault::Unexpected(c) => write!(f, "'{}' not expected", c.escape_debug()),
            SfenFault::Missing(what) => write!(f, "{what} missing"),
            SfenFault::RankLength { rank, found, due } => {
                write!(f, "rank {rank} has {found} squares, not {due}")
            }
            SfenFault::Ranks { found, due } => write!(f, "{found} ranks, not {due}"),
            SfenFault::NoPromotion(c) => write!(f, "'{c}' has no promoted form"),
            SfenFault::Side => f.write_str("the side to move is one of two letters"),
            SfenFault::Count => f.write_str("no such count in hand"),
            SfenFault::Number => f.write_str("the move number is none"),
            SfenFault::Surplus => f.write_str("surplus text"),
            SfenFault::Illegal(faults) => {
                for (place, fault) in faults.iter().enumerate() {
                    write!(f, "{}{fault}", if place == 0 { "" } else { "; " })?;
                }
                return Ok(());
            }
        }?;
        write!(f, " at character {} of the position", self.at + 1)
    }
}

impl std::error::Error for SfenError {}

impl Position {
    /// Reads a position from SFEN: board, side to move, hands, and a move number that may be left
    /// out. A hand may come in any order.
    ///
    /// ```
    /// use rules::{Position, Rules};
    /// let game = Rules::named("cannonshogi").unwrap();
    /// let position = Position::from_sfen(game, "4k4/9/9/9/4U4/9/9/9/3K5 b P 1").unwrap();
    /// assert_eq!(position.count_legal(), 100);
    /// let error = Position::from_sfen(game, "4k4/9/9/9/4U4/9/9/9/3K5 b X 1").unwrap_err();
    /// assert_eq!(error.to_string(), "'X' not expected at character 27 of the position");
    /// ```
    pub fn from_sfen(rules: &'static Rules, text: &str) -> Result<Self, SfenError> {
        let mut words = Words::new(text);
        let placement = words.due("the board")?;
        let side = words.due("the side to move")?;
        let side = match side.text {
            "b" => Color::Black,
            "w" => Color::White,
            _ => return Err(side.fault(0, SfenFault::Side)),
        };
        let mut board = Board::empty(rules, side);
        place_pieces(&mut board, placement)?;
        fill_hands(&mut board, words.due("the hands")?)?;
        let number = match words.next() {
            Some(word) => word.text.parse().map_err(|_| word.fault(0, SfenFault::Number))?,
            None => 1,
        };
        set_up(board, number, words)
    }

    /// Reads a position from FEN, where `w` is the side that moves first, up the board, and the
    /// hands stand in brackets behind the board. The last of any counters is the full move.
    pub fn from_fen(rules: &'static Rules, text: &str) -> Result<Self, SfenError> {
        let mut words = Words::new(text);
        let first = words.due("the board")?;
        let (placement, hands) = split_hands(first)?;
        let side = words.due("the side to move")?;
        let side = match side.text {
            "w" => Color::Black,
            "b" => Color::White,
            _ => return Err(side.fault(0, SfenFault::Side)),
        };
        let mut board = Board::empty(rules, side);
        place_pieces(&mut board, placement)?;
        fill_hands(&mut board, hands)?;
        let mut full_move: u32 = 1;
        for word in words.by_ref() {
            match word.text {
                "-" => {}
                text => full_move = text.parse().map_err(|_| word.fault(0, SfenFault::Number))?,
            }
        }
        let past = full_move.max(1) - 1;
        set_up(board, past.saturating_mul(2).saturating_add(1 + side as u32), words)
    }

    /// The position as SFEN.
    pub fn sfen(&self) -> impl fmt::Display + '_ {
        let side = if self.side() == Color::Black { 'b' } else { 'w' };
        let number = self.move_number();
        fmt::from_fn(move |f| {
            write!(f, "{} {side} {} {number}", placement(self.board()), hands(self.board()))
        })
    }

    /// The position as FEN.
    pub fn fen(&self) -> impl fmt::Display + '_ {
        let side = if self.side() == Color::Black { 'w' } else { 'b' };
        let number = self.move_number().saturating_sub(1) / 2 + 1;
        fmt::from_fn(move |f| {
            let (placement, hands) = (placement(self.board()), fen_hands(self.board()));
            write!(f, "{placement}[{hands}] {side} - - 0 {number}")
        })
    }
}

/// A stretch of the text and where it begins.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    at: usize,
}

impl Word<'_> {
    fn fault(&self, offset: usize, fault: SfenFault) -> SfenError {
        SfenError { at: self.at + offset, fault }
    }
}

/// The text's words, blanks between them of any number.
struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn due(&mut self, what: &'static str) -> Result<Word<'a>, SfenError> {
        let end = self.text.len();
        self.next().ok_or(SfenError { at: end, fault: SfenFault::Missing(what) })
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let rest = &self.text[self.at..];
        let start = self.at + (rest.len() - rest.trim_start().len());
        let text = self.text[start..].split_whitespace().next()?;
        self.at = start + text.len();
        Some(Word { text, at: start })
    }
}

fn set_up(board: Board, number: u32, mut words: Words<'_>) -> Result<Position, SfenError> {
    if let Some(word) = words.next() {
        return Err(word.fault(0, SfenFault::Surplus));
    }
    match board.faults() {
        faults if faults.is_empty() => Ok(Position::new(board, number.max(1))),
        faults => Err(SfenError { at: words.text.len(), fault: SfenFault::Illegal(faults) }),
    }
}

fn place_pieces(board: &mut Board, word: Word<'_>) -> Result<(), SfenError> {
    let rules = board.rules();
    let mut rows = 0;
    let mut at = 0;
    for (rank, row) in word.text.split('/').enumerate() {
        rows += 1;
        let row_at = at;
        at += row.len() + 1;
        if rank >= usize::from(rules.ranks()) {
            continue;
        }
        place_row(board, rank as u8, Word { text: row, at: word.at + row_at })?;
    }
    if rows != usize::from(rules.ranks()) {
        return Err(word.fault(0, SfenFault::Ranks { found: rows, due: rules.ranks() }));
    }
    Ok(())
}

fn place_row(board: &mut Board, rank: u8, row: Word<'_>) -> Result<(), SfenError> {
    let rules = board.rules();
    let files = usize::from(rules.files());
    let mut used: usize = 0;
    let mut letters = row.text.char_indices().peekable();
    while let Some((offset, letter)) = letters.next() {
        if letter.is_ascii_digit() {
            let mut run = letter as usize - '0' as usize;
            while let Some((_, digit)) = letters.next_if(|(_, next)| next.is_ascii_digit()) {
                run = (run * 10 + (digit as usize - '0' as usize)).min(1000);
            }
            if run == 0 {
                return Err(row.fault(offset, SfenFault::Unexpected('0')));
            }
            used += run;
            continue;
        }
        let promoted = letter == '+';
        let (offset, letter) = if promoted {
            let end = row.fault(row.text.len(), SfenFault::Missing("the piece that is promoted"));
            letters.next().ok_or(end)?
        } else {
            (offset, letter)
        };
        let piece = piece(rules, letter, promoted).map_err(|fault| row.fault(offset, fault))?;
        if used < files {
            board.put(piece, Square::new((files - 1 - used) as u8, rank));
        }
        used += 1;
    }
    if used != files {
        let rank = char::from(b'a' + rank);
        let fault = SfenFault::RankLength { rank, found: used, due: rules.files() };
        return Err(row.fault(0, fault));
    }
    Ok(())
}

/// The piece of a letter, whose case is its colour.
fn piece(rules: &Rules, letter: char, promoted: bool) -> Result<Piece, SfenFault> {
    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
    let kind = rules.kind_of(letter).ok_or(SfenFault::Unexpected(letter))?;
    match promoted {
        true if !rules.promotes(kind) => Err(SfenFault::NoPromotion(letter)),
        true => Ok(Piece::new(color, kind.promoted())),
        false => Ok(Piece::new(color, kind)),
    }
}

/// Fills the hands from letters with counts before them. Some clients write counts behind their
/// letters, which shows where the text ends in one.
fn fill_hands(board: &mut Board, word: Word<'_>) -> Result<(), SfenError> {
    if word.text == "-" {
        return Ok(());
    }
    let counts_follow = word.text.ends_with(|last: char| last.is_ascii_digit());
    let mut letters = word.text.char_indices().peekable();
    let count = |letters: &mut std::iter::Peekable<std::str::CharIndices<'_>>| {
        let first = letters.peek().map_or(word.text.len(), |&(offset, _)| offset);
        let digit = |next: &(usize, char)| next.1.is_ascii_digit();
        let mut number = None;
        while let Some((_, digit)) = letters.next_if(digit) {
            number = Some((number.unwrap_or(0) * 10 + (digit as u32 - '0' as u32)).min(1000));
        }
        match number.unwrap_or(1) {
            0 | 100.. => Err(word.fault(first, SfenFault::Count)),
            count => Ok(count),
        }
    };
    while letters.peek().is_some() {
        let before = if counts_follow { 1 } else { count(&mut letters)? };
        let end = word.fault(word.text.len(), SfenFault::Missing("the piece in hand"));
        let (offset, letter) = letters.next().ok_or(end)?;
        let piece = piece(board.rules(), letter, false);
        let piece = piece.map_err(|fault| word.fault(offset, fault))?;
        let number = if counts_follow { count(&mut letters)? } else { before };
        let held = u32::from(board.hand(piece.color()).count(piece.kind()));
        // What is beyond belief is refused here, so that the hash of a hand has room for it.
        if held + number > crate::zobrist::HAND_MAX as u32 {
            return Err(word.fault(offset, SfenFault::Count));
        }
        for _ in 0..number {
            board.gain(piece.color(), piece.kind());
        }
    }
    Ok(())
}

/// Divides the first word of a FEN into board and hands.
fn split_hands(word: Word<'_>) -> Result<(Word<'_>, Word<'_>), SfenError> {
    let none = Word { text: "-", at: word.at + word.text.len() };
    let Some((placement, rest)) = word.text.split_once('[') else { return Ok((word, none)) };
    let at = word.at + placement.len() + 1;
    let Some(hands) = rest.strip_suffix(']') else {
        return Err(SfenError {
            at: at + rest.len(),
            fault: SfenFault::Missing("the bracket ']'"),
        });
    };
    let hands = if hands.is_empty() { none } else { Word { text: hands, at } };
    Ok((Word { text: placement, at: word.at }, hands))
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
                        write!(f, "{}", rules.letter(piece))?;
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
        for (piece, count) in in_hand(board) {
            if count > 1 {
                write!(f, "{count}")?;
            }
            write!(f, "{}", board.rules().letter(piece))?;
        }
        Ok(())
    })
}

fn fen_hands(board: &Board) -> impl fmt::Display + '_ {
    fmt::from_fn(move |f| {
        for (piece, count) in in_hand(board) {
            for _ in 0..count {
                write!(f, "{}", board.rules().letter(piece))?;
            }
        }
        Ok(())
    })
}

/// Black's pieces in hand, then White's, each in the game's order.
fn in_hand(board: &Board) -> impl Iterator<Item = (Piece, u8)> + '_ {
    let held =
        |color| board.hand(color).iter().map(move |(kind, count)| (Piece::new(color, kind), count));
    held(Color::Black).chain(held(Color::White))
}

impl Rules {
    /// A piece as SFEN writes it: `P`, `+r`.
    pub fn letter(&self, piece: Piece) -> impl fmt::Display + use<> {
        let kind: Kind = piece.kind();
        let capital = self.piece(kind).map_or('?', |info| info.letter);
        let letter = match piece.color() {
            Color::Black => capital,
            Color::White => capital.to_ascii_lowercase(),
        };
        fmt::from_fn(move |f| write!(f, "{}{letter}", if kind.is_promoted() { "+" } else { "" }))
    }
}
