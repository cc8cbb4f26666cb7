//! Start positions of records, built square by square.

use rules::{Color, Piece, PieceKind, Position, Rules, SQUARE_COUNT, SfenError, Square};
use std::fmt::Write;

/// A position being built. Nothing is checked before [`PositionBuilder::position`].
#[derive(Clone, Debug)]
pub(crate) struct PositionBuilder {
    pub rules: &'static Rules,
    cells: [Option<Piece>; SQUARE_COUNT],
    hands: [[u32; PieceKind::BASE_COUNT]; 2],
    pub side: Color,
    pub move_number: u32,
}

impl PositionBuilder {
    /// Creates an empty board with Black to move.
    pub fn empty(rules: &'static Rules) -> Self {
        Self {
            rules,
            cells: [None; SQUARE_COUNT],
            hands: [[0; PieceKind::BASE_COUNT]; 2],
            side: Color::Black,
            move_number: 1,
        }
    }

    /// Creates the start position of a game.
    pub fn standard(rules: &'static Rules) -> Self {
        let mut builder = Self::empty(rules);
        builder.put_standard_pieces();
        builder
    }

    /// Puts all pieces where they start.
    pub fn put_standard_pieces(&mut self) {
        let start = Position::start(self.rules);
        for square in Square::all() {
            self.put(square, start.piece_on(square));
        }
    }

    /// Puts a piece on a square, or empties it.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        self.cells[square.index()] = piece;
    }

    /// Returns the piece on a square.
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.cells[square.index()]
    }

    /// Empties the hand of a side.
    pub fn clear_hand(&mut self, color: Color) {
        self.hands[color.index()] = [0; PieceKind::BASE_COUNT];
    }

    /// Adds pieces to a hand.
    pub fn add_to_hand(&mut self, color: Color, kind: PieceKind, count: u32) {
        let held = &mut self.hands[color.index()][kind.unpromoted().index()];
        // Any count beyond the set is refused later.
        *held = held.saturating_add(count).min(99);
    }

    /// Adds the pieces of the set that are neither on the board nor in a hand, kings excepted.
    pub fn add_rest_to_hand(&mut self, color: Color) {
        for (index, info) in self.rules.piece_infos().iter().enumerate() {
            let kind = PieceKind::base(index);
            if kind == self.rules.king_kind() {
                continue;
            }
            let placed =
                self.cells.iter().flatten().filter(|piece| piece.kind().unpromoted() == kind);
            let used = placed.count() as u32 + self.hands[0][index] + self.hands[1][index];
            let rest = u32::from(info.count).saturating_sub(used);
            self.add_to_hand(color, kind, rest);
        }
    }

    /// Returns the position, if the rules allow it.
    pub fn position(&self) -> Result<Position, SfenError> {
        Position::from_sfen(self.rules, &self.sfen())
    }

    fn sfen(&self) -> String {
        let rules = self.rules;
        let piece_on = |square: Square| self.cells[square.index()].map(|p| rules.piece_sfen(p));
        let mut hands = String::new();
        for color in Color::BOTH {
            for (index, &count) in self.hands[color.index()].iter().enumerate() {
                if count > 0 {
                    let piece = Piece::new(color, PieceKind::base(index));
                    let _ = write!(hands, "{count}{}", rules.piece_sfen(piece));
                }
            }
        }
        if hands.is_empty() {
            hands.push('-');
        }
        let side = if self.side == Color::Black { 'b' } else { 'w' };
        format!("{} {side} {hands} {}", rules.board_sfen(piece_on), self.move_number.max(1))
    }
}
