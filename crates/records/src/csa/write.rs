//! Writing CSA.

use super::codes::{format_ending, format_square, holds_word, name};
use super::start::{self, sign};
use super::{KEYS, TIME, TIME_LIMIT};
use crate::annotations::{format_kif_remark, kif_comment_fields, kif_elapsed_field};
use crate::game_times::{GameDate, TimeControl};
use crate::record::{GameRecord, NodeId, Notes, Score};
use crate::tags::{self, TimeTag};
use rules::{Color, Origin};
use std::fmt::Write;
use std::time::Duration;

/// Formats the main line of a game of shogi as CSA V2.2. Variations are not written, because the
/// format has none.
///
/// The text can be saved as UTF-8, or in Shift_JIS by [`encode_shift_jis`](crate::encode_shift_jis) as
/// older programs expect.
pub fn write(record: &GameRecord) -> String {
    let rules = record.rules();
    let mut text = String::from("'CSA encoding=UTF-8\nV2.2\n");
    for (color, key) in [(Color::Black, "N+"), (Color::White, "N-")] {
        if let Some(name) = record.tags.player(color) {
            let _ = writeln!(text, "{key}{}", one_line(name));
        }
    }
    for (key, value) in
        record.tags.iter().filter(|(key, _)| ![tags::BLACK, tags::WHITE].contains(key))
    {
        let key = one_line(key).replace(':', "-");
        let (keyword, value) = format_tag(&key, value);
        let _ = writeln!(text, "${keyword}:{}", one_line(&value));
    }
    text += &start::format(record.start());
    add_notes(&mut text, &record.node(NodeId::ROOT).notes);
    let position = record.replay(|position, id, mv| {
        let notes = &record.node(id).notes;
        let from = match mv.origin() {
            Origin::Board(from) => format_square(from),
            Origin::Hand(_) => "00".into(),
        };
        let kind = position.moved_piece(mv).expect("recorded moves are legal").kind();
        let piece = name(rules, mv.kind_after(kind));
        let to = format_square(mv.to());
        let _ = writeln!(text, "{}{from}{to}{piece}", sign(position.side()));
        add_time(&mut text, notes.elapsed);
        add_notes(&mut text, notes);
    });
    if let Some(end) = record.end() {
        let _ = writeln!(text, "%{}", format_ending(end, position.side()));
        add_time(&mut text, end.elapsed);
        for line in end.remarks(holds_word) {
            let _ = writeln!(text, "'*{line}");
        }
    }
    text
}

/// Returns the keyword and the value for a tag.
fn format_tag(key: &str, value: &str) -> (String, String) {
    let native = KEYS.written_key(key).into_owned();
    let escaped = || (tags::escaped_key(key), value.to_owned());
    match TimeTag::of(key) {
        None => (native, value.to_owned()),
        Some(TimeTag::Date) => match GameDate::parse(value).filter(|date| date.is_whole()) {
            Some(date) => (native, date.to_string()),
            None => escaped(),
        },
        Some(TimeTag::TimeControl) => match TimeControl::parse(value) {
            Some(control) if key == tags::TIME_CONTROL => match control.csa_limit() {
                Some(limit) => (TIME_LIMIT.into(), limit),
                None => (TIME.into(), control.csa_seconds()),
            },
            Some(control) => (native, control.csa_seconds()),
            None => escaped(),
        },
    }
}

fn add_time(text: &mut String, elapsed: Option<Duration>) {
    if let Some(elapsed) = elapsed {
        let _ = writeln!(text, "T{}", elapsed.as_secs());
    }
    if let Some(field) = kif_elapsed_field(elapsed) {
        let _ = writeln!(text, "'*{field}");
    }
}

fn add_notes(text: &mut String, notes: &Notes) {
    // CSA has a notation for scores in centipawns only.
    let centipawns = notes.evaluation.and_then(|evaluation| match evaluation.score {
        Score::Centipawns(centipawns) if evaluation.depth.is_none() => Some(centipawns),
        _ => None,
    });
    if let Some(centipawns) = centipawns {
        let _ = writeln!(text, "'** {centipawns}");
    }
    let rest =
        Notes { evaluation: notes.evaluation.filter(|_| centipawns.is_none()), ..notes.clone() };
    for field in kif_comment_fields(&rest) {
        let _ = writeln!(text, "'*{field}");
    }
    for comment in notes.comments_and_bookmarks() {
        for line in format_kif_remark(&comment) {
            let _ = writeln!(text, "'*{line}");
        }
    }
}

fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}
