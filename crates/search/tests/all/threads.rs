//! Searches with several threads. Run with a thread sanitizer (see engine-tests/README.md), these tests also
//! check for data races.

use crate::common::{ReportLog, depth, nodes, position, search};
use rules::Position;
use search::{Control, Engine, Limits, SearchResult};
use std::hint;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

fn engine_with_threads(threads: usize) -> Engine {
    let mut engine = Engine::new();
    engine.resize_hash(1).unwrap();
    engine.set_threads(threads).unwrap();
    engine
}

/// Checks that there is a PV, and that it is legal.
#[track_caller]
fn assert_legal_pv(result: &SearchResult, root: &Position) {
    assert!(!result.pv.is_empty());
    let mut position = root.clone();
    for &mv in &result.pv {
        position.try_move(mv).unwrap_or_else(|error| panic!("{}: {error}", root.sfen()));
    }
}

#[test]
fn threads_share_one_table_over_a_game() {
    for rules in games::all() {
        for threads in 2..=4 {
            let mut root = position(rules.name(), rules.start_sfen(), "");
            let mut engine = engine_with_threads(threads);
            for _ in 0..3 {
                let result = search(&mut engine, &root, &depth(6));
                assert_legal_pv(&result, &root);
                root.do_move(result.pv[0]);
            }
            engine.clear();
            assert_legal_pv(&search(&mut engine, &root, &depth(4)), &root);
        }
    }
}

#[test]
fn all_threads_stop_on_request() {
    for rules in games::all() {
        let root = position(rules.name(), rules.start_sfen(), "");
        for pause in [0, 1, 10, 30] {
            let (control, mut log) = (Control::default(), ReportLog::default());
            let result = thread::scope(|scope| {
                scope.spawn(|| {
                    thread::sleep(Duration::from_millis(pause));
                    control.stop();
                });
                let limits = Limits { infinite: true, ..Limits::default() };
                engine_with_threads(4).search(&root, &limits, &control, &mut log)
            });
            assert_legal_pv(&result, &root);
            assert!(log.warnings.is_empty(), "{:?}", log.warnings);
        }
    }
}

/// With more threads than processors beside other work, a search ends within its time.
#[test]
fn a_busy_machine_delays_no_search() {
    const TIME: Duration = Duration::from_millis(200);
    let root = position("cannonshogi", games::by_name("cannonshogi").unwrap().start_sfen(), "");
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..2 * processors {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    hint::spin_loop();
                }
            });
        }
        let mut engine = engine_with_threads(2 * processors + 2);
        for _ in 0..5 {
            let start = Instant::now();
            let limits = Limits { move_time: Some(TIME), ..Limits::default() };
            let result = search(&mut engine, &root, &limits);
            let time = start.elapsed();
            assert_legal_pv(&result, &root);
            assert!(time < TIME + Duration::from_secs(10), "{time:?}");
        }
        is_done.store(true, Ordering::Relaxed);
    });
}

#[test]
fn threads_share_the_node_limit() {
    const MAX_NODES: u64 = 200_000;
    let root = position("cannonshogi", games::by_name("cannonshogi").unwrap().start_sfen(), "");
    for threads in 1..=3 {
        let result = search(&mut engine_with_threads(threads as usize), &root, &nodes(MAX_NODES));
        assert_legal_pv(&result, &root);
        // One thread stops exactly at the limit. Several report nodes in batches and may exceed it.
        let unreported = (threads - 1) * 4 * 512;
        assert!(
            (MAX_NODES..=MAX_NODES + unreported).contains(&result.nodes),
            "{threads}: {}",
            result.nodes
        );
    }
}

#[test]
fn number_of_threads_can_change() {
    let root = position("cannonshogi", games::by_name("cannonshogi").unwrap().start_sfen(), "");
    let mut engine = engine_with_threads(4);
    for threads in [2, 1, 3, 4] {
        engine.set_threads(threads).unwrap();
        assert_eq!(engine.threads(), threads);
        assert_legal_pv(&search(&mut engine, &root, &depth(5)), &root);
    }
}
