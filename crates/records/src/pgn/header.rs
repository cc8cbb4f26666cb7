//! What the tags of PGN say: the game, the start position, the names and the result.

use super::{KEYS, TIME_KEYS, is_reserved};
use crate::annotations::parse_remark;
use crate::end_reason::{EndReason, GameResult};
use crate::end_words::reason_in;
use crate::ending::{GameEnd, PGN_COLORS};
use crate::error::RecordError;
use crate::game_name::find_rules;
use crate::game_times::{GameDate, TimeControl};
use crate::record::{GameRecord, NodeId};
use crate::tags::TimeTag;
use rules::{Position, Rules, SfenError};

/// The tags of a game as they are read.
pub(crate) struct Header {
    /// The game, if no tag says otherwise.
    rules: &'static Rules,
    /// Keys, values and their lines.
    entries: Vec<(String, String, usize)>,
}

/// What tags say about the end of the game.
pub(crate) struct TaggedEnd {
    result: GameResult,
    termination: String,
}

impl Header {
    /// Creates a header without tags; `rules` are those of a game without a `Variant` tag.
    pub fn new(rules: &'static Rules) -> Self {
        Self { rules, entries: Vec::new() }
    }

    /// Adds a tag and its line.
    pub fn add(&mut self, key: String, value: String, line: usize) {
        self.entries.push((key, value, line));
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn get(&self, key: &str) -> Option<(&str, usize)> {
        let entry = self.entries.iter().find(|(known, ..)| known.eq_ignore_ascii_case(key))?;
        Some((&entry.1, entry.2))
    }

    /// Creates a record without moves.
    pub fn record(&self) -> Result<(GameRecord, TaggedEnd), RecordError> {
        let rules = match self.get("Variant") {
            Some((name, line)) => find_rules(name, line)?,
            None => self.rules,
        };
        let sfen = self.get("SFEN");
        let start = match sfen.or_else(|| self.get("FEN")) {
            Some((text, line)) => read_start(rules, text, sfen.is_some())
                .map_err(|error| RecordError::position(line, text, error))?,
            None => Position::start(rules),
        };
        let mut record = GameRecord::new(&start);
        let is_time = |key: &str| TIME_KEYS.iter().any(|&(_, time)| time == key);
        for (key, value, _) in &self.entries {
            if !is_reserved(key) && !is_time(key) && !is_blank(value) {
                let key = KEYS.shared_key(key);
                let value = match TimeTag::of(key) {
                    Some(tag) => tag.normalize(value, TimeControl::parse),
                    None => value.clone(),
                };
                record.tags.set(key, value);
            }
        }
        for (date_key, time_key) in TIME_KEYS {
            let Some((time, _)) = self.get(time_key).filter(|(time, _)| !is_blank(time)) else {
                continue;
            };
            let date = record.tags.get(date_key).and_then(GameDate::parse);
            match date.and_then(|date| date.with_time(time)) {
                Some(date) => record.tags.set(date_key, date.to_string()),
                None => record.tags.set(time_key, time),
            }
        }
        let value = |key| self.get(key).map_or("", |(value, _)| value);
        let result = GameResult::from_pgn(value("Result")).unwrap_or(GameResult::Unknown);
        Ok((record, TaggedEnd { result, termination: value("Termination").to_owned() }))
    }
}

/// Returns whether the value of a tag says that it is unknown.
fn is_blank(value: &str) -> bool {
    value.chars().all(|c| matches!(c, '?' | '.' | '-'))
}

/// Reads the position of an `SFEN` tag, in which the last fields may be missing, or of a `FEN` tag, which some programs
/// write as SFEN.
fn read_start(rules: &'static Rules, text: &str, is_sfen_tag: bool) -> Result<Position, SfenError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_sfen = match words.as_slice() {
        [board, ..] if board.contains('[') => false,
        [_, _, hands, _] => hands.parse::<u32>().is_err(),
        _ => is_sfen_tag && words.len() < 4,
    };
    if is_sfen { Position::from_sfen_or_fen(rules, text) } else { Position::from_fen(rules, text) }
}

/// Records how the game ended, from its result, its tags and the last comment, and completes the comments of people.
pub(crate) fn finish(
    record: &mut GameRecord,
    last: NodeId,
    result: Option<GameResult>,
    reason: EndReason,
    tagged: &TaggedEnd,
) {
    let side = !record.mover(last);
    let names = record.tags.players(PGN_COLORS).map(str::to_owned);
    let names = names.each_ref().map(String::as_str);
    let result = match result {
        Some(result) if result != GameResult::Unknown => result,
        _ if reason == EndReason::Unknown => tagged.result,
        _ => reason.result(side),
    };
    let comments = &record.node(last).notes.comments;
    let described =
        comments.last().and_then(|comment| GameEnd::from_comment(comment, result, names));
    let mut end = match described {
        // Without a result and a reason it is a comment like any other.
        Some(end) if end != GameEnd::new(GameResult::Unknown, EndReason::Unknown) => {
            record.notes_mut(last).comments.pop();
            end
        }
        _ => GameEnd::new(result, reason),
    };
    if end.reason == EndReason::Unknown {
        end.reason = reason_in(&tagged.termination);
    }
    // A word that is not known.
    let word = tagged.termination.trim();
    if end.reason == EndReason::Unknown
        && !["", "normal", "unterminated"].contains(&word.to_ascii_lowercase().as_str())
    {
        let remarks = end.text.replace(word.to_owned());
        remarks.iter().for_each(|remarks| end.add_text(remarks));
        end.reason = EndReason::Other;
    }
    if end != GameEnd::new(GameResult::Unknown, EndReason::Unknown) {
        record.notes_mut(last).end = Some(end);
    }
    read_remarks(record);
}

/// Reads the comments of people that were written in another way, because they would be read as something else.
fn read_remarks(record: &mut GameRecord) {
    for index in 0.. {
        let Some(id) = record.node_id(index) else { break };
        for comment in &mut record.notes_mut(id).comments {
            if let Some(remark) = parse_remark(comment) {
                *comment = remark;
            }
        }
    }
}
