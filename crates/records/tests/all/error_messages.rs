//! Every error names its line, what was found and what was expected.

use records::{Format, GameRecord, Hints, WriteError, encode_shift_jis, read, read_text, write};
use rules::{IllegalMove, Position};

#[track_caller]
fn message(text: &str) -> String {
    read_text(text, &Hints::default()).unwrap_err().to_string()
}

#[track_caller]
fn shogi_message(text: &str) -> String {
    let hints = Hints { rules: games::by_name("shogi"), ..Hints::default() };
    read_text(text, &hints).unwrap_err().to_string()
}

/// Asserts that a message names its line and place; the reason is in the words of the rules.
#[track_caller]
fn assert_refused(message: &str, start: &str) {
    let reason = message.strip_prefix(start).unwrap_or_else(|| panic!("{message}"));
    assert!(reason.len() > 10, "{message}");
}

/// Returns the message for a move that the rules refuse.
fn illegal(line: usize, mv: &str, reason: IllegalMove) -> String {
    format!("line {line}: '{mv}' is not a legal move here: {reason}")
}

#[test]
fn files_without_games() {
    assert_eq!(message(" \n"), "line 1: there is no game in the file");
    assert_eq!(
        message("hello world"),
        "line 1: unknown format: expected KIF, KI2, CSA, PGN, Game Courier, a match log, USI positions or moves"
    );
    let error = read(b"\x81\x00\xff", &Hints::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1: the text is neither UTF-8, UTF-16, Shift_JIS nor EUC-JP"
    );
}

#[test]
fn unknown_games() {
    assert_eq!(message("[Variant \"chess\"]\n\n1. e4"), "line 1: unknown game 'chess'");
    assert_eq!(message("先手：A\n棋種：chess\n"), "line 2: unknown game 'chess'");
    let usi = "startpos\nsetoption name UCI_Variant value chess\n";
    assert_eq!(message(usi), "line 2: unknown game 'chess'");
    let log = "shogi\tstartpos moves\nchess\tstartpos moves\n";
    assert_eq!(message(log), "line 2: unknown game 'chess'");
}

#[test]
fn illegal_moves_in_kif() {
    assert_eq!(
        message("   1 ７六歩(77)\n   2 ７五歩(76)\n"),
        illegal(2, "７五歩(76)", IllegalMove::OpponentPiece)
    );
    assert_eq!(message("   1 ７五歩(77)\n"), illegal(1, "７五歩(77)", IllegalMove::CannotReach));
    assert_eq!(
        message("   1 ７六銀(77)\n"),
        "line 1: '７六銀(77)' is not a legal move here: another piece stands on the start square"
    );
    assert_eq!(
        message("   1 ７六歩(07)\n"),
        "line 1: '７六歩(07)' is not a legal move here: a start square expected"
    );
    assert_eq!(
        message("   1 ７六歩(77\n"),
        "line 1: '７六歩(77' is not a legal move here: ')' expected at the end"
    );
    assert_eq!(
        message("   1 ７六歩右(77)\n"),
        "line 1: '７六歩右(77)' is not a legal move here: only 成 or 不成 can stand before the start \
         square"
    );
    assert_eq!(
        message("   1 同　歩(77)\n"),
        "line 1: '同　歩(77)' is not a legal move here: there is no move before it"
    );
    assert_eq!(
        message("   1 百六歩(77)\n"),
        "line 1: '百六歩(77)' is not a legal move here: a square of the board expected"
    );
    assert_eq!(
        message("   1 ７六(77)\n"),
        "line 1: '７六(77)' is not a legal move here: a piece expected after the square"
    );
}

#[test]
fn illegal_moves_in_ki2() {
    assert_eq!(
        message("▲７六歩 △７七銀\n"),
        format!(
            "line 1: '７七銀' is not a legal move here: from 3a: {reason}; from 7a: {reason}",
            reason = IllegalMove::CannotReach
        )
    );
    assert_eq!(
        message("▲５五龍\n"),
        "line 1: '５五龍' is not a legal move here: black has no such piece on the board"
    );
    assert_eq!(message("▲５八金\n"), "line 1: '５八金' is ambiguous: it can be 4i5h or 6i5h");
    assert_eq!(
        message("▲５八金下\n"),
        "line 1: '５八金下' is not a legal move here: only words such as 右, 左, 直, 上, 寄, 引, 打, 成 can \
         follow the piece"
    );
    let refused = IllegalMove::NotInHand;
    assert_eq!(message("▲５八金打\n"), illegal(1, "５八金打", refused));
    assert_eq!(message("▲７六歩 ▲２六歩\n"), "line 1: '▲２六歩' found, △ expected");
    let hints = Hints { format: Some(Format::Ki2), ..Hints::default() };
    let error = read_text("▲７六歩\n７六歩\n", &hints).unwrap_err().to_string();
    assert_eq!(error, "line 2: '７六歩' found, a move, a comment, 変化 or まで expected");
}

#[test]
fn the_order_of_kif() {
    assert_eq!(
        message("   1 ７六歩(77)\n   3 ３四歩(33)\n"),
        "line 2: move number 3 found, 2 expected"
    );
    assert_eq!(
        message("   1 ７六歩(77)\n変化：9手\n"),
        "line 2: '変化：9手' found, the number of a move that is recorded, as in 変化：9手 expected"
    );
    assert_eq!(
        message("   1 投了\n   1 ７六歩(77)\n"),
        "line 2: '７六歩(77)' found, no move after the end of the game expected"
    );
}

#[test]
fn diagrams_and_handicaps_of_kif() {
    assert_eq!(
        message("手合割：百枚落ち\n"),
        "line 1: '百枚落ち' found, a handicap such as 平手 or 香落ち, or a diagram expected"
    );
    assert_eq!(
        message("先手の持駒：飛二　馬\n"),
        "line 1: '馬' found, pieces in hand such as 飛 or 歩十二 expected"
    );
    let rank = "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n";
    let kif = |ranks: &str| format!("手合割：その他\n{ranks}先手の持駒：なし\n");
    assert_eq!(
        message(&kif("| ・ ・ ・ ・ 砲 ・ ・ ・ ・|一\n")),
        "line 2: '砲 ・ ・ ・ ・|一' found, a piece or ・ for every file expected"
    );
    assert_eq!(
        message(&kif("| ・ ・ ・ ・ ・ ・ ・ ・ ・ ・|一\n")),
        "line 2: '・|一' found, | after the last file expected"
    );
    assert_eq!(
        message(&kif(rank)),
        "line 3: 'a diagram of 1 ranks' found, a rank for every rank of the board expected"
    );
    assert_eq!(
        message(&kif(&rank.repeat(10))),
        "line 11: '・ ・ ・ ・v玉 ・ ・ ・ ・|一' found, no more ranks than the board has expected"
    );
    assert_refused(
        &message(&kif(&rank.repeat(9))),
        "line 11: 'the diagram' is not a position of the game: ",
    );
}

#[test]
fn csa() {
    let start = "PI\n+\n";
    let csa = |moves: &str| message(&format!("{start}{moves}\n"));
    assert_eq!(csa("+7775FU"), illegal(3, "+7775FU", IllegalMove::CannotReach));
    assert_eq!(csa("-3334FU"), "line 3: '-3334FU' is not a legal move here: black is to move");
    assert_eq!(
        csa("+7776GI"),
        "line 3: '+7776GI' is not a legal move here: another piece stands on the start square"
    );
    assert_eq!(
        csa("+5554FU"),
        "line 3: '+5554FU' is not a legal move here: the start square is empty"
    );
    assert_eq!(
        csa("+0055TO"),
        "line 3: '+0055TO' is not a legal move here: a promoted piece cannot be dropped"
    );
    assert_eq!(csa("+7776XX"), "line 3: '+7776XX' found, a move such as +7776FU expected");
    assert_eq!(csa("%WHAT"), "line 3: '%WHAT' found, the end of the game such as %TORYO expected");
    assert_eq!(csa("+7776FU\nTx"), "line 4: 'Tx' found, a time in seconds such as T12 expected");
    assert_eq!(
        csa("%TORYO\n+7776FU"),
        "line 4: '+7776FU' found, no move after the end of the game expected"
    );
    assert_eq!(
        message("V2.2\nhello\n"),
        "line 2: 'hello' found, a name, a tag, a start position or a move expected"
    );
    assert_eq!(
        message("V2.2\nPX\n"),
        "line 2: 'PX' found, a start position such as PI, P1-KY-KE... or P+00FU expected"
    );
    assert_eq!(
        message("PI\nPI55HI\n"),
        "line 2: '55HI' found, a piece of the standard start position expected"
    );
    assert_eq!(
        message("V2\nP1-KY\n"),
        "line 2: '' found, +, - or * for each of nine squares expected"
    );
    assert_eq!(
        message("V2\nP1 *  *  *  *  *  *  *  *  *  * \n"),
        "line 2: '*' found, no more than nine squares expected"
    );
    assert_eq!(
        message("V2\nP+00XX\n"),
        "line 2: '00XX' found, a square or 00, and a piece such as FU expected"
    );
    assert_eq!(
        message("V2\nP+0\n"),
        "line 2: '0' found, a square and a piece such as 55KA expected"
    );
    assert_refused(
        &message("V2\nP+55OU\n+\n"),
        "line 2: 'the start position' is not a position of the game: ",
    );
}

#[test]
fn pgn_and_move_lists() {
    let pgn = |moves: &str| message(&format!("[Variant \"shogi\"]\n\n{moves}\n"));
    assert_eq!(pgn("1. c3c5"), illegal(3, "c3c5", IllegalMove::CannotReach));
    assert_eq!(
        pgn("1. c3c4\ng7g6 2. P-9z"),
        "line 4: 'P-9z' is not a legal move here: no legal move is written like this"
    );
    assert_eq!(pgn("1. G-5h"), "line 3: 'G-5h' is ambiguous: it can be 4i5h or 6i5h");
    assert_eq!(pgn("1. c3c4 {open"), "line 3: the comment in braces is never closed");
    assert_eq!(pgn("1. c3c4 (1. e3e4"), "line 3: the variation is never closed");
    assert_eq!(pgn("(1. c3c4)"), "line 3: '(' found, a move expected");
    assert_eq!(pgn("1. c3c4 )"), "line 3: ')' found, a move expected");
    assert_eq!(pgn("1. c3c4 } 1-0"), "line 3: '} 1-0' found, a move expected");
    assert_eq!(pgn("1. c3c4 $999"), "line 3: '$999' found, a glyph from $0 to $255 expected");
    assert_eq!(pgn("1. c3c4 resigns g7g6"), "line 3: 'g7g6' found, the result expected");
    let tag = "a tag such as [Event \"name\"]";
    assert_eq!(message("[Event \"x]\n"), format!("line 1: '[Event \"x]' found, {tag} expected"));
    assert_refused(
        &message("[FEN \"9/9/9/9/9/9/9/9/9 x - 1\"]\n"),
        "line 1: '9/9/9/9/9/9/9/9/9 x - 1' is not a position of the game: ",
    );
    assert_eq!(
        shogi_message("1. 7g7f 3c3d\n2. 8h2b 2b3a\n"),
        illegal(2, "2b3a", IllegalMove::OpponentPiece)
    );
}

#[test]
fn usi_lines_and_match_logs() {
    assert_eq!(
        shogi_message("position startpos moves 7g7f 7g7f\n"),
        illegal(1, "7g7f", IllegalMove::EmptySquare)
    );
    assert_eq!(
        shogi_message("position startpos movesx\n"),
        "line 1: 'movesx' found, 'moves' expected"
    );
    assert_eq!(
        shogi_message("startpos\nposition here\n"),
        "line 2: 'here' found, startpos or a position in SFEN expected"
    );
    assert_refused(
        &shogi_message("sfen 9/9/9 b - 1\n"),
        "line 1: '9/9/9 b - 1' is not a position of the game: ",
    );
    assert_eq!(
        shogi_message("startpos moves resign 7g7f\n"),
        "line 1: '7g7f' found, no move after the end of the game expected"
    );
    assert_eq!(
        message("shogi\tA\tB\tstartpos\n"),
        "line 1: 'shogi\\tA\\tB\\tstartpos' found, two, five or six fields separated by tabs expected"
    );
    assert_eq!(
        message("shogi\tA\tB\twon\t\tstartpos\n"),
        "line 1: 'won' found, a result such as 1-0 expected"
    );
}

#[test]
fn what_cannot_be_written() {
    let record = GameRecord::new(&Position::start(games::by_name("shosu").unwrap()));
    let error = write(&record, Format::Csa).unwrap_err();
    assert_eq!(error.to_string(), "only games of shogi can be written as CSA");
    let error = encode_shift_jis("先手：♞").unwrap_err();
    assert_eq!(error, WriteError::NotInShiftJis('♞'));
    assert_eq!(error.to_string(), "'♞' cannot be written in Shift_JIS");
}
