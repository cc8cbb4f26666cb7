//! Material values for static exchange evaluation and move ordering.

use rules::PieceKind;
use std::array;

/// Material values by piece kind, regardless of squares.
#[derive(Clone, Debug)]
pub struct PieceValues {
    on_board: [i32; PieceKind::COUNT],
    capture_swing: [i32; PieceKind::COUNT],
}

impl PieceValues {
    /// Creates values from those on the board and those in hand after a capture, both by piece kind.
    pub fn new(on_board: [i32; PieceKind::COUNT], in_hand: [i32; PieceKind::COUNT]) -> Self {
        Self { on_board, capture_swing: array::from_fn(|kind| on_board[kind] + in_hand[kind]) }
    }

    #[inline]
    pub fn on_board(&self, kind: PieceKind) -> i32 {
        self.on_board[kind.index()]
    }

    /// Returns the change in material balance when a piece is captured: one side loses its value on
    /// the board, the other gains its value in hand.
    #[inline]
    pub fn capture_swing(&self, kind: PieceKind) -> i32 {
        self.capture_swing[kind.index()]
    }

    /// Returns half the [`capture_swing`](Self::capture_swing), to compare with values on the board.
    #[inline]
    pub fn capture_value(&self, kind: PieceKind) -> i32 {
        self.capture_swing(kind) / 2
    }

    /// Returns the value a piece gains by promoting.
    #[inline]
    pub fn promotion_gain(&self, kind: PieceKind) -> i32 {
        self.on_board(kind.promoted()) - self.on_board(kind)
    }
}
