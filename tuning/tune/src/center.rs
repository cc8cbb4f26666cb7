//! What a piece is worth wherever it stands belongs to the piece alone: exchanges are judged by it.

use crate::positions::Positions;
use eval::layout::{Block, MOBILITY, OTHER_KING, OWN_KING, PIECE, SQUARE};
use rules::{PieceKind, Rules};

/// The blocks of which every piece but the king has one parameter each.
const PLACES: [Block; 4] = [SQUARE, OWN_KING, OTHER_KING, MOBILITY];

/// Moves the mean of what a kind gains by its place to the kind's own worth. Sums stay as they
/// are, since every piece has one place of each sort.
pub fn center(rules: &Rules, weights: &mut [f32], positions: &Positions) {
    let occurrences = positions.occurrences(weights.len());
    for kind in rules.kinds().filter(|&kind| kind != rules.king()) {
        for block in PLACES {
            let range = of_kind(block, kind);
            let times: f64 = occurrences[range.clone()].iter().sum();
            if times == 0.0 {
                continue;
            }
            let sum: f64 =
                range.clone().map(|index| occurrences[index] * f64::from(weights[index])).sum();
            let mean = (sum / times) as f32;
            weights[PIECE.at(kind.index(), 0)] += mean;
            weights[range].iter_mut().for_each(|weight| *weight -= mean);
        }
    }
}

/// The parameters of a kind in a block whose rows go by kind.
fn of_kind(block: Block, kind: PieceKind) -> std::ops::Range<usize> {
    let (start, each) = (block.range().start, block.range().len() / PieceKind::COUNT);
    start + kind.index() * each..start + (kind.index() + 1) * each
}
