//! Text diagrams of positions.

use crate::move_notation::Notation;
use crate::piece_glyphs::{PieceGlyphs, Script};
use crate::terminal_style::{self as style, paint};
use anstyle::Style;
use rules::{Bitboard, Color, Piece, Position, Rules, Square};
use std::fmt::{self, Display, Formatter};

/// Diagram of a position with both hands, styled for a terminal.
#[derive(Debug)]
pub struct BoardView<'a> {
    position: &'a Position,
    glyphs: PieceGlyphs,
    notation: Notation,
    /// Start and end square of the last move.
    last_move_squares: Bitboard,
    /// A king in check and its checkers.
    check_squares: Bitboard,
}

impl<'a> BoardView<'a> {
    /// Creates a diagram with pieces drawn in `script` and coordinates labelled in `notation`.
    pub fn new(position: &'a Position, script: Script, notation: Notation) -> Self {
        let last_move = position.last_move().map(|mv| [Some(mv.to()), mv.from()]);
        let last_move_squares = last_move.into_iter().flatten().flatten().collect();
        let mut check_squares = position.checkers();
        if position.in_check() {
            check_squares |= position.king(position.side()).into_iter().collect();
        }
        let glyphs = PieceGlyphs::new(position.rules(), script);
        Self { position, glyphs, notation, last_move_squares, check_squares }
    }

    fn rules(&self) -> &'static Rules {
        self.position.rules()
    }

    /// Returns the files from left to right.
    fn files(&self) -> impl Iterator<Item = u8> + use<> {
        (0..self.rules().files()).rev()
    }

    fn write_hand(&self, f: &mut Formatter<'_>, color: Color) -> fmt::Result {
        let (symbol, name) = match color {
            Color::Black => ('▲', "Black"),
            Color::White => ('△', "White"),
        };
        let to_move = if self.position.side() == color { " to move" } else { "" };
        let name = paint(style::STRONG, format!("{symbol} {name}{to_move}"));
        write!(f, "  {name}, in hand:")?;
        let hand = self.position.hand(color);
        if hand.is_empty() {
            return writeln!(f, " none");
        }
        for (kind, count) in hand.iter() {
            let piece = Piece::new(color, kind);
            write!(f, " {}", paint(piece_style(piece), self.glyphs.glyph(piece)))?;
            if count > 1 {
                write!(f, "×{count}")?;
            }
        }
        writeln!(f)
    }

    fn write_file_labels(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let width = self.glyphs.width();
        let label = |file| self.notation.file(file, self.rules().files());
        let labels: String = self.files().map(|file| format!(" {:^width$}", label(file))).collect();
        writeln!(f, "  {}", paint(style::FAINT, labels.trim_end()))
    }

    /// Writes the grid line above a rank, or the bottom line if `rank` is the number of ranks.
    fn write_grid_line(&self, f: &mut Formatter<'_>, rank: u8) -> fmt::Result {
        let (left, cross, right) = match rank {
            0 => ('┌', '┬', '┐'),
            _ if rank == self.rules().ranks() => ('└', '┴', '┘'),
            _ => ('├', '┼', '┤'),
        };
        let bar = "─".repeat(self.glyphs.width());
        write!(f, "  {}", paint(style::FAINT, format!("{left}{bar}")))?;
        for file in self.files().skip(1) {
            if self.is_star_point(file, rank) {
                write!(f, "╋{}", paint(style::FAINT, &bar))?;
            } else {
                write!(f, "{}", paint(style::FAINT, format!("{cross}{bar}")))?;
            }
        }
        writeln!(f, "{}", paint(style::FAINT, right))
    }

    /// Returns whether the top left corner of a square is one of the four star points of a shogi
    /// board. They lie on the edges of the promotion zones, as far from the side of the board as the
    /// zone is deep.
    fn is_star_point(&self, file: u8, rank: u8) -> bool {
        let rules = self.rules();
        let zone = rules.promotion_zone(Color::Black);
        let zone_ranks =
            (0..rules.ranks()).filter(|&rank| zone.contains(Square::new(0, rank))).count() as u8;
        let at_zone_edge = |line: u8, lines: u8| line == zone_ranks || line + zone_ranks == lines;
        zone_ranks > 0 && at_zone_edge(rank, rules.ranks()) && at_zone_edge(file + 1, rules.files())
    }

    fn write_rank(&self, f: &mut Formatter<'_>, rank: u8) -> fmt::Result {
        let separator = paint(style::FAINT, '│').to_string();
        write!(f, "  ")?;
        for file in self.files() {
            write!(f, "{separator}")?;
            self.write_square(f, Square::new(file, rank))?;
        }
        let label = self.notation.rank(rank, self.rules().ranks());
        writeln!(f, "{separator} {}", paint(style::FAINT, label))
    }

    fn write_square(&self, f: &mut Formatter<'_>, square: Square) -> fmt::Result {
        let Some(piece) = self.position.piece_on(square) else {
            let width = self.glyphs.width();
            let mark = if self.last_move_squares.contains(square) { "·" } else { "" };
            return write!(f, "{mark:^width$}");
        };
        let style =
            if self.check_squares.contains(square) { style::CHECK } else { piece_style(piece) };
        let style = if self.last_move_squares.contains(square) { style.invert() } else { style };
        write!(f, "{}", paint(style, self.glyphs.padded_glyph(piece)))
    }
}

/// Returns the style of a piece that is not involved in a check.
fn piece_style(piece: Piece) -> Style {
    match (piece.kind().is_promoted(), piece.color()) {
        (true, _) => style::PROMOTED,
        (false, Color::White) => style::WHITE,
        (false, Color::Black) => style::STRONG,
    }
}

impl Display for BoardView<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.write_hand(f, Color::White)?;
        self.write_file_labels(f)?;
        for rank in 0..self.rules().ranks() {
            self.write_grid_line(f, rank)?;
            self.write_rank(f, rank)?;
        }
        self.write_grid_line(f, self.rules().ranks())?;
        self.write_hand(f, Color::Black)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diagram(game: &str, sfen: &str, script: Script) -> String {
        let position = Position::from_sfen(games::by_name(game).unwrap(), sfen).unwrap();
        let view = BoardView::new(&position, script, Notation::Usi).to_string();
        anstream::adapter::strip_str(&view).to_string()
    }

    #[test]
    fn hands_are_drawn_on_their_owners_side() {
        let sfen = "4k4/9/9/9/9/9/9/9/4K4 w RGb2s3p 1";
        let text = diagram("shogi", sfen, Script::Letters);
        assert!(text.starts_with("  △ White to move, in hand: b s×2 p×3\n"), "{text}");
        assert!(text.ends_with("\n  ▲ Black, in hand: R G\n"), "{text}");
        let text = diagram("cannonshogi", sfen, Script::Kanji);
        assert!(text.starts_with("  △ White to move, in hand: 角行 銀将×2 歩兵×3\n"), "{text}");
    }

    #[test]
    fn promoted_pieces_are_marked() {
        let sfen = "4k4/9/9/9/9/9/9/9/3+P+uK3 b - 1";
        let rank = "│   │   │   │+P │+u │ K │   │   │   │ i";
        assert!(diagram("taihoshogi", sfen, Script::Letters).contains(rank));
        let rank = "│      │ と金+│v金砲+│ 玉将 │      │";
        assert!(diagram("taihoshogi", sfen, Script::Kanji).contains(rank));
    }

    #[test]
    fn star_points_mark_the_promotion_zones() {
        for rules in games::all() {
            let zone = rules.promotion_zone(Color::Black).count() as u8 / rules.files();
            let position = Position::start(rules);
            let view = BoardView::new(&position, Script::Letters, Notation::Usi);
            let corners =
                (0..=rules.ranks()).flat_map(|rank| (0..rules.files()).map(move |f| (f, rank)));
            let stars: Vec<_> =
                corners.filter(|&(file, rank)| view.is_star_point(file, rank)).collect();
            let (right, left) = (zone - 1, rules.files() - zone - 1);
            let bottom = rules.ranks() - zone;
            assert_eq!(stars, [(right, zone), (left, zone), (right, bottom), (left, bottom)]);
        }
    }
}
