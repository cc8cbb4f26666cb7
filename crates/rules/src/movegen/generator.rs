//! The moves of a kind, kind by kind or piece by piece.

use super::{GenKind, Legality, MoveSink};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::king_safety::KingSafetyMasks;
use crate::mv::Move;
use crate::piece::{Color, PieceKind};
use crate::rules::{MoveGroup, ShiftGroup};
use crate::spec::{CheckLimit, PawnDropMate, TwoPawns};
use crate::square::Square;

/// What makes the moves of a position, as much of the legality heeded as is asked for.
pub(super) struct Generator<'a> {
    pub(super) board: &'a Board,
    pub(super) king_safety: &'a KingSafetyMasks,
    pub(super) legality: Legality,
    pub(super) us: Color,
}

impl Generator<'_> {
    #[inline]
    pub(super) fn generate<S: MoveSink>(&self, kind: GenKind, sink: &mut S) {
        let board = self.board;
        if kind == GenKind::Drops {
            return self.generate_drops(sink);
        }
        let to = match kind {
            GenKind::Captures => board.pieces(!self.us),
            GenKind::Quiets => board.empty_squares(),
            _ => board.rules().board.without(board.pieces(self.us)),
        };
        self.generate_king_moves(to, sink);
        if self.legality == Legality::Legal
            && self.king_safety.allowed().is_empty()
            && self.king_safety.constrained().is_empty()
        {
            return;
        }
        if kind != GenKind::All {
            return self.generate_by_piece(to, sink);
        }
        for shift_group in &board.rules().shift_groups {
            self.generate_shift_group(shift_group, to, sink);
        }
        for move_group in &board.rules().move_groups {
            self.generate_move_group(move_group, to, sink);
            if sink.is_done() {
                return;
            }
        }
        self.generate_drops(sink);
    }

    /// Moves piece by piece: quicker than kind by kind where most pieces have no such move.
    #[inline]
    fn generate_by_piece<S: MoveSink>(&self, to: Bitboard, sink: &mut S) {
        let board = self.board;
        let (allowed, constrained) = self.masks();
        let to_all = to & allowed;
        let king = board.king(self.us).map_or(Bitboard::EMPTY, Bitboard::from_square);
        let pieces = board.pieces(self.us).without(king);
        let tables = &board.rules().tables;
        let occupied = board.occupied();
        let mut give = |from: Square, kind: PieceKind, arrivals: Bitboard| {
            if arrivals.any() {
                let (unpromoted, promoting) = self.split_promotions(kind, Some(from), arrivals);
                sink.push_moves(from, unpromoted, promoting);
            }
        };
        let ordinary = pieces.without(constrained);
        ordinary.without(board.line_pieces()).for_each(|from| {
            if let Some(piece) = board.piece_on(from) {
                let leaps = &tables.leaps[self.us.index()][piece.kind().index()];
                give(from, piece.kind(), leaps[from.index()] & to_all);
            }
        });
        (ordinary & board.line_pieces()).for_each(|from| {
            if let Some(piece) = board.piece_on(from) {
                let targets = tables.targets(self.us, piece.kind(), from, occupied);
                give(from, piece.kind(), targets & to_all);
            }
        });
        (pieces & constrained).for_each(|from| {
            if let Some(piece) = board.piece_on(from) {
                let targets = tables.targets(self.us, piece.kind(), from, occupied);
                give(from, piece.kind(), targets & to & self.king_safety.allowed_from(from));
            }
        });
    }

    /// Where a piece that needs no asking singly may go, and which ones need it.
    #[inline]
    pub(super) fn masks(&self) -> (Bitboard, Bitboard) {
        match self.legality {
            Legality::Legal => (self.king_safety.allowed(), self.king_safety.constrained()),
            Legality::PseudoLegal => (Bitboard::ALL, Bitboard::EMPTY),
        }
    }

    #[inline]
    fn generate_shift_group<S: MoveSink>(
        &self,
        shift_group: &ShiftGroup,
        to: Bitboard,
        sink: &mut S,
    ) {
        let (allowed, constrained) = self.masks();
        let pieces = self.board.pieces_of(self.us, shift_group.kind);
        for &(shift, from) in &shift_group.steps[self.us.index()] {
            let arrivals = (pieces.without(constrained) & from).shift(shift) & to & allowed;
            let (unpromoted, promoting) = self.split_promotions(shift_group.kind, None, arrivals);
            sink.push_shifted(shift, unpromoted, promoting);
        }
        if (pieces & constrained).any() {
            self.generate_constrained(shift_group.kind, pieces & constrained, to, sink);
        }
    }

    #[inline]
    fn generate_move_group<S: MoveSink>(&self, move_group: &MoveGroup, to: Bitboard, sink: &mut S) {
        let pieces = self.board.pieces_of_kinds(&move_group.kinds) & self.board.pieces(self.us);
        if pieces.is_empty() {
            return;
        }
        let (allowed, constrained) = self.masks();
        let (kind, dest) = (move_group.kinds[0], to & allowed);
        let tables = &self.board.rules().tables;
        // Divided here, that each loop is short: it is run for every piece of every position.
        if move_group.leaps_only {
            let leaps = &tables.leaps[self.us.index()][kind.index()];
            let targets = |from: Square| leaps[from.index()];
            self.generate_pieces(
                move_group,
                kind,
                pieces.without(constrained),
                dest,
                targets,
                sink,
            );
        } else {
            let occupied = self.board.occupied();
            let targets = |from| tables.targets(self.us, kind, from, occupied);
            self.generate_pieces(
                move_group,
                kind,
                pieces.without(constrained),
                dest,
                targets,
                sink,
            );
        }
        if (pieces & constrained).any() {
            self.generate_constrained(kind, pieces & constrained, to, sink);
        }
    }

    #[inline]
    fn generate_pieces<S: MoveSink>(
        &self,
        move_group: &MoveGroup,
        kind: PieceKind,
        pieces: Bitboard,
        dest: Bitboard,
        targets: impl Fn(Square) -> Bitboard,
        sink: &mut S,
    ) {
        if move_group.promotes {
            pieces.for_each(|from| {
                let (unpromoted, promoting) =
                    self.split_promotions(kind, Some(from), targets(from) & dest);
                sink.push_moves(from, unpromoted, promoting);
            });
        } else {
            pieces.for_each(|from| sink.push_moves(from, targets(from) & dest, Bitboard::EMPTY));
        }
    }

    /// The moves of pieces each of which has squares of its own allowed to it.
    #[cold]
    #[inline(never)]
    fn generate_constrained<S: MoveSink>(
        &self,
        kind: PieceKind,
        pieces: Bitboard,
        to: Bitboard,
        sink: &mut S,
    ) {
        for from in pieces {
            let targets = self.board.rules().targets(self.us, kind, from, self.board.occupied());
            let arrivals = targets & to & self.king_safety.allowed_from(from);
            let (unpromoted, promoting) = self.split_promotions(kind, Some(from), arrivals);
            sink.push_moves(from, unpromoted, promoting);
        }
    }

    /// Divides arrivals into those that may stay unpromoted and those that may promote.
    #[inline]
    fn split_promotions(
        &self,
        kind: PieceKind,
        from: Option<Square>,
        to: Bitboard,
    ) -> (Bitboard, Bitboard) {
        let rules = self.board.rules();
        if !rules.can_promote(kind) {
            return (to, Bitboard::EMPTY);
        }
        let zone = rules.promotion_zone(self.us);
        let promoting = if from.is_some_and(|from| zone.contains(from)) { to } else { to & zone };
        (to.without(rules.dead_squares(self.us, kind)), promoting)
    }
}

impl Generator<'_> {
    #[inline]
    pub(super) fn generate_king_moves<S: MoveSink>(&self, to: Bitboard, sink: &mut S) {
        let board = self.board;
        let Some(king) = board.king(self.us) else { return };
        let steps = match self.legality {
            Legality::Legal => board.king_steps(self.us, king, board.occupied(), to),
            Legality::PseudoLegal => {
                board.rules().targets(self.us, board.rules().king_kind(), king, board.occupied())
            }
        };
        sink.push_moves(king, steps & to, Bitboard::EMPTY);
    }
}

impl Board {
    /// The squares among some to which a side's king may step when these squares are occupied.
    #[inline]
    pub(super) fn king_steps(
        &self,
        us: Color,
        king: Square,
        occupied: Bitboard,
        among: Bitboard,
    ) -> Bitboard {
        let them = !us;
        let tables = &self.rules().tables;
        let steps = tables.leaps[us.index()][self.rules().king_kind().index()][king.index()];
        let steps = steps.without(self.pieces(us)) & among;
        if steps.is_empty() {
            return steps;
        }
        // The king does not shield the squares behind it from an attack.
        let occupied = occupied.without(Bitboard::from_square(king));
        let mut danger = Bitboard::EMPTY;
        (self.pieces(them) & tables.king_ring_leaps[them.index()][king.index()]).for_each(|from| {
            if let Some(piece) = self.piece_on(from) {
                danger |= tables.leap_attacks(them, piece.kind(), from);
            }
        });
        (self.pieces(them) & self.line_pieces()).for_each(|from| {
            let Some(piece) = self.piece_on(from) else { return };
            let near = &tables.king_ring_lines[them.index()][piece.kind().index()];
            if near[king.index()].contains(from) {
                danger |= tables.line_attacks(them, piece.kind(), from, occupied);
            }
        });
        steps.without(danger)
    }
}

impl Generator<'_> {
    #[inline]
    pub(super) fn generate_drops<S: MoveSink>(&self, sink: &mut S) {
        let board = self.board;
        let hand = board.hand(self.us);
        if hand.is_empty() {
            return;
        }
        let (allowed, _) = self.masks();
        let vacant = board.empty_squares() & allowed;
        if vacant.is_empty() {
            return;
        }
        for (kind, _) in hand.iter() {
            let mut to = board.drop_targets(self.us, kind, vacant);
            if self.legality == Legality::Legal && board.rules().pawn_kind() == Some(kind) {
                to = self.without_pawn_drop_mates(kind, to);
            }
            sink.push_drops(kind, to);
        }
    }

    /// Pawn drops without those that mate, where mating by one is forbidden.
    #[inline]
    fn without_pawn_drop_mates(&self, pawn: PieceKind, to: Bitboard) -> Bitboard {
        let board = self.board;
        let king = match board.king(!self.us) {
            Some(king) if board.rules().pawn_drop_mate == PawnDropMate::Forbidden => king,
            _ => return to,
        };
        let tables = &board.rules().tables;
        let mut checks = board.rules().attack_origins(self.us, king)[pawn.index()];
        // A pawn may also check as the screen of a cannon that had none.
        if tables.has_cannons {
            board.for_each_line_attacker(self.us, king, |_, hop_class, between| {
                if !hop_class.allows(0)
                    && hop_class.allows(1)
                    && (between & board.occupied()).is_empty()
                {
                    checks |= between;
                }
            });
        }
        (checks & to).into_iter().fold(to, |to, square| {
            if board.pawn_drop_mates(pawn, square) {
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
    fn drop_targets(&self, color: Color, kind: PieceKind, vacant: Bitboard) -> Bitboard {
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
    pub(crate) fn pawn_drop_mates(&self, pawn: PieceKind, to: Square) -> bool {
        if self.king_escapes_drop(pawn, to) {
            return false;
        }
        let (mut next, mut king_safety) = (*self, KingSafetyMasks::unconstrained());
        next.make_move(Move::drop(pawn, to), &mut king_safety, &mut ());
        king_safety.checkers().any() && !next.has_legal_move(&king_safety)
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
