//! Text diagrams of how a piece moves, drawn from the move tables of the rules.

use crate::terminal::style::{self, paint};
use anstyle::Style;
use rules::betza::{Direction, Leap, LeapKind, Movement, Ray, Reach};
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
/// captures or moves by jumping, example pieces to jump over, and one that blocks a lame leap.
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
/// A piece that is confined to a part of the board is placed where it has the most moves, in doubt at the lower left.
/// Others are placed at the lower left, where rays up and to the right are long, if they jump, otherwise in the middle.
/// The rays up and up-right that jump get two example pieces, the rays right and down-right one, and the others none. A
/// ray on which the piece goes at most two squares gets one adjacent example piece instead. A piece that leaps lamely
/// gets one that blocks a leap.
fn example_squares(rules: &Rules, kind: PieceKind) -> (Square, Bitboard) {
    let movement =
        rules.piece_form(kind).map_or_else(Movement::default, |form| form.movement.clone());
    let Movement { leaps, rays } = movement;
    let region = rules.region(Color::Black, kind);
    let from = if region != rules.board_squares() {
        let targets =
            |&from: &Square| rules.targets(Color::Black, kind, from, Bitboard::EMPTY).count();
        region.into_iter().max_by_key(targets).unwrap_or(Square::new(0, 0))
    } else if rays.iter().any(|ray| jump_range(ray) > 0) {
        Square::new(rules.files() * 2 / 3, rules.ranks() * 2 / 3)
    } else {
        Square::new(rules.files() / 2, rules.ranks() / 2)
    };
    let mut screens = Bitboard::EMPTY;
    for (index, (ray, direction)) in rays.iter().zip(Direction::ALL).enumerate() {
        let square =
            |distance: i8| from.offset(-direction.right * distance, -direction.forward * distance);
        let room = (1..).map_while(square).take_while(|&square| region.contains(square)).count();
        let distances: &[i8] = match (usize::from(jump_range(ray)).min(room), index) {
            (0..=1, _) | (_, 4..) => &[],
            (2, _) => &[1],
            (_, 0 | 1) => &[2, 4],
            (_, 2) => &[2],
            (_, _) => &[1],
        };
        let squares = distances.iter().filter_map(|&distance| square(distance));
        screens |= squares.filter(|&square| region.contains(square)).collect();
    }
    let blocker = blocking_square(rules, kind, &leaps, from, screens);
    (from, screens | blocker.into_iter().collect::<Bitboard>())
}

/// Returns a square on which a piece blocks a lame leap: one on a line without example pieces if possible, and to the
/// right if possible. Returns `None` if an example piece blocks one already.
fn blocking_square(
    rules: &Rules,
    kind: PieceKind,
    leaps: &[Leap],
    from: Square,
    screens: Bitboard,
) -> Option<Square> {
    let region = rules.region(Color::Black, kind);
    let square = |(forward, right): (i8, i8)| from.offset(-right, -forward);
    let is_screen = |step| square(step).is_some_and(|square| screens.contains(square));
    let target = |leap: &Leap| square((leap.forward, leap.right)).filter(|&to| region.contains(to));
    let lame = leaps.iter().filter(|leap| leap.kind == LeapKind::Lame && target(leap).is_some());
    if lame.clone().any(|leap| leap.path().any(is_screen)) {
        return None;
    }
    let blockers = lame.filter_map(|leap| {
        let (to, step) = (target(leap)?, leap.path().next()?);
        let blocker = square(step)?;
        let mark = |screens| mark_on(rules, kind, from, screens, to);
        let (forward, right) = step;
        let is_free = !(1..=4).any(|distance| is_screen((forward * distance, right * distance)));
        let blocks = mark(screens) != mark(screens | Bitboard::from_square(blocker));
        blocks.then_some((is_free, right, blocker))
    });
    let best = blockers.max_by_key(|&(is_free, right, _)| (is_free, right));
    best.map(|(.., blocker)| blocker)
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

    /// Draws the cannon of a small game after a change of its movement.
    fn changed_cannon(movement: &str) -> Vec<String> {
        let file = include_str!("../../../rules/examples/minicannon.toml");
        let file = file.replace("movement = \"mRcpR\"", movement);
        let rules = games::parse(&file).games[0].rules;
        let view = MovementView::new(rules, rules.kind_from_letter('C').unwrap());
        let rows = (3..view.height()).map(|row| view.row(row));
        rows.map(|row| anstream::adapter::strip_str(&row).to_string().trim().to_owned()).collect()
    }

    #[test]
    fn lame_leaps_are_drawn_with_a_piece_that_blocks_some() {
        assert_eq!(
            changed_cannon("movement = 'nN'"),
            ["· ● · ● · a", "● · · · · b", "· · C □ · c", "● · · · · d", "· ● · ● · e"]
        );
        assert_eq!(
            changed_cannon("movement = 'nAW'"),
            ["● · · · ● a", "· · ● · · b", "· ● C ● · c", "· · ● □ · d", "● · · · · e"]
        );
        // The piece that blocks can be captured.
        assert_eq!(
            changed_cannon("movement = 'nAF'"),
            ["● · · · ● a", "· ● · ● · b", "· · C · · c", "· ● · ■ · d", "● · · · · e"]
        );
    }

    #[test]
    fn lame_leaps_of_jumping_pieces_are_drawn_with_a_piece_that_blocks_some() {
        assert_eq!(
            changed_cannon("movement = 'nApR'"),
            ["· ● · · · a", "· □ · · · b", "· · □ · · c", "· C · □ ● d", "· · · · · e"]
        );
        assert_eq!(
            changed_cannon("movement = 'nNmRcpR'"),
            ["· × · · · a", "● □ ● · · b", "· ○ · · · c", "○ C □ ■ · d", "· ○ · · · e"]
        );
    }

    #[test]
    fn pieces_that_are_confined_are_drawn_with_other_pieces() {
        assert_eq!(
            changed_cannon("movement = 'nAW'\nconfined-to = '1c-5e'"),
            ["· · · · · a", "· · · · · b", "● · · · · c", "· · ● □ · d", "· ● C ● · e"]
        );
        assert_eq!(
            changed_cannon("movement = 'mRcpR'\nconfined-to = '2c-4e'"),
            ["· · · · · a", "· · · · · b", "· × · · · c", "· □ · · · d", "· C □ × · e"]
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
