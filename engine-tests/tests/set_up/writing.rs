//! Faults of writing.

use rules::{Position, Rules};

#[test]
fn faults_of_writing_have_names_and_places() {
    let said = |game: &str, sfen: &str| {
        let rules = Rules::by_name(game).expect("a game of ours");
        Position::from_sfen(rules, sfen).map(|_| ()).expect_err(sfen).to_string()
    };
    for (game, sfen, due) in [
        ("shogi", "", "the board missing at character 1 of the position"),
        ("shogi", "9/9/9/9/9/9/9/9/9", "the side to move missing at character 18 of the position"),
        ("shogi", "9/9/9/9/9/9/9/9/9 b", "the hands missing at character 20 of the position"),
        ("shogi", "9/9/9/9/9/9/9/9 b - 1", "8 ranks, not 9 at character 1 of the position"),
        ("shogi", "9/9/9/9/9/9/9/9/9/9 b - 1", "10 ranks, not 9 at character 1 of the position"),
        (
            "shogi",
            "9/9/8/9/9/9/9/9/9 b - 1",
            "rank c has 8 squares, not 9 at character 5 of the position",
        ),
        (
            "shosu",
            "10/9k1/10/10/10/10/10/10/10/10 b - 1",
            "rank b has 11 squares, not 10 at character 4 of the position",
        ),
        ("shogi", "k8/9/9/4q4/9/9/9/9/8K b - 1", "'q' not expected at character 9 of the position"),
        (
            "shogi",
            "k8/9/9/4+g4/9/9/9/9/8K b - 1",
            "'g' has no promoted form at character 10 of the position",
        ),
        (
            "shogi",
            "k8/9/9/4+/9/9/9/9/8K b - 1",
            "the piece that is promoted missing at character 10 of the position",
        ),
        ("shogi", "k8/9/9/0k8/9/9/9/9/8K b - 1", "'0' not expected at character 8 of the position"),
        (
            "shogi",
            "k8/9/9/9/9/9/9/9/8K x - 1",
            "the side to move is one of two letters at character 21 of the position",
        ),
        ("shogi", "k8/9/9/9/9/9/9/9/8K b +R 1", "'+' not expected at character 23 of the position"),
        (
            "shogi",
            "k8/9/9/9/9/9/9/9/8K b 0R 1",
            "no such count in hand at character 23 of the position",
        ),
        (
            "shogi",
            "k8/9/9/9/9/9/9/9/8K b P99R 1",
            "no such count in hand at character 26 of the position",
        ),
        (
            "shogi",
            "k8/9/9/9/9/9/9/9/8K b - one",
            "the move number is none at character 25 of the position",
        ),
        ("shogi", "k8/9/9/9/9/9/9/9/8K b - 1 more", "surplus text at character 27 of the position"),
    ] {
        assert_eq!(said(game, sfen), due, "{sfen}");
    }
    let all = said("shogi", "k7P/9/9/9/9/9/9/9/7KK b 3R 1");
    let faults = "black has more than one king; 3 pieces of the kind R, but the set holds 2; \
                  the unpromoted P on 1a could never move";
    assert_eq!(all, faults);
}
