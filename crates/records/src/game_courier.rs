//! Game Courier: the notation of chessvariants.com, on whose pages Shosu Shogi and its relatives are
//! played.
//!
//! A move is the piece and both squares (`P d3-d4`); White's pieces are small letters. A promotion is a
//! second step after a semicolon (`B b2-h8; +B-h8`), a drop has an asterisk (`N*e5`), and comments
//! follow `//`. The notation has no variations.
//!
//! The pages of the games' inventor also write moves without pieces (`d3-d4`), promotions as a third
//! part (`b2-h8-+B`) and drops with a hyphen (`N-e5`). All of these are read. Our files begin with the
//! tags of PGN, which Game Courier does not need: only the lines after them are pasted there.

use crate::annotations::{
    format_pgn_comment, format_remark, glyph_text, parse_glyph, read_pgn_comment,
};
use crate::end_reason::EndReason;
use crate::ending::PGN_COLORS;
use crate::error::{MoveTextError, RecordError};
use crate::notation::{is_label_of, legal_move, plies_before};
use crate::pgn::{Header, Lexer, Token, finish, is_end_comment, write_tags};
use crate::record::{Cursor, GameRecord, NodeId, ReadGame};
use rules::{Move, Origin, PieceKind, Position, Rules, Square};
use std::fmt::Write;

/// Returns whether a line begins with a move that only this notation writes in this way.
pub(crate) fn is_move_line(line: &str) -> bool {
    let mut words = without_number(line).split([' ', ';']).filter(|word| !word.is_empty());
    let is_square_pair = |word: &str| {
        let is_square = |text: &str| {
            let letters = text.bytes().filter(u8::is_ascii_lowercase).count();
            (2..=3).contains(&text.len())
                && letters == 1
                && text.bytes().filter(u8::is_ascii_digit).count() + 1 == text.len()
        };
        let parts: Vec<_> = word.split('-').collect();
        matches!(parts[..], [from, to] if is_square(from) && is_square(to))
    };
    words.next().is_some_and(is_label) && words.next().is_some_and(is_square_pair)
}

/// Reads the games of a file. `rules` are those of games without a `Variant` tag.
pub(crate) fn read(text: &str, rules: &'static Rules) -> impl Iterator<Item = ReadGame> {
    let is_tag = |(line, _): &(&str, usize)| line.starts_with('[');
    let mut lines = text.lines().map(str::trim).zip(1..).peekable();
    std::iter::from_fn(move || {
        while lines.next_if(|(line, _)| line.is_empty()).is_some() {}
        lines.peek()?;
        let tags: Vec<_> = std::iter::from_fn(|| lines.next_if(is_tag)).collect();
        let body: Vec<_> = std::iter::from_fn(|| lines.next_if(|line| !is_tag(line))).collect();
        let last_line = body.last().or(tags.last()).map_or(1, |&(_, number)| number);
        Some(read_game(&tags, &body, rules).map(|game| (game, last_line)))
    })
}

fn read_game(
    tags: &[(&str, usize)],
    body: &[(&str, usize)],
    rules: &'static Rules,
) -> Result<GameRecord, RecordError> {
    let mut header = Header::new(rules);
    for &(line, number) in tags {
        match Lexer::starting_at(line, number).next()? {
            Some((Token::Tag(key, value), _)) => header.add(key, value, number),
            _ => return Err(RecordError::unexpected(number, line, "a tag")),
        }
    }
    let (mut record, tagged) = header.record()?;
    let mut cursor = record.cursor();
    let mut reason = EndReason::Unknown;
    for &(line, number) in body {
        let (moves, comment) = line.split_once("//").unwrap_or((line, ""));
        for text in split_moves(moves) {
            if reason != EndReason::Unknown {
                return Err(RecordError::after_end(number, text.body));
            }
            if text.is_resignation() {
                reason = EndReason::Resignation;
                continue;
            }
            let mv = read_move(cursor.position(), &text);
            cursor.play_legal(mv.map_err(|error| error.at(number, text.body))?);
        }
        if line.contains("//") {
            add_comment(&mut cursor, comment.trim());
        }
    }
    let last = cursor.node();
    finish(&mut record, last, None, reason, &tagged);
    Ok(record)
}

fn add_comment(cursor: &mut Cursor<'_>, comment: &str) {
    let (mover, rules) = (!cursor.position().side(), cursor.position().rules());
    let notes = cursor.notes_mut();
    match parse_glyph(comment) {
        Some(glyph) => notes.glyphs.push(glyph),
        None => read_pgn_comment(comment, mover, rules, notes),
    }
}

/// The parts of a move.
#[derive(Debug, PartialEq, Eq)]
struct MoveText<'a> {
    /// The piece; empty if it is not named.
    label: &'a str,
    /// The squares, or a drop.
    body: &'a str,
    /// The second step, which promotes; empty if there is none.
    promotion: &'a str,
}

impl MoveText<'_> {
    fn is_resignation(&self) -> bool {
        self.body.eq_ignore_ascii_case("resign") || self.body.eq_ignore_ascii_case("resigns")
    }
}

/// Splits a line into moves.
fn split_moves(line: &str) -> Vec<MoveText<'_>> {
    let mut moves: Vec<MoveText<'_>> = Vec::new();
    let mut label = "";
    let mut is_promotion = false;
    for (index, step) in line.split(';').enumerate() {
        // The first word after a semicolon belongs to the move before it.
        is_promotion |= index > 0;
        for word in step.split_whitespace() {
            let word = without_number(word);
            match moves.last_mut() {
                _ if word.chars().all(|c| c == '.') => continue,
                Some(last) if is_promotion => last.promotion = word,
                _ if is_label(word) && !word.to_ascii_lowercase().starts_with("resign") => {
                    label = word;
                }
                _ => moves.push(MoveText {
                    label: std::mem::take(&mut label),
                    body: word,
                    promotion: "",
                }),
            }
            is_promotion = false;
        }
    }
    if !label.is_empty() {
        moves.push(MoveText { label: "", body: label, promotion: "" });
    }
    moves
}

/// Removes a move number such as `12.` or `12...` from the start of a text.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) if !text.starts_with('.') => rest.trim_start_matches('.').trim_start(),
        _ => text,
    }
}

/// Returns whether a word names a piece: letters, perhaps after a `+`.
fn is_label(word: &str) -> bool {
    let letters = word.strip_prefix('+').unwrap_or(word);
    !letters.is_empty() && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// Reads a legal move.
fn read_move(position: &Position, text: &MoveText<'_>) -> Result<Move, MoveTextError> {
    let rules = position.rules();
    let square = |text: &str| read_square(rules, text);
    let is_drop = |label: &str| is_label(label) && text.label.is_empty();
    let mv = if let Some((label, to)) = text.body.split_once('*') {
        let kind = read_label(rules, label).ok_or("a piece expected before '*'")?;
        Move::drop(kind, square(to).ok_or("a square expected after '*'")?)
    } else {
        let mut promotes = text.body.ends_with('+');
        let body = text.body.trim_end_matches('+').replace('x', "-");
        let parts: Vec<_> = body.splitn(3, '-').collect();
        let (from, to, promotion) = match parts[..] {
            [label, to] if square(label).is_none() && is_drop(label) => {
                let kind = read_label(rules, label).ok_or("a piece of the game expected")?;
                let to = square(to).ok_or("a square expected")?;
                return legal_move(position, Move::drop(kind, to));
            }
            [from, to] => (from, to, text.promotion.split_once('-').unwrap_or_default()),
            [from, to, label] => (from, to, (label, to)),
            _ => return Err("two squares such as d3-d4, or a drop such as N*e5, expected".into()),
        };
        let both = square(from).zip(square(to));
        let (from, to) = both.ok_or("two squares such as d3-d4 expected")?;
        let moved = position.piece_on(from).ok_or("the start square is empty")?.kind();
        let named = read_label(rules, text.label);
        if named.is_some_and(|named| named != moved) {
            return Err("another piece stands on the start square".into());
        }
        let (label, at) = promotion;
        if !text.promotion.is_empty() && square(at) != Some(to) {
            return Err("a promotion on the target square expected after ';'".into());
        }
        promotes |= !label.is_empty() && read_label(rules, label) != Some(moved);
        if promotes { Move::promotion(from, to) } else { Move::normal(from, to) }
    };
    legal_move(position, mv)
}

/// Reads a square in the style of chess (`d3`) or of shogi (`7g`).
fn read_square(rules: &Rules, text: &str) -> Option<Square> {
    let (files, ranks) = (rules.files(), rules.ranks());
    let letter = |letter: u8, limit: u8| letter.checked_sub(b'a').filter(|&index| index < limit);
    let number = |text: &str, limit: u8| {
        let number = text.parse::<u8>().ok().filter(|_| !text.starts_with(['+', '0']))?;
        (1..=limit).contains(&number).then(|| number - 1)
    };
    let (&first, &last) = (text.as_bytes().first()?, text.as_bytes().last()?);
    if first.is_ascii_lowercase() {
        let (square, rest) = rules.parse_uci_square(text)?;
        return rest.is_empty().then_some(square);
    }
    let end = text.len().checked_sub(1)?;
    Some(Square::new(number(text.get(..end)?, files)?, letter(last, ranks)?))
}

/// Returns the kind of piece that a label names, in letters of either case.
fn read_label(rules: &Rules, label: &str) -> Option<PieceKind> {
    let label = label.to_ascii_uppercase();
    rules.piece_kinds().find(|&kind| is_label_of(rules, kind, &label))
}

/// Formats the main line of a game, a move per line.
pub(crate) fn write(record: &GameRecord) -> String {
    let mut text = write_tags(record);
    text.push('\n');
    let first_ply = plies_before(record.start());
    add_notes(&mut text, record, NodeId::ROOT);
    record.replay(|position, id, mv| {
        let ply = first_ply + record.node(id).ply() - 1;
        let dots = if ply.is_multiple_of(2) { "." } else { "..." };
        let _ = writeln!(text, "{}{dots} {}", ply / 2 + 1, format_move(position, mv));
        add_notes(&mut text, record, id);
    });
    if let Some(end) = record.end() {
        let comment = end.comment(record.tags.players(PGN_COLORS));
        comment.iter().for_each(|comment| add_comment_line(&mut text, comment));
    }
    text.push('\n');
    text
}

fn add_notes(text: &mut String, record: &GameRecord, id: NodeId) {
    let notes = &record.node(id).notes;
    let marks = notes.glyphs.iter().map(|&glyph| glyph_text(glyph));
    let fields = format_pgn_comment(record, id);
    marks.chain(fields).for_each(|comment| add_comment_line(text, &comment));
    let (mover, rules) = (record.mover(id), record.rules());
    for comment in notes.comments_and_bookmarks() {
        let is_special = parse_glyph(&comment).is_some() || is_end_comment(record, id, &comment);
        add_comment_line(text, &format_remark(&comment, mover, rules, is_special));
    }
}

fn add_comment_line(text: &mut String, comment: &str) {
    let _ = writeln!(text, "// {}", comment.replace(char::is_control, " "));
}

/// Formats a legal move.
fn format_move(position: &Position, mv: Move) -> String {
    let rules = position.rules();
    let square = |square| rules.uci_square(square);
    let to = square(mv.to());
    let Some(piece) = position.moved_piece(mv) else { return rules.usi(mv).to_string() };
    let label = rules.piece_sfen(piece);
    match mv.origin() {
        Origin::Hand(_) => format!("{label}*{to}"),
        Origin::Board(from) if mv.is_promotion() => {
            format!("{label} {}-{to}; +{label}-{to}", square(from))
        }
        Origin::Board(from) => format!("{label} {}-{to}", square(from)),
    }
}
