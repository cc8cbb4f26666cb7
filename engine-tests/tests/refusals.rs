//! Illegal moves: each reason to refuse one, and that a refused move changes nothing.

use engine_tests::data;
use engine_tests::properties::refuses_the_rest;
use engine_tests::twin::Twin;
use rayon::prelude::*;
use rules::{IllegalMove, Move, Position, Rules};

/// A game, a position, a move and why it is refused; each reason in each game that has it.
const EXAMPLES: &[(&str, &str, &str, IllegalMove)] = &[
    ("shogi", START, "5e5d", IllegalMove::EmptySquare),
    ("shogi", START, "3c3d", IllegalMove::OpponentPiece),
    ("shogi", START, "7g7e", IllegalMove::CannotReach),
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

fn twin(game: &str, sfen: &str) -> Twin {
    Twin::from_sfen(Rules::by_name(game).expect("a game of ours"), sfen)
}

/// Tries a move that must be refused for this reason.
fn refused(position: &mut Position, mv: Move, due: IllegalMove, story: &str) {
    let before = (position.sfen().to_string(), position.keys().to_vec(), position.legal_moves());
    assert_eq!(position.try_move(mv), Err(due), "{story}");
    let after = (position.sfen().to_string(), position.keys().to_vec(), position.legal_moves());
    assert_eq!(after, before, "{story}");
    assert!(position.is_consistent() && position.last_move().is_none(), "{story}");
}

#[test]
fn every_reason() {
    for &(game, sfen, text, due) in EXAMPLES {
        let mut twin = twin(game, sfen);
        let mv = twin.rules().parse_usi(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        refused(&mut twin.position, mv, due, &format!("{game}: {sfen}: {text}"));
        refuses_the_rest(&twin);
    }
    let mut start = twin("shogi", START);
    for mv in [Move::NONE, Move::NULL] {
        refused(&mut start.position, mv, IllegalMove::Malformed, "no move");
    }
}

#[test]
fn the_fourth_check() {
    let mut shosu = twin("shosu", "4k5/10/10/10/10/R9/10/10/10/9K b - 1");
    shosu.play_all("10f10a 6a6b 10a10b 6b6a 10b10a 6a6b");
    let mv = shosu.rules().parse_usi("10a10b").expect("a move");
    assert_eq!(shosu.position.try_move(mv), Err(IllegalMove::CheckLimit));
    refuses_the_rest(&shosu);
}

/// In positions where much is forbidden, each of the 65536 bit patterns.
#[test]
fn every_bit_pattern_in_rare_positions() {
    let rows = Rules::all()
        .flat_map(|rules| data::positions(rules.name()).into_iter().map(move |row| (rules, row)));
    let rows: Vec<_> = rows.step_by(if cfg!(debug_assertions) { 20 } else { 1 }).collect();
    rows.into_par_iter().for_each(|(rules, row)| {
        let mut twin = Twin::from_sfen(rules, &row.position);
        twin.play_all(&row.moves);
        refuses_the_rest(&twin);
    });
}
