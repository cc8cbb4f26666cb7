//! Text diagrams of how a piece moves, drawn from the move tables of the rules.

use crate::terminal::style::{self, paint};
use anstyle::Style;
use rules::betza::{Direction, LeapKind, Movement, Ray, Reach};
use rules::{Bitboard, Color, Piece, PieceKind, Rules, Square};
use unicode_width::UnicodeWidthStr;

/// Mark on a square of the diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The piece moves and captures there.
    Both,
    /// The piece moves there, but does not capture.
    Quiet,
    /// The piece captures there, but does not move there if the square is empty.
    Capture,
    /// An example piece to jump over, which cannot be captured.
    Screen,
    /// An example piece that can be captured.
    Target,
}

impl Mark {
    /// All marks in the order of the legend.
    pub const ALL: [Self; 5] = [Self::Both, Self::Quiet, Self::Capture, Self::Screen, Self::Target];

    const fn symbol_and_style(self) -> (char, Style) {
        match self {
            Self::Both => ('●', style::MOVE_TARGET),
            Self::Quiet => ('○', style::MOVE_TARGET),
            Self::Capture => ('×', style::CAPTURE_TARGET),
            Self::Screen => ('□', Style::new()),
            Self::Target => ('■', style::CAPTURE_TARGET),
        }
    }

    /// Returns the symbol with its style.
    pub fn painted(self) -> String {
        let (symbol, style) = self.symbol_and_style();
        paint(style, symbol).to_string()
    }

    /// Returns the legend text.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Both => "moves and captures there",
            Self::Quiet => "moves there, but does not capture",
            Self::Capture => "captures there, but does not move there",
            Self::Screen => "another piece, of either side",
            Self::Target => "another piece; captured if it is the opponent's",
        }
    }
}

/// Diagram of the movement of a piece kind. The board is empty except for the piece and, if it
/// captures or moves by jumping, example pieces to jump over, or one that blocks a lame leap.
#[derive(Debug)]
pub struct MovementView {
    rows: Vec<String>,
    marks: Vec<Mark>,
    /// Width of the widest row in columns.
    width: usize,
}

impl MovementView {
    /// Draws the movement of a piece kind for Black.
    pub fn new(rules: &Rules, kind: PieceKind) -> Self {
        let (from, screens) = example_squares(rules, kind);
        let mark = |square| mark_on(rules, kind, from, screens, square);
        let letter = rules.piece_sfen(Piece::new(Color::Black, kind)).to_string();
        let mut rows = heading_rows(rules, kind, &letter);
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
        let width = rows.iter().map(|row| visible_width(row)).max().unwrap_or(0);
        Self { rows, marks, width }
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Returns a row, padded to the width of the diagram.
    pub fn row(&self, row: usize) -> String {
        let text = self.rows.get(row).map_or("", String::as_str);
        format!("{text}{}", " ".repeat(self.width - visible_width(text)))
    }

    /// Returns the mark of each marked square.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }
}

/// Returns the width of a styled text in columns.
fn visible_width(text: &str) -> usize {
    anstream::adapter::strip_str(text).to_string().width()
}

/// Returns the heading rows: the names, and the movement in Betza notation.
fn heading_rows(rules: &Rules, kind: PieceKind, letter: &str) -> Vec<String> {
    let Some(form) = rules.piece_form(kind) else { return Vec::new() };
    let [black, white] = &form.kanji;
    let kanji = if black == white { black.clone() } else { format!("{black} {white}") };
    let name = paint(style::STRONG, format!("{letter} {}", form.name));
    vec![format!("  {name} {kanji}"), format!("  {}", paint(style::FAINT, &form.betza))]
}

/// Returns the square of the piece and the squares of the example pieces around it.
///
/// A piece that is confined to a part of the board is placed alone where it has the most moves. A piece that does not
/// jump is placed in the middle of an empty board, or of one with an example piece that blocks a
/// lame leap, one to the right if there is any. A jumping piece is placed at
/// the lower left, where its rays up and to the right are long. The rays up and up-right get two
/// example pieces, the rays right and down-right one, and the others none. A ray on which the piece
/// lands at most two squares behind the screen gets one adjacent example piece instead.
fn example_squares(rules: &Rules, kind: PieceKind) -> (Square, Bitboard) {
    let movement =
        rules.piece_form(kind).map_or_else(Movement::default, |form| form.movement.clone());
    let Movement { leaps, rays } = movement;
    let region = rules.region(Color::Black, kind);
    if region != rules.board_squares() {
        let targets =
            |&from: &Square| rules.targets(Color::Black, kind, from, Bitboard::EMPTY).count();
        let from = region.into_iter().max_by_key(targets).unwrap_or(Square::new(0, 0));
        return (from, Bitboard::EMPTY);
    }
    if !rays.iter().any(|ray| jump_range(ray) > 0) {
        let from = Square::new(rules.files() / 2, rules.ranks() / 2);
        let lame = leaps.iter().filter(|leap| leap.kind == LeapKind::Lame);
        let blocked = lame.filter_map(|leap| leap.path().next()).max_by_key(|&(_, right)| right);
        let blocked = blocked.and_then(|(forward, right)| from.offset(-right, -forward));
        return (from, blocked.into_iter().collect());
    }
    let from = Square::new(rules.files() * 2 / 3, rules.ranks() * 2 / 3);
    let mut screens = Bitboard::EMPTY;
    for (index, (ray, direction)) in rays.iter().zip(Direction::ALL).enumerate() {
        let distances: &[i8] = match (jump_range(ray), index) {
            (0, _) | (_, 4..) => &[],
            (1..=2, _) => &[1],
            (_, 0 | 1) => &[2, 4],
            (_, 2) => &[2],
            (_, _) => &[1],
        };
        let square =
            |distance| from.offset(-direction.right * distance, -direction.forward * distance);
        let squares = distances.iter().filter_map(|&distance| square(distance));
        screens |= squares.filter(|&square| rules.board_squares().contains(square)).collect();
    }
    (from, screens)
}

/// Returns how many squares behind a screen a piece can land.
fn jump_range(ray: &Ray) -> u8 {
    let range = |reach: Reach| reach.quiet.max(reach.capture);
    range(ray.hop_one).max(range(ray.hop_two)).max(range(ray.hop_any))
}

/// Returns the mark on a square for a piece on `from`, or `None` for an empty square that the piece
/// does not reach.
fn mark_on(
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

    fn diagram(game: &str, letter: char) -> Vec<String> {
        let rules = games::by_name(game).unwrap();
        let view = MovementView::new(rules, rules.kind_from_letter(letter).unwrap());
        let rows = (0..view.height()).map(|row| view.row(row));
        rows.map(|row| anstream::adapter::strip_str(&row).to_string()).collect()
    }

    #[test]
    fn jumping_pieces_are_drawn_with_screens() {
        let rows = diagram("taihoshogi", 'U');
        assert_eq!(rows[..2], ["  U Gold Cannon 金砲  ", "  ppR                 "]);
        // It jumps over the first screen, and over the second.
        let file: String = rows[3..].iter().filter_map(|row| row.chars().nth(7)).collect();
        assert_eq!(file, "●●■●□·U··");
        assert_eq!(rows[9], "   · · U · □ ● ● ● ● g");
    }

    #[test]
    fn pieces_that_do_not_jump_are_drawn_alone_in_the_middle() {
        let rows = diagram("shosu", 'N');
        assert_eq!(rows[8], "   · · · · N · · · · · f");
        assert_eq!(rows[6], "   · · · ● · ● · · · · d");
        assert!(rows.iter().all(|row| !row.contains('□')));
    }

    #[test]
    fn lame_leaps_are_drawn_with_a_piece_that_blocks_some() {
        let file = include_str!("../../../rules/examples/minicannon.toml");
        let file = file.replace("movement = \"mRcpR\"", "movement = \"nN\"");
        let rules = games::parse(&file).games[0].rules;
        let view = MovementView::new(rules, rules.kind_from_letter('C').unwrap());
        let rows = (0..view.height()).map(|row| view.row(row));
        let rows: Vec<_> =
            rows.skip(3).map(|row| anstream::adapter::strip_str(&row).to_string()).collect();
        let rows: Vec<_> = rows.iter().map(|row| row.trim()).collect();
        assert_eq!(
            rows,
            ["· ● · ● · a", "● · · · · b", "· · C □ · c", "● · · · · d", "· ● · ● · e"]
        );
    }

    #[test]
    fn marks_lists_exactly_the_marks_drawn() {
        let rules = games::by_name("cannonshogi").unwrap();
        for kind in rules.piece_kinds() {
            let view = MovementView::new(rules, kind);
            for mark in Mark::ALL {
                let is_drawn = view.rows.iter().any(|row| row.contains(mark.symbol_and_style().0));
                assert_eq!(view.marks().contains(&mark), is_drawn, "{mark:?}");
            }
        }
    }
}
