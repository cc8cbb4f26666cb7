//! How a piece moves in a position: its targets, and the screens over which it jumps.

use crate::messages::PieceMovement;
use rules::betza::{Direction, Ray, Reach};
use rules::{Bitboard, Color, Piece, Position, Rules, Square};

/// Returns how the piece on a square moves, apart from checks, or `None` if the square is empty.
pub fn piece_movement(position: &Position, square: Square) -> Option<PieceMovement> {
    let piece = position.piece_on(square)?;
    let (rules, color) = (position.rules(), piece.color());
    let (own, enemy) = (position.pieces(color), position.pieces(!color));
    let occupied = position.occupied();
    let targets = rules.targets(color, piece.kind(), square, occupied).without(own);
    let moves = targets & position.empty_squares();
    let attacks = rules.attacks(color, piece.kind(), square, occupied);
    let threats = (attacks & position.empty_squares()).without(moves);
    let names = |squares: Bitboard| squares.into_iter().map(|square| square.to_string()).collect();
    Some(PieceMovement {
        square: square.to_string(),
        piece: rules.piece_sfen(piece).to_string(),
        moves: names(moves),
        captures: names(targets & enemy),
        threats: names(threats),
        screens: names(screens(rules, piece, square, occupied, targets | threats)),
    })
}

/// Returns the pieces that the piece jumps over to reach one of its targets.
fn screens(
    rules: &Rules,
    piece: Piece,
    from: Square,
    occupied: Bitboard,
    targets: Bitboard,
) -> Bitboard {
    let Some(form) = rules.piece_form(piece.kind()) else { return Bitboard::EMPTY };
    let mut screens = Bitboard::EMPTY;
    for (ray, direction) in form.movement.rays.iter().zip(Direction::ALL) {
        if !hops(ray) {
            continue;
        }
        let mut passed = Bitboard::EMPTY;
        for square in line(rules, piece.color(), from, direction) {
            if targets.contains(square) {
                screens |= passed;
            }
            if occupied.contains(square) {
                passed |= Bitboard::from_square(square);
            }
        }
    }
    screens
}

fn hops(ray: &Ray) -> bool {
    ray.hop_one != Reach::default() || ray.hop_any != Reach::default()
}

/// Returns the squares of the board in a direction, the nearest first.
fn line(
    rules: &Rules,
    color: Color,
    from: Square,
    direction: Direction,
) -> impl Iterator<Item = Square> {
    // Files count from Black's right and ranks from White's side.
    let toward = if color == Color::Black { -1 } else { 1 };
    let (files, ranks) = (toward * direction.right, toward * direction.forward);
    let step = move |square: &Square| square.offset(files, ranks);
    std::iter::successors(step(&from), step)
        .take_while(|&square| rules.board_squares().contains(square))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn movement(game: &str, sfen: &str, square: &str) -> PieceMovement {
        let position = Position::from_sfen(games::by_name(game).unwrap(), sfen).unwrap();
        let square = Square::all().find(|s| s.to_string() == square).unwrap();
        piece_movement(&position, square).unwrap()
    }

    #[test]
    fn cannons_show_the_pieces_they_jump_over() {
        let found = movement("cannonshogi", "4k4/4p4/9/4P4/9/9/4U4/9/3K5 b - 1", "5g");
        assert_eq!(
            (found.piece.as_str(), found.screens.as_slice()),
            ("U", ["5d".into()].as_slice())
        );
        assert_eq!(found.captures, ["5b"]);
        assert!(found.moves.contains(&"5e".to_owned()) && !found.moves.contains(&"5c".to_owned()));
        assert_eq!(found.threats, ["5c"]);
    }

    #[test]
    fn white_pieces_look_down_the_board() {
        let found = movement("cannonshogi", "4k4/4a4/9/4P4/9/9/4R4/9/3K5 b - 1", "5b");
        assert_eq!((found.screens, found.captures), (vec!["5d".into()], vec!["5g".into()]));
    }

    #[test]
    fn pieces_that_only_slide_have_no_screens() {
        let found = movement("shogi", "4k4/4p4/9/4P4/9/9/4R4/9/3K5 b - 1", "5g");
        assert!(found.screens.is_empty() && found.threats.is_empty());
        assert_eq!(found.moves.len(), 12);
    }
}
