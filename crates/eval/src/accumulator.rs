//! What pieces and hands are worth by themselves, kept up as moves are made.

use crate::features::sign;
use crate::parameters::Parameters;
use rules::{Board, Color, Observer, Piece, PieceKind, Rules, Square};

/// The incremental part of the evaluation: an observer of the moves of one position.
#[derive(Clone, Debug)]
pub struct Accumulator<'a> {
    parameters: &'a Parameters,
    rules: &'static Rules,
    /// One entry for each move made, the last being the present.
    stack: Vec<Sums>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    /// Black's pieces and hand less White's.
    standing: i32,
    /// Black's king distances less White's.
    distances: i32,
    /// The kings, for distances to be counted from. When one moves they are counted anew.
    kings: [Option<Square>; 2],
    stale: bool,
}

impl<'a> Accumulator<'a> {
    /// The sums of a board.
    pub fn new(parameters: &'a Parameters, board: &Board) -> Self {
        let mut sums = Sums { stale: true, ..Sums::default() };
        for color in Color::BOTH {
            for square in board.pieces(color) {
                if let Some(piece) = board.piece_on(square) {
                    sums.standing += parameters.standing(piece, square);
                }
            }
            for (kind, count) in board.hand(color).iter() {
                sums.standing += sign(color) * parameters.hand(kind, count);
            }
        }
        let mut new = Self { parameters, rules: board.rules(), stack: vec![sums] };
        new.refresh(board);
        new
    }

    /// Black's worth less White's.
    #[inline]
    pub(crate) fn total(&self, board: &Board) -> i32 {
        let sums = self.present();
        let distances = if sums.stale { self.all_distances(board) } else { sums.distances };
        sums.standing + distances
    }

    /// Counts the distances anew if a king has moved, so that later positions build on it.
    #[inline]
    pub fn refresh(&mut self, board: &Board) {
        if self.present().stale {
            let distances = self.all_distances(board);
            let kings = Color::BOTH.map(|color| board.king(color));
            let sums = self.present_mut();
            (sums.distances, sums.kings, sums.stale) = (distances, kings, false);
        }
    }

    fn all_distances(&self, board: &Board) -> i32 {
        let kings = Color::BOTH.map(|color| board.king(color));
        let mut sum = 0;
        board.occupied().for_each(|square| {
            if let Some(piece) = board.piece_on(square) {
                sum += self.distances(piece, square, kings);
            }
        });
        sum
    }

    #[inline]
    fn distances(&self, piece: Piece, square: Square, kings: [Option<Square>; 2]) -> i32 {
        let of = |color: Color| {
            let king = kings[color.index()];
            king.map_or(0, |king| self.parameters.near(color, king, piece, square))
        };
        of(Color::Black) + of(Color::White)
    }

    #[inline]
    fn present(&self) -> &Sums {
        self.stack.last().expect("the stack begins with an entry and keeps it")
    }

    #[inline]
    fn present_mut(&mut self) -> &mut Sums {
        self.stack.last_mut().expect("the stack begins with an entry and keeps it")
    }

    #[inline]
    fn change(&mut self, piece: Piece, square: Square, by: i32) {
        let standing = self.parameters.standing(piece, square);
        let Sums { kings, stale, .. } = *self.present();
        let stale = stale || piece.kind() == self.rules.king_kind();
        let distances = if stale { 0 } else { self.distances(piece, square, kings) };
        let sums = self.present_mut();
        sums.standing += by * standing;
        sums.distances += by * distances;
        sums.stale = stale;
    }
}

impl Observer for Accumulator<'_> {
    #[inline]
    fn move_started(&mut self, _: &Board) {
        let sums = *self.present();
        self.stack.push(sums);
    }

    #[inline]
    fn move_undone(&mut self, _: &Board) {
        if self.stack.len() > 1 {
            self.stack.pop();
        }
    }

    #[inline]
    fn piece_added(&mut self, piece: Piece, square: Square) {
        self.change(piece, square, 1);
    }

    #[inline]
    fn piece_removed(&mut self, piece: Piece, square: Square) {
        self.change(piece, square, -1);
    }

    #[inline]
    fn hand_changed(&mut self, color: Color, kind: PieceKind, before: u8, after: u8) {
        let change = self.parameters.hand(kind, after) - self.parameters.hand(kind, before);
        self.present_mut().standing += sign(color) * change;
    }
}
