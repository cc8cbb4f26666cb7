//! Western notation of moves (Hodges), for people.

use rules::{Move, Origin, Piece, Position, Square};
use std::fmt::{self, Display};

/// Formats a legal move in Western notation (Hodges): `P-7f`, `Rx3c+`, `S*5e`, and `Nx7c=` for a
/// declined promotion. The start square is included only if another piece of the same kind can move
/// to the same square: `G6i-5h`.
pub fn format_western(position: &Position, mv: Move) -> String {
    let to = mv.to();
    let Some(piece) = position.moved_piece(mv) else { return position.rules().usi(mv).to_string() };
    let name = piece_name(position, piece);
    let Origin::Board(from) = mv.origin() else { return format!("{name}*{to}") };
    let from =
        if is_ambiguous(position, piece, from, to) { from.to_string() } else { String::new() };
    let separator = if position.is_capture(mv) { 'x' } else { '-' };
    format!("{name}{from}{separator}{to}{}", promotion_suffix(position, piece, mv))
}

/// Returns the Western name of a piece, with a `+` if it is promoted.
fn piece_name(position: &Position, piece: Piece) -> impl Display {
    let mark = if piece.kind().is_promoted() { "+" } else { "" };
    let name = position.rules().piece_info(piece.kind()).map(|info| info.western_letters.as_str());
    fmt::from_fn(move |f| write!(f, "{mark}{}", name.unwrap_or("?")))
}

/// Returns whether another piece of the same kind has a legal move to the square.
fn is_ambiguous(position: &Position, piece: Piece, from: Square, to: Square) -> bool {
    let others = position.pieces_of(piece.color(), piece.kind());
    others.into_iter().filter(|&other| other != from).any(|other| {
        let moves = [Move::normal(other, to), Move::promotion(other, to)];
        moves.into_iter().any(|mv| position.validate_move(mv).is_ok())
    })
}

/// Returns `+` for a promotion, `=` for a declined one, and an empty string if the move cannot promote.
fn promotion_suffix(position: &Position, piece: Piece, mv: Move) -> &'static str {
    let zone = position.rules().promotion_zone(piece.color());
    let touches_zone = zone.contains(mv.to()) || mv.from().is_some_and(|from| zone.contains(from));
    match mv.is_promotion() {
        true => "+",
        false if touches_zone && position.rules().can_promote(piece.kind()) => "=",
        false => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_move;
    use rules::SplitMix64;

    fn western(game: &str, sfen: &str, mv: &str) -> String {
        let rules = games::by_name(game).unwrap();
        let position = Position::from_sfen(rules, sfen).unwrap();
        let mv = rules.parse_usi(mv).unwrap();
        position.validate_move(mv).unwrap();
        format_western(&position, mv)
    }

    #[test]
    fn quiet_moves_captures_and_drops_are_formatted() {
        let start = games::by_name("shogi").unwrap().start_sfen();
        assert_eq!(western("shogi", start, "7g7f"), "P-7f");
        let open = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
        assert_eq!(western("shogi", open, "8h2b+"), "Bx2b+");
        assert_eq!(western("shogi", open, "8h2b"), "Bx2b=");
        assert_eq!(western("shogi", "4k4/9/9/9/9/9/9/9/4K4 b S 1", "S*5e"), "S*5e");
        let wide = games::by_name("shosu").unwrap().start_sfen();
        assert_eq!(western("shosu", wide, "10h10g"), "P-10g");
    }

    #[test]
    fn the_start_square_is_included_only_if_ambiguous() {
        let golds = "4k4/9/9/9/9/9/9/9/3GKG3 b - 1";
        assert_eq!(western("shogi", golds, "6i5h"), "G6i-5h");
        assert_eq!(western("shogi", golds, "6i7h"), "G-7h");
        // The other gold is pinned.
        let pinned = "5k3/5r3/9/9/9/9/5G3/6G2/5K3 b - 1";
        assert_eq!(western("shogi", pinned, "3h3g"), "G-3g");
        // A drop is not ambiguous with a board move.
        assert_eq!(western("shogi", "4k4/9/9/9/9/9/9/4G4/4K4 b G 1", "5h4h"), "G-4h");
        assert_eq!(western("shogi", "4k4/9/9/9/9/9/9/4G4/4K4 b G 1", "G*4h"), "G*4h");
    }

    #[test]
    fn promoted_pieces_and_declined_promotions_are_marked() {
        let tokins = "8k/9/9/9/4p4/3+P1+P3/9/9/4K4 b - 1";
        assert_eq!(western("shogi", tokins, "6f5e"), "+P6fx5e");
        let one = "8k/9/9/9/4p4/3+P1P3/9/9/4K4 b - 1";
        assert_eq!(western("shogi", one, "6f5e"), "+Px5e");
        let knight = "8k/9/2p6/9/1N7/9/9/9/4K4 b - 1";
        assert_eq!(western("shogi", knight, "8e7c"), "Nx7c=");
        assert_eq!(western("shogi", knight, "8e7c+"), "Nx7c+");
        // Also for moves out of the zone, and in White's zone for White's moves.
        assert_eq!(western("shogi", "8k/1S7/9/9/9/9/9/9/4K4 b - 1", "8b7c"), "S-7c=");
        assert_eq!(western("shogi", "8k/9/9/9/9/8s/9/9/4K4 w - 1", "1f1g"), "S-1g=");
        // A king cannot promote.
        assert_eq!(western("shogi", "8k/4K4/9/9/9/9/9/9/9 b - 1", "5b5a"), "K-5a");
    }

    #[test]
    fn cannons_have_two_letters_on_9x9_boards() {
        let start = games::by_name("cannonshogi").unwrap().start_sfen();
        assert_eq!(western("cannonshogi", start, "6h6g"), "GC-6g");
        let promoted = "k8/9/9/9/4+U4/9/9/9/3K5 b - 1";
        assert_eq!(western("cannonshogi", promoted, "5e4d"), "+GC-4d");
        let wide = games::by_name("cannonshosu").unwrap().start_sfen();
        assert_eq!(western("cannonshosu", wide, "8i7i"), "C-7i");
    }

    #[test]
    fn western_notation_is_read_back() {
        let mut rng = SplitMix64::new(1);
        for rules in games::all() {
            let mut position = Position::start(rules);
            for _ in 0..200 {
                let moves = position.legal_moves();
                for &mv in &moves {
                    let text = format_western(&position, mv);
                    let read = read_move(&position, &text);
                    assert_eq!(read, Ok(mv), "{}: {text}", position.sfen());
                }
                if moves.is_empty() {
                    break;
                }
                let mv = moves[rng.next_u64() as usize % moves.len()];
                position.do_move(mv);
            }
        }
    }
}
