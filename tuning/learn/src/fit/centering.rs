//! Makes material values comparable: moves the average of a piece's other terms into its material
//! value.
//!
//! Every piece except the king has exactly one active parameter in each of the material, square,
//! king distance and mobility terms. The fit therefore cannot tell a constant in one of these terms
//! from the same constant in another. SEE uses only material values, so the constants belong there.

use super::training_set::TrainingSet;
use eval::layout::{Block, MOBILITY, OTHER_KING, OWN_KING, PIECE, SQUARE};
use rules::{PieceKind, Rules};

/// The blocks in which every piece except the king has exactly one active parameter.
const CENTERED_BLOCKS: [Block; 4] = [SQUARE, OWN_KING, OTHER_KING, MOBILITY];

/// For each piece kind and block, moves the average term over the training set into the material
/// value of the kind. The evaluation of a position does not change.
pub fn center_piece_terms(rules: &Rules, weights: &mut [f32], positions: &TrainingSet) {
    let occurrences = positions.occurrences(weights.len());
    for kind in rules.piece_kinds().filter(|&kind| kind != rules.king_kind()) {
        for block in CENTERED_BLOCKS {
            let range = rows_of_kind(block, kind);
            let count: f64 = occurrences[range.clone()].iter().sum();
            if count == 0.0 {
                continue;
            }
            let sum: f64 =
                range.clone().map(|index| occurrences[index] * f64::from(weights[index])).sum();
            let mean = (sum / count) as f32;
            weights[PIECE.at(kind.index(), 0)] += mean;
            weights[range].iter_mut().for_each(|weight| *weight -= mean);
        }
    }
}

/// Returns the parameters of a piece kind in a block whose rows are grouped by kind.
fn rows_of_kind(block: Block, kind: PieceKind) -> std::ops::Range<usize> {
    let (start, per_kind) = (block.range().start, block.range().len() / PieceKind::COUNT);
    start + kind.index() * per_kind..start + (kind.index() + 1) * per_kind
}
