//! Repetitions are scored as the rules would end the game by them: the first within the search, and
//! the last of positions before it.

mod common;

use common::{by_width, depth, find, games, position, search, usi, worth};
use rules::spec::CheckLimit;
use rules::{Outcome, Position, Rules};
use search::{Engine, Score};

/// The start position after a king or queen of each side has stepped out and back so often and,
/// at last, one of them, Black's or White's, only out; and the step that would repeat the start.
fn before_repetitions(rules: &'static Rules, rounds: usize) -> [(Position, &'static str); 2] {
    let (name, start) = (rules.name(), rules.start_sfen());
    let white_first = start.replace(" b ", " w ");
    let black = by_width(rules, "5i5h 5a5b 5h5i", "6j7i 5a4b 7i6j");
    let white = by_width(rules, "5a5b 5i5h 5b5a", "5a4b 6j7i 4b5a");
    let (black_back, white_back) =
        (by_width(rules, "5h5i", "7i6j"), by_width(rules, "5b5a", "4b5a"));
    let moves = |out: &str, back: &str| format!("{}{out}", format!("{out} {back} ").repeat(rounds));
    [
        (position(name, start, &moves(black, white_back)), white_back),
        (position(name, &white_first, &moves(white, black_back)), black_back),
    ]
}

/// After so many rounds the next ends at the fourth occurrence.
const BEFORE_LAST: usize = 2;

#[test]
fn what_occurred_before_the_search_may_occur_again() {
    for rules in games() {
        for (root, back) in before_repetitions(rules, BEFORE_LAST - 1) {
            let score = worth(&mut Engine::new(), &root, back, 3);
            assert_ne!(score, Score::ZERO, "{}: {}", rules.name(), root.sfen());
        }
        for chase in chases(rules) {
            let root = position(rules.name(), chase.sfen, &chase.rounds(1));
            let score = worth(&mut Engine::new(), &root, chase.check, 2);
            assert!(!score.is_decided() && score != Score::ZERO, "{}: {score:?}", root.sfen());
        }
    }
}

#[test]
fn a_repetition_is_a_draw_for_either_side() {
    for rules in games() {
        for (root, back) in before_repetitions(rules, BEFORE_LAST) {
            // Captures alone do not look for repetitions, so a ply more is needed.
            for limit in 2..=4 {
                let score = worth(&mut Engine::new(), &root, back, limit);
                assert_eq!(score, Score::ZERO, "{}: {}", rules.name(), root.sfen());
            }
            // Without a past nothing repeats, and the start is not worth nothing.
            let fresh = position(rules.name(), &root.sfen().to_string(), "");
            let score = worth(&mut Engine::new(), &fresh, back, 3);
            assert_ne!(score, Score::ZERO, "{}: {}", rules.name(), root.sfen());
        }
    }
}

#[test]
fn a_draw_has_its_value_for_the_side_that_thinks() {
    for rules in games() {
        for (root, back) in before_repetitions(rules, BEFORE_LAST) {
            for draw in [-120, 70] {
                let mut engine = Engine::new();
                engine.rule_options.draw_score = draw;
                for limit in 2..=3 {
                    let score = worth(&mut engine, &root, back, limit);
                    assert_eq!(score, Score::from_eval(draw), "{}: {}", rules.name(), root.sfen());
                }
            }
        }
    }
}

/// A rook that checks a bare king without end. White's is the same turned round.
struct Chase {
    sfen: &'static str,
    /// The first check, and what follows it up to the check that leads to the same position.
    first: &'static str,
    moves: &'static str,
    check: &'static str,
    /// The flight after it, which repeats too.
    flight: &'static str,
}

impl Chase {
    /// So many rounds, the last up to the check that repeats.
    fn rounds(&self, count: usize) -> String {
        let Self { first, moves, check, .. } = self;
        format!("{first} {moves}{}", format!(" {check} {moves}").repeat(count - 1))
    }
}

const NINE: [Chase; 2] = [
    Chase {
        sfen: "4k4/9/9/9/9/R8/9/9/8K b - 1",
        first: "9f9a",
        moves: "5a5b 9a9b 5b5a",
        check: "9b9a",
        flight: "5a5b",
    },
    Chase {
        sfen: "k8/9/9/8r/9/9/9/9/4K4 w - 1",
        first: "1d1i",
        moves: "5i5h 1i1h 5h5i",
        check: "1h1i",
        flight: "5i5h",
    },
];

const TEN: [Chase; 2] = [
    Chase {
        sfen: "4k5/10/10/10/10/R9/10/10/10/9K b - 1",
        first: "10f10a",
        moves: "6a6b 10a10b 6b6a",
        check: "10b10a",
        flight: "6a6b",
    },
    Chase {
        sfen: "k9/10/10/10/9r/10/10/10/10/5K4 w - 1",
        first: "1e1j",
        moves: "5j5i 1j1i 5i5j",
        check: "1i1j",
        flight: "5j5i",
    },
];

fn chases(rules: &Rules) -> &'static [Chase; 2] {
    if rules.files() == 9 { &NINE } else { &TEN }
}

/// The games in which a chase may last.
fn without_limit() -> impl Iterator<Item = &'static Rules> {
    games().filter(|rules| rules.check_limit() == CheckLimit::None)
}

fn has_perpetual_check(rules: &Rules) -> bool {
    matches!(rules.name(), "shogi" | "cannonshogi" | "taihoshogi")
}

#[test]
fn a_check_that_repeats_loses_or_draws() {
    for rules in without_limit() {
        for chase in chases(rules) {
            let root = position(rules.name(), chase.sfen, &chase.rounds(3));
            let due = if has_perpetual_check(rules) { Score::rule_loss_in(1) } else { Score::ZERO };
            for limit in 1..=4 {
                let score = worth(&mut Engine::new(), &root, chase.check, limit);
                assert_eq!(score, due, "{}: {}", rules.name(), root.sfen());
            }
        }
    }
}

#[test]
fn a_flight_that_repeats_wins_or_draws() {
    for rules in without_limit() {
        for chase in chases(rules) {
            let moves = format!("{} {}", chase.rounds(3), chase.check);
            let root = position(rules.name(), chase.sfen, &moves);
            let wins = has_perpetual_check(rules);
            let due = if wins { Score::rule_win_in(1) } else { Score::ZERO };
            for limit in 2..=4 {
                let score = worth(&mut Engine::new(), &root, chase.flight, limit);
                assert_eq!(score, due, "{}: {}", rules.name(), root.sfen());
            }
            // The king alone against a rook has nothing better.
            let found = find(&root, &depth(4));
            assert_eq!(found.best_move, Some(usi(&root, chase.flight)), "{}", root.sfen());
            assert_eq!((found.score, found.score.mate_plies()), (due, None), "{}", root.sfen());
            assert_eq!(found.score.decided_plies(), wins.then_some(1));
        }
    }
}

#[test]
fn the_checker_turns_away_in_time() {
    for rules in games().filter(|rules| has_perpetual_check(rules)) {
        for chase in chases(rules) {
            let root = position(rules.name(), chase.sfen, &chase.rounds(3));
            let found = find(&root, &depth(5));
            assert_ne!(found.best_move, Some(usi(&root, chase.check)), "{}", root.sfen());
            assert!(!found.score.is_loss(), "{}: {found:?}", root.sfen());
        }
    }
}

#[test]
fn checks_by_both_sides_draw() {
    let sfen = "7C1/9/9/9/9/6k2/1a1KR3u/9/8r b - 1";
    let moves = format!("{}5g5f 3f3g 5f5g", "5g5f 3f3g 5f5g 3g3f ".repeat(BEFORE_LAST));
    let root = position("cannonshogi", sfen, &moves);
    assert_eq!(worth(&mut Engine::new(), &root, "3g3f", 3), Score::ZERO);
}

#[test]
fn a_fourth_occurrence_at_the_root_does_not_stop_the_search() {
    for rules in games() {
        let cycle = by_width(rules, "5i5h 5a5b 5h5i 5b5a ", "6j7i 5a4b 7i6j 4b5a ");
        let root = position(rules.name(), rules.start_sfen(), &cycle.repeat(3));
        assert_eq!(root.outcome(), Outcome::RepetitionDraw);
        let found = search(&mut Engine::new(), &root, &depth(3));
        assert!(found.best_move.is_some_and(|mv| root.legal_moves().contains(&mv)));
    }
}
