//! Drops, and the two rules that hold for those of pawns.

use super::generator::Generator;
use super::{Law, MoveSink};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::guard::Guard;
use crate::mv::Move;
use crate::piece::{Color, PieceKind};
use crate::spec::{CheckLimit, PawnDropMate, TwoPawns};
use crate::square::Square;

impl Generator<'_> {
    #[inline]
    pub(super) fn drops<S: MoveSink>(&self, sink: &mut S) {
        let board = self.board;
        let hand = board.hand(self.us);
        if hand.is_empty() {
            return;
        }
        let (allowed, _) = self.leave();
        let vacant = board.empty_squares() & allowed;
        if vacant.is_empty() {
            return;
        }
        for (kind, _) in hand.iter() {
            let mut to = board.droppable(self.us, kind, vacant);
            if self.law == Law::Legal && board.rules().pawn_kind() == Some(kind) {
                to = self.without_drop_mates(kind, to);
            }
            sink.push_drops(kind, to);
        }
    }

    /// Pawn drops without those that mate, where mating by one is forbidden.
    #[inline]
    fn without_drop_mates(&self, pawn: PieceKind, to: Bitboard) -> Bitboard {
        let board = self.board;
        let king = match board.king(!self.us) {
            Some(king) if board.rules().pawn_drop_mate == PawnDropMate::Forbidden => king,
            _ => return to,
        };
        let tables = &board.rules().tables;
        let mut checks = board.rules().attack_origins(self.us, king)[pawn.index()];
        // A pawn may also check as the screen of a cannon that had none.
        if tables.has_hops {
            board.for_each_line_attacker(self.us, king, |_, hits, between| {
                if !hits.allows(0) && hits.allows(1) && (between & board.occupied()).is_empty() {
                    checks |= between;
                }
            });
        }
        (checks & to).into_iter().fold(to, |to, square| {
            if board.drop_mates(pawn, square) {
                to.without(Bitboard::from_square(square))
            } else {
                to
            }
        })
    }
}

impl Board {
    /// Those of some vacant squares to which a kind in hand may be dropped, but for pawn-drop mate.
    #[inline]
    fn droppable(&self, color: Color, kind: PieceKind, vacant: Bitboard) -> Bitboard {
        let rules = self.rules();
        let to = vacant.without(rules.dead_squares(color, kind));
        if rules.pawn_kind() == Some(kind) && rules.two_pawns != TwoPawns::Allowed {
            to.without(self.pieces_of(color, kind).file_fill())
        } else {
            to
        }
    }

    /// Whether dropping a pawn on a square, which is legal otherwise, gives mate.
    #[inline(never)]
    pub(crate) fn drop_mates(&self, pawn: PieceKind, to: Square) -> bool {
        if self.king_escapes_drop(pawn, to) {
            return false;
        }
        let (mut next, mut guard) = (*self, Guard::open());
        next.advance(Move::drop(pawn, to), &mut guard, &mut ());
        guard.checkers().any() && !next.has_legal_move(&guard)
    }

    /// Whether the other king can step out of the way of a pawn drop, which most often is so and
    /// is quick to see. Steps that might give a check too many do not count.
    fn king_escapes_drop(&self, pawn: PieceKind, to: Square) -> bool {
        let (us, them) = (self.side(), !self.side());
        let Some(king) = self.king(them).filter(|_| self.rules().check_limit == CheckLimit::None)
        else {
            return false;
        };
        let occupied = self.occupied() | Bitboard::from_square(to);
        let behind = occupied.without(Bitboard::from_square(king));
        let attacks = self.rules().attacks(us, pawn, to, behind);
        self.king_steps(them, king, occupied, Bitboard::ALL).without(attacks).any()
    }
}
