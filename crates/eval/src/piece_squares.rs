//! The values of pieces on their squares and in hand along the moves of a search.

use crate::layout::sign;
use crate::parameters::Parameters;
use rules::{Board, Color, Observer, Piece, PieceKind, Square};

/// The scores of the positions from the root to the current one, updated as moves are made. It must observe every move
/// and null move that is made or undone.
#[derive(Clone, Debug)]
pub(crate) struct PieceSquareState<'a> {
    parameters: &'a Parameters,
    king: PieceKind,
    /// The initial position and one entry for each move made since.
    stack: Vec<StackEntry>,
}

/// The scores of one position, from Black's point of view.
#[derive(Clone, Copy, Debug, Default)]
struct StackEntry {
    /// Pieces on their squares and in hand.
    piece_square: i32,
    /// Distances of pieces from both kings. Invalid if a king has moved since it was last computed.
    king_distance: i32,
    king_distance_is_valid: bool,
    /// The kings' squares when `king_distance` was last computed.
    kings: [Option<Square>; 2],
}

impl<'a> PieceSquareState<'a> {
    /// Starts with a position as the root.
    pub fn new(parameters: &'a Parameters, board: &Board) -> Self {
        let mut entry = StackEntry::default();
        for (piece, square) in board.placed_pieces() {
            entry.piece_square += parameters.piece_square(piece, square);
        }
        for color in Color::BOTH {
            for (kind, count) in board.hand(color).iter() {
                entry.piece_square += sign(color) * parameters.hand(kind, count);
            }
        }
        Self { parameters, king: board.rules().king_kind(), stack: vec![entry] }
    }

    /// Returns the score of the current position, whose board this is, from Black's point of view.
    #[inline]
    pub fn score(&mut self, board: &Board) -> i32 {
        self.update_king_distance(board);
        let entry = self.top();
        entry.piece_square + entry.king_distance
    }

    /// Recomputes the king-distance score if a king has moved. Later entries update it incrementally.
    #[inline]
    fn update_king_distance(&mut self, board: &Board) {
        if !self.top().king_distance_is_valid {
            let kings = Color::BOTH.map(|color| board.king(color));
            let mut sum = 0;
            for color in Color::BOTH {
                board.pieces(color).for_each(|square| {
                    let piece = Piece::new(color, board.kind_on(square));
                    sum += self.piece_king_distance(piece, square, kings);
                });
            }
            let entry = self.top_mut();
            (entry.king_distance, entry.kings) = (sum, kings);
            entry.king_distance_is_valid = true;
        }
    }

    /// Returns the king-distance value of a piece, for both kings.
    #[inline]
    fn piece_king_distance(&self, piece: Piece, square: Square, kings: [Option<Square>; 2]) -> i32 {
        let from_king = |color: Color| {
            let king = kings[color.index()];
            king.map_or(0, |king| self.parameters.king_distance(color, king, piece, square))
        };
        from_king(Color::Black) + from_king(Color::White)
    }

    #[inline]
    fn top(&self) -> &StackEntry {
        self.stack.last().expect("the stack is never empty")
    }

    #[inline]
    fn top_mut(&mut self) -> &mut StackEntry {
        self.stack.last_mut().expect("the stack is never empty")
    }

    /// Adds a piece to the incremental scores (`sign` 1) or subtracts it (`sign` -1).
    #[inline]
    fn update_piece(&mut self, piece: Piece, square: Square, sign: i32) {
        let piece_square = self.parameters.piece_square(piece, square);
        let StackEntry { kings, king_distance_is_valid, .. } = *self.top();
        let is_valid = king_distance_is_valid && piece.kind() != self.king;
        let distance = if is_valid { self.piece_king_distance(piece, square, kings) } else { 0 };
        let entry = self.top_mut();
        entry.piece_square += sign * piece_square;
        entry.king_distance += sign * distance;
        entry.king_distance_is_valid = is_valid;
    }
}

impl Observer for PieceSquareState<'_> {
    #[inline]
    fn move_started(&mut self, _: &Board) {
        self.stack.push(*self.top());
    }

    #[inline]
    fn move_undone(&mut self, _: &Board) {
        if self.stack.len() > 1 {
            self.stack.pop();
        }
    }

    #[inline]
    fn piece_added(&mut self, piece: Piece, square: Square) {
        self.update_piece(piece, square, 1);
    }

    #[inline]
    fn piece_removed(&mut self, piece: Piece, square: Square) {
        self.update_piece(piece, square, -1);
    }

    #[inline]
    fn hand_changed(&mut self, color: Color, kind: PieceKind, before: u8, after: u8) {
        let change = self.parameters.hand(kind, after) - self.parameters.hand(kind, before);
        self.top_mut().piece_square += sign(color) * change;
    }
}
