//! Writing PGN.

use super::{KEYS, TIME_KEYS};
use crate::annotations::{format_pgn_comment, format_remark};
use crate::end_reason::{EndReason, GameResult};
use crate::ending::{GameEnd, PGN_COLORS};
use crate::game_times::{GameDate, TimeControl};
use crate::notation::plies_before;
use crate::record::{GameRecord, NodeId, same_start};
use crate::tags::{self, TimeTag};
use rules::Position;
use std::fmt::Write;

/// The maximum width of a line of moves, in characters.
const MAX_WIDTH: usize = 100;

/// Formats a game as PGN: moves in chess-style squares, evaluations and times in comments as
/// `ozutsu-match` writes them, and variations in parentheses.
///
/// The end of a variation is a comment. The time spent before the end of the game is not written, and remarks about the
/// end become one line.
pub fn write(record: &GameRecord) -> String {
    let mut text = write_tags(record);
    write_tag(&mut text, "PlyCount", &record.moves().count().to_string());
    text.push('\n');
    text += &wrap(&Movetext::new(record).words());
    text.push_str("\n\n");
    text
}

/// Returns whether a comment about a node would be read as the end of the game.
pub(crate) fn is_end_comment(record: &GameRecord, id: NodeId, comment: &str) -> bool {
    let result = record.end().map_or(GameResult::Unknown, |end| end.result);
    let end = GameEnd::from_comment(comment, result, record.tags.players(PGN_COLORS));
    let is_silent = GameEnd::new(GameResult::Unknown, EndReason::Unknown);
    id == record.last_node() && end.is_some_and(|end| end != is_silent)
}

/// Formats the tags of a game.
pub(crate) fn write_tags(record: &GameRecord) -> String {
    let mut text = String::new();
    let result = record.end().map_or(GameResult::Unknown, |end| end.result);
    const ROSTER: [(&str, &str); 6] = [
        (tags::EVENT, "?"),
        (tags::SITE, "?"),
        (tags::DATE, "????.??.??"),
        (tags::ROUND, "?"),
        (tags::BLACK, "?"),
        (tags::WHITE, "?"),
    ];
    for (key, unknown) in ROSTER {
        let (_, value) = format_tag(key, record.tags.get(key).unwrap_or(unknown));
        write_tag(&mut text, &KEYS.written_key(key), value.as_deref().unwrap_or(unknown));
    }
    write_tag(&mut text, "Result", result.pgn());
    write_tag(&mut text, "Variant", record.rules().name());
    write_tag(&mut text, "SetUp", "1");
    let fen = record.start().fen().to_string();
    write_tag(&mut text, "FEN", &fen);
    // FEN counts full moves, so it cannot express every move number.
    let read_back = Position::from_fen(record.rules(), &fen);
    if read_back.is_ok_and(|position| !same_start(&position, record.start())) {
        write_tag(&mut text, "SFEN", &record.start().sfen().to_string());
    }
    for (key, value) in record.tags.iter() {
        let key = key.replace(|c: char| c.is_whitespace() || c.is_control() || c == '"', "_");
        let is_in_roster = ROSTER.iter().any(|(written, _)| *written == key);
        match format_tag(&key, value) {
            (_, None) => write_tag(&mut text, &tags::escaped_key(&key), value),
            (_, Some(_)) if is_in_roster => {}
            (native, Some(value)) => write_tag(&mut text, &native, &value),
        }
        let time = TIME_KEYS.iter().find(|(date, _)| *date == key);
        let value = || GameDate::parse(value).and_then(GameDate::pgn_time);
        if let Some((&(_, key), value)) = time.and_then(|time| Some((time, value()?))) {
            write_tag(&mut text, key, &value);
        }
    }
    if let Some(end) = record.end() {
        write_tag(&mut text, "Termination", end.other_word().unwrap_or(termination(end.reason)));
    }
    text
}

/// Returns the key for a tag, and the value, or `None` if PGN cannot say it.
fn format_tag(key: &str, value: &str) -> (String, Option<String>) {
    let native = KEYS.written_key(key).into_owned();
    let value = match TimeTag::of(key) {
        None => Some(value.to_owned()),
        Some(TimeTag::Date) => GameDate::parse(value).map(GameDate::pgn_date),
        Some(TimeTag::TimeControl) => match TimeControl::parse(value) {
            // The tags of one player are none of the standard.
            Some(control) if key != tags::TIME_CONTROL || control.is_pgn() => {
                Some(control.to_string())
            }
            Some(_) => None,
            None => Some(value.to_owned()).filter(|value| value.is_ascii()),
        },
    };
    (native, value)
}

fn write_tag(text: &mut String, key: &str, value: &str) {
    let value = value.replace(char::is_control, " ").replace('\\', "\\\\").replace('"', "\\\"");
    let _ = writeln!(text, "[{key} \"{value}\"]");
}

/// Returns the value of the `Termination` tag.
fn termination(reason: EndReason) -> &'static str {
    match reason {
        EndReason::TimeForfeit => "time forfeit",
        EndReason::IllegalMove => "rules infraction",
        EndReason::Adjudication | EndReason::MoveLimit => "adjudication",
        EndReason::Abandonment | EndReason::NoShow => "abandoned",
        EndReason::Interruption => "unterminated",
        _ => "normal",
    }
}

/// Writes the moves of a record as words.
struct Movetext<'a> {
    record: &'a GameRecord,
    /// The number of plies before the start position.
    first_ply: usize,
    /// The last node of the main line, whose end follows all moves.
    last: NodeId,
    words: Vec<String>,
}

/// A part of the tree still to be written. The stack holds the next one last.
enum Task {
    /// The moves after a node; whether the first needs a number.
    Moves(NodeId, bool),
    /// A variation that starts with a node's move; or that goes on after the last move of a line, which it repeats
    /// before that.
    Variation { repeated: Option<NodeId>, first: NodeId },
    /// The end of a variation.
    Close,
}

impl<'a> Movetext<'a> {
    fn new(record: &'a GameRecord) -> Self {
        Self {
            record,
            first_ply: plies_before(record.start()),
            last: record.last_node(),
            words: Vec::new(),
        }
    }

    fn words(mut self) -> Vec<String> {
        let record = self.record;
        self.add_notes(NodeId::ROOT);
        // Variations may be nested deeply, so tasks are kept on a stack of our own.
        let mut tasks = vec![Task::Moves(NodeId::ROOT, true)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Moves(node, needs_number) => {
                    let main = record.continuation(node);
                    let variations = record.variations(node);
                    if let Some(main) = main {
                        self.add_move(main, needs_number);
                        tasks.push(Task::Moves(main, !variations.is_empty()));
                    }
                    // Moves after an end at the start have none to repeat.
                    let repeated = (main.is_none() && node != NodeId::ROOT).then_some(node);
                    let variation = |&first| Task::Variation { repeated, first };
                    tasks.extend(variations.iter().rev().map(variation));
                }
                Task::Variation { repeated, first } => {
                    self.words.push("(".into());
                    repeated.iter().for_each(|&last| self.add_bare_move(last, true));
                    self.add_move(first, repeated.is_none());
                    tasks.push(Task::Close);
                    tasks.push(Task::Moves(first, false));
                }
                Task::Close => self.words.push(")".into()),
            }
        }
        self.add_end(self.last);
        self.words.push(record.end().map_or("*", |end| end.result.pgn()).into());
        self.words
    }

    fn add_move(&mut self, id: NodeId, needs_number: bool) {
        self.add_bare_move(id, needs_number);
        self.add_notes(id);
        if id != self.last {
            self.add_end(id);
        }
    }

    /// Adds a move without its notes.
    fn add_bare_move(&mut self, id: NodeId, needs_number: bool) {
        let node = self.record.node(id);
        let ply = self.first_ply + node.ply() - 1;
        let number = ply / 2 + 1;
        match ply % 2 {
            0 => self.words.push(format!("{number}.")),
            _ if needs_number => self.words.push(format!("{number}...")),
            _ => {}
        }
        if let Some(mv) = node.mv() {
            self.words.push(self.record.rules().uci(mv).to_string());
        }
    }

    fn add_notes(&mut self, id: NodeId) {
        let notes = &self.record.node(id).notes;
        self.words.extend(notes.glyphs.iter().map(|glyph| format!("${glyph}")));
        if let Some(fields) = format_pgn_comment(self.record, id) {
            self.add_comment(&fields);
        }
        let (mover, rules) = (self.record.mover(id), self.record.rules());
        for comment in notes.comments_and_bookmarks() {
            let is_end = is_end_comment(self.record, id, &comment);
            self.add_comment(&format_remark(&comment, mover, rules, is_end));
        }
    }

    /// Adds how a line ended after a node, as a comment.
    fn add_end(&mut self, id: NodeId) {
        let names = self.record.tags.players(PGN_COLORS);
        let end = self.record.node(id).notes.end.as_ref();
        if let Some(comment) = end.and_then(|end| end.comment(names)) {
            self.add_comment(&comment);
        }
    }

    /// Adds a comment. A closing brace would end it and is replaced.
    fn add_comment(&mut self, text: &str) {
        let comment = format!("{{{}}}", text.replace('}', ")"));
        self.words.extend(comment.split_ascii_whitespace().map(str::to_owned));
    }
}

/// Joins words with spaces and breaks lines at the maximum width.
fn wrap(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > MAX_WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        column += width;
        text += word;
    }
    text
}
