//! The mate presearch: the mate solver runs before the search and finds long mates.

use crate::common::{fresh_search, nodes, position, search};
use rules::{Outcome, Position};
use search::{Clock, Control, Engine, Limits, Reporter, Score, SearchInfo};
use std::time::Duration;

/// Too few nodes for the main search to find [`LONG_MATES`].
const FEW_NODES: u64 = 30_000;
const LONG_MATES: [(&str, &str); 2] = [
    ("shogi", "1n5s1/p1+P3k2/1P1g2g1P/g8/5R3/SpLn3P1/P8/2p4G1/8K b R2BS7Ps2n3l3p 175"),
    (
        "cannonshosu",
        "l2i1q1sn1/4ki2bl/1Csg1p1p2/p3p4+D/6Rd2/2d7/P2P1cIPq1/1DP1PP1N1P/LB+g3KC1R/1NS3GS1L w N6Pcig3p 82",
    ),
];

fn long_mates() -> impl Iterator<Item = Position> {
    LONG_MATES.into_iter().map(|(game, sfen)| position(game, sfen, ""))
}

#[test]
fn long_mate_is_found_with_few_nodes() {
    for root in long_mates() {
        let result = fresh_search(&root, &nodes(FEW_NODES));
        assert!(result.nodes <= FEW_NODES, "{result:?}");
        assert_eq!(result.score, Score::mate_in(result.pv.len()), "{result:?}");
        let mut end = root.clone();
        result.pv.iter().for_each(|&mv| end.try_move(mv).unwrap());
        assert_eq!(end.outcome(), Outcome::Mate, "{result:?}");
    }
}

/// Without this, the other tests would pass without a presearch.
#[test]
fn search_alone_misses_the_long_mates() {
    for root in long_mates() {
        let mut engine = Engine::new();
        engine.use_mate_presearch = false;
        let result = search(&mut engine, &root, &nodes(FEW_NODES));
        assert_eq!(result.score.mate_plies(), None, "{result:?}");
    }
}

/// Keeps the first score reported and stops the search.
struct StopAtFirstInfo<'a> {
    control: &'a Control,
    score: Option<Score>,
}

impl Reporter for StopAtFirstInfo<'_> {
    fn info(&mut self, info: &SearchInfo) {
        self.control.stop();
        self.score.get_or_insert(info.score);
    }
}

#[test]
fn pondering_includes_the_presearch() {
    for root in long_mates() {
        let clock = Some(Clock { remaining: Duration::from_secs(600), ..Clock::default() });
        let limits = Limits { clock, ..Limits::default() };
        let control = Control::new(true);
        let mut reporter = StopAtFirstInfo { control: &control, score: None };
        Engine::new().search(&root, &limits, &control, &mut reporter);
        let score = reporter.score.expect("at least one info");
        assert!(score.mate_plies() > Some(9), "{score:?}");
    }
}

#[test]
fn mate_after_the_maximum_game_length_does_not_count() {
    for root in long_mates() {
        let mut engine = Engine::new();
        engine.rule_options.max_moves = Some(root.move_number() + 4);
        let result = search(&mut engine, &root, &nodes(FEW_NODES));
        assert!(!result.score.is_win(), "{result:?}");
    }
}

#[test]
fn mate_starts_with_one_of_the_search_moves() {
    for root in long_mates() {
        let best = fresh_search(&root, &nodes(FEW_NODES)).best_move();
        let others = root.legal_moves().into_iter().filter(|&mv| Some(mv) != best).collect();
        let result = fresh_search(&root, &Limits { search_moves: others, ..nodes(FEW_NODES) });
        assert!(result.best_move().is_some() && result.best_move() != best, "{result:?}");
    }
}
