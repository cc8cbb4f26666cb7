//! Whatever happens to a search, there is a legal move.

mod common;

use common::{depth, position, with_stack};
use rules::Rules;
use search::{Cancel, Control, Engine, Limits, Reporter, SearchInfo};
use std::panic;
use std::time::Duration;

/// One who breaks the thread that reports to it.
#[derive(Default)]
struct Saboteur {
    troubles: Vec<String>,
}

/// What the saboteur's panic says; other panics are printed as ever.
const SABOTAGE: &str = "sabotage";

impl Reporter for Saboteur {
    fn info(&mut self, info: &SearchInfo) {
        if info.depth == 2 {
            panic::resume_unwind(Box::new(SABOTAGE));
        }
    }

    fn warning(&mut self, text: &str) {
        self.troubles.push(text.to_owned());
    }
}

#[test]
fn a_thread_that_fails_leaves_a_legal_move() {
    for rules in Rules::all() {
        for threads in [1, 2] {
            let root = position(rules.name(), rules.start_sfen(), "");
            let mut engine = Engine::new();
            engine.set_threads(threads, &Cancel::never());
            let mut reporter = Saboteur::default();
            let found =
                with_stack(|| engine.search(&root, &depth(4), &Control::default(), &mut reporter));
            assert!(root.legal_moves().contains(&found.best_move.unwrap()), "{}", rules.name());
            assert!(!reporter.troubles.is_empty());
            // Nobody is left to know better, or the second thread is.
            if threads == 1 {
                assert_eq!(found.depth, 0);
            }
            // The next search is as if nothing had happened.
            let next = with_stack(|| engine.search(&root, &depth(3), &Control::default(), &mut ()));
            assert_eq!(next.depth, 3);
        }
    }
}

#[test]
fn a_search_that_is_stopped_before_it_begins_has_a_move() {
    for rules in Rules::all() {
        let root = position(rules.name(), rules.start_sfen(), "");
        let control = Control::default();
        control.stop();
        for infinite in [false, true] {
            let limits = Limits { infinite, ..Limits::default() };
            let found = with_stack(|| Engine::new().search(&root, &limits, &control, &mut ()));
            assert!(root.legal_moves().contains(&found.best_move.unwrap()), "{}", rules.name());
        }
    }
}

#[test]
fn no_time_is_time_for_a_move() {
    for rules in Rules::all() {
        let root = position(rules.name(), rules.start_sfen(), "");
        let limits = Limits { move_time: Some(Duration::ZERO), ..Limits::default() };
        let found =
            with_stack(|| Engine::new().search(&root, &limits, &Control::default(), &mut ()));
        assert!(root.legal_moves().contains(&found.best_move.unwrap()), "{}", rules.name());
    }
}
