//! No input makes a reader panic, and whatever is read and written is read back as the same game: random
//! bytes, and mutated records of every format. The number of cases for each test is that of the
//! environment variable `PROPTEST_CASES`, by default 256.

use crate::{formats, written_and_read};
use proptest::prelude::*;
use records::{Format, GameRecord, Hints, read, write_all};
use rules::Position;

const SAMPLES: &[&str] = &[
    "#KIF version=2.0\n手合割：その他\n後手の持駒：飛二　歩十一\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n\
     +---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n\
     | ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n\
     | ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
     | ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金四\n\
     手数----指手---------消費時間--\n   1 ５二金打   ( 0:16/00:00:16)\n*#評価値=30000\n   2 詰み\n\
     まで1手で先手の勝ち\n\n変化：1手\n   1 ４二金打\n",
    "棋種：shosu\n   1 １０七歩(10-8)\n   2 １０四歩(10-3)\n   3 反則負け\n",
    "手合割：香落ち\n△３四歩 ▲７六歩 △４四歩 ▲同　角 △３三桂\n*comment\nまで5手で中断\n変化：4手\n▲２六歩\n",
    "V2.2\nN+A\nN-B\n$EVENT:x\nP1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA * \n\
     P3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4 *  *  *  *  *  *  *  *  * \nP5 *  *  *  *  *  *  *  *  * \n\
     P6 *  *  *  *  *  *  *  *  * \nP7+FU+FU+FU+FU+FU+FU+FU+FU+FU\nP8 * +KA *  *  *  *  * +HI * \n\
     P9+KY+KE+GI+KI+OU+KI+GI+KE+KY\nP+\nP-00AL\n+\n+7776FU,T12\n'** 30 -3334FU\n-3334FU\nT1\n%TORYO\n",
    "PI82HI22KA\n-\n-5142OU\n%+ILLEGAL_ACTION\n",
    "[Event \"a \\\"b\\\"\"]\n[Variant \"cannonshogi\"]\n[FEN \"lnsgkgsnl/1rci1uab1/p1p1p1p1p/9/9/9/P1P1P1P1P/1BAU1ICR1/LNSGKGSNL[] w - - 0 1\"]\n\n\
     1. a3a4 {+0.31/9 0.012s} (1. c3c4 $4 {[%clk 0:10:00]} c7c6 (1... a7a6)) 1... a7a6!? ; rest\n2. Px4f 1-0\n",
    "1. P-7f P-3d 2. Bx2b+ Sx2b 3. B*4e {good} resigns\n",
    "position startpos moves 3i3h 7a7b\nposition sfen lnsgkqgsnl/1r6b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B6R1/LNSGQKGSNL b - 1 moves 10h10g\n",
    "[Variant \"shosu\"]\n\n1. P c3-c4 // +0.31/9 0.012s\n1... p h8-h7\n2. B b2-i9; +B-i9\ns h10xi9 B-e5\nresign\n",
    "開始日時：2026/01/02 10:00:00\n持ち時間：10分+秒読み30秒\n先手：A\n   1 ▲７六歩(77)\n&bookmark\n*& comment\n\
     **対局 深さ 9 評価値 +詰 5\n   2 接続切れ\nまで1手で先手の勝ち\n\n手合割：平手\n▲２六歩 △８四歩\nまで2手で接続切れ\n",
    "'CSA encoding=UTF-8\nV3.0\n$TIME+:900+0+5\n$TIME_LIMIT:00:10+30\nPI\n+\n+7776FU,T3,'*a, b\n%CONNECTION_LOST\n",
    "[White \"A\"]\n[Date \"2026.01.??\"]\n[TimeControl \"300+10\"]\n[Variant \"shogi\"]\n\n1. c3c4 {Draw by agreement} 1/2-1/2\n",
    "７六歩、３四歩 22角成 同　銀 投了\n",
    "{\"header\":{\"先手\":\"A\",\"x\":null},\
     \"initial\":{\"preset\":\"KY\"},\n\"moves\":[{\"comments\":[\"*評価値=8\",\"c\"]},\n\
     {\"move\":{\"color\":1,\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,\"y\":4},\"piece\":\"FU\"},\
     \"time\":{\"now\":{\"m\":1,\"s\":2.5}}},\n\
     {\"special\":\"TORYO\",\"forks\":[[{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\
     \"y\":6}},\n\"forks\":[[{\"special\":\"CHUDAN\"}]]}]]}]}\n",
    "{\"header\":{},\"initial\":{\"preset\":\"OTHER\",\"data\":{\"color\":0,\"board\":[[{}],[{\"color\":1,\
     \"kind\":\"OU\"}]],\n\
     \"hands\":[{\"KI\":2},{\"FU\":9}]}},\"moves\":[{},\n{\"move\":{\"to\":{\"x\":2,\"y\":2},\"piece\":\"KI\",\
     \"relative\":\"H\"}},\n\
     {\"move\":{\"color\":1,\"from\":{\"x\":2,\"y\":1},\"same\":true,\"piece\":\"OU\"}},\
     {\"special\":\"ILLEGAL_MOVE\"}]}\n",
    "shosu\tA\tB\t1-0\tB resigns\tstartpos moves 10h10g 10c10d\ncannonshogi\tstartpos moves\n",
];

fn read_in_all_formats(bytes: &[u8]) {
    let detected = read(bytes, &Hints::default());
    for format in formats() {
        for name in ["shogi", "cannonshosu"] {
            let hints =
                Hints { format: Some(format), rules: games::by_name(name), ..Hints::default() };
            let _ = read(bytes, &hints);
        }
    }
    for record in detected.into_iter().flatten() {
        formats().for_each(|format| drop(written_and_read(&record, format)));
    }
}

/// The keys of tags that mean something else in the format they are written in, and other oddities
/// found in mutated files.
#[test]
fn odd_records_are_read_back() {
    const ODD: &[&str] = &[
        "V2.2\n$\":t\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n",
        // An end that KIF has no word for, with a variation after it.
        "{\"header\":{},\"initial\":{\"preset\":\"HIRATE\"},\"moves\":[{},{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\
         \"piece\":\"FU\"}},{\"special\":\"4TORYO\",\"forks\":[[{\"move\":{\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,\"y\":4},\
         \"piece\":\"FU\"}}]]}]}",
        "'CSA encoding=UTF-8\nV2.2\n$:t\nPI\n+\n+4746FU\n'*\u{feff}",
        "手合割：平手\nSFEN：4k4/9/9/9/9/9/9/9/4K4 b G 1\n手数----指手\n   1 ７六歩(77)\n",
        "手合割：平手\nVariant：shosu\nResult：0-1\nHeader_Result：x\n手数----指手\n   1 ７六歩(77)\n",
        "棋種：taihoshogi\n   1 ８七歩(97)\n   後手の持駒：なし ４三金砲成(49)\n備考：\n",
        "[Variant \"shogi\"]\n[手合割 \"香落ち\"]\n[変化 \"1手\"]\n[先手 \"x\"]\n[START_TIME \"y\"]\n[a:b \"z\"]\n\n1. c3c4 *\n",
    ];
    for text in ODD {
        read_in_all_formats(text.as_bytes());
        let record = read(text.as_bytes(), &Hints::default()).unwrap().remove(0);
        for format in [Format::Kif, Format::Ki2, Format::Pgn, Format::GameCourier] {
            let found = write_all(std::slice::from_ref(&record), format).unwrap();
            let found = read(found.as_bytes(), &Hints::default()).unwrap().remove(0);
            if !text.contains("a:b") && !text.contains("$\"") {
                assert_eq!(found.tags, record.tags, "{}: {text}", format.name());
            }
        }
    }
}

#[test]
fn samples_are_read_and_written() {
    for sample in SAMPLES {
        // The moves of these samples need not be legal, but all of them are read without a panic.
        read_in_all_formats(sample.as_bytes());
    }
}

proptest! {
    /// Also of names that the format uses for something else.
    #[test]
    fn tags_of_any_name_are_read_back(
        tags in proptest::collection::hash_map(
            "(Header_)?(Result|SFEN|EVENT|White|Black|先手|下手|手合割|棋種|変化|まで|手数=|後手番|\
             [a-zA-Z0-9*#&|\\[\\]+='$%/;先後手▲-]{0,6})",
            "[a-zA-Z先手]{1,8}",
            0..6,
        ),
    ) {
        let mut record = GameRecord::new(&Position::start(games::by_name("shogi").unwrap()));
        tags.into_iter().for_each(|(key, value)| record.tags.set(key, value));
        for format in [Format::Kif, Format::Ki2, Format::Csa, Format::Jkf, Format::Pgn, Format::GameCourier] {
            let text = write_all(std::slice::from_ref(&record), format).unwrap();
            // A Game Courier record without moves is one of PGN.
            let found = read(text.as_bytes(), &Hints::default()).unwrap();
            prop_assert_eq!(&found[0].tags, &record.tags, "{}", text);
            prop_assert_eq!(found[0].move_count(), 0);
        }
    }

    #[test]
    fn random_bytes_do_not_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        read_in_all_formats(&bytes);
    }

    #[test]
    fn random_text_does_not_panic(text in "[▲△☗同一二三四五六七八九１-９飛角金銀玉歩成打右左上引直寄不(){}\\[\\]%+\\-*.;:：|v$#&'\"a-kA-Z0-9まで手変化\n\t ]{0,120}") {
        read_in_all_formats(text.as_bytes());
    }

    #[test]
    fn mutated_samples_do_not_panic(
        sample in 0..SAMPLES.len(),
        edits in proptest::collection::vec((0.0..1.0f64, 0..4u8, any::<char>(), 0..SAMPLES.len()), 1..6),
    ) {
        let mut text: Vec<char> = SAMPLES[sample].chars().collect();
        for (place, edit, c, other) in edits {
            let index = (place * text.len() as f64) as usize;
            match edit {
                0 => text.insert(index, c),
                1 if index < text.len() => { text.remove(index); }
                2 => text.truncate(index.max(1)),
                _ => {
                    // A line of another sample.
                    let lines: Vec<&str> = SAMPLES[other].split_inclusive('\n').collect();
                    let line = lines[c as usize % lines.len()];
                    text.splice(index..index, line.chars());
                }
            }
        }
        let text: String = text.into_iter().collect();
        read_in_all_formats(text.as_bytes());
    }

    #[test]
    fn mutated_bytes_of_shift_jis_do_not_panic(
        sample in 0..3usize,
        edits in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..8),
    ) {
        let mut bytes = records::encode_shift_jis(SAMPLES[sample]).unwrap();
        for (index, byte) in edits {
            let length = bytes.len();
            bytes[index % length] = byte;
        }
        read_in_all_formats(&bytes);
    }
}
