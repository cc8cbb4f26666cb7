//! The words for the ends of games: a row for each reason, with the words of all formats.

use crate::end_reason::{EndReason, GameResult};
use EndReason::*;
use Implied::*;
use rules::Color;

/// The words for a reason.
pub(crate) struct EndWords {
    pub reason: EndReason,
    implied: Implied,
    /// Our description in English, in which `{winner}` and `{loser}` are players.
    pub english: &'static str,
    /// Parts of other programs' descriptions in English: earlier versions, our match runner, cutechess, lichess.
    phrases: &'static [&'static str],
    /// What cutechess, lichess, PyChess and others say of the loser, and of the winner, in comments of PGN.
    pub said: [&'static [&'static str]; 2],
    /// In place of a move of KIF. The first word is written.
    pub kif: &'static [&'static str],
    /// After the `%` of CSA. The first word is written.
    pub csa: &'static [&'static str],
}

/// The result for the side to move, as far as the reason implies one.
#[derive(Clone, Copy)]
enum Implied {
    Lost,
    Won,
    Drawn,
    Open,
}

const fn row(
    reason: EndReason,
    implied: Implied,
    english: &'static str,
    phrases: &'static [&'static str],
    said: [&'static [&'static str]; 2],
    kif: &'static [&'static str],
    csa: &'static [&'static str],
) -> EndWords {
    EndWords { reason, implied, english, phrases, said, kif, csa }
}

/// The rows of all reasons but [`Other`]. Of several phrases in a description, that of the first row counts.
#[rustfmt::skip]
pub(crate) const ROWS: [EndWords; 18] = [
    row(Resignation, Lost, "{loser} resigns", &["resign"],
        [&["resigns", "resigned"], &["wins by resignation", "won by resignation"]],
        &["投了"], &["TORYO"]),
    row(PerpetualCheck, Open, "{loser} gives perpetual check", &["perpetual check"],
        [&[], &[]],
        &["連続王手の千日手"], &["OUTE_SENNICHITE"]),
    row(TimeForfeit, Lost, "{loser} loses on time", &["on time", "time forfeit"],
        [&["loses on time", "forfeits on time", "ran out of time", "time forfeit"], &["wins on time", "won on time"]],
        &["切れ負け", "時間切れ"], &["TIME_UP"]),
    row(IllegalMove, Lost, "{loser} makes an illegal move",
        &["illegal move", "rules infraction", "declares a win"],
        [&[], &[]],
        &["反則負け", "反則勝ち", "反則手", "反則行為"], &["ILLEGAL_MOVE"]),
    row(NoLegalMove, Lost, "{loser} has no legal move", &["no legal move", "stalemate"],
        [&["has no legal moves", "is stalemated"], &[]],
        &["手詰まり"], &[]),
    row(Adjudication, Open, "{loser} loses by adjudication", &["adjudicat"],
        [&[], &["wins by adjudication"]],
        &["判定"], &[]),
    row(NoMate, Open, "no mate", &["no mate"],
        [&[], &[]],
        &["不詰"], &["FUZUMI"]),
    row(Mate, Lost, "{loser} is mated", &["is mated", "checkmate", " mates"],
        [&["is checkmated"], &["mates", "checkmates", "wins by checkmate", "won by checkmate"]],
        &["詰み", "詰"], &["TSUMI"]),
    row(Repetition, Drawn, "{loser} loses by repetition", &["repetition"],
        [&[], &[]],
        &["千日手"], &["SENNICHITE"]),
    row(Declaration, Won, "{loser} loses by declaration", &["by declaration"],
        [&[], &["wins by declaration"]],
        &["入玉勝ち", "入玉宣言", "勝ち宣言"], &["KACHI"]),
    row(GoalReached, Lost, "{winner}'s king reaches its goal", &["reaches its goal"],
        [&[], &[]],
        &["トライ"], &[]),
    row(Impasse, Drawn, "draw by impasse", &["impasse"],
        [&[], &[]],
        &["持将棋"], &["JISHOGI"]),
    row(MoveLimit, Drawn, "draw by length", &["draw by length", "maximum number of moves"],
        [&[], &[]],
        &["最大手数"], &["MAX_MOVES"]),
    row(Agreement, Drawn, "draw by agreement", &["agree"],
        [&[], &[]],
        &["合意"], &[]),
    row(Interruption, Open, "interrupted", &["interrupt", "unterminated"],
        [&[], &[]],
        &["中断", "封じ手"], &["CHUDAN", "MATTA", "ERROR"]),
    row(Abandonment, Lost, "{loser} abandons the game", &["abandon", "disconnect", "stalls", "crashes"],
        [&["disconnects", "stalls", "crashes", "'s connection stalls", "left the game", "leaves the game"], &[]],
        &["放棄"], &[]),
    row(NoShow, Open, "{loser} does not appear", &["does not appear"],
        [&[], &[]],
        &["不戦敗", "不戦勝"], &[]),
    // A draw for whatever reason has a word in KIF.
    row(Unknown, Open, "unfinished", &[],
        [&["loses"], &["wins", "won"]],
        &["引き分け"], &[]),
];

impl EndReason {
    pub(crate) fn words(self) -> Option<&'static EndWords> {
        ROWS.iter().find(|row| row.reason == self)
    }

    /// Returns the result that the reason implies when `side` is to move, as far as it implies one.
    pub(crate) fn result(self, side: Color) -> GameResult {
        match self.words().map_or(Open, |row| row.implied) {
            Lost => GameResult::Win(!side),
            Won => GameResult::Win(side),
            Drawn => GameResult::Draw,
            Open => GameResult::Unknown,
        }
    }

    /// Returns the reason of a word in a column of the table.
    pub(crate) fn of_word(
        word: &str,
        column: impl Fn(&EndWords) -> &'static [&'static str],
    ) -> Option<Self> {
        ROWS.iter().find(|row| column(row).contains(&word)).map(|row| row.reason)
    }
}

/// Finds the reason in an English description.
pub(crate) fn reason_in(text: &str) -> EndReason {
    let text = text.to_ascii_lowercase();
    let found = ROWS.iter().find(|row| row.phrases.iter().any(|phrase| text.contains(phrase)));
    found.map_or(Unknown, |row| row.reason)
}
