//! The parameters of a game's linear evaluation, and lookup tables made from them.

use crate::derived_parameters;
use crate::layout::{self, PARAMETER_COUNT, file_from_edge, relative_rank, sign};
use crate::parameter_text::{self, ParametersError};
use crate::piece_values::PieceValues;
use rules::{Color, MAX_BOARD_SIZE, OFFSET_COUNT, Piece, PieceKind, Rules, SQUARE_COUNT, Square};
use std::fmt;

/// The parameters of one game's evaluation, in the order of [`layout`].
#[derive(Clone, Debug)]
pub struct Parameters {
    rules: &'static Rules,
    values: Box<[i16; PARAMETER_COUNT]>,
    piece_values: PieceValues,
    /// Piece-square tables by color and kind, positive for Black. They include the piece's value.
    piece_square: Box<[[[i16; SQUARE_COUNT]; PieceKind::COUNT]; 2]>,
    king_distance: Box<KingDistanceTable>,
}

/// Values of pieces by their offset from a king, positive for Black's pieces. Indexed by the king's
/// color, and by the piece's color and kind.
type KingDistanceTable = [[[[i16; OFFSET_COUNT]; PieceKind::COUNT]; 2]; 2];

impl Parameters {
    /// Creates the parameters of a game: tuned if it is a built-in game with a parameter file, otherwise derived.
    pub(crate) fn tuned_or_derived(rules: &'static Rules) -> Self {
        // A caller may have built other rules of that name.
        let tuned = games::parameters(rules.name())
            .filter(|text| parameter_text::has_pieces_of(text, rules) == Some(true));
        tuned.map_or_else(
            || Self::derived(rules),
            |text| Self::parse(rules, text).expect("a test parses every file"),
        )
    }

    /// Derives parameters from the movements of a game's pieces.
    pub fn derived(rules: &'static Rules) -> Self {
        Self::new(rules, derived_parameters::derive(rules))
    }

    /// Parses the text that `Display` writes: lines of `block row values`.
    pub fn parse(rules: &'static Rules, text: &str) -> Result<Self, ParametersError> {
        parameter_text::parse(text).map(|values| Self::new(rules, values))
    }

    /// Creates parameters from their values in the order of [`layout`].
    pub fn new(rules: &'static Rules, values: Box<[i16; PARAMETER_COUNT]>) -> Self {
        let piece_values = piece_values(&values);
        let piece_square = piece_square_table(rules, &values);
        let king_distance = king_distance_table(rules, &values);
        Self { rules, values, piece_values, piece_square, king_distance }
    }

    /// Returns the game they are for.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    #[inline]
    pub fn get(&self, index: usize) -> i32 {
        self.values[index].into()
    }

    pub fn values(&self) -> &[i16] {
        &self.values[..]
    }

    /// Returns the material values for static exchange evaluation and move ordering.
    pub fn piece_values(&self) -> &PieceValues {
        &self.piece_values
    }

    /// Returns the value of `count` pieces of a kind in hand.
    #[inline]
    pub(crate) fn hand(&self, kind: PieceKind, count: u8) -> i32 {
        let value = |number| self.get(layout::HAND.at(kind.unpromoted().index(), number));
        (0..usize::from(count)).map(value).sum()
    }

    /// Returns the value of a piece on a square, positive for Black.
    #[inline]
    pub(crate) fn piece_square(&self, piece: Piece, square: Square) -> i32 {
        let (color, kind) = (piece.color().index(), piece.kind().index());
        self.piece_square[color][kind][square.index()].into()
    }

    /// Returns the value of a piece for its distance from the king of `color`, positive for Black's
    /// pieces.
    #[inline]
    pub(crate) fn king_distance(
        &self,
        color: Color,
        king: Square,
        piece: Piece,
        square: Square,
    ) -> i32 {
        let tables = &self.king_distance[color.index()][piece.color().index()];
        tables[piece.kind().index()][king.offset_to(square)].into()
    }

    /// Returns the bonus for the right to move.
    #[inline]
    pub fn tempo(&self) -> i32 {
        self.get(layout::TEMPO.at(0, 0))
    }
}

fn piece_values(values: &[i16; PARAMETER_COUNT]) -> PieceValues {
    let by_kind = |index: fn(PieceKind) -> usize| {
        std::array::from_fn(|kind| values[index(PieceKind::from_index(kind))].into())
    };
    PieceValues::new(
        by_kind(|kind| layout::PIECE.at(kind.index(), 0)),
        // One value for all pieces of a kind in hand: that of the second.
        by_kind(|kind| layout::HAND.at(kind.unpromoted().index(), 1)),
    )
}

fn piece_square_table(
    rules: &Rules,
    values: &[i16; PARAMETER_COUNT],
) -> Box<[[[i16; SQUARE_COUNT]; PieceKind::COUNT]; 2]> {
    let mut table = Box::new([[[0; SQUARE_COUNT]; PieceKind::COUNT]; 2]);
    for color in Color::BOTH {
        for kind in rules.piece_kinds() {
            for square in rules.board_squares() {
                let rank = relative_rank(rules, color, square);
                let file = file_from_edge(rules, square);
                let square_value = values[layout::square_index(kind, rank, file)];
                let value = square_value + values[layout::PIECE.at(kind.index(), 0)];
                table[color.index()][kind.index()][square.index()] = value * sign(color) as i16;
            }
        }
    }
    table
}

/// Tabulates the values of king distances by offset, which is faster to look up than ranks and files.
/// The values of kings are zero.
fn king_distance_table(rules: &Rules, values: &[i16; PARAMETER_COUNT]) -> Box<KingDistanceTable> {
    let mut table: Box<KingDistanceTable> =
        Box::new([[[[0; OFFSET_COUNT]; PieceKind::COUNT]; 2]; 2]);
    let color_pairs =
        Color::BOTH.into_iter().flat_map(|king| Color::BOTH.map(|piece| (king, piece)));
    for (king_color, color) in color_pairs {
        let block = if king_color == color { layout::OWN_KING } else { layout::OTHER_KING };
        for kind in rules.piece_kinds().filter(|&kind| kind != rules.king_kind()) {
            let piece = Piece::new(color, kind);
            let offsets = &mut table[king_color.index()][color.index()][kind.index()];
            // Kings on the four corners cover every offset.
            let last = MAX_BOARD_SIZE - 1;
            for (file, rank) in [(0, 0), (0, last), (last, 0), (last, last)] {
                let king = Square::new(file, rank);
                for square in Square::all() {
                    let value = values[layout::king_distance_index_of(block, king, piece, square)];
                    offsets[king.offset_to(square)] = value * sign(color) as i16;
                }
            }
        }
    }
    table
}

impl fmt::Display for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        parameter_text::write(self.rules, self.values(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tuned_file_values_the_pieces_of_its_game() {
        for rules in games::all() {
            let name = rules.name();
            let Some(text) = games::parameters(name) else { continue };
            let parameters = Parameters::parse(rules, text).expect(name);
            for kind in rules.piece_kinds().filter(|&kind| kind != rules.king_kind()) {
                assert!(parameters.piece_values().on_board(kind) > 0, "{name}: {kind:?}");
            }
        }
    }
}
