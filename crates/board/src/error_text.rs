//! Errors that the pages show, in Japanese. The English texts are those of the error types.
//!
//! The Japanese texts of parse errors quote what was found. What was expected instead is in the English texts alone.

use crate::command_error::{CommandError, MAX_MOVES, MAX_PLIES};
use crate::game_file::MAX_GAMES;
use crate::text::{Text, japanese_rank, japanese_side, japanese_square};
use records::{MoveTextError, RecordError, RecordErrorKind, WriteError};
use rules::{IllegalMove, PositionError, SfenError, SfenErrorKind, Square, quoted};

impl From<&CommandError> for Text {
    fn from(error: &CommandError) -> Self {
        Self::new(error.to_string(), command_error(error))
    }
}

impl From<&RecordError> for Text {
    fn from(error: &RecordError) -> Self {
        Self::new(error.to_string(), record_error(error))
    }
}

fn command_error(error: &CommandError) -> String {
    match error {
        CommandError::Changed => "盤面がすでに変わっています".into(),
        CommandError::Paused => "対局は中断中です".into(),
        CommandError::NotAtEnd => "最後の局面に移ってから指してください".into(),
        CommandError::EngineToMove => "エンジンの手番です".into(),
        CommandError::OthersTurn => "相手の手番です".into(),
        CommandError::OtherAway => "相手が接続していません".into(),
        CommandError::OnlyWatching => "このページでは観戦だけができます".into(),
        CommandError::BetweenPeople => "二人の対局ではできません".into(),
        CommandError::NoQuestion => "相手からの申し出はありません".into(),
        CommandError::NoGuests => "ここでは相手を招待できません".into(),
        CommandError::TooManyTables => "開いている盤が多すぎます。ページを閉じてください".into(),
        CommandError::Address => "アドレスをQRコードにできません".into(),
        CommandError::NoMoveYet => "エンジンの指し手はまだ決まっていません".into(),
        CommandError::TimeUp => "時間切れです".into(),
        CommandError::Illegal(reason) => illegal_move(*reason).into(),
        CommandError::NothingToUndo => "取り消せる手がありません".into(),
        CommandError::NoClaim => "ここでは宣言できません".into(),
        CommandError::GameOver => "対局は終わっています".into(),
        CommandError::DuringGame => "対局中はできません".into(),
        CommandError::StartPosition => "開始局面は削除できません".into(),
        CommandError::NoSuchMove(number) => format!("{number}番の手はありません"),
        CommandError::MoveText(reason) => {
            format!("指し手を読めません（{}）", move_text_error(reason))
        }
        CommandError::Position(reason) | CommandError::PositionInText(reason) => {
            format!("局面を読めません（{}）", position_error(reason))
        }
        CommandError::Square(name) => format!("「{name}」というマスはありません"),
        CommandError::EmptySquare => "そのマスに駒がありません".into(),
        CommandError::UnknownGame(name) => format!("「{name}」というゲームはありません"),
        CommandError::UnknownHandicap(name) => format!("「{name}」という手合割はありません"),
        CommandError::OutOfRange { field, value, min, max } => {
            format!("{}に{value}は使えません。{min}から{max}までです", field.japanese())
        }
        CommandError::NoTime => "持ち時間か秒読みが必要です".into(),
        CommandError::Solving => "先に問題を解くか、解答を表示してください".into(),
        CommandError::NoPuzzle => "盤上に問題がありません".into(),
        CommandError::PuzzleOver => "この問題は終わっています".into(),
        CommandError::NoPuzzles(game) => format!("{}の問題はありません", game.ja),
        CommandError::NoSuchPuzzle(game) => {
            format!("この目標・手数・難易度の{}の問題はありません", game.ja)
        }
        CommandError::NoOwnPuzzles => "読み込んだ問題がありません".into(),
        CommandError::NoPuzzleInText => "文中に問題がありません".into(),
        CommandError::LongSolution(moves) => {
            format!("解答が{moves}手あります。{}手までです", MAX_PLIES)
        }
        CommandError::TooManyGames(games) => format!("{games}局あります。{MAX_GAMES}局までです"),
        CommandError::NoSuchGame(index) => format!("ファイルに{}番の棋譜はありません", index + 1),
        CommandError::TooLong(max) => format!("長すぎます。{max}文字までです"),
        CommandError::NoGameInText => "文中に棋譜がありません".into(),
        CommandError::Unreadable(reason) => format!("読み込めません（{}）", record_error(reason)),
        CommandError::SeveralGames { reason, games } => {
            format!("{}。{}のようです。先にゲームを選んでください", command_error(reason), games.ja)
        }
        CommandError::TooManyMoves(moves) => format!("{moves}手あります。{MAX_MOVES}手までです"),
        CommandError::Unwritable(reason) => format!("書き出せません（{}）", write_error(*reason)),
        CommandError::NoRecentGame => "この棋譜はもう残っていません".into(),
        CommandError::LargeSettings => "設定が大きすぎます".into(),
        CommandError::NotReviewed => "先に棋譜を検討してください".into(),
        CommandError::Invalid(reason) => format!("不正な命令です（{reason}）"),
        CommandError::Closed => "この盤は閉じられました。再読み込みしてください".into(),
        CommandError::Failed => "内部エラーです".into(),
    }
}

fn position_error(error: &SfenError) -> String {
    let text = match &error.kind {
        SfenErrorKind::UnexpectedCharacter(found) => format!("「{found}」は使えません"),
        SfenErrorKind::Missing(_) => "足りない項目があります".into(),
        SfenErrorKind::RankLength { rank, found, expected } => {
            let rank = japanese_rank(*rank);
            format!("{rank}段のマスが{found}個あります。{expected}個のはずです")
        }
        SfenErrorKind::RankCount { found, expected } => {
            format!("段が{found}あります。{expected}のはずです")
        }
        SfenErrorKind::NoPromotion(letter) => format!("「{letter}」は成れません"),
        SfenErrorKind::SideToMove => "手番は b か w です".into(),
        SfenErrorKind::HandCount => "持ち駒の枚数が正しくありません".into(),
        SfenErrorKind::MoveNumber => "手数が正しくありません".into(),
        SfenErrorKind::TrailingText => "局面の後に余分な文字があります".into(),
        SfenErrorKind::IllegalPosition(errors) => {
            return errors.iter().map(illegal_position).collect::<Vec<_>>().join("。");
        }
        _ => "局面が正しくありません".into(),
    };
    format!("{}文字目：{text}", error.offset + 1)
}

fn illegal_position(error: &PositionError) -> String {
    match error {
        PositionError::MultipleKings(color) => {
            format!("{}の玉が二枚以上あります", japanese_side(*color))
        }
        PositionError::NoKing(color) => format!("{}の玉がありません", japanese_side(*color)),
        PositionError::KingInHand(color) => {
            format!("{}の持ち駒に玉があります", japanese_side(*color))
        }
        PositionError::TooManyPieces { letter, found, limit } => {
            format!("「{letter}」が{found}枚あります。{limit}枚までです")
        }
        PositionError::DeadSquare { letter, square } => {
            let square = japanese_square(*square);
            format!("{square}の「{letter}」は行き所がありません")
        }
        PositionError::TwoPawns { color, file } => {
            format!("{}が{file}筋で二歩です", japanese_side(*color))
        }
        PositionError::OpponentInCheck(color) => {
            format!("手番でない{}に王手がかかっています", japanese_side(*color))
        }
        _ => "局面が正しくありません".into(),
    }
}

fn move_text_error(error: &MoveTextError) -> String {
    match error {
        MoveTextError::Rules(reason) => illegal_move(*reason).into(),
        MoveTextError::Pieces(reasons) => {
            let text = |(from, reason): &(Square, _)| {
                format!("{}から：{}", japanese_square(*from), illegal_move(*reason))
            };
            reasons.iter().map(text).collect::<Vec<_>>().join("。")
        }
        MoveTextError::Text(_) => "そのように書く手はありません".into(),
        MoveTextError::Ambiguous(moves) => {
            format!("どの手か決まりません：{}", japanese_choice(moves))
        }
    }
}

/// Joins moves in Japanese that are joined in English.
fn japanese_choice(moves: &str) -> String {
    let mut is_after_file = false;
    let moves = moves.replace(" or ", "か");
    let ranks = moves.chars().map(|c| {
        let is_rank = std::mem::replace(&mut is_after_file, c.is_ascii_digit());
        if is_rank { japanese_rank(c) } else { c }
    });
    ranks.collect()
}

fn record_error(error: &RecordError) -> String {
    let text = match &error.kind {
        RecordErrorKind::Encoding => "文字コードが不明です".into(),
        RecordErrorKind::Empty => "棋譜がありません".into(),
        RecordErrorKind::UnknownFormat => "棋譜の形式が不明です".into(),
        RecordErrorKind::UnknownGame(name) => format!("{}というゲームはありません", quoted(name)),
        RecordErrorKind::Position { found, reason } => {
            format!("{}は正しい局面ではありません（{}）", quoted(found), position_error(reason))
        }
        RecordErrorKind::IllegalMove { found, reason } => {
            format!("{}は指せません（{}）", quoted(found), move_text_error(reason))
        }
        RecordErrorKind::AmbiguousMove { found, candidates } => {
            let candidates = japanese_choice(candidates);
            format!("{}はどの手か決まりません（{candidates}）", quoted(found))
        }
        RecordErrorKind::MoveNumber { found, expected } => {
            format!("手数が{found}です。{expected}のはずです")
        }
        RecordErrorKind::Unexpected { found, .. } => format!("{}は読めません", quoted(found)),
        RecordErrorKind::NoSolution => "解答（pv）がありません".into(),
        RecordErrorKind::TooManyEmptyGames(most) => {
            format!("手のない棋譜が{most}局より多くあります")
        }
        RecordErrorKind::TooDeep(most) => too_deep(*most),
        RecordErrorKind::Json(_) => "JKF として読めません".into(),
        RecordErrorKind::Unclosed(_) => "括弧か引用符が閉じていません".into(),
        _ => "読めません".into(),
    };
    format!("{}行目：{text}", error.line)
}

fn too_deep(most: usize) -> String {
    format!("変化の中の変化は{most}段までです")
}

fn write_error(error: WriteError) -> String {
    match error {
        WriteError::ShogiOnly(format) => format!("{format} 形式には本将棋だけを書き出せます"),
        WriteError::TooDeep(most) => too_deep(most),
        WriteError::OneGameOnly(format) => format!("{format} のファイルには一局だけ入ります"),
        WriteError::NotInShiftJis(letter) => format!("「{letter}」は Shift_JIS で書けません"),
    }
}

fn illegal_move(reason: IllegalMove) -> &'static str {
    match reason {
        IllegalMove::Malformed => "このゲームにはない手です",
        IllegalMove::EmptySquare => "そのマスに駒がありません",
        IllegalMove::OpponentPiece => "相手の駒です",
        IllegalMove::CannotReach => "その駒はそこへ動けません",
        IllegalMove::Blocked => "間に駒があります",
        IllegalMove::NoScreen => "飛び越える駒がありません",
        IllegalMove::TooManyScreens => "飛び越えられる駒は一枚だけです",
        IllegalMove::OnlyCaptures => "そこへは駒を取るときだけ動けます",
        IllegalMove::CannotCapture => "そこへは空きマスのときだけ動けます",
        IllegalMove::OwnPiece => "自分の駒があります",
        IllegalMove::CannotPromote => "その駒は成れません",
        IllegalMove::OutsidePromotionZone => "敵陣の外では成れません",
        IllegalMove::MustPromote => "行き所がなくなるので成らなければなりません",
        IllegalMove::NotInHand => "その駒は持ち駒にありません",
        IllegalMove::Occupied => "駒のあるマスには打てません",
        IllegalMove::DeadSquare => "行き所のない駒は打てません",
        IllegalMove::TwoPawns => "二歩です",
        IllegalMove::KingAttacked => "玉が取られる所へは動けません",
        IllegalMove::InCheck => "王手がかかっています",
        IllegalMove::Pinned => "動かすと玉が取られます",
        IllegalMove::BecomesScreen => "大砲の飛び越える駒となり、玉が取られます",
        IllegalMove::PawnDropMate => "打ち歩詰めです",
        IllegalMove::CheckLimit => "連続王手の制限に達しています",
        IllegalMove::GameOver => "玉が目標に着き、対局は終わっています",
        _ => "反則の手です",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Position;

    fn shogi() -> &'static rules::Rules {
        games::by_name("shogi").unwrap()
    }

    #[test]
    fn refused_moves_and_positions_are_explained_in_japanese() {
        let start = Position::start(shogi());
        for (text, ja) in [
            ("7g7e", "指し手を読めません（その駒はそこへ動けません）"),
            ("▲５五角", "指し手を読めません（8八から：間に駒があります）"),
            ("Z", "指し手を読めません（そのように書く手はありません）"),
            ("G-5h", "指し手を読めません（どの手か決まりません：4九5八か6九5八）"),
        ] {
            let error = CommandError::from(records::parse_move(&start, text).unwrap_err());
            assert_eq!(command_error(&error), ja, "{text}");
        }
        for (sfen, ja) in [
            ("9/9 b - 1", "段が2あります。9のはずです"),
            ("4k4/9/9/9/9/9/9/9/9x b - 1", "文字目：「x」は使えません"),
            ("9/9/9/9/9/9/9/9/4K4 b - 1", "後手の玉がありません"),
            ("4k4/9/9/9/9/9/9/9/4R3K b - 1", "手番でない後手に王手がかかっています"),
        ] {
            let error = CommandError::from(Position::from_sfen(shogi(), sfen).unwrap_err());
            assert!(command_error(&error).contains(ja), "{sfen}: {}", command_error(&error));
        }
    }

    #[test]
    fn texts_that_cannot_be_read_are_explained_in_japanese() {
        for (text, ja) in [
            ("startpos moves 7g7f 7g7f", "1行目：'7g7f'は指せません（そのマスに駒がありません）"),
            ("[Variant \"chess\"]\n\n1. e4 *", "1行目：'chess'というゲームはありません"),
            (
                "[Variant \"shogi\"]\n\n1. G-5h *",
                "3行目：'G-5h'はどの手か決まりません（4九5八か6九5八）",
            ),
            ("[Variant \"shogi\"]\n\n1. c3c4 {open", "3行目：括弧か引用符が閉じていません"),
            (
                "手合割：平手\n1 ７六歩(77)\n2 ７五歩(76)\n",
                "3行目：'７五歩(76)'は指せません（相手の駒です）",
            ),
        ] {
            let hints = records::Hints { format: None, rules: Some(shogi()) };
            let error = records::read(text.as_bytes(), &hints).unwrap_err();
            assert_eq!(Text::from(&error).ja, ja, "{text}");
        }
    }
}
