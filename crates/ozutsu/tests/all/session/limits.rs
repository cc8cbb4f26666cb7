//! Input that is too long or too much, clients that do not read, and files that never end.

use crate::client::Client;
#[cfg(target_os = "linux")]
use crate::stress::kernel_field;

/// Sends a command that must be refused on one line. Returns the line.
#[track_caller]
fn refuse(client: &mut Client, position: &str) -> String {
    let lines = client.ask(position);
    assert!(lines.len() == 1 && lines[0].starts_with("info string "), "{position}: {lines:?}");
    lines[0].clone()
}

#[test]
fn the_default_game_is_an_argument() {
    let mut client = Client::with_args(&["--variant", "shogi"]);
    client.send("usi");
    let lines = client.wait_for("usiok");
    let variant = lines.iter().find(|line| line.contains("UCI_Variant")).expect("an option");
    assert!(variant.contains("default shogi "), "{variant}");
    assert_eq!(client.ask("position startpos moves 7g7f 3c3d"), [""; 0]);
    let drawn = client.ask("d");
    assert_eq!(drawn[0], "Shogi (shogi)");
    client.go_legally("go depth 2");
    client.quit();
}

#[test]
fn a_game_of_ten_thousand_moves_is_set_up() {
    let mut client = Client::with_game("usi", "shogi");
    let moves = " 2h3h 8b7b 3h2h 7b8b".repeat(2_500);
    assert_eq!(client.ask(&format!("position startpos moves{moves}")), [""; 0]);
    let drawn = client.ask("d");
    assert!(drawn.iter().any(|line| line.ends_with("b - 10001")), "{drawn:?}");
    client.quit();
}

#[test]
fn lines_that_are_too_long_are_refused() {
    let moves = " 2h3h 8b7b 3h2h 7b8b".repeat(1 << 16);
    let position = format!("position startpos moves{moves}");
    let expected = |consequence: &str| {
        let start = &position[..60];
        format!("info string '{start}…': a line may have up to 1 MiB; {consequence}")
    };
    for (protocol, no_move) in [("usi", "bestmove resign"), ("uci", "bestmove (none)")] {
        let mut client = Client::with_game(protocol, "shogi");
        assert_eq!(refuse(&mut client, &position), expected("the position is refused"));
        client.send("go depth 1");
        assert_eq!(client.wait_for("bestmove")[1..], [no_move]);
        client.ask("position startpos");
        // Other lines have no consequences.
        let line = refuse(&mut client, &"x".repeat(2 << 20));
        assert!(line.ends_with("…': a line may have up to 1 MiB; the line is ignored"), "{line}");
        assert_ne!(client.go("go depth 1"), no_move);
        client.quit();
    }
    let mut client = Client::with_args(&["--variant", "shogi"]);
    let start = client.ask("d");
    assert_eq!(refuse(&mut client, &position), expected("the position is unchanged"));
    assert_eq!(client.ask("d"), start);
    client.quit();
}

/// Returns the most memory that a process has used, in MiB.
#[cfg(target_os = "linux")]
fn peak_memory(process: &std::process::Child) -> usize {
    kernel_field(&format!("/proc/{}/status", process.id()), "VmHWM:").unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_line_without_end_does_not_fill_the_memory() {
    let mut client = Client::with_game("usi", "shogi");
    let before = peak_memory(&client.child);
    let part = vec![b'x'; 1 << 20];
    for _ in 0..256 {
        client.send_bytes(&part);
    }
    refuse(&mut client, "");
    let after = peak_memory(&client.child);
    assert!(after < before + 32, "{before} {after}");
    client.quit();
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_that_does_not_read_is_waited_for() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    const COUNT: usize = 3_000;
    let mut command = Command::new(env!("CARGO_BIN_EXE_ozutsu"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"usi\nisready\n").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    lines.find(|line| line == "readyok").unwrap();
    let before = peak_memory(&child);
    // `isready` waits for a setup, `moves` is answered at once, and `usinewgame` has no answer.
    let writer = std::thread::spawn(move || {
        for _ in 0..COUNT {
            input.write_all(b"isready\nmoves\nmoves\nmoves\nmoves\nusinewgame\n").unwrap();
        }
        input.write_all(b"go infinite\nstop\nquit\n").unwrap();
    });
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert!(!writer.is_finished());
    let after = peak_memory(&child);
    assert!(after < before + 16, "{before} {after}");
    let answers: Vec<String> = lines.collect();
    let count = |start: &str| answers.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!((count("readyok"), count("bestmove")), (COUNT, 1));
    assert!(child.wait().unwrap().success());
}

/// A pager may show the first page for as long as it likes.
#[test]
fn a_slow_reader_gets_all_answers_after_the_end_of_the_input() {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};
    // More than a pipe holds.
    const COUNT: usize = 1_000;
    let mut command = Command::new(env!("CARGO_BIN_EXE_ozutsu"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let input = format!("usi\n{}isready\n", "moves\n".repeat(COUNT));
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(2_500));
    let mut answers = String::new();
    child.stdout.take().unwrap().read_to_string(&mut answers).unwrap();
    assert!(answers.len() > 1 << 17, "{}", answers.len());
    assert!(answers.ends_with("readyok\n"), "{}", &answers[answers.len() - 200..]);
    assert!(child.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn options_that_name_a_pipe_do_not_wait_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(made.success());
    let mut client = Client::with_game("usi", "cannonshogi");
    client.ask("setoption name USI_OwnBook value true");
    for name in ["EvalFile", "DebugLog", "BookFile", "VariantPath"] {
        let line = refuse(&mut client, &format!("setoption name {name} value {}", path.display()));
        assert!(line.contains("not a regular file"), "{line}");
        client.ask("setoption name BookFile value <empty>");
    }
    client.quit();
}

/// With little address space, a session answers, or ends with a message and a status. It does not hang, also
/// where a panic would print a backtrace, which needs memory.
#[test]
#[cfg(target_os = "linux")]
fn little_address_space_is_enough_or_an_error() {
    use std::io::{Read, Write};
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::{Duration, Instant};

    let limited = |kilobytes: u32, arguments: &str| {
        let program = env!("CARGO_BIN_EXE_ozutsu");
        let limits = format!("ulimit -c 0; ulimit -v {kilobytes}");
        let mut command = Command::new("sh");
        command.args(["-c", &format!("{limits}; exec '{program}' {arguments}")]);
        command
    };
    let can_be_loaded = |kilobytes: &u32| {
        let output = limited(*kilobytes, "--version").output().expect("the shell starts");
        output.status.success()
    };
    let (mut answered, mut failed) = (0, 0);
    for kilobytes in (28_000..=524_000).step_by(16_000).filter(can_be_loaded) {
        for backtrace in ["0", "1"] {
            let mut child = limited(kilobytes, "")
                .env("RUST_BACKTRACE", backtrace)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the shell starts");
            // Fails if the program has ended.
            let _ = child.stdin.take().expect("piped").write_all(b"isready\ngo depth 5\n");
            let start = Instant::now();
            let status = loop {
                if let Some(status) = child.try_wait().expect("the program runs or has ended") {
                    break status;
                }
                if start.elapsed() > Duration::from_secs(60) {
                    child.kill().expect("the program runs");
                    panic!("{kilobytes} KB, backtrace {backtrace}: no end");
                }
                thread::sleep(Duration::from_millis(5));
            };
            let (mut output, mut error) = (String::new(), String::new());
            child.stdout.take().expect("piped").read_to_string(&mut output).expect("UTF-8");
            child.stderr.take().expect("piped").read_to_string(&mut error).expect("UTF-8");
            let context =
                format!("{kilobytes} KB, backtrace {backtrace}: {status}, {output}, {error}");
            if output.contains("bestmove ") {
                assert!(status.success(), "{context}");
                answered += 1;
            } else {
                assert!(!status.success() && !error.is_empty(), "{context}");
                failed += 1;
            }
        }
    }
    assert!(answered > 0 && failed > 0, "{answered} {failed}");
}
