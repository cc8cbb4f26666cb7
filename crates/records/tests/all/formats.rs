//! What readers understand: samples of every format, with what is special about each.

use crate::usi_moves;
use records::EndReason::{self, *};
use records::{
    Evaluation, Format, GameRecord, GameResult, Hints, NodeId, Score, WriteError, encode_shift_jis,
    japanese_line, read, read_text, tags, write, write_all,
};
use rules::Color;
use std::path::Path;
use std::time::Duration;

fn shogi() -> Hints {
    Hints { rules: games::by_name("shogi"), ..Hints::default() }
}

#[track_caller]
fn read_one(text: &str) -> GameRecord {
    let mut games = read_text(text, &shogi()).unwrap();
    assert_eq!(games.len(), 1);
    games.pop().unwrap()
}

#[track_caller]
fn assert_end(record: &GameRecord, result: GameResult, reason: EndReason) {
    let end = record.end().expect("the game has ended");
    assert_eq!((end.result, end.reason), (result, reason), "{:?}", end.text);
}

const KIF: &str = "# ---- a comment for programs ----
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

const PGN: &str = r#"[Event "a \"quoted\" name"]
[Site "?"]
[White "Alice"]
[Black "Bob"]
[WhiteTimeControl "1+0.01"]
[Result "1-0"]
[Variant "Shogi"]
[Termination "time forfeit"]

{before} 1. c3c4 {+0.31/9 0.012s} g7g6 $6 {-M3 0.5s, a remark} ( 1... c7c6 {better} 2. h3h4!
( 2. Bg7 ) ) 2. b2h8+?? {[%eval #-3] [%clk 0:09:58.5] [%emt 0:00:02]} g9xh8 ; to the end of the line
3. B@e5 {Bob loses on time: 12 ms} 1-0

[Event "second"]
[Variant "cannonshogi"]

1. a3a4 {book} *
"#;

#[test]
fn pgn_with_tags_comments_variations_and_clocks() {
    let games = read_text(PGN, &Hints::default()).unwrap();
    let record = &games[0];
    assert_eq!(usi_moves(record), "7g7f 3c3d 8h2b+ 3a2b B*5e");
    assert_eq!(record.tags.get(tags::EVENT), Some("a \"quoted\" name"));
    assert_eq!(record.tags.get(tags::SITE), None);
    assert_eq!(record.tags.player(Color::Black), Some("Alice"), "White moves first in PGN");
    assert_eq!(record.tags.get(tags::BLACK_TIME_CONTROL), Some("1+0.01"));
    assert_eq!(record.node(NodeId::ROOT).notes.comments, ["before"]);
    let line: Vec<_> = record.main_line().map(|id| record.node(id)).collect();
    let evaluation = Evaluation { score: Score::Centipawns(31), depth: Some(9) };
    assert_eq!(line[0].notes.evaluation, Some(evaluation));
    assert_eq!(line[0].notes.elapsed, Some(Duration::from_millis(12)));
    let mated = Score::Mate { winner: Color::Black, plies: 3 };
    assert_eq!(line[1].notes.evaluation.map(|e| e.score), Some(mated), "the mover's point of view");
    assert_eq!(line[1].notes.glyphs, [6]);
    assert_eq!(line[1].notes.comments, ["a remark"]);
    let mates = Score::Mate { winner: Color::White, plies: 5 };
    assert_eq!(line[2].notes.evaluation.map(|e| e.score), Some(mates), "the first player's");
    assert_eq!(line[2].notes.clock, Some(Duration::from_millis(598_500)));
    assert_eq!(line[2].notes.elapsed, Some(Duration::from_secs(2)));
    assert_eq!(line[2].notes.glyphs, [4]);
    assert_eq!(line[3].notes.comments, ["to the end of the line"]);
    assert_eq!(line[0].children().len(), 2);
    assert_eq!(record.move_count(), 8);
    assert_end(record, GameResult::Win(Color::Black), TimeForfeit);
    assert_eq!(record.end().unwrap().text.as_deref(), Some("12 ms"));
    assert_eq!(games[1].rules().name(), "cannonshogi");
    assert_eq!(games[1].end(), None);
}

#[test]
fn moves_in_western_and_algebraic_notation() {
    let lists = [
        "1. P-7f P-3d 2. Bx2b+ Sx2b 3. B*4e",
        "1.P-76 P-34 2.Bx22+ Sx22 3.B'45",
        "P7g-7f P3c-3d B8hx2b+ S3ax2b B*4e",
        "1. Pc4 Pg6 2. Bxh8=H Sxh8 3. B@f5",
        "1. c4 g6 2. Bxh8+ Sxh8 3. B@f5",
        "1 7g7f 2 3c3d 3 8h2b+ 4 3a2b 5 B*4e",
        "1. c3c4 1... g7g6 2. b2h8+ g9h8 3. B@f5",
        "# a list\n1. 7g7f {a comment} 3c3d ; another\n2. 8h2b+ (2. 2g2f) 3a2b 3. B*4e",
    ];
    for list in lists {
        assert_eq!(usi_moves(&read_one(list)), "7g7f 3c3d 8h2b+ 3a2b B*4e", "{list}");
    }
    // A `+` is check if the move gives check, and promotion otherwise.
    let start = "sfen 4k4/9/9/9/9/9/9/R8/4K4 b - 1 moves";
    assert_eq!(usi_moves(&read_one(&format!("{start} Ra8+"))), "9h9b+");
    assert_eq!(usi_moves(&read_one(&format!("{start} Ra9+"))), "9h9a");
}

#[test]
fn words_and_results_end_move_lists() {
    assert_end(&read_one("7g7f 3c3d resigns"), GameResult::Win(Color::White), Resignation);
    assert_end(&read_one("7g7f 3c3d 1/2-1/2"), GameResult::Draw, Unknown);
    assert_end(&read_one("startpos moves 7g7f resign"), GameResult::Win(Color::Black), Resignation);
}

#[test]
fn usi_positions_in_all_their_forms() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    let lines = [
        "position startpos moves 7g7f".to_owned(),
        "startpos moves 7g7f".to_owned(),
        "moves 7g7f".to_owned(),
        format!("position sfen {start} b - 1 moves 7g7f"),
        format!("sfen {start} moves c3c4"),
        format!("{start} b moves P-7f"),
        format!("position fen {start}[] w - - 0 1 moves c3c4"),
    ];
    let games = read_text(&lines.join("\n"), &shogi()).unwrap();
    assert_eq!(games.len(), lines.len());
    for game in &games {
        assert_eq!(write(game, Format::Usi).unwrap(), "position startpos moves 7g7f\n");
    }
    // Fairy-Stockfish writes file 10 as a colon.
    let wide = "setoption name USI_Variant value shosu\nposition startpos moves :h:g\n";
    assert_eq!(usi_moves(&read_text(wide, &shogi()).unwrap()[0]), "10h10g");
}

#[test]
fn match_logs_with_all_fields_and_with_two() {
    let log = "shogi\tA\tB\t1-0\tB resigns\tstartpos moves 7g7f\nshosu\tstartpos moves 10h10g\n";
    let games = read_text(log, &Hints::default()).unwrap();
    assert_end(&games[0], GameResult::Win(Color::Black), Resignation);
    assert_eq!(games[0].tags.player(Color::White), Some("B"));
    assert_eq!(
        write(&games[0], Format::MatchLog).unwrap(),
        log.lines().next().unwrap().to_owned() + "\n"
    );
    assert_eq!((games[1].rules().name(), games[1].end()), ("shosu", None));
    // Reasons that say more are kept.
    let stalled = "shogi\tA\tB\t0-1\tA stalls\tstartpos moves 7g7f\n";
    let record = read_one(stalled);
    assert_end(&record, GameResult::Win(Color::White), Abandonment);
    assert_eq!(write(&record, Format::MatchLog).unwrap(), stalled);
}

#[test]
fn self_play_games_are_read() {
    let lines = "shogi\t0-1\tagreed\t7g7f\t3c3d:35 2g2f:-12\nshosu\t1/2\tlength\t\t10h10g:0\n";
    let games = read_text(lines, &Hints::default()).unwrap();
    assert_eq!(usi_moves(&games[0]), "7g7f 3c3d 2g2f");
    assert_eq!(games[0].end().unwrap().result, GameResult::Win(Color::White));
    assert_eq!((usi_moves(&games[1]), games[1].rules().name()), ("10h10g".into(), "shosu"));
    assert_eq!(games[1].end().unwrap().result, GameResult::Draw);
    let error = read_text("shogi\t0-1\tagreed\t7g7f\t7g7f:1\n", &Hints::default()).unwrap_err();
    assert!(error.to_string().starts_with("line 1: "), "{error}");
}

#[test]
fn formats_are_detected_by_content() {
    let samples = [
        (KIF, Format::Kif),
        ("▲７六歩△３四歩\n", Format::Ki2),
        ("手合割：香落ち\n   1 ３四歩(33)\n", Format::Kif),
        ("PI\n+\n+7776FU\n", Format::Csa),
        ("'a comment\nV2.2\n", Format::Csa),
        (PGN, Format::Pgn),
        ("position startpos\n", Format::Usi),
        ("# openings\nstartpos moves 7g7f\n", Format::Usi),
        ("shogi\tA\tB\t*\t\tstartpos\n", Format::MatchLog),
        ("1. P-7f P-3d", Format::MoveList),
    ];
    for (text, format) in samples {
        assert_eq!(Format::detect(text), Some(format), "{text}");
    }
    assert_eq!(Format::detect("no game at all"), None);
    for (name, format) in
        [("a.KIFU", Format::Kif), ("b.c.csa", Format::Csa), ("d/e.pgn", Format::Pgn)]
    {
        assert_eq!(Format::of_path(Path::new(name)), Some(format));
    }
    assert_eq!(Format::of_path(Path::new("pgn")), None);
}

#[test]
fn old_encodings_are_read() {
    // "先手：甲" and a move in EUC-JP.
    let euc: &[u8] = b"\xc0\xe8\xbc\xea\xa1\xa7\xb9\xc3\n   1 \xa3\xb7\xcf\xbb\xca\xe2(77)\n";
    let games = read(euc, &Hints::default()).unwrap();
    assert_eq!(games[0].tags.player(Color::Black), Some("甲"));
    assert_eq!(usi_moves(&games[0]), "7g7f");
}

#[test]
fn the_first_line_names_the_encoding() {
    let record = read_one("7g7f 3c3d");
    let cases = [
        (Format::Kif, "#KIF version=2.0 encoding=", "Shift_JIS"),
        (Format::Csa, "'CSA encoding=", "SHIFT_JIS"),
    ];
    for (format, start, name) in cases {
        let text = write(&record, format).unwrap();
        assert!(text.starts_with(&format!("{start}UTF-8\n")), "{text}");
        let bytes = encode_shift_jis(&text).unwrap();
        assert!(bytes.starts_with(format!("{start}{name}\n").as_bytes()));
        assert_eq!(read(&bytes, &Hints::default()).unwrap()[0].move_count(), 2);
    }
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
fn pgn_tags_on_one_line() {
    let record = read_one("[Event \"a]b\"] [Site \"c\"][Round \"1\"]\n\n1. c3c4 *\n");
    assert_eq!(record.tags.get(tags::EVENT), Some("a]b"));
    assert_eq!(record.tags.get(tags::SITE), Some("c"));
    assert_eq!(record.tags.get(tags::ROUND), Some("1"));
    for broken in ["[Event\n\"a\"]", "[Event \"a\n\"]", "[Event \"a\\\n\"]", "[Event \"a\"\n]"] {
        assert_eq!(
            read_text(&format!("{broken}\n"), &Hints { format: Some(Format::Pgn), ..shogi() })
                .unwrap_err()
                .line,
            1,
            "{broken}"
        );
    }
}

#[test]
fn tags_keep_their_order_when_one_is_removed() {
    let mut tags = records::Tags::default();
    for key in ["a", "b", "c"] {
        tags.set(key, key);
    }
    assert_eq!(tags.remove("a").as_deref(), Some("a"));
    tags.set("c", "d");
    assert_eq!(tags.iter().collect::<Vec<_>>(), [("b", "b"), ("c", "d")]);
}

#[test]
fn extreme_numbers_are_read_and_written() {
    let kif = format!("{} ７六歩(77)\n*#評価値={}\n", usize::MAX, i32::MIN);
    let record = read_one(&kif);
    for format in [Format::Kif, Format::Csa, Format::Pgn] {
        assert!(write(&record, format).is_ok());
    }
    let second = read_text(&format!("{kif}{} ３四歩(33)\n", usize::MAX), &shogi());
    assert!(second.is_ok_and(|games| games[0].move_count() == 2));
}

#[test]
fn comments_before_a_variation_belong_to_its_first_move() {
    let record = read_one(
        "▲７六歩 △３四歩\n変化：2手\n*instead\n&mark\n△８四歩\n*after\n変化：1手\n*nothing\n",
    );
    let first = record.main_line().next().unwrap();
    let variation = record.variations(first)[0];
    assert_eq!(record.node(variation).notes.comments, ["instead", "after"]);
    assert_eq!(record.node(variation).notes.bookmarks, ["mark"]);
    assert!(record.node(first).notes.comments.is_empty());
    // The last variation has no move that could hold the comment.
    assert_eq!(record.node(NodeId::ROOT).notes.comments, ["nothing"]);
}

#[test]
fn hikiwake_is_a_draw_for_any_reason() {
    let record = read_one("PI\n+\n+7776FU\n%HIKIWAKE\n");
    assert_end(&record, GameResult::Draw, Unknown);
    assert!(write(&record, Format::Csa).unwrap().ends_with("%HIKIWAKE\n"));
}

#[test]
fn comments_do_not_decide_the_format() {
    for (text, format) in [
        ("手合割：平手\n*[Event \"x\"]\n   1 ７六歩(77)\n", Format::Kif),
        ("'a comment with ▲７六歩\nPI\n+\n+7776FU\n", Format::Csa),
        ("# まで\nshogi\tstartpos moves 7g7f\n", Format::MatchLog),
        ("; +7776FU\n1. 7g7f\n", Format::MoveList),
    ] {
        assert_eq!(Format::detect(text), Some(format), "{text}");
        assert_eq!(usi_moves(&read_one(text)), "7g7f");
    }
}

#[test]
fn files_of_several_games() {
    let logs =
        "shogi\tstartpos moves 7g7f\nshosu\tstartpos moves 10h10g\nshogi\tstartpos moves 2g2f\n";
    let games = read_text(logs, &Hints::default()).unwrap();
    let shogi_games: Vec<_> =
        games.iter().filter(|game| game.rules().name() == "shogi").cloned().collect();
    let csa = write_all(&shogi_games, Format::Csa).unwrap();
    assert_eq!(read_text(&csa, &shogi()).unwrap(), shogi_games);
    let usi = write_all(&shogi_games, Format::Usi).unwrap();
    let lines = "position startpos moves 7g7f\nposition startpos moves 2g2f\n";
    assert_eq!(usi, format!("setoption name UCI_Variant value shogi\n{lines}"));
    assert_eq!(write_all(&games, Format::Kif).unwrap_err(), WriteError::OneGameOnly("kif"));
    for name in Format::names() {
        assert_eq!(Format::from_name(name).unwrap().name(), name);
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

#[test]
fn unknown_words_for_the_end_are_kept() {
    let kif = "   1 ７六歩(77)\n   2 接続切れ   ( 0:03/00:00:03)\nまで1手で先手の勝ち\n*comment\n";
    let record = read_one(kif);
    assert_end(&record, GameResult::Win(Color::Black), Other);
    let end = record.end().unwrap();
    assert_eq!((end.other_word(), end.elapsed), (Some("接続切れ"), Some(Duration::from_secs(3))));
    assert_eq!(record.unknown_endings().collect::<Vec<_>>(), ["接続切れ"]);
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
fn pgn_says_who_resigns_in_its_own_colors() {
    for format in [Format::Pgn, Format::GameCourier] {
        let mut record = read_one("7g7f resign");
        let text = write(&record, format).unwrap();
        assert!(text.contains("Black resigns"), "PGN's Black is the second player: {text}");
        assert_eq!(read_one(&text), record);
        record.tags.set(tags::BLACK, "X");
        let text = write(&record, format).unwrap();
        assert!(text.contains("[White \"X\"]") && text.contains("Black resigns"), "{text}");
        assert_eq!(read_one(&text), record);
        record.tags.set(tags::WHITE, "Y  }Z");
        let text = write(&record, format).unwrap();
        assert!(text.contains("Y )Z resigns") || text.contains("Y  }Z resigns"), "{text}");
        let read = read_one(&text);
        assert_eq!((read.end(), usi_moves(&read)), (record.end(), usi_moves(&record)));
    }
    // The colors of older files of ours.
    let record = read_one("[Result \"1-0\"]\n\n1. c3c4 {White resigns} 1-0\n");
    assert_end(&record, GameResult::Win(Color::Black), Resignation);
    assert_eq!(record.end().unwrap().text, None);
}

#[test]
fn only_known_phrases_end_a_game_of_pgn() {
    let read = |comment: &str, result: &str| {
        read_one(&format!("[White \"Ann\"]\n[Black \"Bob\"]\n\n1. c3c4 {{{comment}}} {result}\n"))
    };
    let remarks = [
        ("Bob could agree to a draw", "1-0"),
        ("Ann resigns", "1-0"),
        ("a draw by repetition was possible", "1/2-1/2"),
        ("Bob resigns too early", "1-0"),
        ("White resigned himself to this", "0-1"),
        ("drawish", "1/2-1/2"),
        ("interrupts the attack", "*"),
    ];
    for (comment, result) in remarks {
        let record = read(comment, result);
        assert_eq!(record.node(record.last_node()).notes.comments, [comment]);
        assert_eq!(record.end().map_or(Unknown, |end| end.reason), Unknown, "{comment}");
        assert_eq!(read_one(&write(&record, Format::Pgn).unwrap()), record);
    }
    let phrases = [
        ("Bob resigns", "1-0", Resignation, None),
        ("Black resigns.", "1-0", Resignation, None),
        ("White wins on time.", "1-0", TimeForfeit, None),
        ("White wins by adjudication: user decision", "1-0", Adjudication, Some("user decision")),
        ("Bob's connection stalls", "1-0", Abandonment, Some("Bob's connection stalls")),
        ("Black left the game. ", "1-0", Abandonment, None),
        ("White mates", "1-0", Mate, None),
        ("Draw by 3-fold repetition", "1/2-1/2", Repetition, None),
        ("The game is a draw.", "1/2-1/2", Unknown, None),
        ("Ann loses on time: 12 ms", "0-1", TimeForfeit, Some("12 ms")),
        ("interrupted", "*", Interruption, None),
    ];
    for (comment, result, reason, text) in phrases {
        let record = read(comment, result);
        let end = record.end().unwrap();
        assert_eq!((end.reason, end.text.as_deref()), (reason, text), "{comment}");
        assert!(record.node(record.last_node()).notes.comments.is_empty());
        assert_eq!(read_one(&write(&record, Format::Pgn).unwrap()), record);
    }
}

#[test]
fn glyphs_before_a_variation_belong_to_its_first_move() {
    let record = read_one("1. c3c4 $1 g7g6 ( $6 {better} 1... c7c6 $2 ) ( {or nothing} ) 1-0");
    let line: Vec<_> = record.main_line().collect();
    assert_eq!(record.node(line[0]).notes.glyphs, [1]);
    assert_eq!(record.node(line[1]).notes.comments, ["or nothing"]);
    let variation = record.node(record.variations(line[0])[0]);
    assert_eq!(
        (&variation.notes.glyphs[..], &variation.notes.comments[..]),
        (&[6, 2][..], &["better".to_owned()][..])
    );
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

#[test]
fn a_board_of_any_size_is_a_position() {
    let file = games::parse(include_str!("../../../rules/examples/minicannon.toml"));
    let rules = rules::Rules::build(&file.games[0].spec).unwrap();
    let hints = Hints { rules: Some(rules), ..Hints::default() };
    let text = "rcsgk/4p/5/P4/KGSCR b - 1 moves 2e2b";
    assert_eq!(Format::detect(text), Some(Format::Usi));
    let games = read_text(text, &hints).unwrap();
    assert_eq!((games[0].rules().files(), usi_moves(&games[0]).as_str()), (5, "2e2b"));
    for text in ["2026/01/02 1. 7g7f", "https://a/b/c 7g7f"] {
        assert_eq!(Format::detect(text), Some(Format::MoveList), "{text}");
    }
}

#[test]
fn lists_of_moves_in_japanese_and_with_commas() {
    for list in [
        "7g7f,3c3d, 8h2b+ ,3a2b",
        "７六歩 ３四歩 ２二角成 同 銀",
        "７六歩　３四歩　２二角成　同　銀",
        "７六歩、３四歩、２二角成、同銀",
        "76歩 34歩 22角成 同銀",
        "1. ７六歩!? ３四歩 2. ２二角成 {comment} 同銀",
        "▲７六歩、△３四歩，▲２二角成,△同　銀",
    ] {
        assert_eq!(usi_moves(&read_one(list)), "7g7f 3c3d 8h2b+ 3a2b", "{list}");
    }
    assert_end(&read_one("７六歩 投了"), GameResult::Win(Color::Black), Resignation);
    assert_eq!(Format::detect("2026年1月2日"), None);
    assert_eq!(read_text("７六歩 ７五歩", &shogi()).unwrap_err().line, 1);
}

#[test]
fn mates_found_by_shogigui() {
    let mate = |winner, plies| Some(Score::Mate { winner, plies });
    for (score, expected) in [
        ("+詰 5", mate(Color::Black, 5)),
        ("-詰3", mate(Color::White, 3)),
        ("-詰", mate(Color::White, 0)),
        ("-123↓", Some(Score::Centipawns(-123))),
        ("?", None),
    ] {
        let record = read_one(&format!(
            "   1 ７六歩(77)\n**対局 深さ 9/12 評価値 {score} 読み筋 △３四歩(33)\n"
        ));
        let notes = &record.node(record.last_node()).notes;
        assert_eq!(notes.evaluation.map(|found| found.score), expected, "{score}");
        assert_eq!(read_one(&write(&record, Format::Kif).unwrap()), record);
    }
}

/// Dates and time controls in the form of each format.
#[test]
fn dates_and_time_controls_are_written_in_the_form_of_each_format() {
    let kif = |headers: &str| read_one(&format!("{headers}\n手数----指手\n   1 ７六歩(77)\n"));
    let tagged = |key: &str, value: &str| {
        let mut record = read_one("7g7f");
        record.tags.set(key, value);
        record
    };
    let written = |record: &GameRecord, format: Format| write(record, format).unwrap();
    // The header, the shared value, and the lines of KIF, CSA and PGN.
    let cases = [
        (
            "開始日時：2026/01/02 10:00:00",
            "2026/01/02 10:00:00",
            "開始日時：2026/01/02 10:00:00",
            "$START_TIME:2026/01/02 10:00:00",
            "[Date \"2026.01.02\"]",
        ),
        (
            "開始日時：2026/1/2(金) 9:05",
            "2026/01/02 09:05:00",
            "開始日時：2026/01/02 09:05:00",
            "$START_TIME:2026/01/02 09:05:00",
            "[Time \"09:05:00\"]",
        ),
        (
            "開始日時：２０２６年１月２日　９時５分",
            "2026/01/02 09:05:00",
            "開始日時：2026/01/02 09:05:00",
            "$START_TIME:2026/01/02 09:05:00",
            "[Time \"09:05:00\"]",
        ),
        (
            "開始日時：2026/01",
            "2026/01",
            "開始日時：2026/01",
            "$Header_Date:2026/01",
            "[Date \"2026.01.??\"]",
        ),
        (
            "開始日時：春の日",
            "春の日",
            "開始日時：春の日",
            "$Header_Date:春の日",
            "[Header_Date \"春の日\"]",
        ),
        (
            "終了日時：2026-01-02 11:30:01",
            "2026/01/02 11:30:01",
            "終了日時：2026/01/02 11:30:01",
            "$END_TIME:2026/01/02 11:30:01",
            "[EndTime \"11:30:01\"]",
        ),
        (
            "持ち時間：各15分",
            "900",
            "持ち時間：15分",
            "$TIME_LIMIT:00:15+00",
            "[TimeControl \"900\"]",
        ),
        (
            "持ち時間：10分、秒読み30秒",
            "600 byoyomi 30",
            "持ち時間：10分+秒読み30秒",
            "$TIME_LIMIT:00:10+30",
            "[Header_TimeControl \"600 byoyomi 30\"]",
        ),
        (
            "持ち時間：1時間30分+60秒",
            "5400 byoyomi 60",
            "持ち時間：1時間30分+秒読み1分",
            "$TIME_LIMIT:01:30+60",
            "[Header_TimeControl \"5400 byoyomi 60\"]",
        ),
        (
            "秒読み：30秒\n持ち時間：０分",
            "0 byoyomi 30",
            "持ち時間：0分+秒読み30秒",
            "$TIME_LIMIT:00:00+30",
            "[Header_TimeControl \"0 byoyomi 30\"]",
        ),
        (
            "持ち時間：5分（1手10秒加算）",
            "300+10",
            "持ち時間：5分+1手10秒加算",
            "$TIME:300+0+10",
            "[TimeControl \"300+10\"]",
        ),
        (
            "持ち時間：00:15+60",
            "900 byoyomi 60",
            "持ち時間：15分+秒読み1分",
            "$TIME_LIMIT:00:15+60",
            "[Header_TimeControl \"900 byoyomi 60\"]",
        ),
        (
            "持ち時間：不明",
            "不明",
            "持ち時間：不明",
            "$Header_TimeControl:不明",
            "[Header_TimeControl \"不明\"]",
        ),
        (
            "先手持ち時間：3分切れ負け",
            "180",
            "先手持ち時間：3分",
            "$TIME+:180+0+0",
            "[WhiteTimeControl \"180\"]",
        ),
    ];
    for (headers, value, in_kif, in_csa, in_pgn) in cases {
        let record = kif(headers);
        assert_eq!(
            record.tags.iter().map(|(_, value)| value).collect::<Vec<_>>(),
            [value],
            "{headers}"
        );
        for (format, line) in [(Format::Kif, in_kif), (Format::Csa, in_csa), (Format::Pgn, in_pgn)]
        {
            let text = written(&record, format);
            assert!(text.lines().any(|written| written == line), "{line} in {text}");
            assert_eq!(read_one(&text).tags, record.tags, "{text}");
        }
    }
    // What only PGN says.
    for (value, line) in
        [("40/9000", "$Header_TimeControl:40/9000"), ("0.5/move", "$Header_TimeControl:0.5/move")]
    {
        let record = tagged(tags::TIME_CONTROL, value);
        assert!(written(&record, Format::Pgn).contains(&format!("[TimeControl \"{value}\"]")));
        assert!(written(&record, Format::Csa).contains(line));
        assert!(written(&record, Format::Kif).contains(&format!("Header_TimeControl：{value}")));
        for format in [Format::Kif, Format::Csa, Format::Pgn] {
            assert_eq!(read_one(&written(&record, format)).tags, record.tags);
        }
    }
    let fractions = tagged(tags::BLACK_TIME_CONTROL, "1+0.01 byoyomi 0.5");
    assert!(written(&fractions, Format::Csa).contains("$TIME+:1+0.5+0.01\n"));
    // A tag of that name is another one.
    let mut record = tagged(tags::DATE, "2026/01/02 10:00:00");
    record.tags.set("Time", "later");
    record.tags.set("Header_Date", "x");
    for format in [Format::Kif, Format::Csa, Format::Pgn, Format::GameCourier] {
        assert_eq!(read_one(&written(&record, format)).tags, record.tags);
    }
    let record = read_one("V3.0\n$TIME:900+0+10\n$TIME-:60+5\nPI\n+\n+7776FU\n");
    assert_eq!(record.tags.get(tags::TIME_CONTROL), Some("900+10"));
    assert_eq!(record.tags.get(tags::WHITE_TIME_CONTROL), Some("60 byoyomi 5"));
    let record = read_one(
        "[Date \"2026.01.02\"]\n[Time \"10:00:00\"]\n[TimeControl \"900+30\"]\n\n1. c3c4 *\n",
    );
    assert_eq!(record.tags.get(tags::DATE), Some("2026/01/02 10:00:00"));
    assert!(written(&record, Format::Kif).contains("持ち時間：15分+1手30秒加算\n"));
}
