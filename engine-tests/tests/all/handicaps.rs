//! The start positions of handicap games.

use engine_tests::differential::{LockstepGame, assert_agreement};
use engine_tests::random_play::{MoveBias, random_move, seeded_rng};
use records::{HandicapStart, handicaps};
use rules::Color;

#[test]
fn handicaps_remove_the_right_pieces() {
    // White gives the handicap and moves first.
    let sfen = |name: &str, ranks: &str| {
        let rules = games::by_name(name).expect("a built-in game");
        let (_, rest) = rules.start_sfen().split_once("/p").expect("White's pawns");
        format!("{ranks}/p{}", rest.replace(" b ", " w "))
    };
    // White's two back ranks for each handicap.
    let expected = [
        (
            "shogi",
            [
                "lnsgkgsn1/1r5b1",
                "lnsgkgsnl/1r7",
                "lnsgkgsnl/7b1",
                "lnsgkgsn1/7b1",
                "lnsgkgsnl/9",
                "1nsgkgsn1/9",
                "2sgkgs2/9",
            ],
        ),
        (
            "cannonshogi",
            [
                "lnsgkgsn1/1rci1uab1",
                "lnsgkgsnl/1rci1ua2",
                "lnsgkgsnl/2ci1uab1",
                "lnsgkgsn1/2ci1uab1",
                "lnsgkgsnl/2ci1ua2",
                "1nsgkgsn1/2ci1ua2",
                "2sgkgs2/2ci1ua2",
            ],
        ),
        (
            "taihoshogi",
            [
                "lnsgkgsn1/1rci1uab1",
                "lnsgkgsnl/1rci1ua2",
                "lnsgkgsnl/2ci1uab1",
                "lnsgkgsn1/2ci1uab1",
                "lnsgkgsnl/2ci1ua2",
                "1nsgkgsn1/2ci1ua2",
                "2sgkgs2/2ci1ua2",
            ],
        ),
        (
            "shosu",
            [
                "lnsgkqgsn1/1r6b1",
                "lnsgkqgsnl/1r8",
                "lnsgkqgsnl/8b1",
                "lnsgkqgsn1/8b1",
                "lnsgkqgsnl/10",
                "1nsgkqgsn1/10",
                "2sgkqgs2/10",
            ],
        ),
        (
            "cannonshosu",
            [
                "lnsgkqgsn1/1rc1ii1cb1",
                "lnsgkqgsnl/1rc1ii1c2",
                "lnsgkqgsnl/2c1ii1cb1",
                "lnsgkqgsn1/2c1ii1cb1",
                "lnsgkqgsnl/2c1ii1c2",
                "1nsgkqgsn1/2c1ii1c2",
                "2sgkqgs2/2c1ii1c2",
            ],
        ),
    ];
    for (name, ranks) in expected {
        let expected = ranks.map(|ranks| sfen(name, ranks));
        let rules = games::by_name(name).expect("a built-in game");
        let found: Vec<_> = handicaps(rules).map(|start| start.sfen).collect();
        assert_eq!(found, expected, "{name}");
    }
    let shogi = games::by_name("shogi").expect("shogi");
    let names: Vec<_> = handicaps(shogi).map(|start| start.english).collect();
    assert_eq!(
        names[..5],
        ["left lance", "bishop", "rook", "rook and left lance", "rook and bishop"]
    );
}

/// Plies of each random game.
const PLIES: usize = if cfg!(debug_assertions) { 2 } else { 20 };

#[test]
fn random_games_from_handicaps_match_the_reference() {
    for rules in games::all() {
        for HandicapStart { english: name, sfen, .. } in handicaps(rules) {
            let mut game = LockstepGame::from_sfen(rules, &sfen);
            assert_eq!(game.position.side(), Color::White, "side to move: {name}");
            let mut rng = seeded_rng(0);
            for _ in 0..PLIES {
                assert_agreement(&game);
                let Some(mv) = random_move(&game.position, MoveBias::TACTICAL, &mut rng) else {
                    break;
                };
                game.play(mv);
            }
        }
    }
}
