//! Positions and moves turned by half a turn, with colours swapped, or mirrored.

use crate::reference::{Board, Colour, Piece, Square};
use rules::{Movement, Rules};

/// A change that a game should not feel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Half a turn of the board, and each side has the other's pieces.
    HalfTurn,
    /// Left for right.
    Mirror,
}

impl Turn {
    /// Whether a game is the same after this change. Half a turn never matters; to a mirror every
    /// movement must look the same.
    pub fn suits(self, rules: &Rules) -> bool {
        let forms = || rules.piece_kinds().filter_map(|kind| rules.piece_form(kind));
        self == Self::HalfTurn || forms().all(|form| looks_the_same_mirrored(&form.movement))
    }

    fn square(self, rules: &Rules, square: Square) -> Square {
        let (files, ranks) = (i32::from(rules.files()), i32::from(rules.ranks()));
        let file = files + 1 - square.file;
        match self {
            Self::HalfTurn => Square { file, rank: ranks + 1 - square.rank },
            Self::Mirror => Square { file, rank: square.rank },
        }
    }

    fn colour(self, colour: Colour) -> Colour {
        if self == Self::HalfTurn { colour.other() } else { colour }
    }

    /// A position after the change, its hands in another order.
    ///
    /// # Panics
    /// If the text is no SFEN of the game's board.
    pub fn sfen(self, rules: &Rules, sfen: &str) -> String {
        let fields: Vec<&str> = sfen.split(' ').collect();
        let [rows, side, hands, number] = fields[..] else { panic!("no SFEN: {sfen}") };
        let (files, ranks) = (rules.files().into(), rules.ranks().into());
        let board = Board::from_rows(files, ranks, rows).expect("an SFEN");
        let mut turned = Board::empty(files, ranks);
        for (square, piece) in board.pieces() {
            let piece = Piece { colour: self.colour(piece.colour), ..piece };
            turned.put(self.square(rules, square), Some(piece));
        }
        let rows = turned.rows();
        if self == Self::Mirror {
            return format!("{rows} {side} {hands} {number}");
        }
        let side = if side == "b" { "w" } else { "b" };
        let swap = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        format!("{rows} {side} {} {number}", hands.chars().map(swap).collect::<String>())
    }

    /// A move in USI text after the change.
    ///
    /// # Panics
    /// If the text is no move of the board.
    pub fn usi(self, rules: &Rules, text: &str) -> String {
        let (text, promotion) = match text.strip_suffix('+') {
            Some(text) => (text, "+"),
            None => (text, ""),
        };
        let turned = |square: &str| {
            self.square(rules, square.parse().unwrap_or_else(|why| panic!("{why}"))).to_string()
        };
        if let Some((letter, to)) = text.split_once('*') {
            return format!("{letter}*{}", turned(to));
        }
        let rank = text.find(|c: char| c.is_ascii_lowercase()).expect("a square");
        let (from, to) = text.split_at(rank + 1);
        format!("{}{}{promotion}", turned(from), turned(to))
    }
}

fn looks_the_same_mirrored(movement: &Movement) -> bool {
    let mirrored = |leap: &rules::betza::Leap| rules::betza::Leap { right: -leap.right, ..*leap };
    // Rays go clockwise from forward.
    let rays = &movement.rays;
    movement.leaps.iter().all(|leap| movement.leaps.contains(&mirrored(leap)))
        && (1..4).all(|place| rays[place] == rays[rays.len() - place])
}
