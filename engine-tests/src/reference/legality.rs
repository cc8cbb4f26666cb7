//! One position without its history: what may be moved, and what is legal.

use super::board::{Board, Colour, Piece, Square};
use super::games::Game;
use super::movement::Movement;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// A move. Written and compared as USI text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    Board { from: Square, to: Square, promote: bool },
    Drop { letter: char, to: Square },
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Board { from, to, promote } => {
                write!(f, "{from}{to}{}", if *promote { "+" } else { "" })
            }
            Self::Drop { letter, to } => write!(f, "{letter}*{to}"),
        }
    }
}

/// The movements of a game's pieces, by letter and whether promoted.
pub(super) type Movements = BTreeMap<(char, bool), Movement>;

pub(super) fn movements(game: &Game) -> Movements {
    let read = |text| Movement::parse(text).expect("the games' movements can be read");
    let mut all = Movements::new();
    for kind in game.kinds {
        all.insert((kind.letter, false), read(kind.movement));
        if let Some(promoted) = kind.promoted {
            all.insert((kind.letter, true), read(promoted));
        }
    }
    all
}

/// Board, hands, side to move, and how many checks in a row each side has given.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) game: &'static Game,
    pub(super) movements: Arc<Movements>,
    pub(super) board: Board,
    /// Black's and White's, letters sorted.
    pub(super) hands: [Vec<char>; 2],
    pub(super) turn: Colour,
    /// Black's and White's checks in a row.
    pub(super) checks: [u32; 2],
}

impl Position {
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The pieces in hand, as capitals in alphabetical order.
    pub fn hand(&self, colour: Colour) -> &[char] {
        &self.hands[colour as usize]
    }

    pub fn turn(&self) -> Colour {
        self.turn
    }

    pub fn game(&self) -> &'static Game {
        self.game
    }

    /// How many checks in a row a side has given with its latest moves.
    pub fn checks(&self, colour: Colour) -> u32 {
        self.checks[colour as usize]
    }

    /// The same for repetition: board, hands and side to move, whatever the checks.
    pub fn same(&self, other: &Self) -> bool {
        self.board == other.board && self.hands == other.hands && self.turn == other.turn
    }

    pub fn king(&self, colour: Colour) -> Option<Square> {
        let king = Piece { colour, letter: 'K', promoted: false };
        self.board.pieces().find(|&(_, piece)| piece == king).map(|(square, _)| square)
    }

    /// The enemies that could capture the king of `colour`, if it has one.
    pub fn checkers(&self, colour: Colour) -> Vec<Square> {
        let Some(king) = self.king(colour) else { return Vec::new() };
        let enemies = self.board.pieces().filter(|(_, piece)| piece.colour != colour);
        enemies
            .filter(|&(square, piece)| {
                self.movement(piece).reaches(&self.board, square, piece.colour, king)
            })
            .map(|(square, _)| square)
            .collect()
    }

    pub fn in_check(&self, colour: Colour) -> bool {
        !self.checkers(colour).is_empty()
    }

    /// How a piece of the game moves.
    pub fn movement(&self, piece: Piece) -> &Movement {
        &self.movements[&(piece.letter, piece.promoted)]
    }

    /// Moves that obey movement, promotion, drop squares and the two-pawn rule.
    pub fn pseudo_legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for (from, piece) in self.board.pieces().filter(|(_, piece)| piece.colour == self.turn) {
            for to in self.movement(piece).targets(&self.board, from, piece.colour) {
                let in_zone = self.depth(from).min(self.depth(to)) <= self.game.zone;
                let promotes = self.game.kind(piece.letter).unwrap().promoted.is_some();
                if piece.promoted || !self.is_dead(piece.letter, to) {
                    moves.push(Move::Board { from, to, promote: false });
                }
                if !piece.promoted && promotes && in_zone {
                    moves.push(Move::Board { from, to, promote: true });
                }
            }
        }
        let mut letters = self.hand(self.turn).to_vec();
        letters.dedup();
        for letter in letters {
            for to in self.board.squares() {
                let second_pawn = letter == 'P' && self.has_pawn_on(to.file);
                if self.board.at(to).is_none()
                    && !self.is_dead(letter, to)
                    && (self.game.two_pawn_drop || !second_pawn)
                {
                    moves.push(Move::Drop { letter, to });
                }
            }
        }
        moves
    }

    fn depth(&self, square: Square) -> i32 {
        self.board.depth(self.turn, square)
    }

    /// Whether this kind, unpromoted, could never move again from here.
    fn is_dead(&self, letter: char, square: Square) -> bool {
        self.depth(square) <= self.game.kind(letter).unwrap().dead_ranks
    }

    fn has_pawn_on(&self, file: i32) -> bool {
        let pawn = Piece { colour: self.turn, letter: 'P', promoted: false };
        self.board.pieces().any(|(square, piece)| square.file == file && piece == pawn)
    }

    /// The position after a pseudo-legal move.
    pub fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        let hand = &mut next.hands[self.turn as usize];
        match mv {
            Move::Board { from, to, promote } => {
                if let Some(captured) = self.board.at(to) {
                    hand.push(captured.letter);
                    hand.sort_unstable();
                }
                let mut piece = self.board.at(from).unwrap();
                piece.promoted |= promote;
                next.board.put(from, None);
                next.board.put(to, Some(piece));
            }
            Move::Drop { letter, to } => {
                hand.remove(hand.iter().position(|&held| held == letter).unwrap());
                next.board.put(to, Some(Piece { colour: self.turn, letter, promoted: false }));
            }
        }
        next.turn = self.turn.other();
        let row = &mut next.checks[self.turn as usize];
        *row += 1;
        if !next.in_check(next.turn) {
            next.checks[self.turn as usize] = 0;
        }
        next
    }

    /// Whether a pseudo-legal move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        let next = self.after(mv);
        if next.in_check(self.turn) {
            return false;
        }
        if self.game.check_limit.is_some_and(|limit| next.checks[self.turn as usize] > limit) {
            return false;
        }
        let pawn_drop = matches!(mv, Move::Drop { letter: 'P', .. });
        self.game.pawn_drop_mate || !pawn_drop || !next.is_mate()
    }

    pub fn legal(&self) -> Vec<Move> {
        self.pseudo_legal().into_iter().filter(|&mv| self.is_legal(mv)).collect()
    }

    /// Whether the side to move is in check and has no legal move.
    pub fn is_mate(&self) -> bool {
        self.in_check(self.turn) && !self.pseudo_legal().into_iter().any(|mv| self.is_legal(mv))
    }
}
