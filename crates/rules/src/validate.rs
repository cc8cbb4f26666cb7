//! Which positions may be set up.

use crate::board::Board;
use crate::king_safety::KingSafetyMasks;
use crate::piece::{Color, PieceKind};
use crate::spec::TwoPawns;
use crate::square::Square;
use std::fmt;

/// Why a position may not be set up.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PositionError {
    /// A side has two kings or more.
    MultipleKings(Color),
    /// The side not to move has no king.
    NoKing(Color),
    /// A king in hand.
    KingInHand(Color),
    /// More of a kind than the set holds.
    TooManyPieces {
        /// The letter.
        letter: char,
        /// How many there are.
        found: u32,
        /// How many the set holds.
        limit: u8,
    },
    /// An unpromoted piece where it could never move.
    DeadSquare {
        /// The letter.
        letter: char,
        /// Where it stands.
        square: Square,
    },
    /// Two unpromoted pawns of a side on a file.
    TwoPawns {
        /// Whose they are.
        color: Color,
        /// The file, counted from one at Black's right.
        file: u8,
    },
    /// The side not to move is in check.
    OpponentInCheck(Color),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MultipleKings(color) => write!(f, "{color} has more than one king"),
            Self::NoKing(color) => write!(f, "{color}, not to move, has no king"),
            Self::KingInHand(color) => write!(f, "{color} has a king in hand"),
            Self::TooManyPieces { letter, found, limit } => {
                write!(f, "{found} pieces of the kind {letter}, but the set holds {limit}")
            }
            Self::DeadSquare { letter, square } => {
                write!(f, "the unpromoted {letter} on {square} could never move")
            }
            Self::TwoPawns { color, file } => {
                write!(f, "{color} has two unpromoted pawns on file {file}")
            }
            Self::OpponentInCheck(color) => write!(f, "{color}, not to move, is in check"),
        }
    }
}

impl std::error::Error for PositionError {}

impl Board {
    /// Everything that forbids this position, most basic first. An empty list means that it may
    /// be set up.
    pub fn validate(&self) -> Vec<PositionError> {
        let mut errors = self.king_errors();
        for (place, piece) in self.rules().piece_infos().iter().enumerate() {
            let kind = PieceKind::base(place);
            self.count_errors(kind, piece.letter, piece.count, &mut errors);
            for color in Color::BOTH {
                let dead = self.pieces_of(color, kind) & self.rules().dead_squares(color, kind);
                let letter = piece.letter;
                errors.extend(
                    dead.into_iter().map(|square| PositionError::DeadSquare { letter, square }),
                );
            }
        }
        errors.extend(self.pawn_errors());
        let them = !self.side();
        if self.king(them).is_some() && errors.is_empty() {
            let mut turned = *self;
            turned.switch_side();
            if KingSafetyMasks::for_own_king(&turned).checkers().any() {
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

    fn count_errors(
        &self,
        kind: PieceKind,
        letter: char,
        limit: u8,
        errors: &mut Vec<PositionError>,
    ) {
        let held = |color| u32::from(self.hand(color).count(kind));
        let standing = self.pieces_of_kind(kind) | self.pieces_of_kind(kind.promoted());
        let found = standing.count() + held(Color::Black) + held(Color::White);
        if found > u32::from(limit) && kind != self.rules().king_kind() {
            errors.push(PositionError::TooManyPieces { letter, found, limit });
        }
    }

    fn pawn_errors(&self) -> Vec<PositionError> {
        let mut errors = Vec::new();
        let Some(pawn) =
            self.rules().pawn_kind().filter(|_| self.rules().two_pawns == TwoPawns::Forbidden)
        else {
            return errors;
        };
        for color in Color::BOTH {
            let pawns = self.pieces_of(color, pawn);
            for file in 0..self.rules().files() {
                if pawns.into_iter().filter(|square| square.file() == file).count() > 1 {
                    errors.push(PositionError::TwoPawns { color, file: file + 1 });
                }
            }
        }
        errors
    }
}
