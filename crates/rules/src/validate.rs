//! Validation of positions: checks that a position is legal, and reports why not.

use crate::board::Board;
use crate::king_safety::KingSafetyMasks;
use crate::piece::{Color, PieceKind};
use crate::spec::TwoPawns;
use crate::square::Square;
use serde::Serialize;

/// The reason why a position is illegal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "code", content = "value", rename_all = "snake_case")]
#[non_exhaustive]
pub enum PositionError {
    /// A side has more than one king.
    #[error("{0} has more than one king")]
    MultipleKings(Color),
    /// The side that is not to move has no king.
    #[error("{0}, not to move, has no king")]
    NoKing(Color),
    /// A side has a king in hand.
    #[error("{0} has a king in hand")]
    KingInHand(Color),
    /// There are more pieces of a kind than the game has.
    #[error("{found} '{letter}' pieces, but the game has only {limit}")]
    TooManyPieces {
        /// The kind's letter.
        letter: char,
        /// The number of pieces found.
        found: u32,
        /// The number of pieces in the start position.
        limit: u8,
    },
    /// An unpromoted piece is on a square from which it could never move.
    #[error("unpromoted '{letter}' on {square} could never move")]
    DeadSquare {
        /// The piece's letter.
        letter: char,
        /// The piece's square.
        #[cfg_attr(feature = "typescript", ts(type = "string"))]
        square: Square,
    },
    /// A side has two unpromoted pawns on a file.
    #[error("{color} has two unpromoted pawns on file {file}")]
    TwoPawns {
        /// The side.
        color: Color,
        /// The file, counted from one at Black's right.
        file: u8,
    },
    /// The kings face each other on an open line.
    #[error("the kings face each other")]
    KingsFace,
    /// The side that is not to move is in check.
    #[error("{0} is in check but not to move")]
    OpponentInCheck(Color),
}

impl Board {
    /// Returns every reason why the position is illegal, or an empty list if it is legal. The test
    /// for check runs only on positions without other errors.
    pub fn validate(&self) -> Vec<PositionError> {
        let mut errors = self.king_errors();
        for (index, piece) in self.rules().piece_infos().iter().enumerate() {
            let kind = PieceKind::base(index);
            errors.extend(self.piece_count_error(kind, piece.letter, piece.count));
            for color in Color::BOTH {
                let dead = self.pieces_of(color, kind) & self.rules().dead_squares(color, kind);
                let letter = piece.letter;
                errors.extend(
                    dead.into_iter().map(|square| PositionError::DeadSquare { letter, square }),
                );
            }
        }
        errors.extend(self.two_pawn_errors());
        let them = !self.side();
        if let Some(king) = self.king(self.side()).filter(|_| errors.is_empty())
            && self.would_face(them, king, self.occupied())
        {
            errors.push(PositionError::KingsFace);
        }
        if self.king(them).is_some() && errors.is_empty() {
            let mut switched = *self;
            switched.switch_side();
            if KingSafetyMasks::for_own_king(&switched).checkers().any() {
                errors.push(PositionError::OpponentInCheck(them));
            }
        }
        errors
    }

    fn king_errors(&self) -> Vec<PositionError> {
        let king = self.rules().king_kind();
        let mut errors = Vec::new();
        for color in Color::BOTH {
            let kings = self.pieces_of(color, king);
            if kings.more_than_one() {
                errors.push(PositionError::MultipleKings(color));
            } else if kings.is_empty() && color != self.side() {
                errors.push(PositionError::NoKing(color));
            }
            if self.hand(color).count(king) > 0 {
                errors.push(PositionError::KingInHand(color));
            }
        }
        errors
    }

    fn piece_count_error(&self, kind: PieceKind, letter: char, limit: u8) -> Option<PositionError> {
        let in_hand = |color| u32::from(self.hand(color).count(kind));
        let on_board = self.pieces_of_kind(kind) | self.pieces_of_kind(kind.promoted());
        let found = on_board.count() + in_hand(Color::Black) + in_hand(Color::White);
        let is_king = kind == self.rules().king_kind();
        (found > u32::from(limit) && !is_king).then_some(PositionError::TooManyPieces {
            letter,
            found,
            limit,
        })
    }

    fn two_pawn_errors(&self) -> Vec<PositionError> {
        let mut errors = Vec::new();
        if self.rules().spec().two_pawns != TwoPawns::Forbidden {
            return errors;
        }
        for color in Color::BOTH {
            for pawn in self.rules().pawn_kinds() {
                let pawns = self.pieces_of(color, pawn);
                for file in 0..self.rules().files() {
                    if pawns.into_iter().filter(|square| square.file() == file).count() > 1 {
                        errors.push(PositionError::TwoPawns { color, file: file + 1 });
                    }
                }
            }
        }
        errors
    }
}
