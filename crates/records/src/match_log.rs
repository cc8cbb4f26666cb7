//! The log of `ozutsu-match`: a game per line, with tab-separated fields.
//!
//! The fields are the game, Black, White, the result, how the game ended, and the moves as a USI
//! position. Lines of two fields, the game and the moves, are read as well; `cut -f 1,6` makes
//! them. So are lines of five fields, the games of `ozutsu-learn`: the game, the result, how it
//! ended, the moves of the opening, and the other moves with their scores (`7g7f:35`).

use crate::end_reason::GameResult;
use crate::ending::GameEnd;
use crate::error::RecordError;
use crate::game_name::find_rules;
use crate::record::{GameRecord, ReadGame};
use crate::tags::player_key;
use crate::usi;
use rules::Color;

/// Reads a log. Blank lines and lines that begin with `#` are skipped.
pub(crate) fn read(text: &str) -> impl Iterator<Item = ReadGame> {
    let is_game = |(line, _): &(&str, usize)| !line.trim().is_empty() && !line.starts_with('#');
    let read = |(line, number)| Ok((read_line(line, number)?, number));
    text.lines().zip(1..).filter(is_game).map(read)
}

/// Reads a line of a log.
pub(crate) fn read_line(line: &str, number: usize) -> Result<GameRecord, RecordError> {
    let fields: Vec<&str> = line.split('\t').collect();
    let self_play_moves;
    let (game, names, result, description, position) = match fields.as_slice() {
        [game, black, white, result, description, position] => {
            (*game, [*black, *white], *result, *description, *position)
        }
        [game, result, _, opening, moves] => {
            self_play_moves = format!("startpos moves {opening} {}", without_scores(moves));
            (*game, ["", ""], *result, "", self_play_moves.as_str())
        }
        [game, position] => (*game, ["", ""], "*", "", *position),
        _ => {
            let expected = "two, five or six fields separated by tabs";
            return Err(RecordError::unexpected(number, line, expected));
        }
    };
    let rules = find_rules(game, number)?;
    let error = || RecordError::unexpected(number, result, "a result such as 1-0");
    let result = GameResult::from_pgn(result).ok_or_else(error)?;
    let mut record = usi::read_line(position, rules, number)?;
    for (color, name) in Color::BOTH.into_iter().zip(names) {
        if !name.is_empty() {
            record.tags.set(player_key(color), name);
        }
    }
    if result != GameResult::Unknown || !description.is_empty() {
        record.set_end(GameEnd::from_description(description, result, names));
    }
    Ok(record)
}

/// Returns moves without the score that follows each after a colon.
fn without_scores(moves: &str) -> String {
    let moves = moves.split_whitespace();
    let moves: Vec<_> = moves.map(|mv| mv.split_once(':').map_or(mv, |(mv, _)| mv)).collect();
    moves.join(" ")
}

/// Formats the main line of a game as a line of the log, with its line break.
pub fn write(record: &GameRecord) -> String {
    let names = record.tags.players([""; 2]);
    let (result, description) = match record.end() {
        None => (GameResult::Unknown, String::new()),
        Some(end) => (end.result, end.full_description(record.tags.players(["Black", "White"]))),
    };
    let fields = [
        record.rules().name(),
        names[0],
        names[1],
        result.pgn(),
        &description,
        &usi::write_position(record),
    ];
    fields.map(|field| field.replace(char::is_control, " ")).join("\t") + "\n"
}
