//! Drawing how a piece moves, from the tables by which the game is played.

use crate::style::{self, paint};
use anstyle::Style;
use rules::betza::{Direction, Ray, Reach};
use rules::{Bitboard, Color, Piece, PieceKind, Rules, Square};
use unicode_width::UnicodeWidthStr;

/// What a square means to the piece drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// It may go there, whether the square is empty or the opponent's.
    Both,
    /// It may go there if the square is empty.
    Quiet,
    /// It may go there if it captures.
    Capture,
    /// A piece put there as an example, out of reach.
    Screen,
    /// A piece put there as an example, within reach.
    Target,
}

impl Mark {
    /// All marks, in the order of a legend.
    pub const ALL: [Self; 5] = [Self::Both, Self::Quiet, Self::Capture, Self::Screen, Self::Target];

    const fn look(self) -> (char, Style) {
        match self {
            Self::Both => ('●', style::REACH),
            Self::Quiet => ('○', style::REACH),
            Self::Capture => ('×', style::CAPTURE),
            Self::Screen => ('□', Style::new()),
            Self::Target => ('■', style::CAPTURE),
        }
    }

    /// The mark as it is drawn.
    pub fn painted(self) -> String {
        let (sign, style) = self.look();
        paint(style, sign).to_string()
    }

    /// What it means, for a legend.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Both => "moves and captures there",
            Self::Quiet => "moves there, but does not capture",
            Self::Capture => "captures there, but does not move there otherwise",
            Self::Screen => "another piece, of either side, as an example",
            Self::Target => "the same, captured if it is the opponent's",
        }
    }
}

/// A drawing of a form of a piece on an otherwise empty board, or, if it jumps over others, on
/// one with examples of those.
#[derive(Debug)]
pub struct MovementView {
    rows: Vec<String>,
    marks: Vec<Mark>,
    width: usize,
}

impl MovementView {
    /// A drawing of a kind as Black's piece.
    pub fn new(rules: &Rules, kind: PieceKind) -> Self {
        let (from, screens) = example(rules, kind);
        let mark = |square| mark(rules, kind, from, screens, square);
        let letter = rules.piece_sfen(Piece::new(Color::Black, kind)).to_string();
        let mut rows = heading(rules, kind, &letter);
        let files = || (0..rules.files()).rev();
        let labels: String = files().map(|file| format!("{:>2}", file + 1)).collect();
        rows.push(format!("  {}", paint(style::FAINT, labels)));
        let mut marks = Vec::new();
        for rank in 0..rules.ranks() {
            let label = char::from(b'a' + rank);
            let mut row = String::from("  ");
            for square in files().map(|file| Square::new(file, rank)) {
                match mark(square) {
                    _ if square == from => {
                        let letter = letter.trim_start_matches('+');
                        row += &format!(" {}", paint(style::STRONG, letter));
                    }
                    Some(mark) => {
                        marks.push(mark);
                        row += &format!(" {}", mark.painted());
                    }
                    None => row += &paint(style::FAINT, " ·").to_string(),
                }
            }
            rows.push(format!("{row} {}", paint(style::FAINT, label)));
        }
        let width = rows.iter().map(|row| visible(row)).max().unwrap_or(0);
        Self { rows, marks, width }
    }

    /// How many rows there are.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// A row, filled up to the width of all.
    pub fn row(&self, row: usize) -> String {
        let text = self.rows.get(row).map_or("", String::as_str);
        format!("{text}{}", " ".repeat(self.width - visible(text)))
    }

    /// The marks on it.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }
}

/// How many columns a styled text takes.
fn visible(text: &str) -> usize {
    anstream::adapter::strip_str(text).to_string().width()
}

/// The name in every writing, and the movement as the rules write it.
fn heading(rules: &Rules, kind: PieceKind, letter: &str) -> Vec<String> {
    let Some(form) = rules.piece_form(kind) else { return Vec::new() };
    let [black, white] = &form.kanji;
    let kanji = if black == white { black.clone() } else { format!("{black} {white}") };
    let name = paint(style::STRONG, format!("{letter} {}", form.name));
    vec![format!("  {name} {kanji}"), format!("  {}", paint(style::FAINT, &form.notation))]
}

/// Where to draw a piece, and among which others.
///
/// What never jumps over a piece stands in the middle of an empty board. For the rest the lines
/// to its upper right are the longest, with two pieces on them, or one next to it if it only
/// jumps over a neighbour; those to its lower right have one piece, and the others none.
fn example(rules: &Rules, kind: PieceKind) -> (Square, Bitboard) {
    let rays = rules.piece_form(kind).map_or([Ray::default(); 8], |form| form.movement.rays);
    if !rays.iter().any(|ray| jump(ray) > 0) {
        return (Square::new(rules.files() / 2, rules.ranks() / 2), Bitboard::EMPTY);
    }
    let from = Square::new(rules.files() * 2 / 3, rules.ranks() * 2 / 3);
    let mut screens = Bitboard::EMPTY;
    for (place, (ray, heading)) in rays.iter().zip(Direction::ALL).enumerate() {
        let distances: &[i8] = match (jump(ray), place) {
            (0, _) | (_, 4..) => &[],
            (1..=2, _) => &[1],
            (_, 0 | 1) => &[2, 4],
            (_, 2) => &[2],
            (_, _) => &[1],
        };
        let square = |distance| from.offset(-heading.right * distance, -heading.forward * distance);
        let squares = distances.iter().filter_map(|&distance| square(distance));
        screens |= squares.filter(|&square| rules.board().contains(square)).collect();
    }
    (from, screens)
}

/// How far a piece gets on a line beyond another piece.
fn jump(ray: &Ray) -> u8 {
    let far = |reach: Reach| reach.quiet.max(reach.capture);
    far(ray.hop_one).max(far(ray.hop_any))
}

/// What a square means to a piece, by the tables.
fn mark(
    rules: &Rules,
    kind: PieceKind,
    from: Square,
    screens: Bitboard,
    square: Square,
) -> Option<Mark> {
    let occupied = screens | Bitboard::from_square(from);
    let reaches = |occupied| rules.targets(Color::Black, kind, from, occupied).contains(square);
    let (quiet, capture) = (reaches(occupied), reaches(occupied | Bitboard::from_square(square)));
    match (screens.contains(square), quiet, capture) {
        (true, _, true) => Some(Mark::Target),
        (true, _, false) => Some(Mark::Screen),
        (false, true, true) => Some(Mark::Both),
        (false, true, false) => Some(Mark::Quiet),
        (false, false, true) => Some(Mark::Capture),
        (false, false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(game: &str, letter: char) -> Vec<String> {
        let rules = Rules::by_name(game).unwrap();
        let view = MovementView::new(rules, rules.kind_from_letter(letter).unwrap());
        let rows = (0..view.height()).map(|row| view.row(row));
        rows.map(|row| anstream::adapter::strip_str(&row).to_string()).collect()
    }

    #[test]
    fn what_jumps_is_drawn_among_others() {
        let rows = drawn("taihoshogi", 'U');
        assert_eq!(rows[..2], ["  U Gold Cannon 金砲  ", "  ppR                 "]);
        // Over one piece, and over the next as well.
        let file: String = rows[3..].iter().filter_map(|row| row.chars().nth(7)).collect();
        assert_eq!(file, "●●■●□·U··");
        assert_eq!(rows[9], "   · · U · □ ● ● ● ● g");
    }

    #[test]
    fn what_does_not_jump_stands_alone_in_the_middle() {
        let rows = drawn("shosu", 'N');
        assert_eq!(rows[8], "   · · · · N · · · · · f");
        assert_eq!(rows[6], "   · · · ● · ● · · · · d");
        assert!(rows.iter().all(|row| !row.contains('□')));
    }

    #[test]
    fn the_marks_are_those_drawn() {
        let rules = Rules::by_name("cannonshogi").unwrap();
        for kind in rules.piece_kinds() {
            let view = MovementView::new(rules, kind);
            for mark in Mark::ALL {
                let is_drawn = view.rows.iter().any(|row| row.contains(mark.look().0));
                assert_eq!(view.marks().contains(&mark), is_drawn, "{mark:?}");
            }
        }
    }
}
