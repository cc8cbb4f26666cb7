//! Writing a position.

use crate::board::Board;
use crate::piece::{Color, Piece, PieceKind};
use crate::position::Position;
use crate::rules::Rules;
use crate::square::Square;
use std::fmt;

impl Position {
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
        for (piece, count) in in_hand(board) {
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
        for (piece, count) in in_hand(board) {
            for _ in 0..count {
                write!(f, "{}", board.rules().piece_sfen(piece))?;
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
