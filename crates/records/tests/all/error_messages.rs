//! Every error names its line, what was found and what was expected.

use records::{Format, GameRecord, Hints, WriteError, encode_shift_jis, read, read_text, write};
use rules::Position;

/// Texts, each followed by `=> ` and the error in it. Lines that begin with `== ` are headings.
const ERRORS: &str = include_str!("../errors.txt");

fn message(text: &str, format: Option<Format>) -> String {
    let hints = Hints { format, rules: games::by_name("shogi"), ..Hints::default() };
    read_text(text, &hints).expect_err(text).to_string()
}

#[test]
fn errors_in_every_format() {
    let (mut text, mut count) = (String::new(), 0);
    for line in ERRORS.lines() {
        if let Some(expected) = line.strip_prefix("=> ") {
            assert_eq!(message(&text, None), expected, "{text}");
            (text, count) = (String::new(), count + 1);
            continue;
        }
        let is_between = text.is_empty() && (line.is_empty() || line.starts_with("== "));
        if !is_between {
            text += line;
            text.push('\n');
        }
    }
    assert_eq!(count, 78);
}

#[test]
fn files_without_games() {
    assert_eq!(message(" \n", None), "line 1: there is no game in the file");
    assert_eq!(
        message("hello world", None),
        "line 1: unknown format: expected KIF, KI2, CSA, JKF, PGN, Game Courier, a match log, SFEN, USI positions or moves"
    );
    let error = read(b"BZh9", &Hints::default()).unwrap_err().to_string();
    assert_eq!(error, "line 1: the file is compressed: unpack it first with bunzip2");
    let error = read(b"\x81\x00\xff", &Hints::default()).unwrap_err().to_string();
    assert_eq!(error, "line 1: the text is neither UTF-8, UTF-16, Shift_JIS nor EUC-JP");
    let error = read(b"ozutsu-games 1 shogi 0\n\xff", &Hints::default()).unwrap_err().to_string();
    assert!(error.starts_with("line 1: packed self-play games: 'ozutsu-learn pack'"), "{error}");
    let error = message("▲７六歩\n７六歩\n", Some(Format::Ki2));
    assert_eq!(error, "line 2: '７六歩' found, a move, a comment, 変化 or まで expected");
}

#[test]
fn what_cannot_be_written() {
    let record = GameRecord::new(&Position::start(games::by_name("shosu").unwrap()));
    let error = write(&record, Format::Csa).unwrap_err();
    assert_eq!(error.to_string(), "only games of shogi can be written as CSA");
    let error = write(&record, Format::Jkf).unwrap_err();
    assert_eq!(error.to_string(), "only games of shogi can be written as JKF");
    // The first move of each variation has a variation.
    let shogi = games::by_name("shogi").unwrap();
    let mut record = GameRecord::new(&Position::start(shogi));
    let mut cursor = record.cursor();
    for ply in 0..=200 {
        for mv in cursor.position().legal_moves().into_iter().take(2) {
            cursor.go_to_ply(ply);
            cursor.play(mv).unwrap();
        }
    }
    let error = write(&record, Format::Jkf).unwrap_err();
    assert_eq!(error.to_string(), "variations are nested more than 100 levels deep");
    let error = encode_shift_jis("先手：♞").unwrap_err();
    assert_eq!(error, WriteError::NotInShiftJis('♞'));
    assert_eq!(error.to_string(), "'♞' cannot be written in Shift_JIS");
}
