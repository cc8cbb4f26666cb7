//! The moves of a position: which there are, and what one of them is.

use super::Position;
use crate::legality::IllegalMove;
use crate::movegen::{GenKind, Law, MoveList, MoveSink};
use crate::mv::{Move, Origin};
use crate::piece::Piece;

impl Position {
    /// Every legal move.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(GenKind::All, &mut list);
        list
    }

    /// Appends the legal moves of a stage to a list.
    #[inline]
    pub fn generate(&self, stage: GenKind, list: &mut MoveList) {
        self.board.list(Law::Legal, stage, self.guard(), list);
    }

    /// Gives a sink the legal moves of a stage.
    #[inline]
    pub fn generate_into<S: MoveSink>(&self, stage: GenKind, sink: &mut S) {
        self.board.generate_into(stage, self.guard(), sink);
    }

    /// Appends the pseudo-legal moves of a stage to a list: those that
    /// [`is_legal`](Self::is_legal) may be asked about.
    #[inline]
    pub fn generate_pseudo_legal(&self, stage: GenKind, list: &mut MoveList) {
        self.board.list(Law::Pseudo, stage, self.guard(), list);
    }

    /// How many legal moves there are.
    #[inline]
    pub fn count_legal_moves(&self) -> u64 {
        self.board.count_legal_moves(self.guard())
    }

    /// Whether there is a legal move.
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        self.board.has_legal_move(self.guard())
    }

    /// Whether any sixteen bits are a move that obeys movements, promotion, dead squares and the
    /// two-pawn rule.
    #[inline]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        self.board.refuse_pseudo(mv).is_ok()
    }

    /// Whether a pseudo-legal move is legal.
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.board.allows(mv, self.guard())
    }

    /// Whether a move is legal, and if not, why.
    pub fn validate_move(&self, mv: Move) -> Result<(), IllegalMove> {
        self.board.refuse(mv, self.guard())
    }

    /// The piece that moves, as it is before any promotion, if the move's bits fit the board.
    #[inline]
    pub fn moved_piece(&self, mv: Move) -> Option<Piece> {
        match mv.origin() {
            Origin::Hand(kind) => Some(Piece::new(self.board.side(), kind)),
            Origin::Board(from) => self.board.piece_on(from),
        }
    }

    /// Whether a move captures.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        !mv.is_drop() && self.board.occupied().contains(mv.to())
    }
}
