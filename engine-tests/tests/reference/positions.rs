//! The games and their positions.

use crate::{game, state};
use engine_tests::reference::{Game, Impasse, State};

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
