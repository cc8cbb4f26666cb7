//! How a piece moves in a position: its targets, and the screens over which it jumps.

use crate::messages::PieceMovement;
use rules::betza::{Direction, Ray, Reach};
use rules::{Bitboard, Color, Piece, Position, Rules, Square};

/// Returns how the piece on a square moves, apart from checks, or `None` if the square is empty.
pub fn piece_movement(position: &Position, square: Square) -> Option<PieceMovement> {
    let piece = position.piece_on(square)?;
    let (rules, color) = (position.rules(), piece.color());
    let (own, occupied) = (position.pieces(color), position.occupied());
    let targets = |occupied| rules.targets(color, piece.kind(), square, occupied);
    let attacks = rules.attacks(color, piece.kind(), square, occupied).without(own);
    let reached = (targets(occupied) | attacks).without(own);
    // Whether the piece moves to a square if that is empty.
    let is_quiet = |&to: &Square| targets(occupied.without(Bitboard::from_square(to))).contains(to);
    let quiet = reached
        .into_iter()
        .filter(is_quiet)
        .fold(Bitboard::EMPTY, |squares, square| squares | Bitboard::from_square(square));
    let names = |squares: Bitboard| squares.into_iter().map(|square| square.to_string()).collect();
    Some(PieceMovement {
        both: names(quiet & attacks),
        quiet: names(quiet.without(attacks)),
        capture: names(attacks.without(quiet)),
        screen: names(screens(rules, piece, square, occupied, reached)),
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
    [ray.hop_one, ray.hop_two, ray.hop_any].iter().any(|reach| *reach != Reach::default())
}

/// Returns the squares of the board in a direction as a side sees it, the nearest first.
pub fn line(
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
        assert_eq!(found.screen, ["5d"]);
        // This cannon moves as a rook, and captures only beyond a piece.
        assert_eq!(found.capture, ["5b", "5c"]);
        assert!(found.quiet.contains(&"5e".to_owned()) && found.both.is_empty());
    }

    #[test]
    fn white_pieces_look_down_the_board() {
        let found = movement("cannonshogi", "4k4/4a4/9/4P4/9/9/4R4/9/3K5 b - 1", "5b");
        assert_eq!(found.screen, ["5d"]);
        assert!(found.both.contains(&"5g".to_owned()));
    }

    #[test]
    fn pieces_that_only_slide_have_no_screens() {
        let found = movement("shogi", "4k4/4p4/9/4P4/9/9/4R4/9/3K5 b - 1", "5g");
        assert!(found.screen.is_empty() && found.quiet.is_empty() && found.capture.is_empty());
        assert_eq!(found.both.len(), 12);
    }
}
