//! What the readers of PGN, USI, logs and lists of moves understand, and what concerns several formats.

use crate::kif_and_csa::KIF;
use crate::{assert_end, read_one, shogi, usi_moves};
use records::EndReason::*;
use records::{
    DrawingColor, Evaluation, Format, GameRecord, GameResult, Hints, NodeId, Omission, Score,
    Warning, WriteError, encode_shift_jis, read, read_games, read_text, tags, write, write_all,
};
use rules::Color;
use std::path::Path;
use std::time::Duration;

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
fn drawings_are_read_and_others_stay_comments() {
    let text = "[Variant \"shosu\"]\n\n1. a3a4 {[%csl Ge5,Rz1] [%cal Gc3] [%csl Xa1] on [%cal Ga1j10,Bb2c2] it} *";
    let record = read_one(text);
    let notes = &record.node(record.last_node()).notes;
    assert_eq!(notes.comments, ["[%csl Ge5,Rz1] [%cal Gc3] [%csl Xa1] on it"]);
    let [arrow, other] = notes.drawings[..] else { panic!("{notes:?}") };
    assert_eq!((arrow.color, arrow.from.to_string()), (DrawingColor::Green, "10j".into()));
    assert_eq!((arrow.to.unwrap().to_string(), other.color), ("1a".into(), DrawingColor::Blue));
    let lost: Vec<_> = Format::Kif.omissions(&record).iter().map(|part| part.name()).collect();
    assert_eq!(lost, ["arrows and circles"]);
}

#[test]
fn ki2_has_clocks_but_no_times() {
    for (command, lost) in [("clk", vec![]), ("emt", vec![Omission::Times])] {
        let record =
            read_one(&format!("[Variant \"shogi\"]\n\n1. c3c4 {{[%{command} 0:09:58]}} *"));
        assert_eq!(Format::Ki2.omissions(&record), lost);
        let found = read_one(&write(&record, Format::Ki2).unwrap());
        assert_eq!(found == record, lost.is_empty());
    }
}

#[test]
fn games_without_a_name_are_of_the_game_that_they_fit() {
    let wide = "10h10g 10c10d";
    for (text, game, others) in [
        // One of the records cannot be read in any game.
        ("startpos moves 2g2f\nstartpos moves 2g2g\n", "shogi", ""),
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -", "shogi", ""),
        ("startpos moves 7g7f 3c3d", "cannonshogi", "taihoshogi shogi"),
        ("# x\nsetoption name UCI_Variant value shogi\nstartpos moves 7g7f", "shogi", ""),
        ("[Event \"x\"]\n\n1. b3b4 b7b6 *\n", "shogi", ""),
        ("[Event \"x\"]\n[Variant \"shogi\"]\n\n1. c3c4 *\n", "shogi", ""),
        ("▲２六歩", "shogi", ""),
        (wide, "shosu", "shosucourier cannonshosu"),
    ] {
        let record = read_games(text, &Hints::default()).unwrap().next().unwrap().unwrap();
        assert_eq!(record.rules().name(), game, "{text}");
        let others: Vec<_> = others.split_whitespace().collect();
        let is_certain = others.is_empty();
        let warning = Warning::SeveralGames { taken: record.rules().name(), others };
        assert!(record.warnings().eq((!is_certain).then_some(warning)), "{text}");
    }
}

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
    for (names, description, reason) in [
        ("noresign\tB", "noresign loses on time", TimeForfeit),
        ("A\tB", "A loses on time: resigned too late", TimeForfeit),
        ("A\tB", "A resigned", Resignation),
    ] {
        let log = format!("shogi\t{names}\t0-1\t{description}\tstartpos moves 7g7f\n");
        let games = read_text(&log, &Hints::default()).unwrap();
        assert_eq!(games[0].end().unwrap().reason, reason, "{description}");
    }
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
        [("a.KIFU", Format::Kif), ("b.c.csa", Format::Csa), ("d/e.pgn.GZ", Format::Pgn)]
    {
        assert_eq!(Format::of_path(Path::new(name)), Some(format));
    }
    assert_eq!(Format::of_path(Path::new("pgn")), None);
    assert_eq!(Format::of_path(Path::new("games.gz")), None);
}

#[test]
fn compressed_files() {
    let pack = |text: &str, name: &str| Format::Kif.encode(text.to_owned(), Path::new(name)).0;
    let error = |bytes: &[u8]| read(bytes, &Hints::default()).unwrap_err().to_string();
    let game = "先手：甲\n   1 ７六歩(77)\n";
    for name in ["a.kif.gz", "a.kifu.GZ"] {
        let packed = pack(game, name);
        let games = read(&packed, &Hints::default()).unwrap();
        assert_eq!(games[0].tags.player(Color::Black), Some("甲"), "{name}");
        // As `cat` joins them.
        assert_eq!(read(&packed.repeat(2), &Hints::default()).unwrap().len(), 2, "{name}");
        let damaged = "line 1: the compressed file is damaged or incomplete";
        for length in 2..packed.len() {
            assert_eq!(error(&packed[..length]), damaged, "{name} {length}");
        }
        // The checksum.
        let mut changed = packed.clone();
        changed[packed.len() - 8] ^= 1;
        assert_eq!(error(&changed), damaged);
    }
    let spaces = pack(&" ".repeat((16 << 20) + 1), "a.kif.gz");
    assert!(spaces.len() < 1 << 20);
    assert_eq!(error(&spaces), "line 1: the compressed file unpacks to more than 16 MiB");
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
fn characters_that_shift_jis_would_change_are_not_in_it() {
    for (character, text) in [('¥', "*¥100\n"), ('‾', "*a‾\n"), ('♞', "*♞\n")] {
        let error = encode_shift_jis(&format!("#KIF encoding=UTF-8\n{text}")).unwrap_err();
        assert_eq!(error, WriteError::NotInShiftJis(character));
    }
    assert_eq!(read(&encode_shift_jis("7g7f 3c3d ; −5\n").unwrap(), &shogi()).unwrap().len(), 1);
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
fn a_tag_may_have_an_sfen_without_its_last_fields() {
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    for fields in ["", " b", " b -", " b - 1"] {
        let text = format!("[Variant \"shogi\"]\n[SFEN \"{start}{fields}\"]\n\n1. c3c4 *\n");
        assert!(read_one(&text).is_standard_start(), "{text}");
    }
}

#[test]
fn joined_files_may_each_have_a_byte_order_mark() {
    for text in [
        "\u{feff}[Variant \"shogi\"]\r\n\r\n1. c3c4 *\r\n",
        "\u{feff}position startpos moves 7g7f\n",
        "\u{feff}1\t７六歩(77)\n2\t投了\nまで1手で先手の勝ち\n",
    ] {
        let games = read(text.repeat(2).as_bytes(), &shogi()).unwrap();
        assert_eq!(games.iter().map(usi_moves).collect::<Vec<_>>(), ["7g7f", "7g7f"], "{text}");
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
fn ends_of_variations_are_comments_in_pgn() {
    let record = read_one(
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 中断\n\n変化：2手\n   2 ８四歩(83)\n   3 投了\n",
    );
    let text = write(&record, Format::Pgn).unwrap();
    assert!(text.contains("( 1... b7b6 {White resigns} ) {interrupted} *"), "{text}");
    let read = read_one(&text);
    let variation = read.variations(read.main_line().next().unwrap())[0];
    assert_eq!(read.node(variation).notes.comments, ["White resigns"]);
    assert_eq!(read.end().unwrap().reason, Interruption);
    assert_eq!(write(&read, Format::Pgn).unwrap(), text);
}

#[test]
fn pgn_keeps_moves_after_an_end_at_the_start() {
    let record = read_one(
        "手合割：平手\n   1 投了\nまで0手で後手の勝ち\n\n変化：1手\n   1 ７六歩(77)\n*良い手\n   2 ３四歩(33)\n\n変化：1手\n   1 ２六歩(27)\n",
    );
    assert_eq!(record.move_count(), 3);
    let text = write(&record, Format::Pgn).unwrap();
    assert_eq!(read_one(&text), record, "{text}");
    // Moves in front of the game are none of it.
    let odd = read_one("[Variant \"shogi\"]\n\n( 1. b3b4 ) 1. c3c4 *\n");
    assert_eq!(odd.moves().count(), 1);
    assert_eq!(odd.moves().next(), odd.rules().parse_usi("7g7f").ok());
}

#[test]
fn comments_of_people_stay_comments_in_pgn() {
    let comments = [
        "+1.2",
        "30s",
        "0.50, a good move",
        "[%clk 0:10:00]",
        "{note}  x　y",
        "one side resigns",
        "repetition draw",
        "interrupted",
        "draw by agreement",
        "\u{2060}+1.2",
        "}",
        "1/2-1/2",
    ];
    for comment in comments {
        let mut record = read_one("startpos moves 7g7f 3c3d");
        let last = record.last_node();
        record.notes_mut(last).comments.push(comment.into());
        let text = write(&record, Format::Pgn).unwrap();
        let read = read_one(&text);
        // Lines are broken at spaces.
        let expected = comment.replace("  ", " ");
        assert_eq!(read.node(read.last_node()).notes.comments, [expected], "{text}");
        assert_eq!(read.end(), None);
    }
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
fn a_board_of_any_size_is_a_position() {
    let file = games::parse(include_str!("../../../rules/examples/minicannon.toml"));
    let rules = file.games[0].rules;
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
    let cases = include_str!("../times.tsv").lines().filter(|line| !line.starts_with('#'));
    for case in cases {
        let [headers, value, in_kif, in_csa, in_pgn] = case.split('\t').collect::<Vec<_>>()[..]
        else {
            panic!("five fields: {case}");
        };
        let headers = headers.replace('|', "\n");
        let record = kif(&headers);
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
