//! EPD: positions with their best moves and solutions, one per line.
//!
//! A line has an optional game name and a position, followed by operations, each after a semicolon or a
//! tab:
//!
//! | Operation | Operand |
//! |---|---|
//! | `bm` | the best moves |
//! | `pv` | the solution |
//! | `dm` | the number of moves to mate |
//! | `acn` | the number of nodes that a search needs to find the solution |
//! | `id` | a name, in quotes or not |
//!
//! Other operations, such as `c0 "a remark"`, are skipped. Moves are in any notation. Blank lines and lines that begin with `#` are skipped.
//!
//! ```text
//! cannonshogi 4k4/9/9/9/9/9/4U4/9/3K5 b P 1; bm P*5f P*5e; id "a screen"
//! ```
//!
//! The position may be a USI `position` command with moves. A line of the log of `ozutsu-match` stands
//! for the last position of its game.

use crate::error::{RecordError, RecordErrorKind};
use crate::game_name::rules_by_any_name;
use crate::notation::read_move;
use crate::record::GameRecord;
use crate::{match_log, usi};
use rules::{Move, Position, Rules};

/// The number of errors after which the rest of a text is not read.
pub const MAX_EPD_ERRORS: usize = 20;

/// A position with its operations.
#[derive(Clone, Debug)]
pub struct EpdEntry {
    /// From 1.
    pub line: usize,
    /// The operand of `id`; empty if there is none.
    pub id: String,
    /// The position, with the moves that lead to it if the line has them.
    pub position: Position,
    /// The best moves (`bm`), any of which is correct; without them, the first move of the solution.
    pub best_moves: Vec<Move>,
    /// The solution (`pv`); empty if there is none.
    pub solution: Vec<Move>,
    /// The number of moves to mate (`dm`).
    pub mate_moves: Option<u64>,
    /// The number of nodes that a search needs (`acn`).
    pub nodes: Option<u64>,
}

impl EpdEntry {
    fn new(line: usize, id: String, record: &GameRecord) -> Self {
        Self {
            line,
            id,
            position: record.position(record.last_node()),
            best_moves: Vec::new(),
            solution: Vec::new(),
            mate_moves: None,
            nodes: None,
        }
    }
}

/// Reads a text. `rules` is the game of lines that do not name theirs. If any lines cannot be read, the
/// result is an error for each of them, at most 20.
///
/// ```
/// use records::read_epd;
/// use rules::Rules;
///
/// let shogi = games::by_name("shogi").unwrap();
/// let text = "# problems\n8k/9/8P/9/9/9/9/9/K8 b G 1; bm G*1b; id \"head gold\"\n";
/// let entries = read_epd(text, shogi).unwrap();
/// assert_eq!((entries[0].line, entries[0].id.as_str()), (2, "head gold"));
/// let errors = read_epd("startpos; bm 7g7e", shogi).unwrap_err();
/// let expected = "line 1: '7g7e' is not a legal move here: the piece cannot move there";
/// assert_eq!(errors[0].to_string(), expected);
/// ```
pub fn read_epd(text: &str, rules: &'static Rules) -> Result<Vec<EpdEntry>, Vec<RecordError>> {
    let (mut entries, mut errors) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match read_line(line, number, rules) {
            Ok(entry) => entries.push(entry),
            Err(error) => errors.push(error),
        }
        if errors.len() == MAX_EPD_ERRORS {
            break;
        }
    }
    if errors.is_empty() { Ok(entries) } else { Err(errors) }
}

fn read_line(line: &str, number: usize, rules: &'static Rules) -> Result<EpdEntry, RecordError> {
    if let [game, black, white, result, _, _] = line.split('\t').collect::<Vec<_>>()[..]
        && rules_by_any_name(game).is_some()
    {
        let id = format!("{black} - {white} {result}");
        return Ok(EpdEntry::new(number, id, &match_log::read_line(line, number)?));
    }
    let fields = split_fields(line).ok_or_else(|| {
        let quote = RecordErrorKind::Unclosed("a quote");
        RecordError::new(number, quote)
    })?;
    // Two fields of a match log, the game and the moves, are separated by a tab.
    let (rules, fields) = match (rules_by_any_name(fields[0]), &fields[1..]) {
        (Some(named), rest @ [_, ..]) => (named, rest),
        _ => (rules, &fields[..]),
    };
    let mut entry = EpdEntry::new(number, String::new(), &read_position(fields[0], number, rules)?);
    for field in &fields[1..] {
        read_operation(&mut entry, field)?;
    }
    if entry.best_moves.is_empty() {
        entry.best_moves.extend(entry.solution.first());
    }
    Ok(entry)
}

/// Reads the position of a line, which may be preceded by the name of its game.
fn read_position(
    text: &str,
    number: usize,
    rules: &'static Rules,
) -> Result<GameRecord, RecordError> {
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match rules_by_any_name(first) {
        Some(named) => usi::read_line(rest, named, number),
        None if matches!(first, "startpos" | "position" | "sfen" | "fen")
            || first.contains('/') =>
        {
            usi::read_line(text, rules, number)
        }
        None => Err(RecordError::new(number, RecordErrorKind::UnknownGame(first.to_owned()))),
    }
}

/// Reads an operation into the entry of its line.
fn read_operation(entry: &mut EpdEntry, field: &str) -> Result<(), RecordError> {
    let line = entry.line;
    let (opcode, operand) = field.split_once(char::is_whitespace).unwrap_or((field, ""));
    let operand = operand.trim();
    let whole_number = || {
        let error = || RecordError::unexpected(line, field, "a whole number");
        operand.parse().map(Some).map_err(|_| error())
    };
    let read_one = |position: &Position, text: &str| {
        read_move(position, text).map_err(|error| error.at(line, text))
    };
    match opcode {
        "" => {}
        "bm" => {
            let moves = operand.split_whitespace().map(|text| read_one(&entry.position, text));
            entry.best_moves = moves.collect::<Result<_, _>>()?;
        }
        "pv" => {
            let mut position = entry.position.clone();
            for text in operand.split_whitespace() {
                let mv = read_one(&position, text)?;
                position.do_move(mv);
                entry.solution.push(mv);
            }
        }
        "dm" => entry.mate_moves = whole_number()?,
        "acn" => entry.nodes = whole_number()?,
        "id" => entry.id = operand.trim_matches('"').to_owned(),
        _ if is_opcode(opcode) => {}
        _ => return Err(RecordError::unexpected(line, opcode, "an operation such as bm")),
    }
    let is_empty = match opcode {
        "bm" => entry.best_moves.is_empty(),
        "pv" => entry.solution.is_empty(),
        _ => false,
    };
    if is_empty { Err(RecordError::unexpected(line, field, "a move after it")) } else { Ok(()) }
}

/// Returns whether a word can be an operation of EPD: a letter, and up to 14 letters, digits and underscores.
fn is_opcode(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.len() <= 15
        && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Splits a line at semicolons and tabs that are not in quotes. Returns `None` if a quote is not closed.
fn split_fields(line: &str) -> Option<Vec<&str>> {
    let mut is_quoted = false;
    let is_separator = |c| {
        is_quoted ^= c == '"';
        !is_quoted && matches!(c, ';' | '\t')
    };
    let fields = line.split(is_separator).map(str::trim).collect();
    (!is_quoted).then_some(fields)
}
