//! Drawing a position.

use crate::faces::{Faces, Script};
use crate::notation::Notation;
use crate::style::{self, paint};
use anstyle::Style;
use rules::{Bitboard, Color, Piece, Position, Rules, Square};
use std::fmt::{self, Display, Formatter};

/// A drawing of a position with both hands, styled for a terminal.
#[derive(Debug)]
pub struct BoardView<'a> {
    position: &'a Position,
    faces: Faces,
    notation: Notation,
    /// Where the last move began and ended.
    last: Bitboard,
    /// A king in check and the pieces that give it.
    alarm: Bitboard,
}

impl<'a> BoardView<'a> {
    /// A drawing with pieces in a script and edges labelled as a notation has it.
    pub fn new(position: &'a Position, script: Script, notation: Notation) -> Self {
        let last = position.last_move().map(|mv| [Some(mv.to()), mv.from()]);
        let last = last.into_iter().flatten().flatten().collect();
        let mut alarm = position.checkers();
        if position.in_check() {
            alarm |= position.king(position.side()).into_iter().collect();
        }
        Self { position, faces: Faces::new(position.rules(), script), notation, last, alarm }
    }

    fn rules(&self) -> &'static Rules {
        self.position.rules()
    }

    /// The files from left to right.
    fn files(&self) -> impl Iterator<Item = u8> + use<> {
        (0..self.rules().files()).rev()
    }

    fn write_hand(&self, f: &mut Formatter<'_>, color: Color) -> fmt::Result {
        let (mark, name) = match color {
            Color::Black => ('▲', "Black"),
            Color::White => ('△', "White"),
        };
        let turn = if self.position.side() == color { " to move" } else { "" };
        let name = paint(style::STRONG, format!("{mark} {name}{turn}"));
        write!(f, "  {name}, in hand:")?;
        let hand = self.position.hand(color);
        if hand.is_empty() {
            return writeln!(f, " nothing");
        }
        for (kind, count) in hand.iter() {
            let piece = Piece::new(color, kind);
            write!(f, " {}", paint(piece_style(piece), self.faces.face(piece)))?;
            if count > 1 {
                write!(f, "×{count}")?;
            }
        }
        writeln!(f)
    }

    fn write_files(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let width = self.faces.width();
        let label = |file| self.notation.file(file, self.rules().files());
        let labels: String = self.files().map(|file| format!(" {:^width$}", label(file))).collect();
        writeln!(f, "  {}", paint(style::FAINT, labels.trim_end()))
    }

    /// The line above a rank; the one below the last has the number of ranks.
    fn write_line(&self, f: &mut Formatter<'_>, rank: u8) -> fmt::Result {
        let (left, cross, right) = match rank {
            0 => ('┌', '┬', '┐'),
            _ if rank == self.rules().ranks() => ('└', '┴', '┘'),
            _ => ('├', '┼', '┤'),
        };
        let bar = "─".repeat(self.faces.width());
        write!(f, "  {}", paint(style::FAINT, format!("{left}{bar}")))?;
        for file in self.files().skip(1) {
            if self.is_star(file, rank) {
                write!(f, "╋{}", paint(style::FAINT, &bar))?;
            } else {
                write!(f, "{}", paint(style::FAINT, format!("{cross}{bar}")))?;
            }
        }
        writeln!(f, "{}", paint(style::FAINT, right))
    }

    /// Whether the top left corner of a square has one of the four dots of a real board. They lie
    /// where the promotion zones end, as far from the sides as from the players.
    fn is_star(&self, file: u8, rank: u8) -> bool {
        let rules = self.rules();
        let zone = rules.promotion_zone(Color::Black);
        let deep =
            (0..rules.ranks()).filter(|&rank| zone.contains(Square::new(0, rank))).count() as u8;
        let is_end = |line: u8, lines: u8| line == deep || line + deep == lines;
        deep > 0 && is_end(rank, rules.ranks()) && is_end(file + 1, rules.files())
    }

    fn write_rank(&self, f: &mut Formatter<'_>, rank: u8) -> fmt::Result {
        let wall = paint(style::FAINT, '│').to_string();
        write!(f, "  ")?;
        for file in self.files() {
            write!(f, "{wall}")?;
            self.write_square(f, Square::new(file, rank))?;
        }
        let label = self.notation.rank(rank, self.rules().ranks());
        writeln!(f, "{wall} {}", paint(style::FAINT, label))
    }

    fn write_square(&self, f: &mut Formatter<'_>, square: Square) -> fmt::Result {
        let Some(piece) = self.position.piece_on(square) else {
            let width = self.faces.width();
            let trace = if self.last.contains(square) { "·" } else { "" };
            return write!(f, "{trace:^width$}");
        };
        let style = match self.alarm.contains(square) {
            true => style::ALARM,
            false => piece_style(piece),
        };
        let style = if self.last.contains(square) { style.invert() } else { style };
        write!(f, "{}", paint(style, self.faces.padded(piece)))
    }
}

/// How a piece is set off from others.
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
        self.write_files(f)?;
        for rank in 0..self.rules().ranks() {
            self.write_line(f, rank)?;
            self.write_rank(f, rank)?;
        }
        self.write_line(f, self.rules().ranks())?;
        self.write_hand(f, Color::Black)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::spec::GameSpec;

    fn drawn(game: &str, sfen: &str, script: Script) -> String {
        let position = Position::from_sfen(Rules::by_name(game).unwrap(), sfen).unwrap();
        let view = BoardView::new(&position, script, Notation::Usi).to_string();
        anstream::adapter::strip_str(&view).to_string()
    }

    #[test]
    fn hands_stand_at_their_owners_side() {
        let sfen = "4k4/9/9/9/9/9/9/9/4K4 w RGb2s3p 1";
        let text = drawn("shogi", sfen, Script::Letters);
        assert!(text.starts_with("  △ White to move, in hand: b s×2 p×3\n"), "{text}");
        assert!(text.ends_with("\n  ▲ Black, in hand: R G\n"), "{text}");
        let text = drawn("cannonshogi", sfen, Script::Kanji);
        assert!(text.starts_with("  △ White to move, in hand: 角行 銀将×2 歩兵×3\n"), "{text}");
    }

    #[test]
    fn promoted_pieces_are_marked() {
        let sfen = "4k4/9/9/9/9/9/9/9/3+P+uK3 b - 1";
        let rank = "│   │   │   │+P │+u │ K │   │   │   │ i";
        assert!(drawn("taihoshogi", sfen, Script::Letters).contains(rank));
        let rank = "│      │ と金+│v金砲+│ 玉将 │      │";
        assert!(drawn("taihoshogi", sfen, Script::Kanji).contains(rank));
    }

    #[test]
    fn dots_mark_the_corners_of_the_zones() {
        for GameSpec { name, promotion_ranks: zone, .. } in rules::rulesets::ALL {
            let rules = Rules::by_name(name).unwrap();
            let position = Position::start(rules);
            let view = BoardView::new(&position, Script::Letters, Notation::Usi);
            let dots =
                (0..=rules.ranks()).flat_map(|rank| (0..rules.files()).map(move |f| (f, rank)));
            let dots: Vec<_> = dots.filter(|&(file, rank)| view.is_star(file, rank)).collect();
            let (right, left) = (zone - 1, rules.files() - zone - 1);
            let bottom = rules.ranks() - zone;
            assert_eq!(dots, [(right, *zone), (left, *zone), (right, bottom), (left, bottom)]);
        }
    }
}
