//! What the readers of KIF, KI2 and CSA understand: samples, with what is special about each.

use crate::{assert_end, read_one, shogi, usi_moves};
use records::EndReason::*;
use records::{
    Evaluation, Format, GameEnd, GameRecord, GameResult, Hints, NodeId, Score, Warning,
    japanese_line, read_text, tags, write,
};
use rules::{Color, Position};
use std::time::Duration;

pub const KIF: &str = "# ---- a comment for programs ----
開始日時：2026/01/02 10:00:00
棋戦：名人戦
手合割：平手
先手：Alice
後手：Bob
備考：anything
手数----指手---------消費時間--
*before the first move
   1 ７六歩(77)   ( 0:16/00:00:16)+
*first
*#評価値=123
*#深さ=20
   2 ３四歩(33)   ( 1:02/00:01:02)
   3 ２二角成(88) ( 0:01/00:00:17)+
&bookmark
   4 同　銀(31)   ( 0:05/00:01:07)
   5 ４五角打     ( 1:00:00/01:00:17)
   6 投了         ( 0:03/00:01:10)
まで5手で先手の勝ち

変化：3手
   3 ２六歩(27)
   4 ８四歩(83)
   5 中断

変化：1手
   1 ２六歩(27)
";

#[test]
fn kif_with_tags_times_comments_and_variations() {
    let record = read_one(KIF);
    assert_eq!(usi_moves(&record), "7g7f 3c3d 8h2b+ 3a2b B*4e");
    assert_eq!(record.move_count(), 8);
    assert_eq!(record.tags.player(Color::Black), Some("Alice"));
    assert_eq!(record.tags.get(tags::EVENT), Some("名人戦"));
    assert_eq!(record.tags.get(tags::DATE), Some("2026/01/02 10:00:00"));
    assert_eq!(record.tags.get("備考"), Some("anything"));
    assert_eq!(record.node(NodeId::ROOT).notes.comments, ["before the first move"]);
    let line: Vec<_> = record.main_line().map(|id| record.node(id)).collect();
    assert_eq!(line[0].notes.comments, ["first"]);
    let evaluation = Evaluation { score: Score::Centipawns(123), depth: Some(20) };
    assert_eq!(line[0].notes.evaluation, Some(evaluation));
    assert_eq!(line[1].notes.elapsed, Some(Duration::from_secs(62)));
    assert_eq!(line[2].notes.bookmarks, ["bookmark"]);
    assert_eq!(line[4].notes.elapsed, Some(Duration::from_secs(3600)));
    assert_end(&record, GameResult::Win(Color::Black), Resignation);
    assert_eq!(record.end().unwrap().elapsed, Some(Duration::from_secs(3)));
    let root = record.node(NodeId::ROOT);
    assert_eq!(root.children().len(), 2);
    let variation = record.node(line[1].children()[1]);
    let last = record.node(variation.children()[0]);
    assert_eq!(last.notes.end.as_ref().map(|end| end.reason), Some(Interruption));
    // What is written is what was read, but for program comments and the order of headers.
    assert_eq!(read_one(&write(&record, Format::Kif).unwrap()), record);
}

#[test]
fn every_word_for_the_end_of_a_game_in_kif() {
    // White is to move.
    let ends = [
        ("投了", GameResult::Win(Color::Black), Resignation),
        ("詰み", GameResult::Win(Color::Black), Mate),
        ("切れ負け", GameResult::Win(Color::Black), TimeForfeit),
        ("反則負け", GameResult::Win(Color::Black), IllegalMove),
        ("反則勝ち", GameResult::Win(Color::White), IllegalMove),
        ("千日手", GameResult::Draw, Repetition),
        ("持将棋", GameResult::Draw, Impasse),
        ("入玉勝ち", GameResult::Win(Color::White), Declaration),
        ("トライ", GameResult::Win(Color::Black), GoalReached),
        ("中断", GameResult::Unknown, Interruption),
        ("封じ手", GameResult::Unknown, Interruption),
        ("不戦勝", GameResult::Win(Color::White), NoShow),
        ("不戦敗", GameResult::Win(Color::Black), NoShow),
        ("不詰", GameResult::Unknown, NoMate),
        ("引き分け", GameResult::Draw, Unknown),
    ];
    for (word, result, reason) in ends {
        assert_end(&read_one(&format!("   1 ７六歩(77)\n   2 {word}\n")), result, reason);
    }
}

#[test]
fn closing_lines() {
    let ends = [
        ("まで1手で先手の勝ち", GameResult::Win(Color::Black), Resignation),
        ("まで、1手で後手の勝ち", GameResult::Win(Color::White), Unknown),
        ("まで1手で中断", GameResult::Unknown, Interruption),
        ("まで1手で千日手", GameResult::Draw, Repetition),
        ("まで1手で千日手により後手の勝ち", GameResult::Win(Color::White), Repetition),
        ("まで1手でトライにより先手の勝ち", GameResult::Win(Color::Black), GoalReached),
        ("まで1手で持将棋", GameResult::Draw, Impasse),
        ("まで1手で時間切れにより後手の勝ち", GameResult::Win(Color::White), TimeForfeit),
        ("まで1手で先手の反則負け", GameResult::Win(Color::White), IllegalMove),
        ("まで1手で後手の反則勝ち", GameResult::Win(Color::White), IllegalMove),
        ("まで1手で詰み", GameResult::Win(Color::Black), Mate),
        ("まで1手で後手の入玉勝ち", GameResult::Win(Color::White), Declaration),
        ("まで上手の勝ち", GameResult::Win(Color::White), Unknown),
    ];
    for (line, result, reason) in ends {
        assert_end(&read_one(&format!("▲７六歩\n{line}\n")), result, reason);
    }
}

#[test]
fn an_illegal_move_that_loses_is_kept_in_words() {
    let kif = "   1 ７六歩(77)\n   2 ７七歩打\n   3 反則勝ち\nまで2手で先手の反則勝ち\n";
    let ki2 = "▲７六歩 △７七歩\nまで2手で後手の反則負け\n";
    let csa = "PI\n+\n+7776FU\n-0077FU\n%ILLEGAL_MOVE\n";
    for (text, mv) in [(kif, "７七歩打"), (ki2, "７七歩"), (csa, "-0077FU")] {
        let record = read_one(text);
        assert_eq!(usi_moves(&record), "7g7f");
        assert_end(&record, GameResult::Win(Color::Black), IllegalMove);
        assert_eq!(record.end().unwrap().text.as_deref(), Some(mv));
    }
}

#[test]
fn an_illegal_move_keeps_its_time_and_its_comment() {
    let text = "   1 ７六歩(77)\n*first\n   2 ７七歩打 ( 0:09/00:00:09)\n*second\n   3 反則勝ち\n";
    for text in [text.to_owned(), text.replace("   3 反則勝ち", "まで2手で後手の反則負け")]
    {
        let record = read_one(&text);
        let end = record.end().unwrap();
        assert_eq!(end.text.as_deref(), Some("７七歩打\nsecond"));
        assert_eq!(end.elapsed, Some(Duration::from_secs(9)));
        assert_eq!(record.node(record.last_node()).notes.comments, ["first"]);
        assert_eq!(read_one(&write(&record, Format::Kif).unwrap()), record);
    }
}

#[test]
fn a_variation_can_go_on_after_the_end_of_the_game() {
    let kif = "   1 ７六歩(77)\n   2 投了\nまで1手で先手の勝ち\n\n変化：2手\n   2 ３四歩(33)\n";
    let record = read_one(kif);
    assert_eq!((usi_moves(&record).as_str(), record.move_count()), ("7g7f", 2));
    assert_end(&record, GameResult::Win(Color::Black), Resignation);
    // PGN repeats the last move in the variation.
    let pgn = write(&record, Format::Pgn).unwrap();
    assert!(pgn.contains("1. c3c4 ( 1. c3c4 g7g6 ) {Black resigns} 1-0"), "{pgn}");
    assert_eq!(read_one(&pgn), record);
}

#[test]
fn diagrams_and_handicaps() {
    let diagram = "後手の持駒：飛　角　金四　銀四　桂四　香四　歩十七　
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ と ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ 龍 ・ ・ ・ ・ ・ ・ ・|八
| ・ 馬 ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：なし
手数＝30  △５一玉  まで
";
    let record = read_one(diagram);
    let sfen = "4k4/9/4+P4/9/9/9/9/1+R7/1+B7 b rb4g4s4n4l17p 31";
    assert_eq!(record.start().sfen().to_string(), sfen);
    let both_kings = diagram.replace("| ・ 馬 ・ ・ ・", "| ・ 馬 ・ ・ 玉");
    let white = read_one(&both_kings.replace("手数＝30  △５一玉  まで", "後手番"));
    assert_eq!(white.start().side(), Color::White);

    let kif = "手合割：二枚落ち\n上手：A\n下手：B\n   1 ６二銀(71)\n   2 ７六歩(77)\n   3 投了\n";
    let record = read_one(kif);
    assert!(record.start().sfen().to_string().starts_with("lnsgkgsnl/9/ppppppppp/"));
    assert_eq!(usi_moves(&record), "7a6b 7g7f");
    assert_eq!(record.tags.player(Color::White), Some("A"));
    assert_end(&record, GameResult::Win(Color::Black), Resignation);
    let written = write(&record, Format::Kif).unwrap();
    for line in ["手合割：二枚落ち", "上手：A", "下手：B", "まで2手で下手の勝ち"]
    {
        assert!(written.lines().any(|written| written == line), "{line} in {written}");
    }
}

#[test]
fn ki2_tells_pieces_apart_by_where_they_come_from() {
    // Golds, silvers, a rook and a pair of dragons.
    let cases = [
        ("9/9/9/9/9/9/9/9/3GKG2k b - 1", "6i5h", "▲５八金左"),
        ("8k/9/9/9/9/9/3G1G3/9/4K4 b - 1", "6g5g", "▲５七金左"),
        ("8k/9/9/9/9/9/9/3G5/3G1K3 b - 1", "6i5h", "▲５八金上"),
        ("8k/9/9/9/9/9/9/3G5/3G1K3 b - 1", "6h5h", "▲５八金寄"),
        ("8k/9/9/9/9/9/9/4G4/3GK4 b - 1", "5h5g", "▲５七金"),
        ("8k/9/9/9/3G5/9/3GG4/9/5K3 b - 1", "5g5f", "▲５六金直"),
        ("8k/9/9/9/2S1S4/9/2S1S4/9/5K3 b - 1", "7g6f", "▲６六銀左上"),
        ("8k/9/9/9/2S1S4/9/2S1S4/9/5K3 b - 1", "5e6f", "▲６六銀右引"),
        ("1k7/9/8R/9/9/9/9/R8/5K3 b - 1", "1c1b+", "▲１二飛成"),
        ("8k/9/1+R1+R5/9/9/9/9/9/5K3 b - 1", "6c7b", "▲７二龍右"),
        ("8k/9/9/9/4G4/9/9/9/5K3 b G 1", "G*5d", "▲５四金打"),
        ("8k/9/9/9/4G4/9/9/9/5K3 b G 1", "G*5b", "▲５二金"),
        ("8k/9/9/4S4/9/9/9/9/5K3 b - 1", "5d5c", "▲５三銀不成"),
        // The other gold is pinned, but it counts.
        ("8k/5r3/9/9/9/9/9/5G1G1/5K3 b - 1", "2h3h", "▲３八金右"),
    ];
    for (sfen, mv, ki2) in cases {
        let record = read_one(&format!("sfen {sfen} moves {mv}\n"));
        let text = write(&record, Format::Ki2).unwrap();
        assert!(text.contains(ki2), "{ki2} in {text}");
        assert_eq!(usi_moves(&read_one(&text)), mv, "{text}");
    }
}

#[test]
fn games_other_than_shogi_are_written_in_their_own_kanji() {
    let record = read_one(
        "setoption name UCI_Variant value cannonshosu\nstartpos moves 8g8f 10c10d 8h8g 10d10e 8i8h\n",
    );
    let text = write(&record, Format::Kif).unwrap();
    let lines = ["棋種：cannonshosu", "手合割：平手", "   2 １０四歩(10-3)", "   5 ８八金砲(8-9)"];
    for line in lines {
        assert!(text.lines().any(|written| written == line), "{line} in {text}");
    }
    assert_eq!(read_text(&text, &Hints::default()).unwrap(), [record]);
}

#[test]
fn csa_with_all_its_parts() {
    let csa = "'CSA encoding=UTF-8
V3.0
N+Alice
N-Bob
$EVENT:Cup, final
$START_TIME:2026/01/02 10:00:00
$X:y
PI
+
+7776FU, T12
'** 30 -3334FU
-3334FU,T1.5
'*good
+8822UM
%TIME_UP
T9
$END_TIME:2026/01/02 11:00:00
";
    let record = read_one(csa);
    assert_eq!(usi_moves(&record), "7g7f 3c3d 8h2b+");
    assert_eq!(record.tags.get(tags::EVENT), Some("Cup, final"));
    assert_eq!(record.tags.get("X"), Some("y"));
    assert_eq!(record.tags.get(tags::END_DATE), Some("2026/01/02 11:00:00"));
    let line: Vec<_> = record.main_line().map(|id| &record.node(id).notes).collect();
    assert_eq!(line[0].elapsed, Some(Duration::from_secs(12)));
    assert_eq!(line[0].evaluation.map(|e| e.score), Some(Score::Centipawns(30)));
    assert_eq!(line[0].comments, ["-3334FU"]);
    assert_eq!(line[1].elapsed, Some(Duration::from_millis(1500)));
    assert_eq!(line[1].comments, ["good"]);
    assert_end(&record, GameResult::Win(Color::Black), TimeForfeit);
    assert_eq!(record.end().unwrap().elapsed, Some(Duration::from_secs(9)));
}

#[test]
fn kif_without_the_name_of_a_game_is_of_a_chosen_one() {
    let [cannons, shogi] = ["cannonshogi", "shogi"].map(games::by_name);
    let game = |text: &str, hints: Hints| read_text(text, &hints).unwrap()[0].rules().name();
    for text in ["   1 １六歩(17)\n", "▲１六歩\n"] {
        assert_eq!(game(text, Hints { kif_rules: cannons, ..Hints::default() }), "cannonshogi");
        // The game at hand, as that of a session.
        assert_eq!(game(text, Hints { rules: cannons, ..Hints::default() }), "shogi");
        let named = format!("棋種：cannonshogi\n{text}");
        assert_eq!(game(&named, Hints { kif_rules: shogi, ..Hints::default() }), "cannonshogi");
    }
}

#[test]
fn csa_start_positions() {
    let starts = [
        ("PI82HI22KA\n-\n", "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"),
        ("P-51OU\nP+59OU00FU00FU\n+\n", "4k4/9/9/9/9/9/9/9/4K4 b 2P 1"),
        ("P-51OU\nP+59OU53TO\nP-00AL\n+\n", "4k4/9/4+P4/9/9/9/9/9/4K4 b 2r2b4g4s4n4l17p 1"),
        // Empty squares as mail programs leave them.
        (
            "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI * * * * * -KA *\nP9 * * * * +OU * * * *\n+\n",
            "lnsgkgsnl/1r5b1/9/9/9/9/9/9/4K4 b - 1",
        ),
    ];
    for (text, sfen) in starts {
        assert_eq!(read_one(&format!("V2.2\n{text}")).start().sfen().to_string(), sfen);
    }
}

#[test]
fn csa_files_hold_several_games() {
    let games =
        read_text("PI\n+\n+7776FU\n%CHUDAN\n/\nPI\n+\n+2726FU\n%TORYO\n/\n", &shogi()).unwrap();
    assert_eq!(games.iter().map(usi_moves).collect::<Vec<_>>(), ["7g7f", "2g2f"]);
    assert_end(&games[1], GameResult::Win(Color::Black), Resignation);
}

#[test]
fn kif_variation_without_moves_does_not_end_the_main_line() {
    for variation in ["   2 投了\nまで1手で先手の勝ち\n", "   2 １一歩(11)\n   3 反則手\n"]
    {
        let main = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで2手で後手の勝ち\n";
        let record = read_one(&format!("{main}\n変化：2手\n{variation}"));
        assert_eq!(usi_moves(&record), "7g7f 3c3d");
        assert_end(&record, GameResult::Win(Color::White), Resignation);
    }
}

#[test]
fn kif_variations_after_move_999() {
    let cycle = ["４八銀(39)", "４二銀(31)", "３九銀(48)", "３一銀(42)"];
    let mut text: String = (0..1200).map(|i| format!("{} {}\n", i + 1, cycle[i % 4])).collect();
    text += "変化：1101手\n1101 ７六歩(77)\n";
    assert_eq!(read_one(&text).move_count(), 1201);
}

#[test]
fn hikiwake_is_a_draw_for_any_reason() {
    let record = read_one("PI\n+\n+7776FU\n%HIKIWAKE\n");
    assert_end(&record, GameResult::Draw, Unknown);
    assert!(write(&record, Format::Csa).unwrap().ends_with("%HIKIWAKE\n"));
}

#[test]
fn the_moves_tell_who_has_lost_by_perpetual_check() {
    let rules = games::by_name("shogi").unwrap();
    let mut position = Position::from_sfen(rules, "4k4/9/9/9/9/R8/9/9/8K b - 1").unwrap();
    let moves = "9f9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a";
    for mv in moves.split(' ') {
        position.try_move(rules.parse_usi(mv).unwrap()).unwrap();
    }
    let mut record = GameRecord::from_history(&position);
    record.set_end(GameEnd::by_rule(&position).unwrap());
    for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf] {
        let text = write(&record, format).unwrap();
        // Without the closing line of KIF, which names the winner.
        let lines = text.lines().filter(|line| format != Format::Kif || !line.starts_with("まで"));
        let read = read_one(&lines.collect::<Vec<_>>().join("\n"));
        assert_end(&read, GameResult::Win(Color::White), PerpetualCheck);
    }
}

#[test]
fn a_lower_move_number_begins_a_variation() {
    let record = read_one(
        "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   2 ８四歩(83)\n   3 ６八銀(79)\n   1 ２六歩(27)\n",
    );
    assert_eq!(usi_moves(&record), "7g7f 3c3d 2g2f");
    assert_eq!(record.move_count(), 6);
    let roots = record.node(NodeId::ROOT).children();
    assert_eq!((roots.len(), record.node(roots[0]).children().len()), (2, 2));
}

#[test]
fn a_comment_may_say_that_the_last_move_is_illegal() {
    let record = read_one("   1 ７六歩(77)\n   2 ７五歩(76)\n*反則手にて終局\n");
    assert_end(&record, GameResult::Win(Color::Black), IllegalMove);
    assert_eq!(usi_moves(&record), "7g7f");
}

#[test]
fn lines_in_comments_do_not_depend_on_the_move_before_them() {
    let record = read_one("▲７六歩 △３四歩 ▲２二角成\n");
    let position = record.position(record.last_node());
    let moves = ["3a2b", "B*4e", "1a1c"].map(|mv| record.rules().parse_usi(mv).unwrap());
    // The last move is illegal.
    assert_eq!(japanese_line(&position, &moves), "△２二銀▲４五角");
}

#[test]
fn kif_moves_may_have_the_mark_of_their_side() {
    let record = read_one(
        "手数----指手\n   1 ▲７六歩(77)   ( 0:16/00:00:16)\n   2 △３四歩(33)\n   3 ▲投了\n",
    );
    assert_eq!(usi_moves(&record), "7g7f 3c3d");
    assert_end(&record, GameResult::Win(Color::White), Resignation);
    let error = read_text("   1 △７六歩(77)\n", &shogi()).unwrap_err();
    assert_eq!(error.to_string(), "line 1: '△７六歩(77)' found, ▲ expected");
}

#[test]
fn a_variation_in_the_header_is_text() {
    let record = read_one("先手：A\n変化：10手\n手数----指手\n   1 ７六歩(77)\n");
    assert_eq!(usi_moves(&record), "7g7f");
    assert_eq!(record.tags.get("変化"), Some("10手"));
    for format in [Format::Kif, Format::Ki2, Format::Pgn, Format::Csa] {
        assert_eq!(read_one(&write(&record, format).unwrap()), record);
    }
}

/// Comments and bookmarks with a colon belong to the game before them, whatever ended it.
#[test]
fn comments_between_games_are_no_headers_of_the_next() {
    let first = "手合割：平手\n先手：A\n   1 ７六歩(77)\n*#残り時間=0:09:58\n";
    let second = "手合割：平手\n先手：B\n*before: it\n手数----指手\n   1 ２六歩(27)\n";
    for end in ["", "   2 投了\nまで1手で先手の勝ち\n*感想：short\n&mark: 1\n"] {
        let games = read_text(&format!("{first}{end}{second}"), &shogi()).unwrap();
        assert_eq!(games, [read_one(&format!("{first}{end}")), read_one(second)]);
        assert_eq!(games[1].tags.iter().collect::<Vec<_>>(), [(tags::BLACK, "B")]);
    }
    // Games that we wrote, one after another.
    let mut record = read_one(first);
    record.tags.set(tags::EVENT, "x");
    let text = write(&record, Format::Kif).unwrap();
    assert_eq!(read_text(&text.repeat(3), &shogi()).unwrap(), [&record; 3].map(Clone::clone));
}

#[test]
fn a_wrong_number_of_a_move_that_fits_nowhere_else_is_a_warning() {
    let game = "   1 ７六歩(77)\n   2 ８四歩(83)\n   3 ６八銀(79)\n\n変化：2手\n   2 ３四歩(33)\n";
    let record = read_one(&format!("{game}   3 ６六歩(67)\n   3 ４二銀(31)\n"));
    let root = record.node(record.main_line().next().unwrap());
    let line = record.position(record.node_id(record.move_count()).unwrap());
    assert_eq!(root.children().len(), 2);
    assert_eq!(line.moves().count(), 4);
    let warning = Warning::MoveNumber { line: 8, found: 3, expected: 4 };
    assert_eq!(warning.to_string(), "line 8: read as move 4, though its number is 3");
    assert!(record.warnings().eq([warning]));
    // A move that could be the next one and fits at its number, too, is a variation.
    let record = read_one(&format!("{game}   2 ４二銀(31)\n"));
    assert_eq!(record.node(record.main_line().next().unwrap()).children().len(), 3);
    assert_eq!(record.warnings().count(), 0);
}

/// ShogiHome writes `( 0:00/00:00:00)` in games without clocks.
#[test]
fn a_game_in_which_no_move_takes_time_has_no_times() {
    let elapsed = |text: &str| {
        let record = read_one(text);
        let end = record.end().and_then(|end| end.elapsed);
        let nodes = record.main_line().map(|id| record.node(id).notes.elapsed);
        nodes.chain([end]).collect::<Vec<_>>()
    };
    let kif = "   1 ７六歩(77)   ( 0:00/00:00:00)\n   2 ３四歩(33)   ( 0:00/00:00:00)\n   3 中断   ( 0:00/00:00:00)\n";
    assert_eq!(elapsed(kif), [None; 3]);
    assert_eq!(elapsed("PI\n+\n+7776FU,T0\n-3334FU,T0\n%CHUDAN\n"), [None; 3]);
    let second = Duration::from_secs(1);
    let times = [Some(Duration::ZERO), Some(second), Some(Duration::ZERO)];
    assert_eq!(elapsed(&kif.replace("33)   ( 0:00", "33)   ( 0:01")), times);
}

#[test]
fn unknown_words_for_the_end_are_kept() {
    let kif = "   1 ７六歩(77)\n   2 接続切れ   ( 0:03/00:00:03)\nまで1手で先手の勝ち\n*comment\n";
    let record = read_one(kif);
    assert_end(&record, GameResult::Win(Color::Black), Other);
    let end = record.end().unwrap();
    assert_eq!((end.other_word(), end.elapsed), (Some("接続切れ"), Some(Duration::from_secs(3))));
    assert!(record.warnings().eq([Warning::UnknownEnd("接続切れ".into())]));
    assert_eq!(read_one(&write(&record, Format::Kif).unwrap()), record);
    let texts = [
        "   1 ７六歩(77)\n   2 接続切れ\n",
        "▲７六歩\nまで1手で接続切れ\n",
        "+7776FU\n%CONNECTION_LOST\n",
        "+7776FU\n%X-1\n",
    ];
    for text in texts {
        let record = read_one(text);
        assert_end(&record, GameResult::Unknown, Other);
        for format in [Format::Kif, Format::Ki2, Format::Pgn, Format::MatchLog] {
            let text = write(&record, format).unwrap();
            assert_eq!(read_one(&text), record, "{text}");
        }
    }
    let csa = write(&read_one(texts[2]), Format::Csa).unwrap();
    assert!(csa.ends_with("%CONNECTION_LOST\n"), "{csa}");
    // CSA has no such word in kanji.
    let csa = write(&read_one(texts[0]), Format::Csa).unwrap();
    assert!(csa.ends_with("%CHUDAN\n'*接続切れ\n"), "{csa}");
    // A word between moves is no end.
    let error =
        read_text("   1 ７六歩(77)\n   2 接続切れ\n   3 ２六歩(27)\n", &shogi()).unwrap_err();
    assert_eq!(error.line, 2);
}

#[test]
fn kif_files_may_hold_several_games() {
    let first = "#KIF version=2.0\n開始日時：2026/01/02\n先手：A\n後手：B\n手数----指手\n   1 ７六歩(77)\n   2 投了\nまで1手で先手の勝ち\n\n変化：1手\n   1 ２六歩(27)\n終了日時：2026/01/03\n";
    let games = [
        first,
        "\u{feff}#KIF version=2.0\n手合割：香落ち\n   1 ３四歩(33)\n",
        "手合割：平手\n先手：C\n後手：D\n\n▲２六歩 △８四歩\nまで2手で中断\n",
        "▲５六歩\nまで1手で中断\n",
        "▲１六歩\n",
    ];
    let read = read_text(&games.concat(), &shogi()).unwrap();
    let each: Vec<_> = games.iter().map(|game| read_one(game)).collect();
    assert_eq!(read, each);
    assert_eq!(
        read.iter().map(usi_moves).collect::<Vec<_>>(),
        ["7g7f", "3c3d", "2g2f 8c8d", "5g5f", "1g1f"]
    );
    assert_eq!((read[0].move_count(), read[0].tags.get(tags::END_DATE)), (2, Some("2026/01/03")));
    // Headers after the moves are of the next game if programs write them first.
    let text = "先手：A\n▲７六歩\nまで1手で中断\n備考：odd\n\n棋戦：Second\n\n先手：B\n▲２六歩\n";
    let read_again = read_text(text, &shogi()).unwrap();
    let tags: Vec<_> =
        read_again.iter().map(|r| (r.tags.get("備考"), r.tags.get(tags::EVENT))).collect();
    assert_eq!(tags, [(Some("odd"), None), (None, Some("Second"))]);
    // Lines are counted through the file.
    let error =
        read_text(&format!("{first}{}", "手合割：平手\n   1 ７六銀(77)\n"), &shogi()).unwrap_err();
    assert_eq!(error.line, 14);
}

#[test]
fn kif_bookmarks_are_not_comments() {
    let record = read_one("&before\n*& no bookmark\n   1 ７六歩(77)\n*&x\n&中盤\n");
    let [root, first] = [0, 1].map(|index| &record.node(record.node_id(index).unwrap()).notes);
    assert_eq!(
        (&root.bookmarks[..], &root.comments[..]),
        (&["before".to_owned()][..], &["& no bookmark".to_owned()][..])
    );
    assert_eq!(
        (&first.bookmarks[..], &first.comments[..]),
        (&["中盤".to_owned()][..], &["&x".to_owned()][..])
    );
    for format in [Format::Kif, Format::Ki2] {
        assert_eq!(read_one(&write(&record, format).unwrap()), record);
    }
    // Other formats have no bookmarks.
    let csa = write(&record, Format::Csa).unwrap();
    assert!(csa.contains("'*&x\n'*&中盤\n"), "{csa}");
}

#[test]
fn csa_comments_may_contain_commas() {
    let record = read_one("PI\n+\n+7776FU,T3,'*good, or not\n-3334FU,'a, b\n%TORYO,T2\n");
    let line: Vec<_> = record.main_line().map(|id| &record.node(id).notes).collect();
    assert_eq!(
        (&line[0].comments[..], line[0].elapsed),
        (&["good, or not".to_owned()][..], Some(Duration::from_secs(3)))
    );
    assert_eq!(line[1].comments, ["a, b"]);
    assert_end(&record, GameResult::Win(Color::White), Resignation);
    assert_eq!(record.end().unwrap().elapsed, Some(Duration::from_secs(2)));
}

/// Each line stands in a comment of each format.
#[test]
fn evaluations_of_other_programs_are_read() {
    let jkf = r#"{"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}},"comments":["LINE"]}]}"#;
    let mate = |winner, plies| Some((Score::Mate { winner, plies }, None));
    let score = |centipawns, depth| Some((Score::Centipawns(centipawns), depth));
    let deep = |found: Option<(Score, _)>| found.map(|(score, _)| (score, Some(9)));
    for (line, expected, is_comment) in [
        ("*対局 深さ 9/12 評価値 +詰 5 読み筋 △３四歩(33)", deep(mate(Color::Black, 5)), true),
        ("*対局 深さ 9/12 評価値 -詰3 読み筋 △３四歩(33)", deep(mate(Color::White, 3)), true),
        ("*対局 深さ 9/12 評価値 -詰 読み筋 △３四歩(33)", deep(mate(Color::White, 0)), true),
        ("*対局 深さ 9/12 評価値 -123↓ 読み筋 △３四歩(33)", score(-123, Some(9)), true),
        ("*対局 深さ 9/12 評価値 ? 読み筋 △３四歩(33)", None, true),
        (
            "*解析 0 ○ 候補1 時間 00:03.4 深さ 20/28 評価値 103↑ 読み筋 △３四歩",
            score(103, Some(20)),
            true,
        ),
        ("*解析 0 候補2 深さ 20/28 評価値 103", None, true),
        ("*検討 深さ 9 ノード数 10 評価値 -7", score(-7, Some(9)), true),
        ("* 深さ 9 評価値 +8 読み筋 △３四歩", score(8, Some(9)), true),
        ("*評価値=-35", score(-35, None), false),
        ("#評価値=12.6", score(13, None), false),
        ("*詰み=後手勝ち:8手", mate(Color::White, 8), false),
        ("* -30 -3334FU +2726FU #1200", score(-30, None), true),
        ("* 30", score(30, None), false),
        ("* 30 is a number", None, true),
        ("#指し手[+54]△３四歩", score(54, None), true),
        ("#形勢[-54] 後手有利", score(-54, None), true),
    ] {
        for game in
            ["   1 ７六歩(77)\n*LINE\n", "▲７六歩\n*LINE\n", "PI\n+\n+7776FU\n'*LINE\n", jkf]
        {
            let record = read_one(&game.replace("LINE", line));
            let notes = &record.node(record.last_node()).notes;
            let found = notes.evaluation.map(|found| (found.score, found.depth));
            assert_eq!(
                (found, !notes.comments.is_empty()),
                (expected, is_comment),
                "{line}: {game}"
            );
            for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf] {
                assert_eq!(read_one(&write(&record, format).unwrap()), record, "{line}");
            }
        }
    }
}
