//! Texts in the languages of the page, for what only the program knows.

use games::describe_rules;
use records::{EndReason, GameEnd, GameResult, Omission, format_western, japanese_line};
use rules::spec::{
    CheckLimit, Impasse, MandatoryPromotion, PawnDropMate, PerpetualCheck, Repetition, SideRanks,
    Stalemate, TwoPawns,
};
use rules::{Color, ImpasseClaim, Move, Outcome, Position, Rules, Square};
use serde::{Deserialize, Serialize};

/// A text in every language of the page.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
// The page takes the text of its language.
#[cfg_attr(test, derive(ts_rs::TS), ts(type = "string"))]
pub struct Text {
    /// English.
    pub en: String,
    /// Japanese.
    pub ja: String,
}

impl Text {
    /// Creates a text.
    pub fn new(en: impl Into<String>, ja: impl Into<String>) -> Self {
        Self { en: en.into(), ja: ja.into() }
    }

    /// Creates a text from words whose Japanese is empty if there is no translation.
    pub fn with_japanese(en: &str, ja: &str) -> Self {
        Self::new(en, if ja.is_empty() { en } else { ja })
    }

    /// Creates a text that is the same in every language, such as the words of a person.
    pub fn same(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { en: text.clone(), ja: text }
    }
}

/// Writes a legal move: in western and in Japanese notation.
pub fn move_text(position: &Position, mv: Move) -> Text {
    Text::new(format_western(position, mv), japanese_line(position, &[mv]))
}

/// Writes a legal move after another one of a list: in Japanese without the square if it recaptures there.
pub fn next_move_text(position: &Position, mv: Move) -> Text {
    let mut text = move_text(position, mv);
    if position.last_move().is_some_and(|last| last.to() == mv.to()) {
        // The mark of the side, a file in digits, and a rank.
        let mut rest = text.ja.chars();
        let mark = rest.next().into_iter();
        let piece = rest.skip_while(|c| ('０'..='９').contains(c)).skip(1);
        text.ja = mark.chain(['同']).chain(piece).collect();
    }
    text
}

/// Names the sides as in a game with a handicap.
pub fn with_handicap_sides(text: Text) -> Text {
    Text { ja: text.ja.replace("先手", "下手").replace("後手", "上手"), ..text }
}

/// Writes a square as in Japanese records.
pub fn japanese_square(square: Square) -> String {
    let square = square.to_string();
    let (file, rank) = square.split_at(square.len().saturating_sub(1));
    format!("{file}{}", rank.chars().map(japanese_rank).collect::<String>())
}

/// Writes a rank, given as its letter.
pub fn japanese_rank(letter: char) -> char {
    let ranks = ('a'..).zip("一二三四五六七八九十".chars());
    ranks.into_iter().find(|&(rank, _)| rank == letter).map_or(letter, |(_, kanji)| kanji)
}

/// Returns the Japanese name of a side.
pub fn japanese_side(color: Color) -> &'static str {
    match color {
        Color::Black => "先手",
        Color::White => "後手",
    }
}

fn english_side(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Describes the state of a position for people.
pub fn describe_position(position: &Position) -> Text {
    let side = position.side();
    let (en, ja) = (english_side(side), japanese_side(side));
    match (position.outcome(), position.impasse_claim()) {
        (Outcome::Ongoing, Some(ImpasseClaim::Win)) => Text::new(
            format!("Impasse, {en} may claim a win"),
            format!("入玉、{ja}は宣言勝ちできます"),
        ),
        (Outcome::Ongoing, Some(ImpasseClaim::Draw)) => {
            Text::new("Impasse, either side may claim a draw", "持将棋にできます")
        }
        (Outcome::Ongoing, None) if position.in_check() => {
            Text::new(format!("{en} to move, in check"), format!("{ja}の手番、王手"))
        }
        (Outcome::Ongoing, None) => Text::new(format!("{en} to move"), format!("{ja}の手番")),
        (outcome, _) => Text::new(capitalize(&outcome.to_string()), japanese_outcome(outcome)),
    }
}

fn japanese_outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Ongoing => "対局中".into(),
        Outcome::Mate => "詰み".into(),
        Outcome::Stalemate => "指す手なし".into(),
        Outcome::StalemateDraw => "指す手がなく引き分け".into(),
        Outcome::RepetitionDraw => "千日手".into(),
        Outcome::RepetitionLoss(loser) => format!("千日手、{}の負け", japanese_side(loser)),
        Outcome::PerpetualCheck(loser) => {
            format!("連続王手の千日手、{}の負け", japanese_side(loser))
        }
        Outcome::GoalReached(winner) => format!("トライ、{}の勝ち", japanese_side(winner)),
    }
}

/// Describes how a game ended.
pub fn describe_end(end: &GameEnd) -> Text {
    match &end.text {
        Some(text) => Text::same(text.clone()),
        None => Text::new(end.describe(["Black", "White"]), japanese_end(end)),
    }
}

fn japanese_end(end: &GameEnd) -> String {
    let name = |color: Option<Color>| color.map_or("一方", japanese_side);
    let winner = name(end.result.winner());
    let loser = name(end.result.winner().map(|color| !color));
    let is_draw = end.result == GameResult::Draw;
    match end.reason {
        EndReason::Unknown | EndReason::Other if is_draw => "引き分け".into(),
        EndReason::Unknown | EndReason::Other if end.result == GameResult::Unknown => {
            end.other_word().unwrap_or("未了").into()
        }
        EndReason::Unknown | EndReason::Other => format!("{winner}の勝ち"),
        EndReason::Resignation => format!("{loser}の投了"),
        EndReason::Mate => format!("{loser}の玉が詰み"),
        EndReason::NoLegalMove if is_draw => "指す手がなく引き分け".into(),
        EndReason::NoLegalMove => format!("{loser}に指す手なし"),
        EndReason::TimeForfeit => format!("{loser}の時間切れ"),
        EndReason::IllegalMove => format!("{loser}の反則"),
        EndReason::Repetition if is_draw => "千日手".into(),
        EndReason::Repetition => format!("千日手により{loser}の負け"),
        EndReason::PerpetualCheck => format!("{loser}による連続王手の千日手"),
        EndReason::Impasse => "持将棋".into(),
        EndReason::Declaration => format!("{winner}の入玉宣言"),
        EndReason::GoalReached => format!("{winner}のトライ"),
        EndReason::MoveLimit => "最大手数による引き分け".into(),
        EndReason::Agreement => "合意による引き分け".into(),
        EndReason::Interruption => "中断".into(),
        EndReason::Adjudication if is_draw => "裁定による引き分け".into(),
        EndReason::Adjudication => format!("裁定により{loser}の負け"),
        EndReason::Abandonment => format!("{loser}の対局放棄"),
        EndReason::NoShow => format!("{loser}の不戦敗"),
        EndReason::NoMate => "不詰".into(),
    }
}

/// Says what a file cannot hold.
pub fn omission_text(parts: impl IntoIterator<Item = Omission>) -> Text {
    let japanese = |part| match part {
        Omission::Tags => "対局情報",
        Omission::Variations => "変化",
        Omission::Comments => "コメント",
        Omission::Drawings => "矢印と丸",
        Omission::Times => "時間",
        Omission::Evaluations => "評価値",
        Omission::End => "結果",
    };
    let (en, ja): (Vec<_>, Vec<_>) =
        parts.into_iter().map(|part| (part.name(), japanese(part))).unzip();
    let en = format!("this format has no place for {}", en.join(", "));
    Text::new(en, format!("この形式に書けないもの：{}", ja.join("、")))
}

/// Describes the rules that differ between games, each in a few words.
pub fn rule_texts(rules: &Rules) -> Vec<Text> {
    let (english, japanese) = (describe_rules(rules), japanese_rules(rules));
    debug_assert_eq!(english.len(), japanese.len());
    english.into_iter().zip(japanese).map(|(en, ja)| Text { en, ja }).collect()
}

/// Describes the same rules as `describe_rules`, in the same order.
fn japanese_rules(rules: &Rules) -> Vec<String> {
    let mut texts: Vec<String> = vec![
        match rules.spec().two_pawns {
            TwoPawns::Allowed => "二歩は可".into(),
            TwoPawns::DropForbidden => "歩のある筋に歩を打てない".into(),
            TwoPawns::DropLimit(limit) => format!("歩が{limit}枚ある筋に歩を打てない"),
            TwoPawns::Forbidden => "二歩は反則".into(),
        },
        match rules.spec().pawn_drop_mate {
            PawnDropMate::Allowed => "打ち歩詰めは可".into(),
            PawnDropMate::Forbidden => "打ち歩詰めは反則".into(),
        },
        japanese_repetition(rules),
    ];
    if rules.spec().stalemate == Stalemate::Draw {
        texts.push("指す手がなければ引き分け".into());
    }
    if rules.spec().goal_ranks != SideRanks::default() {
        texts.push("玉が目標の段に着けば勝ち".into());
    }
    if rules.spec().mandatory_promotion == MandatoryPromotion::Always {
        texts.push("成りは強制".into());
    }
    if let CheckLimit::Consecutive(limit) = rules.spec().check_limit {
        texts.push(format!("連続王手は{limit}回まで"));
    }
    match &rules.spec().impasse {
        Impasse::None => {}
        Impasse::BothKingsEntered { min_points, .. } => {
            texts.push(format!("相入玉は{min_points}点法"));
        }
        Impasse::EnteringKing { min_points: [black, white], .. } => {
            texts.push(format!("入玉宣言は先手{black}点、後手{white}点"));
        }
    }
    texts
}

fn japanese_repetition(rules: &Rules) -> String {
    let result = match rules.spec().repetition {
        Repetition::Draw => "千日手は引き分け",
        Repetition::BlackLoses => "千日手は先手の負け",
        Repetition::WhiteLoses => "千日手は後手の負け",
        Repetition::RepeaterLoses => "千日手は局面を繰り返した側の負け",
        Repetition::RepeaterWins => "千日手は局面を繰り返した側の勝ち",
    };
    let count = match rules.repetition_count() {
        4 => String::new(),
        count => format!("（同一局面{count}回）"),
    };
    let perpetual_check = match rules.spec().perpetual_check {
        PerpetualCheck::Allowed => "",
        PerpetualCheck::Loses => "、連続王手は負け",
    };
    format!("{result}{count}{perpetual_check}")
}

/// Returns the title of a game in both languages.
pub fn game_title(rules: &Rules) -> Text {
    Text::with_japanese(rules.title(), &rules.spec().title_ja)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_info::find_square;

    #[test]
    fn rules_and_titles_are_in_both_languages_and_differ_between_games() {
        let mut titles = std::collections::HashSet::new();
        for rules in games::all() {
            let texts = rule_texts(rules);
            assert_eq!(texts.len(), describe_rules(rules).len(), "{}", rules.name());
            assert!(texts.iter().all(|text| !text.ja.is_ascii() && text.en.is_ascii()));
            let title = game_title(rules);
            assert!(!title.ja.is_ascii(), "{title:?}");
            assert!(
                titles.insert(title.en.clone()) && titles.insert(title.ja.clone()),
                "{title:?}"
            );
            assert!(!rules.spec().about_ja.is_empty(), "{title:?}");
        }
    }

    #[test]
    fn the_next_move_on_a_square_does_not_name_it_in_japanese() {
        for (game, sfen, moves, ja) in [
            ("shogi", "3sk4/4r4/9/9/9/9/9/9/4R3K b - 1", ["5i5b+", "6a5b"], ["▲５二飛成", "△同銀"]),
            (
                "shosu",
                "rg7k/10/10/10/10/10/10/10/10/R8K b - 1",
                ["10j10a", "9a10a"],
                ["▲１０一飛不成", "△同金"],
            ),
        ] {
            let mut position = Position::from_sfen(games::by_name(game).unwrap(), sfen).unwrap();
            for (usi, ja) in moves.into_iter().zip(ja) {
                let mv = records::parse_move(&position, usi).unwrap();
                assert_eq!(next_move_text(&position, mv).ja, ja);
                assert!(!move_text(&position, mv).ja.contains('同'));
                position.do_move(mv);
            }
        }
    }

    #[test]
    fn a_game_from_a_file_has_its_own_japanese_title() {
        let file = include_str!("../../rules/examples/minicannon.toml");
        for (line, ja) in
            [("", "Mini Cannon Shogi"), ("title-ja = \"ミニ大砲将棋\"\n", "ミニ大砲将棋")]
        {
            let game = &games::parse(&format!("{line}{file}")).games[0];
            let rules = Rules::build(&game.spec).unwrap();
            assert_eq!(game_title(rules), Text::new("Mini Cannon Shogi", ja));
        }
    }

    #[test]
    fn squares_and_sides_are_japanese() {
        let square = |name| find_square(games::by_name("shosu").unwrap(), name).unwrap();
        assert_eq!(["8h", "10j"].map(|name| japanese_square(square(name))), ["8八", "10十"]);
        let text = with_handicap_sides(Text::new("White to move", "後手の手番"));
        assert_eq!(text, Text::new("White to move", "上手の手番"));
    }

    #[test]
    fn positions_are_described_in_both_languages() {
        let rules = games::by_name("shogi").unwrap();
        for (sfen, en, ja) in [
            (rules.start_sfen(), "Black to move", "先手の手番"),
            ("4k4/9/9/9/9/9/9/9/4R3K w - 1", "White to move, in check", "後手の手番、王手"),
            ("k8/1G7/K8/9/9/9/9/9/9 w - 1", "Mate", "詰み"),
        ] {
            let position = Position::from_sfen(rules, sfen).unwrap();
            assert_eq!(describe_position(&position), Text::new(en, ja));
        }
    }
}
