//! A search returns a legal move even if a thread panics, if it is stopped early or has no time.

use crate::common::{depth, position, with_search_stack};
use search::{Cancel, Control, Engine, Limits, Reporter, SearchInfo};
use std::panic;
use std::time::Duration;

/// Panics in the reporting thread when it receives the info of depth 2.
#[derive(Default)]
struct PanickingReporter {
    warnings: Vec<String>,
}

impl Reporter for PanickingReporter {
    fn info(&mut self, info: &SearchInfo) {
        if info.depth == 2 {
            // Unlike `panic!`, this prints nothing.
            panic::resume_unwind(Box::new("panic of the test"));
        }
    }

    fn warning(&mut self, text: &str) {
        self.warnings.push(text.to_owned());
    }
}

#[test]
fn panicking_thread_still_returns_a_legal_move() {
    for rules in games::all() {
        for threads in [1, 2] {
            let root = position(rules.name(), rules.start_sfen(), "");
            let mut engine = Engine::new();
            engine.set_threads(threads, &Cancel::never());
            let mut reporter = PanickingReporter::default();
            let result = with_search_stack(|| {
                engine.search(&root, &depth(4), &Control::default(), &mut reporter)
            });
            assert!(root.legal_moves().contains(&result.best_move.unwrap()), "{}", rules.name());
            assert!(!reporter.warnings.is_empty());
            // With two threads, the result is the second one's.
            if threads == 1 {
                assert_eq!(result.depth, 0);
            }
            // The next search is not affected.
            let next_result =
                with_search_stack(|| engine.search(&root, &depth(3), &Control::default(), &mut ()));
            assert_eq!(next_result.depth, 3);
        }
    }
}

#[test]
fn search_stopped_before_it_starts_returns_a_move() {
    for rules in games::all() {
        let root = position(rules.name(), rules.start_sfen(), "");
        let control = Control::default();
        control.stop();
        for infinite in [false, true] {
            let limits = Limits { infinite, ..Limits::default() };
            let result =
                with_search_stack(|| Engine::new().search(&root, &limits, &control, &mut ()));
            assert!(root.legal_moves().contains(&result.best_move.unwrap()), "{}", rules.name());
        }
    }
}

#[test]
fn search_without_time_returns_a_move() {
    for rules in games::all() {
        let root = position(rules.name(), rules.start_sfen(), "");
        let limits = Limits { move_time: Some(Duration::ZERO), ..Limits::default() };
        let result = with_search_stack(|| {
            Engine::new().search(&root, &limits, &Control::default(), &mut ())
        });
        assert!(root.legal_moves().contains(&result.best_move.unwrap()), "{}", rules.name());
    }
}
