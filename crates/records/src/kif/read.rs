//! Reading KIF and KI2.

use super::diagram::StartPositionReader;
use super::endings::{UNKNOWN_REASON, is_other_word, read_closing, read_word};
use super::kanji::{PieceNames, read_number};
use super::ki2::{is_mark, read_ki2_move, side_of_mark, split_moves};
use super::lines::{BYOYOMI_KEY, Line, LineKind, VARIANT_KEY, header, read_tag, split_games};
use super::moves::read_kif_move;
use crate::annotations::{read_kif_comment, read_kif_end_comment};
use crate::clock_text::parse_clock;
use crate::end_reason::{EndReason, GameResult};
use crate::ending::GameEnd;
use crate::error::{MoveTextError, RecordError, RecordErrorKind};
use crate::game_name::find_rules;
use crate::game_times::TimeControl;
use crate::handicap;
use crate::record::{Cursor, GameRecord, NodeId, Notes, ReadGame};
use crate::tags::{TIME_CONTROL, Tags};
use crate::warning::Warning;
use rules::{Color, Move, Rules};
use std::time::Duration;

/// Reads the games of a file in KIF or KI2. `rules` are those of games that no line names.
pub(crate) fn read(text: &str, rules: &'static Rules) -> impl Iterator<Item = ReadGame> {
    let lines: Vec<_> =
        text.lines().zip(1..).map(|(text, number)| Line::new(text, number)).collect();
    let ends: Vec<usize> = split_games(&lines).iter().map(|game| game.len()).collect();
    let mut start = 0;
    ends.into_iter().map(move |length| {
        let game = &lines[start..start + length];
        start += length;
        read_game(game, rules)
    })
}

fn read_game(lines: &[Line<'_>], rules: &'static Rules) -> ReadGame {
    let rules = rules_of(lines)?.unwrap_or(rules);
    let names = PieceNames::new(rules);
    let (mut record, first_move) = read_header(lines, rules, &names)?;
    let mut moves = MoveReader {
        names: &names,
        cursor: record.cursor(),
        first_number: None,
        has_numbers: false,
        starts_variation: false,
        before_variation: Notes::default(),
        refused: None,
    };
    for (index, line) in lines.iter().enumerate().skip(first_move) {
        moves.read_line(*line, &lines[index + 1..])?;
    }
    moves.finish();
    Ok((record, lines.last().map_or(1, |line| line.number)))
}

/// Returns the rules of the game that the header names.
fn rules_of(lines: &[Line<'_>]) -> Result<Option<&'static Rules>, RecordError> {
    let named = lines.iter().find_map(|line| match line.kind {
        LineKind::Header(VARIANT_KEY, name) => Some(find_rules(name, line.number)),
        _ => None,
    });
    named.transpose()
}

/// Reads the header. Returns a record without moves, and the index of the first line after the
/// header.
fn read_header(
    lines: &[Line<'_>],
    rules: &'static Rules,
    names: &PieceNames,
) -> Result<(GameRecord, usize), RecordError> {
    let mut start = StartPositionReader::new(rules, names);
    let mut tags = Tags::default();
    let mut notes = Notes::default();
    let end = lines.iter().position(|line| line.kind.starts_moves()).unwrap_or(lines.len());
    for line in &lines[..end] {
        match line.kind {
            LineKind::Comment(comment) => read_kif_comment(comment, &mut notes),
            LineKind::Bookmark(bookmark) => notes.bookmarks.push(bookmark.to_owned()),
            LineKind::StartPosition(part) => start.add(part, line.number)?,
            LineKind::Header(..) | LineKind::Variation(_) | LineKind::Text => {
                match header(line.text) {
                    Some((VARIANT_KEY, _) | (_, "")) => {}
                    Some((key, value)) => {
                        let (key, value) = read_tag(key, value);
                        tags.set(key, value);
                    }
                    // Any other text in the header becomes a comment.
                    None => notes.comments.push(line.text.to_owned()),
                }
            }
            _ => {}
        }
    }
    add_byoyomi(&mut tags);
    let position = start.finish()?;
    if let Some(name) = start.handicap()
        && name != handicap::OTHER
        && handicap::position(rules, name).is_none()
    {
        tags.set("手合割", name);
    }
    let mut record = GameRecord::new(&position);
    record.tags = tags;
    *record.notes_mut(NodeId::ROOT) = notes;
    Ok((record, end))
}

/// Moves the header 秒読み into the time control.
pub(crate) fn add_byoyomi(tags: &mut Tags) {
    let control = tags.get(TIME_CONTROL).and_then(TimeControl::parse);
    if let (Some(control), Some(byoyomi)) = (control, tags.get(BYOYOMI_KEY))
        && let Some(control) = control.with_byoyomi(byoyomi)
    {
        tags.remove(BYOYOMI_KEY);
        tags.set(TIME_CONTROL, control.to_string());
    }
}

/// Reads the moves of a record.
struct MoveReader<'a> {
    names: &'a PieceNames,
    cursor: Cursor<'a>,
    /// The number of the first move.
    first_number: Option<usize>,
    /// Whether moves are numbered, as in KIF.
    has_numbers: bool,
    /// Whether a variation was announced and has no move yet.
    starts_variation: bool,
    /// Comments and bookmarks between the announcement of a variation and its first move, which they
    /// describe.
    before_variation: Notes,
    /// The last move, if it lost the game because it is illegal.
    refused: Option<RefusedMove>,
}

/// A move that lost the game because it is illegal. It cannot be a node, so it is part of the end.
struct RefusedMove {
    text: String,
    loser: Color,
    elapsed: Option<Duration>,
    comments: Vec<String>,
}

impl RefusedMove {
    fn into_end(self) -> GameEnd {
        let mut end = GameEnd::by_illegal_move(self.loser, self.text);
        end.elapsed = self.elapsed;
        self.comments.iter().for_each(|comment| read_kif_end_comment(comment, &mut end));
        end
    }
}

impl MoveReader<'_> {
    /// Reads a line; `following` are the lines after it.
    fn read_line(&mut self, line: Line<'_>, following: &[Line<'_>]) -> Result<(), RecordError> {
        match line.kind {
            LineKind::Blank | LineKind::FileType | LineKind::ProgramComment | LineKind::Heading => {
            }
            LineKind::Comment(comment) => self.add_comment(comment),
            LineKind::Bookmark(bookmark) => {
                let notes = if self.starts_variation {
                    &mut self.before_variation
                } else {
                    self.cursor.notes_mut()
                };
                notes.bookmarks.push(bookmark.to_owned());
            }
            LineKind::Closing(rest) => self.close(rest),
            LineKind::Variation(rest) => self.start_variation(rest, line)?,
            LineKind::Numbered(number, text) => {
                self.read_numbered(number, text, line.number, following)?;
            }
            LineKind::Marked => {
                for (side, mv) in split_moves(line.text) {
                    self.read_marked(side, mv, line.number, following)?;
                }
            }
            LineKind::Header(..) | LineKind::StartPosition(_) | LineKind::Text => {
                let expected = "a move, a comment, 変化 or まで";
                let error = || RecordError::unexpected(line.number, line.text, expected);
                let (key, value) = header(line.text).ok_or_else(error)?;
                // Some programs write the end time after the moves.
                if !value.is_empty() {
                    let (key, value) = read_tag(key, value);
                    self.cursor.set_tag(key, value);
                }
            }
        }
        Ok(())
    }

    fn has_ended(&mut self) -> bool {
        // A variation may show how the game could have gone on.
        !self.starts_variation && (self.refused.is_some() || self.cursor.notes_mut().end.is_some())
    }

    /// Adds a comment to the last move, or to the end of the game.
    fn add_comment(&mut self, comment: &str) {
        if self.starts_variation {
            self.before_variation.comments.push(comment.to_owned());
            return;
        }
        if let Some(refused) = &mut self.refused {
            refused.comments.push(comment.to_owned());
            return;
        }
        let notes = self.cursor.notes_mut();
        match &mut notes.end {
            Some(end) => read_kif_end_comment(comment, end),
            None => read_kif_comment(comment, notes),
        }
    }

    /// Adds the comments before a variation to its first move, or where it has no move, to the move before
    /// it.
    fn keep_comments(&mut self) {
        let before = std::mem::take(&mut self.before_variation);
        let notes = self.cursor.notes_mut();
        notes.comments.extend(before.comments);
        notes.bookmarks.extend(before.bookmarks);
    }

    /// Completes the record after the last line.
    fn finish(&mut self) {
        self.keep_comments();
        if let Some(refused) = self.refused.take() {
            self.cursor.notes_mut().end = Some(refused.into_end());
        }
    }

    /// Records the end of the game, which `word` names. The end of a variation without moves is kept
    /// as a comment: the node before it belongs to the line that the variation leaves.
    fn set_end(&mut self, end: GameEnd, word: &str) {
        let end = end.with_winner_by_rule(self.cursor.position());
        let notes = self.cursor.notes_mut();
        if self.starts_variation {
            notes.comments.push(word.to_owned());
        } else {
            notes.end = Some(end);
        }
    }

    /// Reads the rest of a closing line.
    fn close(&mut self, rest: &str) {
        if self.starts_variation {
            // A variation without moves has no node that could hold its end.
            self.refused = None;
            return;
        }
        let rest = rest.trim_start_matches('、').trim();
        let words = match read_number(rest) {
            Some((_, after)) => after.strip_prefix("手で").unwrap_or(after),
            None => rest,
        };
        let side = self.cursor.position().side();
        let stated = self.cursor.notes_mut().end.take();
        let mut end = read_closing(words, side, stated);
        if let Some(refused) = self.refused.take() {
            end = refused.into_end();
        }
        // KI2 records a resignation in the closing line only.
        let is_win = end.result == GameResult::Win(!side);
        let is_known = !words.ends_with(UNKNOWN_REASON);
        if !self.has_numbers && end.reason == EndReason::Unknown && is_win && is_known {
            end.reason = EndReason::Resignation;
        }
        // A line without words ends the game, too: moves recorded after it are variations.
        if words.is_empty() || end != GameEnd::new(GameResult::Unknown, EndReason::Unknown) {
            let end = end.with_winner_by_rule(self.cursor.position());
            self.cursor.notes_mut().end = Some(end);
        }
    }

    /// Goes back to the move before a variation.
    fn start_variation(&mut self, rest: &str, line: Line<'_>) -> Result<(), RecordError> {
        let expected = "the number of a move that is recorded, as in 変化：9手";
        let error = || RecordError::unexpected(line.number, line.text, expected);
        let rest = rest.trim_start_matches(['：', ':', ' ', '　']);
        let (number, _) = read_number(rest).ok_or_else(error)?;
        let node = self.cursor.node();
        let ply = self.cursor.record().node(node).ply();
        let before =
            (number as usize).checked_sub(self.first_number.unwrap_or(1)).ok_or_else(error)?;
        if before > ply {
            return Err(error());
        }
        self.begin_variation(before);
        Ok(())
    }

    /// Goes back to a ply, where a variation begins.
    fn begin_variation(&mut self, ply: usize) {
        self.refused = None;
        self.keep_comments();
        self.starts_variation = true;
        self.cursor.go_to_ply(ply);
    }

    /// Reads a numbered move, or the word for the end of the game in its place.
    fn read_numbered(
        &mut self,
        number: usize,
        text: &str,
        line: usize,
        following: &[Line<'_>],
    ) -> Result<(), RecordError> {
        self.has_numbers = true;
        let (text, elapsed) = split_time(text);
        let mark = text.chars().next().and_then(side_of_mark);
        let text =
            if mark.is_some() { text.trim_start_matches(is_mark).trim_start() } else { text };
        self.go_to_number(number, text, line)?;
        let side = self.cursor.position().side();
        let other = || {
            let is_end = is_other_word(text) && is_last_in_line(number, following);
            is_end.then(|| GameEnd::by_other_word(text))
        };
        if let Some(mut end) = read_word(text, side).or_else(other) {
            if let Some(refused) = self.refused.take() {
                end = GameEnd { reason: end.reason, ..refused.into_end() };
            }
            end.elapsed = elapsed.or(end.elapsed);
            self.set_end(end, text);
            return Ok(());
        }
        check_mark(mark.unwrap_or(side), side, text, line)?;
        self.play(text, None, line, following)?;
        match &mut self.refused {
            Some(refused) => refused.elapsed = elapsed,
            None => self.cursor.notes_mut().elapsed = elapsed,
        }
        Ok(())
    }

    /// Goes to the place of a numbered move: after the last move, or where a variation begins that is announced by
    /// nothing but the number of its first move. A move that is legal only after the last one has the wrong number.
    fn go_to_number(&mut self, number: usize, text: &str, line: usize) -> Result<(), RecordError> {
        let first = *self.first_number.get_or_insert(number);
        let node = self.cursor.node();
        let played = self.cursor.record().node(node).ply() + usize::from(self.refused.is_some());
        let expected = first.saturating_add(played);
        if number == expected {
            return Ok(());
        }
        if !(first..expected).contains(&number) || self.refused.is_some() {
            let kind = RecordErrorKind::MoveNumber { found: number.to_string(), expected };
            return Err(RecordError::new(line, kind));
        }
        let is_next = !self.starts_variation && self.read_move(text, None).is_ok();
        self.begin_variation(number - first);
        if is_next && self.read_move(text, None).is_err() {
            self.starts_variation = false;
            self.cursor.go_to(node);
            self.cursor.warn(Warning::MoveNumber { line, found: number, expected });
        }
        Ok(())
    }

    /// Reads a move of KI2 after its mark.
    fn read_marked(
        &mut self,
        side: Color,
        text: &str,
        line: usize,
        following: &[Line<'_>],
    ) -> Result<(), RecordError> {
        let to_move = self.cursor.position().side();
        // In place of a move, the mark is sometimes missing or wrong.
        if let Some(end) = read_word(text, to_move) {
            self.set_end(end, text);
            return Ok(());
        }
        check_mark(side, to_move, text, line)?;
        self.play(text, Some(side), line, following)
    }

    fn play(
        &mut self,
        text: &str,
        mark: Option<Color>,
        line: usize,
        following: &[Line<'_>],
    ) -> Result<(), RecordError> {
        if self.has_ended() {
            return Err(RecordError::after_end(line, text));
        }
        let side = self.cursor.position().side();
        match self.read_move(text, mark) {
            Ok(mv) => {
                self.cursor.play_legal(mv);
                self.starts_variation = false;
                self.keep_comments();
                Ok(())
            }
            Err(error @ MoveTextError::Ambiguous(_)) => Err(error.at(line, text)),
            // An illegal move that loses the game cannot be a node, so its text is kept.
            Err(_) if is_foul(following) => {
                self.refused = Some(RefusedMove {
                    text: text.to_owned(),
                    loser: side,
                    elapsed: None,
                    comments: Vec::new(),
                });
                Ok(())
            }
            Err(error) => Err(error.at(line, text)),
        }
    }

    fn read_move(&self, text: &str, mark: Option<Color>) -> Result<Move, MoveTextError> {
        // Drops of KIF have no start square, and some programs leave it out elsewhere.
        let has_origin = mark.is_none() && text.contains('(');
        let position = self.cursor.position();
        if has_origin {
            read_kif_move(position, self.names, text)
        } else {
            read_ki2_move(position, self.names, text)
        }
    }
}

/// Returns an error if the mark before a move is not that of the side to move.
fn check_mark(side: Color, to_move: Color, text: &str, line: usize) -> Result<(), RecordError> {
    if side == to_move {
        return Ok(());
    }
    let expected = if to_move == Color::Black { "▲" } else { "△" };
    let found = if side == Color::Black { "▲" } else { "△" };
    Err(RecordError::unexpected(line, &format!("{found}{text}"), expected))
}

/// Returns whether no move with the next number follows before the line ends.
fn is_last_in_line(number: usize, following: &[Line<'_>]) -> bool {
    let mut kinds = following.iter().map(|line| line.kind);
    let next = kinds.find(|kind| kind.starts_moves() || matches!(kind, LineKind::Variation(_)));
    !matches!(next, Some(LineKind::Numbered(next, _)) if next > number)
}

/// Returns whether the next line says that the game ended by an illegal move. Comments do not count,
/// except at the end of the record.
fn is_foul(following: &[Line<'_>]) -> bool {
    let is_foul = |line: &Line<'_>| line.text.contains("反則");
    let is_comment = |line: &&Line<'_>| matches!(line.kind, LineKind::Blank | LineKind::Comment(_));
    match following.iter().find(|line| !is_comment(line)) {
        Some(line) => {
            matches!(line.kind, LineKind::Numbered(..) | LineKind::Closing(_)) && is_foul(line)
        }
        None => following.iter().any(is_foul),
    }
}

/// Splits a numbered move into the move and the time spent: `７六歩(77)   ( 0:16/00:00:16)+`.
fn split_time(text: &str) -> (&str, Option<Duration>) {
    let text = text.trim_end_matches('+').trim_end();
    let Some((before, time)) = text.rsplit_once('(') else { return (text, None) };
    let Some(time) = time.strip_suffix(')') else { return (text, None) };
    let spent = time.split_once('/').map_or(time, |(spent, _)| spent);
    match parse_clock(spent) {
        Some(elapsed) if spent.contains(':') => (before.trim_end(), Some(elapsed)),
        _ => (text, None),
    }
}
