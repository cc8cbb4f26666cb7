//! Validation of single moves: whether a move is legal, and why not.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::king_safety::KingSafetyMasks;
use crate::mv::{Move, Origin};
use crate::piece::{Color, Piece, PieceKind};
use crate::spec::{PawnDropMate, TwoPawns};
use crate::square::Square;
use serde::Serialize;

/// The reason why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum IllegalMove {
    /// The move is impossible in any position of the game.
    #[error("not a move on this board")]
    Malformed,
    /// The origin square is empty.
    #[error("no piece on the origin square")]
    EmptySquare,
    /// The piece on the origin square is the opponent's.
    #[error("the piece belongs to the opponent")]
    OpponentPiece,
    /// The piece cannot move to the destination in any way.
    #[error("the piece cannot move there")]
    CannotReach,
    /// The piece could move to the destination if there were nothing in between.
    #[error("another piece is in the way")]
    Blocked,
    /// The piece needs a screen between it and the destination.
    #[error("there is no piece in between to jump over")]
    NoScreen,
    /// The piece jumps over two screens, and there are fewer.
    #[error("there are too few pieces in between to jump over")]
    TooFewScreens,
    /// The piece jumps over fewer screens than there are.
    #[error("there are too many pieces in between to jump over")]
    TooManyScreens,
    /// The piece moves to the destination only to capture, and the square is empty.
    #[error("the piece can move there only to capture")]
    OnlyCaptures,
    /// The piece moves to the destination only if the square is empty.
    #[error("the piece cannot capture there")]
    CannotCapture,
    /// The destination has a piece of the same side.
    #[error("the destination has a piece of the same side")]
    OwnPiece,
    /// The piece has no promoted form, or is promoted already.
    #[error("the piece cannot promote")]
    CannotPromote,
    /// The move promotes but neither starts nor ends in the promotion zone.
    #[error("promotion requires moving from or into the promotion zone")]
    OutsidePromotionZone,
    /// The piece may not stay unpromoted: the square is dead for it, or promotion is mandatory.
    #[error("the piece must promote there")]
    MustPromote,
    /// No such piece is in hand.
    #[error("no such piece in hand")]
    NotInHand,
    /// The square of the drop is occupied.
    #[error("the square is already occupied")]
    Occupied,
    /// The square is one of the dead ranks of the unpromoted piece.
    #[error("the piece could never move from there")]
    DeadSquare,
    /// The pawn is dropped on a file that has as many unpromoted pawns of the same side as the rules allow.
    #[error("the file already has an unpromoted pawn of the same side")]
    TwoPawns,
    /// The piece is confined to other squares.
    #[error("the piece may not leave its part of the board")]
    Confined,
    /// The kings would face each other on an open line.
    #[error("the kings would face each other")]
    KingsFace,
    /// The king would be in check on its destination.
    #[error("the king would be in check there")]
    KingAttacked,
    /// The king is in check and would remain so.
    #[error("the king would remain in check")]
    InCheck,
    /// The piece is pinned: its move would expose its king to a line attack.
    #[error("the piece is pinned: its king would be in check")]
    Pinned,
    /// The piece would become the screen over which a cannon attacks its own king.
    #[error("the piece would become a screen for a check of its own king")]
    BecomesScreen,
    /// The pawn drop would give mate.
    #[error("a pawn drop must not give mate")]
    PawnDropMate,
    /// The side has reached its limit of consecutive checks.
    #[error("the limit of consecutive checks is reached")]
    CheckLimit,
    /// A king has reached its goal, which has ended the game.
    #[error("a king has reached its goal and won the game")]
    GameOver,
}

impl Board {
    /// Checks that a move is pseudo-legal: that it obeys the rules on movement, promotion, dead
    /// squares and two pawns.
    pub(crate) fn validate_pseudo_legal(&self, mv: Move) -> Result<(), IllegalMove> {
        if mv.stays() || !self.rules().board_squares.contains(mv.to()) {
            return Err(IllegalMove::Malformed);
        }
        match mv.origin() {
            Origin::Hand(kind) => self.validate_drop(kind, mv.to()),
            Origin::Board(from) => self.validate_board_move(from, mv),
        }
    }

    fn validate_drop(&self, kind: PieceKind, to: Square) -> Result<(), IllegalMove> {
        let rules = self.rules();
        let limited_pawn = rules.is_pawn(kind) && rules.spec().two_pawns != TwoPawns::Allowed;
        let full_files = || self.full_pawn_files(self.side(), kind);
        if self.hand(self.side()).count(kind) == 0 {
            Err(IllegalMove::NotInHand)
        } else if self.occupied().contains(to) {
            Err(IllegalMove::Occupied)
        } else if rules.dead_squares(self.side(), kind).contains(to) {
            Err(IllegalMove::DeadSquare)
        } else if !rules.region(self.side(), kind).contains(to) {
            Err(IllegalMove::Confined)
        } else if limited_pawn && full_files().contains(to) {
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
            return Err(self.why_unreachable(piece, from, to));
        }
        if self.pieces(us).contains(to) {
            return Err(IllegalMove::OwnPiece);
        }
        let squares = rules.promotion_squares(us, kind);
        let in_zone = squares.zone.contains(from);
        let forced = if in_zone { squares.forced_from_zone } else { squares.forced };
        let can_promote = rules.can_promote(kind);
        if mv.is_promotion() {
            if !can_promote {
                Err(IllegalMove::CannotPromote)
            } else if !in_zone && !squares.zone.contains(to) {
                Err(IllegalMove::OutsidePromotionZone)
            } else {
                Ok(())
            }
        } else if forced.contains(to) {
            Err(if can_promote { IllegalMove::MustPromote } else { IllegalMove::DeadSquare })
        } else {
            Ok(())
        }
    }

    /// Returns why a piece of the side to move cannot move to a square: what would have to be different
    /// there or in between.
    fn why_unreachable(&self, piece: Piece, from: Square, to: Square) -> IllegalMove {
        let reaches = |occupied| {
            self.rules().targets(piece.color(), piece.kind(), from, occupied).contains(to)
        };
        if !self.rules().region(piece.color(), piece.kind()).contains(to) {
            return IllegalMove::Confined;
        }
        let occupied = self.occupied();
        let between = self.rules().tables.path(from, to);
        let screens = (between & occupied).count();
        let reaches_over = |count: usize| {
            let screens: Bitboard = between.into_iter().take(count).collect();
            screens.count() as usize == count && reaches(occupied.without(between) | screens)
        };
        let depends_on_capture = || reaches(occupied ^ Bitboard::from_square(to));
        if self.pieces(piece.color()).contains(to) && depends_on_capture() {
            IllegalMove::OwnPiece
        } else if screens == 0 && reaches_over(1) {
            IllegalMove::NoScreen
        } else if screens < 2 && reaches_over(2) {
            IllegalMove::TooFewScreens
        } else if depends_on_capture() {
            if occupied.contains(to) {
                IllegalMove::CannotCapture
            } else {
                IllegalMove::OnlyCaptures
            }
        } else if screens > 1 && reaches_over(1) || screens > 2 && reaches_over(2) {
            IllegalMove::TooManyScreens
        } else if screens > 0 && reaches(occupied.without(between)) {
            IllegalMove::Blocked
        } else {
            IllegalMove::CannotReach
        }
    }

    /// Returns whether a pseudo-legal move leaves the king of the side to move safe.
    #[inline]
    pub(crate) fn keeps_king_safe(&self, mv: Move, masks: &KingSafetyMasks) -> bool {
        match mv.origin() {
            Origin::Board(from) if self.king(self.side()) == Some(from) => {
                let occupied = self.occupied().without(Bitboard::from_square(from));
                self.is_king_safe_from(!self.side(), mv.to(), occupied)
            }
            Origin::Board(from) => masks.allowed_from(from).contains(mv.to()),
            Origin::Hand(_) => masks.allowed().contains(mv.to()),
        }
    }

    /// Returns whether a pseudo-legal move is legal.
    #[inline]
    pub(crate) fn is_legal(&self, mv: Move, masks: &KingSafetyMasks) -> bool {
        self.keeps_king_safe(mv, masks)
            && !self.is_pawn_drop_mate(mv)
            && self.goal_winner().is_none()
            && (self.can_give_check() || !self.gives_check(mv, &self.check_info()))
    }

    /// Returns the side whose king has reached its goal, if any. It has won the game.
    #[inline]
    pub fn goal_winner(&self) -> Option<Color> {
        if self.rules().has_goal { self.king_at_goal() } else { None }
    }

    #[cold]
    fn king_at_goal(&self) -> Option<Color> {
        let has_arrived = |color: &Color| {
            let goal = self.rules().goal_squares[color.index()];
            self.king(*color).is_some_and(|king| goal.contains(king))
        };
        // Only in a position that was set up may both kings be there.
        [!self.side(), self.side()].into_iter().find(has_arrived)
    }

    /// Returns whether a move is a pawn drop that gives mate although the game forbids that.
    #[inline]
    fn is_pawn_drop_mate(&self, mv: Move) -> bool {
        let rules = self.rules();
        match mv.origin() {
            Origin::Hand(kind)
                if rules.is_pawn(kind)
                    && rules.spec().pawn_drop_mate == PawnDropMate::Forbidden =>
            {
                self.pawn_drop_mates(kind, mv.to())
            }
            _ => false,
        }
    }

    /// Returns why a pseudo-legal move does not leave the king of the side to move safe.
    fn why_unsafe(&self, mv: Move, masks: &KingSafetyMasks) -> IllegalMove {
        let (them, king) = (!self.side(), self.king(self.side()));
        let from = mv.from().map_or(Bitboard::EMPTY, Bitboard::from_square);
        let occupied = self.occupied().without(from) | Bitboard::from_square(mv.to());
        if mv.from().is_some() && mv.from() == king {
            if self.attackers(them, mv.to(), occupied).any() {
                IllegalMove::KingAttacked
            } else {
                IllegalMove::KingsFace
            }
        } else if masks.checkers().any() {
            IllegalMove::InCheck
        } else if king.is_some_and(|king| self.is_exposed_by(mv, king, occupied)) {
            IllegalMove::Pinned
        } else if king.is_some_and(|king| self.would_face(them, king, occupied)) {
            IllegalMove::KingsFace
        } else {
            IllegalMove::BecomesScreen
        }
    }

    /// Returns whether a move exposes the king to a line attacker by a piece that was between the two. `occupied` is
    /// that after the move.
    fn is_exposed_by(&self, mv: Move, king: Square, occupied: Bitboard) -> bool {
        let Some(from) = mv.from() else { return false };
        let mut is_exposed = false;
        self.for_each_line_attacker(!self.side(), king, |attacker, hop_class, between| {
            is_exposed |= attacker != mv.to()
                && between.contains(from)
                && hop_class.allows((between & occupied).count());
        });
        is_exposed
    }

    /// Checks that a move is legal, or returns the reason why not.
    pub(crate) fn validate_move(
        &self,
        mv: Move,
        masks: &KingSafetyMasks,
    ) -> Result<(), IllegalMove> {
        self.validate_pseudo_legal(mv)?;
        if self.goal_winner().is_some() {
            return Err(IllegalMove::GameOver);
        }
        if !self.keeps_king_safe(mv, masks) {
            return Err(self.why_unsafe(mv, masks));
        }
        if !self.can_give_check() && self.gives_check(mv, &self.check_info()) {
            return Err(IllegalMove::CheckLimit);
        }
        if self.is_pawn_drop_mate(mv) { Err(IllegalMove::PawnDropMate) } else { Ok(()) }
    }
}
