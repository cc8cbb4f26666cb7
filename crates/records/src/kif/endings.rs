//! Words of KIF and KI2 for the end of a game: in place of a move (`投了`) and in the closing line
//! (`まで111手で先手の勝ち`).

use super::kanji::digit_value;
use super::ki2::is_mark;
use crate::ending::{EndReason, GameEnd, GameResult};
use rules::Color;

/// The words in place of a move. The first for each reason is written.
const WORDS: &[(&str, EndReason)] = &[
    ("投了", EndReason::Resignation),
    ("詰み", EndReason::Mate),
    ("詰", EndReason::Mate),
    ("切れ負け", EndReason::TimeForfeit),
    ("時間切れ", EndReason::TimeForfeit),
    ("反則負け", EndReason::IllegalMove),
    ("反則勝ち", EndReason::IllegalMove),
    ("反則手", EndReason::IllegalMove),
    ("反則行為", EndReason::IllegalMove),
    ("連続王手の千日手", EndReason::PerpetualCheck),
    ("千日手", EndReason::Repetition),
    ("持将棋", EndReason::Impasse),
    ("入玉勝ち", EndReason::Declaration),
    ("入玉宣言", EndReason::Declaration),
    ("勝ち宣言", EndReason::Declaration),
    ("トライ", EndReason::GoalReached),
    ("中断", EndReason::Interruption),
    ("封じ手", EndReason::Interruption),
    ("不戦敗", EndReason::NoShow),
    ("不戦勝", EndReason::NoShow),
    ("不詰", EndReason::NoMate),
    ("最大手数", EndReason::MoveLimit),
    ("手詰まり", EndReason::NoLegalMove),
    ("判定", EndReason::Adjudication),
    ("合意", EndReason::Agreement),
    ("放棄", EndReason::Abandonment),
    ("引き分け", EndReason::Unknown),
];

/// Reads a word in place of a move, when `side` is to move.
pub(super) fn read_word(word: &str, side: Color) -> Option<GameEnd> {
    let &(_, reason) = WORDS.iter().find(|(known, _)| *known == word)?;
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

/// Returns whether a text can be a word in place of a move that is not known, as `接続切れ`.
pub(super) fn is_other_word(text: &str) -> bool {
    let is_move_start = |c: char| digit_value(c).is_some() || c == '同' || is_mark(c);
    let is_known = WORDS.iter().any(|(word, _)| *word == text);
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
        (reason, _) => WORDS.iter().find(|(_, known)| *known == reason).map(|(word, _)| *word),
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
    WORDS
        .iter()
        .filter(|(word, reason)| *reason != EndReason::Unknown && text.contains(word))
        .max_by_key(|(word, _)| word.len())
        .map(|&(_, reason)| reason)
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
    let known = WORDS.iter().find(|(_, reason)| *reason == end.reason).map(|&(word, _)| word);
    let other = end.other_word().filter(|word| closing_word(word).is_some());
    let word = known.or(other).unwrap_or_default();
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
