//! Whether a single move is legal, and if not, why.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::king_safety::KingSafetyMasks;
use crate::mv::{Move, Origin};
use crate::piece::PieceKind;
use crate::spec::{PawnDropMate, TwoPawns};
use crate::square::Square;
use std::fmt;

/// Why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The bits or text name no move of this board.
    Malformed,
    /// No piece stands on the square moved from.
    EmptySquare,
    /// The piece is the opponent's.
    OpponentPiece,
    /// The piece does not go there.
    CannotReach,
    /// One's own piece stands on the square moved to.
    OwnPiece,
    /// The piece has no promoted form, or has it already.
    CannotPromote,
    /// The move neither starts nor ends in the promotion zone.
    OutsidePromotionZone,
    /// The piece could never move again from there.
    MustPromote,
    /// No such piece is in hand.
    NotInHand,
    /// Drops need an empty square.
    Occupied,
    /// A piece dropped there could never move.
    DeadSquare,
    /// A pawn of one's own stands on the file.
    TwoPawns,
    /// The king would step, or stay, where it can be captured.
    KingAttacked,
    /// The move leaves a check unanswered.
    InCheck,
    /// The piece may not leave, or not this way: its king would be open to a line attack.
    Pinned,
    /// The piece would become the screen over which a cannon takes its king.
    BecomesScreen,
    /// A pawn drop may not mate.
    PawnDropMate,
    /// The limit of checks in a row is reached.
    CheckLimit,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "this is no move on this board",
            Self::EmptySquare => "there is no piece to move on that square",
            Self::OpponentPiece => "the piece belongs to the opponent",
            Self::CannotReach => "the piece does not move there",
            Self::OwnPiece => "an own piece stands there",
            Self::CannotPromote => "the piece cannot promote",
            Self::OutsidePromotionZone => "promotion needs a move from or into the promotion zone",
            Self::MustPromote => "the piece must promote there",
            Self::NotInHand => "no such piece is in hand",
            Self::Occupied => "the square is occupied",
            Self::DeadSquare => "a piece dropped there could never move",
            Self::TwoPawns => "an own unpromoted pawn stands on that file",
            Self::KingAttacked => "the king would be in check there",
            Self::InCheck => "the king is in check and would stay so",
            Self::Pinned => "the piece is pinned: its king would be in check",
            Self::BecomesScreen => "the piece would be the screen for a check of its own king",
            Self::PawnDropMate => "a pawn drop may not mate",
            Self::CheckLimit => "the limit of checks in a row is reached",
        })
    }
}

impl std::error::Error for IllegalMove {}

impl Board {
    /// Whether a move obeys movements, promotion, dead squares and the two-pawn rule.
    pub(crate) fn validate_pseudo_legal(&self, mv: Move) -> Result<(), IllegalMove> {
        if !mv.is_canonical() || !self.rules().board.contains(mv.to()) {
            return Err(IllegalMove::Malformed);
        }
        match mv.origin() {
            Origin::Hand(kind) => self.validate_drop(kind, mv.to()),
            Origin::Board(from) => self.validate_board_move(from, mv),
        }
    }

    fn validate_drop(&self, kind: PieceKind, to: Square) -> Result<(), IllegalMove> {
        let rules = self.rules();
        let pawn = rules.pawn_kind() == Some(kind) && rules.two_pawns != TwoPawns::Allowed;
        let pawns = || self.pieces_of(self.side(), kind).file_fill();
        if self.hand(self.side()).count(kind) == 0 {
            Err(IllegalMove::NotInHand)
        } else if self.occupied().contains(to) {
            Err(IllegalMove::Occupied)
        } else if rules.dead_squares(self.side(), kind).contains(to) {
            Err(IllegalMove::DeadSquare)
        } else if pawn && pawns().contains(to) {
            Err(IllegalMove::TwoPawns)
        } else {
            Ok(())
        }
    }

    fn validate_board_move(&self, from: Square, mv: Move) -> Result<(), IllegalMove> {
        let (rules, us, to) = (self.rules(), self.side(), mv.to());
        let piece = self.piece_on(from).ok_or(IllegalMove::EmptySquare)?;
        let kind = piece.kind();
        if piece.color() != us {
            return Err(IllegalMove::OpponentPiece);
        }
        if !rules.targets(us, kind, from, self.occupied()).contains(to) {
            return Err(IllegalMove::CannotReach);
        }
        if self.pieces(us).contains(to) {
            return Err(IllegalMove::OwnPiece);
        }
        let zone = rules.promotion_zone(us);
        match mv.is_promotion() {
            true if !rules.can_promote(kind) => Err(IllegalMove::CannotPromote),
            true if !zone.contains(from) && !zone.contains(to) => {
                Err(IllegalMove::OutsidePromotionZone)
            }
            false if !kind.is_promoted() && rules.dead_squares(us, kind).contains(to) => {
                Err(IllegalMove::MustPromote)
            }
            _ => Ok(()),
        }
    }

    /// Whether a pseudo-legal move leaves the own king safe.
    #[inline]
    pub(crate) fn keeps_king_safe(&self, mv: Move, king_safety: &KingSafetyMasks) -> bool {
        match mv.origin() {
            Origin::Board(from) if self.king(self.side()) == Some(from) => {
                self.king_safe_on(from, mv.to())
            }
            Origin::Board(from) => king_safety.allowed_from(from).contains(mv.to()),
            Origin::Hand(_) => king_safety.allowed().contains(mv.to()),
        }
    }

    /// Whether no piece of the opponent's could take the king on a square next to it.
    fn king_safe_on(&self, king: Square, to: Square) -> bool {
        let occupied = self.occupied().without(Bitboard::from_square(king));
        self.attackers(!self.side(), to, occupied).is_empty()
    }

    /// Whether a pseudo-legal move is legal.
    #[inline]
    pub(crate) fn is_legal(&self, mv: Move, king_safety: &KingSafetyMasks) -> bool {
        self.keeps_king_safe(mv, king_safety)
            && !self.is_pawn_drop_mate(mv)
            && (self.can_give_check() || !self.gives_check(mv, &self.check_info()))
    }

    /// Whether a move is a pawn drop that mates where that is forbidden.
    #[inline]
    fn is_pawn_drop_mate(&self, mv: Move) -> bool {
        let rules = self.rules();
        match mv.origin() {
            Origin::Hand(kind)
                if Some(kind) == rules.pawn_kind()
                    && rules.pawn_drop_mate == PawnDropMate::Forbidden =>
            {
                self.pawn_drop_mates(kind, mv.to())
            }
            _ => false,
        }
    }

    /// Whether a move is legal, and if not, why.
    pub(crate) fn validate_move(
        &self,
        mv: Move,
        king_safety: &KingSafetyMasks,
    ) -> Result<(), IllegalMove> {
        self.validate_pseudo_legal(mv)?;
        if !self.keeps_king_safe(mv, king_safety) {
            let constrained =
                mv.from().is_some_and(|from| king_safety.constrained().contains(from));
            return Err(if mv.from().is_some() && mv.from() == self.king(self.side()) {
                IllegalMove::KingAttacked
            } else if king_safety.checkers().any() {
                IllegalMove::InCheck
            } else if constrained {
                IllegalMove::Pinned
            } else {
                IllegalMove::BecomesScreen
            });
        }
        if !self.can_give_check() && self.gives_check(mv, &self.check_info()) {
            return Err(IllegalMove::CheckLimit);
        }
        if self.is_pawn_drop_mate(mv) { Err(IllegalMove::PawnDropMate) } else { Ok(()) }
    }
}
