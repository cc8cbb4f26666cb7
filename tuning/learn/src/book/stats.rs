//! Statistics of a book.

use records::book::BookTable;
use rules::{Position, Rules};
use std::fmt;

/// The longest main line that is shown, in plies.
const MAX_LINE: usize = 40;

/// The size of a book, and the ranges of its numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct BookStats {
    name: String,
    positions: usize,
    moves: usize,
    /// The smallest and the largest move number of a position.
    move_numbers: (u32, u32),
    depths: (u32, u32),
    /// The smallest and the largest of the best scores of the positions.
    scores: (i32, i32),
    /// The best moves from the start position on.
    main_line: String,
}

impl BookStats {
    /// Counts the positions of a book.
    pub fn of(rules: &'static Rules, book: &BookTable) -> Self {
        let mut stats = Self {
            name: rules.name().into(),
            positions: book.iter().len(),
            moves: 0,
            move_numbers: (u32::MAX, 0),
            depths: (u32::MAX, 0),
            scores: (i32::MAX, i32::MIN),
            main_line: main_line(rules, book),
        };
        for (sfen, moves) in book.iter() {
            stats.moves += moves.len();
            let number = sfen.rsplit(' ').next().and_then(|number| number.parse().ok());
            widen(&mut stats.move_numbers, number);
            widen(&mut stats.scores, moves.iter().map(|book_move| book_move.score).max());
            for book_move in moves {
                widen(&mut stats.depths, Some(book_move.depth));
            }
        }
        stats
    }
}

/// Extends a range to contain a value.
fn widen<T: Ord + Copy>(range: &mut (T, T), value: Option<T>) {
    if let Some(value) = value {
        *range = (range.0.min(value), range.1.max(value));
    }
}

/// Returns the moves with the best scores from the start position to the end of the book.
fn main_line(rules: &'static Rules, book: &BookTable) -> String {
    let mut position = Position::start(rules);
    let mut line = Vec::new();
    while line.len() < MAX_LINE {
        let moves = book.moves(&position).unwrap_or_default();
        let Some(best) = moves.iter().max_by_key(|book_move| (book_move.score, book_move.count))
        else {
            break;
        };
        line.push(rules.usi(best.mv).to_string());
        position.do_move(best.mv);
    }
    line.join(" ")
}

impl fmt::Display for BookStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, positions, moves, .. } = self;
        let each = *moves as f64 / (*positions).max(1) as f64;
        writeln!(f, "{name}: {positions} positions, {moves} moves, {each:.1} per position")?;
        if *moves == 0 {
            return Ok(());
        }
        let ((first, last), (least, most)) = (self.move_numbers, self.depths);
        writeln!(f, "  move numbers {first} to {last}, depth {least} to {most}")?;
        let (worst, best) = self.scores;
        writeln!(f, "  best score of a position {worst:+} to {best:+} for the side to move")?;
        match &*self.main_line {
            "" => writeln!(f, "  the start position is not in the book"),
            line => writeln!(f, "  best line from the start position: {line}"),
        }
    }
}
