//! Wins and draws claimed by the impasse rules, and draws at the maximum game length.

use crate::common::{by_width, depth, fresh_search, games, move_score, position, search};
use rules::ImpasseClaim;
use search::{Engine, Limits, Score};

/// Positions in which the side not to move can declare a win on its next turn: by an entered king in
/// shogi, by points in `taihoshogi`. Each with Black and with White as the declaring side.
const CLAIMABLE: [(&str, &str); 4] = [
    ("shogi", "K+R+BGGGGSS/+P+P7/9/9/9/9/9/9/4k4 w RB 1"),
    ("shogi", "4K4/9/9/9/9/9/9/7+p+p/k+r+bggggss b r4p 1"),
    ("taihoshogi", "4K4/9/9/9/9/9/9/9/4k4 w 2R2B2U8P 1"),
    ("taihoshogi", "4K4/9/9/9/9/9/9/9/4k4 b 2r2b2u8p 1"),
];

#[test]
fn claimable_win_is_a_loss_for_the_other_side() {
    for (name, sfen) in CLAIMABLE {
        let root = position(name, sfen, "");
        for max_depth in 2..=4 {
            let result = fresh_search(&root, &depth(max_depth));
            assert_eq!(result.score, -Score::declared_win_in(1), "{sfen}: {result:?}");
            assert_eq!((result.score.mate_plies(), result.score.decided_plies()), (None, Some(-1)));
            assert_eq!(result.score.declaration_plies(), Some(-1));
        }
    }
}

#[test]
fn claimable_win_is_a_win_for_the_claiming_side() {
    for (name, sfen) in CLAIMABLE {
        // The other side moves its king.
        let mut root = position(name, sfen, "");
        let king_move = root.legal_moves().into_iter().find(|&mv| !mv.is_drop()).unwrap();
        root.do_move(king_move);
        assert_eq!(root.impasse_claim(), Some(ImpasseClaim::Win), "{sfen}");
        let result = fresh_search(&root, &depth(6));
        assert!(result.score >= Score::declared_win_in(2), "{sfen}: {result:?}");
    }
}

#[test]
fn impasse_claims_can_be_disabled() {
    for (name, sfen) in CLAIMABLE {
        let root = position(name, sfen, "");
        let mut engine = Engine::new();
        engine.rule_options.declare_wins = false;
        let result = search(&mut engine, &root, &depth(2));
        assert!(result.score.decided_plies() != Some(-1), "{sfen}: {result:?}");
    }
}

/// Both kings have entered and both sides have enough points.
#[test]
fn claimable_draw_has_the_draw_score() {
    let hands = "RBUACI2G2S2N2L5Prbuaci2g2s2n2l5p";
    for side in ["b", "w"] {
        let root = position("taihoshogi", &format!("4K4/9/9/9/9/9/9/9/4k4 {side} {hands} 1"), "");
        assert_eq!(root.impasse_claim(), Some(ImpasseClaim::Draw));
        let king_move = root.legal_moves().into_iter().find(|&mv| !mv.is_drop()).unwrap();
        for draw in DRAW_SCORES {
            let mut engine = Engine::new();
            engine.rule_options.draw_score = draw;
            let result =
                search(&mut engine, &root, &Limits { search_moves: vec![king_move], ..depth(3) });
            assert_eq!(result.score, Score::from_eval(draw), "{side} {draw}");
        }
    }
}

#[test]
fn other_games_have_no_impasse_claims() {
    for rules in games().filter(|rules| !matches!(rules.name(), "shogi" | "taihoshogi")) {
        let nine = "4K4/9/9/9/9/9/9/9/4k4 w 2R2B2U8P 1";
        let ten = "4K5/10/10/10/10/10/10/10/10/4k5 w 2R2B2Q8P 1";
        let mut root = position(rules.name(), by_width(rules, nine, ten), "");
        assert!(
            fresh_search(&root, &depth(2)).score.decided_plies() != Some(-1),
            "{}",
            rules.name()
        );
        let king_move = root.legal_moves().into_iter().find(|&mv| !mv.is_drop()).unwrap();
        root.do_move(king_move);
        assert_eq!(root.impasse_claim(), None, "{}", rules.name());
    }
}

/// Draw scores to test, from the searching side's point of view.
const DRAW_SCORES: [i32; 3] = [0, 85, -40];

fn engine_with_draws(draw_score: i32, max_moves: u32) -> Engine {
    let mut engine = Engine::new();
    (engine.rule_options.draw_score, engine.rule_options.max_moves) = (draw_score, Some(max_moves));
    engine
}

#[test]
fn game_is_drawn_at_the_maximum_length() {
    for rules in games() {
        for side in [" b ", " w "] {
            let root = position(rules.name(), &rules.start_sfen().replace(" b ", side), "");
            for draw in DRAW_SCORES {
                for max_depth in 2..=4 {
                    let result = search(&mut engine_with_draws(draw, 1), &root, &depth(max_depth));
                    let context = format!("{}{side}depth {max_depth}", rules.name());
                    assert_eq!(result.score, Score::from_eval(draw), "{context}: {result:?}");
                }
            }
        }
    }
}

#[test]
fn opponents_last_move_draws_with_the_same_score() {
    // The checked king has one escape square. That move is the last of the game.
    let nine = ("k8/9/2K6/9/9/9/9/9/8R b - 1", "1i1a");
    let ten = ("k9/10/2K7/10/10/10/10/10/10/9R b - 1", "1j1a");
    for rules in games() {
        let (sfen, check) = if rules.files() == 9 { nine } else { ten };
        let root = position(rules.name(), sfen, "");
        for draw in DRAW_SCORES {
            let score = move_score(&mut engine_with_draws(draw, 2), &root, check, 4);
            assert_eq!(score, Score::from_eval(draw), "{}", rules.name());
            let score = move_score(&mut engine_with_draws(draw, 30), &root, check, 4);
            assert!(score > Score::from_eval(draw), "{}: {score:?}", rules.name());
        }
    }
}

#[test]
fn last_move_of_the_game_can_mate() {
    // A gold mates; a bishop stalemates, which also wins.
    let mate = ("4k4/9/4G4/9/9/9/9/9/4K4 b G 9", "4k5/10/4G5/10/10/10/10/10/10/4K5 b G 9");
    let stalemate = ("k8/9/1G7/9/3B5/9/9/9/8K b - 9", "k9/10/1G8/10/3B6/10/10/10/10/9K b - 9");
    for rules in games() {
        for (nine, ten) in [mate, stalemate] {
            let root = position(rules.name(), by_width(rules, nine, ten), "");
            for max_depth in 2..=4 {
                let result = search(&mut engine_with_draws(0, 9), &root, &depth(max_depth));
                assert_eq!(result.score, Score::mate_in(1), "{}: {result:?}", root.sfen());
            }
        }
        // With a maximum of 9 moves White is mated in time; with 8 the game ends first.
        let nine = "4k4/R8/8R/9/9/9/9/9/K8 w - 8";
        let ten = "4k5/R9/9R/10/10/10/10/10/10/K9 w - 8";
        let root = position(rules.name(), by_width(rules, nine, ten), "");
        let score =
            |max_moves| search(&mut engine_with_draws(0, max_moves), &root, &depth(8)).score;
        assert_eq!(score(9), Score::mated_in(2), "{}", root.sfen());
        assert_eq!(score(8), Score::ZERO, "{}", root.sfen());
    }
}
