//! The movement notation, read and walked.

mod read;

pub use read::PositionError;

use super::board::{Board, Colour, Piece, Square};
use std::collections::BTreeSet;

/// Where a piece of `colour` on `square` may go, sorted: empty squares and enemies it captures.
pub fn targets(
    text: &str,
    board: &Board,
    square: Square,
    colour: Colour,
) -> Result<Vec<Square>, PositionError> {
    Ok(Movement::parse(text)?.targets(board, square, colour))
}

/// The squares a piece of `colour` on `square` attacks, sorted: where it could capture an enemy
/// that stands there, or a king put there if the square is empty.
pub fn attacks(
    text: &str,
    board: &Board,
    square: Square,
    colour: Colour,
) -> Result<Vec<Square>, PositionError> {
    Ok(Movement::parse(text)?.attacks(board, square, colour))
}

/// Right and forward as the mover sees them.
type Step = (i32, i32);

/// What a line must have met before the squares it may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hop {
    /// Nothing: a slide, a step or a leap.
    None,
    /// `p`: exactly one piece.
    One,
    /// `pp`: one piece or more.
    Any,
}

#[derive(Clone, Debug)]
struct Term {
    steps: Vec<Step>,
    /// How often a step may be repeated along its line.
    reach: i32,
    moves: bool,
    captures: bool,
    hop: Hop,
}

/// A movement text once read.
#[derive(Clone, Debug)]
pub struct Movement(Vec<Term>);

impl Movement {
    pub fn targets(&self, board: &Board, square: Square, colour: Colour) -> Vec<Square> {
        let mut found = BTreeSet::new();
        self.walk(board, square, colour, |to| {
            found.insert(to);
        });
        found.into_iter().collect()
    }

    /// Whether `target` is among the targets.
    pub fn reaches(&self, board: &Board, square: Square, colour: Colour, target: Square) -> bool {
        let mut found = false;
        self.walk(board, square, colour, |to| found |= to == target);
        found
    }

    /// Visits every target, some perhaps more than once.
    fn walk(&self, board: &Board, square: Square, colour: Colour, mut visit: impl FnMut(Square)) {
        for term in &self.0 {
            for &(right, forward) in &term.steps {
                let mut to = square;
                let mut met = 0;
                for _ in 0..term.reach {
                    to = to.step(colour, right, forward);
                    if !board.contains(to) {
                        break;
                    }
                    let usable = match term.hop {
                        Hop::None => met == 0,
                        Hop::One => met == 1,
                        Hop::Any => met >= 1,
                    };
                    let allowed = match board.at(to) {
                        None => term.moves,
                        Some(piece) => {
                            met += 1;
                            term.captures && piece.colour != colour
                        }
                    };
                    if usable && allowed {
                        visit(to);
                    }
                }
            }
        }
    }

    pub fn attacks(&self, board: &Board, square: Square, colour: Colour) -> Vec<Square> {
        let king = Piece { colour: colour.other(), letter: 'K', promoted: false };
        let attacked = |&to: &Square| match board.at(to) {
            Some(piece) => piece.colour != colour && self.reaches(board, square, colour, to),
            None => {
                let mut with_king = board.clone();
                with_king.put(to, Some(king));
                self.reaches(&with_king, square, colour, to)
            }
        };
        board.squares().filter(|&to| to != square).filter(attacked).collect()
    }
}
