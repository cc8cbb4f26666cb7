//! Engines that fail: each is named, loses, and holds nothing up.

#[allow(dead_code)]
mod common;

use common::{against, complaint, run, text};

/// Both games of a pair are lost by the engine with this fault, and these words say why.
#[track_caller]
fn loses(fault: &str, why: &str) {
    loses_with(fault, "", why);
}

/// The same of an engine of which something else is said.
#[track_caller]
fn loses_with(fault: &str, words: &str, why: &str) {
    let output = against(fault, &format!("{words} -recover"));
    let text = text(&output);
    assert_eq!(output.status.code(), Some(0), "{text}{}", complaint(&output));
    assert_eq!(text.matches(why).count(), 2, "{why}: {text}");
    assert!(text.contains("shogi              2      2      0      0 100.0%"), "{text}");
}

/// What the system calls the number that a program ends with.
const STATUS: &str = if cfg!(windows) { "exit code" } else { "exit status" };

#[test]
fn an_illegal_move() {
    loses(
        "illegal",
        "bad makes the illegal move '5e5d': there is no piece to move on that square, in lnsg",
    );
}

#[test]
fn no_answer() {
    loses_with("hang", "tc=0.1 stall=0.1", "bad stalls");
}

#[test]
fn endless_words_and_no_answer() {
    loses_with("flood", "tc=0.1 stall=0.1", "bad stalls");
}

#[test]
fn an_answer_that_is_late() {
    loses_with("late", "tc=0.1 stall=600", "bad loses on time: ");
}

#[test]
fn a_crash() {
    loses("crash", &format!("bad crashes: {STATUS}: 3: out of ideas"));
}

#[test]
fn an_end_between_games() {
    loses("deaf", &format!("bad has ended: {STATUS}: 0"));
}

#[test]
fn an_answer_that_means_nothing() {
    loses("nonsense", "bad answers 'bestmove'");
}

#[test]
fn no_move_where_there_are_some() {
    loses("nomove", "bad sees no move where there are some");
}

#[test]
fn a_claim_that_is_false() {
    loses("declare", "bad declares a win that it has not");
}

#[test]
fn giving_up_is_no_failure() {
    let text = text(&against("resign", ""));
    assert!(text.contains("2      2      0      0 100.0%") && !text.contains("game 1,"), "{text}");
}

#[test]
fn a_crash_ends_the_match_unless_it_is_to_recover() {
    let output = against("crash", "-games 100");
    assert_eq!(output.status.code(), Some(1));
    assert!(complaint(&output).starts_with("error: bad broke down"), "{}", complaint(&output));
    assert!(text(&output).contains("shogi              2 "), "{}", text(&output));
    let output = against("crash", "-games 6 -recover -concurrency 2");
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output).contains("shogi              6 "), "{}", text(&output));
}

#[test]
fn an_engine_that_cannot_be_used() {
    let fails = |words: &str, why: &str| {
        let rigged = common::FAULTY_ENGINE;
        let output =
            run(&format!("-engine name=A cmd={rigged} -engine name=B {words} -each nodes=1"));
        assert_eq!(output.status.code(), Some(1), "{}", text(&output));
        assert!(complaint(&output).starts_with(why), "{}", complaint(&output));
    };
    fails("cmd=/no/such/program", "error: B does not start: ");
    fails(
        &format!("cmd={} option.Style=wild", common::FAULTY_ENGINE),
        "error: B has no option 'Style'",
    );
    fails(
        &format!("cmd={} option.Fault=wild", common::FAULTY_ENGINE),
        "error: B has no Fault of 'wild'",
    );
    fails(
        &format!("cmd={} option.Calm=maybe", common::FAULTY_ENGINE),
        "error: B has no Calm of 'maybe'",
    );
    if cfg!(unix) {
        fails("cmd=true", "error: B has ended: exit status: 0");
    }
}
