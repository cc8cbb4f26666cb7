//! Moves and squares as people and programs write them.

use clap::{Args, ValueEnum};
use rules::{Move, Origin, Piece, Position, Square};
use std::fmt::{self, Display};

/// A way to write moves.
// The variants go without documentation, with which clap would print a second, longer help.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Notation {
    Usi,
    Uci,
    Western,
}

/// How moves and squares are to be written.
#[derive(Args, Debug)]
pub struct NotationArgs {
    /// How moves are written: 7g7f by programs for shogi (usi), c3c4 by those for chess (uci),
    /// P-7f by western players
    #[arg(long, value_name = "STYLE", default_value = "usi")]
    pub notation: Notation,
}

impl Notation {
    /// A legal move of a position.
    pub fn write(self, position: &Position, mv: Move) -> String {
        match self {
            Self::Usi => position.rules().usi(mv).to_string(),
            Self::Uci => position.rules().uci(mv).to_string(),
            Self::Western => western(position, mv),
        }
    }

    /// All legal moves of a position, in the order of their texts.
    pub fn write_legal(self, position: &Position) -> Vec<String> {
        let legal = position.legal_moves();
        let mut texts: Vec<_> = legal.iter().map(|&mv| self.write(position, mv)).collect();
        texts.sort_unstable();
        texts
    }

    /// What stands beside a file of a board with so many, both counted from Black's right.
    pub fn file(self, file: u8, files: u8) -> String {
        match self {
            Self::Uci => letter(files.saturating_sub(file + 1)),
            Self::Usi | Self::Western => (file + 1).to_string(),
        }
    }

    /// What stands beside a rank of a board with so many, counted from the top.
    pub fn rank(self, rank: u8, ranks: u8) -> String {
        match self {
            Self::Uci => ranks.saturating_sub(rank).to_string(),
            Self::Usi | Self::Western => letter(rank),
        }
    }

    /// A square of a board with so many files and ranks.
    pub fn square(self, square: Square, files: u8, ranks: u8) -> String {
        self.file(square.file(), files) + &self.rank(square.rank(), ranks)
    }
}

fn letter(place: u8) -> String {
    char::from(b'a' + place).to_string()
}

/// A legal move of a position in western notation, after Hodges: `P-7f`, `Rx3c+`, `S*5e`, and
/// `Nx7c=` where a promotion is declined. The start square is given where another piece of the
/// same kind could go there too, as in `G6i-5h`.
pub fn western(position: &Position, mv: Move) -> String {
    let to = mv.to();
    let Some(piece) = position.moved_piece(mv) else { return position.rules().usi(mv).to_string() };
    let name = name(position, piece);
    let Origin::Board(from) = mv.origin() else { return format!("{name}*{to}") };
    let start = if has_rival(position, piece, from, to) { from.to_string() } else { String::new() };
    let way = if position.is_capture(mv) { 'x' } else { '-' };
    format!("{name}{start}{way}{to}{}", promotion(position, piece, mv))
}

/// The legal move that is written so by [`western`].
pub fn read_western(position: &Position, text: &str) -> Option<Move> {
    position.legal_moves().into_iter().find(|&mv| western(position, mv) == text)
}

/// What a piece is called, promoted or not.
fn name(position: &Position, piece: Piece) -> impl Display {
    let mark = if piece.kind().is_promoted() { "+" } else { "" };
    let name = position.rules().piece_info(piece.kind()).map(|info| info.western_letters.as_str());
    fmt::from_fn(move |f| write!(f, "{mark}{}", name.unwrap_or("?")))
}

/// Whether another piece of the same kind could make a legal move to a square.
fn has_rival(position: &Position, piece: Piece, from: Square, to: Square) -> bool {
    let others = position.pieces_of(piece.color(), piece.kind());
    others.into_iter().filter(|&other| other != from).any(|other| {
        let moves = [Move::normal(other, to), Move::promotion(other, to)];
        moves.into_iter().any(|mv| position.validate_move(mv).is_ok())
    })
}

/// What is said about promotion: something only where there is a choice, or was one.
fn promotion(position: &Position, piece: Piece, mv: Move) -> &'static str {
    let zone = position.rules().promotion_zone(piece.color());
    let enters = zone.contains(mv.to()) || mv.from().is_some_and(|from| zone.contains(from));
    match mv.is_promotion() {
        true => "+",
        false if enters && position.rules().can_promote(piece.kind()) => "=",
        false => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Rules;
    use std::collections::HashSet;

    fn named(game: &str, sfen: &str, mv: &str) -> String {
        let rules = Rules::by_name(game).unwrap();
        let position = Position::from_sfen(rules, sfen).unwrap();
        let mv = rules.parse_usi(mv).unwrap();
        position.validate_move(mv).unwrap();
        western(&position, mv)
    }

    #[test]
    fn quiet_moves_captures_and_drops() {
        let start = Rules::by_name("shogi").unwrap().start_sfen();
        assert_eq!(named("shogi", start, "7g7f"), "P-7f");
        let open = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3";
        assert_eq!(named("shogi", open, "8h2b+"), "Bx2b+");
        assert_eq!(named("shogi", open, "8h2b"), "Bx2b=");
        assert_eq!(named("shogi", "4k4/9/9/9/9/9/9/9/4K4 b S 1", "S*5e"), "S*5e");
        let wide = Rules::by_name("shosu").unwrap().start_sfen();
        assert_eq!(named("shosu", wide, "10h10g"), "P-10g");
    }

    #[test]
    fn the_start_square_only_where_it_is_needed() {
        let golds = "4k4/9/9/9/9/9/9/9/3GKG3 b - 1";
        assert_eq!(named("shogi", golds, "6i5h"), "G6i-5h");
        assert_eq!(named("shogi", golds, "6i7h"), "G-7h");
        // The other gold is pinned and so no rival.
        let pinned = "5k3/5r3/9/9/9/9/5G3/6G2/5K3 b - 1";
        assert_eq!(named("shogi", pinned, "3h3g"), "G-3g");
        // Nor is a drop, which is written otherwise.
        assert_eq!(named("shogi", "4k4/9/9/9/9/9/9/4G4/4K4 b G 1", "5h4h"), "G-4h");
        assert_eq!(named("shogi", "4k4/9/9/9/9/9/9/4G4/4K4 b G 1", "G*4h"), "G*4h");
    }

    #[test]
    fn promoted_pieces_and_promotions_declined() {
        let tokins = "8k/9/9/9/4p4/3+P1+P3/9/9/4K4 b - 1";
        assert_eq!(named("shogi", tokins, "6f5e"), "+P6fx5e");
        let one = "8k/9/9/9/4p4/3+P1P3/9/9/4K4 b - 1";
        assert_eq!(named("shogi", one, "6f5e"), "+Px5e");
        let knight = "8k/9/2p6/9/1N7/9/9/9/4K4 b - 1";
        assert_eq!(named("shogi", knight, "8e7c"), "Nx7c=");
        assert_eq!(named("shogi", knight, "8e7c+"), "Nx7c+");
        // Out of the zone too, and White's moves by White's zone.
        assert_eq!(named("shogi", "8k/1S7/9/9/9/9/9/9/4K4 b - 1", "8b7c"), "S-7c=");
        assert_eq!(named("shogi", "8k/9/9/9/9/8s/9/9/4K4 w - 1", "1f1g"), "S-1g=");
        // A king has nothing to decline.
        assert_eq!(named("shogi", "8k/4K4/9/9/9/9/9/9/9 b - 1", "5b5a"), "K-5a");
    }

    #[test]
    fn cannons_of_small_boards_have_two_letters() {
        let start = Rules::by_name("cannonshogi").unwrap().start_sfen();
        assert_eq!(named("cannonshogi", start, "6h6g"), "GC-6g");
        let promoted = "k8/9/9/9/4+U4/9/9/9/3K5 b - 1";
        assert_eq!(named("cannonshogi", promoted, "5e4d"), "+GC-4d");
        let wide = Rules::by_name("cannonshosu").unwrap().start_sfen();
        assert_eq!(named("cannonshosu", wide, "8i7i"), "C-7i");
    }

    #[test]
    fn no_two_moves_of_a_position_read_the_same() {
        let mut chance: u64 = 1;
        for rules in Rules::all() {
            let mut position = Position::start(rules);
            for _ in 0..200 {
                let moves = position.legal_moves();
                let texts: HashSet<_> = moves.iter().map(|&mv| western(&position, mv)).collect();
                assert_eq!(texts.len(), moves.len(), "{}: {texts:?}", position.sfen());
                if moves.is_empty() {
                    break;
                }
                chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                position.do_move(moves[(chance >> 33) as usize % moves.len()]);
            }
        }
    }

    #[test]
    fn edges_of_the_board_are_labelled_either_way() {
        let corner = Square::new(9, 9);
        assert_eq!(Notation::Usi.square(corner, 10, 10), "10j");
        assert_eq!(Notation::Uci.square(corner, 10, 10), "a1");
        assert_eq!(Notation::Western.square(Square::new(0, 0), 9, 9), "1a");
        assert_eq!(Notation::Uci.square(Square::new(0, 0), 9, 9), "i9");
    }
}
