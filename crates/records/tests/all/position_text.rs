//! Positions and moves as people write them.

use records::{other_games, read_position};
use rules::Rules;

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";

fn shogi() -> &'static Rules {
    games::by_name("shogi").unwrap()
}

#[test]
fn every_way_to_write_a_position_is_accepted() {
    for start in [
        "startpos".into(),
        "position startpos".into(),
        "sfen startpos".into(),
        format!("{START} b - 1"),
        format!("{START} b -"),
        format!("{START} b"),
        START.into(),
        format!("  position\tsfen {START} b - 1 "),
        format!("position fen {START}[] w - - 0 1"),
        format!("fen {START} w"),
        format!("fen {START}"),
        format!("{START}[]"),
    ] {
        let position = read_position(shogi(), &start).unwrap();
        assert_eq!(position.sfen().to_string(), shogi().start_sfen(), "{start}");
        for moves in ["7g7f 3c3d", "c3c4 g7g6", "P-7f P-3d"] {
            let position = read_position(shogi(), &format!("{start} moves {moves}")).unwrap();
            assert_eq!(position.last_move(), shogi().parse_usi("3c3d").ok(), "{start}");
        }
        assert!(read_position(shogi(), &format!("{start} moves")).is_ok(), "{start}");
    }
}

#[test]
fn errors_name_the_part_that_is_wrong() {
    for (text, message) in [
        ("", "missing board at character 1"),
        ("position", "missing board at character 1"),
        ("startpos 7g7f", "'7g7f': expected 'moves'"),
        ("startpos moves 7g7f 7g7f", "move 2, '7g7f': no piece on the origin square"),
        ("position startpos moves 7g", "move 1, '7g': expected a square of the board"),
        ("startpos moves P-7e", "move 1, 'P-7e': no legal move is written like this"),
        ("here", "'here': expected startpos or a position in SFEN"),
        ("9/9", "2 ranks instead of 9"),
        ("9/9/9/9/9/9/9/9/9 x", "invalid side to move (expected 'b' or 'w')"),
    ] {
        let error = read_position(shogi(), text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
}

#[test]
fn games_that_accept_a_position_are_found() {
    let cannonshogi = games::by_name("cannonshogi").unwrap();
    let found = |text: &str| -> Vec<_> {
        let others =
            other_games(cannonshogi, |other| read_position(other, text).is_ok()).into_iter();
        others.map(Rules::name).collect()
    };
    assert_eq!(found(START), ["shogi"]);
    assert!(found("9/9").is_empty());
    assert!(found("startpos").len() > 1 && !found("startpos").contains(&"cannonshogi"));
}
