//! Reads puzzles in the form in which [`Puzzle::epd`] writes them.

use super::puzzle::{Puzzle, PuzzleKind};
use records::{EpdEntry, MAX_EPD_ERRORS, RecordError, RecordErrorKind, read_epd};
use rules::{Move, Outcome, Position, Rules};

/// Reads a text of EPD lines, and returns its puzzles with their names. Lines without a solution (`pv`)
/// are refused, and so are solutions that do not end with a move of the side to solve the puzzle, or
/// that contradict the other operations. `rules` is the game of lines that do not name theirs.
///
/// If any lines cannot be read, the result is an error for each of them, at most 20. What the solution is
/// worth is not checked; see [`MateFinder::prove`](super::MateFinder::prove).
///
/// ```
/// use study::puzzles::read_puzzles;
/// use rules::Rules;
///
/// let shogi = games::by_name("shogi").unwrap();
/// let text = "shogi 8k/9/8P/9/9/9/9/9/K8 b G 1; dm 1; pv G*1b; acn 12; id \"head gold\"";
/// let (puzzle, id) = read_puzzles(text, shogi).unwrap().remove(0);
/// assert_eq!((puzzle.line.len(), puzzle.nodes, id.as_str()), (1, Some(12), "head gold"));
/// let errors = read_puzzles("startpos; bm 7g7f", shogi).unwrap_err();
/// assert_eq!(errors[0].to_string(), "line 1: the solution (pv) is missing");
/// ```
pub fn read_puzzles(
    text: &str,
    rules: &'static Rules,
) -> Result<Vec<(Puzzle, String)>, Vec<RecordError>> {
    let (mut puzzles, mut errors) = (Vec::new(), Vec::new());
    for entry in read_epd(text, rules)? {
        let line = entry.line;
        match puzzle(entry) {
            Ok(puzzle) => puzzles.push(puzzle),
            Err(kind) => errors.push(RecordError { line, kind }),
        }
        if errors.len() == MAX_EPD_ERRORS {
            break;
        }
    }
    if errors.is_empty() { Ok(puzzles) } else { Err(errors) }
}

/// Returns the puzzle of a line with its name.
fn puzzle(entry: EpdEntry) -> Result<(Puzzle, String), RecordErrorKind> {
    let EpdEntry { id, position, best_moves, solution, mate_moves, nodes, .. } = entry;
    let rules = position.rules();
    let unexpected = |found: String, expected| Err(RecordErrorKind::Unexpected { found, expected });
    let usi = |mv: Move| rules.usi(mv).to_string();
    let (Some(&first), Some(&last)) = (solution.first(), solution.last()) else {
        return Err(RecordErrorKind::NoSolution);
    };
    if !best_moves.contains(&first) {
        return unexpected(usi(first), "a best move (bm) at the start of the solution (pv)");
    }
    if solution.len() % 2 == 0 {
        return unexpected(usi(last), "a last move of the side that solves the puzzle");
    }
    // The moves that led to the position are no part of the puzzle.
    let sfen = position.sfen().to_string();
    let position = Position::from_sfen(rules, &sfen)
        .map_err(|reason| RecordErrorKind::Position { found: sfen, reason })?;
    let mut end = position.clone();
    for &mv in &solution {
        end.try_move(mv).map_err(|reason| RecordErrorKind::IllegalMove {
            found: usi(mv),
            reason: reason.into(),
        })?;
    }
    let is_mate = end.outcome() == Outcome::Mate;
    if let Some(moves) = mate_moves {
        if !is_mate {
            return unexpected(usi(last), "mate after the solution of a mate (dm)");
        }
        if moves != solution.len().div_ceil(2) as u64 {
            return unexpected(format!("dm {moves}"), "the number of moves of the solution (pv)");
        }
    }
    let kind = if is_mate { PuzzleKind::Mate } else { PuzzleKind::Win };
    Ok((Puzzle { position, kind, line: solution, nodes }, id))
}
