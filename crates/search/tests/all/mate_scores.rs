//! Scores of mate and stalemate, in the tree and at the root.

use crate::common::{
    self, FULL_DEPTH, by_width, depth, fresh_search, games, move_score, position, search,
};
use rules::spec::{SideRanks, Stalemate};
use rules::{GameSpec, Outcome, Position, Rules};
use search::{Engine, Limits, Score};

/// Runs a test on a position of every game: `nine` on boards with nine files, else `ten`.
fn for_every_game(nine: &str, ten: &str, mut test: impl FnMut(&Position)) {
    for rules in games() {
        test(&position(rules.name(), by_width(rules, nine, ten), ""));
    }
}

/// Checks that searches to all these depths find this mate, and that their PVs end with it.
fn assert_mate(root: &Position, plies: i32, depths: impl Iterator<Item = u32>) {
    for max_depth in depths {
        let result = fresh_search(root, &depth(max_depth));
        let context = format!("{} {} depth {max_depth}", root.rules().name(), root.sfen());
        assert_eq!(result.score.mate_plies(), Some(plies), "{context}: {result:?}");
        assert_eq!(result.score.decided_plies(), Some(plies), "{context}");
        let mut after = root.clone();
        for mv in result.pv {
            after.try_move(mv).unwrap_or_else(|error| panic!("{context}: {error}"));
        }
        assert!(matches!(after.outcome(), Outcome::Mate | Outcome::Stalemate), "{context}");
        assert_eq!(after.ply() - root.ply(), plies.unsigned_abs() as usize, "{context}");
    }
}

#[test]
fn mate_in_one() {
    let black = ("4k4/9/4G4/9/9/9/9/9/4K4 b G 1", "4k5/10/4G5/10/10/10/10/10/10/4K5 b G 1");
    let white = ("4k4/9/9/9/9/9/4g4/9/4K4 w g 1", "4k5/10/10/10/10/10/10/4g5/10/4K5 w g 1");
    for (nine, ten) in [black, white] {
        for_every_game(nine, ten, |root| {
            assert_mate(root, 1, 1..=4);
            assert_eq!(fresh_search(root, &depth(1)).score, Score::mate_in(1));
        });
    }
}

#[test]
fn mated_in_two_plies() {
    // One rook keeps the king on the last rank and the other mates there.
    let black = ("4k4/R8/8R/9/9/9/9/9/K8 w - 1", "4k5/R9/9R/10/10/10/10/10/10/K9 w - 1");
    let white = ("8k/9/9/9/9/9/r8/8r/4K4 b - 1", "9k/10/10/10/10/10/10/r9/9r/4K5 b - 1");
    for (nine, ten) in [black, white] {
        for_every_game(nine, ten, |root| {
            assert_mate(root, -2, FULL_DEPTH..=FULL_DEPTH);
            assert_eq!(fresh_search(root, &depth(FULL_DEPTH)).score, Score::mated_in(2));
        });
    }
}

#[test]
fn mate_distance_falls_by_one_with_each_move_of_the_pv() {
    // A ladder mate: two rooks drive the king back one rank with every check.
    let nine = "9/9/4k4/R8/8R/9/9/9/K8 b - 1";
    let ten = "10/10/4k5/R9/9R/10/10/10/10/K9 b - 1";
    for_every_game(nine, ten, |root| {
        let pv = fresh_search(root, &depth(FULL_DEPTH)).pv;
        let mut after = root.clone();
        for (mv, plies_left) in pv.into_iter().zip((0..=5).rev()) {
            let expected = if after.side() == root.side() { plies_left } else { -plies_left };
            assert_mate(&after, expected, FULL_DEPTH..=FULL_DEPTH);
            after.do_move(mv);
        }
        assert!(!after.has_legal_move());
    });
}

#[test]
fn stalemate_loses() {
    // A bishop move that gives no check takes the cornered king's last squares.
    let nine = "k8/9/1G7/9/3B5/9/9/9/8K b - 1";
    let ten = "k9/10/1G8/10/3B6/10/10/10/10/9K b - 1";
    for_every_game(nine, ten, |root| {
        let quiet = by_width(root.rules(), "6e5d", "7e6d");
        let moves = vec![common::parse_move(root, quiet)];
        let result = fresh_search(root, &Limits { search_moves: moves, ..depth(3) });
        assert_eq!(result.score, Score::mate_in(1), "{}", root.sfen());
        let mut after = root.clone();
        after.do_move(result.pv[0]);
        assert_eq!(after.outcome(), Outcome::Stalemate, "{}", after.sfen());
        // An unrestricted search finds this or another winning move.
        assert_eq!(fresh_search(root, &depth(3)).score, Score::mate_in(1), "{}", root.sfen());
    });
}

#[test]
fn root_without_legal_moves_is_lost() {
    let stalemate = ("k8/9/1G7/4B4/9/9/9/9/8K w - 1", "k9/10/1G8/4B5/10/10/10/10/10/9K w - 1");
    let mate = ("4k4/4G4/4G4/9/9/9/9/9/8K w - 1", "4k5/4G5/4G5/10/10/10/10/10/10/9K w - 1");
    for (nine, ten) in [stalemate, mate] {
        for_every_game(nine, ten, |root| {
            let result = fresh_search(root, &depth(5));
            assert_eq!((result.best_move(), result.nodes), (None, 0));
            assert_eq!(result.score, Score::mated_in(0), "{}", root.sfen());
            assert_eq!(result.score.mate_plies(), Some(0));
        });
    }
}

/// A root whose game has ended scores as the same position in the tree.
#[test]
fn a_root_that_has_ended_scores_as_in_the_tree() {
    let shogi = games::by_name("shogi").unwrap().spec();
    let goal = GameSpec { goal_ranks: SideRanks::Farthest(1), ..shogi.clone() };
    let draw = GameSpec { stalemate: Stalemate::Draw, ..shogi.clone() };
    let drawn = Score::from_eval(-70);
    for (spec, sfen, last_move, score) in [
        (&goal, "9/4K4/9/4k4/9/9/9/9/9 b - 1", "5b5a", Score::rule_loss_in(0)),
        (&draw, "k8/9/1G7/9/3B5/9/9/9/8K b - 1", "6e5d", drawn),
        (shogi, "k8/9/1G7/9/3B5/9/9/9/8K b - 1", "6e5d", Score::mated_in(0)),
        (shogi, "4k4/9/4G4/9/9/9/9/9/4K4 b G 1", "G*5b", Score::mated_in(0)),
    ] {
        let spec = GameSpec { name: "ended".into(), ..spec.clone() };
        let mut root = Position::from_sfen(Rules::build(&spec).unwrap(), sfen).unwrap();
        let mut engine = Engine::new();
        engine.rule_options.draw_score = -drawn.raw();
        let in_tree = move_score(&mut engine, &root, last_move, 3);
        root.try_move(common::parse_move(&root, last_move)).unwrap();
        engine.rule_options.draw_score = drawn.raw();
        let result = search(&mut engine, &root, &depth(3));
        assert_eq!((result.best_move(), result.score), (None, score), "{sfen}");
        assert_eq!((-in_tree).to_table(1), score, "{sfen}");
    }
    // Only in a position that was set up has the side to move already won.
    let goal = GameSpec { name: "ended".into(), ..goal };
    let won = Position::from_sfen(Rules::build(&goal).unwrap(), "4K4/9/9/4k4/9/9/9/9/9 b - 1");
    assert_eq!(fresh_search(&won.unwrap(), &depth(3)).score, Score::rule_win_in(0));
}
