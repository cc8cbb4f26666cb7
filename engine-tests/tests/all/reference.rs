//! Tests of the reference itself: movement diagrams, hand-picked positions, and the tables of perft
//! counts and histories.

use engine_tests::data;
use engine_tests::reference::{Board, Claim, GameState, Movement, Piece, RuleSet, Side, Square};

/// Perft counts above this are skipped.
const MAX_LEAVES: u64 = if cfg!(debug_assertions) { 3_000 } else { 25_000 };

fn rule_set(name: &str) -> &'static RuleSet {
    RuleSet::by_name(name).unwrap()
}

fn state(name: &str, sfen: &str) -> GameState {
    GameState::from_sfen(rule_set(name), sfen).unwrap()
}

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
fn invalid_movements_are_rejected_with_the_offset() {
    let invalid = [
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
    for (text, offset) in invalid {
        let found = Movement::parse(text).map(|_| ()).map_err(|error| error.offset);
        assert_eq!(found, Err(offset), "{text}");
    }
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

#[test]
fn illegal_positions_are_rejected() {
    let illegal = [
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b -", "3 fields"),
        ("shogi", "4k4/9/9/9/9/9/9/4K4 b - 1", "8 ranks"),
        ("shogi", "4k5/9/9/9/9/9/9/9/4K4 b - 1", "rank '4k5'"),
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
    for (name, sfen, expected) in illegal {
        let error = GameState::from_sfen(rule_set(name), sfen).map(|_| ()).unwrap_err();
        assert!(error.contains(expected), "{sfen}: {error}");
    }
    // Legal: two pawns, a pawn on the last rank, a side to move without a king, a promoted pawn.
    state("taihoshogi", "4k4/9/8P/8P/9/9/9/9/4K4 b - 1");
    state("cannonshogi", "4k3P/9/9/9/9/9/9/9/4K4 b - 1");
    state("shogi", "4k4/9/9/9/9/9/9/9/9 b R 1");
    state("shogi", "4k3+P/9/8P/9/9/9/9/9/4K4 b - 1");
}

#[test]
fn a_side_without_a_king_can_mate() {
    let mut state = state("shogi", "8k/9/8P/9/9/9/9/9/9 b G 1");
    assert!(state.gives_check("G*1b").unwrap());
    state.play("G*1b").unwrap();
    assert_eq!(state.outcome(), "mate");
    assert_eq!(state.checkers(), ["1b".parse().unwrap()]);
}

#[test]
fn pseudo_legal_moves_include_pawn_drop_mates_but_no_second_pawns() {
    // P*1b would mate. A second pawn on file 9 and pawns on the last rank are not pseudo-legal.
    let position = state("shogi", "8k/7R1/7G1/9/9/9/9/P8/K8 b P 1");
    let pseudo = position.pseudo_legal_moves();
    assert!(pseudo.contains(&"P*1b".to_owned()));
    assert!(!position.legal_moves().contains(&"P*1b".to_owned()));
    assert!(
        !pseudo.iter().any(|mv| mv.starts_with("P*") && (mv.contains('9') || mv.ends_with('a')))
    );
    assert_eq!(pseudo.len(), position.legal_moves().len() + 1);
}

#[test]
fn the_fourth_consecutive_check_is_illegal() {
    let checks = "10f10a 6a6b 10a10b 6b6a 10b10a";
    let sfen = "4k5/10/10/10/10/R9/10/10/10/9K b - 1";
    let mut state = GameState::from_moves(rule_set("shosu"), sfen, checks).unwrap();
    assert_eq!(state.consecutive_checks(), [3, 0]);
    state.play("6a6b").unwrap();
    assert!(state.gives_check("10a10b").unwrap());
    assert!(state.play("10a10b").is_err());
    state.play("10a10c").unwrap();
    assert_eq!(state.consecutive_checks(), [0, 0]);
}

/// White's rooks give three checks. Black's pawn drop parries the third and gives check. Only one
/// move captures the pawn, and it would be White's fourth check: with a check limit, the drop mates.
#[test]
fn replies_over_the_check_limit_do_not_parry_a_pawn_drop_mate() {
    let sfen = "5k4/8K1/5G4/10/10/10/10/2r7/10/2r1L1L3 w P 1";
    let checks = "8h2h 2b1b 2h1h 1b2b 8j8b";
    let limited = GameState::from_moves(rule_set("shosu"), sfen, checks).unwrap();
    assert_eq!(limited.consecutive_checks(), [0, 3]);
    assert!(!limited.legal_moves().contains(&"P*5b".to_owned()));
    let mut unlimited = GameState::from_moves(rule_set("shosucourier"), sfen, checks).unwrap();
    unlimited.play("P*5b").unwrap();
    assert_eq!(unlimited.legal_moves(), ["8b5b"]);
    // In the same position without the history, no checks have been given.
    let mut without_history = GameState::from_sfen(rule_set("shosu"), &limited.sfen()).unwrap();
    without_history.play("P*5b").unwrap();
    assert_eq!(without_history.legal_moves(), ["8b5b"]);
}

#[test]
fn impasse_claims_need_every_condition() {
    let claim = |name: &str, sfen: &str| state(name, sfen).impasse_claim();
    // 10 pieces besides the king worth 18 points in the zone; the other points are in hand.
    let black = "K+R+BGGGGSS/+P+P7/9/9/9/9/9/9/4k4 b";
    assert_eq!(claim("shogi", &format!("{black} RB 1")), Claim::Win);
    assert_eq!(claim("shogi", &format!("{black} R4P 1")), Claim::None);
    let white = "4K4/9/9/9/9/9/9/7+p+p/k+r+bggggss w";
    assert_eq!(claim("shogi", &format!("{white} r4p 1")), Claim::Win);
    assert_eq!(claim("shogi", &format!("{white} r3p 1")), Claim::None);
    let without_claim = [
        ("9 pieces in the zone", "K+R+BGGGGSS/+P8/9/+P8/9/9/9/9/4k4 b RB4P 1"),
        ("the king outside", "1+R+BGGGGSS/+P+P7/9/K8/9/9/9/9/4k4 b RB 1"),
        ("in check", "K+R+BGGGGSS/1+P+P6/9/r8/9/9/9/9/4k4 b B6P 1"),
    ];
    for (condition, sfen) in without_claim {
        assert_eq!(claim("shogi", sfen), Claim::None, "{condition}");
    }

    let kings = "4K4/9/9/9/9/9/9/9/4k4";
    let points = |hands: &str| claim("taihoshogi", &format!("{kings} b {hands} 1"));
    assert_eq!(points("2R2B2U2A2C2I4G4S4N4L10P"), Claim::Win);
    assert_eq!(points("2r2b2u2a2c2i4g4s4n4l10p"), Claim::None);
    assert_eq!(points("RBUACI2G2S2N2Lrbuaci2g2s2n2l"), Claim::Draw);
    assert_eq!(points("RBUACI2G2S2N2Lrbuaci2g2s2n1l"), Claim::Win);
    assert_eq!(points("RBUACI2G2S2N1Lrbuaci2g2s2n2l"), Claim::None);
    assert_eq!(
        claim("taihoshogi", "4K4/9/9/4r4/9/9/9/9/4k4 b R2B2U2A2C2I 1"),
        Claim::None,
        "in check"
    );
    let outside = claim("taihoshogi", "9/9/9/4K4/9/9/9/9/4k4 b 2R2B2U2A2C2I 1");
    assert_eq!(outside, Claim::None, "the king outside");
}

fn assert_perft_table(name: &str) {
    let rows = data::perft(name);
    assert!(!rows.is_empty());
    for row in rows {
        let sfen = &row.position;
        let state = state(name, sfen);
        // The tables list hands in another order, so parse and write the SFEN again.
        let again = self::state(name, &state.sfen());
        assert_eq!(again.sfen(), state.sfen(), "SFEN round trip");
        assert_eq!(state.sfen().split(' ').next(), sfen.split(' ').next(), "board of the SFEN");
        for (depth, count) in (1..).zip(row.counts) {
            if count <= MAX_LEAVES {
                assert_eq!(state.perft(depth), count, "{name} {sfen} depth {depth}");
            }
        }
    }
}

#[test]
fn perft_of_shogi() {
    assert_perft_table("shogi");
}

#[test]
fn perft_of_cannonshogi() {
    assert_perft_table("cannonshogi");
}

#[test]
fn perft_of_taihoshogi() {
    assert_perft_table("taihoshogi");
}

#[test]
fn perft_of_shosu() {
    assert_perft_table("shosu");
}

#[test]
fn perft_of_shosucourier() {
    assert_perft_table("shosucourier");
}

#[test]
fn perft_of_cannonshosu() {
    assert_perft_table("cannonshosu");
}

#[test]
fn histories_end_as_in_the_table() {
    let rows = data::histories();
    assert!(rows.len() >= 66);
    for row in rows {
        let state = GameState::from_moves(rule_set(&row.game), &row.position, &row.moves).unwrap();
        assert_eq!(state.outcome(), row.outcome, "outcome: {row:?}");
        let legal = state.legal_moves().len() as u64;
        assert_eq!(legal, row.legal_moves, "legal moves: {row:?}");
        if let Some(limit) = row.description.strip_prefix("the check limit forbids ") {
            // The same game without a check limit.
            let unlimited = GameState::from_sfen(rule_set("shosucourier"), &state.sfen()).unwrap();
            let unlimited = unlimited.legal_moves().len() as u64;
            let found = format!("{} of {unlimited} moves", unlimited - legal);
            assert_eq!(limit, found, "moves over the check limit: {row:?}");
        }
    }
}
