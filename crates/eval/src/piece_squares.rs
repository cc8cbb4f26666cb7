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
    stack: Vec<PositionScores>,
    /// For each king, the scores of all distances from it in the initial position and after each of its moves.
    /// Computed when a position from then on is evaluated.
    distances_after_move: [Vec<Option<i32>>; 2],
}

/// The scores of one position, from Black's point of view.
#[derive(Clone, Copy, Debug)]
struct PositionScores {
    /// Pieces on their squares and in hand.
    piece_square: i32,
    kings: [Option<Square>; 2],
    /// For each king, the number of its moves since the initial position.
    king_moves: [usize; 2],
    /// For each king, how much the score of distances from it has changed since its last move.
    distance_change: [i32; 2],
}

impl<'a> PieceSquareState<'a> {
    /// Starts with a position as the root.
    pub fn new(parameters: &'a Parameters, board: &Board) -> Self {
        let mut entry = PositionScores {
            piece_square: 0,
            kings: Color::BOTH.map(|color| board.king(color)),
            king_moves: [0; 2],
            distance_change: [0; 2],
        };
        for (piece, square) in board.placed_pieces() {
            entry.piece_square += parameters.piece_square(piece, square);
        }
        for color in Color::BOTH {
            for (kind, count) in board.hand(color).iter() {
                entry.piece_square += sign(color) * parameters.hand(kind, count);
            }
        }
        Self {
            parameters,
            king: board.rules().king_kind(),
            stack: vec![entry],
            distances_after_move: [vec![None], vec![None]],
        }
    }

    /// Returns the score of the current position, whose board this is, from Black's point of view.
    #[inline]
    pub fn score(&mut self, board: &Board) -> i32 {
        let PositionScores { piece_square, king_moves, distance_change, .. } = *self.top();
        let mut score = piece_square;
        for color in Color::BOTH {
            let index = color.index();
            let change = distance_change[index];
            let after_move = &mut self.distances_after_move[index][king_moves[index]];
            let after_move = after_move
                .get_or_insert_with(|| king_distances(self.parameters, board, color) - change);
            score += *after_move + change;
        }
        score
    }

    #[inline]
    fn top(&self) -> &PositionScores {
        self.stack.last().expect("the stack is never empty")
    }

    #[inline]
    fn top_mut(&mut self) -> &mut PositionScores {
        self.stack.last_mut().expect("the stack is never empty")
    }

    /// Adds a piece to the scores (`sign` 1) or subtracts it (`sign` -1).
    #[inline]
    fn update_piece(&mut self, piece: Piece, square: Square, sign: i32) {
        let piece_square = self.parameters.piece_square(piece, square);
        let kings = self.top().kings;
        let distances = Color::BOTH.map(|color| {
            let king = kings[color.index()];
            king.map_or(0, |king| self.parameters.king_distance(color, king, piece, square))
        });
        let entry = self.top_mut();
        entry.piece_square += sign * piece_square;
        for (change, distance) in entry.distance_change.iter_mut().zip(distances) {
            *change += sign * distance;
        }
    }
}

/// Returns the score of the distances of all pieces from a king.
#[inline(never)]
fn king_distances(parameters: &Parameters, board: &Board, color: Color) -> i32 {
    let Some(king) = board.king(color) else { return 0 };
    let mut sum = 0;
    for owner in Color::BOTH {
        board.pieces(owner).for_each(|square| {
            let piece = Piece::new(owner, board.kind_on(square));
            sum += parameters.king_distance(color, king, piece, square);
        });
    }
    sum
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
        if piece.kind() == self.king {
            let color = piece.color().index();
            let entry = self.top_mut();
            entry.kings[color] = Some(square);
            entry.distance_change[color] = 0;
            entry.king_moves[color] += 1;
            let king_moves = entry.king_moves[color];
            // Drops those of moves that have been undone.
            self.distances_after_move[color].truncate(king_moves);
            self.distances_after_move[color].push(None);
        }
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
