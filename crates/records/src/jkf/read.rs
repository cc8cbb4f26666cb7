//! Reading JKF.

use super::{Board, Cell, Data, Entry, Initial, MAX_DEPTH, MoveFields, OTHER, Place, Time};
use crate::annotations::{read_kif_comment, read_kif_end_comment, split_lines};
use crate::csa::{kind, read_ending};
use crate::ending::GameEnd;
use crate::error::{MoveTextError, RecordError, RecordErrorKind};
use crate::game_name::shogi;
use crate::handicap;
use crate::kif::{VARIANT_KEY, add_byoyomi, is_start_header, read_tag};
use crate::record::{Cursor, GameRecord, NodeId, ReadGame};
use crate::tags::Tags;
use rules::{Color, Move, Piece, Position, Setup, Square};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

/// A file. Its parts are read one by one, so that errors can name their line.
#[derive(Deserialize)]
struct File<'a> {
    #[serde(default)]
    header: Headers,
    #[serde(borrow, default)]
    initial: Option<&'a RawValue>,
    #[serde(borrow)]
    moves: Vec<&'a RawValue>,
}

/// The headers in the order of the file.
#[derive(Default)]
struct Headers(Vec<(String, Option<String>)>);

impl<'de> Deserialize<'de> for Headers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct HeaderVisitor;

        impl<'de> Visitor<'de> for HeaderVisitor {
            type Value = Headers;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with texts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Headers, A::Error> {
                let mut headers = Vec::new();
                while let Some(header) = map.next_entry()? {
                    headers.push(header);
                }
                Ok(Headers(headers))
            }
        }

        deserializer.deserialize_map(HeaderVisitor)
    }
}

/// Entries of the game or of a variation.
struct Line<'a> {
    entries: Vec<&'a RawValue>,
    /// The node before the first entry, and the square of its move.
    parent: NodeId,
    last_square: Option<Square>,
    /// How many variations it is in; 0 for the game.
    depth: usize,
}

/// Reads the game of a file.
pub(crate) fn read(text: &str) -> impl Iterator<Item = ReadGame> {
    std::iter::once(read_game(text).map(|record| (record, text.lines().count())))
}

fn read_game(text: &str) -> Result<GameRecord, RecordError> {
    let source = Source(text);
    let file: File<'_> = source.parse(text)?;
    let tags = read_headers(file.header)?;
    let start = match file.initial {
        Some(initial) => read_start(source.parse(initial.get())?, source.line(initial.get()))?,
        None => Position::start(shogi()),
    };
    let mut record = GameRecord::new(&start);
    record.tags = tags;
    let mut cursor = record.cursor();
    let game = Line { entries: file.moves, parent: NodeId::ROOT, last_square: None, depth: 0 };
    let mut lines = VecDeque::from([game]);
    while let Some(line) = lines.pop_front() {
        read_line(&mut cursor, source, line, &mut lines)?;
    }
    Ok(record)
}

/// The text of a file, of which the parts are slices.
#[derive(Clone, Copy)]
struct Source<'a>(&'a str);

impl<'a> Source<'a> {
    /// Returns the line in which a part begins.
    fn line(self, part: &str) -> usize {
        let offset = (part.as_ptr() as usize).saturating_sub(self.0.as_ptr() as usize);
        1 + self.0.bytes().take(offset).filter(|&byte| byte == b'\n').count()
    }

    fn parse<T: Deserialize<'a>>(self, part: &'a str) -> Result<T, RecordError> {
        serde_json::from_str(part).map_err(|error| {
            let line = self.line(part) + error.line().saturating_sub(1);
            let text = error.to_string();
            // The line is counted from that of the part.
            let reason = text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
            RecordError::new(line, RecordErrorKind::Json(reason.to_owned()))
        })
    }
}

fn read_headers(headers: Headers) -> Result<Tags, RecordError> {
    let mut tags = Tags::default();
    for (key, value) in headers.0 {
        let Some(value) = value.filter(|value| !value.trim().is_empty()) else { continue };
        if key == VARIANT_KEY && value != shogi().name() {
            return Err(RecordError::unexpected(1, &value, "shogi, the only game of JKF,"));
        }
        // What these say is in the start position.
        if !is_start_header(&key) {
            let (key, value) = read_tag(&key, value.trim());
            tags.set(key, value);
        }
    }
    add_byoyomi(&mut tags);
    Ok(tags)
}

fn read_start(initial: Initial, line: usize) -> Result<Position, RecordError> {
    match initial.data {
        // Some programs describe the pieces of a named position, too.
        Some(data) => read_data(data, line),
        None if initial.preset == OTHER => {
            Err(RecordError::unexpected(line, OTHER, "the pieces of the start position (data)"))
        }
        None => handicap::jkf_position(&initial.preset).ok_or_else(|| {
            RecordError::unexpected(line, &initial.preset, "a preset such as HIRATE or OTHER")
        }),
    }
}

fn read_data(data: Data, line: usize) -> Result<Position, RecordError> {
    let color = |number: u8| match number {
        0 => Ok(Color::Black),
        1 => Ok(Color::White),
        _ => Err(RecordError::unexpected(line, &number.to_string(), "the color 0 or 1")),
    };
    let kind_of = |name: &str| {
        let expected = "a kind of piece such as FU";
        kind(shogi(), name).ok_or_else(|| RecordError::unexpected(line, name, expected))
    };
    let mut setup = Setup::new(color(data.color)?);
    let files = match data.board {
        Board::Cells(files) => files,
        Board::Empty {} => Vec::new(),
    };
    if files.len() > 9 || files.iter().any(|file| file.len() > 9) {
        return Err(RecordError::unexpected(line, "board", "nine files of nine squares"));
    }
    for (file, cells) in (0..).zip(files) {
        for (rank, cell) in (0..).zip(cells) {
            let Cell { color: Some(number), kind: Some(name) } = cell else { continue };
            let piece = Piece::new(color(number)?, kind_of(&name)?);
            setup.put(Square::new(file, rank), Some(piece));
        }
    }
    for (side, hand) in Color::BOTH.into_iter().zip(data.hands) {
        for (name, count) in hand.into_iter().filter(|&(_, count)| count > 0) {
            let kind = kind_of(&name)?;
            if kind.is_promoted() {
                let expected = "an unpromoted piece in hand";
                return Err(RecordError::unexpected(line, &name, expected));
            }
            setup.add_to_hand(side, kind, count);
        }
    }
    setup.build(shogi()).map_err(|error| RecordError::position(line, "the start position", error))
}

/// Reads a line. Adds the variations from it to `lines`.
fn read_line<'a>(
    cursor: &mut Cursor<'_>,
    source: Source<'a>,
    line: Line<'a>,
    lines: &mut VecDeque<Line<'a>>,
) -> Result<(), RecordError> {
    let Line { entries, parent, mut last_square, depth } = line;
    cursor.go_to(parent);
    let (mut has_moves, mut has_ended) = (depth == 0, false);
    for (index, raw) in entries.iter().enumerate() {
        // Counted only for an error.
        let number = || source.line(raw.get());
        let entry: Entry<&'a RawValue> = source.parse(raw.get())?;
        let (before, square_before) = (cursor.node(), last_square);
        let has_move = entry.mv.is_some();
        if let Some(fields) = &entry.mv {
            let text = fields.text();
            if has_ended {
                return Err(RecordError::after_end(number(), &text));
            }
            let position = cursor.position();
            let side = position.side();
            // An illegal move that loses the game cannot be a node, so its text is kept.
            let is_foul = || {
                let mut following = entries[index..].iter().take(2);
                following.any(|raw| {
                    let entry: Result<Entry<&RawValue>, _> = source.parse(raw.get());
                    entry.is_ok_and(|entry| {
                        entry.special.is_some_and(|word| word.contains("ILLEGAL"))
                    })
                })
            };
            let mv = fields.read(position, last_square);
            match mv.and_then(|mv| Ok(cursor.play(mv).map(|_| mv)?)) {
                Ok(mv) => {
                    last_square = Some(mv.to());
                    has_moves = true;
                }
                Err(_) if has_moves && is_foul() => {
                    cursor.notes_mut().end = Some(GameEnd::by_illegal_move(side, text));
                    has_ended = true;
                }
                Err(error) => return Err(error.at(number(), &text)),
            }
        }
        if let Some(word) = &entry.special {
            let error = || RecordError::unexpected(number(), word, "an end such as TORYO");
            let position = cursor.position();
            let end = read_ending(word, position.side()).ok_or_else(error)?;
            let end = end.with_winner_by_rule(position);
            let notes = cursor.notes_mut();
            if has_moves {
                // An illegal move before it has set the end.
                notes.end.get_or_insert(end);
                has_ended = true;
            } else {
                // The node before a variation without moves belongs to another line.
                notes.comments.push(word.clone());
            }
        }
        let notes = cursor.notes_mut();
        if let Some(times) = entry.time {
            let elapsed = times.now.read().ok_or_else(|| {
                RecordError::unexpected(number(), "time", "hours (h), minutes (m) and seconds (s)")
            })?;
            match &mut notes.end {
                Some(end) if has_ended => end.elapsed = Some(elapsed),
                _ if has_move => notes.elapsed = Some(elapsed),
                _ => {}
            }
        }
        let comments = entry.comments.unwrap_or_default();
        for comment in comments.iter().flat_map(|comment| split_lines(comment)) {
            match &mut notes.end {
                Some(end) if has_ended => read_kif_end_comment(comment, end),
                _ => read_kif_comment(comment, notes),
            }
        }
        for entries in entry.forks.unwrap_or_default() {
            if depth == MAX_DEPTH {
                return Err(RecordError::new(number(), RecordErrorKind::TooDeep(MAX_DEPTH)));
            }
            lines.push_back(Line {
                entries,
                parent: before,
                last_square: square_before,
                depth: depth + 1,
            });
        }
    }
    Ok(())
}

impl MoveFields {
    /// Returns the move in the style of CSA, for errors.
    fn text(&self) -> String {
        let sign = if self.color == Some(1) { '-' } else { '+' };
        let place = |place: Option<Place>, missing: &str| {
            place.map_or_else(|| missing.to_owned(), |place| format!("{}{}", place.x, place.y))
        };
        let piece = self.piece.as_deref().unwrap_or_default();
        format!("{sign}{}{}{piece}", place(self.from, "00"), place(self.to, "同"))
    }

    /// Returns the move; whether it is legal is not checked. `last` is the square of the move before it.
    fn read(&self, position: &Position, last: Option<Square>) -> Result<Move, MoveTextError> {
        let side = position.side();
        if self.color.is_some_and(|color| usize::from(color) != side.index()) {
            return Err(format!("{side} is to move").into());
        }
        let to = match self.to {
            Some(to) => to.square().ok_or("the squares are from 1 to 9")?,
            None => {
                last.filter(|_| self.same == Some(true)).ok_or("the target square is missing")?
            }
        };
        let named = match &self.piece {
            Some(name) => Some(kind(shogi(), name).ok_or("expected a piece such as FU")?),
            None => None,
        };
        let Some(from) = self.from else {
            // Programs that read KI2 leave the start square out until they have found it.
            let is_drop = self.relative.as_deref().is_none_or(|relative| relative == "H");
            return match named {
                _ if !is_drop => Err("the start square is missing".into()),
                Some(kind) if !kind.is_promoted() => Ok(Move::drop(kind, to)),
                Some(_) => Err("a promoted piece cannot be dropped".into()),
                None => Err("the piece is missing".into()),
            };
        };
        let from = from.square().ok_or("the squares are from 1 to 9")?;
        let moved = position.piece_on(from).ok_or("the start square is empty")?.kind();
        if named.is_some_and(|named| named != moved) {
            return Err("another piece stands on the start square".into());
        }
        Ok(match self.promote {
            Some(true) => Move::promotion(from, to),
            _ => Move::normal(from, to),
        })
    }
}

impl Place {
    fn square(self) -> Option<Square> {
        let is_on_board = (1..=9).contains(&self.x) && (1..=9).contains(&self.y);
        is_on_board.then(|| Square::new(self.x - 1, self.y - 1))
    }
}

impl Time {
    fn read(&self) -> Option<Duration> {
        let minutes = self.h.unwrap_or(0).checked_mul(60)?.checked_add(self.m)?;
        let seconds = Duration::try_from_secs_f64(self.s.as_f64()?).ok()?;
        Duration::from_secs(minutes.checked_mul(60)?).checked_add(seconds)
    }
}
