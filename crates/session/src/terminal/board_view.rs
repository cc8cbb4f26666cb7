//! Text diagrams of positions.

use crate::language::Language;
use crate::move_notation::Notation;
use crate::terminal::piece_glyphs::{PieceGlyphs, Script};
use crate::terminal::style::{self, paint};
use anstyle::Style;
use rules::{Bitboard, Color, Piece, Position, Rules, Square};
use std::fmt::{self, Display, Formatter};
use unicode_width::UnicodeWidthStr;

/// Diagram of a position with both hands, styled for a terminal.
#[derive(Debug)]
pub struct BoardView<'a> {
    position: &'a Position,
    glyphs: PieceGlyphs,
    notation: Notation,
    language: Language,
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
        let language = Language::English;
        Self { position, glyphs, notation, language, last_move_squares, check_squares }
    }

    /// Labels the hands in a language, and in Japanese and Chinese the ranks as in their notation.
    pub fn in_language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    fn rank_label(&self, rank: u8) -> String {
        let kanji =
            self.language.has_kanji().then(|| "一二三四五六七八九十".chars().nth(rank.into()));
        let letter = || self.notation.rank(rank, self.rules().ranks());
        kanji.flatten().map_or_else(letter, String::from)
    }

    fn rules(&self) -> &'static Rules {
        self.position.rules()
    }

    /// Returns the files from left to right.
    fn files(&self) -> impl Iterator<Item = u8> + use<> {
        (0..self.rules().files()).rev()
    }

    /// Returns the diagram without grid lines, about as high as the board has ranks, for a terminal of `width` columns.
    pub fn compact(&self, width: usize) -> impl Display {
        fmt::from_fn(move |f| {
            self.write_hand(f, Color::White, width)?;
            self.write_file_labels(f, "")?;
            for rank in 0..self.rules().ranks() {
                write!(f, "  ")?;
                for file in self.files() {
                    self.write_square(f, Square::new(file, rank), "·")?;
                }
                let label = self.rank_label(rank);
                writeln!(f, " {}", paint(style::FAINT, label))?;
            }
            self.write_hand(f, Color::Black, width)
        })
    }

    /// Returns the diagram, without grid lines if it would be higher with them than `height` lines.
    pub fn fitting(&self, width: usize, height: usize) -> String {
        let full_height = 2 * usize::from(self.rules().ranks()) + 4;
        if full_height > height { self.compact(width).to_string() } else { self.to_string() }
    }

    /// Writes a hand on lines of at most `width` columns.
    fn write_hand(&self, f: &mut Formatter<'_>, color: Color, width: usize) -> fmt::Result {
        let symbol = if color == Color::Black { '▲' } else { '△' };
        let to_move = if self.position.side() == color { " to move" } else { "" };
        let title =
            format!("{symbol} {}{}", self.language.side(color), self.language.text(to_move));
        let in_hand = self.language.text(", in hand:");
        write!(f, "  {}{in_hand}", paint(style::STRONG, &title))?;
        let hand = self.position.hand(color);
        if hand.is_empty() {
            return writeln!(f, " {}", self.language.text("none"));
        }
        let mut column = title.width() + in_hand.width() + 2;
        for (kind, count) in hand.iter() {
            let piece = Piece::new(color, kind);
            let glyph = self.glyphs.glyph(piece);
            let count = if count > 1 { format!("×{count}") } else { String::new() };
            let item_width = 1 + glyph.width() + count.width();
            if column + item_width > width {
                write!(f, "\n   ")?;
                column = 3;
            }
            write!(f, " {}{count}", paint(piece_style(piece), glyph))?;
            column += item_width;
        }
        writeln!(f)
    }

    /// Writes the labels of the files, each after a text of the width of the line between two squares.
    fn write_file_labels(&self, f: &mut Formatter<'_>, before: &str) -> fmt::Result {
        let width = self.glyphs.width();
        let label = |file| self.notation.file(file, self.rules().files());
        let labels: String =
            self.files().map(|file| format!("{before}{:^width$}", label(file))).collect();
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
            self.write_square(f, Square::new(file, rank), "")?;
        }
        let label = self.rank_label(rank);
        writeln!(f, "{separator} {}", paint(style::FAINT, label))
    }

    /// Writes a square, an empty one as `empty` unless the last move began there.
    fn write_square(&self, f: &mut Formatter<'_>, square: Square, empty: &str) -> fmt::Result {
        let is_of_last_move = self.last_move_squares.contains(square);
        let Some(piece) = self.position.piece_on(square) else {
            let width = self.glyphs.width();
            return match (is_of_last_move, empty) {
                (true, "") => write!(f, "{:^width$}", "·"),
                (true, _) => {
                    write!(f, "{}", paint(style::STRONG.invert(), format!("{empty:^width$}")))
                }
                (false, _) => write!(f, "{}", paint(style::FAINT, format!("{empty:^width$}"))),
            };
        };
        let style =
            if self.check_squares.contains(square) { style::CHECK } else { piece_style(piece) };
        let style = if is_of_last_move { style.invert() } else { style };
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
        self.write_hand(f, Color::White, usize::MAX)?;
        self.write_file_labels(f, " ")?;
        for rank in 0..self.rules().ranks() {
            self.write_grid_line(f, rank)?;
            self.write_rank(f, rank)?;
        }
        self.write_grid_line(f, self.rules().ranks())?;
        self.write_hand(f, Color::Black, usize::MAX)
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
    fn the_compact_board_has_a_line_for_each_rank() {
        for rules in games::all() {
            let position = Position::start(rules);
            let view = BoardView::new(&position, Script::Letters, Notation::Usi);
            let lines = view.compact(60).to_string().lines().count();
            assert_eq!(lines, usize::from(rules.ranks()) + 3, "{}", rules.name());
        }
    }

    #[test]
    fn a_low_terminal_has_no_grid_lines() {
        for rules in games::all() {
            let position = Position::start(rules);
            let view = BoardView::new(&position, Script::Kanji, Notation::Usi);
            let full = view.to_string();
            let height = full.lines().count();
            assert_eq!(view.fitting(80, height), full, "{}", rules.name());
            assert_eq!(view.fitting(80, height - 1), view.compact(80).to_string());
        }
    }

    #[test]
    fn hands_do_not_exceed_the_width_of_the_terminal() {
        let sfen = "4k4/9/9/9/9/9/9/9/4K4 b RBUACI2G2S2N2L5Prbuaci2g2s2n2l5p 1";
        let position = Position::from_sfen(games::by_name("cannonshogi").unwrap(), sfen).unwrap();
        let view = BoardView::new(&position, Script::Letters, Notation::Usi);
        let text = anstream::adapter::strip_str(&view.compact(40).to_string()).to_string();
        assert!(text.lines().all(|line| line.width() <= 40), "{text}");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let unbroken = anstream::adapter::strip_str(&view.compact(200).to_string()).to_string();
        assert_eq!(words(&text), words(&unbroken));
        assert!(text.lines().count() > unbroken.lines().count());
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
