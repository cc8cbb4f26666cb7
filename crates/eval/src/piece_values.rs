//! Material values for static exchange evaluation and move ordering.

use rules::PieceKind;

/// What pieces are worth on the board and in hand, whatever their square.
#[derive(Clone, Debug)]
pub struct PieceValues {
    on_board: [i32; PieceKind::COUNT],
    in_hand: [i32; PieceKind::COUNT],
}

impl PieceValues {
    /// Creates values from those of each kind on the board, and in the hand of whoever captures it.
    pub fn new(on_board: [i32; PieceKind::COUNT], in_hand: [i32; PieceKind::COUNT]) -> Self {
        Self { on_board, in_hand }
    }

    /// Returns the value of a piece on the board.
    #[inline]
    pub fn on_board(&self, kind: PieceKind) -> i32 {
        self.on_board[kind.index()]
    }

    /// Returns the value in hand of a captured piece, which loses its promotion.
    #[inline]
    pub fn in_hand(&self, kind: PieceKind) -> i32 {
        self.in_hand[kind.index()]
    }

    /// Returns by how much a capture changes the material balance: one side loses the piece, the
    /// other gains it in hand.
    #[inline]
    pub fn capture_swing(&self, kind: PieceKind) -> i32 {
        self.on_board(kind) + self.in_hand(kind)
    }

    /// Returns half the [`capture_swing`](Self::capture_swing), to compare with values on the board.
    #[inline]
    pub fn capture_value(&self, kind: PieceKind) -> i32 {
        self.capture_swing(kind) / 2
    }

    /// Returns what a piece gains by promoting.
    #[inline]
    pub fn promotion_gain(&self, kind: PieceKind) -> i32 {
        self.on_board(kind.promoted()) - self.on_board(kind)
    }
}
