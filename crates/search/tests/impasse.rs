//! Wins declared by the rules on impasse, and the draw after so many moves.

mod common;

use common::{by_width, depth, find, games, position, search, worth};
use rules::ImpasseClaim;
use search::{Engine, Limits, Score};

/// The king that waits to declare, the other side to move: for shogi by entering, for `taihoshogi`
/// by points. Black declares, then White.
const DECLARED: [(&str, &str); 4] = [
    ("shogi", "K+R+BGGGGSS/+P+P7/9/9/9/9/9/9/4k4 w RB 1"),
    ("shogi", "4K4/9/9/9/9/9/9/7+p+p/k+r+bggggss b r4p 1"),
    ("taihoshogi", "4K4/9/9/9/9/9/9/9/4k4 w 2R2B2U8P 1"),
    ("taihoshogi", "4K4/9/9/9/9/9/9/9/4k4 b 2r2b2u8p 1"),
];

#[test]
fn a_win_that_can_be_declared_is_one() {
    for (name, sfen) in DECLARED {
        let root = position(name, sfen, "");
        for limit in 2..=4 {
            let found = find(&root, &depth(limit));
            assert_eq!(found.score, -Score::rule_win_in(1), "{sfen}: {found:?}");
            assert_eq!((found.score.mate_plies(), found.score.decided_plies()), (None, Some(-1)));
        }
    }
}

#[test]
fn the_side_that_will_declare_sees_it() {
    for (name, sfen) in DECLARED {
        // The other side passes by with its king.
        let mut root = position(name, sfen, "");
        let away = root.legal_moves().into_iter().find(|&mv| !mv.is_drop()).unwrap();
        root.do_move(away);
        assert_eq!(root.impasse_claim(), Some(ImpasseClaim::Win), "{sfen}");
        let found = find(&root, &depth(6));
        assert!(found.score >= Score::rule_win_in(2), "{sfen}: {found:?}");
    }
}

#[test]
fn who_may_not_declare_has_not_won() {
    for (name, sfen) in DECLARED {
        let root = position(name, sfen, "");
        let mut engine = Engine::new();
        engine.rule_options.declare_wins = false;
        let found = search(&mut engine, &root, &depth(2));
        assert!(found.score.decided_plies() != Some(-1), "{sfen}: {found:?}");
    }
}

/// Both kings have got away and both sides have points enough.
#[test]
fn a_draw_that_can_be_claimed_is_one() {
    let hands = "RBUACI2G2S2N2L5Prbuaci2g2s2n2l5p";
    for side in ["b", "w"] {
        let root = position("taihoshogi", &format!("4K4/9/9/9/9/9/9/9/4k4 {side} {hands} 1"), "");
        assert_eq!(root.impasse_claim(), Some(ImpasseClaim::Draw));
        let step = root.legal_moves().into_iter().find(|&mv| !mv.is_drop()).unwrap();
        for draw in DRAWS {
            let mut engine = Engine::new();
            engine.rule_options.draw_score = draw;
            let found =
                search(&mut engine, &root, &Limits { search_moves: vec![step], ..depth(3) });
            assert_eq!(found.score, Score::from_eval(draw), "{side} {draw}");
        }
    }
}

#[test]
fn no_other_game_declares() {
    for rules in games().filter(|rules| !matches!(rules.name(), "shogi" | "taihoshogi")) {
        let nine = "4K4/9/9/9/9/9/9/9/4k4 w 2R2B2U8P 1";
        let ten = "4K5/10/10/10/10/10/10/10/10/4k5 w 2R2B2Q8P 1";
        let mut root = position(rules.name(), by_width(rules, nine, ten), "");
        assert!(find(&root, &depth(2)).score.decided_plies() != Some(-1), "{}", rules.name());
        let away = root.legal_moves().into_iter().find(|&mv| !mv.is_drop()).unwrap();
        root.do_move(away);
        assert_eq!(root.impasse_claim(), None, "{}", rules.name());
    }
}

/// What a draw may be worth to the side that thinks.
const DRAWS: [i32; 3] = [0, 85, -40];

fn drawing_engine(draw: i32, most: u32) -> Engine {
    let mut engine = Engine::new();
    (engine.rule_options.draw_score, engine.rule_options.max_moves) = (draw, Some(most));
    engine
}

#[test]
fn after_the_last_move_the_game_is_drawn() {
    for rules in games() {
        for side in [" b ", " w "] {
            let root = position(rules.name(), &rules.start_sfen().replace(" b ", side), "");
            for draw in DRAWS {
                for limit in 2..=4 {
                    let found = search(&mut drawing_engine(draw, 1), &root, &depth(limit));
                    let story = format!("{}{side}depth {limit}", rules.name());
                    assert_eq!(found.score, Score::from_eval(draw), "{story}: {found:?}");
                }
            }
        }
    }
}

#[test]
fn a_draw_by_the_others_last_move_has_the_same_value() {
    // Checked on its rank the king has one square to flee to, and that was the last move.
    let nine = ("k8/9/2K6/9/9/9/9/9/8R b - 1", "1i1a");
    let ten = ("k9/10/2K7/10/10/10/10/10/10/9R b - 1", "1j1a");
    for rules in games() {
        let (sfen, check) = if rules.files() == 9 { nine } else { ten };
        let root = position(rules.name(), sfen, "");
        for draw in DRAWS {
            let score = worth(&mut drawing_engine(draw, 2), &root, check, 4);
            assert_eq!(score, Score::from_eval(draw), "{}", rules.name());
            let score = worth(&mut drawing_engine(draw, 30), &root, check, 4);
            assert!(score > Score::from_eval(draw), "{}: {score:?}", rules.name());
        }
    }
}

#[test]
fn the_last_move_of_all_may_mate() {
    // A gold mates, and so does a bishop that only takes the king's last squares away.
    let mate = ("4k4/9/4G4/9/9/9/9/9/4K4 b G 9", "4k5/10/4G5/10/10/10/10/10/10/4K5 b G 9");
    let still = ("k8/9/1G7/9/3B5/9/9/9/8K b - 9", "k9/10/1G8/10/3B6/10/10/10/10/9K b - 9");
    for rules in games() {
        for (nine, ten) in [mate, still] {
            let root = position(rules.name(), by_width(rules, nine, ten), "");
            for limit in 2..=4 {
                let found = search(&mut drawing_engine(0, 9), &root, &depth(limit));
                assert_eq!(found.score, Score::mate_in(1), "{}: {found:?}", root.sfen());
            }
        }
        // One that is mated has lost before the count ends the game; a move later it has not.
        let nine = "4k4/R8/8R/9/9/9/9/9/K8 w - 8";
        let ten = "4k5/R9/9R/10/10/10/10/10/10/K9 w - 8";
        let root = position(rules.name(), by_width(rules, nine, ten), "");
        let score = |most| search(&mut drawing_engine(0, most), &root, &depth(8)).score;
        assert_eq!(score(9), Score::mated_in(2), "{}", root.sfen());
        assert_eq!(score(8), Score::ZERO, "{}", root.sfen());
    }
}
