//! Evaluations and times inside comments, as programs write them.

use crate::clock_text::{duration, format_clock, parse_clock, parse_digits};
use crate::drawing::{format_drawings, parse_drawings};
use crate::ending::GameEnd;
use crate::record::{Evaluation, GameRecord, NodeId, Notes, Score};
use rules::{Color, Rules};
use std::borrow::Cow;
use std::time::Duration;

/// The marks of moves, indexed by numeric annotation glyph.
const MARKS: [&str; 7] = ["", "!", "?", "!!", "??", "!?", "?!"];

/// Returns the mark of a numeric annotation glyph, as `?!` for 6, if it has one.
pub fn glyph_mark(glyph: u8) -> Option<&'static str> {
    MARKS.get(usize::from(glyph)).copied().filter(|mark| !mark.is_empty())
}

/// Returns the numeric annotation glyph of a mark.
pub fn glyph_from_mark(text: &str) -> Option<u8> {
    let index = MARKS.iter().position(|&mark| !mark.is_empty() && mark == text)?;
    Some(index as u8)
}

/// Returns the text of an annotation glyph: a mark, or `$` and the number.
pub(crate) fn glyph_text(glyph: u8) -> String {
    glyph_mark(glyph).map_or_else(|| format!("${glyph}"), str::to_owned)
}

/// Parses the text of [`glyph_text`].
pub(crate) fn parse_glyph(text: &str) -> Option<u8> {
    match text.strip_prefix('$') {
        Some(number) => number.parse().ok(),
        None => glyph_from_mark(text),
    }
}

/// Reads a PGN comment about a move of `mover` into the notes. Scores, times and clocks become
/// fields, whatever else the comment says stays a comment.
///
/// Understood are `+0.31/9 0.012s` and `-M3 0.5s` (ours and cutechess, from the mover's point of
/// view) and `[%eval 0.31]`, `[%eval #-3]`, `[%clk 0:10:00]` and `[%emt 0:00:05]` (PyChess and
/// lichess, from the first player's point of view), and the drawings `[%csl Ge4]` and `[%cal Gc3c4]`.
pub(crate) fn read_pgn_comment(text: &str, mover: Color, rules: &Rules, notes: &mut Notes) {
    if text.starts_with(LITERAL) {
        notes.comments.push(join_words(text));
        return;
    }
    let (rest, is_rewritten) = read_commands(text, rules, notes);
    let rest = join_words(&rest);
    let (score_text, remark) = match rest.split_once(", ") {
        Some((score, remark)) => (score, remark),
        None => (rest.as_str(), ""),
    };
    if read_score_and_time(score_text, mover, notes) {
        if !remark.is_empty() {
            notes.comments.push(remark.to_owned());
        }
    } else if !(rest.is_empty() && is_rewritten) {
        notes.comments.push(rest);
    }
}

/// Joins the words of a comment, which are wrapped in a file.
pub(crate) fn join_words(text: &str) -> String {
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// Begins a comment that is to be read as it is, although it looks like a score, a time or an end. A word joiner is
/// invisible.
const LITERAL: char = '\u{2060}';
/// A closing brace in such a comment, which a real one would end.
const LITERAL_BRACE: &str = "\u{2060}｝";

/// Returns a person's comment as the text of one in PGN. `is_end` tells whether it would be read as the end of the game.
pub(crate) fn format_remark(text: &str, mover: Color, rules: &Rules, is_end: bool) -> String {
    let mut notes = Notes::default();
    read_pgn_comment(text, mover, rules, &mut notes);
    let as_it_is = Notes { comments: vec![join_words(text)], ..Notes::default() };
    if is_end || notes != as_it_is || text.contains('}') || text.starts_with(LITERAL) {
        return format!("{LITERAL}{}", text.replace('}', LITERAL_BRACE));
    }
    text.to_owned()
}

/// Returns the comment that [`format_remark`] has written, if it has changed it.
pub(crate) fn parse_remark(text: &str) -> Option<String> {
    Some(text.strip_prefix(LITERAL)?.replace(LITERAL_BRACE, "}"))
}

/// Reads the commands of a comment, such as `[%clk 0:10:00]`. Returns the rest and whether any
/// command was understood.
fn read_commands(text: &str, rules: &Rules, notes: &mut Notes) -> (String, bool) {
    let mut rest = String::new();
    let mut remaining = text;
    let mut understood = false;
    while let Some(start) = remaining.find("[%") {
        let Some(length) = remaining[start..].find(']') else { break };
        let command = &remaining[start + 2..start + length];
        rest += &remaining[..start];
        if read_command(command, rules, notes) {
            understood = true;
        } else {
            rest += &remaining[start..=start + length];
        }
        remaining = &remaining[start + length + 1..];
    }
    rest += remaining;
    (rest, understood)
}

fn read_command(command: &str, rules: &Rules, notes: &mut Notes) -> bool {
    let Some((name, value)) = command.split_once(char::is_whitespace) else { return false };
    let value = value.trim();
    match name {
        "clk" => set(&mut notes.clock, parse_clock(value)),
        "emt" => set(&mut notes.elapsed, parse_clock(value)),
        "eval" => set(&mut notes.evaluation, parse_eval(value)),
        "csl" | "cal" => match parse_drawings(rules, value, name == "cal") {
            Some(drawings) => {
                notes.drawings.extend(drawings);
                true
            }
            None => false,
        },
        _ => false,
    }
}

fn set<T>(field: &mut Option<T>, value: Option<T>) -> bool {
    let is_some = value.is_some();
    if is_some {
        *field = value;
    }
    is_some
}

/// Parses `0.31`, `#-3` or `0.31,12` from the first player's point of view.
fn parse_eval(text: &str) -> Option<Evaluation> {
    let (score, depth) = match text.split_once([',', '/']) {
        Some((score, depth)) => (score, Some(depth.parse().ok()?)),
        None => (text, None),
    };
    let score = match score.strip_prefix('#') {
        Some(moves) => {
            let (winner, moves) = match moves.strip_prefix('-') {
                Some(moves) => (Color::White, moves),
                None => (Color::Black, moves.trim_start_matches('+')),
            };
            let moves: u32 = moves.parse().ok()?;
            Score::Mate { winner, plies: moves.checked_mul(2)?.saturating_sub(1) }
        }
        None => Score::Centipawns(parse_centipawns(score)?),
    };
    Some(Evaluation { score, depth })
}

/// Reads `+0.31/9 0.012s`, or one of its two halves. Returns whether the text is of this form.
fn read_score_and_time(text: &str, mover: Color, notes: &mut Notes) -> bool {
    let mut words = text.split(' ');
    let (first, second) = (words.next().unwrap_or(""), words.next());
    if words.next().is_some() {
        return false;
    }
    match (parse_mover_score(first, mover), second) {
        (Some(evaluation), None) => notes.evaluation = Some(evaluation),
        (Some(evaluation), Some(time)) => match parse_seconds(time) {
            Some(time) => {
                notes.evaluation = Some(evaluation);
                notes.elapsed = Some(time);
            }
            None => return false,
        },
        (None, None) => match parse_seconds(first) {
            Some(time) => notes.elapsed = Some(time),
            None => return false,
        },
        (None, Some(_)) => return false,
    }
    true
}

/// Parses `+0.31/9`, `-M3/12` or `0.00` from the mover's point of view.
fn parse_mover_score(text: &str, mover: Color) -> Option<Evaluation> {
    let (score, depth) = match text.split_once('/') {
        Some((score, depth)) => (score, Some(depth.parse().ok()?)),
        None => (text, None),
    };
    let (sign, digits) = match score.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, score.strip_prefix('+').unwrap_or(score)),
    };
    let score = match digits.strip_prefix('M') {
        Some(plies) => {
            let winner = if sign > 0 { mover } else { !mover };
            Score::Mate { winner, plies: parse_digits(plies)? }
        }
        // A score needs a decimal point, so that a number alone stays a comment.
        None if digits.contains('.') => {
            let centipawns = parse_centipawns(digits)? * sign;
            Score::Centipawns(from_point_of_view(mover, centipawns))
        }
        None => return None,
    };
    Some(Evaluation { score, depth })
}

/// Turns a score from a side's point of view to Black's, or back.
fn from_point_of_view(color: Color, centipawns: i32) -> i32 {
    match color {
        Color::Black => centipawns,
        Color::White => centipawns.saturating_neg(),
    }
}

/// Parses pawns with decimals as centipawns.
fn parse_centipawns(text: &str) -> Option<i32> {
    let pawns: f64 = text.parse().ok()?;
    let centipawns = (pawns * 100.0).round();
    (centipawns.abs() < 1e9).then_some(centipawns as i32)
}

/// Parses `0.012s`.
fn parse_seconds(text: &str) -> Option<Duration> {
    let seconds = text.strip_suffix('s')?;
    if !seconds.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    duration(seconds)
}

/// Formats evaluation, time, clock and drawings of a move as a PGN comment, as `ozutsu-match` and lichess do.
pub(crate) fn format_pgn_comment(record: &GameRecord, id: NodeId) -> Option<String> {
    let (notes, mover) = (&record.node(id).notes, record.mover(id));
    let mut words = Vec::new();
    if let Some(Evaluation { score, depth }) = notes.evaluation {
        let score = match score {
            Score::Centipawns(centipawns) => {
                let value = from_point_of_view(mover, centipawns);
                let sign = if value < 0 { '-' } else { '+' };
                let value = value.unsigned_abs();
                format!("{sign}{}.{:02}", value / 100, value % 100)
            }
            Score::Mate { winner, plies } => {
                format!("{}M{plies}", if winner == mover { '+' } else { '-' })
            }
        };
        let depth = depth.map_or(String::new(), |depth| format!("/{depth}"));
        words.push(score + &depth);
    }
    if let Some(elapsed) = notes.elapsed {
        words.push(format!("{}.{:03}s", elapsed.as_secs(), elapsed.subsec_millis()));
    }
    if let Some(clock) = notes.clock {
        words.push(format!("[%clk {}]", format_clock(clock)));
    }
    words.extend(format_drawings(record.rules(), &notes.drawings));
    (!words.is_empty()).then(|| words.join(" "))
}

/// Reads a line of a KIF comment into the notes: an evaluation as ShogiHome or Floodgate writes it, a mark
/// such as `?!`, or a comment. A line of another program is both a comment and, unless there is one, an evaluation.
pub(crate) fn read_kif_comment(line: &str, notes: &mut Notes) {
    if let Some(remark) = line.strip_prefix(KIF_LITERAL).filter(|_| is_like_kif_field(line)) {
        notes.comments.push(remark.to_owned());
    } else if !read_kif_field(line, notes) && !read_floodgate_line(line, notes) {
        let evaluation = || parse_shogigui(line).or_else(|| parse_piyo_shogi(line));
        notes.evaluation = notes.evaluation.or_else(evaluation);
        notes.comments.push(line.to_owned());
    }
}

/// Begins a line of a person's comment that would otherwise be read as a field. Shift_JIS has it.
const KIF_LITERAL: char = '　';

/// Returns whether a line of a comment is read as a field, were it not for the marks before it.
fn is_like_kif_field(line: &str) -> bool {
    let line = line.trim_start_matches(KIF_LITERAL);
    // A depth belongs to an evaluation.
    let evaluation = Some(Evaluation { score: Score::Centipawns(0), depth: None });
    let mut notes = Notes { evaluation, ..Notes::default() };
    read_kif_field(line, &mut notes) || read_floodgate_line(line, &mut notes)
}

/// Returns the lines of KIF comments for a person's comment. One that would be read as a field is marked.
pub(crate) fn format_kif_remark(comment: &str) -> impl Iterator<Item = Cow<'_, str>> {
    split_lines(comment).map(|line| match is_like_kif_field(line) {
        true => Cow::Owned(format!("{KIF_LITERAL}{line}")),
        false => Cow::Borrowed(line),
    })
}

/// Splits a text at line breaks; empty text is one empty line.
pub(crate) fn split_lines(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().chain(text.is_empty().then_some(""));
    lines.flat_map(|line| line.split('\r'))
}

/// Reads a line of a KIF comment about the end of a game.
pub(crate) fn read_kif_end_comment(line: &str, end: &mut GameEnd) {
    let mut notes = Notes::default();
    if line.starts_with(KIF_ELAPSED) && read_kif_field(line, &mut notes) {
        end.elapsed = notes.elapsed;
    } else {
        end.add_text(line);
    }
}

/// Reads `* 108 +7776FU -3334FU`, an evaluation and a line of moves, which stays a comment.
fn read_floodgate_line(text: &str, notes: &mut Notes) -> bool {
    let Some(text) = text.strip_prefix("* ") else { return false };
    let (score, line) = text.split_once(' ').unwrap_or((text, ""));
    let line = line.trim();
    // People write numbers, too.
    let is_line = line.is_empty() || line.starts_with(['+', '-', '#']);
    let Some(score) = parse_score(score).filter(|_| is_line) else { return false };
    notes.evaluation = Some(Evaluation { score, depth: None });
    if !line.is_empty() {
        notes.comments.push(line.to_owned());
    }
    true
}

/// Parses centipawns with a sign or without, and perhaps with decimals.
fn parse_score(text: &str) -> Option<Score> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let is_number = digits.starts_with(|first: char| first.is_ascii_digit());
    let centipawns = text.parse::<f64>().ok().filter(|_| is_number)?.round();
    (centipawns.abs() < 1e9).then_some(Score::Centipawns(centipawns as i32))
}

/// Parses `#指し手[+54]☗...`, and `#形勢[-103]`, of Piyo Shogi and K-Shogi.
fn parse_piyo_shogi(line: &str) -> Option<Evaluation> {
    let field = line.strip_prefix('#')?;
    let field = field.strip_prefix("指し手[").or_else(|| field.strip_prefix("形勢["))?;
    Some(Evaluation { score: parse_score(field.split_once(']')?.0)?, depth: None })
}

/// Parses `*解析 0 ○ 候補1 時間 00:03.4 深さ 20/28 ノード数 1115190 評価値 103↑ 読み筋 ...` of ShogiGUI: `*検討` is an
/// analysis, too, `*対局` the search of a move that was played, and others write no word there. Scores are from Black's
/// point of view, `+詰 5` a mate.
fn parse_shogigui(line: &str) -> Option<Evaluation> {
    let line = line.strip_prefix('*')?;
    let kinds = ["解析 ", "検討 ", "対局 ", " "];
    let fields = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
    let fields = fields.split_once("読み筋").map_or(fields, |(fields, _)| fields);
    let words: Vec<&str> = fields.split_whitespace().collect();
    // The second candidate and those after it are other moves.
    if words.iter().any(|word| word.strip_prefix("候補").is_some_and(|number| number != "1")) {
        return None;
    }
    let after = |name: &str| {
        let index = words.iter().position(|word| *word == name)?;
        Some(&words[index + 1..])
    };
    let (score, rest) = after("評価値")?.split_first()?;
    let score = score.trim_end_matches(['↑', '↓']);
    let score = match score.split_once('詰') {
        // Some programs put a space before the number of plies.
        Some((sign, plies)) => Score::Mate {
            winner: if sign == "-" { Color::White } else { Color::Black },
            plies: [Some(&plies), rest.first()]
                .into_iter()
                .find_map(|plies| plies?.parse().ok())
                .unwrap_or(0),
        },
        None => parse_score(score)?,
    };
    let depth = after("深さ").and_then(|words| words.first()?.split('/').next()?.parse().ok());
    Some(Evaluation { score, depth })
}

fn read_kif_field(line: &str, notes: &mut Notes) -> bool {
    if let Some(glyph) = parse_glyph(line) {
        notes.glyphs.push(glyph);
        return true;
    }
    let Some(field) = line.strip_prefix(['#', '*']) else { return false };
    let Some((name, value)) = field.split_once('=') else { return false };
    let depth = notes.evaluation.and_then(|evaluation| evaluation.depth);
    let evaluation = |score| Evaluation { score, depth };
    match name {
        "評価値" => set(&mut notes.evaluation, parse_score(value).map(evaluation)),
        "詰み" => set(&mut notes.evaluation, parse_kif_mate(value).map(evaluation)),
        "深さ" => notes
            .evaluation
            .as_mut()
            .is_some_and(|evaluation| set(&mut evaluation.depth, value.parse().ok())),
        "残り時間" => set(&mut notes.clock, parse_clock(value)),
        "消費時間" => set(&mut notes.elapsed, parse_clock(value)),
        _ => false,
    }
}

/// Parses `先手勝ち:9手`.
fn parse_kif_mate(text: &str) -> Option<Score> {
    let (side, plies) = text.split_once("勝ち")?;
    let winner = match side {
        "先手" => Color::Black,
        "後手" => Color::White,
        _ => return None,
    };
    let plies = match plies {
        "" => 0,
        plies => parse_digits(plies.strip_prefix(':')?.strip_suffix('手')?)?,
    };
    Some(Score::Mate { winner, plies })
}

const KIF_ELAPSED: &str = "#消費時間=";

/// Returns the line of a KIF comment for a time spent that is no whole number of seconds, which the
/// format has no other place for.
pub(crate) fn kif_elapsed_field(elapsed: Option<Duration>) -> Option<String> {
    let elapsed = elapsed.filter(|time| time.subsec_millis() > 0)?;
    Some(format!("{KIF_ELAPSED}{}", format_clock(elapsed)))
}

/// Returns the lines of a KIF comment for evaluation, clock and marks.
pub(crate) fn kif_comment_fields(notes: &Notes) -> Vec<String> {
    let mut lines: Vec<_> = notes.glyphs.iter().map(|&glyph| glyph_text(glyph)).collect();
    if let Some(Evaluation { score, depth }) = notes.evaluation {
        lines.push(match score {
            Score::Centipawns(centipawns) => format!("#評価値={centipawns}"),
            Score::Mate { winner, plies } => {
                let side = if winner == Color::Black { "先手" } else { "後手" };
                match plies {
                    0 => format!("#詰み={side}勝ち"),
                    plies => format!("#詰み={side}勝ち:{plies}手"),
                }
            }
        });
        lines.extend(depth.map(|depth| format!("#深さ={depth}")));
    }
    lines.extend(notes.clock.map(|clock| format!("#残り時間={}", format_clock(clock))));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_like_fields_are_marked_in_kif() {
        for line in ["#深さ=3", "　#深さ=3", "　　?!", "* 108", "　plain", "plain", ""] {
            let written: Vec<_> = format_kif_remark(line).collect();
            assert!(crate::encode_shift_jis(&written[0]).is_ok());
            let evaluation = Some(Evaluation { score: Score::Centipawns(1), depth: None });
            let mut notes = Notes { evaluation, ..Notes::default() };
            read_kif_comment(&written[0], &mut notes);
            let comments = vec![line.to_owned()];
            assert_eq!(notes, Notes { evaluation, comments, ..Notes::default() });
        }
    }
}
