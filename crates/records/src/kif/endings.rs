//! Words of KIF and KI2 for the end of a game: in place of a move (`投了`) and in the closing line
//! (`まで111手で先手の勝ち`).

use super::kanji::digit_value;
use super::ki2::is_mark;
use crate::end_reason::{EndReason, GameResult};
use crate::end_words::ROWS;
use crate::ending::GameEnd;
use rules::Color;

/// Reads a word in place of a move, when `side` is to move.
pub(super) fn read_word(word: &str, side: Color) -> Option<GameEnd> {
    let reason = EndReason::of_word(word, |row| row.kif)?;
    let mut end = GameEnd::implied(reason, side);
    match word {
        "反則勝ち" | "不戦勝" => end.result = GameResult::Win(side),
        "不戦敗" => end.result = GameResult::Win(!side),
        "引き分け" => end.result = GameResult::Draw,
        "封じ手" => end.text = Some(word.to_owned()),
        _ => {}
    }
    Some(end)
}

/// Returns the word that is written for a reason.
fn written(reason: EndReason) -> Option<&'static str> {
    reason.words()?.kif.first().copied()
}

/// Returns whether a text can be a word in place of a move that is not known, as `接続切れ`.
pub(super) fn is_other_word(text: &str) -> bool {
    let is_move_start = |c: char| digit_value(c).is_some() || c == '同' || is_mark(c);
    let is_known = EndReason::of_word(text, |row| row.kif).is_some();
    text.starts_with(|c: char| c.is_alphabetic() && !is_move_start(c))
        && text.trim() == text
        && !text.ends_with('+')
        && !text.contains(['(', '（', '：', ':'])
        && !text.contains(char::is_control)
        && !is_known
}

/// Returns the word in place of a move, when `side` is to move.
pub(super) fn format_word(end: &GameEnd, side: Color) -> Option<&str> {
    match (end.reason, end.result) {
        (EndReason::Other, _) => end.other_word().filter(|word| is_other_word(word)),
        (EndReason::IllegalMove, GameResult::Win(winner)) if winner == side => Some("反則勝ち"),
        (EndReason::NoShow, GameResult::Win(winner)) if winner == side => Some("不戦勝"),
        (EndReason::Unknown, GameResult::Draw) => Some("引き分け"),
        (EndReason::Unknown, _) => None,
        (reason, _) => written(reason),
    }
}

/// Reads the rest of a closing line after `まで` and the number of moves. `stated` is the end that
/// a word in place of a move gave; the closing line can add the winner to it.
pub(super) fn read_closing(text: &str, side: Color, stated: Option<GameEnd>) -> GameEnd {
    let (result, reason) = (closing_result(text), closing_reason(text));
    let mut end = stated.unwrap_or_else(|| GameEnd::implied(reason, side));
    if end.reason == EndReason::Unknown {
        end.reason = reason;
        if let Some(word) = closing_word(text) {
            end.reason = EndReason::Other;
            end.text = Some(word.to_owned());
        }
    }
    if let Some(result) = result {
        end.result = result;
    }
    end
}

/// Returns the reason that a closing line states.
fn closing_reason(text: &str) -> EndReason {
    // The longest word that gives a reason, because some contain others.
    ROWS.iter()
        .flat_map(|row| row.kif.iter().map(|word| (word, row.reason)))
        .filter(|(word, reason)| *reason != EndReason::Unknown && text.contains(*word))
        .max_by_key(|(word, _)| word.len())
        .map(|(_, reason)| reason)
        .or(text.contains("反則").then_some(EndReason::IllegalMove))
        .or(text.contains("不戦").then_some(EndReason::NoShow))
        .unwrap_or(EndReason::Unknown)
}

/// Returns the word of a closing line for a reason that is not known: `接続切れ`, or `接続切れにより先手の勝ち`.
pub(super) fn closing_word(text: &str) -> Option<&str> {
    let word = match closing_result(text) {
        None => text,
        Some(_) => text.split_once("により")?.0,
    };
    let says_result = |word: &str| word.contains(['勝', '負', '手', '分']);
    let is_other = is_other_word(word) && closing_reason(text) == EndReason::Unknown;
    (is_other && !says_result(word)).then_some(word)
}

/// Returns the result that a closing line states.
fn closing_result(text: &str) -> Option<GameResult> {
    const SIDES: [(&str, Color); 4] = [
        ("先手", Color::Black),
        ("下手", Color::Black),
        ("後手", Color::White),
        ("上手", Color::White),
    ];
    for (name, color) in SIDES {
        let Some((_, after)) = text.split_once(name) else { continue };
        let after = after.trim_start_matches('の');
        if after.starts_with("勝")
            || ["反則勝", "入玉勝", "不戦勝"].iter().any(|w| after.starts_with(w))
        {
            return Some(GameResult::Win(color));
        }
        if ["反則負", "負", "不戦敗", "切れ負"].iter().any(|word| after.starts_with(word))
        {
            return Some(GameResult::Win(!color));
        }
    }
    text.contains("引き分け").then_some(GameResult::Draw)
}

/// Stands behind a win in KI2 whose reason is unknown: without it, the loser resigned.
pub(super) const UNKNOWN_REASON: &str = "(理由不明)";

/// Formats the closing line. `sides` are the names of the sides, Black first.
pub(super) fn format_closing(end: &GameEnd, plies: usize, side: Color, sides: [&str; 2]) -> String {
    let name = |color: Color| sides[color.index()];
    let result = match end.result {
        GameResult::Win(winner) => format!("{}の勝ち", name(winner)),
        GameResult::Draw => "引き分け".into(),
        GameResult::Unknown => String::new(),
    };
    let other = end.other_word().filter(|word| closing_word(word).is_some());
    let word = written(end.reason).or(other).unwrap_or_default();
    let implied = end.reason.result(side);
    let rest = match (end.reason, end.result) {
        (EndReason::Resignation, GameResult::Win(winner)) if winner != side => result,
        (EndReason::Unknown, _) => result,
        (EndReason::IllegalMove, GameResult::Win(winner)) => format!("{}の反則負け", name(!winner)),
        (EndReason::Declaration, GameResult::Win(winner)) => format!("{}の入玉勝ち", name(winner)),
        (EndReason::TimeForfeit, GameResult::Win(_)) => format!("時間切れにより{result}"),
        (EndReason::Other, _) if word.is_empty() => result,
        (_, stated) if stated == implied || result.is_empty() => word.to_owned(),
        _ => format!("{word}により{result}"),
    };
    format!("まで{plies}手で{rest}")
}
