//! Writing KIF and KI2.

use super::diagram::format_diagram;
use super::endings::{UNKNOWN_REASON, closing_word, format_closing, format_word, is_other_word};
use super::kanji::PieceNames;
use super::ki2::format_ki2_move;
use super::lines::{VARIANT_KEY, format_tag};
use super::moves::format_kif_move;
use crate::annotations::{format_kif_remark, kif_comment_fields, kif_elapsed_field};
use crate::end_reason::{EndReason, GameResult};
use crate::handicap;
use crate::record::{GameRecord, NodeId, Notes};
use crate::tags;
use rules::{Color, Position};
use std::fmt::Write;
use std::time::Duration;

/// Formats a game as KIF. Parts of seconds are written in comments.
///
/// The text can be saved as UTF-8 (`.kifu`), or in Shift_JIS (`.kif`) by
/// [`encode_shift_jis`](crate::encode_shift_jis).
pub fn write_kif(record: &GameRecord) -> String {
    Writer::new(record, Style::Kif).write()
}

/// Formats a game as KI2. Times are not written.
pub fn write_ki2(record: &GameRecord) -> String {
    Writer::new(record, Style::Ki2).write()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Kif,
    Ki2,
}

/// The number of moves in a line of KI2.
const KI2_MOVES_PER_LINE: usize = 6;

struct Writer<'a> {
    record: &'a GameRecord,
    style: Style,
    names: PieceNames,
    /// The name of the start position, if it has one.
    handicap: Option<&'static str>,
    /// The names of the sides, Black first.
    sides: [&'static str; 2],
    /// The time that the mover of each node has spent up to it, by node index.
    total_times: Vec<Duration>,
    text: String,
    /// The number of moves in the present line of KI2.
    in_line: usize,
}

impl<'a> Writer<'a> {
    fn new(record: &'a GameRecord, style: Style) -> Self {
        let handicap = handicap::name(record.start());
        let is_handicap = handicap.is_some_and(|name| name != handicap::NONE);
        let sides = if is_handicap { ["下手", "上手"] } else { ["先手", "後手"] };
        let names = PieceNames::new(record.rules());
        let total_times = record.total_times();
        Self { record, style, names, handicap, sides, total_times, text: String::new(), in_line: 0 }
    }

    fn write(mut self) -> String {
        self.add_header();
        self.add_notes(&self.record.node(NodeId::ROOT).notes);
        self.add_end(NodeId::ROOT);
        let mut position = self.record.start().clone();
        let start_ply = position.ply();
        // Stack of the first moves of the lines still to be written.
        let mut lines: Vec<NodeId> = Vec::new();
        lines.extend(self.record.variations(NodeId::ROOT).iter().rev());
        lines.extend(self.record.continuation(NodeId::ROOT));
        let mut is_main = self.record.continuation(NodeId::ROOT).is_some();
        // The variation of the last move comes first, so that each starts from the line before it.
        while let Some(first) = lines.pop() {
            let mut next = Some(first);
            if !is_main {
                self.break_line();
                let _ = write!(self.text, "\n変化：{}手\n", self.record.node(first).ply());
            }
            is_main = false;
            while start_ply + self.record.node(first).ply() <= position.ply() {
                position.undo_move();
            }
            while let Some(id) = next {
                self.add_move(&mut position, id);
                next = self.record.continuation(id);
                lines.extend(self.record.variations(id).iter().rev());
            }
        }
        self.break_line();
        self.text
    }

    fn add_header(&mut self) {
        let record = self.record;
        let start = record.start();
        if self.style == Style::Kif {
            self.text += "#KIF version=2.0 encoding=UTF-8\n";
        }
        if record.rules().name() != "shogi" {
            let _ = writeln!(self.text, "{VARIANT_KEY}：{}", record.rules().name());
        }
        let (players, others): (Vec<_>, Vec<_>) =
            record.tags.iter().partition(|(key, _)| [tags::BLACK, tags::WHITE].contains(key));
        for (key, value) in others {
            let key = key.replace(['：', ':'], "-").replace(char::is_whitespace, "_");
            let (header, value) = format_tag(&key, value);
            self.add_tag(&header, &value);
        }
        match self.handicap {
            Some(name) => self.add_tag("手合割", name),
            // Not all programs accept 手合割：その他 before a diagram.
            None => self.text += &format_diagram(start, &self.names),
        }
        for (key, value) in players {
            let color = if key == tags::BLACK { Color::Black } else { Color::White };
            self.add_tag(self.sides[color.index()], value);
        }
        if self.style == Style::Kif {
            self.text += "手数----指手---------消費時間--\n";
        }
    }

    fn add_tag(&mut self, key: &str, value: &str) {
        let value = value.replace(char::is_control, " ");
        let _ = writeln!(self.text, "{key}：{value}");
    }

    /// Adds and plays a move with its notes and, if the game ended after it, the end.
    fn add_move(&mut self, position: &mut Position, id: NodeId) {
        let node = self.record.node(id);
        let Some(mv) = node.mv() else { return };
        match self.style {
            Style::Kif => {
                let text = format_kif_move(position, &self.names, mv);
                self.add_numbered(id, &text, node.notes.elapsed);
            }
            Style::Ki2 => {
                let text = format_ki2_move(position, &self.names, mv);
                if self.in_line == KI2_MOVES_PER_LINE {
                    self.break_line();
                }
                if self.in_line > 0 {
                    self.text += "    ";
                }
                self.text += &text;
                self.in_line += 1;
            }
        }
        if self.style == Style::Kif
            && let Some(field) = kif_elapsed_field(node.notes.elapsed)
        {
            self.add_line(&format!("*{field}"));
        }
        self.add_notes(&node.notes);
        position.do_move(mv);
        self.add_end(id);
    }

    /// Adds a line of KIF for a move, or for the end of the game after a node.
    fn add_numbered(&mut self, id: NodeId, text: &str, elapsed: Option<Duration>) {
        let number = self.record.node(id).ply();
        let _ = write!(self.text, "{number:>4} {text}");
        if let Some(elapsed) = elapsed {
            self.text += &format_times(elapsed, self.total_times[id.index()]);
        }
        let has_variations = self
            .record
            .node(id)
            .parent()
            .is_some_and(|parent| self.record.node(parent).children().last() != Some(&id));
        self.text += if has_variations { "+\n" } else { "\n" };
    }

    fn add_notes(&mut self, notes: &Notes) {
        for field in kif_comment_fields(notes) {
            self.add_line(&format!("*{field}"));
        }
        for line in notes.comments.iter().flat_map(|comment| format_kif_remark(comment)) {
            self.add_line(&format!("*{line}"));
        }
        for bookmark in &notes.bookmarks {
            self.add_line(&format!("&{}", bookmark.replace(char::is_control, " ")));
        }
    }

    fn add_end(&mut self, id: NodeId) {
        let record = self.record;
        let node = record.node(id);
        let Some(end) = &node.notes.end else { return };
        let side = !record.mover(id);
        if let (Style::Kif, Some(word)) = (self.style, format_word(end, side)) {
            let number = node.ply() + 1;
            let time = end.elapsed.map_or(String::new(), |elapsed| {
                let parent = node.parent().map(NodeId::index);
                let before = parent.map_or(Duration::ZERO, |parent| self.total_times[parent]);
                format_times(elapsed, before.saturating_add(elapsed))
            });
            let _ = writeln!(self.text, "{number:>4} {word}{time}");
        }
        let mut closing = format_closing(end, node.ply(), side, self.sides);
        if self.style == Style::Ki2
            && matches!(end.reason, EndReason::Unknown | EndReason::Other)
            && end.result == GameResult::Win(!side)
            && !closing.contains("により")
        {
            closing += UNKNOWN_REASON;
        }
        self.add_line(&closing);
        let is_kif = self.style == Style::Kif;
        if is_kif && let Some(field) = kif_elapsed_field(end.elapsed) {
            self.add_line(&format!("*{field}"));
        }
        // The word is in the lines above, unless they cannot hold it.
        let holds_word =
            |word: &str| closing_word(word).is_some() || (is_kif && is_other_word(word));
        for line in end.remarks(holds_word) {
            self.add_line(&format!("*{line}"));
        }
    }

    /// Adds a line.
    fn add_line(&mut self, line: &str) {
        self.break_line();
        self.text += line;
        self.text.push('\n');
    }

    /// Ends a line of moves in KI2.
    fn break_line(&mut self) {
        if self.in_line > 0 {
            self.text.push('\n');
            self.in_line = 0;
        }
    }
}

/// Formats the time spent on a move and the total time of its side: `   ( 0:16/00:00:16)`.
fn format_times(spent: Duration, total: Duration) -> String {
    let (spent, total) = (spent.as_secs(), total.as_secs());
    let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60);
    format!("   ({:>2}:{:02}/{hours:02}:{minutes:02}:{seconds:02})", spent / 60, spent % 60)
}
