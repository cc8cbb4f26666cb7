//! Reads puzzles in the form in which [`Puzzle::epd`] writes them.

use crate::puzzle::{Puzzle, PuzzleKind};
use rules::{Position, Rules};

/// Parses a line of EPD with the operations `pv` (the solution), `acn` (the nodes), `dm` (for mates) and
/// `id`; others are ignored. Returns the puzzle with its name.
///
/// ```
/// let line = "shogi 8k/9/8P/9/9/9/9/9/K8 b G 1; dm 1; pv G*1b; acn 12; id \"head gold\"";
/// let (puzzle, id) = puzzles::parse_epd(line)?;
/// assert_eq!((puzzle.line.len(), puzzle.nodes, id.as_str()), (1, 12, "head gold"));
/// # Ok::<(), String>(())
/// ```
pub fn parse_epd(line: &str) -> Result<(Puzzle, String), String> {
    let mut fields = line.trim().split("; ").map(str::trim);
    let position = fields.next().unwrap_or_default();
    let (game, sfen) = position.split_once(' ').ok_or("expected a game and a position")?;
    let rules = Rules::by_name(game).ok_or_else(|| format!("unknown game '{game}'"))?;
    let position = Position::from_sfen(rules, sfen).map_err(|error| error.to_string())?;
    let (mut kind, mut solution, mut nodes, mut id) =
        (PuzzleKind::Win, Vec::new(), 0, String::new());
    for field in fields {
        let (operation, operand) = field.split_once(' ').unwrap_or((field, ""));
        match operation {
            "dm" => kind = PuzzleKind::Mate,
            "pv" => {
                let mut after = position.clone();
                for text in operand.split_whitespace() {
                    let mv = rules.parse_usi(text).map_err(|error| format!("'{text}': {error}"))?;
                    after.try_move(mv).map_err(|reason| format!("'{text}': {reason}"))?;
                    solution.push(mv);
                }
            }
            "acn" => {
                let invalid = || format!("acn '{operand}': expected a whole number");
                nodes = operand.parse().map_err(|_| invalid())?;
            }
            "id" => id = operand.trim_matches('"').into(),
            _ => {}
        }
    }
    match solution.is_empty() {
        true => Err("there is no solution (pv)".into()),
        false => Ok((Puzzle { position, kind, line: solution, nodes }, id)),
    }
}
