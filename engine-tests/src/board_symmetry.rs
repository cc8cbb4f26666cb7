//! Symmetries of the board: positions and moves rotated with colors swapped, or mirrored.

use crate::reference::{Board, Piece, Side, Square};
use rules::{Movement, Rules};

/// A transformation of a position that does not change the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardSymmetry {
    /// Rotates the board by 180 degrees and gives each side's pieces to the other.
    RotateAndSwapColors,
    /// Swaps left and right.
    MirrorFiles,
}

impl BoardSymmetry {
    pub const ALL: [Self; 2] = [Self::RotateAndSwapColors, Self::MirrorFiles];

    /// Returns whether a game has this symmetry. Every game has the rotation; mirroring requires that
    /// each movement is the same to the left and to the right.
    pub fn applies_to(self, rules: &Rules) -> bool {
        let forms = || rules.piece_kinds().filter_map(|kind| rules.piece_form(kind));
        self == Self::RotateAndSwapColors || forms().all(|form| is_symmetric(&form.movement))
    }

    fn transform_square(self, rules: &Rules, square: Square) -> Square {
        let (files, ranks) = (i32::from(rules.files()), i32::from(rules.ranks()));
        let file = files + 1 - square.file;
        match self {
            Self::RotateAndSwapColors => Square { file, rank: ranks + 1 - square.rank },
            Self::MirrorFiles => Square { file, rank: square.rank },
        }
    }

    fn transform_side(self, side: Side) -> Side {
        if self == Self::RotateAndSwapColors { side.opponent() } else { side }
    }

    /// Returns the transformed position. Its hands may not be in canonical order.
    ///
    /// # Panics
    /// If the text is not an SFEN of the game's board.
    pub fn transform_sfen(self, rules: &Rules, sfen: &str) -> String {
        let fields: Vec<&str> = sfen.split(' ').collect();
        let [board, side_to_move, hands, move_number] = fields[..] else {
            panic!("not an SFEN: {sfen}")
        };
        let (files, ranks) = (rules.files().into(), rules.ranks().into());
        let board = Board::from_sfen(files, ranks, board).expect("an SFEN");
        let mut transformed = Board::empty(files, ranks);
        for (square, piece) in board.pieces() {
            let piece = Piece { side: self.transform_side(piece.side), ..piece };
            transformed.set(self.transform_square(rules, square), Some(piece));
        }
        let board = transformed.sfen();
        if self == Self::MirrorFiles {
            return format!("{board} {side_to_move} {hands} {move_number}");
        }
        let side_to_move = if side_to_move == "b" { "w" } else { "b" };
        let swap_case = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        let hands: String = hands.chars().map(swap_case).collect();
        format!("{board} {side_to_move} {hands} {move_number}")
    }

    /// Returns the transformed move, in USI text.
    ///
    /// # Panics
    /// If the text is not a move on the board.
    pub fn transform_usi(self, rules: &Rules, text: &str) -> String {
        let (text, promotion) = match text.strip_suffix('+') {
            Some(text) => (text, "+"),
            None => (text, ""),
        };
        let transform = |square: &str| {
            let square = square.parse().unwrap_or_else(|error| panic!("{error}"));
            self.transform_square(rules, square).to_string()
        };
        if let Some((letter, to)) = text.split_once('*') {
            return format!("{letter}*{}", transform(to));
        }
        let rank = text.find(|c: char| c.is_ascii_lowercase()).expect("a square");
        let (from, to) = text.split_at(rank + 1);
        format!("{}{}{promotion}", transform(from), transform(to))
    }
}

/// Returns whether a movement is the same to the left and to the right.
fn is_symmetric(movement: &Movement) -> bool {
    let mirrored = |leap: &rules::betza::Leap| rules::betza::Leap { right: -leap.right, ..*leap };
    // Rays are stored clockwise from forward.
    let rays = &movement.rays;
    movement.leaps.iter().all(|leap| movement.leaps.contains(&mirrored(leap)))
        && (1..4).all(|index| rays[index] == rays[rays.len() - index])
}
