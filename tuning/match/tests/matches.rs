//! Whole matches: results kept, gone on with, and put together.

#[allow(dead_code)]
mod common;

use common::{FAULTY_ENGINE, against, complaint, path, run, text};
use std::fs;

/// The rows of the table, without the columns that tell of strength.
fn rows(text: &str) -> Vec<String> {
    let rows = text.lines().skip_while(|line| !line.starts_with("game ")).skip(1);
    rows.take_while(|line| !line.starts_with("Elo"))
        .map(|line| line.split_whitespace().take(2).collect::<Vec<_>>().join(" "))
        .collect()
}

#[test]
fn games_take_turns_in_both_protocols() {
    for protocol in ["usi", "uci"] {
        let words = format!(
            "-engine name=A cmd={FAULTY_ENGINE} -engine name=B cmd={FAULTY_ENGINE} -each proto={protocol} nodes=1 \
             -variant CannonShosu,Shogi -games 8 -repeat -maxmoves 6"
        );
        let text = text(&run(&words));
        assert_eq!(rows(&text), ["cannonshosu 4", "shogi 4", "all 8"], "{text}");
        assert!(text.contains("A: ") && text.contains(" knps, depth 1.0\n"), "{text}");
        assert!(!text.contains("by failure"), "{text}");
    }
}

/// On ten files Fairy-Stockfish has its own way to write squares in USI.
#[test]
fn squares_are_written_as_fairy_stockfish_has_them() {
    let words = format!(
        "-engine name=A cmd={FAULTY_ENGINE} -engine name=B cmd={FAULTY_ENGINE} arg=fairy -each nodes=1 \
         -variant shosu -games 4 -maxmoves 60"
    );
    let text = text(&run(&words));
    assert_eq!(rows(&text), ["shosu 4"], "{text}");
    assert!(!text.contains("by failure"), "{text}");
}

#[test]
fn a_match_goes_on_where_it_was_cut_off() {
    let state = path("resume.state");
    let play = |games: u32| against("none", &format!("-games {games} -resume {}", state.display()));
    play(4);
    let text_after = fs::read_to_string(&state).unwrap();
    // As if the last line had not been written to its end.
    fs::write(&state, text_after.trim_end().rsplit_once(',').unwrap().0).unwrap();
    let output = play(8);
    assert_eq!(rows(&text(&output)), ["shogi 8"], "{}", complaint(&output));
    let pairs = fs::read_to_string(&state).unwrap();
    let numbers: Vec<_> =
        pairs.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    let due = [0, 1, 2, 3].map(|number| format!("{{\"number\":{number}"));
    assert_eq!(numbers, due, "{pairs}");
    assert!(pairs.lines().skip(1).all(|line| line.ends_with(",\"failures\":[0,0]}")), "{pairs}");
    // Another match must not add to it.
    let name = state.display();
    for (fault, words, difference) in [
        ("illegal", "", "engine 2 option.Fault is none in the file, illegal on the command line"),
        (
            "none",
            "timemargin=1000",
            "engine 2 timemargin is 20 in the file, 1000 on the command line",
        ),
        (
            "none",
            "-draw movecount=9 score=5",
            "-draw is not set in the file, movenumber=0 movecount=9 score=5 on the command line",
        ),
    ] {
        let other = against(fault, &format!("{words} -games 8 -resume {name}"));
        assert_eq!(other.status.code(), Some(2));
        let due = format!("error: {name} belongs to another run: {difference}\n");
        assert_eq!(complaint(&other), due);
    }
    // Neither may one whose file lacks a setting.
    fs::write(&state, pairs.replace("\"engine 2 stall\":\"2\",", "")).unwrap();
    let other = complaint(&play(8));
    assert!(
        other.ends_with("engine 2 stall is not set in the file, 2 on the command line\n"),
        "{other}"
    );
    let anew = against("none", &format!("-state {}", state.display()));
    assert!(complaint(&anew).contains("is there already"), "{}", complaint(&anew));
}

/// What could not be started has played nothing, and is not in the way of what can.
#[test]
fn a_failed_start_does_not_count() {
    for flag in ["-state", "-resume"] {
        let state = path("failed.state");
        let words = format!("{flag} {}", state.display());
        let failed = against("none", &format!("option.Style=wild {words}"));
        assert_eq!(failed.status.code(), Some(1), "{}", text(&failed));
        let output = against("none", &words);
        assert_eq!(rows(&text(&output)), ["shogi 2"], "{}", complaint(&output));
        let settings = fs::read_to_string(&state).unwrap();
        assert!(!settings.contains("Style") && settings.contains("{\"number\":0,"), "{settings}");
        // A file of something else, or of an older version, is not overwritten.
        for foreign in ["a shopping list", "ozutsu-match 1"] {
            fs::write(&state, format!("{foreign}\nseed\t1\n")).unwrap();
            let output = against("none", &words);
            let due = format!(
                "error: {}: not a match state of this version (expected ozutsu-match format 2, found \
                 '{foreign}'); start a new file with -resume\n",
                state.display()
            );
            assert_eq!(complaint(&output), due);
            assert_eq!(fs::read_to_string(&state).unwrap(), format!("{foreign}\nseed\t1\n"));
        }
    }
}

#[test]
fn shards_are_put_together() {
    let paths = ["one.state", "two.state", "three.state"].map(path);
    for (path, words) in paths.iter().zip(["-shard 1/2", "-shard 2/2", "-shard 1/2"]) {
        against("none", &format!("-games 12 -seed 5 {words} -state {}", path.display()));
    }
    let [one, two, three] = paths.each_ref().map(|path| path.display());
    let merged = run(&format!("--merge {one} {two} -sprt elo0=0 elo1=10"));
    assert_eq!(rows(&text(&merged)), ["shogi 12"], "{}", complaint(&merged));
    assert!(text(&merged).contains("LLR "), "{}", text(&merged));
    let twice = run(&format!("--merge {one} {two} {three}"));
    assert_eq!(twice.status.code(), Some(2));
    assert!(
        complaint(&twice).contains("pair 0 of seed 5 is stored twice"),
        "{}",
        complaint(&twice)
    );
}

#[test]
fn states_of_different_matches_are_not_merged() {
    let paths = ["here.state", "there.state"].map(path);
    against("none", &format!("-state {}", paths[0].display()));
    let [here, there] = paths.each_ref().map(|path| path.display());
    for (words, difference) in [
        ("-draw movecount=9 score=0", "-draw is not set", "movenumber=0 movecount=9 score=0"),
        ("depth=7", "engine 2 depth is not set", "7"),
        ("tc=1+0.1", "engine 2 tc is inf", "1+0.1"),
        ("-openings random plies=4", "-openings is not set", "random plies=4 balance=250"),
        ("-resign movecount=3 score=500", "-resign is not set", "movecount=3 score=500"),
    ]
    .map(|(words, here, there)| (words, [here, there]))
    {
        let words = format!("{words} -state {there}");
        let _ = fs::remove_file(&paths[1]);
        against("none", &words);
        let merged = run(&format!("--merge {here} {there}"));
        assert_eq!(merged.status.code(), Some(2), "{words}");
        let [first, second] = difference;
        let due = format!(
            "error: these files are from different runs: {first} in {here}, {second} in {there}\n"
        );
        assert_eq!(complaint(&merged), due);
    }
}

#[test]
fn games_are_written_and_can_be_openings() {
    let (pgn, log) = (path("games.pgn"), path("games.log"));
    let words = format!("-pgnout {} -log {}", pgn.display(), log.display());
    against("none", &format!("{words} -games 4"));
    let games = fs::read_to_string(&pgn).unwrap().replace('\n', " ");
    assert_eq!(games.matches("[Variant \"shogi\"]").count(), 4);
    assert_eq!(games.matches(" {draw by length} 1/2-1/2  ").count(), 4, "{games}");
    let lines = fs::read_to_string(&log).unwrap();
    let fields: Vec<Vec<_>> = lines.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(fields.len(), 4);
    assert_eq!(fields[1][..5], ["shogi", "bad", "good", "1/2-1/2", "draw by length"]);
    let book = path("book");
    let openings: Vec<_> = fields.iter().map(|fields| fields[5]).collect();
    fs::write(&book, openings.join("\n")).unwrap();
    let again = format!("-openings file={} order=random plies=3 -games 2 {words}", book.display());
    against("none", &again);
    let lines = fs::read_to_string(&log).unwrap();
    let last = lines.lines().last().unwrap();
    assert_eq!(last.split(" moves ").nth(1).unwrap().split(' ').count(), 16, "{last}");
    assert!(fs::read_to_string(&pgn).unwrap().contains("3. "));
}

/// An interrupt ends the match and its engines, and the standing is printed.
#[cfg(unix)]
#[test]
fn an_interrupt_prints_the_standing() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let mut child = Command::new(common::RUNNER)
        .args(format!(
            "-engine name=A cmd={FAULTY_ENGINE} -engine name=B cmd={FAULTY_ENGINE} -each nodes=1 -variant shogi \
             -games 1000000 -maxmoves 6 -ratinginterval 1"
        ).split_whitespace())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("2/1000000 games") {
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
fn bad_arguments_are_one_clear_line() {
    let engines = "-engine name=A cmd=a nodes=1 -engine name=B cmd=b nodes=1";
    for (words, fault) in [
        ("-engine cmd=x nodes=1", "two -engine are needed, not 1"),
        ("-engine cmd=x nodes=1 -engine cmd=x nodes=1", "both engines are called 'x'"),
        ("-engine name=A -engine cmd=b", "engine 1: cmd= is missing"),
        ("-engine name=A cmd=a -engine cmd=b", "engine 1 has no limit"),
        ("-engine name=A cmd=a tc=x -engine cmd=b", "engine 1: tc: 'x' is not a number"),
        ("-engine name=A cmd=a tc=1 st=1 -engine cmd=b", "engine 1: st= goes neither with"),
        ("-engine name=A cmd=a proto=xboard -engine cmd=b", "engine 1: proto= is usi or uci"),
        ("-engine name=A cmd=a colour=red nodes=1 -engine cmd=b", "engine 1: there is no colour="),
        ("-engine A -engine cmd=b", "engine 1: key=value expected, not 'A'"),
        ("hello", "'hello' comes before any flag"),
        ("-bogus", "there is no -bogus"),
        ("ENGINES -variant chess", "-variant: unknown game 'chess'"),
        ("ENGINES -variant shogi,shosu,Shogi", "-variant: shogi comes twice"),
        ("ENGINES -games 0", "-games must be above 0"),
        ("ENGINES -rounds 99999999 -games 99999999", "-rounds and -games: 10000000 games at most"),
        ("ENGINES -games -4", "-games: '-4' is not a number"),
        ("ENGINES -repeat 2", "-repeat takes no value, not '2'"),
        ("ENGINES -sprt elo0=0", "-sprt: elo1= is missing"),
        ("ENGINES -sprt elo0=5 elo1=0", "-sprt: elo0 must be below elo1"),
        ("ENGINES -sprt elo0=0 elo1=5 alpha=0", "-sprt: alpha and beta"),
        ("ENGINES -openings plies=3", "-openings: set, random or file= expected"),
        ("ENGINES -openings bogus", "-openings: set, random or file= expected"),
        ("ENGINES -openings file=/no/such/book", "the openings cannot be read"),
        ("ENGINES -openings random plies=x", "-openings: plies: 'x' is not a number"),
        ("ENGINES -resume a -state b", "-state and -resume: results are kept in one file"),
        ("ENGINES -shard 3/2", "-shard: I/N expected"),
        ("ENGINES -resign movecount=3", "-resign: score= is missing"),
        ("ENGINES -concurrency two", "-concurrency: 'two' is not a number"),
        ("--merge /no/such/state", "cannot read the match state /no/such/state: "),
        ("--merge", "-merge takes values"),
    ] {
        let output = run(&words.replace("ENGINES", engines));
        assert_eq!(output.status.code(), Some(2), "{words}");
        let said = complaint(&output);
        assert!(said.starts_with(&format!("error: {fault}")), "{words}: {said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

#[test]
fn help_is_given() {
    for words in ["", "--help", "-h"] {
        let output = run(words);
        assert!(text(&output).contains("-sprt elo0=0 elo1=10"));
        assert!(output.status.success());
    }
    assert!(text(&run("--version")).starts_with("ozutsu-match "));
}
