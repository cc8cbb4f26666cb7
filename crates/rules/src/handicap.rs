//! Handicap start positions: White plays without some pieces and moves first.

use crate::board::Board;
use crate::piece::Color;
use crate::position::Position;
use crate::rules::Rules;
use crate::square::Square;

/// The names of the handicaps and the letters of the pieces removed from White's side. A capital
/// removes all pieces of the kind, a small letter only the leftmost from White's point of view.
const HANDICAPS: [(&str, &str); 7] = [
    ("left lance", "l"),
    ("bishop", "B"),
    ("rook", "R"),
    ("rook and left lance", "Rl"),
    ("rook and bishop", "RB"),
    ("rook, bishop and both lances", "RBL"),
    ("rook, bishop, both lances and both knights", "RBLN"),
];

impl Rules {
    /// Returns the handicaps of the game: the names of the removed pieces, and the start position
    /// as SFEN. Skips handicaps with a piece that the game does not have.
    ///
    /// ```
    /// let rules = rules::Rules::by_name("shosu").unwrap();
    /// let (name, sfen) = rules.handicaps().nth(1).unwrap();
    /// assert_eq!(name, "bishop");
    /// assert!(sfen.starts_with("lnsgkqgsnl/1r8/") && sfen.ends_with(" w - 1"));
    /// ```
    pub fn handicaps(&'static self) -> impl Iterator<Item = (&'static str, String)> {
        HANDICAPS
            .into_iter()
            .filter_map(|(name, letters)| Some((name, self.start_without(letters)?)))
    }

    /// Returns the start position without White's pieces of these letters, or `None` if White has
    /// no such piece.
    fn start_without(&'static self, letters: &str) -> Option<String> {
        let start = Position::start(self);
        let mut removed = Vec::new();
        for letter in letters.chars() {
            let pieces = start.pieces_of(Color::White, self.kind_from_letter(letter)?);
            // The lowest file is White's leftmost.
            let leftmost = pieces.first()?;
            if letter.is_lowercase() {
                removed.push(leftmost);
            } else {
                removed.extend(pieces);
            }
        }
        let mut board = Board::empty(self, Color::White);
        for square in Square::all().filter(|square| !removed.contains(square)) {
            if let Some(piece) = start.piece_on(square) {
                board.add_piece(piece, square);
            }
        }
        Some(Position::new(board, 1).sfen().to_string())
    }
}
