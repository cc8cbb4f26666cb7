//! Scores of repetitions: draws and perpetual check.
//!
//! A position that repeats one inside the search tree counts as a repetition immediately. One that
//! occurred only before the root counts when it occurs for the fourth time.

use crate::common::{
    by_width, depth, fresh_search, games, move_score, parse_move, position, search,
};
use rules::spec::{self, CheckLimit};
use rules::{Outcome, Position, Rules};
use search::{Engine, Score};

/// Returns two positions, one for each side to move, each with the move that restores the start
/// position. Before that, both sides moved a king or queen out and back `rounds` times.
fn one_move_before_repetition(
    rules: &'static Rules,
    rounds: usize,
) -> [(Position, &'static str); 2] {
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

/// Rounds after which the next repetition is the fourth occurrence.
const ROUNDS_BEFORE_LAST: usize = 2;

#[test]
fn third_occurrence_of_a_position_from_before_the_root_does_not_count() {
    for rules in games() {
        for (root, back) in one_move_before_repetition(rules, ROUNDS_BEFORE_LAST - 1) {
            let score = move_score(&mut Engine::new(), &root, back, 3);
            assert_ne!(score, Score::ZERO, "{}: {}", rules.name(), root.sfen());
        }
        for perpetual in perpetual_checks(rules) {
            let root = position(rules.name(), perpetual.sfen, &perpetual.cycles(1));
            let score = move_score(&mut Engine::new(), &root, perpetual.check, 2);
            assert!(!score.is_decided() && score != Score::ZERO, "{}: {score:?}", root.sfen());
        }
    }
}

#[test]
fn fourth_occurrence_is_a_draw_for_either_side() {
    for rules in games() {
        for (root, back) in one_move_before_repetition(rules, ROUNDS_BEFORE_LAST) {
            // Quiescence does not check for repetitions, hence at least depth 2.
            for max_depth in 2..=4 {
                let score = move_score(&mut Engine::new(), &root, back, max_depth);
                assert_eq!(score, Score::ZERO, "{}: {}", rules.name(), root.sfen());
            }
            // Without the game before it, the same move is no repetition.
            let without_history = position(rules.name(), &root.sfen().to_string(), "");
            let score = move_score(&mut Engine::new(), &without_history, back, 3);
            assert_ne!(score, Score::ZERO, "{}: {}", rules.name(), root.sfen());
        }
    }
}

#[test]
fn repetition_has_the_draw_score() {
    for rules in games() {
        for (root, back) in one_move_before_repetition(rules, ROUNDS_BEFORE_LAST) {
            for draw in [-120, 70] {
                let mut engine = Engine::new();
                engine.rule_options.draw_score = draw;
                for max_depth in 2..=3 {
                    let score = move_score(&mut engine, &root, back, max_depth);
                    assert_eq!(score, Score::from_eval(draw), "{}: {}", rules.name(), root.sfen());
                }
            }
        }
    }
}

/// A perpetual check of a bare king by a rook.
struct PerpetualCheck {
    sfen: &'static str,
    first_check: &'static str,
    /// The moves between `first_check` and `check`.
    moves: &'static str,
    /// The check that repeats the position after `first_check`.
    check: &'static str,
    /// The evasion that follows, which also repeats.
    evasion: &'static str,
}

impl PerpetualCheck {
    /// Returns the moves of `count` cycles without the check that completes the last one.
    fn cycles(&self, count: usize) -> String {
        let Self { first_check, moves, check, .. } = self;
        format!("{first_check} {moves}{}", format!(" {check} {moves}").repeat(count - 1))
    }
}

const NINE_FILES: [PerpetualCheck; 2] = [
    PerpetualCheck {
        sfen: "4k4/9/9/9/9/R8/9/9/8K b - 1",
        first_check: "9f9a",
        moves: "5a5b 9a9b 5b5a",
        check: "9b9a",
        evasion: "5a5b",
    },
    PerpetualCheck {
        sfen: "k8/9/9/8r/9/9/9/9/4K4 w - 1",
        first_check: "1d1i",
        moves: "5i5h 1i1h 5h5i",
        check: "1h1i",
        evasion: "5i5h",
    },
];

const TEN_FILES: [PerpetualCheck; 2] = [
    PerpetualCheck {
        sfen: "4k5/10/10/10/10/R9/10/10/10/9K b - 1",
        first_check: "10f10a",
        moves: "6a6b 10a10b 6b6a",
        check: "10b10a",
        evasion: "6a6b",
    },
    PerpetualCheck {
        sfen: "k9/10/10/10/9r/10/10/10/10/5K4 w - 1",
        first_check: "1e1j",
        moves: "5j5i 1j1i 5i5j",
        check: "1i1j",
        evasion: "5j5i",
    },
];

/// Returns a perpetual check by Black and one by White.
fn perpetual_checks(rules: &Rules) -> &'static [PerpetualCheck; 2] {
    if rules.files() == 9 { &NINE_FILES } else { &TEN_FILES }
}

/// Returns the games without a check limit.
fn games_without_check_limit() -> impl Iterator<Item = &'static Rules> {
    games().filter(|rules| rules.spec().check_limit == CheckLimit::None)
}

fn perpetual_check_loses(rules: &Rules) -> bool {
    rules.spec().perpetual_check == spec::PerpetualCheck::Loses
}

#[test]
fn repeated_check_loses_or_draws() {
    for rules in games_without_check_limit() {
        for perpetual in perpetual_checks(rules) {
            let root = position(rules.name(), perpetual.sfen, &perpetual.cycles(3));
            let expected =
                if perpetual_check_loses(rules) { Score::rule_loss_in(1) } else { Score::ZERO };
            for max_depth in 1..=4 {
                let score = move_score(&mut Engine::new(), &root, perpetual.check, max_depth);
                assert_eq!(score, expected, "{}: {}", rules.name(), root.sfen());
            }
        }
    }
}

#[test]
fn evasion_of_a_repeated_check_wins_or_draws() {
    for rules in games_without_check_limit() {
        for perpetual in perpetual_checks(rules) {
            let moves = format!("{} {}", perpetual.cycles(3), perpetual.check);
            let root = position(rules.name(), perpetual.sfen, &moves);
            let wins = perpetual_check_loses(rules);
            let expected = if wins { Score::rule_win_in(1) } else { Score::ZERO };
            for max_depth in 2..=4 {
                let score = move_score(&mut Engine::new(), &root, perpetual.evasion, max_depth);
                assert_eq!(score, expected, "{}: {}", rules.name(), root.sfen());
            }
            // The bare king has nothing better.
            let result = fresh_search(&root, &depth(4));
            let evasion = parse_move(&root, perpetual.evasion);
            assert_eq!(result.best_move(), Some(evasion), "{}", root.sfen());
            assert_eq!(result.score, expected, "{}", root.sfen());
            assert_eq!(result.score.mate_plies(), None, "{}", root.sfen());
            assert_eq!(result.score.decided_plies(), wins.then_some(1));
        }
    }
}

#[test]
fn checking_side_avoids_losing_by_perpetual_check() {
    for rules in games().filter(|rules| perpetual_check_loses(rules)) {
        for perpetual in perpetual_checks(rules) {
            let root = position(rules.name(), perpetual.sfen, &perpetual.cycles(3));
            let result = fresh_search(&root, &depth(5));
            let check = parse_move(&root, perpetual.check);
            assert_ne!(result.best_move(), Some(check), "{}", root.sfen());
            assert!(!result.score.is_loss(), "{}: {result:?}", root.sfen());
        }
    }
}

#[test]
fn perpetual_check_by_both_sides_draws() {
    let sfen = "7C1/9/9/9/9/6k2/1a1KR3u/9/8r b - 1";
    let moves = format!("{}5g5f 3f3g 5f5g", "5g5f 3f3g 5f5g 3g3f ".repeat(ROUNDS_BEFORE_LAST));
    let root = position("cannonshogi", sfen, &moves);
    assert_eq!(move_score(&mut Engine::new(), &root, "3g3f", 3), Score::ZERO);
}

#[test]
fn root_drawn_by_repetition_is_still_searched() {
    for rules in games() {
        let cycle = by_width(rules, "5i5h 5a5b 5h5i 5b5a ", "6j7i 5a4b 7i6j 4b5a ");
        let root = position(rules.name(), rules.start_sfen(), &cycle.repeat(3));
        assert_eq!(root.outcome(), Outcome::RepetitionDraw);
        let result = search(&mut Engine::new(), &root, &depth(3));
        assert!(result.best_move().is_some_and(|mv| root.legal_moves().contains(&mv)));
    }
}
