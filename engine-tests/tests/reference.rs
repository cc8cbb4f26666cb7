//! The reference rules against the published tables, and its movement reader on drawn boards.

use engine_tests::reference::movement::{Movement, attacks, targets};
use engine_tests::reference::{Board, Colour, Game, Impasse, Piece, Square, State};
use std::fs;

fn game(name: &str) -> &'static Game {
    Game::named(name).unwrap()
}

fn state(name: &str, sfen: &str) -> State {
    State::from_sfen(game(name), sfen).unwrap()
}

fn data(file: &str) -> String {
    let path = format!("{}/data/{file}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path}: {why}"))
}

// Perft and histories.

/// Counts above this are left out.
const MOST_LEAVES: u64 = if cfg!(debug_assertions) { 3_000 } else { 25_000 };

fn perft(name: &str) {
    let table = data(&format!("perft/{name}.tsv"));
    assert!(!table.is_empty());
    for line in table.lines() {
        let (sfen, counts) = line.split_once('\t').unwrap();
        let state = state(name, sfen);
        // The tables write hands in another order.
        assert_eq!(self::state(name, &state.sfen()).sfen(), state.sfen());
        assert_eq!(state.sfen().split(' ').next(), sfen.split(' ').next());
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().unwrap();
            if count <= MOST_LEAVES {
                assert_eq!(state.perft(depth), count, "{name} {sfen} depth {depth}");
            }
        }
    }
}

#[test]
fn perft_shogi() {
    perft("shogi");
}

#[test]
fn perft_cannonshogi() {
    perft("cannonshogi");
}

#[test]
fn perft_taihoshogi() {
    perft("taihoshogi");
}

#[test]
fn perft_shosu() {
    perft("shosu");
}

#[test]
fn perft_shosucourier() {
    perft("shosucourier");
}

#[test]
fn perft_cannonshosu() {
    perft("cannonshosu");
}

#[test]
fn histories() {
    let table = data("histories.tsv");
    let rows: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(rows.len() >= 66);
    for row in rows {
        let [name, sfen, moves, outcome, count, note] =
            row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let moves = if moves == "-" { "" } else { moves };
        let state = State::from_moves(game(name), sfen, moves).unwrap();
        assert_eq!(state.outcome(), outcome, "{row}");
        let legal = state.legal_moves().len();
        assert_eq!(legal.to_string(), count, "{row}");
        if let Some(limit) = note.strip_prefix("the check limit forbids ") {
            let unlimited = State::from_sfen(game("shosucourier"), &state.sfen()).unwrap();
            let unlimited = unlimited.legal_moves().len();
            assert_eq!(limit, format!("{} of {unlimited} moves", unlimited - legal), "{row}");
        }
    }
}

// Movements on drawn boards.

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

// The games and their positions.

#[test]
fn sets_are_those_of_the_start_positions() {
    for game in Game::all() {
        let state = State::start(game);
        for kind in game.kinds {
            let board = state.position().board();
            let count = board.pieces().filter(|(_, piece)| piece.letter == kind.letter).count();
            assert_eq!(count, kind.count, "{} {}", game.name, kind.letter);
            assert_eq!(kind.letter != 'K', game.hand_order.contains(kind.letter));
        }
    }
}

#[test]
fn refused_positions() {
    let refused = [
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b -", "3 fields"),
        ("shogi", "4k4/9/9/9/9/9/9/4K4 b - 1", "8 rows"),
        ("shogi", "4k5/9/9/9/9/9/9/9/4K4 b - 1", "row '4k5'"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 x - 1", "'x'"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b U 1", "no U"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b K 1", "no K"),
        ("shogi", "4k4/9/9/9/4q4/9/9/9/4K4 b - 1", "no piece q"),
        ("shogi", "4k4/9/9/9/4+g4/9/9/9/4K4 b - 1", "does not promote"),
        ("shogi", "4k4/9/9/9/9/9/9/9/3KK4 b - 1", "two kings"),
        ("shogi", "9/9/9/9/9/9/9/9/4K4 b - 1", "no king"),
        ("shogi", "4k4/9/9/9/9/4R4/9/9/4K4 b - 1", "in check"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b 2R2rb 1", "4 R"),
        ("shogi", "4k3P/9/9/9/9/9/9/9/4K4 b - 1", "P on 1a"),
        ("shosu", "5k4/9N/10/10/10/10/10/10/10/4K5 b - 1", "N on 1b"),
        ("shogi", "4k4/9/8P/8P/9/9/9/9/4K4 b - 1", "two pawns on file 1"),
        ("shosu", "5k4/10/10/9p/9p/10/10/10/10/4K5 b - 1", "two pawns on file 1"),
    ];
    for (name, sfen, why) in refused {
        let found = State::from_sfen(game(name), sfen).map(|_| ()).unwrap_err();
        assert!(found.contains(why), "{sfen}: {found}");
    }
    state("taihoshogi", "4k4/9/8P/8P/9/9/9/9/4K4 b - 1");
    state("cannonshogi", "4k3P/9/9/9/9/9/9/9/4K4 b - 1");
    state("shogi", "4k4/9/9/9/9/9/9/9/9 b R 1");
    state("shogi", "4k3+P/9/8P/9/9/9/9/9/4K4 b - 1");
}

#[test]
fn a_side_without_a_king() {
    let mut state = state("shogi", "8k/9/8P/9/9/9/9/9/9 b G 1");
    assert!(state.gives_check("G*1b").unwrap());
    state.play("G*1b").unwrap();
    assert_eq!(state.outcome(), "mate");
    assert_eq!(state.checkers(), ["1b".parse().unwrap()]);
}

#[test]
fn pseudo_legal_moves_leave_the_rest_of_the_rules_out() {
    // The pawn drop would mate; the second pawn and the dead rank stay forbidden.
    let mate = state("shogi", "8k/7R1/7G1/9/9/9/9/P8/K8 b P 1");
    let pseudo = mate.pseudo_legal_moves();
    assert!(pseudo.contains(&"P*1b".to_owned()));
    assert!(!mate.legal_moves().contains(&"P*1b".to_owned()));
    assert!(
        !pseudo.iter().any(|mv| mv.starts_with("P*") && (mv.contains('9') || mv.ends_with('a')))
    );
    assert_eq!(pseudo.len(), mate.legal_moves().len() + 1);
}

#[test]
fn the_check_limit() {
    let checks = "10f10a 6a6b 10a10b 6b6a 10b10a";
    let sfen = "4k5/10/10/10/10/R9/10/10/10/9K b - 1";
    let mut state = State::from_moves(game("shosu"), sfen, checks).unwrap();
    assert_eq!(state.check_counts(), [3, 0]);
    state.play("6a6b").unwrap();
    assert!(state.gives_check("10a10b").unwrap());
    assert!(state.play("10a10b").is_err());
    state.play("10a10c").unwrap();
    assert_eq!(state.check_counts(), [0, 0]);
}

/// White's rooks check three times; Black's pawn drop parries the third check and gives check.
/// The one capture of the pawn would be White's fourth check: where it is forbidden, the drop mates.
#[test]
fn forbidden_replies_do_not_parry_a_pawn_drop_mate() {
    let sfen = "5k4/8K1/5G4/10/10/10/10/2r7/10/2r1L1L3 w P 1";
    let checks = "8h2h 2b1b 2h1h 1b2b 8j8b";
    let limited = State::from_moves(game("shosu"), sfen, checks).unwrap();
    assert_eq!(limited.check_counts(), [0, 3]);
    assert!(!limited.legal_moves().contains(&"P*5b".to_owned()));
    let mut unlimited = State::from_moves(game("shosucourier"), sfen, checks).unwrap();
    unlimited.play("P*5b").unwrap();
    assert_eq!(unlimited.legal_moves(), ["8b5b"]);
    // Set up afresh, the counts start at 0.
    let mut afresh = State::from_sfen(game("shosu"), &limited.sfen()).unwrap();
    afresh.play("P*5b").unwrap();
    assert_eq!(afresh.legal_moves(), ["8b5b"]);
}

#[test]
fn impasses() {
    let declared = |name: &str, sfen: &str| state(name, sfen).impasse();
    // In the zone 10 pieces but the king worth 18 points; the rest in hand.
    let black = "K+R+BGGGGSS/+P+P7/9/9/9/9/9/9/4k4 b";
    assert_eq!(declared("shogi", &format!("{black} RB 1")), Impasse::Win);
    assert_eq!(declared("shogi", &format!("{black} R4P 1")), Impasse::None);
    let white = "4K4/9/9/9/9/9/9/7+p+p/k+r+bggggss w";
    assert_eq!(declared("shogi", &format!("{white} r4p 1")), Impasse::Win);
    assert_eq!(declared("shogi", &format!("{white} r3p 1")), Impasse::None);
    let spoilt = [
        ("9 pieces in the zone", "K+R+BGGGGSS/+P8/9/+P8/9/9/9/9/4k4 b RB4P 1"),
        ("the king outside", "1+R+BGGGGSS/+P+P7/9/K8/9/9/9/9/4k4 b RB 1"),
        ("in check", "K+R+BGGGGSS/1+P+P6/9/r8/9/9/9/9/4k4 b B6P 1"),
    ];
    for (why, sfen) in spoilt {
        assert_eq!(declared("shogi", sfen), Impasse::None, "{why}");
    }

    let kings = "4K4/9/9/9/9/9/9/9/4k4";
    let points = |hands: &str| declared("taihoshogi", &format!("{kings} b {hands} 1"));
    assert_eq!(points("2R2B2U2A2C2I4G4S4N4L10P"), Impasse::Win);
    assert_eq!(points("2r2b2u2a2c2i4g4s4n4l10p"), Impasse::None);
    assert_eq!(points("RBUACI2G2S2N2Lrbuaci2g2s2n2l"), Impasse::Draw);
    assert_eq!(points("RBUACI2G2S2N2Lrbuaci2g2s2n1l"), Impasse::Win);
    assert_eq!(points("RBUACI2G2S2N1Lrbuaci2g2s2n2l"), Impasse::None);
    assert_eq!(
        declared("taihoshogi", "4K4/9/9/4r4/9/9/9/9/4k4 b R2B2U2A2C2I 1"),
        Impasse::None,
        "in check"
    );
    assert_eq!(declared("taihoshogi", "9/9/9/4K4/9/9/9/9/4k4 b 2R2B2U2A2C2I 1"), Impasse::None);
}
