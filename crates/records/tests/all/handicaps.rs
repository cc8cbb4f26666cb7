//! The start positions of handicap games.

use records::handicaps;

/// White's two back ranks for each handicap: left lance, bishop, rook, rook and left lance, two pieces, four
/// pieces, six pieces.
const BACK_RANKS: [(&str, &str); 5] = [
    (
        "shogi",
        "lnsgkgsn1/1r5b1 lnsgkgsnl/1r7 lnsgkgsnl/7b1 lnsgkgsn1/7b1 lnsgkgsnl/9 1nsgkgsn1/9 2sgkgs2/9",
    ),
    (
        "cannonshogi",
        "lnsgkgsn1/1rci1uab1 lnsgkgsnl/1rci1ua2 lnsgkgsnl/2ci1uab1 lnsgkgsn1/2ci1uab1 lnsgkgsnl/2ci1ua2 1nsgkgsn1/2ci1ua2 2sgkgs2/2ci1ua2",
    ),
    (
        "taihoshogi",
        "lnsgkgsn1/1rci1uab1 lnsgkgsnl/1rci1ua2 lnsgkgsnl/2ci1uab1 lnsgkgsn1/2ci1uab1 lnsgkgsnl/2ci1ua2 1nsgkgsn1/2ci1ua2 2sgkgs2/2ci1ua2",
    ),
    (
        "shosu",
        "lnsgkqgsn1/1r6b1 lnsgkqgsnl/1r8 lnsgkqgsnl/8b1 lnsgkqgsn1/8b1 lnsgkqgsnl/10 1nsgkqgsn1/10 2sgkqgs2/10",
    ),
    (
        "cannonshosu",
        "lnsgkqgsn1/1rc1ii1cb1 lnsgkqgsnl/1rc1ii1c2 lnsgkqgsnl/2c1ii1cb1 lnsgkqgsn1/2c1ii1cb1 lnsgkqgsnl/2c1ii1c2 1nsgkqgsn1/2c1ii1c2 2sgkqgs2/2c1ii1c2",
    ),
];

#[test]
fn handicaps_remove_the_right_pieces() {
    for (name, expected) in BACK_RANKS {
        let rules = games::by_name(name).expect("a built-in game");
        let (_, rest) = rules.start_sfen().split_once("/p").expect("White's pawns");
        // White gives the handicap and moves first.
        let rest = rest.replace(" b ", " w ");
        let expected = expected.split(' ').map(|ranks| format!("{ranks}/p{rest}"));
        assert!(handicaps(rules).map(|handicap| handicap.sfen).eq(expected), "{name}");
    }
    let shogi = games::by_name("shogi").expect("shogi");
    let dogs = games::source("shogi").expect("built-in").replace("\"Lance\"", "\"Lion Dog\"");
    let dogs = games::parse(&dogs).games[0].rules;
    // Handicaps of other rules have not been measured.
    assert!(handicaps(dogs).all(|handicap| handicap.elo.is_none()));
    let names: Vec<_> = handicaps(dogs).map(|handicap| handicap.english).collect();
    assert_eq!(names, ["bishop", "rook", "rook and bishop"]);
    let names: Vec<_> = handicaps(shogi).map(|handicap| handicap.english).take(5).collect();
    assert_eq!(names, ["left lance", "bishop", "rook", "rook and left lance", "rook and bishop"]);
}
