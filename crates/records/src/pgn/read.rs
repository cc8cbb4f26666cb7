//! Reading PGN and plain lists of moves.

use super::header::{Header, finish};
use super::lexer::{Lexer, Token};
use crate::annotations::{glyph_from_mark, join_words, read_pgn_comment};
use crate::end_reason::{EndReason, GameResult};
use crate::error::{RecordError, RecordErrorKind};
use crate::kif::parse_move;
use crate::record::{Cursor, GameRecord, NodeId, Notes, ReadGame};
use rules::Rules;

/// Reads the games of a PGN file. `rules` are those of games without a `Variant` tag.
pub(crate) fn read(text: &str, rules: &'static Rules) -> impl Iterator<Item = ReadGame> {
    let mut reader =
        Reader { tokens: Lexer::new(text), next: None, rules, count: 0, part: Part::Tags };
    std::iter::from_fn(move || {
        let game = reader.next_game();
        if game.is_err() {
            reader.skip_game();
        }
        game.transpose()
    })
}

struct Reader<'a> {
    tokens: Lexer<'a>,
    /// A token that was read and belongs to the next game.
    next: Option<(Token<'a>, usize)>,
    rules: &'static Rules,
    /// The number of games that were read.
    count: usize,
    part: Part,
}

/// A part of a game.
#[derive(Clone, Copy)]
enum Part {
    Tags,
    TaggedMoves,
    /// The moves of a game without tags.
    Moves,
}

impl<'a> Reader<'a> {
    fn token(&mut self) -> Result<Option<(Token<'a>, usize)>, RecordError> {
        match self.next.take() {
            Some(token) => Ok(Some(token)),
            None => self.tokens.next(),
        }
    }

    /// Skips the rest of a game with an error: up to the tags of the next one, or without tags to the result.
    fn skip_game(&mut self) {
        if matches!(self.next, Some((Token::Tag(..), _))) {
            return;
        }
        self.next = None;
        // Lines of a comment may begin with `[%`.
        let is_tag = |line: &str| {
            line.strip_prefix('[').is_some_and(|key| key.starts_with(|c: char| c.is_alphabetic()))
        };
        let ends_game = |line: &str| {
            let last = line.split_whitespace().last();
            last.and_then(GameResult::from_pgn).is_some()
        };
        let mut line = self.tokens.take_line();
        while let Some(next) = self.tokens.next_line() {
            match self.part {
                Part::Tags if is_tag(next) => {}
                Part::Tags => self.part = Part::TaggedMoves,
                _ if is_tag(next) => return,
                Part::Moves if ends_game(line) => return,
                Part::TaggedMoves | Part::Moves => {}
            }
            line = self.tokens.take_line();
        }
    }

    fn next_game(&mut self) -> Result<Option<(GameRecord, usize)>, RecordError> {
        loop {
            let mut header = Header::new(self.rules);
            self.part = Part::Tags;
            let mut token = self.token()?;
            while let Some((Token::Tag(key, value), line)) = token {
                header.add(key, value, line);
                token = self.token()?;
            }
            // A result after a game that has one is no game.
            let is_result = matches!(token, Some((Token::Result(_), _)));
            if header.is_empty() && self.count > 0 && is_result {
                continue;
            }
            if header.is_empty() && token.is_none() {
                return Ok(None);
            }
            self.next = token;
            self.part = if header.is_empty() { Part::Moves } else { Part::TaggedMoves };
            let (mut record, tagged) = header.record()?;
            let mut movetext = Movetext::new(record.cursor());
            while let Some((token, line)) = self.token()? {
                match token {
                    Token::Tag(..) => {
                        self.next = Some((token, line));
                        break;
                    }
                    Token::Result(result) if movetext.variations.is_empty() => {
                        movetext.result = Some(result);
                        break;
                    }
                    token => movetext.add(token, line)?,
                }
            }
            if let Some(&(_, line)) = movetext.variations.last() {
                return Err(RecordError::new(line, RecordErrorKind::Unclosed("the variation")));
            }
            let (result, reason, last) = (movetext.result, movetext.reason, movetext.cursor.node());
            // A comment or a result alone is no game.
            if !header.is_empty() || record.move_count() > 0 || self.count == 0 {
                // A variation may have come before the main line.
                record.promote(last);
                finish(&mut record, last, result, reason, &tagged);
                self.count += 1;
                return Ok(Some((record, self.tokens.line())));
            }
        }
    }
}

/// The moves of a game as they are read.
struct Movetext<'a> {
    cursor: Cursor<'a>,
    /// For each open variation, where the line around it goes on, and the line where it was opened.
    variations: Vec<(NodeId, usize)>,
    /// Comments and glyphs before the first move of a variation.
    before_move: Notes,
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
            before_move: Notes::default(),
            is_variation_empty: false,
            result: None,
            reason: EndReason::Unknown,
        }
    }

    fn add(&mut self, token: Token<'_>, line: usize) -> Result<(), RecordError> {
        match token {
            Token::Move(text) => self.play(text, line)?,
            Token::Comment(text) if self.is_variation_empty => {
                self.before_move.comments.push(join_words(text));
            }
            Token::Comment(text) => {
                let position = self.cursor.position();
                let (mover, rules) = (!position.side(), position.rules());
                read_pgn_comment(text, mover, rules, self.cursor.notes_mut());
            }
            Token::Glyph(glyph) if self.is_variation_empty => self.before_move.glyphs.push(glyph),
            Token::Glyph(glyph) => self.cursor.notes_mut().glyphs.push(glyph),
            Token::Open => {
                let node = self.cursor.node();
                let ply = self.cursor.record().node(node).ply();
                if self.is_variation_empty {
                    let found = "(";
                    return Err(RecordError::unexpected(line, found, "a move"));
                }
                self.variations.push((node, line));
                // A game that ended at the start has variations before its first move.
                self.cursor.go_to_ply(ply.saturating_sub(1));
                self.is_variation_empty = true;
            }
            Token::Close => match self.variations.pop() {
                Some((node, _)) => {
                    self.cursor.go_to(node);
                    self.is_variation_empty = false;
                    // A variation may consist of a comment on the move that it would replace.
                    self.keep_notes();
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
        if self.variations.is_empty() && matches!(word.as_str(), "resign" | "resigns" | "投了") {
            self.reason = EndReason::Resignation;
            return Ok(());
        }
        if self.reason != EndReason::Unknown {
            return Err(RecordError::unexpected(line, text, "the result"));
        }
        let position = self.cursor.position();
        let mv = parse_move(position, text.trim_end_matches(['!', '?']))
            .map_err(|error| error.at(line, text))?;
        self.cursor.play_legal(mv);
        self.is_variation_empty = false;
        self.keep_notes();
        let notes = self.cursor.notes_mut();
        let marks = &text[text.trim_end_matches(['!', '?']).len()..];
        notes.glyphs.extend(glyph_from_mark(marks));
        Ok(())
    }

    /// Adds the comments and glyphs before a variation to the move at the cursor.
    fn keep_notes(&mut self) {
        let before = std::mem::take(&mut self.before_move);
        let notes = self.cursor.notes_mut();
        notes.comments.extend(before.comments);
        notes.glyphs.extend(before.glyphs);
    }
}
