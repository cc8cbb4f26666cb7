//! Runs the program with a shell script as the engine. It resigns every game, so each side of a
//! pair wins one game.

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

/// Writes a file in the folder for test files and returns its path.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

#[track_caller]
fn run(engine: &Path, args: &str) -> Output {
    let script = format!("arg={}", engine.display());
    Command::new(env!("CARGO_BIN_EXE_ozutsu-spsa"))
        .args(["-engine", "cmd=sh", &script, "nodes=1"])
        .args(args.split_whitespace())
        .output()
        .unwrap()
}

fn text(output: &[u8]) -> String {
    String::from_utf8_lossy(output).into_owned()
}

#[test]
fn tunable_options_are_listed() {
    let output = run(&file("lister", ENGINE), "-list");
    assert_eq!(text(&output.stdout), "pace 5 0 40 2\n", "{}", text(&output.stderr));
}

#[test]
fn an_engine_without_tunable_options_is_an_error() {
    let engine = file("untunable", &ENGINE.replace("name pace", "name Pace"));
    let output = run(&engine, "-list");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let error = text(&output.stderr);
    assert!(error.contains("no spin options with lower-case names"), "{error}");
}

/// Returns the arguments of a short run of six iterations.
fn short_run(parameters: &Path, state: &Path) -> String {
    format!(
        "-params {} -variant shogi,shosu -iterations 6 -interval 4 -concurrency 2 -resume {}",
        parameters.display(),
        state.display()
    )
}

#[test]
fn a_run_finishes_and_is_resumed() {
    let engine = file("tuned", ENGINE);
    let parameters = file("run.txt", "pace 5 0 40 2\n");
    let state = file("run.state", "");
    fs::remove_file(&state).unwrap();
    let args = short_run(&parameters, &state);
    let output = run(&engine, &args);
    let values = "pace 5 0 40 2 # 5.00, from 5\n\n";
    let expected = format!("# after 4 of 6\n{values}# after 6 of 6\n{values}");
    assert_eq!(text(&output.stdout), expected, "{}", text(&output.stderr));
    let finished = fs::read_to_string(&state).unwrap();
    let expected = r#"{
  "format": "ozutsu-spsa",
  "version": 2,
  "iterations": 6,
  "rate": 0.002,
  "seed": 1,
  "next_iteration": 6,
  "unfinished_iterations": [],
  "parameters": [
    {
      "name": "pace",
      "start": 5.0,
      "min": 0.0,
      "max": 40.0,
      "step": 2.0,
      "value": 5.0
    }
  ]
}
"#;
    assert_eq!(finished, expected);
    assert_eq!(text(&run(&engine, &args).stdout), format!("# after 6 of 6\n{values}"));
    // An interrupted run: iterations 3 and 5 are unfinished.
    let interrupted = finished
        .replace("\"next_iteration\": 6", "\"next_iteration\": 5")
        .replace("\"unfinished_iterations\": []", "\"unfinished_iterations\": [3]");
    fs::write(&state, interrupted).unwrap();
    assert_eq!(text(&run(&engine, &args).stdout), format!("# after 6 of 6\n{values}"));
    assert_eq!(fs::read_to_string(&state).unwrap(), finished);
    for other in ["-iterations 9", "-iterations 6 -seed 2"] {
        let output = run(&engine, &args.replace("-iterations 6", other));
        let error = text(&output.stderr);
        assert!(error.contains("6 iterations at rate 0.002 from seed 1 in the file"), "{error}");
        assert_eq!(fs::read_to_string(&state).unwrap(), finished);
    }
}

#[test]
fn a_foreign_or_old_state_file_is_rejected_and_kept() {
    let engine = file("unused", ENGINE);
    let parameters = file("foreign.txt", "pace 5 0 40 2\n");
    for content in [
        "# ozutsu-spsa 6 0.002 1 5 3\npace 5 0 40 2 # 5\n",
        "{\"format\":\"ozutsu-match\",\"version\":2,\"settings\":{}}\n",
        "pace 5 0 40 2\n",
        "",
    ] {
        let state = file("foreign.state", content);
        let output = run(&engine, &short_run(&parameters, &state));
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains("foreign.state: not a tuning state of this version"), "{error}");
        assert!(error.contains("start a new file with -resume"), "{error}");
        assert_eq!(fs::read_to_string(&state).unwrap(), content);
    }
}

#[test]
fn invalid_arguments_are_rejected() {
    let engine = file("rejecting", ENGINE);
    let parameters = file("unknown_option.txt", "speed 5 0 40 2\n");
    let wide = file("wide.txt", "pace 90 60 100 2\n");
    for (args, error) in [
        (format!("-params {}", wide.display()), "error: sh does not allow '"),
        (format!("-params {}", parameters.display()), "error: sh has no option 'speed'"),
        ("-params /no/such/file".to_owned(), "error: cannot read the parameters /no/such/file: "),
        ("-iterations 5".to_owned(), "error: -params is missing"),
        (format!("-params {} -rate 0", parameters.display()), "error: -rate must be above 0"),
        (format!("-params {} -fast", parameters.display()), "error: unknown option -fast"),
    ] {
        let output = run(&engine, &args);
        assert_eq!(output.status.code(), Some(2), "{args}");
        assert!(text(&output.stderr).starts_with(error), "{}", text(&output.stderr));
    }
}
