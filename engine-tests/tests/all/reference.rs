//! Tests of the reference itself: movement diagrams and the tables of perft counts. Games that depend on
//! their history, illegal positions and impasse claims are tested together with the engine's.

use engine_tests::data;
use engine_tests::reference::{Board, GameState, Movement, Piece, RuleSet, Side, Square};
use rayon::prelude::*;

/// Perft counts above this are skipped.
const MAX_LEAVES: u64 = if cfg!(debug_assertions) { 3_000 } else { 10_000 };

/// Asserts that the piece `@` with a movement has the targets in a diagram, as Black and, with the
/// diagram rotated, as White.
///
/// The ranks of the diagram are separated by spaces. Targets are `x`, an empty square, and
/// `E`, an enemy. The others are no targets: `.` is empty, `e` an enemy and `o` an own piece.
fn assert_targets(text: &str, diagram: &str) {
    let rows: Vec<&str> = diagram.split_whitespace().collect();
    let (files, ranks) = (rows[0].len() as i32, rows.len() as i32);
    let mut board = Board::empty(files, ranks);
    let mut rotated_board = board.clone();
    let mut from = None;
    let mut expected = Vec::new();
    let rotate = |at: Square| Square { file: files + 1 - at.file, rank: ranks + 1 - at.rank };
    for (rank, row) in (1..).zip(&rows) {
        assert_eq!(row.len() as i32, files);
        for (file, c) in (1..=files).rev().zip(row.chars()) {
            let square = Square { file, rank };
            let is_own = match c {
                '@' | 'o' => true,
                'e' | 'E' => false,
                _ => {
                    assert!(".x".contains(c));
                    expected.extend((c == 'x').then_some(square));
                    continue;
                }
            };
            let side = if is_own { Side::Black } else { Side::White };
            let piece = Piece { side, letter: 'P', promoted: false };
            board.set(square, Some(piece));
            rotated_board.set(rotate(square), Some(Piece { side: side.opponent(), ..piece }));
            expected.extend((c == 'E').then_some(square));
            from = if c == '@' { Some(square) } else { from };
        }
    }
    let from = from.unwrap();
    let movement = Movement::parse(text).unwrap();
    expected.sort();
    assert_eq!(movement.targets(&board, from, Side::Black), expected, "{text}");
    let mut rotated: Vec<Square> = expected.into_iter().map(rotate).collect();
    rotated.sort();
    assert_eq!(movement.targets(&rotated_board, rotate(from), Side::White), rotated, "{text}");
}

#[test]
fn steps_and_leaps() {
    assert_targets("K", "..... .xxx. .x@x. .xxx. .....");
    assert_targets("K", "..... .oEo. .x@E. .xxo. .....");
    assert_targets("WfF", "..... .xxx. .x@x. ..x.. .....");
    assert_targets("FfW", "..... .xxx. ..@.. .x.x. .....");
    assert_targets("FfsW", "..... .xxx. .x@x. .x.x. .....");
    assert_targets("fWbF", "..... ..x.. ..@.. .x.x. .....");
    assert_targets("fsW", "..... ..x.. .x@x. ..... .....");
    assert_targets("lWbrF", "..... ..... .x@.. ...x. .....");
    assert_targets("N", ".x.x. x...x ..@.. x...x .x.x.");
    assert_targets("ffN", ".x.E. .ooo. ..@.. ..... .....");
    assert_targets("AD", "x.x.x .eee. xe@ex .eee. x.x.x");
    assert_targets("H", "...x... ....... ....... x..@..x ....... ....... ...x...");
    assert_targets("G", "x.....x ....... ....... ...@... ....... ....... x.....x");
    assert_targets("C", "..x.x.. ....... x.....x ...@... x.....x ....... ..x.x..");
    assert_targets("Z", ".x...x. x.....x ....... ...@... ....... x.....x .x...x.");
    assert_targets("mWcF", "..... .EeE. .x@x. ..x.. .....");
}

#[test]
fn directions_select_steps() {
    assert_targets("ffrrN", ".x.x. ....x ..@.. ....x .....");
    assert_targets("fsbbN", "..... x...x ..@.. ..... .x.x.");
    assert_targets("llbsN", "..... x.... ..@.. x...x .....");
    assert_targets("flN", ".x.x. x...x ..@.. x.... .x...");
    assert_targets("vN", ".x.x. ..... ..@.. ..... .x.x.");
    assert_targets("sN", "..... x...x ..@.. x...x .....");
    assert_targets("fffN", ".x.x. x...x ..@.. ..... .....");
    assert_targets("lF", "..... .x... ..@.. .x... .....");
    assert_targets("flfF", "..... .x.x. ..@.. ..... .....");
    assert_targets("lbrF", "..... .x... ..@.. .x.x. .....");
    assert_targets("fblF", "..... .x.x. ..@.. .x... .....");
    assert_targets("fmlF", "..... .x.x. ..@.. .x... .....");
    assert_targets("fK", "..... .xxx. ..@.. ..... .....");
    assert_targets("flK", "..... .xx.. .x@.. ..... .....");
    assert_targets("fbK", "..... .xxx. ..@.. .xxx. .....");
    assert_targets("fQ", "x.x.x .xxx. ..@.. ..... .....");
    assert_targets("vRsW", "..x.. ..x.. .x@x. ..x.. ..x..");
}

#[test]
fn slides_and_screens() {
    assert_targets("R", "...x... ...x... ...x... oxx@xEe ...x... ...o... .......");
    assert_targets("B", "x.....e .x...E. ..x.x.. ...@... ..o.x.. .....x. ......x");
    assert_targets("R2", "....... ...x... ...x... .xx@xE. ...x... ...o... .......");
    assert_targets("W3", "...x... ...x... ...x... oxx@xEe ...x... ...o... .......");
    assert_targets("cR", "....... ....... ....... o..@.Ee ....... ...o... .......");
    assert_targets("mQ", "x..x..e .x.x.e. ..xxx.. oxx@xee ..oxx.. ...o.x. ......x");
    // The Chinese cannon: moves like a rook, captures over one screen.
    assert_targets("mRcpR", "...e... ...E... ...e... eoo@xeE ...x... ...e... ...o...");
    assert_targets("mRcpR", "...E... ...o... ...x... E.e@xxo ...x... ...x... ...x...");
    assert_targets("mRcpR", "@o..E..");
    assert_targets("mRcpR", "@xe.oee");
    // The leaping cannon: moves and captures over one screen.
    assert_targets("pR", "@oxxEee");
    assert_targets("pR", "@.oxxxo");
    assert_targets("pR", "@.exxo.");
    assert_targets("pR", "@......");
    assert_targets("pB", "......x .....x. ....e.. ...@... ..o.e.. .E...o. e......");
    // The over-any cannon: over one or more screens.
    assert_targets("ppR", "@oxxExE");
    assert_targets("ppR", "@.eoxoE");
    assert_targets("ppR", "@......");
    assert_targets("cppR", "@o.E.Eo");
    // Short ranges: the square beyond an adjacent screen.
    assert_targets("pR2", "....... ...x... ...e... .Eo@.e. ...e... ...o... .......");
    assert_targets("mFpB2", "....... .E...x. ..o.e.. ...@... ..x.o.. .....o. .......");
    assert_targets("mFpB2", "....... .e...e. ..x.x.. ...@... ..o.e.. .o...x. .......");
    assert_targets("pW3", "@oxx.");
    assert_targets("pW3", "@.oEe");
    assert_targets("pW3", "@..ee");
}

#[test]
fn attacks_of_lines_and_cannons() {
    let board = Board::from_sfen(7, 1, "1p1CP1p").unwrap();
    let from = Square { file: 4, rank: 1 };
    let attacks = |text| {
        let squares = Movement::parse(text).unwrap().attacks(&board, from, Side::Black);
        squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(attacks("R"), "5a 6a");
    assert_eq!(attacks("mR"), "");
    assert_eq!(attacks("mRcpR"), "1a 2a 7a");
    assert_eq!(attacks("pR2"), "2a");
}

#[test]
fn piece_counts_match_the_start_positions() {
    for rule_set in RuleSet::all() {
        let state = GameState::start(rule_set);
        for piece_rules in rule_set.pieces {
            let board = state.position().board();
            let count =
                board.pieces().filter(|(_, piece)| piece.letter == piece_rules.letter).count();
            assert_eq!(count, piece_rules.count, "{} {}", rule_set.name, piece_rules.letter);
            let can_be_in_hand = rule_set.hand_order.contains(piece_rules.letter);
            assert_eq!(can_be_in_hand, piece_rules.letter != 'K');
        }
    }
}

/// Its tables list hands in another order, so the SFEN is parsed and written again.
#[test]
fn perft_matches_the_tables() {
    let mut games: Vec<&str> = games::names().collect();
    games.sort_unstable();
    assert_eq!(data::games_in("perft"), games, "files in data/perft");
    RuleSet::all().par_iter().for_each(|rule_set| {
        let rows = data::perft(rule_set.name);
        assert!(!rows.is_empty());
        for row in rows {
            let state = GameState::from_sfen(rule_set, &row.sfen).unwrap();
            let sfen = state.sfen();
            assert_eq!(GameState::from_sfen(rule_set, &sfen).unwrap().sfen(), sfen);
            assert_eq!(sfen.split(' ').next(), row.sfen.split(' ').next(), "board of the SFEN");
            for (depth, count) in (1..).zip(row.counts).filter(|&(_, count)| count <= MAX_LEAVES) {
                assert_eq!(state.perft(depth), count, "{} {sfen} depth {depth}", rule_set.name);
            }
        }
    });
}
