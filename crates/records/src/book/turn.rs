//! The board turned by 180 degrees, with the sides exchanged. In most games the turned position is the
//! same for the side to move.

use rules::spec::Repetition;
use rules::{Bitboard, Color, Move, Origin, Piece, Position, Rules, Setup};

/// Returns the turned position, or `None` if it is not the same under the rules. Impasse is left out:
/// its points may differ between the sides, but not in an opening.
pub fn turned(position: &Position) -> Option<Position> {
    let rules = position.rules();
    if !is_same_for_both_sides(rules) {
        return None;
    }
    let mut setup = Setup::new(!position.side());
    for (piece, square) in position.placed_pieces() {
        let piece = Piece::new(!piece.color(), piece.kind());
        setup.put(rules.turned(square), Some(piece));
    }
    for color in Color::BOTH {
        for (kind, count) in position.hand(color).iter() {
            setup.add_to_hand(!color, kind, count.into());
        }
    }
    setup.build(rules).ok()
}

/// Returns the move on the turned board.
pub fn turned_move(rules: &Rules, mv: Move) -> Move {
    let to = rules.turned(mv.to());
    match mv.origin() {
        Origin::Hand(kind) => Move::drop(kind, to),
        Origin::Board(from) if mv.is_promotion() => Move::promotion(rules.turned(from), to),
        Origin::Board(from) => Move::normal(rules.turned(from), to),
    }
}

/// Returns whether the rules treat both sides alike. White's pieces always move as Black's do, but may be confined to
/// another part of the board.
fn is_same_for_both_sides(rules: &Rules) -> bool {
    let is_turned = |[black, white]: [Bitboard; 2]| {
        black.into_iter().all(|square| white.contains(rules.turned(square)))
            && black.count() == white.count()
    };
    is_turned(Color::BOTH.map(|color| rules.promotion_zone(color)))
        && is_turned(Color::BOTH.map(|color| rules.goal_squares(color)))
        && rules
            .piece_kinds()
            .all(|kind| is_turned(Color::BOTH.map(|color| rules.region(color, kind))))
        && !matches!(rules.spec().repetition, Repetition::BlackLoses | Repetition::WhiteLoses)
}
