//! The built program with an engine that is a few lines of shell: it resigns every game, so that
//! both ways of every pair win one.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ENGINE: &str = "
while read -r line; do
    case $line in
    usi) echo 'option name pace type spin default 5 min 0 max 40'
         echo 'option name Hash type spin default 16 min 1 max 64'
         echo usiok ;;
    isready) echo readyok ;;
    go*) echo 'bestmove resign' ;;
    quit) exit ;;
    esac
done
";

/// A file of a test's.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

#[track_caller]
fn run(engine: &Path, words: &str) -> Output {
    let script = format!("arg={}", engine.display());
    Command::new(env!("CARGO_BIN_EXE_ozutsu-spsa"))
        .args(["-engine", "cmd=sh", &script, "nodes=1"])
        .args(words.split_whitespace())
        .output()
        .unwrap()
}

fn text(output: &[u8]) -> String {
    String::from_utf8_lossy(output).into_owned()
}

#[test]
fn options_are_listed() {
    let output = run(&file("lister", ENGINE), "-list");
    assert_eq!(text(&output.stdout), "pace 5 0 40 2\n", "{}", text(&output.stderr));
}

#[test]
fn a_climb_ends_and_is_gone_on_with() {
    let engine = file("climber", ENGINE);
    let parameters = file("climb.txt", "pace 5 0 40 2\n");
    let state = file("climb.state", "");
    fs::remove_file(&state).unwrap();
    let words = format!(
        "-params {} -variant shogi,shosu -iterations 6 -interval 4 -concurrency 2 -resume {}",
        parameters.display(),
        state.display()
    );
    let output = run(&engine, &words);
    let due = "pace 5 0 40 2 # 5.00, from 5\n\n";
    assert_eq!(text(&output.stdout), format!("# after 4 of 6\n{due}# after 6 of 6\n{due}"));
    assert!(fs::read_to_string(&state).unwrap().starts_with("# ozutsu-spsa 6 0.002 1 6\npace 5 "));
    assert_eq!(text(&run(&engine, &words).stdout), format!("# after 6 of 6\n{due}"));
    // An interrupt had come in the midst of a pair.
    fs::write(&state, "# ozutsu-spsa 6 0.002 1 5 3\npace 5 0 40 2 # 5\n").unwrap();
    assert_eq!(text(&run(&engine, &words).stdout), format!("# after 6 of 6\n{due}"));
    assert!(fs::read_to_string(&state).unwrap().starts_with("# ozutsu-spsa 6 0.002 1 6\npace 5 "));
    for other in ["-iterations 9", "-iterations 6 -seed 2"] {
        let other = run(&engine, &words.replace("-iterations 6", other));
        let complaint = text(&other.stderr);
        assert!(complaint.contains("6 iterations at rate 0.002 from seed 1 there"), "{complaint}");
    }
}

#[test]
fn what_cannot_be_tuned_is_told() {
    let engine = file("refuser", ENGINE);
    let parameters = file("refused.txt", "speed 5 0 40 2\n");
    let wide = file("wide.txt", "pace 90 60 100 2\n");
    for (words, fault) in [
        (format!("-params {}", wide.display()), "error: one has no pace of '"),
        (format!("-params {}", parameters.display()), "error: one has no option 'speed'"),
        ("-params /no/such/file".to_owned(), "error: the parameters cannot be read"),
        ("-iterations 5".to_owned(), "error: -params is missing"),
        (format!("-params {} -rate 0", parameters.display()), "error: -rate must be above 0"),
        (format!("-params {} -fast", parameters.display()), "error: there is no -fast"),
    ] {
        let output = run(&engine, &words);
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(text(&output.stderr).starts_with(fault), "{}", text(&output.stderr));
    }
}
