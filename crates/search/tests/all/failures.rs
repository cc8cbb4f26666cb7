//! A search returns a legal move even if it is stopped early or has no time, and a reporter that panics
//! leaves the engine usable.

use crate::common::{depth, position, search};
use search::{Control, Engine, Limits, Reporter, SearchInfo};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

struct PanickingReporter;

impl Reporter for PanickingReporter {
    fn info(&mut self, _: &SearchInfo) {
        // Unlike `panic!`, this prints nothing.
        resume_unwind(Box::new("panic of the test"));
    }
}

#[test]
fn an_engine_can_be_used_after_a_panic_of_the_reporter() {
    let root = position("shogi", games::by_name("shogi").unwrap().start_sfen(), "");
    let mut engine = Engine::new();
    for threads in [1, 2] {
        engine.set_threads(threads).unwrap();
        let limits = Limits { infinite: true, ..Limits::default() };
        let panicking = || {
            engine.search(&root, &limits, &Control::default(), &mut PanickingReporter);
        };
        assert!(catch_unwind(AssertUnwindSafe(panicking)).is_err());
        engine.clear();
        assert_eq!(search(&mut engine, &root, &depth(3)).depth, 3);
    }
}

#[test]
fn a_search_without_time_returns_a_move() {
    let stopped = Control::default();
    stopped.stop();
    for (control, limits) in [
        (&stopped, Limits::default()),
        (&stopped, Limits { infinite: true, ..Limits::default() }),
        (&Control::default(), Limits { move_time: Some(Duration::ZERO), ..Limits::default() }),
    ] {
        for rules in games::all() {
            let root = position(rules.name(), rules.start_sfen(), "");
            let result = Engine::new().search(&root, &limits, control, &mut ());
            assert!(root.legal_moves().contains(&result.pv[0]), "{}", rules.name());
        }
    }
}
