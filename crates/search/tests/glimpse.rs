//! Mates by checks alone, found before a move is searched for.

mod common;

use common::{find, nodes, position, search, with_stack};
use rules::{Outcome, Position};
use search::{Clock, Control, Engine, Limits, Reporter, Score, SearchInfo};
use std::time::Duration;

/// Mates that take too many plies for a search of so few nodes.
const FEW: u64 = 20_000;
const LONG: [(&str, &str); 2] = [
    ("shogi", "1n5s1/p1+P3k2/1P1g2g1P/g8/5R3/SpLn3P1/P8/2p4G1/8K b R2BS7Ps2n3l3p 175"),
    (
        "cannonshosu",
        "l2i1q1sn1/4ki2bl/1Csg1p1p2/p3p4+D/6Rd2/2d7/P2P1cIPq1/1DP1PP1N1P/LB+g3KC1R/1NS3GS1L w N6Pcig3p 82",
    ),
];

fn long() -> impl Iterator<Item = Position> {
    LONG.into_iter().map(|(game, sfen)| position(game, sfen, ""))
}

#[test]
fn a_long_mate_is_found_within_few_nodes() {
    for root in long() {
        let found = find(&root, &nodes(FEW));
        assert!(found.nodes <= FEW, "{found:?}");
        assert_eq!(found.score, Score::mate_in(found.pv.len()), "{found:?}");
        let mut end = root.clone();
        found.pv.iter().for_each(|&mv| end.try_move(mv).unwrap());
        assert_eq!(end.outcome(), Outcome::Mate, "{found:?}");
    }
}

/// Stops the search at the first word of it.
struct First<'a>(&'a Control, Option<Score>);

impl Reporter for First<'_> {
    fn info(&mut self, info: &SearchInfo) {
        self.0.stop();
        self.1.get_or_insert(info.score);
    }
}

#[test]
fn a_search_that_ponders_looks_for_mates_too() {
    for root in long() {
        let clock = Some(Clock { remaining: Duration::from_secs(600), ..Clock::default() });
        let limits = Limits { clock, ..Limits::default() };
        let control = Control::new(true);
        let mut first = First(&control, None);
        with_stack(|| Engine::new().search(&root, &limits, &control, &mut first));
        assert!(first.1.is_some_and(|score| score.mate_plies() > Some(9)), "{:?}", first.1);
    }
}

#[test]
fn a_mate_is_not_awaited_beyond_the_last_move_of_a_game() {
    for root in long() {
        let mut engine = Engine::new();
        engine.rule_options.max_moves = Some(root.move_number() + 4);
        let found = search(&mut engine, &root, &nodes(FEW));
        assert!(!found.score.is_win(), "{found:?}");
    }
}

#[test]
fn a_mate_begins_with_a_move_that_was_allowed() {
    for root in long() {
        let best = find(&root, &nodes(FEW)).best_move;
        let others = root.legal_moves().into_iter().filter(|&mv| Some(mv) != best).collect();
        let found = find(&root, &Limits { search_moves: others, ..nodes(FEW) });
        assert!(found.best_move.is_some() && found.best_move != best, "{found:?}");
    }
}
