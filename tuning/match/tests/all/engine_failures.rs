//! Engines that fail: they lose, the reason is printed, and the match goes on or ends.

#[cfg(unix)]
use crate::file;
use crate::{FAULTY_ENGINE, OZUTSU_MATCH, play_against, run, stderr, stdout};
use std::process::{Command, Stdio};
#[cfg(unix)]
use std::{
    io::{BufRead, BufReader},
    thread,
    time::Duration,
};

/// How the system describes the exit status of a process.
const STATUS: &str = if cfg!(windows) { "exit code" } else { "exit status" };

/// An engine with a fault loses both games of a pair, and the reason is printed.
#[test]
fn engines_that_fail_lose() {
    let illegal = "makes an illegal move: ";
    for (fault, args, reason) in [
        (
            "illegal",
            "-openings startpos",
            format!("{illegal}'5e5d': no piece on the origin square, in lnsgkgsnl/"),
        ),
        ("hang", "tc=0.1 stall=0.1", "stalls, in ".to_owned()),
        ("hang", "stall=0.1", "stalls, in ".to_owned()),
        // Endless output without an answer.
        ("flood", "tc=0.03 stall=0.03", "stalls".to_owned()),
        ("late", "tc=0.1 stall=600", "loses on time: ".to_owned()),
        ("crash", "", format!("crashes: {STATUS}: 3: simulated crash")),
        // It exits between games.
        ("deaf", "", format!("has exited: {STATUS}: 0")),
        (
            "nonsense",
            "",
            "breaks the protocol (rules infraction): unreadable answer 'bestmove', in ".to_owned(),
        ),
        ("nomove", "", format!("{illegal}it reports none, but has legal moves, in ")),
        ("declare", "", "declares a win that the rules do not allow, in ".to_owned()),
    ] {
        let output = play_against(fault, &format!("{args} -recover"));
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(0), "{text}{}", stderr(&output));
        assert_eq!(text.matches(&format!("bad {reason}")).count(), 2, "{reason}: {text}");
        assert!(text.contains("shogi              2      2      0      0 100.0%"), "{text}");
    }
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

/// Lines without an answer show that an engine is alive, but not for ever.
#[test]
fn an_engine_has_the_time_to_start_that_it_is_given() {
    for (args, error) in [
        ("arg=mute startup=0.2", "error: bad does not answer 'usi'\n"),
        ("arg=mute -startup-ms 200", "error: bad does not answer 'usi'\n"),
    ] {
        let output = play_against("none", args);
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(1), error));
    }
    // It prints blank lines for 1.4 seconds, then answers.
    let output = play_against("busy", "ping=1.3");
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    for args in ["ping=0.05", "-ping-ms 50"] {
        let output = play_against("alive", &format!("{args} -recover"));
        let text = stdout(&output);
        assert_eq!(text.matches("bad does not answer 'isready'").count(), 2, "{text}");
    }
}

/// A match that was suspended, as by Ctrl-Z, has not read the answers of engines that went on. They are late, but the
/// engines have not failed.
#[cfg(unix)]
#[test]
fn a_match_goes_on_after_it_was_suspended() {
    let args = format!(
        "-engine name=good cmd={FAULTY_ENGINE} nodes=1 -engine name=bad cmd={FAULTY_ENGINE} option.Fault=late \
         st=0.5 stall=1 -variant shogi -repeat -maxmoves 6 -debug"
    );
    let mut command = Command::new(OZUTSU_MATCH);
    command.args(args.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut trace = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    assert!(trace.any(|line| line.contains(" bad(") && line.contains(") < go ")));
    let id = child.id().to_string();
    let signal = |name: &str| Command::new("kill").args([name, &id]).status().unwrap().success();
    assert!(signal("-STOP"));
    // Longer than the time of the move and the time to answer `stop`.
    thread::sleep(Duration::from_secs(3));
    assert!(signal("-CONT"));
    let output = child.wait_with_output().unwrap();
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(!text.contains("stalls") && text.contains("shogi              2 "), "{text}");
}

/// Slurm and others send a signal to all processes of a job, and it can reach an engine first.
#[cfg(unix)]
#[test]
fn an_engine_that_ends_with_the_match_does_not_lose() {
    // While its stderr is open, the match waits for the rest of it.
    let script = "
while read -r line; do
    case $line in
    usi) echo usiok ;;
    isready) (sleep 0.1; kill -TERM $PPID; sleep 0.3) >/dev/null & exit ;;
    esac
done
";
    let engine = file("ended-engine", script);
    let output = run(&format!(
        "-engine name=good cmd={FAULTY_ENGINE} -engine name=bad cmd=sh arg={engine} -each nodes=1 -variant shogi"
    ));
    let text = stdout(&output);
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(130), ""), "{text}");
    assert!(!text.contains("has exited"), "{text}");
}

/// An engine that cannot load a file may play on without it, which would spoil the match unnoticed.
#[test]
fn what_an_engine_says_about_errors_is_a_warning() {
    let output = play_against("complain", "-games 4 -concurrency 2");
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert_eq!(stderr(&output), "warning: bad: Error: cannot load 'no-such-file'\n");
}

/// A match prints its table when nobody reads its warnings.
#[test]
fn a_match_goes_on_without_a_reader_of_stderr() {
    let args = format!(
        "-engine name=good cmd={FAULTY_ENGINE} -engine name=bad cmd={FAULTY_ENGINE} \
         option.Fault=complain -each nodes=1 -variant shogi -debug -maxmoves 8"
    );
    let mut command = Command::new(OZUTSU_MATCH);
    command.args(args.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stderr.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("Score of good vs bad"), "{}", stdout(&output));
}

#[test]
fn an_engine_that_cannot_be_used_ends_the_match() {
    let assert_unusable = |engine: &str, error: &str, status: i32| {
        let good = format!("-engine name=A cmd={FAULTY_ENGINE}");
        let output = run(&format!("{good} -engine name=B {engine} -each nodes=1"));
        assert_eq!(output.status.code(), Some(status), "{}", stdout(&output));
        assert!(stderr(&output).starts_with(error), "{}", stderr(&output));
        assert!(!stdout(&output).contains("Score of"), "{}", stdout(&output));
    };
    let faulty = |option: &str| format!("cmd={FAULTY_ENGINE} option.{option}");
    assert_unusable("cmd=/no/such/program", "error: B cannot be started: ", 1);
    assert_unusable(&faulty("Style=wild"), "error: B has no option 'Style'", 2);
    assert_unusable(&faulty("Fault=wild"), "error: B does not allow 'wild' for option 'Fault'", 2);
    assert_unusable(&faulty("Calm=maybe"), "error: B does not allow 'maybe' for option 'Calm'", 2);
    if cfg!(unix) {
        assert_unusable("cmd=true", "error: B has exited: exit status: 0", 1);
    }
}
