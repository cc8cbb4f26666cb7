//! Reader of EPD-like files: positions with their best moves, one per line.
//!
//! A line has an optional game name and a position, followed by EPD operations, each after a
//! semicolon or a tab: `bm` with the best moves, `id` with a name, and what `ozutsu puzzles` writes: `pv`
//! with the solution, whose first move is the best if there is no `bm`, `dm` with the number of moves to
//! mate and `acn` with a number of nodes. Blank lines and lines that start with `#` are ignored.
//!
//! ```text
//! cannonshogi 4k4/9/9/9/9/9/4U4/9/3K5 b P 1; bm P*5f P*5e; id "a screen"
//! ```
//!
//! The position may be a USI `position` command with moves. A line of the log of `ozutsu-match` stands
//! for the last position of its game.

use crate::position_text::{parse_legal_move, parse_position};
use crate::quoted::quoted;
use records::{Format, Hints};
use rules::{Move, Position, Rules};

/// Number of fields in a line of a match log.
const MATCH_LOG_FIELDS: usize = 6;

/// A position with its operations.
#[derive(Debug)]
pub struct EpdEntry {
    /// Line number in the file, starting at 1.
    pub line: usize,
    /// Operand of `id`; empty if there is none.
    pub id: String,
    pub position: Position,
    /// Best moves (`bm`), any of which is correct; empty if there are none.
    pub best_moves: Vec<Move>,
}

/// Parses a file. `rules` is the game of lines without a game name. If any lines are invalid, returns
/// one error message for each.
pub fn parse_file(text: &str, rules: &'static Rules) -> Result<Vec<EpdEntry>, Vec<String>> {
    let (mut entries, mut errors) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match parse_line(line, rules) {
            Ok((position, id, best_moves)) => {
                entries.push(EpdEntry { line: number, id, position, best_moves });
            }
            Err(error) => errors.push(format!("line {number}: {error}")),
        }
    }
    if errors.is_empty() { Ok(entries) } else { Err(errors) }
}

fn parse_line(line: &str, rules: &'static Rules) -> Result<(Position, String, Vec<Move>), String> {
    if let [game, black, white, result, ..] = line.split('\t').collect::<Vec<_>>()[..]
        && line.matches('\t').count() + 1 == MATCH_LOG_FIELDS
        && Rules::by_name(game).is_some()
    {
        let id = format!("{black} - {white} {result}");
        return Ok((last_position_of_game(line)?, id, Vec::new()));
    }
    let fields = split_fields(line)?;
    // Two fields of a match log, the game and the moves, are separated by a tab.
    let (rules, fields) = match (Rules::by_name(fields[0]), &fields[1..]) {
        (Some(named), rest @ [_, ..]) => (named, rest),
        _ => (rules, &fields[..]),
    };
    let position = parse_game_and_position(fields[0], rules)?;
    let (mut id, mut best_moves, mut solution) = (String::new(), Vec::new(), Vec::new());
    for field in &fields[1..] {
        let (opcode, operand) = field.split_once(char::is_whitespace).unwrap_or((field, ""));
        match opcode {
            "" => {}
            "bm" => {
                let parse = |text| parse_legal_move(&position, text).map_err(|e| in_move(text, &e));
                best_moves = operand.split_whitespace().map(parse).collect::<Result<_, _>>()?;
                if best_moves.is_empty() {
                    return Err("bm: expected a move".into());
                }
            }
            "pv" => solution = parse_line_of_moves(&position, operand)?,
            "dm" | "acn" => {
                operand.trim().parse::<u64>().map_err(|_| {
                    format!("{opcode} {}: expected a whole number", quoted(operand.trim()))
                })?;
            }
            "id" => id = operand.trim().trim_matches('"').into(),
            _ => {
                return Err(format!(
                    "unknown operation {}; expected bm, id, pv, dm or acn",
                    quoted(opcode)
                ));
            }
        }
    }
    if best_moves.is_empty() {
        best_moves.extend(solution.first());
    }
    Ok((position, id, best_moves))
}

/// Parses moves that follow one another.
fn parse_line_of_moves(position: &Position, text: &str) -> Result<Vec<Move>, String> {
    let mut position = position.clone();
    let mut moves = Vec::new();
    for text in text.split_whitespace() {
        let mv = parse_legal_move(&position, text).map_err(|e| in_move(text, &e))?;
        position.do_move(mv);
        moves.push(mv);
    }
    if moves.is_empty() { Err("pv: expected a move".into()) } else { Ok(moves) }
}

fn in_move(text: &str, reason: &str) -> String {
    format!("{}: {reason}", quoted(text))
}

/// Returns the position after the last move of a game in a match log.
fn last_position_of_game(line: &str) -> Result<Position, String> {
    let hints = Hints { format: Some(Format::MatchLog), rules: None };
    let games = records::read_text(line, &hints).map_err(|error| {
        let error = error.to_string();
        error.strip_prefix("line 1: ").unwrap_or(&error).to_owned()
    })?;
    let game = games.first().ok_or("there is no game")?;
    Ok(game.position(game.last_node()))
}

/// Splits a line at semicolons and tabs that are not in quotes.
fn split_fields(line: &str) -> Result<Vec<&str>, String> {
    let mut in_quotes = false;
    let fields = line
        .split(|c| {
            in_quotes ^= c == '"';
            !in_quotes && matches!(c, ';' | '\t')
        })
        .map(str::trim)
        .collect();
    if in_quotes { Err("unterminated quote".into()) } else { Ok(fields) }
}

/// Parses a position, which may be preceded by the name of its game.
fn parse_game_and_position(text: &str, rules: &'static Rules) -> Result<Position, String> {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match Rules::by_name(first) {
        Some(named) => parse_position(named, rest),
        None if matches!(first, "startpos" | "position" | "sfen" | "fen")
            || first.contains('/') =>
        {
            parse_position(rules, text)
        }
        None => Err(format!("unknown game {}", quoted(first))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shogi() -> &'static Rules {
        Rules::by_name("shogi").unwrap()
    }

    #[test]
    fn a_line_has_a_position_and_operations() {
        let text = "\u{feff}# Openings\n\n\
            startpos\r\n\
            shosu startpos; bm 10h10g a3a4 P-10g;\n\
            cannonshogi 4k4/9/9/9/9/9/4U4/9/3K5 b P 1\tbm P*5f P*5e\tid \"a; b\"\n\
            Shogi 4k4/9/9/9/9/9/9/9/4K4 b R 1;id rook drop;bm R*5e";
        let entries = parse_file(text, shogi()).unwrap();
        let parsed: Vec<_> = entries
            .iter()
            .map(|e| (e.line, e.position.rules().name(), e.best_moves.len(), e.id.as_str()))
            .collect();
        assert_eq!(
            parsed,
            [
                (3, "shogi", 0, ""),
                (4, "shosu", 3, ""),
                (5, "cannonshogi", 2, "a; b"),
                (6, "shogi", 1, "rook drop"),
            ]
        );
        let [usi, uci, western] = entries[1].best_moves[..] else { panic!("three moves") };
        assert!(usi == uci && usi == western);
    }

    #[test]
    fn puzzles_have_solutions() {
        let text = "shogi 8k/9/8P/9/9/9/9/9/K8 b G 1; dm 1; pv G*1b; acn 12; id \"head gold\"\n\
            startpos; bm 2g2f; pv 7g7f 3c3d 2g2f";
        let entries = parse_file(text, shogi()).unwrap();
        let best = |text: &str| shogi().parse_usi(text).unwrap();
        assert_eq!(entries[0].best_moves, [best("G*1b")]);
        assert_eq!(entries[0].id, "head gold");
        assert_eq!(entries[1].best_moves, [best("2g2f")]);
    }

    #[test]
    fn lines_of_match_logs_and_sessions_are_positions() {
        let text = "\
            shosu\tA\tB; \"C\"\t1-0\tB resigns\tposition startpos moves 10h10g 10c10d\n\
            shogi\tA\tB\t*\t\tposition startpos\n\
            shosu\tposition startpos moves 10h10g 10c10d\n\
            position startpos moves 7g7f 3c3d\n\
            position startpos moves 7g7f 3c3d; bm 2g2f\n\
            position sfen 4k4/9/9/9/9/9/9/9/4K4 b R 1 moves R*5d";
        let entries = parse_file(text, shogi()).unwrap();
        let parsed: Vec<_> = entries
            .iter()
            .map(|e| (e.position.rules().name(), e.position.ply(), e.id.as_str()))
            .collect();
        assert_eq!(
            parsed,
            [
                ("shosu", 2, "A - B; \"C\" 1-0"),
                ("shogi", 0, "A - B *"),
                ("shosu", 2, ""),
                ("shogi", 2, ""),
                ("shogi", 2, ""),
                ("shogi", 1, ""),
            ]
        );
        assert_eq!(entries[4].best_moves.len(), 1);
    }

    #[test]
    fn every_invalid_line_is_reported() {
        for (line, message) in [
            ("chess startpos", "unknown game 'chess'"),
            ("shogi", "missing board at character 1"),
            ("9/9 b - 1", "2 ranks instead of 9"),
            ("startpos; bm", "bm: expected a move"),
            ("startpos; bm 7g7e", "'7g7e': the piece cannot move there"),
            ("startpos; bm P-7e", "'P-7e': not a legal move"),
            ("position startpos moves 7g7f 7g7f", "move 2, '7g7f': no piece on the origin"),
            ("shogi\tA\tB\t1-0\tmate\tposition startpos moves 7g7e", "'7g7e' is not a legal"),
            ("shogi\tA\tB\twon\tmate\tposition startpos", "'won' found, a result"),
            ("startpos; bn 7g7f", "unknown operation 'bn'; expected bm, id, pv, dm or acn"),
            ("startpos; pv 7g7f 7g7f", "'7g7f': no piece on the origin square"),
            ("startpos; pv", "pv: expected a move"),
            ("startpos; dm soon", "dm 'soon': expected a whole number"),
            ("startpos; acn -1", "acn '-1': expected a whole number"),
            ("startpos; id \"x", "unterminated quote"),
            (";;", "unknown game ''"),
            ("\u{0}大 \"", "unterminated"),
        ] {
            let errors = parse_file(&format!("startpos\n{line}\nstartpos"), shogi()).unwrap_err();
            assert!(errors.len() == 1, "{errors:?}");
            assert!(errors[0].starts_with("line 2: ") && errors[0].contains(message), "{errors:?}");
        }
        assert_eq!(parse_file("x\ny", shogi()).unwrap_err().len(), 2);
    }
}
