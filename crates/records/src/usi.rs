//! USI position lines: `position startpos moves 7g7f 3c3d`.

use crate::end_reason::EndReason;
use crate::ending::GameEnd;
use crate::error::RecordError;
use crate::game_name::find_rules;
use crate::notation::{join, read_move};
use crate::position_text::PositionText;
use crate::record::{GameRecord, ReadGame};
use rules::Rules;

/// Reads a file of position lines, each a game. `setoption name UCI_Variant value NAME` changes
/// the game for the lines after it; if it is unknown, they are skipped. Blank lines and lines that begin with `#`
/// are skipped.
pub(crate) fn read(text: &str, rules: &'static Rules) -> impl Iterator<Item = ReadGame> {
    let mut rules = Some(rules);
    text.lines().map(str::trim).zip(1..).filter_map(move |(line, number)| {
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        let words: Vec<&str> = line.split_whitespace().take(6).collect();
        match words[..] {
            ["setoption", "name", option, "value", name] if option.ends_with("_Variant") => {
                let named = find_rules(name, number);
                rules = named.as_ref().ok().copied();
                named.err().map(Err)
            }
            _ => Some(read_line(line, rules?, number).map(|game| (game, number))),
        }
    })
}

/// Reads a position line. `position` may be missing, and so may `startpos` or `sfen` before the
/// board. Moves may be in any notation, and after the last one `resign` or `win` may follow.
pub(crate) fn read_line(
    line: &str,
    rules: &'static Rules,
    number: usize,
) -> Result<GameRecord, RecordError> {
    let parts = PositionText::new(line);
    let start = parts
        .start(rules)
        .map_err(|error| RecordError::position_text(number, &parts.board(), error))?;
    let mut record = GameRecord::new(&start);
    let mut cursor = record.cursor();
    let mut end = None;
    for word in parts.moves {
        if end.is_some() {
            return Err(RecordError::after_end(number, word));
        }
        let position = cursor.position();
        let reason = match word {
            "resign" => Some(EndReason::Resignation),
            "win" => Some(EndReason::Declaration),
            _ => None,
        };
        if let Some(reason) = reason {
            end = Some(GameEnd::implied(reason, position.side()));
            continue;
        }
        let mv = read_move(position, word).map_err(|error| error.at(number, word))?;
        cursor.play_legal(mv);
    }
    cursor.notes_mut().end = end;
    Ok(record)
}

/// Formats the main line of a game as a USI position line without a line break. Notes and
/// variations are not written.
pub fn write(record: &GameRecord) -> String {
    format!("position {}", write_position(record))
}

/// Formats the start position and the moves of the main line.
pub(crate) fn write_position(record: &GameRecord) -> String {
    let start = if record.is_standard_start() {
        "startpos".into()
    } else {
        format!("sfen {}", record.start().sfen())
    };
    let moves = join(record.moves().map(|mv| record.rules().usi(mv)));
    format!("{start} moves {moves}").trim_end().to_owned()
}
