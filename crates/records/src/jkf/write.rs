//! Writing JKF.

use super::{Board, Cell, Data, Entry, Initial, MoveFields, OTHER, Place, RELATIVE, Time, Times};
use crate::annotations::{format_kif_remark, kif_comment_fields, kif_elapsed_field};
use crate::csa::{format_ending, holds_word, name};
use crate::ending::GameEnd;
use crate::handicap;
use crate::kif::{distinguishing_words, format_tag};
use crate::record::{GameRecord, NodeId, Notes};
use crate::tags;
use rules::{Color, Move, PieceKind, Position, Square};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::time::Duration;

/// Formats a game of shogi as JKF, an entry of the main line per line. Parts of seconds are written in comments.
pub fn write(record: &GameRecord) -> String {
    let writer = Writer { record, total_times: record.total_times() };
    let first = Entry { comments: comments(&record.node(NodeId::ROOT).notes), ..Entry::default() };
    let mut entries = vec![Written(first)];
    entries.extend(writer.entries_after(NodeId::ROOT, &mut record.start().clone()));
    let entries: Vec<_> = entries.iter().map(json).collect();
    let (header, initial) = (json(&Headers(record)), json(&initial(record.start())));
    let entries = entries.join(",\n");
    format!("{{\"header\":{header},\n\"initial\":{initial},\n\"moves\":[\n{entries}\n]}}\n")
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts, numbers and lists can be written")
}

/// An entry with its variations.
#[derive(Serialize)]
#[serde(transparent)]
struct Written(Entry<Self>);

impl<E> Default for Entry<E> {
    fn default() -> Self {
        Self { mv: None, time: None, special: None, comments: None, forks: None }
    }
}

/// The headers of KIF for the tags of a record.
struct Headers<'a>(&'a GameRecord);

impl Serialize for Headers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_handicap = handicap::name(self.0.start()).is_some_and(|name| name != handicap::NONE);
        serializer.collect_map(self.0.tags.iter().map(|(key, value)| match key {
            tags::BLACK if is_handicap => ("下手".into(), value.to_owned()),
            tags::WHITE if is_handicap => ("上手".into(), value.to_owned()),
            _ => format_tag(key, value),
        }))
    }
}

fn initial(start: &Position) -> Initial {
    if let Some(preset) = handicap::jkf_name(start) {
        return Initial { preset: preset.into(), data: None };
    }
    let cell = |square| match start.piece_on(square) {
        Some(piece) => Cell {
            color: Some(piece.color().index() as u8),
            kind: Some(piece_name(start, piece.kind())),
        },
        None => Cell::default(),
    };
    let file = |file| (0..9).map(|rank| cell(Square::new(file, rank))).collect();
    let hand = |color| {
        let counts = start.hand(color).iter();
        counts.map(|(kind, count)| (piece_name(start, kind), u32::from(count))).collect()
    };
    let data = Data {
        color: start.side().index() as u8,
        board: Board::Cells((0..9).map(file).collect()),
        hands: Color::BOTH.map(hand),
    };
    Initial { preset: OTHER.into(), data: Some(data) }
}

fn piece_name(position: &Position, kind: PieceKind) -> String {
    name(position.rules(), kind).into()
}

struct Writer<'a> {
    record: &'a GameRecord,
    /// The time that the mover of each node has spent up to it, by node index.
    total_times: Vec<Duration>,
}

impl Writer<'_> {
    /// Returns the entries that follow a node, whose position is given.
    fn entries_after(&self, node: NodeId, position: &mut Position) -> Vec<Written> {
        let ply = position.ply();
        let (mut entries, mut node) = (Vec::new(), node);
        loop {
            let next = self.record.continuation(node);
            let mut entry = match (&self.record.node(node).notes.end, next) {
                (Some(end), _) => self.end_entry(node, end, position.side()),
                (None, Some(next)) => self.move_entry(next, position),
                (None, None) => break,
            };
            let variations = self.record.variations(node);
            if !variations.is_empty() {
                let mut forks = Vec::new();
                for &first in variations {
                    let mut fork = vec![Written(self.move_entry(first, position))];
                    self.play(first, position);
                    fork.extend(self.entries_after(first, position));
                    position.undo_move();
                    forks.push(fork);
                }
                entry.forks = Some(forks);
            }
            entries.push(Written(entry));
            let Some(next) = next else { break };
            self.play(next, position);
            node = next;
        }
        while position.ply() > ply {
            position.undo_move();
        }
        entries
    }

    fn play(&self, id: NodeId, position: &mut Position) {
        self.record.node(id).mv().into_iter().for_each(|mv| position.do_move(mv));
    }

    /// Returns the entry of a move in the position before it.
    fn move_entry(&self, id: NodeId, position: &Position) -> Entry<Written> {
        let node = self.record.node(id);
        let total = self.total_times[id.index()];
        Entry {
            mv: node.mv().map(|mv| self.move_fields(id, mv, position)),
            time: node.notes.elapsed.map(|elapsed| times(elapsed, total)),
            comments: comments(&node.notes),
            ..Entry::default()
        }
    }

    fn move_fields(&self, id: NodeId, mv: Move, position: &Position) -> MoveFields {
        let parent = self.record.node(id).parent();
        let last = parent.and_then(|parent| self.record.node(parent).mv());
        let can_promote = |from| position.is_pseudo_legal(Move::promotion(from, mv.to()));
        let letter =
            |word| RELATIVE.iter().find(|(known, _)| *known == word).map(|(_, letter)| letter);
        let relative: String = distinguishing_words(position, mv)
            .unwrap_or_default()
            .chars()
            .filter_map(letter)
            .collect();
        MoveFields {
            color: Some(position.side().index() as u8),
            from: mv.from().map(place),
            to: Some(place(mv.to())),
            piece: position.moved_piece(mv).map(|piece| piece_name(position, piece.kind())),
            same: last.filter(|last| last.to() == mv.to()).map(|_| true),
            promote: mv.from().filter(|&from| can_promote(from)).map(|_| mv.is_promotion()),
            capture: position.piece_on(mv.to()).map(|piece| piece_name(position, piece.kind())),
            relative: Some(relative).filter(|relative| !relative.is_empty()),
        }
    }

    /// Returns the entry for the end of the game after a node, when `side` is to move.
    fn end_entry(&self, id: NodeId, end: &GameEnd, side: Color) -> Entry<Written> {
        let before = self.record.node(id).parent().map(NodeId::index);
        let before = before.map_or(Duration::ZERO, |before| self.total_times[before]);
        Entry {
            special: Some(format_ending(end, side).into()),
            time: end.elapsed.map(|elapsed| times(elapsed, before.saturating_add(elapsed))),
            comments: non_empty(
                kif_elapsed_field(end.elapsed)
                    .into_iter()
                    .chain(end.remarks(holds_word).map(str::to_owned))
                    .collect(),
            ),
            ..Entry::default()
        }
    }
}

/// Returns the comments of a node, with what the format has no other place for.
fn comments(notes: &Notes) -> Option<Vec<String>> {
    let mut comments: Vec<_> =
        kif_elapsed_field(notes.elapsed).into_iter().chain(kif_comment_fields(notes)).collect();
    for comment in notes.comments_and_bookmarks() {
        comments.extend(format_kif_remark(&comment).map(Cow::into_owned));
    }
    non_empty(comments)
}

fn non_empty(texts: Vec<String>) -> Option<Vec<String>> {
    Some(texts).filter(|texts| !texts.is_empty())
}

fn place(square: Square) -> Place {
    Place { x: square.file() + 1, y: square.rank() + 1 }
}

fn times(elapsed: Duration, total: Duration) -> Times {
    let (now, total) = (elapsed.as_secs(), total.as_secs());
    Times {
        now: Time { h: None, m: now / 60, s: (now % 60).into() },
        total: Some(Time { h: Some(total / 3600), m: total / 60 % 60, s: (total % 60).into() }),
    }
}
