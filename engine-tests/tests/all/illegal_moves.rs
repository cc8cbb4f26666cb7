//! Illegal moves: the reason for each, and that a rejected move changes nothing.

use engine_tests::data;
use engine_tests::differential::LockstepGame;
use engine_tests::illegal_reasons::assert_illegal_reasons;
use rayon::prelude::*;
use rules::{IllegalMove, Move, Position};

/// Game, position, illegal move and reason, for every reason except `Malformed` and `CheckLimit`.
const EXAMPLES: &[(&str, &str, &str, IllegalMove)] = &[
    ("shogi", START, "5e5d", IllegalMove::EmptySquare),
    ("shogi", START, "3c3d", IllegalMove::OpponentPiece),
    ("shogi", START, "7g7e", IllegalMove::CannotReach),
    ("shogi", START, "8h6f", IllegalMove::Blocked),
    ("cannonshogi", "k8/9/4p4/9/9/9/4U4/9/8K b - 1", "5g5c", IllegalMove::NoScreen),
    ("cannonshogi", "k8/9/9/9/9/9/4A4/9/8K b - 1", "5g5c", IllegalMove::NoScreen),
    ("cannonshogi", "k8/9/4p4/4p4/4P4/9/4U4/9/8K b - 1", "5g5c", IllegalMove::TooManyScreens),
    ("cannonshogi", "k8/9/9/4p4/4P4/9/4U4/9/8K b - 1", "5g5c", IllegalMove::Blocked),
    ("cannonshogi", "k8/9/9/9/4P4/9/4U4/9/8K b - 1", "5g5c", IllegalMove::OnlyCaptures),
    ("cannonshogi", "k8/9/9/9/9/4p4/4U4/9/8K b - 1", "5g5f", IllegalMove::CannotCapture),
    ("cannonshogi", "k8/9/9/9/9/4P4/4U4/9/8K b - 1", "5g5f", IllegalMove::OwnPiece),
    ("shogi", START, "8h7g", IllegalMove::OwnPiece),
    ("shogi", "4k4/9/4G4/9/9/9/9/9/4K4 b - 1", "5c5b+", IllegalMove::CannotPromote),
    ("shogi", "4k4/9/9/+R8/9/9/9/9/4K4 b - 1", "9d9c+", IllegalMove::CannotPromote),
    ("shogi", START, "7g7f+", IllegalMove::OutsidePromotionZone),
    ("shogi", "k8/4P4/9/9/9/9/9/9/4K4 b - 1", "5b5a", IllegalMove::MustPromote),
    ("taihoshogi", "k8/4P4/9/9/9/9/9/9/4K4 b - 1", "5b5a", IllegalMove::MustPromote),
    ("shosu", "k9/10/10/9N/10/10/10/10/10/4K5 b - 1", "1d2b", IllegalMove::MustPromote),
    ("cannonshosu", "k9/9L/10/10/10/10/10/10/10/4K5 b - 1", "1b1a", IllegalMove::MustPromote),
    ("shogi", START, "P*5e", IllegalMove::NotInHand),
    ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*5i", IllegalMove::Occupied),
    ("shogi", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*9a", IllegalMove::DeadSquare),
    ("shogi", "4k4/9/9/9/9/9/9/9/4K4 w n 1", "N*9h", IllegalMove::DeadSquare),
    ("taihoshogi", "4k4/9/9/9/9/9/9/9/4K4 b P 1", "P*9a", IllegalMove::DeadSquare),
    ("cannonshogi", "4k4/9/9/9/9/9/9/9/4K4 b L 1", "L*9a", IllegalMove::DeadSquare),
    ("shosu", "4k5/10/10/10/10/10/10/10/10/4K5 b P 1", "P*10a", IllegalMove::DeadSquare),
    ("shogi", "4k4/9/9/9/P8/9/9/9/4K4 b P 1", "P*9d", IllegalMove::TwoPawns),
    ("taihoshogi", "4k4/9/9/9/P8/9/9/9/4K4 b P 1", "P*9d", IllegalMove::TwoPawns),
    ("shosucourier", "4k5/10/10/10/P9/10/10/10/10/4K5 b P 1", "P*10d", IllegalMove::TwoPawns),
    ("shogi", "4k4/9/9/9/3r5/9/9/9/4K4 b - 1", "5i6i", IllegalMove::KingAttacked),
    ("cannonshogi", "4k4/9/9/3u5/9/3p5/9/9/4K4 b - 1", "5i6i", IllegalMove::KingAttacked),
    ("shogi", "4k4/9/9/4r4/9/9/9/9/4K4 b - 1", "5i5h", IllegalMove::KingAttacked),
    ("shogi", "4k4/9/9/4r4/9/9/9/9/R3K4 b - 1", "9i9h", IllegalMove::InCheck),
    ("cannonshogi", "4k4/9/9/4u4/9/4P4/9/9/R3K4 b - 1", "9i9h", IllegalMove::InCheck),
    ("shogi", "4k4/9/9/4r4/9/9/9/4G4/4K4 b - 1", "5h6h", IllegalMove::Pinned),
    ("cannonshogi", "4k4/9/9/4u4/9/4P4/9/4G4/4K4 b - 1", "5h6h", IllegalMove::Pinned),
    ("cannonshogi", "4k4/9/9/4u4/9/9/9/3G5/4K4 b - 1", "6h5h", IllegalMove::BecomesScreen),
    ("cannonshogi", "4k4/9/9/4u4/9/9/9/9/4K4 b G 1", "G*5h", IllegalMove::BecomesScreen),
    ("taihoshogi", "4k4/9/9/9/9/9/4a4/9/4K4 b G 1", "G*5h", IllegalMove::BecomesScreen),
    ("cannonshosu", "4k5/10/10/10/4c5/10/10/10/10/4K5 b G 1", "G*6f", IllegalMove::BecomesScreen),
    ("shogi", "8k/7R1/7G1/9/9/9/9/9/K8 b P 1", "P*1b", IllegalMove::PawnDropMate),
    ("taihoshogi", "8k/7R1/9/9/9/9/9/1K5R1/8U b P 1", "P*1e", IllegalMove::PawnDropMate),
];

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

fn set_up(game: &str, sfen: &str) -> LockstepGame {
    LockstepGame::from_sfen(games::by_name(game).expect("a built-in game"), sfen)
}

/// Asserts that a move is rejected for this reason and changes nothing.
fn assert_rejected(position: &mut Position, mv: Move, reason: IllegalMove, context: &str) {
    let snapshot = |position: &Position| {
        (position.sfen().to_string(), position.keys().to_vec(), position.legal_moves())
    };
    let before = snapshot(position);
    assert_eq!(position.try_move(mv), Err(reason), "reason: {context}");
    assert_eq!(snapshot(position), before, "position after the illegal move: {context}");
    assert!(position.is_consistent(), "consistent: {context}");
    assert!(position.last_move().is_none(), "last move: {context}");
}

#[test]
fn examples_are_rejected_for_the_right_reason() {
    for &(name, sfen, text, reason) in EXAMPLES {
        let mut game = set_up(name, sfen);
        let mv = game.rules().parse_usi(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_rejected(&mut game.position, mv, reason, &format!("{name}: {sfen}: {text}"));
        assert_illegal_reasons(&game);
    }
    let mut start = set_up("shogi", START);
    for mv in [Move::NONE, Move::NULL] {
        assert_rejected(&mut start.position, mv, IllegalMove::Malformed, &format!("{mv:?}"));
    }
}

#[test]
fn the_fourth_consecutive_check_is_illegal_in_shosu() {
    let mut shosu = set_up("shosu", "4k5/10/10/10/10/R9/10/10/10/9K b - 1");
    shosu.play_all("10f10a 6a6b 10a10b 6b6a 10b10a 6a6b");
    let mv = shosu.rules().parse_usi("10a10b").expect("a move of the board");
    assert_eq!(shosu.position.try_move(mv), Err(IllegalMove::CheckLimit));
    assert_illegal_reasons(&shosu);
}

#[test]
fn reasons_match_the_reference_for_every_bit_pattern_in_rare_positions() {
    let rows = games::all()
        .flat_map(|rules| data::positions(rules.name()).into_iter().map(move |row| (rules, row)));
    let rows: Vec<_> = rows.step_by(if cfg!(debug_assertions) { 20 } else { 1 }).collect();
    rows.into_par_iter().for_each(|(rules, row)| {
        let mut game = LockstepGame::from_sfen(rules, &row.sfen);
        game.play_all(&row.moves);
        assert_illegal_reasons(&game);
    });
}
