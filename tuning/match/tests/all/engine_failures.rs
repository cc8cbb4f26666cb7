//! Engines that fail: they lose, the reason is printed, and the match goes on or ends.

use crate::{FAULTY_ENGINE, play_against, run, stderr, stdout};

/// Checks that an engine with this fault loses both games of a pair, and that the reason is printed.
#[track_caller]
fn assert_loses(fault: &str, reason: &str) {
    assert_loses_with(fault, "", reason);
}

/// Like [`assert_loses`], with further arguments.
#[track_caller]
fn assert_loses_with(fault: &str, args: &str, reason: &str) {
    let output = play_against(fault, &format!("{args} -recover"));
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}{}", stderr(&output));
    assert_eq!(text.matches(reason).count(), 2, "{reason}: {text}");
    assert!(text.contains("shogi              2      2      0      0 100.0%"), "{text}");
}

/// How the system describes the exit status of a process.
const STATUS: &str = if cfg!(windows) { "exit code" } else { "exit status" };

#[test]
fn an_illegal_move_loses() {
    assert_loses_with(
        "illegal",
        "-openings startpos",
        "bad makes an illegal move: '5e5d': no piece on the origin square, in ln",
    );
}

#[test]
fn an_engine_that_does_not_answer_loses() {
    assert_loses_with("hang", "tc=0.1 stall=0.1", "bad stalls");
}

#[test]
fn endless_output_without_an_answer_loses() {
    assert_loses_with("flood", "tc=0.1 stall=0.1", "bad stalls");
}

#[test]
fn a_late_answer_loses() {
    assert_loses_with("late", "tc=0.1 stall=600", "bad loses on time: ");
}

#[test]
fn a_crash_loses() {
    assert_loses("crash", &format!("bad crashes: {STATUS}: 3: simulated crash"));
}

#[test]
fn an_engine_that_exits_between_games_loses() {
    assert_loses("deaf", &format!("bad has exited: {STATUS}: 0"));
}

#[test]
fn an_unreadable_answer_loses() {
    assert_loses("nonsense", "bad makes an illegal move: unreadable answer 'bestmove'");
}

#[test]
fn no_move_where_there_are_legal_ones_loses() {
    assert_loses("nomove", "bad makes an illegal move: it reports none, but has legal moves");
}

#[test]
fn a_false_declaration_loses() {
    assert_loses("declare", "bad declares a win that the rules do not allow");
}

#[test]
fn resigning_is_not_a_failure() {
    let text = stdout(&play_against("resign", ""));
    assert!(text.contains("2      2      0      0 100.0%") && !text.contains("game 1,"), "{text}");
}

#[test]
fn a_crash_ends_the_match_without_recover() {
    let output = play_against("crash", "-games 100");
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).starts_with("error: bad failed"), "{}", stderr(&output));
    assert!(stdout(&output).contains("shogi              2 "), "{}", stdout(&output));
    let output = play_against("crash", "-games 6 -recover -concurrency 2");
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("shogi              6 "), "{}", stdout(&output));
}

#[test]
fn an_engine_that_cannot_be_used_ends_the_match() {
    let assert_unusable = |engine: &str, error: &str| {
        let good = format!("-engine name=A cmd={FAULTY_ENGINE}");
        let output = run(&format!("{good} -engine name=B {engine} -each nodes=1"));
        assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
        assert!(stderr(&output).starts_with(error), "{}", stderr(&output));
    };
    let faulty = |option: &str| format!("cmd={FAULTY_ENGINE} option.{option}");
    assert_unusable("cmd=/no/such/program", "error: B cannot be started: ");
    assert_unusable(&faulty("Style=wild"), "error: B has no option 'Style'");
    assert_unusable(&faulty("Fault=wild"), "error: B does not allow 'wild' for option 'Fault'");
    assert_unusable(&faulty("Calm=maybe"), "error: B does not allow 'maybe' for option 'Calm'");
    if cfg!(unix) {
        assert_unusable("cmd=true", "error: B has exited: exit status: 0");
    }
}
