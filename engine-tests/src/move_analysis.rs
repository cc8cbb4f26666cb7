//! A reference position with its moves and their effects, as the [`themes`](crate::themes) need them.

use crate::reference::{Board, Move, Piece, Position, Side, Square};

/// A position with its pseudo-legal moves and their effects.
#[derive(Debug)]
pub(crate) struct AnalysedPosition<'a> {
    pub position: &'a Position,
    /// The side to move.
    pub us: Side,
    /// The pieces that give check to us.
    pub checkers: Vec<Square>,
    pub moves: Vec<AnalysedMove>,
}

/// A pseudo-legal move and its effects.
#[derive(Debug)]
pub(crate) struct AnalysedMove {
    pub mv: Move,
    pub next: Position,
    /// Whether the moving side's king is not in check afterwards.
    pub is_safe: bool,
    pub is_legal: bool,
    /// The pieces that give check to the opponent afterwards.
    pub checkers_after: Vec<Square>,
}

impl AnalysedMove {
    /// Returns the square that a piece leaves; `None` for a drop.
    pub fn from(&self) -> Option<Square> {
        self.mv.from()
    }

    pub fn to(&self) -> Square {
        self.mv.to()
    }

    pub fn is_pawn_drop(&self) -> bool {
        matches!(self.mv, Move::Drop { letter, .. } if self.next.rule_set().pawns.contains(letter))
    }

    pub fn gives_check(&self) -> bool {
        !self.checkers_after.is_empty()
    }

    /// Returns whether, after the move, a piece stands between the king of `side` and an attacker.
    pub fn has_screen_after(&self, side: Side, attacker: Square) -> bool {
        !pieces_between(&self.next, side, attacker).is_empty()
    }
}

impl<'a> AnalysedPosition<'a> {
    pub fn new(position: &'a Position) -> Self {
        let us = position.side_to_move();
        let analyse = |mv| {
            let next = position.after(mv);
            let checkers_after = next.checkers(us.opponent());
            let (is_safe, is_legal) = (!next.in_check(us), position.is_legal(mv));
            AnalysedMove { mv, is_safe, is_legal, checkers_after, next }
        };
        let moves = position.pseudo_legal_moves().into_iter().map(analyse).collect();
        Self { position, us, checkers: position.checkers(us), moves }
    }

    pub fn them(&self) -> Side {
        self.us.opponent()
    }

    /// Returns our king's square.
    pub fn king(&self) -> Option<Square> {
        self.position.king(self.us)
    }

    pub fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    pub fn legal_moves(&self) -> impl Iterator<Item = &AnalysedMove> {
        self.moves.iter().filter(|mv| mv.is_legal)
    }

    /// Returns the legal evasions by pieces other than the king.
    pub fn evasions_without_king(&self) -> impl Iterator<Item = &AnalysedMove> {
        self.legal_moves().filter(|mv| self.in_check() && mv.from() != self.king())
    }

    /// Returns the king moves into check, each with a piece that attacks the king afterwards.
    pub fn king_moves_into_check(&self) -> impl Iterator<Item = (&AnalysedMove, Square)> {
        let moves = self.moves.iter().filter(|mv| mv.from() == self.king());
        moves.flat_map(|mv| mv.next.checkers(self.us).into_iter().map(move |by| (mv, by)))
    }

    /// Returns the moves of pieces other than the king that expose the king to check, each with a
    /// piece that then attacks it. Returns none in check.
    pub fn moves_exposing_king(&self) -> impl Iterator<Item = (&AnalysedMove, Square)> {
        let moves = self.moves.iter().filter(|mv| mv.from() != self.king());
        let moves = moves.filter(|_| !self.in_check());
        moves.flat_map(|mv| mv.next.checkers(self.us).into_iter().map(move |by| (mv, by)))
    }

    /// Returns the legal moves after which a piece other than the moved one gives check, each with that
    /// piece.
    pub fn indirect_checks(&self) -> impl Iterator<Item = (&AnalysedMove, Square)> {
        self.legal_moves().flat_map(|mv| {
            mv.checkers_after.iter().filter(|&&by| by != mv.to()).map(move |&by| (mv, by))
        })
    }

    /// Returns the moves that only the check limit makes illegal.
    pub fn over_check_limit(&self) -> impl Iterator<Item = &AnalysedMove> {
        let rule_set = self.position.rule_set();
        self.moves.iter().filter(|mv| {
            let count = mv.next.consecutive_checks(self.us);
            let is_over = rule_set.check_limit.is_some_and(|limit| count > limit);
            let is_pawn_drop_mate =
                !rule_set.pawn_drop_mate_allowed && mv.is_pawn_drop() && mv.next.is_mate();
            mv.is_safe && is_over && !is_pawn_drop_mate
        })
    }

    /// Returns the pawn drops that would mate.
    pub fn pawn_drop_mates(&self) -> impl Iterator<Item = &AnalysedMove> {
        self.moves.iter().filter(|mv| mv.is_safe && mv.is_pawn_drop() && mv.next.is_mate())
    }

    /// Returns the checkers that would not give check without screens between them and the king.
    pub fn checkers_over_screens(&self) -> impl Iterator<Item = Square> {
        let needs_screens = |&attacker: &Square| {
            let mut without_screens = self.position.board().clone();
            let screens = pieces_between(self.position, self.us, attacker);
            for &square in &screens {
                without_screens.set(square, None);
            }
            !screens.is_empty() && !self.attacks_king(&without_screens, attacker)
        };
        self.checkers.iter().copied().filter(needs_screens)
    }

    /// Returns the enemies on a line with our king that would attack it with some number of screens.
    pub fn line_attackers(&self) -> Vec<Square> {
        let enemies = self.position.board().pieces().filter(|(_, piece)| piece.side != self.us);
        let squares = enemies.map(|(square, _)| square);
        squares.filter(|&square| self.is_line_attacker(square)).collect()
    }

    fn is_line_attacker(&self, attacker: Square) -> bool {
        let board = self.position.board();
        let Some(king) = self.king() else { return false };
        let between: Vec<Square> =
            board.squares().filter(|&square| lies_between(square, king, attacker)).collect();
        let screen = Piece { side: self.us, letter: 'P', promoted: false };
        // Movements distinguish no screen, one screen, and more.
        !between.is_empty()
            && (0..=between.len().min(2)).any(|screens| {
                let mut changed = board.clone();
                for (index, &square) in between.iter().enumerate() {
                    changed.set(square, (index < screens).then_some(screen));
                }
                self.attacks_king(&changed, attacker)
            })
    }

    /// Returns whether the piece on `attacker` would capture our king on a changed board.
    fn attacks_king(&self, board: &Board, attacker: Square) -> bool {
        let (Some(king), Some(piece)) = (self.king(), board.piece_on(attacker)) else {
            return false;
        };
        self.position.movement(piece).reaches(board, attacker, piece.side, king)
    }

    /// Returns whether a move adds a piece between the king of `side` and an attacker.
    pub fn adds_screen(&self, mv: &AnalysedMove, side: Side, attacker: Square) -> bool {
        let is_between = |square| is_between_king_and(&mv.next, side, attacker, square);
        let was_empty = self.position.board().piece_on(mv.to()).is_none();
        was_empty && is_between(mv.to()) && !mv.from().is_some_and(is_between)
    }

    /// Returns whether a move removes a piece from between the king of `side` and an attacker.
    pub fn removes_screen(&self, mv: &AnalysedMove, side: Side, attacker: Square) -> bool {
        let is_between = |square| is_between_king_and(&mv.next, side, attacker, square);
        mv.from().is_some_and(is_between) && !is_between(mv.to())
    }
}

/// Returns whether `square` lies between the king of `side` and an attacker.
pub(crate) fn is_between_king_and(
    position: &Position,
    side: Side,
    attacker: Square,
    square: Square,
) -> bool {
    position.king(side).is_some_and(|king| lies_between(square, king, attacker))
}

/// Returns the occupied squares between the king of `side` and an attacker.
pub(crate) fn pieces_between(position: &Position, side: Side, attacker: Square) -> Vec<Square> {
    let squares = position.board().pieces().map(|(square, _)| square);
    squares.filter(|&square| is_between_king_and(position, side, attacker, square)).collect()
}

/// Returns whether a square lies strictly between two others on a rank, file or diagonal.
pub(crate) fn lies_between(square: Square, a: Square, b: Square) -> bool {
    let (files, ranks) = (b.file - a.file, b.rank - a.rank);
    let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let length = files.abs().max(ranks.abs());
    let mut between = (1..length)
        .map(|n| Square { file: a.file + files.signum() * n, rank: a.rank + ranks.signum() * n });
    is_line && between.any(|between| between == square)
}
