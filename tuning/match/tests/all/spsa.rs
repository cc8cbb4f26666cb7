//! Runs the program with a shell script as the engine. It resigns every game, so each side of a
//! pair wins one game.

use crate::{file, new_path, read, run_program, stderr, stdout};
use std::fs;
use std::process::Output;

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

#[track_caller]
fn run(engine: &str, args: &str) -> Output {
    let args = format!("-engine cmd=sh arg={engine} nodes=1 {args}");
    run_program(env!("CARGO_BIN_EXE_ozutsu-spsa"), &args)
}

#[test]
fn tunable_options_are_listed() {
    let output = run(&file("lister", ENGINE), "-list");
    assert_eq!(stdout(&output), "pace 5 0 40 2\n", "{}", stderr(&output));
}

#[test]
fn an_option_with_the_widest_range_is_listed() {
    let range = format!("min {} max {}", i64::MIN, i64::MAX);
    let engine = file("wide-lister", &ENGINE.replace("min 0 max 40", &range));
    let output = run(&engine, "-list");
    let expected = format!("pace 5 {} {} 922337203685477600\n", i64::MIN, i64::MAX);
    assert_eq!(stdout(&output), expected, "{}", stderr(&output));
}

#[test]
fn an_engine_without_tunable_options_is_an_error() {
    let engine = file("untunable", &ENGINE.replace("name pace", "name Pace"));
    let output = run(&engine, "-list");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let error = stderr(&output);
    assert!(error.contains("no spin options with lower-case names"), "{error}");
}

/// Returns the arguments of a short run of six iterations.
fn short_run(parameters: &str, state: &str) -> String {
    format!(
        "-params {} -variant shogi,shosu -iterations 6 -interval 3 -concurrency 2 -resume {}",
        parameters, state
    )
}

#[test]
fn a_run_finishes_and_is_resumed() {
    let engine = file("tuned", ENGINE);
    let parameters = file("run.txt", "pace 5 0 40 2\n");
    let state = new_path("run.state");
    let args = short_run(&parameters, &state);
    let output = run(&engine, &args);
    let values = "pace 5 0 40 2 # 5.00, from 5\n\n";
    let expected = format!("# after 3 of 6\n{values}# after 6 of 6\n{values}");
    assert_eq!(stdout(&output), expected, "{}", stderr(&output));
    let finished = read(&state);
    let [settings, iterations @ ..] = &finished.lines().collect::<Vec<_>>()[..] else { panic!() };
    let start = r#"{"format":"ozutsu-spsa","version":3,"settings":{"#;
    assert!(settings.starts_with(start), "{settings}");
    assert!(settings.contains(r#""parameter 1":"pace 5 0 40 2""#), "{settings}");
    let line =
        |number, half_points| format!(r#"{{"number":{number},"half_points":{half_points}}}"#);
    let mut sorted = iterations.to_vec();
    sorted.sort_unstable();
    assert_eq!(sorted, [0, 1, 2, 3, 4, 5].map(|number| line(number, "[0,2]")));
    assert_eq!(stdout(&run(&engine, &args)), format!("# after 6 of 6\n{values}"));
    // An interrupted run: iterations 3 and 5 are unfinished, and the first side has won iteration 4.
    let played = [line(4, "[2,2]"), line(0, "[0,2]"), line(2, "[0,2]"), line(1, "[0,2]")];
    let interrupted = format!("{settings}\n{}\n{{\"num", played.join("\n"));
    fs::write(&state, interrupted).unwrap();
    let expected = stdout(&run(&engine, &args));
    assert!(expected.contains("# after 6 of 6\npace 5 0 40 2 # 5.01, from 5"), "{expected}");
    let finished = read(&state);
    assert_eq!(finished.lines().count(), 7);
    for (other, difference) in [
        ("-iterations 9", "-iterations is 6 in the file, 9 on the command line"),
        ("-iterations 6 -seed 2", "-seed is 1 in the file, 2 on the command line"),
    ] {
        let output = run(&engine, &args.replace("-iterations 6", other));
        let error = stderr(&output);
        assert!(error.contains(difference), "{error}");
        assert_eq!(read(&state), finished);
    }
}

/// The script of the engine is gone in the third iteration, so that the engine cannot be started again.
#[test]
fn the_values_are_printed_before_an_error() {
    let fault = "go*) n=$((n + 1)); [ $n -gt 2 ] && rm -f \"$0\" && exit";
    let engine = file("vanishing", &ENGINE.replace("go*)", &format!("{fault};")));
    let parameters = file("vanishing.txt", "pace 5 0 40 2\n");
    let output = run(&engine, &format!("-params {parameters} -variant shogi -iterations 6"));
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    let expected = "# after 2 of 6\npace 5 0 40 2 # 5.00, from 5\n\n";
    assert_eq!(stdout(&output), expected, "{}", stderr(&output));
    assert!(stderr(&output).starts_with("error: sh has exited: "), "{}", stderr(&output));
}

#[test]
fn invalid_arguments_are_rejected() {
    let engine = file("spsa-rejecting", ENGINE);
    let parameters = file("unknown_option.txt", "speed 5 0 40 2\n");
    let wide = file("wide.txt", "pace 90 60 100 2\n");
    for (args, error) in [
        (format!("-params {}", wide), "error: sh does not allow '"),
        (format!("-params {}", parameters), "error: sh has no option 'speed'"),
        ("-params /no/such/file".to_owned(), "error: cannot read the parameters /no/such/file: "),
        ("-iterations 5".to_owned(), "error: -params is missing"),
        (format!("-params {} -rate 0", parameters), "error: -rate must be above 0"),
    ] {
        let output = run(&engine, &args);
        assert_eq!(output.status.code(), Some(2), "{args}");
        assert!(stderr(&output).starts_with(error), "{}", stderr(&output));
    }
}
