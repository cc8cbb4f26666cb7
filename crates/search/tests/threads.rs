//! Several threads at one position: with a thread sanitizer these tests show that they share what
//! they share in order (CONTRIBUTING says how).

mod common;

use common::{Log, depth, nodes, position, search, with_stack};
use rules::{Position, Rules};
use search::{Cancel, Control, Engine, Limits, SearchResult};
use std::thread;
use std::time::Duration;

fn team(threads: usize) -> Engine {
    let mut engine = Engine::new();
    engine.resize_hash(1, &Cancel::never()).unwrap();
    engine.set_threads(threads, &Cancel::never());
    engine
}

/// A line is legal to its end.
#[track_caller]
fn check(found: &SearchResult, root: &Position) {
    assert_eq!(found.best_move, found.pv.first().copied());
    let mut position = root.clone();
    for &mv in &found.pv {
        position.try_move(mv).unwrap_or_else(|why| panic!("{}: {why}", root.sfen()));
    }
}

#[test]
fn threads_share_a_search_and_remember_it() {
    for rules in Rules::all() {
        for threads in 2..=4 {
            let mut root = position(rules.name(), rules.start_sfen(), "");
            let mut engine = team(threads);
            for _ in 0..3 {
                let found = search(&mut engine, &root, &depth(6));
                check(&found, &root);
                root.do_move(found.best_move.unwrap());
            }
            engine.clear(&Cancel::never());
            check(&search(&mut engine, &root, &depth(4)), &root);
        }
    }
}

#[test]
fn threads_stop_when_one_is_told() {
    for rules in Rules::all() {
        let root = position(rules.name(), rules.start_sfen(), "");
        for pause in [0, 1, 10, 30] {
            let (control, mut log) = (Control::default(), Log::default());
            let found = thread::scope(|scope| {
                scope.spawn(|| {
                    thread::sleep(Duration::from_millis(pause));
                    control.stop();
                });
                let limits = Limits { infinite: true, ..Limits::default() };
                with_stack(|| team(4).search(&root, &limits, &control, &mut log))
            });
            check(&found, &root);
            assert!(log.troubles.is_empty(), "{:?}", log.troubles);
        }
    }
}

#[test]
fn threads_share_the_nodes_they_may_visit() {
    const MOST: u64 = 200_000;
    let root = position("cannonshogi", Rules::by_name("cannonshogi").unwrap().start_sfen(), "");
    for threads in 1..=3 {
        let found = search(&mut team(threads as usize), &root, &nodes(MOST));
        check(&found, &root);
        // Alone a thread stops at once; together each has a last batch that it did not tell of.
        let batches = (threads - 1) * 4 * 512;
        assert!((MOST..=MOST + batches).contains(&found.nodes), "{threads}: {}", found.nodes);
    }
}

#[test]
fn threads_come_and_go() {
    let root = position("cannonshogi", Rules::by_name("cannonshogi").unwrap().start_sfen(), "");
    let mut engine = team(4);
    for threads in [2, 1, 3, 4] {
        engine.set_threads(threads, &Cancel::never());
        assert_eq!(engine.threads(), threads);
        check(&search(&mut engine, &root, &depth(5)), &root);
    }
}
