//! Runs the program with a shell script as the engine.

use crate::{file, new_path, read, run_program, stderr, stdout};
use std::process::Output;

/// An engine that resigns every game if `strength` is low, and every fifth game if it is high. The
/// option `unused` has no effect.
const ENGINE: &str = "
strength=0 games=0
while read -r line; do
    case $line in
    usi) echo 'option name strength type spin default 5 min 0 max 40'
         echo 'option name unused type spin default 5 min 0 max 40'
         echo usiok ;;
    'setoption name strength value '*) strength=${line##* } ;;
    usinewgame) games=$((games + 1)) ;;
    isready) echo readyok ;;
    go*) if [ $strength -gt 5 ] && [ $((games % 5)) -gt 0 ]; then echo 'bestmove 7g7f'
         else echo 'bestmove resign'; fi ;;
    quit) exit ;;
    esac
done
";

#[track_caller]
fn run(args: &str) -> Output {
    run_program(env!("CARGO_BIN_EXE_ozutsu-screen"), args)
}

/// Returns the arguments of an experiment with the factors `strong` and `unused`.
fn experiment(engine: &str, factors: &str, state: &str, more: &str) -> String {
    format!(
        "-engine cmd=sh arg={engine} -each nodes=1 -factor strong strength=0:9 -factors {factors} \
         -variant shogi,cannonshogi -concurrency 1 -resume {state} {more}"
    )
}

#[test]
fn an_experiment_finds_the_effect_and_is_resumed() {
    let engine = file("screened", ENGINE);
    let factors = file("ideas", "unused=1:9 # none\n");
    let [one, two] = ["one.screen", "two.screen"].map(new_path);
    let args = |state: &str, more: &str| experiment(&engine, &factors, state, more);
    // A state file without pairs is overwritten by a run with other settings.
    run(&args(&one, "-factor speed=0:9"));
    assert!(read(&one).contains("speed=0:9\""));
    let output = stdout(&run(&args(&one, "-rounds 30 -interval 15")));
    let table = "30 pairs\neffects can be estimated after 34 pairs\n";
    assert!(output.contains(table), "{output}");
    assert_eq!(output.matches("/30 pairs, 0:0").count(), 2, "{output}");
    let state = read(&one);
    let header = r#"{"format":"ozutsu-screen","version":2,"settings":{"#;
    assert!(state.starts_with(header), "{state}");
    assert!(state.contains(r#""-factor":"strong strength=0:9; unused unused=1:9""#), "{state}");
    assert!(state.contains(r#""engine cmd":"sh""#), "{state}");
    assert_eq!(state.matches("\n{\"number\":").count(), 30);

    let output = stdout(&run(&args(&one, "-rounds 100")));
    assert!(read(&one).starts_with(&state));
    let rows: Vec<Vec<&str>> =
        output.lines().map(|line| line.split_whitespace().collect()).collect();
    let table = rows.iter().position(|row| row.first() == Some(&"factor")).unwrap();
    let [head, strong, unused] = [0, 1, 2].map(|row| &rows[table + row]);
    assert_eq!(head[..], ["factor", "Elo", "high", "cannonshogi", "shogi", "low:high"]);
    assert_eq!((strong[0], strong[3], strong[8]), ("strong", "100.0%", "strength=0:9"), "{output}");
    assert_eq!((unused[0], unused[8]), ("unused", "unused=1:9"), "{output}");
    let elo: f64 = unused[1].parse().unwrap();
    let error_bar: f64 = unused[2].trim_start_matches('±').parse().unwrap();
    assert!(elo.abs() < 2.0 * error_bar, "{output}");

    run(&args(&two, "-rounds 20 -seed 2"));
    let output = stdout(&run(&format!("--merge {one} {two}")));
    assert!(output.starts_with("120 pairs\nfactor "), "{output}");
    let error = stderr(&run(&format!("--merge {one} {one}")));
    assert!(error.starts_with("error: pair 0 of seed 1 is stored twice"), "{error}");
    let error = stderr(&run(&args(&one, "-factor Hash=1:2")));
    assert!(error.contains("belongs to another run: -factor is strong"), "{error}");
}

#[test]
fn invalid_arguments_are_rejected() {
    let engine = file("rejecting", ENGINE);
    let foreign = file("foreign", "ozutsu-match 1\n");
    for (args, error) in [
        ("-factor speed=0:9".to_owned(), "error: sh has no option 'speed'"),
        ("-factor unused=41:99".to_owned(), "error: sh does not allow '"),
        ("-factor unused".to_owned(), "error: -factor: expected OPTION=LOW:HIGH"),
        ("-factor unused=1:2 -factor unused=2:3".to_owned(), "error: two factors are named unused"),
        ("-rounds 9".to_owned(), "error: no factors: use -factor or -factors"),
        ("-factors /no/such/file".to_owned(), "error: cannot read the factors /no/such/file: "),
        ("-engine cmd=x".to_owned(), "error: only one -engine is allowed"),
        (
            format!("--merge {foreign}"),
            "error: --merge can only be combined with -rules, found -engine",
        ),
    ] {
        let output = run(&format!("-engine cmd=sh arg={engine} nodes=1 {args}"));
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""), "{args}");
        let found = stderr(&output);
        assert!(found.starts_with(error) && found.lines().count() == 1, "{found}");
    }
    let found = stderr(&run(&format!("--merge {foreign}")));
    let error = "not a screen state of this version (expected ozutsu-screen format 2, found \
                 'ozutsu-match 1')";
    assert!(found.contains(error), "{found}");
}
