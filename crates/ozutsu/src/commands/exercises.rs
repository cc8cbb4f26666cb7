//! Files of positions with the moves to be found in them, one a line.
//!
//! A line is a game's name, which may be left out, and a position; then come operations as in EPD,
//! each after a semicolon or a tab: `bm` and the moves that are best, `id` and a name. Blank lines
//! and those that begin with `#` say nothing.
//!
//! ```text
//! cannonshogi 4k4/9/9/9/9/9/4U4/9/3K5 b P 1; bm P*5f P*5e; id "a screen"
//! ```

use crate::notation::read_western;
use rules::{Move, Position, Rules};

/// A position, and what is to be found there.
#[derive(Debug)]
pub struct Exercise {
    /// Its line in the file, counted from one.
    pub line: usize,
    /// What it is called; nothing if it has no name.
    pub name: String,
    pub position: Position,
    /// The moves of which each is right; none if that is not told.
    pub best: Vec<Move>,
}

/// Reads a file, or tells of each bad line what is wrong with it. The rules are for the lines that
/// name no game.
pub fn read(text: &str, rules: &'static Rules) -> Result<Vec<Exercise>, Vec<String>> {
    let (mut exercises, mut faults) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match read_line(line, rules) {
            Ok((position, name, best)) => {
                exercises.push(Exercise { line: number, name, position, best });
            }
            Err(fault) => faults.push(format!("line {number}: {fault}")),
        }
    }
    if faults.is_empty() { Ok(exercises) } else { Err(faults) }
}

fn read_line(line: &str, rules: &'static Rules) -> Result<(Position, String, Vec<Move>), String> {
    let mut fields = fields(line)?.into_iter();
    let position = place(fields.next().unwrap_or_default(), rules)?;
    let (mut name, mut best) = (String::new(), Vec::new());
    for field in fields {
        let (code, operand) = field.split_once(char::is_whitespace).unwrap_or((field, ""));
        match code {
            "" => {}
            "bm" => {
                for text in operand.split_whitespace() {
                    best.push(find(&position, text)?);
                }
                if best.is_empty() {
                    return Err("bm: a move expected".into());
                }
            }
            "id" => name = operand.trim().trim_matches('"').into(),
            _ => return Err(format!("no operation is called '{code}', but bm and id")),
        }
    }
    Ok((position, name, best))
}

/// A line cut at its semicolons and tabs, but for those in quotes.
fn fields(line: &str) -> Result<Vec<&str>, String> {
    let mut is_quoted = false;
    let fields = line
        .split(|c| {
            is_quoted ^= c == '"';
            !is_quoted && matches!(c, ';' | '\t')
        })
        .map(str::trim)
        .collect();
    if is_quoted { Err("a quotation does not end".into()) } else { Ok(fields) }
}

/// The position that a text names, with its game or without.
fn place(text: &str, rules: &'static Rules) -> Result<Position, String> {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (rules, text) = match Rules::by_name(first) {
        Some(named) => (named, rest.trim()),
        None if first == "startpos" || first.contains('/') => (rules, text),
        None => return Err(format!("no game is called '{first}'")),
    };
    match text {
        "startpos" => Ok(Position::start(rules)),
        text => Position::from_sfen_or_fen(rules, text).map_err(|error| error.to_string()),
    }
}

/// The legal move that a text names, be it for programs or in western notation.
fn find(position: &Position, text: &str) -> Result<Move, String> {
    let named = position.rules().parse_move(text);
    if let Ok(mv) = named {
        return match position.validate_move(mv) {
            Ok(()) => Ok(mv),
            Err(refusal) => Err(format!("'{text}': {refusal}")),
        };
    }
    read_western(position, text).ok_or_else(|| format!("'{text}' is no legal move"))
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
        let read = read(text, shogi()).unwrap();
        let facts: Vec<_> = read
            .iter()
            .map(|e| (e.line, e.position.rules().name(), e.best.len(), e.name.as_str()))
            .collect();
        assert_eq!(
            facts,
            [
                (3, "shogi", 0, ""),
                (4, "shosu", 3, ""),
                (5, "cannonshogi", 2, "a; b"),
                (6, "shogi", 1, "rook drop"),
            ]
        );
        let [mv, same, too] = read[1].best[..] else { panic!("three moves") };
        assert!(mv == same && mv == too);
    }

    #[test]
    fn each_bad_line_is_named() {
        for (line, fault) in [
            ("chess startpos", "no game is called 'chess'"),
            ("shogi", "the board missing at character 1"),
            ("9/9 b - 1", "2 ranks, not 9"),
            ("startpos; bm", "bm: a move expected"),
            ("startpos; bm 7g7e", "'7g7e': the piece does not move there"),
            ("startpos; bm P-7e", "'P-7e' is no legal move"),
            ("startpos; bn 7g7f", "no operation is called 'bn'"),
            ("startpos; id \"x", "a quotation does not end"),
            (";;", "no game is called ''"),
            ("\u{0}大 \"", "a quotation"),
        ] {
            let faults = read(&format!("startpos\n{line}\nstartpos"), shogi()).unwrap_err();
            assert!(faults.len() == 1, "{faults:?}");
            assert!(faults[0].starts_with("line 2: ") && faults[0].contains(fault), "{faults:?}");
        }
        assert_eq!(read("x\ny", shogi()).unwrap_err().len(), 2);
    }
}
