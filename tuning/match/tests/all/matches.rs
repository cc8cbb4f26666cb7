//! Whole matches: results, output files, state files and the command line.

use crate::{
    FAULTY_ENGINE, OZUTSU_MATCH, a_against_b, file, long_match, new_path, play_against, read, run,
    run_program, stderr, stdout,
};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// Returns the first two columns of the table: the game and the number of games.
fn rows(text: &str) -> Vec<String> {
    let rows = text.lines().skip_while(|line| !line.starts_with("game ")).skip(1);
    rows.take_while(|line| !line.starts_with("points a pair"))
        .map(|line| line.split_whitespace().take(2).collect::<Vec<_>>().join(" "))
        .collect()
}

#[test]
fn pairs_cycle_through_the_games_in_both_protocols() {
    for protocol in ["usi", "uci"] {
        let games = "-variant CannonShosu,Shogi -games 8 -repeat -maxmoves 6";
        let output = run(&a_against_b(&format!("proto={protocol} {games}")));
        let text = stdout(&output);
        assert_eq!(rows(&text), ["cannonshosu 4", "shogi 4", "all 8"], "{text}");
        assert!(text.contains("A: ") && text.contains(" knps, depth 1.0\n"), "{text}");
        assert!(!text.contains("by failure"), "{text}");
    }
}

/// A rules file.
const MINICANNON: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/rules/examples/minicannon.toml");

#[test]
fn a_game_from_a_file_is_played_and_resumed() {
    let (state, pgn) = (new_path("minicannon.state"), new_path("minicannon.pgn"));
    let play = |games: u32| {
        run(&a_against_b(&format!(
            "arg=files -rules {MINICANNON} -variant minicannon,shogi -games {games} -repeat -maxmoves 6 \
             -resume {state} -pgnout {pgn}"
        )))
    };
    for (games, expected) in [(4, "2"), (8, "4")] {
        let output = play(games);
        let text = stdout(&output);
        let row = |game: &str| format!("{game} {expected}");
        assert_eq!(rows(&text)[..2], [row("minicannon"), row("shogi")], "{}", stderr(&output));
        assert!(!text.contains("by failure"), "{text}");
    }
    let games = read(&pgn);
    assert_eq!(games.matches("[Variant \"minicannon\"]").count(), 4, "{games}");
    // The state can be read only with the game.
    let merged = run(&format!("--merge {state} -rules {MINICANNON}"));
    assert_eq!(rows(&stdout(&merged))[0], "minicannon 4", "{}", stderr(&merged));
    let without = run(&format!("--merge {state}"));
    assert!(!without.status.success() && stderr(&without).contains("minicannon"));
}

/// An engine that stays with its former game would lose by illegal moves.
#[test]
fn an_engine_that_refuses_the_game_ends_the_match() {
    let other = file("other.toml", &read(MINICANNON).replace("minicannon", "othercannon"));
    let refused = "error: A does not know the game ";
    for (args, error) in [
        (
            format!("arg=files option.VariantPath={other} -rules {MINICANNON} -variant minicannon"),
            format!("{refused}minicannon\n"),
        ),
        (
            "arg=stubborn -variant shosu".to_owned(),
            format!("warning: A: unknown variant shosu\n{refused}shosu\n"),
        ),
    ] {
        let output = run(&a_against_b(&args));
        assert_eq!((output.status.code(), stderr(&output)), (Some(1), error), "{args}");
        assert!(!stdout(&output).contains("Score of"), "{}", stdout(&output));
    }
}

/// Engines take `VariantPath` as a list of files.
#[cfg(unix)]
#[test]
fn a_path_that_looks_like_a_list_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().canonicalize().unwrap().join("mini:cannon.toml");
    fs::copy(MINICANNON, &rules).unwrap();
    let rules = rules.display();
    let output = run(&a_against_b(&format!("arg=files -rules {rules} -variant minicannon")));
    let expected =
        format!("error: A cannot load {rules}: ':' separates the paths in VariantPath\n");
    assert_eq!((output.status.code(), stderr(&output)), (Some(2), expected));
}

#[test]
fn moves_on_large_boards_are_converted_for_fairy_stockfish() {
    let output = run(&format!(
        "-engine name=A cmd={FAULTY_ENGINE} -engine name=B cmd={FAULTY_ENGINE} arg=fairy \
         -each nodes=1 -variant shosu -games 4 -maxmoves 40"
    ));
    let text = stdout(&output);
    assert_eq!(rows(&text), ["shosu 4"], "{text}");
    assert!(!text.contains("by failure"), "{text}");
}

/// GUIs set two options of every USI engine, which need not list them. UCI has no such options.
#[test]
fn the_options_of_usi_need_not_be_listed() {
    let output = play_against("none", "option.Hash=16 option.USI_Ponder=0 -debug");
    let trace = stderr(&output);
    for option in ["USI_Hash value 16", "USI_Ponder value false"] {
        assert!(trace.contains(&format!(" < setoption name {option}\n")), "{option}: {trace}");
    }
    let output = play_against("none", "option.USI_Hash=much");
    assert_eq!(stderr(&output), "error: bad does not allow 'much' for option 'USI_Hash'\n");
    let output = play_against("none", "proto=uci option.Hash=16");
    assert_eq!(stderr(&output), "error: bad has no option 'Hash'\n");
}

#[test]
fn the_state_file_of_another_match_is_refused() {
    let path = new_path("other.state");
    let resume = format!("-resume {path}");
    play_against("none", &resume);
    let output = play_against("illegal", &resume);
    let difference = "engine 2 option.Fault is none in the file, illegal on the command line";
    let expected = format!("error: {path} belongs to another run: {difference}\n");
    assert_eq!((output.status.code(), stderr(&output)), (Some(2), expected));
    // A file without one of the settings is refused as well.
    let text = read(&path);
    fs::write(&path, text.replace("\"engine 2 stall\":\"2\",", "")).unwrap();
    let error = stderr(&play_against("none", &resume));
    let difference = "engine 2 stall is not set in the file, 2 on the command line\n";
    assert!(error.ends_with(difference), "{error}");
    let error = stderr(&play_against("none", &format!("-state {path}")));
    assert!(error.contains("other.state already exists: use -resume "), "{error}");
}

#[test]
fn a_state_file_without_results_is_replaced() {
    for flag in ["-state", "-resume"] {
        let path = new_path("failed.state");
        let args = format!("{flag} {path}");
        let failed = play_against("none", &format!("option.Style=wild {args}"));
        assert_eq!(failed.status.code(), Some(2), "{}", stdout(&failed));
        let output = play_against("none", &args);
        assert_eq!(rows(&stdout(&output)), ["shogi 2"], "{}", stderr(&output));
        let text = read(&path);
        assert!(!text.contains("Style") && text.contains("{\"number\":0,"), "{text}");
    }
}

#[test]
fn a_match_that_is_refused_writes_no_files() {
    let paths = ["refused.state", "refused.pgn", "refused.log"].map(new_path);
    let [state, pgn, log] = &paths;
    let files = format!("-resume {state} -pgnout {pgn} -log {log}");
    for args in ["-openings file=/no/such/book", "-openings set start=999"] {
        let output = play_against("none", &format!("{args} {files}"));
        assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
        assert!(!paths.iter().any(|path| Path::new(path).exists()), "{args}");
    }
}

#[test]
fn a_file_of_another_program_is_kept() {
    let path = file("foreign.state", "unrelated text\nseed\t1\n");
    for flag in ["-state", "-resume"] {
        let output = play_against("none", &format!("{flag} {path}"));
        let expected = format!(
            "error: {path}: not a match state of this version (expected ozutsu-match format 2, found \
             'unrelated text')\n"
        );
        assert_eq!((output.status.code(), stderr(&output)), (Some(2), expected));
        assert_eq!(read(&path), "unrelated text\nseed\t1\n");
    }
}

#[test]
fn shards_are_merged() {
    let paths = ["one.state", "two.state", "three.state"].map(new_path);
    for (state, shard) in paths.iter().zip(["1/2", "2/2", "1/2"]) {
        play_against("none", &format!("-games 12 -seed 5 -shard {shard} -state {state}"));
    }
    let [one, two, three] = &paths;
    let merged = run(&format!("--merge {one} {two} -sprt elo0=0 elo1=10"));
    assert_eq!(rows(&stdout(&merged)), ["shogi 12"], "{}", stderr(&merged));
    assert!(stdout(&merged).contains("LLR "), "{}", stdout(&merged));
    let repeated = run(&format!("--merge {one} {two} {three}"));
    assert_eq!(repeated.status.code(), Some(2));
    let error = stderr(&repeated);
    assert!(error.contains("pair 0 of seed 5 is stored twice"), "{error}");
}

/// Starts to watch the state files in a folder.
fn watch(folder: &Path, sprt: &str) -> Child {
    let mut command = Command::new(OZUTSU_MATCH);
    command.args(["--merge", "--watch"]).arg(folder).args(["-ratinginterval", "1"]);
    command
        .args(sprt.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

#[test]
fn a_folder_is_watched_until_all_shards_are_complete() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let play = |shard: u32, games| {
        let state = path(&format!("{shard}.state")).display().to_string();
        play_against("none", &format!("-games {games} -seed 5 -shard {shard}/2 -resume {state}"));
    };
    // Other files are not read, and a shard that has stopped is not complete.
    fs::write(path("notes"), "{}").unwrap();
    play(1, 8);
    let first = read(path("1.state"));
    assert_eq!(first.lines().nth(1), Some("{\"pairs\":2}"), "{first}");
    let mut lines: Vec<_> = first.lines().collect();
    lines.pop();
    fs::write(path("1.state"), lines.join("\n") + "\n").unwrap();
    play(2, 8);
    let mut child = watch(folder.path(), "");
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert!(line.starts_with("6 games, 1 of 2 shards complete, 0:"), "{line}");
    assert!(line.contains(" | +0 =6 -0 Elo "), "{line}");
    play(1, 8);
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert!(rest.starts_with("8 games, 2 of 2 shards complete, "), "{rest}");
    assert!(rest.contains("\nScore of good vs bad\n"), "{rest}");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    // More games for one shard.
    play(1, 12);
    let stored = read(path("1.state"));
    assert!(stored.contains("{\"pairs\":3}\n"), "{stored}");
}

#[test]
fn a_folder_is_watched_until_the_test_decides() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("1.state").display().to_string();
    let sprt = |elo0: u32| format!("-sprt elo0={elo0} elo1={}", elo0 + 100);
    let shard = |number: u32| format!("-games 200 -seed 5 -shard {number}/2 -resume {state}");
    // "good" wins every game. A shard that ends by its own test is complete.
    play_against("resign", &format!("{} {}", shard(1), sprt(0)));
    let stored = read(&state);
    let pairs = stored.lines().filter(|line| line.starts_with("{\"number\"")).count();
    assert!(pairs < 50 && stored.ends_with(&format!("{{\"pairs\":{pairs}}}\n")), "{stored}");
    let ended = watch(folder.path(), &sprt(0)).wait_with_output().unwrap();
    assert_eq!((ended.status.code(), stderr(&ended)), (Some(0), String::new()));
    assert!(stdout(&ended).contains("H1 accepted"), "{}", stdout(&ended));
    fs::write(folder.path().join("2.state"), stored.replacen("\"1/2\"", "\"1/3\"", 1)).unwrap();
    let doubled = watch(folder.path(), &sprt(0)).wait_with_output().unwrap();
    assert_eq!(doubled.status.code(), Some(2), "{}", stdout(&doubled));
    for (args, error) in [
        ("--merge --watch /no/such/folder", "cannot read the folder /no/such/folder: "),
        ("--merge a.state --watch .", "-merge takes no value, found 'a.state'"),
        ("--merge --watch . -games 2", "--merge can only be combined with -sprt, -rules, -watch, "),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args}");
        assert!(stderr(&output).starts_with(&format!("error: {error}")), "{}", stderr(&output));
    }
}

/// The schema is checked by `engine-tests/thirdparty/json_lines.py`.
#[test]
fn json_has_an_object_for_every_event() {
    let state = new_path("json.state");
    let objects = |output: &Output| -> Vec<Value> {
        let text = stdout(output);
        text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    };
    let args = "-games 8 -json -ratinginterval 4 -seed 3 -sprt elo0=0 elo1=50";
    let played = objects(&play_against("illegal", &format!("{args} -resume {state}")));
    let types: Vec<_> = played.iter().map(|object| object["type"].as_str().unwrap()).collect();
    let count = |name| types.iter().filter(|found| **found == name).count();
    assert_eq!((types[0], types[types.len() - 1]), ("match_start", "match_end"));
    assert_eq!((count("failed_game"), count("match_progress")), (8, 2), "{types:?}");
    let progress = played.iter().filter(|object| object["type"] == "match_progress");
    let games: Vec<_> = progress.map(|object| object["games"].as_u64().unwrap()).collect();
    assert_eq!(games, [4, 8], "with the pair that has just ended");
    assert_eq!(played[0], json!({"type": "match_start", "engines": ["good", "bad"], "seed": 3}));
    assert_eq!(
        (&played[1]["winner"], &played[1]["reason"]),
        (&json!("good"), &json!("illegal_move"))
    );
    let end = played.last().unwrap();
    let [good, bad] = [0, 1].map(|index| &end["engines"][index]);
    assert_eq!((&end["games"], &good["wins"], &bad["losses"]), (&json!(8), &json!(8), &json!(8)));
    let side = json!({"games": 4, "wins": 4, "draws": 0, "losses": 0});
    assert_eq!((&good["black"], &good["white"]), (&side, &side));
    assert_eq!((&good["pairs"], &bad["pairs"]), (&json!([0, 0, 0, 0, 4]), &json!([4, 0, 0, 0, 0])));
    // All pairs have the same result, so there is no interval.
    assert_eq!(
        (&good["elo"], &good["score"], &bad["failures"]),
        (&json!(null), &json!(1.0), &json!(8))
    );
    assert_eq!((&end["sprt"]["elo1"], &end["sprt"]["accepted"]), (&json!(50.0), &json!(null)));
    assert_eq!(end["variants"][0]["variant"], "shogi");
    let merge = format!("--merge {state} -json -sprt elo0=0 elo1=50");
    assert_eq!(objects(&run(&merge)), std::slice::from_ref(end));
}

#[test]
fn states_of_different_matches_are_not_merged() {
    let [here, there] = ["here.state", "there.state"].map(new_path);
    play_against("none", &format!("-state {here}"));
    play_against("none", &format!("-draw movecount=9 score=0 -state {there}"));
    let merged = run(&format!("--merge {here} {there}"));
    let expected = format!(
        "error: these files are from different runs: -draw is not set in {here}, movenumber=0 movecount=9 score=0 in \
         {there}\n"
    );
    assert_eq!((merged.status.code(), stderr(&merged)), (Some(2), expected));
}

#[test]
fn pgn_and_log_are_written_and_the_log_can_be_a_book() {
    let (pgn, log) = (new_path("games.pgn"), new_path("games.log"));
    let files = format!("-pgnout {pgn} -log {log}");
    play_against("none", &format!("{files} -games 4"));
    let games = read(&pgn).replace('\n', " ");
    assert_eq!(games.matches("[Variant \"shogi\"]").count(), 4);
    assert_eq!(games.matches(" {draw by length} 1/2-1/2  ").count(), 4, "{games}");
    assert_eq!(games.matches("[Round \"2\"]").count(), 2, "{games}");
    assert_eq!(games.matches("[BlackTimeControl \"inf\"]").count(), 4, "{games}");
    // Both engines report the same score and depth for all moves.
    assert_eq!(games.matches(" {book} ").count(), 32, "{games}");
    assert_eq!(games.matches(" {+0.07/1 ").count(), 32, "{games}");
    let lines = read(&log);
    let fields: Vec<Vec<_>> = lines.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(fields.len(), 4);
    assert_eq!(fields[1][..5], ["shogi", "bad", "good", "1/2-1/2", "draw by length"]);
    let openings: Vec<_> = fields.iter().map(|fields| fields[5]).collect();
    let book = file("book", &openings.join("\n"));
    let openings = format!("-openings file={book} order=random plies=3");
    play_against("none", &format!("{openings} -games 2 {files}"));
    let lines = read(&log);
    let last = lines.lines().last().unwrap();
    assert_eq!(last.split(" moves ").nth(1).unwrap().split(' ').count(), 16, "{last}");
    assert!(read(&pgn).contains("3. "));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_match_and_prints_the_table() {
    let mut child = long_match("-maxmoves 6 -ratinginterval 1", Stdio::piped());
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("2/100000 games") {
        line.clear();
        assert!(output.read_line(&mut line).unwrap() > 0);
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(rest.contains("Score of A vs B") && rest.contains("\nshogi  "), "{rest}");
}

#[test]
fn invalid_arguments_are_reported_on_one_line() {
    let engines = "-engine name=A cmd=a nodes=1 -engine name=B cmd=b nodes=1";
    for (args, error) in [
        ("-engine cmd=x nodes=1", "expected at least two -engine, found 1"),
        ("-engine cmd=x nodes=1 -engine cmd=x nodes=1", "two engines are called 'x'"),
        ("-engine name=A -engine cmd=b", "engine 1: cmd= is missing"),
        ("-engine name=A cmd=a -engine cmd=b", "engine 1 has no limit"),
        (
            "-engine name=A cmd=a tc=x -engine cmd=b",
            "engine 1: tc: invalid or too large number 'x'",
        ),
        ("-engine name=A cmd=a tc=1 st=1 -engine cmd=b", "engine 1: st= cannot be combined with"),
        (
            "-engine name=A cmd=a proto=xboard -engine cmd=b",
            "engine 1: proto: expected usi or uci, found 'xboard'",
        ),
        ("-engine name=A cmd=a colour=red nodes=1 -engine cmd=b", "engine 1: unknown key colour="),
        ("-engine A -engine cmd=b", "engine 1: expected KEY=VALUE, found 'A'"),
        ("hello", "expected a flag first, found 'hello'"),
        ("-bogus", "unknown flag -bogus"),
        ("ENGINES -variant chess", "-variant: unknown game 'chess'"),
        ("ENGINES -variant shogi,shosu,Shogi", "-variant: shogi is given twice"),
        ("ENGINES -games 0", "-games must be above 0"),
        ("ENGINES -rounds 99999999 -games 99999999", "-rounds and -games: at most 10000000 games"),
        ("ENGINES -games -4", "-games: invalid or too large number '-4'"),
        ("ENGINES -tournament knockout", "-tournament: expected round-robin or gauntlet, found"),
        ("ENGINES -engine name=C cmd=c nodes=1 -sprt elo0=0 elo1=5", "-sprt needs two engines"),
        ("-completions tcsh", "-completions: expected bash, fish, powershell or zsh, found 'tcsh'"),
        ("ENGINES -repeat 2", "-repeat takes no value, found '2'"),
        ("ENGINES -sprt elo0=0", "-sprt: elo1= is missing"),
        ("ENGINES -sprt elo0=5 elo1=0", "-sprt: elo0 must be below elo1"),
        ("ENGINES -sprt elo0=0 elo1=5 alpha=0", "-sprt: alpha and beta"),
        ("ENGINES -openings plies=3", "-openings: expected set, random, startpos or file="),
        ("ENGINES -openings bogus", "-openings: expected set, random, startpos or file="),
        ("ENGINES -openings file=/no/such/book", "cannot read openings from /no/such/book: "),
        ("ENGINES -openings random plies=x", "-openings: plies: invalid or too large number 'x'"),
        ("ENGINES -resume a -state b", "only one of -state and -resume is allowed"),
        ("ENGINES -shard 3/2", "-shard: expected I/N with I from 1 to N, found '3/2'"),
        ("ENGINES -shard 1/2", "-shard needs -seed"),
        ("ENGINES -rounds 1 -rounds 2", "-rounds is given twice"),
        ("ENGINES -log a -pgnout ./a", "./a: given for two outputs"),
        ("ENGINES -pgnout a -resume a", "a: given for two outputs"),
        ("ENGINES -ping-ms x", "-ping-ms: invalid or too large number 'x'"),
        ("ENGINES -openings set plies=0", "-openings: plies must be above 0"),
        ("ENGINES -openings random plies=0", "-openings: plies must be above 0"),
        (
            "-engine cmd=a nodes=1 option.USI_Hash=2 option.Hash=3 -engine cmd=b",
            "engine 1: option.Hash= is given twice",
        ),
        ("-engine cmd=a dir=/nonexist -engine cmd=b", "engine 1: dir= is not a folder: /nonexist"),
        ("ENGINES -resign movecount=3", "-resign: score= is missing"),
        (
            "ENGINES -resign movecount=3 score=50001",
            "-resign: movecount and score must be above 0, score at most 50000",
        ),
        ("ENGINES -concurrency two", "-concurrency: invalid or too large number 'two'"),
        ("--merge /no/such/state", "cannot read the match state /no/such/state: "),
        ("--merge", "-merge needs a value"),
        ("ENGINES -rules /no/such/rules", "/no/such/rules: "),
        // A device does not end, and a pipe might never answer.
        ("ENGINES -openings file=/dev/zero", "cannot read openings from /dev/zero: "),
        ("--merge /dev/zero", "cannot read the match state /dev/zero: "),
    ] {
        let output = run(&args.replace("ENGINES", engines));
        assert_eq!(output.status.code(), Some(2), "{args}");
        let found = stderr(&output);
        assert!(found.starts_with(&format!("error: {error}")), "{args}: {found}");
        assert_eq!(found.lines().count(), 1, "{found}");
    }
}

/// Another try may succeed, unlike after bad usage.
#[test]
fn a_file_that_cannot_be_written_is_a_failure() {
    for flag in ["-log", "-pgnout", "-resume"] {
        let output = play_against("none", &format!("{flag} /no/such/folder/file"));
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        let error = "error: /no/such/folder/file: ";
        assert!(stderr(&output).starts_with(error), "{}", stderr(&output));
    }
}

/// An SPRT tells scripts what it has accepted.
#[test]
fn the_exit_status_is_the_result_of_the_test() {
    let state = new_path("sprt.state");
    let wins = |elo0: i32, elo1: i32| {
        let _ = fs::remove_file(&state);
        let args = format!("-games 200 -sprt elo0={elo0} elo1={elo1} -state {state}");
        // "good" wins every game.
        let output = play_against("resign", &args);
        let merged = run(&format!("--merge {state} -sprt elo0={elo0} elo1={elo1}"));
        assert_eq!(output.status.code(), merged.status.code());
        (output.status.code(), stdout(&output))
    };
    let (status, text) = wins(0, 100);
    assert!(status == Some(0) && text.contains("H1 accepted"), "{text}");
    let (status, text) = wins(0, 1);
    assert!(status == Some(4) && text.contains("undecided"), "{text}");
    let output = play_against("none", "-games 600 -sprt elo0=300 elo1=400");
    assert!(output.status.code() == Some(3), "{}", stdout(&output));
    assert!(stdout(&output).contains("H0 accepted"), "{}", stdout(&output));
}

#[test]
fn files_that_are_read_are_not_appended_to() {
    let book = file("read.book", "startpos\n");
    let hard = new_path("read-hard.book");
    fs::hard_link(&book, &hard).unwrap();
    for flag in ["-log", "-pgnout", "-resume"] {
        let args = format!("-openings file={book} {flag} {hard}");
        let output = play_against("none", &args);
        assert_eq!(output.status.code(), Some(2));
        let error = format!("error: {hard}: also an input, ");
        assert!(stderr(&output).starts_with(&error), "{}", stderr(&output));
        assert_eq!(read(&book), "startpos\n");
    }
}

/// A copy of the test engine in a folder, for tests that change it.
#[cfg(unix)]
fn copied_engine(name: &str) -> PathBuf {
    let folder = PathBuf::from(new_path(name));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    let (from, to) = (FAULTY_ENGINE.path(), folder.join("engine"));
    shell(&format!("cp '{}' '{}'", from.display(), to.display()));
    folder
}

/// Runs a command that writes a program. If this process wrote it, a child that another test is starting could have the
/// file open, and the program could not be started at that moment.
#[cfg(unix)]
#[track_caller]
fn shell(command: &str) {
    assert!(Command::new("sh").args(["-c", command]).status().unwrap().success(), "{command}");
}

/// A relative command is found from the folder, with or without a slash.
#[cfg(unix)]
#[test]
fn the_folder_of_an_engine_is_where_its_command_is() {
    let folder = copied_engine("engine-folder");
    let parent = folder.parent().unwrap();
    for command in ["engine", "./engine", "../engine-folder/engine"] {
        let args = format!(
            "-engine name=A cmd={command} dir=engine-folder -engine name=B cmd={FAULTY_ENGINE} \
             -each nodes=1 -variant shogi -games 2 -maxmoves 4"
        );
        let mut program = Command::new(OZUTSU_MATCH);
        let output = program.current_dir(parent).args(args.split_whitespace()).output().unwrap();
        assert_eq!(rows(&stdout(&output)), ["shogi 2"], "{command}: {}", stderr(&output));
    }
}

#[cfg(unix)]
#[test]
fn an_engine_that_has_changed_since_the_match_began_is_named() {
    let folder = copied_engine("changed-engine");
    let state = new_path("changed.state");
    let engine = folder.join("engine");
    let play = |args: &str| {
        run(&format!(
            "-engine name=A cmd={} {args} -engine name=B cmd={FAULTY_ENGINE} -each nodes=1 \
             -variant shogi -games 2 -maxmoves 4 -resume {state}",
            engine.display()
        ))
    };
    assert_eq!(stderr(&play("")), "");
    assert!(read(&state).contains("\"programs\":[{\"name\":\"Faulty\",\"hash\":\""));
    assert_eq!(stderr(&play("")), "");
    // Another build.
    shell(&format!("echo >>'{}'", engine.display()));
    let start = format!("warning: A is not the engine that began {state}: ");
    let output = play("");
    assert_eq!(stderr(&output), format!("{start}its file has changed\n"));
    assert_eq!(output.status.code(), Some(0));
    // Complete matches need no engines.
    fs::rename(&engine, engine.with_extension("old")).unwrap();
    assert_eq!(
        (stderr(&play("")).as_str(), rows(&stdout(&play("")))),
        ("", vec!["shogi 2".to_owned()])
    );
    fs::rename(engine.with_extension("old"), &engine).unwrap();
    // A file of an old version knows nothing of the engines.
    let text = read(&state);
    let text = text.replacen("\"name\":\"Faulty\"", "\"name\":\"Other 1.0\"", 1);
    fs::write(&state, &text).unwrap();
    assert_eq!(stderr(&play("")), format!("{start}its id name was 'Other 1.0', is now 'Faulty'\n"));
    let (before, rest) = text.split_once(",\"programs\":[").unwrap();
    fs::write(&state, format!("{before}{}", rest.split_once(']').unwrap().1)).unwrap();
    let output = play("");
    assert_eq!((stderr(&output).as_str(), output.status.code()), ("", Some(0)));
}

/// Without `-recover`, the pair in which an engine crashes is played again when the match is resumed.
#[test]
fn a_pair_that_ended_the_match_is_played_again() {
    let [state, pgn, log] = ["crashed.state", "crashed.pgn", "crashed.log"].map(new_path);
    let crashed = new_path("crashed-once");
    // Only the first engine that is asked for a move crashes.
    let args =
        format!("arg=crashonce arg={crashed} -games 6 -resume {state} -pgnout {pgn} -log {log}");
    let output = play_against("none", &args);
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    assert!(stderr(&output).contains("its last pair does not count"), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("bad crashes: ") && !text.contains("Score of"), "{text}");
    assert!(!read(&state).contains("{\"number\":0"));
    let output = play_against("none", &args);
    assert_eq!(rows(&stdout(&output)), ["shogi 6"], "{}", stderr(&output));
    assert!(!stdout(&output).contains("by failure"), "{}", stdout(&output));
    assert_eq!(read(&log).lines().count(), 6);
    assert_eq!(read(&pgn).matches("[Event ").count(), 6);
}

#[test]
fn help_and_version_are_printed() {
    for args in ["", "--help", "-h"] {
        let output = run(args);
        assert!(stdout(&output).contains("-sprt elo0=0 elo1=10"));
        assert!(output.status.success());
    }
    for program in
        [OZUTSU_MATCH, env!("CARGO_BIN_EXE_ozutsu-screen"), env!("CARGO_BIN_EXE_ozutsu-spsa")]
    {
        let help = stdout(&run_program(program, "--help"));
        let wide: Vec<_> = help.lines().filter(|line| line.len() > 80).collect();
        assert!(wide.is_empty(), "{wide:?}");
    }
    assert!(stdout(&run("--version")).starts_with("ozutsu-match "));
    let page = stdout(&run("-man"));
    assert!(page.starts_with(".TH OZUTSU-MATCH 1 \"\" \"ozutsu-match "), "{page}");
    assert!(page.contains("\n.TP\n.B \\-log FILE\nappend games as lines"), "{page}");
}
