//! Reading PGN and plain lists of moves.

use super::header::{Header, finish};
use super::lexer::{Lexer, Token};
use crate::annotations::{glyph_from_mark, read_pgn_comment};
use crate::ending::{EndReason, GameResult};
use crate::error::{RecordError, RecordErrorKind};
use crate::game_list::GameList;
use crate::notation::read_move;
use crate::record::{Cursor, GameRecord, NodeId};
use rules::Rules;

/// Reads all games of a PGN file. `rules` are those of games without a `Variant` tag.
pub(crate) fn read(text: &str, rules: &'static Rules) -> Result<Vec<GameRecord>, RecordError> {
    let mut tokens = Lexer::new(text);
    let mut games = GameList::default();
    let mut next = tokens.next()?;
    while next.is_some() {
        // A result after a game that has one is no game.
        if !games.is_empty() && matches!(next, Some((Token::Result(_), _))) {
            next = tokens.next()?;
            continue;
        }
        let mut header = Header::new(rules);
        while let Some((Token::Tag(key, value), line)) = next {
            header.add(key, value, line);
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
        // A comment or a result alone is no game.
        let is_game = !header.is_empty() || record.move_count() > 0;
        if is_game || games.is_empty() {
            finish(&mut record, last, result, reason, &tagged);
            games.push(record, tokens.line())?;
        }
    }
    Ok(games.into_games())
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
