//! Movements on drawn boards.

use engine_tests::reference::movement::{Movement, attacks, targets};
use engine_tests::reference::{Board, Colour, Piece, Square};

/// Checks a movement of Black's `@`. `o` is an own piece, `e` an enemy it may not go to, `E` one
/// it may, `x` an empty square it may go to.
fn drawn(text: &str, picture: &str) {
    let rows: Vec<&str> = picture.split_whitespace().collect();
    let (files, ranks) = (rows[0].len() as i32, rows.len() as i32);
    let mut board = Board::empty(files, ranks);
    let mut turned = board.clone();
    let mut start = None;
    let mut expected = Vec::new();
    let turn = |at: Square| Square { file: files + 1 - at.file, rank: ranks + 1 - at.rank };
    for (rank, row) in (1..).zip(&rows) {
        assert_eq!(row.len() as i32, files);
        for (file, c) in (1..=files).rev().zip(row.chars()) {
            let square = Square { file, rank };
            let own = match c {
                '@' | 'o' => true,
                'e' | 'E' => false,
                _ => {
                    assert!(".x".contains(c));
                    expected.extend((c == 'x').then_some(square));
                    continue;
                }
            };
            let colour = if own { Colour::Black } else { Colour::White };
            let piece = Piece { colour, letter: 'P', promoted: false };
            board.put(square, Some(piece));
            turned.put(turn(square), Some(Piece { colour: colour.other(), ..piece }));
            expected.extend((c == 'E').then_some(square));
            start = if c == '@' { Some(square) } else { start };
        }
    }
    let start = start.unwrap();
    expected.sort();
    assert_eq!(targets(text, &board, start, Colour::Black), Ok(expected.clone()), "{text}");
    // White's is the same, turned by 180 degrees.
    let mut expected: Vec<Square> = expected.into_iter().map(turn).collect();
    expected.sort();
    assert_eq!(targets(text, &turned, turn(start), Colour::White), Ok(expected), "{text}");
}

#[test]
fn steps_and_leaps() {
    drawn("K", "..... .xxx. .x@x. .xxx. .....");
    drawn("K", "..... .oEo. .x@E. .xxo. .....");
    drawn("WfF", "..... .xxx. .x@x. ..x.. .....");
    drawn("FfW", "..... .xxx. ..@.. .x.x. .....");
    drawn("FfsW", "..... .xxx. .x@x. .x.x. .....");
    drawn("fWbF", "..... ..x.. ..@.. .x.x. .....");
    drawn("fsW", "..... ..x.. .x@x. ..... .....");
    drawn("lWbrF", "..... ..... .x@.. ...x. .....");
    drawn("N", ".x.x. x...x ..@.. x...x .x.x.");
    drawn("ffN", ".x.E. .ooo. ..@.. ..... .....");
    drawn("AD", "x.x.x .eee. xe@ex .eee. x.x.x");
    drawn("H", "...x... ....... ....... x..@..x ....... ....... ...x...");
    drawn("G", "x.....x ....... ....... ...@... ....... ....... x.....x");
    drawn("C", "..x.x.. ....... x.....x ...@... x.....x ....... ..x.x..");
    drawn("Z", ".x...x. x.....x ....... ...@... ....... x.....x .x...x.");
    drawn("mWcF", "..... .EeE. .x@x. ..x.. .....");
}

#[test]
fn directions() {
    drawn("ffrrN", ".x.x. ....x ..@.. ....x .....");
    drawn("fsbbN", "..... x...x ..@.. ..... .x.x.");
    drawn("llbsN", "..... x.... ..@.. x...x .....");
    drawn("flN", ".x.x. x...x ..@.. x.... .x...");
    drawn("vN", ".x.x. ..... ..@.. ..... .x.x.");
    drawn("sN", "..... x...x ..@.. x...x .....");
    drawn("fffN", ".x.x. x...x ..@.. ..... .....");
    drawn("lF", "..... .x... ..@.. .x... .....");
    drawn("flfF", "..... .x.x. ..@.. ..... .....");
    drawn("lbrF", "..... .x... ..@.. .x.x. .....");
    drawn("fblF", "..... .x.x. ..@.. .x... .....");
    drawn("fmlF", "..... .x.x. ..@.. .x... .....");
    drawn("fK", "..... .xxx. ..@.. ..... .....");
    drawn("flK", "..... .xx.. .x@.. ..... .....");
    drawn("fbK", "..... .xxx. ..@.. .xxx. .....");
    drawn("fQ", "x.x.x .xxx. ..@.. ..... .....");
    drawn("vRsW", "..x.. ..x.. .x@x. ..x.. ..x..");
}

#[test]
fn lines() {
    drawn("R", "...x... ...x... ...x... oxx@xEe ...x... ...o... .......");
    drawn("B", "x.....e .x...E. ..x.x.. ...@... ..o.x.. .....x. ......x");
    drawn("R2", "....... ...x... ...x... .xx@xE. ...x... ...o... .......");
    drawn("W3", "...x... ...x... ...x... oxx@xEe ...x... ...o... .......");
    drawn("cR", "....... ....... ....... o..@.Ee ....... ...o... .......");
    drawn("mQ", "x..x..e .x.x.e. ..xxx.. oxx@xee ..oxx.. ...o.x. ......x");
    // The Chinese cannon.
    drawn("mRcpR", "...e... ...E... ...e... eoo@xeE ...x... ...e... ...o...");
    drawn("mRcpR", "...E... ...o... ...x... E.e@xxo ...x... ...x... ...x...");
    drawn("mRcpR", "@o..E..");
    drawn("mRcpR", "@xe.oee");
    // The leaping cannon.
    drawn("pR", "@oxxEee");
    drawn("pR", "@.oxxxo");
    drawn("pR", "@.exxo.");
    drawn("pR", "@......");
    drawn("pB", "......x .....x. ....e.. ...@... ..o.e.. .E...o. e......");
    // The over-any cannon.
    drawn("ppR", "@oxxExE");
    drawn("ppR", "@.eoxoE");
    drawn("ppR", "@......");
    drawn("cppR", "@o.E.Eo");
    // The short cannon and the hop step.
    drawn("pR2", "....... ...x... ...e... .Eo@.e. ...e... ...o... .......");
    drawn("mFpB2", "....... .E...x. ..o.e.. ...@... ..x.o.. .....o. .......");
    drawn("mFpB2", "....... .e...e. ..x.x.. ...@... ..o.e.. .o...x. .......");
    drawn("pW3", "@oxx.");
    drawn("pW3", "@.oEe");
    drawn("pW3", "@..ee");
}

#[test]
fn attacked_squares() {
    let board = Board::from_rows(7, 1, "1p1CP1p").unwrap();
    let from = Square { file: 4, rank: 1 };
    let attacked = |text| {
        let squares = attacks(text, &board, from, Colour::Black).unwrap();
        squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(attacked("R"), "5a 6a");
    assert_eq!(attacked("mR"), "");
    assert_eq!(attacked("mRcpR"), "1a 2a 7a");
    assert_eq!(attacked("pR2"), "2a");
}

#[test]
fn unreadable_movements() {
    let faults = [
        ("", 0),
        ("X", 0),
        ("f", 1),
        ("Rf", 2),
        ("R0", 1),
        ("R12", 2),
        ("N2", 1),
        ("D3", 1),
        ("WpF", 2),
        ("pN", 1),
        ("pR1", 1),
        ("pppR", 2),
        ("pmpR", 2),
        ("ffW", 1),
        ("vfW", 1),
        ("ls W", 2),
        ("slR", 1),
        ("sF", 0),
        ("vB2", 0),
        ("ffF", 1),
        ("frflfrB", 4),
        ("sK", 0),
        ("ffQ", 1),
        ("vsfN", 2),
        ("ffffN", 2),
        ("mcR", 1),
        ("mmR", 1),
        ("m4R", 1),
        ("RéB", 1),
    ];
    for (text, at) in faults {
        let found = Movement::parse(text).map(|_| ()).map_err(|fault| fault.at);
        assert_eq!(found, Err(at), "{text}");
    }
}
