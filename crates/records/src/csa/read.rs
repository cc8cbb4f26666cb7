//! Reading CSA.

use super::codes::{kind, read_ending, square};
use super::{KEYS, TIME_LIMIT, start};
use crate::annotations::{read_kif_comment, read_kif_end_comment};
use crate::clock_text::duration;
use crate::ending::GameEnd;
use crate::error::RecordError;
use crate::game_name::shogi;
use crate::game_times::TimeControl;
use crate::record::{Cursor, GameRecord, NodeId, Notes, ReadGame};
use crate::tags::{BLACK, Tags, TimeTag, WHITE};
use rules::{Color, Move, Position, Setup};

/// A part of a line: lines hold several, separated by commas.
#[derive(Clone, Copy)]
struct Statement<'a> {
    text: &'a str,
    line: usize,
}

/// Reads the games of a CSA file, which lines with a single `/` separate.
pub(crate) fn read(text: &str) -> impl Iterator<Item = ReadGame> {
    let mut lines = text.lines().zip(1..).peekable();
    let next_part = move || {
        lines.peek()?;
        let part = lines.by_ref().take_while(|(line, _)| line.trim() != "/");
        Some(part.flat_map(split_line).collect::<Vec<_>>())
    };
    // Comments after the last separator are no game.
    let is_game = |part: &Vec<Statement<'_>>| part.iter().any(|part| !part.text.starts_with('\''));
    let read = move |part: Vec<Statement<'_>>| {
        Ok((read_game(&part)?, part.last().map_or(1, |part| part.line)))
    };
    std::iter::from_fn(next_part).filter(is_game).map(read)
}

/// Splits a line and its number into statements.
fn split_line((line, number): (&str, usize)) -> Vec<Statement<'_>> {
    let mut rest = line.trim_end();
    let mut parts = Vec::new();
    while !rest.is_empty() {
        // Names and comments may contain commas.
        let is_whole = rest.starts_with(['\'', 'N', '$']);
        let (text, after) = match rest.split_once(',') {
            Some((text, after)) if !is_whole => (text.trim(), after.trim_start()),
            _ => (rest, ""),
        };
        rest = after;
        if !text.is_empty() {
            parts.push(Statement { text, line: number });
        }
    }
    parts
}

fn read_game(statements: &[Statement<'_>]) -> Result<GameRecord, RecordError> {
    let mut tags = Tags::default();
    let mut notes = Notes::default();
    let mut setup = Setup::new(Color::Black);
    let mut has_position = false;
    let is_move = |text: &str| text.starts_with(['+', '-', '%', 'T']) && text.len() > 1;
    let end = statements.iter().position(|part| is_move(part.text)).unwrap_or(statements.len());
    let mut last_line = 1;
    for &Statement { text, line } in &statements[..end] {
        if let Some(comment) = text.strip_prefix('\'') {
            read_comment(comment, &mut notes);
            continue;
        }
        match text {
            "+" => setup.side = Color::Black,
            "-" => setup.side = Color::White,
            _ if text.starts_with('P') => {
                start::read_line(&mut setup, text, line)?;
                has_position = true;
                last_line = line;
            }
            _ if text.starts_with('V') => {}
            _ => read_tag(text, line, &mut tags)?,
        }
    }
    if !has_position {
        start::put_standard_pieces(&mut setup);
    }
    let found = "the start position";
    let position =
        setup.build(shogi()).map_err(|error| RecordError::position(last_line, found, error))?;
    let mut record = GameRecord::new(&position);
    record.tags = tags;
    *record.notes_mut(NodeId::ROOT) = notes;
    let mut cursor = record.cursor();
    for (index, statement) in statements.iter().enumerate().skip(end) {
        read_statement(&mut cursor, *statement, &statements[index + 1..])?;
    }
    Ok(record)
}

fn read_tag(text: &str, line: usize, tags: &mut Tags) -> Result<(), RecordError> {
    if let Some(name) = text.strip_prefix("N+") {
        set_tag(tags, BLACK, name);
    } else if let Some(name) = text.strip_prefix("N-") {
        set_tag(tags, WHITE, name);
    } else if let Some((key, value)) = text.strip_prefix('$').and_then(|tag| tag.split_once(':')) {
        let shared = KEYS.shared_key(key);
        let parse = |value: &str| match key {
            TIME_LIMIT => TimeControl::parse_csa_limit(value),
            _ => TimeControl::parse_csa_seconds(value),
        };
        match TimeTag::of(shared) {
            Some(tag) => set_tag(tags, shared, &tag.normalize(value, parse)),
            None => set_tag(tags, shared, value),
        }
    } else {
        let expected = "a name, a tag, a start position or a move";
        return Err(RecordError::unexpected(line, text, expected));
    }
    Ok(())
}

fn set_tag(tags: &mut Tags, key: &str, value: &str) {
    if !value.trim().is_empty() {
        tags.set(key, value.trim());
    }
}

/// Reads a comment without its apostrophe. Comments for programs start with `*`.
fn read_comment(comment: &str, notes: &mut Notes) {
    if comment.starts_with("CSA encoding=") || comment.starts_with("encoding=") {
        return;
    }
    read_kif_comment(comment.strip_prefix('*').unwrap_or(comment), notes);
}

fn read_statement(
    cursor: &mut Cursor<'_>,
    Statement { text, line }: Statement<'_>,
    following: &[Statement<'_>],
) -> Result<(), RecordError> {
    if let Some(comment) = text.strip_prefix('\'') {
        let notes = cursor.notes_mut();
        match &mut notes.end {
            Some(end) => {
                read_kif_end_comment(comment.strip_prefix('*').unwrap_or(comment), end);
            }
            None => read_comment(comment, notes),
        }
        return Ok(());
    }
    if let Some(seconds) = text.strip_prefix('T') {
        let error = || RecordError::unexpected(line, text, "a time in seconds such as T12");
        let elapsed = Some(duration(seconds.trim()).ok_or_else(error)?);
        let notes = cursor.notes_mut();
        match &mut notes.end {
            Some(end) => end.elapsed = elapsed,
            None => notes.elapsed = elapsed,
        }
        return Ok(());
    }
    if let Some(word) = text.strip_prefix('%') {
        let side = cursor.position().side();
        let error = || RecordError::unexpected(line, text, "the end of the game such as %TORYO");
        let end = read_ending(word.trim(), side).ok_or_else(error)?;
        let end = end.with_winner_by_rule(cursor.position());
        // An illegal move before it has set the end.
        cursor.notes_mut().end.get_or_insert(end);
        return Ok(());
    }
    if text.starts_with('$') || text.starts_with("N+") || text.starts_with("N-") {
        // Broadcasts write the end time last.
        let mut tags = Tags::default();
        read_tag(text, line, &mut tags)?;
        tags.iter().for_each(|(key, value)| cursor.set_tag(key, value));
        return Ok(());
    }
    play(cursor, text.trim(), line, following)
}

fn play(
    cursor: &mut Cursor<'_>,
    text: &str,
    line: usize,
    following: &[Statement<'_>],
) -> Result<(), RecordError> {
    if cursor.notes_mut().end.is_some() {
        return Err(RecordError::after_end(line, text));
    }
    let position = cursor.position();
    let side = position.side();
    let mv = read_move(position, text, line)?;
    match cursor.play(mv) {
        Ok(_) => Ok(()),
        // An illegal move that loses the game cannot be a node, so its text is kept.
        Err(_) if is_foul(following) => {
            cursor.notes_mut().end = Some(GameEnd::by_illegal_move(side, text.to_owned()));
            Ok(())
        }
        Err(reason) => Err(RecordError::illegal(line, text, reason)),
    }
}

/// Returns whether the game ends next by an illegal move.
fn is_foul(following: &[Statement<'_>]) -> bool {
    let is_note = |part: &&Statement<'_>| part.text.starts_with(['\'', 'T']);
    following.iter().find(|part| !is_note(part)).is_some_and(|part| part.text.contains("ILLEGAL"))
}

/// Reads a move; whether it is legal is not checked.
fn read_move(position: &Position, text: &str, line: usize) -> Result<Move, RecordError> {
    let syntax = || RecordError::unexpected(line, text, "a move such as +7776FU");
    let rules = position.rules();
    let color = start::side(text).ok_or_else(syntax)?;
    let (from, to) = (text.get(1..3).ok_or_else(syntax)?, text.get(3..5).ok_or_else(syntax)?);
    let kind = text.get(5..).and_then(|name| kind(rules, name)).ok_or_else(syntax)?;
    let to = square(to).ok_or_else(syntax)?;
    if color != position.side() {
        return Err(RecordError::illegal(line, text, format!("{} is to move", position.side())));
    }
    if from == "00" {
        return match kind.is_promoted() {
            false => Ok(Move::drop(kind, to)),
            true => Err(RecordError::illegal(line, text, "a promoted piece cannot be dropped")),
        };
    }
    let from = square(from).ok_or_else(syntax)?;
    match position.piece_on(from).map(|piece| piece.kind()) {
        Some(moved) if moved == kind => Ok(Move::normal(from, to)),
        Some(moved) if !moved.is_promoted() && moved.promoted() == kind => {
            Ok(Move::promotion(from, to))
        }
        Some(_) => {
            Err(RecordError::illegal(line, text, "another piece stands on the start square"))
        }
        None => Err(RecordError::illegal(line, text, "the start square is empty")),
    }
}
