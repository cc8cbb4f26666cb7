//! The built program with an engine that is a few lines of shell.
#![cfg(unix)]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// It resigns where `pluck` is low, and every fifth game where it is high; `mood` does nothing.
const ENGINE: &str = "
pluck=0 games=0
while read -r line; do
    case $line in
    usi) echo 'option name pluck type spin default 5 min 0 max 40'
         echo 'option name mood type spin default 5 min 0 max 40'
         echo usiok ;;
    'setoption name pluck value '*) pluck=${line##* } ;;
    usinewgame) games=$((games + 1)) ;;
    isready) echo readyok ;;
    go*) if [ $pluck -gt 5 ] && [ $((games % 5)) -gt 0 ]; then echo 'bestmove 7g7f'
         else echo 'bestmove resign'; fi ;;
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

/// A path where nothing is yet.
fn path(name: &str) -> String {
    let path = file(name, "");
    fs::remove_file(&path).unwrap();
    path.display().to_string()
}

#[track_caller]
fn run(words: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_ozutsu-screen");
    Command::new(program).args(words.split_whitespace()).output().unwrap()
}

fn text(output: &[u8]) -> String {
    String::from_utf8_lossy(output).into_owned()
}

#[test]
fn a_screen_finds_what_wins_and_is_gone_on_with() {
    let engine = file("screened", ENGINE).display().to_string();
    let factors = file("ideas", "mood=1:9 # none\n").display().to_string();
    let [one, two] = ["one.screen", "two.screen"].map(path);
    let words = |record: &str, more: &str| {
        format!(
            "-engine cmd=sh arg={engine} -each nodes=1 -factor brave pluck=0:9 \
             -factors {factors} -variant shogi,cannonshogi -concurrency 1 -resume {record} {more}"
        )
    };
    // What could not begin does not stand in the way.
    run(&words(&one, "-factor speed=0:9"));
    assert!(fs::read_to_string(&one).unwrap().contains("speed=0:9\""));
    let first = run(&words(&one, "-rounds 30 -interval 15"));
    let told = text(&first.stdout);
    assert!(told.contains("30 pairs\neffects cannot be told before 34 pairs\n"), "{told}");
    assert_eq!(told.matches("/30 pairs, 0:0").count(), 2, "{told}");
    let record = fs::read_to_string(&one).unwrap();
    assert!(
        record.starts_with(r#"{"format":"ozutsu-screen","version":2,"settings":{"#),
        "{record}"
    );
    assert!(record.contains(r#""-factor":"brave pluck=0:9; mood mood=1:9""#), "{record}");
    assert!(record.contains(r#""engine cmd":"sh""#), "{record}");
    assert_eq!(record.matches("\n{\"number\":").count(), 30);

    let told = text(&run(&words(&one, "-rounds 100")).stdout);
    assert!(fs::read_to_string(&one).unwrap().starts_with(&record));
    let rows: Vec<Vec<&str>> = told.lines().map(|line| line.split_whitespace().collect()).collect();
    let table = rows.iter().position(|row| row.first() == Some(&"factor")).unwrap();
    let [head, brave, mood] = [0, 1, 2].map(|place| &rows[table + place]);
    assert_eq!(head[..], ["factor", "Elo", "high", "cannonshogi", "shogi", "low:high"]);
    assert_eq!((brave[0], brave[3], brave[8]), ("brave", "100.0%", "pluck=0:9"), "{told}");
    assert_eq!((mood[0], mood[8]), ("mood", "mood=1:9"), "{told}");
    let off: f64 = mood[1].parse().unwrap();
    let bound: f64 = mood[2].trim_start_matches('±').parse().unwrap();
    assert!(off.abs() < 2.0 * bound, "{told}");

    run(&words(&two, "-rounds 20 -seed 2"));
    let told = text(&run(&format!("--merge {one} {two}")).stdout);
    assert!(told.starts_with("120 pairs\nfactor "), "{told}");
    let twice = text(&run(&format!("--merge {one} {one}")).stderr);
    assert!(twice.starts_with("error: pair 0 of seed 1 is stored twice"), "{twice}");
    let other = text(&run(&words(&one, "-factor Hash=1:2")).stderr);
    assert!(other.contains("belongs to another run: -factor is brave"), "{other}");
}

#[test]
fn what_cannot_be_screened_is_told() {
    let engine = file("refuser", ENGINE).display().to_string();
    let spoilt = file("spoilt", "ozutsu-match 1\n").display().to_string();
    for (words, fault) in [
        ("-factor speed=0:9".to_owned(), "error: one has no option 'speed'"),
        ("-factor mood=41:99".to_owned(), "error: one has no mood of '"),
        ("-factor mood".to_owned(), "error: -factor: OPTION=LOW:HIGH expected"),
        ("-factor mood=1:2 -factor mood=2:3".to_owned(), "error: mood is varied twice"),
        ("-rounds 9".to_owned(), "error: nothing is varied: give -factor or -factors"),
        ("-factors /no/such/file".to_owned(), "error: the factors cannot be read"),
        ("-factor mood=1:2 -fast".to_owned(), "error: there is no -fast"),
        ("-engine cmd=x".to_owned(), "error: one -engine plays against itself"),
        (format!("--merge {spoilt}"), "error: --merge stands alone, without -engine"),
    ] {
        let output = run(&format!("-engine cmd=sh arg={engine} nodes=1 {words}"));
        assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(2), ""), "{words}");
        let complaint = text(&output.stderr);
        assert!(complaint.starts_with(fault) && complaint.lines().count() == 1, "{complaint}");
    }
    let complaint = text(&run(&format!("--merge {spoilt}")).stderr);
    assert!(complaint.contains("not a screen state of this version (expected ozutsu-screen format 2, found 'ozutsu-match 1')"));
}
