//! Reading a position.

use super::words::{Word, Words};
use super::{SfenError, SfenErrorKind};
use crate::board::Board;
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::rules::Rules;
use crate::square::Square;

impl Position {
    /// Reads a position from SFEN: board, side to move, hands, and a move number that may be left
    /// out. A hand may come in any order.
    ///
    /// ```
    /// use rules::{Position, Rules};
    /// let game = Rules::by_name("cannonshogi").unwrap();
    /// let position = Position::from_sfen(game, "4k4/9/9/9/4U4/9/9/9/3K5 b P 1").unwrap();
    /// assert_eq!(position.count_legal_moves(), 100);
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
            _ => return Err(side.error(0, SfenErrorKind::SideToMove)),
        };
        let mut board = Board::empty(rules, side);
        place_pieces(&mut board, placement)?;
        fill_hands(&mut board, words.due("the hands")?)?;
        let number = match words.next() {
            Some(word) => {
                word.text.parse().map_err(|_| word.error(0, SfenErrorKind::MoveNumber))?
            }
            None => 1,
        };
        set_up(board, number, words)
    }

    /// Reads a position from SFEN, or from FEN, which has its hands in brackets.
    ///
    /// ```
    /// # use rules::{Position, Rules};
    /// let shogi = Rules::by_name("shogi").ok_or("no such game")?;
    /// let [sfen, fen] = ["4k4/9/9/9/9/9/9/9/4K4 b P 1", "4k4/9/9/9/9/9/9/9/4K4[P] w 0 1"]
    ///     .map(|text| Position::from_sfen_or_fen(shogi, text));
    /// assert_eq!(sfen?.sfen().to_string(), fen?.sfen().to_string());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_sfen_or_fen(rules: &'static Rules, text: &str) -> Result<Self, SfenError> {
        if text.contains('[') { Self::from_fen(rules, text) } else { Self::from_sfen(rules, text) }
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
            _ => return Err(side.error(0, SfenErrorKind::SideToMove)),
        };
        let mut board = Board::empty(rules, side);
        place_pieces(&mut board, placement)?;
        fill_hands(&mut board, hands)?;
        let mut full_move: u32 = 1;
        for word in words.by_ref() {
            match word.text {
                "-" => {}
                text => {
                    full_move =
                        text.parse().map_err(|_| word.error(0, SfenErrorKind::MoveNumber))?
                }
            }
        }
        let past = full_move.max(1) - 1;
        set_up(board, past.saturating_mul(2).saturating_add(1 + side as u32), words)
    }
}

fn set_up(board: Board, number: u32, mut words: Words<'_>) -> Result<Position, SfenError> {
    if let Some(word) = words.next() {
        return Err(word.error(0, SfenErrorKind::TrailingText));
    }
    match board.validate() {
        faults if faults.is_empty() => Ok(Position::new(board, number.max(1))),
        faults => Err(SfenError {
            offset: words.text.len(),
            kind: SfenErrorKind::IllegalPosition(faults),
        }),
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
        return Err(
            word.error(0, SfenErrorKind::RankCount { found: rows, expected: rules.ranks() })
        );
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
                return Err(row.error(offset, SfenErrorKind::UnexpectedCharacter('0')));
            }
            used += run;
            continue;
        }
        let promoted = letter == '+';
        let (offset, letter) = if promoted {
            let end =
                row.error(row.text.len(), SfenErrorKind::Missing("the piece that is promoted"));
            letters.next().ok_or(end)?
        } else {
            (offset, letter)
        };
        let piece = piece(rules, letter, promoted).map_err(|fault| row.error(offset, fault))?;
        if used < files {
            board.put(piece, Square::new((files - 1 - used) as u8, rank));
        }
        used += 1;
    }
    if used != files {
        let rank = char::from(b'a' + rank);
        let fault = SfenErrorKind::RankLength { rank, found: used, expected: rules.files() };
        return Err(row.error(0, fault));
    }
    Ok(())
}

/// The piece of a letter, whose case is its colour.
fn piece(rules: &Rules, letter: char, promoted: bool) -> Result<Piece, SfenErrorKind> {
    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
    let kind = rules.kind_from_letter(letter).ok_or(SfenErrorKind::UnexpectedCharacter(letter))?;
    match promoted {
        true if !rules.can_promote(kind) => Err(SfenErrorKind::NoPromotion(letter)),
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
            0 | 100.. => Err(word.error(first, SfenErrorKind::HandCount)),
            count => Ok(count),
        }
    };
    while letters.peek().is_some() {
        let before = if counts_follow { 1 } else { count(&mut letters)? };
        let end = word.error(word.text.len(), SfenErrorKind::Missing("the piece in hand"));
        let (offset, letter) = letters.next().ok_or(end)?;
        let piece = piece(board.rules(), letter, false);
        let piece = piece.map_err(|fault| word.error(offset, fault))?;
        let number = if counts_follow { count(&mut letters)? } else { before };
        let held = u32::from(board.hand(piece.color()).count(piece.kind()));
        // What is beyond belief is refused here, so that the hash of a hand has room for it.
        if held + number > crate::zobrist::HAND_MAX as u32 {
            return Err(word.error(offset, SfenErrorKind::HandCount));
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
            offset: at + rest.len(),
            kind: SfenErrorKind::Missing("the bracket ']'"),
        });
    };
    let hands = if hands.is_empty() { none } else { Word { text: hands, at } };
    Ok((Word { text: placement, at: word.at }, hands))
}
