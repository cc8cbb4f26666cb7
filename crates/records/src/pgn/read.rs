//! Reading PGN and plain lists of moves.

use super::KEYS;
use super::lexer::{Lexer, Token};
use crate::annotations::{glyph_from_mark, read_pgn_comment};
use crate::ending::{EndReason, GameEnd, GameResult, reason_in};
use crate::error::{RecordError, RecordErrorKind};
use crate::notation::read_move;
use crate::record::{Cursor, GameRecord, NodeId};
use crate::setup::rules_by_any_name;
use crate::tags::translate_back;
use rules::{Color, Position, Rules, SfenError};

/// Reads all games of a PGN file. `rules` are those of games without a `Variant` tag.
pub(crate) fn read(text: &str, rules: &'static Rules) -> Result<Vec<GameRecord>, RecordError> {
    let mut tokens = Lexer::new(text);
    let mut games = Vec::new();
    let mut next = tokens.next()?;
    while next.is_some() {
        let mut header = Header { rules, entries: Vec::new() };
        while let Some((Token::Tag(key, value), line)) = next {
            header.entries.push((key, value, line));
            next = tokens.next()?;
        }
        let (mut record, tagged) = header.record()?;
        let mut movetext = Movetext::new(record.cursor());
        while let Some((token, line)) = next.take() {
            match token {
                Token::Tag(..) => {
                    next = Some((token, line));
                    break;
                }
                Token::Result(result) if movetext.variations.is_empty() => {
                    movetext.result = Some(result);
                    next = tokens.next()?;
                    break;
                }
                token => movetext.add(token, line)?,
            }
            next = tokens.next()?;
        }
        if let Some(&(_, line)) = movetext.variations.last() {
            return Err(RecordError::new(line, RecordErrorKind::Unclosed("the variation")));
        }
        let (result, reason, last) = (movetext.result, movetext.reason, movetext.cursor.node());
        // A comment after the last game is no game.
        let is_game = !header.entries.is_empty() || record.move_count() > 0 || result.is_some();
        if is_game || games.is_empty() {
            finish(&mut record, last, result, reason, &tagged);
            games.push(record);
        }
    }
    Ok(games)
}

/// The tags of a game as they are read.
struct Header {
    /// The game, if no tag says otherwise.
    rules: &'static Rules,
    /// Keys, values and their lines.
    entries: Vec<(String, String, usize)>,
}

/// What tags say about the end of the game.
struct TaggedEnd {
    result: GameResult,
    termination: String,
}

impl Header {
    fn get(&self, key: &str) -> Option<(&str, usize)> {
        let entry = self.entries.iter().find(|(known, ..)| known.eq_ignore_ascii_case(key))?;
        Some((&entry.1, entry.2))
    }

    /// Creates a record without moves.
    fn record(&self) -> Result<(GameRecord, TaggedEnd), RecordError> {
        let rules = match self.get("Variant") {
            Some((name, line)) => rules_by_any_name(name).ok_or_else(|| {
                RecordError::new(line, RecordErrorKind::UnknownGame(name.to_owned()))
            })?,
            None => self.rules,
        };
        let start = match self.get("SFEN").or_else(|| self.get("FEN")) {
            Some((text, line)) => read_start(rules, text)
                .map_err(|error| RecordError::position(line, text, &error))?,
            None => Position::start(rules),
        };
        let mut record = GameRecord::new(&start);
        for (key, value, _) in &self.entries {
            let is_known_otherwise =
                ["Variant", "FEN", "SFEN", "SetUp", "Result", "Termination", "PlyCount"]
                    .iter()
                    .any(|known| known.eq_ignore_ascii_case(key));
            let is_blank = value.chars().all(|c| matches!(c, '?' | '.' | '-'));
            if !is_known_otherwise && !is_blank {
                record.tags.set(translate_back(KEYS, key), value.as_str());
            }
        }
        let value = |key| self.get(key).map_or("", |(value, _)| value);
        let result = GameResult::from_pgn(value("Result")).unwrap_or(GameResult::Unknown);
        Ok((record, TaggedEnd { result, termination: value("Termination").to_owned() }))
    }
}

/// Reads the position of a `FEN` tag, which some programs write as SFEN.
fn read_start(rules: &'static Rules, text: &str) -> Result<Position, SfenError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_sfen = match words.as_slice() {
        [board, _, hands, _] => !board.contains('[') && hands.parse::<u32>().is_err(),
        _ => false,
    };
    if is_sfen { Position::from_sfen(rules, text) } else { Position::from_fen(rules, text) }
}

/// The moves of a game as they are read.
struct Movetext<'a> {
    cursor: Cursor<'a>,
    /// For each open variation, where the line around it goes on, and the line where it was opened.
    variations: Vec<(NodeId, usize)>,
    /// Comments before the first move of a variation.
    before_move: Vec<String>,
    /// Whether a variation was opened and has no move yet.
    is_variation_empty: bool,
    result: Option<GameResult>,
    /// The reason given in a word such as `resigns`.
    reason: EndReason,
}

impl<'a> Movetext<'a> {
    fn new(cursor: Cursor<'a>) -> Self {
        Self {
            cursor,
            variations: Vec::new(),
            before_move: Vec::new(),
            is_variation_empty: false,
            result: None,
            reason: EndReason::Unknown,
        }
    }

    fn add(&mut self, token: Token<'_>, line: usize) -> Result<(), RecordError> {
        match token {
            Token::Move(text) => self.play(text, line)?,
            Token::Comment(text) if self.is_variation_empty => {
                self.before_move.push(text.split_whitespace().collect::<Vec<_>>().join(" "));
            }
            Token::Comment(text) => {
                let mover = !self.cursor.position().side();
                read_pgn_comment(text, mover, self.cursor.notes_mut());
            }
            Token::Glyph(glyph) => self.cursor.notes_mut().glyphs.push(glyph),
            Token::Open => {
                let node = self.cursor.node();
                let ply = self.cursor.record().node(node).ply();
                if ply == 0 || self.is_variation_empty {
                    let found = "(";
                    return Err(RecordError::unexpected(line, found, "a move"));
                }
                self.variations.push((node, line));
                self.cursor.go_to_ply(ply - 1);
                self.is_variation_empty = true;
            }
            Token::Close => match self.variations.pop() {
                Some((node, _)) => {
                    self.cursor.go_to(node);
                    self.is_variation_empty = false;
                    self.before_move.clear();
                }
                None => return Err(RecordError::unexpected(line, ")", "a move")),
            },
            // The result of a variation says nothing about the game.
            Token::Result(_) | Token::Tag(..) => {}
        }
        Ok(())
    }

    fn play(&mut self, text: &str, line: usize) -> Result<(), RecordError> {
        let word = text.to_ascii_lowercase();
        if self.variations.is_empty() && matches!(word.as_str(), "resign" | "resigns") {
            self.reason = EndReason::Resignation;
            return Ok(());
        }
        if self.reason != EndReason::Unknown {
            return Err(RecordError::unexpected(line, text, "the result"));
        }
        let position = self.cursor.position();
        let mv = read_move(position, text).map_err(|error| error.at(line, text))?;
        self.cursor.play(mv).map_err(|reason| RecordError::illegal(line, text, reason))?;
        self.is_variation_empty = false;
        let before = std::mem::take(&mut self.before_move);
        let notes = self.cursor.notes_mut();
        notes.comments.extend(before);
        let marks = &text[text.trim_end_matches(['!', '?']).len()..];
        notes.glyphs.extend(glyph_from_mark(marks));
        Ok(())
    }
}

/// Records how the game ended, from its result, its tags and the last comment.
fn finish(
    record: &mut GameRecord,
    last: NodeId,
    result: Option<GameResult>,
    reason: EndReason,
    tagged: &TaggedEnd,
) {
    let side = record.position(last).side();
    let named = |color: Color| record.tags.player(color).unwrap_or("").to_owned();
    let names = Color::BOTH.map(named);
    let names = names.each_ref().map(String::as_str);
    let result = match result {
        Some(result) if result != GameResult::Unknown => result,
        _ if reason == EndReason::Unknown => tagged.result,
        _ => reason.result(side),
    };
    let comments = &record.node(last).notes.comments;
    let described = comments.last().and_then(|comment| {
        let end = GameEnd::from_description(comment, result, names);
        let is_description = match result {
            GameResult::Unknown => comment.starts_with(&end.describe(names)),
            _ => end.text.is_none() || end.reason != EndReason::Unknown,
        };
        is_description.then_some(end)
    });
    let mut end = match described {
        Some(end) => {
            record.notes_mut(last).comments.pop();
            end
        }
        None => GameEnd::new(result, reason),
    };
    if end.reason == EndReason::Unknown {
        end.reason = reason_in(&tagged.termination);
    }
    if end.reason == EndReason::Unknown
        && !["", "normal", "unterminated"]
            .contains(&tagged.termination.to_ascii_lowercase().as_str())
    {
        end.text = Some(tagged.termination.clone());
    }
    if end != GameEnd::new(GameResult::Unknown, EndReason::Unknown) {
        record.notes_mut(last).end = Some(end);
    }
}
