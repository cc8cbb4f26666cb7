//! What tags are read from: a position, what each move leads to, and who stands between whom.

use crate::reference::{Board, Colour, Move, Piece, Position, Square};

/// A position with what each pseudo-legal move leads to.
#[derive(Debug)]
pub struct Scene<'a> {
    pub(super) position: &'a Position,
    pub(super) us: Colour,
    pub(super) checkers: Vec<Square>,
    pub(super) plays: Vec<Play>,
}

#[derive(Debug)]
pub(super) struct Play {
    pub mv: Move,
    pub next: Position,
    /// Whether the own king is out of check afterwards.
    pub safe: bool,
    pub legal: bool,
    /// The pieces with which it gives check.
    pub gives: Vec<Square>,
}

impl Play {
    pub fn from(&self) -> Option<Square> {
        match self.mv {
            Move::Board { from, .. } => Some(from),
            Move::Drop { .. } => None,
        }
    }

    pub fn to(&self) -> Square {
        match self.mv {
            Move::Board { to, .. } | Move::Drop { to, .. } => to,
        }
    }

    pub fn is_pawn_drop(&self) -> bool {
        matches!(self.mv, Move::Drop { letter: 'P', .. })
    }

    /// Whether afterwards a piece stands between a side's king and an attacker.
    pub fn screens(&self, side: Colour, attacker: Square) -> bool {
        !between(&self.next, side, attacker).is_empty()
    }
}

impl<'a> Scene<'a> {
    pub(super) fn of(position: &'a Position) -> Self {
        let us = position.turn();
        let play = |mv| {
            let next = position.after(mv);
            let gives = next.checkers(us.other());
            Play { mv, safe: !next.in_check(us), legal: position.is_legal(mv), gives, next }
        };
        let plays = position.pseudo_legal().into_iter().map(play).collect();
        Self { position, us, checkers: position.checkers(us), plays }
    }

    pub(super) fn them(&self) -> Colour {
        self.us.other()
    }

    pub(super) fn king(&self) -> Option<Square> {
        self.position.king(self.us)
    }

    pub(super) fn legal(&self) -> impl Iterator<Item = &Play> {
        self.plays.iter().filter(|play| play.legal)
    }

    /// Legal moves out of check by other pieces than the king.
    pub(super) fn replies(&self) -> impl Iterator<Item = &Play> {
        self.legal().filter(|play| !self.checkers.is_empty() && play.from() != self.king())
    }

    /// The king's moves, each with an attacker it meets.
    pub(super) fn king_exposing(&self) -> impl Iterator<Item = (&Play, Square)> {
        let plays = self.plays.iter().filter(|play| play.from() == self.king());
        plays.flat_map(|play| play.next.checkers(self.us).into_iter().map(move |by| (play, by)))
    }

    /// Moves of other pieces than the king, out of no check, each with an attacker it exposes to.
    pub(super) fn exposing(&self) -> impl Iterator<Item = (&Play, Square)> {
        let plays = self.plays.iter().filter(|play| play.from() != self.king());
        let plays = plays.filter(|_| self.checkers.is_empty());
        plays.flat_map(|play| play.next.checkers(self.us).into_iter().map(move |by| (play, by)))
    }

    /// Legal moves that give check with another piece than the one moved, and that piece.
    pub(super) fn giving(&self) -> impl Iterator<Item = (&Play, Square)> {
        self.legal().flat_map(|play| {
            play.gives.iter().filter(|&&by| by != play.to()).map(move |&by| (play, by))
        })
    }

    /// Moves that would be legal but for the limit of checks.
    pub(super) fn over_limit(&self) -> impl Iterator<Item = &Play> {
        let game = self.position.game();
        self.plays.iter().filter(|play| {
            let count = play.next.checks(self.us);
            let over = game.check_limit.is_some_and(|limit| count > limit);
            let drop_mates = !game.pawn_drop_mate && play.is_pawn_drop() && play.next.is_mate();
            play.safe && over && !drop_mates
        })
    }

    /// Pawn drops that would mate.
    pub(super) fn pawn_mates(&self) -> impl Iterator<Item = &Play> {
        self.plays.iter().filter(|play| play.safe && play.is_pawn_drop() && play.next.is_mate())
    }

    /// The checkers that could not capture the king with nothing between.
    pub(super) fn screened(&self) -> impl Iterator<Item = Square> {
        let through = |&attacker: &Square| {
            let mut open = self.position.board().clone();
            let screens = between(self.position, self.us, attacker);
            for &square in &screens {
                open.put(square, None);
            }
            !screens.is_empty() && !self.reaches_king(&open, attacker)
        };
        self.checkers.iter().copied().filter(through)
    }

    /// The enemies that would capture the king along a line, were it less or more crowded.
    pub(super) fn aiming(&self) -> Vec<Square> {
        let enemies = self.position.board().pieces().filter(|(_, piece)| piece.colour != self.us);
        enemies.map(|(square, _)| square).filter(|&square| self.aims(square)).collect()
    }

    fn aims(&self, attacker: Square) -> bool {
        let board = self.position.board();
        let Some(king) = self.king() else { return false };
        let way: Vec<Square> =
            board.squares().filter(|&square| lies_between(square, king, attacker)).collect();
        let screen = Piece { colour: self.us, letter: 'P', promoted: false };
        !way.is_empty()
            && (0..=way.len().min(2)).any(|screens| {
                let mut changed = board.clone();
                for (place, &square) in way.iter().enumerate() {
                    changed.put(square, (place < screens).then_some(screen));
                }
                self.reaches_king(&changed, attacker)
            })
    }

    fn reaches_king(&self, board: &Board, attacker: Square) -> bool {
        let (Some(king), Some(piece)) = (self.king(), board.at(attacker)) else { return false };
        self.position.movement(piece).reaches(board, attacker, piece.colour, king)
    }

    /// Whether a move brings one more piece between a side's king and an attacker.
    pub(super) fn comes_between(&self, play: &Play, side: Colour, attacker: Square) -> bool {
        let inside = |square| is_inside(&play.next, side, attacker, square);
        let vacant = self.position.board().at(play.to()).is_none();
        vacant && inside(play.to()) && !play.from().is_some_and(inside)
    }

    /// Whether a move takes a piece away from between a side's king and an attacker.
    pub(super) fn leaves_between(&self, play: &Play, side: Colour, attacker: Square) -> bool {
        let inside = |square| is_inside(&play.next, side, attacker, square);
        play.from().is_some_and(inside) && !inside(play.to())
    }
}

pub(super) fn is_inside(
    position: &Position,
    side: Colour,
    attacker: Square,
    square: Square,
) -> bool {
    position.king(side).is_some_and(|king| lies_between(square, king, attacker))
}

/// The squares with a piece between a side's king and an attacker.
pub(super) fn between(position: &Position, side: Colour, attacker: Square) -> Vec<Square> {
    let squares = position.board().pieces().map(|(square, _)| square);
    squares.filter(|&square| is_inside(position, side, attacker, square)).collect()
}

/// Whether a square lies strictly between two others on a line.
pub fn lies_between(square: Square, a: Square, b: Square) -> bool {
    let (files, ranks) = (b.file - a.file, b.rank - a.rank);
    let aligned = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let length = files.abs().max(ranks.abs());
    let mut way = (1..length)
        .map(|n| Square { file: a.file + files.signum() * n, rank: a.rank + ranks.signum() * n });
    aligned && way.any(|passed| passed == square)
}
