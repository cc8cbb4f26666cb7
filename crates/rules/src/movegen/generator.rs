//! The move generator: king moves, other board moves piece by piece, and drops.

use super::{GenKind, MoveSink};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::king_safety::KingSafetyMasks;
use crate::mv::Move;
use crate::piece::{Color, PieceKind};
use crate::rules::StepPawns;
use crate::spec::{CheckLimit, PawnDropMate, TwoPawns};
use crate::square::Square;

impl Board {
    /// Generates legal moves into a sink, but ignores the check limit.
    #[inline]
    pub(super) fn generate_with_checks<S: MoveSink>(
        &self,
        gen_kind: GenKind,
        masks: &KingSafetyMasks,
        sink: &mut S,
    ) {
        if self.goal_winner().is_some() {
            return;
        }
        if gen_kind == GenKind::Drops {
            return self.generate_drops(masks, sink);
        }
        let us = self.side();
        let to = match gen_kind {
            GenKind::Captures => self.pieces(!us),
            GenKind::Quiets => self.empty_squares(),
            _ => self.rules().board_squares.without(self.pieces(us)),
        };
        if let Some(king) = self.king(us) {
            let steps = self.king_steps(us, king, self.occupied(), to);
            sink.push_moves(king, steps, Bitboard::EMPTY);
        }
        if masks.allowed().is_empty() && masks.constrained().is_empty() {
            return;
        }
        self.generate_by_piece(to, masks, sink);
        if gen_kind == GenKind::All && !sink.is_done() {
            self.generate_drops(masks, sink);
        }
    }

    /// Generates the board moves of all pieces but the king.
    #[inline]
    fn generate_by_piece<S: MoveSink>(&self, to: Bitboard, masks: &KingSafetyMasks, sink: &mut S) {
        let (rules, us, occupied) = (self.rules(), self.side(), self.occupied());
        let constrained = masks.constrained();
        let to_allowed = to & masks.allowed();
        let king = self.king(us).map_or(Bitboard::EMPTY, Bitboard::from_square);
        let pieces = self.pieces(us).without(king);
        let mut unconstrained = pieces.without(constrained);
        if S::COUNTS_PAWNS
            && let Some(step_pawns) = &rules.step_pawns
        {
            let pawns = unconstrained & self.pieces_of(us, step_pawns.kind);
            let (unpromoted, promoting) = self.pawn_destinations(step_pawns, pawns, to_allowed);
            sink.count_pawn_moves(unpromoted.count() + promoting.count());
            unconstrained = unconstrained.without(pawns);
        }
        let mut push = |from: Square, kind: PieceKind, destinations: Bitboard| {
            if destinations.any() {
                let (unpromoted, promoting) = self.split_promotions(kind, from, destinations);
                sink.push_moves(from, unpromoted, promoting);
            }
        };
        unconstrained.without(self.line_pieces()).for_each(|from| {
            let kind = self.kind_on(from);
            let leaps = rules.tables.leaps[us.index()][kind.index()][from.index()];
            push(from, kind, leaps & to_allowed);
        });
        (unconstrained & self.line_pieces()).for_each(|from| {
            let kind = self.kind_on(from);
            push(from, kind, rules.targets(us, kind, from, occupied) & to_allowed);
        });
        (pieces & constrained).for_each(|from| {
            let kind = self.kind_on(from);
            let targets = rules.targets(us, kind, from, occupied);
            push(from, kind, targets & to & masks.allowed_from(from));
        });
    }

    /// Splits destinations into those the piece may move to without promotion and those it may move
    /// to with promotion. A destination can be in both.
    #[inline]
    fn split_promotions(
        &self,
        kind: PieceKind,
        from: Square,
        to: Bitboard,
    ) -> (Bitboard, Bitboard) {
        let rules = self.rules();
        if !rules.is_restricted(kind) {
            return (to, Bitboard::EMPTY);
        }
        let squares = rules.promotion_squares(self.side(), kind);
        if squares.zone.contains(from) {
            (to.without(squares.forced_from_zone), to)
        } else {
            (to.without(squares.forced), to & squares.zone)
        }
    }

    /// Returns the squares of `to` that pawns with a single step reach without promotion, and those
    /// that they reach with promotion.
    #[inline]
    fn pawn_destinations(
        &self,
        step_pawns: &StepPawns,
        pawns: Bitboard,
        to: Bitboard,
    ) -> (Bitboard, Bitboard) {
        let us = self.side();
        let squares = self.rules().promotion_squares(us, step_pawns.kind);
        let from_zone = step_pawns.attacks(us, pawns & squares.zone) & to;
        let from_outside = step_pawns.attacks(us, pawns.without(squares.zone)) & to;
        let unpromoted =
            from_zone.without(squares.forced_from_zone) | from_outside.without(squares.forced);
        (unpromoted, from_zone | from_outside & squares.zone)
    }

    #[inline]
    fn generate_drops<S: MoveSink>(&self, masks: &KingSafetyMasks, sink: &mut S) {
        let hand = self.hand(self.side());
        if hand.is_empty() {
            return;
        }
        let empty = self.empty_squares() & masks.allowed();
        if empty.is_empty() {
            return;
        }
        for (kind, _) in hand.iter() {
            let mut to = self.drop_targets(self.side(), kind, empty);
            if self.rules().is_pawn(kind) {
                to = self.without_pawn_drop_mates(kind, to);
            }
            sink.push_drops(kind, to);
        }
    }

    /// Removes the pawn drops that give mate, if the game forbids them.
    #[inline]
    fn without_pawn_drop_mates(&self, pawn: PieceKind, to: Bitboard) -> Bitboard {
        let (rules, us) = (self.rules(), self.side());
        let king = match self.king(!us) {
            Some(king) if rules.spec().pawn_drop_mate == PawnDropMate::Forbidden => king,
            _ => return to,
        };
        let mut checks = rules.attack_origins(us, king)[pawn.index()];
        // A dropped pawn may also be the screen that a cannon lacks.
        if rules.tables.has_cannons {
            self.for_each_line_attacker(us, king, |_, hop_class, between| {
                let screens = (between & self.occupied()).count();
                if !hop_class.allows(screens) && hop_class.allows(screens + 1) {
                    checks |= between;
                }
            });
        }
        let mates = (checks & to).into_iter().filter(|&square| self.pawn_drop_mates(pawn, square));
        to.without(mates.collect())
    }

    /// Returns the squares that a side's king can step to without being attacked there. Ignores the
    /// check limit.
    pub fn safe_king_steps(&self, color: Color) -> Bitboard {
        let steps = |king| self.king_steps(color, king, self.occupied(), Bitboard::ALL);
        self.king(color).map_or(Bitboard::EMPTY, steps)
    }

    /// Returns the squares of `to` that a side's king may step to without being attacked.
    #[inline]
    fn king_steps(&self, us: Color, king: Square, occupied: Bitboard, to: Bitboard) -> Bitboard {
        let them = !us;
        let tables = &self.rules().tables;
        let steps = tables.leaps[us.index()][self.rules().king_kind().index()][king.index()];
        let steps = steps.without(self.pieces(us)) & to;
        if steps.is_empty() {
            return steps;
        }
        // The king does not shield the squares behind it from line attacks.
        let occupied = occupied.without(Bitboard::from_square(king));
        if self.rules().tests_king_steps {
            return self.safe_from(them, steps, occupied);
        }
        let mut danger = Bitboard::EMPTY;
        (self.pieces(them) & tables.king_ring_leaps[them.index()][king.index()]).for_each(|from| {
            danger |= tables.leaps[them.index()][self.kind_on(from).index()][from.index()];
        });
        (self.pieces(them) & self.line_pieces()).for_each(|from| {
            let kind = self.kind_on(from);
            if tables.king_ring_lines[them.index()][kind.index()][king.index()].contains(from) {
                danger |= tables.line_attacks(them, kind, from, occupied);
            }
        });
        steps.without(danger)
    }

    /// Returns the squares of a set on which a king is safe from a side. Tests them one by one.
    #[cold]
    fn safe_from(&self, color: Color, squares: Bitboard, occupied: Bitboard) -> Bitboard {
        let is_safe = |&square: &Square| self.is_king_safe_from(color, square, occupied);
        squares.into_iter().filter(is_safe).collect()
    }

    /// Returns the empty squares on which a kind in hand may be dropped. Ignores the rule on mate
    /// by pawn drops.
    #[inline]
    fn drop_targets(&self, color: Color, kind: PieceKind, empty: Bitboard) -> Bitboard {
        let rules = self.rules();
        let to = empty & rules.drop_squares(color, kind);
        if rules.is_pawn(kind) && rules.spec().two_pawns != TwoPawns::Allowed {
            to.without(self.full_pawn_files(color, kind))
        } else {
            to
        }
    }

    /// Returns the files on which a side may drop no more pawns of a kind.
    #[inline]
    pub(crate) fn full_pawn_files(&self, color: Color, pawn: PieceKind) -> Bitboard {
        let pawns = self.pieces_of(color, pawn);
        match self.rules().spec().two_pawns {
            TwoPawns::DropLimit(limit) => self.files_with(pawns, limit),
            _ => pawns.file_fill(),
        }
    }

    /// Returns the files that have at least this number of the pieces.
    #[cold]
    fn files_with(&self, pieces: Bitboard, count: u8) -> Bitboard {
        let board = self.rules().board_squares;
        let on_file = |square: Square| pieces & Bitboard::from_square(square).file_fill();
        board.into_iter().filter(|&s| on_file(s).count() >= u32::from(count)).collect()
    }

    /// Returns whether an otherwise legal pawn drop gives mate.
    #[inline(never)]
    pub(crate) fn pawn_drop_mates(&self, pawn: PieceKind, to: Square) -> bool {
        if self.king_escapes_drop(pawn, to) {
            return false;
        }
        let (mut next, mut masks) = (*self, KingSafetyMasks::unconstrained());
        // Nothing here reads the key.
        next.make_move(Move::drop(pawn, to), 0, &mut ());
        masks.update_after_move(&next, to);
        masks.checkers().any() && !next.has_legal_move(&masks)
    }

    /// Returns whether the opponent's king can step to safety after a pawn drop, which is common
    /// and quick to test. With a check limit it returns `false`, because the step might give a
    /// forbidden check.
    fn king_escapes_drop(&self, pawn: PieceKind, to: Square) -> bool {
        let (us, them) = (self.side(), !self.side());
        let Some(king) =
            self.king(them).filter(|_| self.rules().spec().check_limit == CheckLimit::None)
        else {
            return false;
        };
        let occupied = self.occupied() | Bitboard::from_square(to);
        let without_king = occupied.without(Bitboard::from_square(king));
        let attacks = self.rules().attacks(us, pawn, to, without_king);
        self.king_steps(them, king, occupied, Bitboard::ALL).without(attacks).any()
    }
}
