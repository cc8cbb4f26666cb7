//! Tests whether moves give check, before they are made, and generates the moves that do.

use super::{GenKind, MoveList, MoveSink};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::king_safety::KingSafetyMasks;
use crate::mv::{Move, Origin};
use crate::piece::PieceKind;
use crate::square::Square;

/// Position data for [`Board::gives_check`], computed once for all moves of a position.
#[derive(Clone, Debug)]
pub struct CheckInfo {
    king: Option<Square>,
    /// By kind: the squares from which a piece might attack the enemy king.
    attack_origins: &'static [Bitboard; PieceKind::COUNT],
    /// The masks of moves that leave the enemy king safe from discovered checks.
    non_discovering: KingSafetyMasks,
}

impl Board {
    /// Computes the data for [`gives_check`](Self::gives_check).
    pub fn check_info(&self) -> CheckInfo {
        let mut info = CheckInfo::default();
        self.update_check_info(&mut info);
        info
    }

    /// Computes the data for [`gives_check`](Self::gives_check) in place of others, which saves copying
    /// them.
    #[inline]
    pub fn update_check_info(&self, info: &mut CheckInfo) {
        info.king = self.king(!self.side());
        info.non_discovering.clear();
        info.attack_origins = &NO_ORIGINS;
        if let Some(king) = info.king {
            info.attack_origins = self.rules().attack_origins(self.side(), king);
            info.non_discovering.add_line_attackers(self, king, self.side());
        }
    }

    /// Returns whether a pseudo-legal move gives check: directly, by discovery or by becoming a
    /// screen.
    #[inline]
    pub fn gives_check(&self, mv: Move, info: &CheckInfo) -> bool {
        let Some(king) = info.king else { return false };
        let (us, to) = (self.side(), mv.to());
        let (kind, occupied) = match mv.origin() {
            Origin::Hand(kind) => (kind, self.occupied()),
            Origin::Board(from) => {
                let kind = mv.kind_after(self.kind_on(from));
                (kind, self.occupied().without(Bitboard::from_square(from)))
            }
        };
        info.discovers_check(mv.from(), to)
            || self.rules().attacks_square(us, kind, to, king, occupied)
    }
}

/// No data yet, for [`update_check_info`](Board::update_check_info) to fill in.
impl Default for CheckInfo {
    #[inline]
    fn default() -> Self {
        Self {
            king: None,
            attack_origins: &NO_ORIGINS,
            non_discovering: KingSafetyMasks::unconstrained(),
        }
    }
}

/// Without an enemy king no move gives check.
static NO_ORIGINS: [Bitboard; PieceKind::COUNT] = [Bitboard::EMPTY; PieceKind::COUNT];

impl CheckInfo {
    /// Returns the destinations where a move might give check, as a quick filter: a move to any
    /// other square does not give check; test the rest with [`gives_check`](Board::gives_check).
    /// `from` is the origin square, or `None` for a drop; `kind` is the kind after the move.
    #[inline]
    pub fn possible_squares(&self, from: Option<Square>, kind: PieceKind) -> Bitboard {
        self.attack_origins[kind.index()] | !self.non_discovering(from)
    }

    /// Returns whether a board move from `from` or, with `None`, a drop on `to` discovers a check or
    /// completes a cannon's screens.
    #[inline]
    pub fn discovers_check(&self, from: Option<Square>, to: Square) -> bool {
        !self.non_discovering(from).contains(to)
    }

    /// Returns the squares to which a board move from `from` or, with `None`, a drop discovers no check.
    #[inline]
    fn non_discovering(&self, from: Option<Square>) -> Bitboard {
        let masks = &self.non_discovering;
        from.map_or(masks.allowed(), |from| masks.allowed_from(from))
    }
}

/// Keeps the moves that give check.
struct CheckSink<'a> {
    board: &'a Board,
    info: &'a CheckInfo,
    list: &'a mut MoveList,
}

impl CheckSink<'_> {
    #[inline]
    fn push_if_check(&mut self, mv: Move) {
        if self.board.gives_check(mv, self.info) {
            self.list.push(mv);
        }
    }
}

impl MoveSink for CheckSink<'_> {
    #[inline]
    fn push_moves(&mut self, from: Square, unpromoted: Bitboard, promoting: Bitboard) {
        let kind = self.board.kind_on(from);
        let info = self.info;
        let possible = |kind| info.possible_squares(Some(from), kind);
        if promoting.any() {
            let to = promoting & possible(kind.promoted());
            to.for_each(|to| self.push_if_check(Move::promotion(from, to)));
        }
        (unpromoted & possible(kind)).for_each(|to| self.push_if_check(Move::normal(from, to)));
    }

    #[inline]
    fn push_drops(&mut self, kind: PieceKind, to: Bitboard) {
        let possible = self.info.possible_squares(None, kind);
        (to & possible).for_each(|to| self.push_if_check(Move::drop(kind, to)));
    }
}

impl Board {
    /// Appends the legal moves that give check.
    pub(crate) fn generate_checks(
        &self,
        masks: &KingSafetyMasks,
        info: &CheckInfo,
        list: &mut MoveList,
    ) {
        if info.king.is_some() && self.can_give_check() {
            let mut sink = CheckSink { board: self, info, list };
            self.generate_with_checks(GenKind::All, masks, &mut sink);
        }
    }
}
