//! Games from files in sessions: the option `VariantPath`.

use crate::client::Client;
use std::fs;
use std::path::{Path, PathBuf};

pub const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/examples/minicannon.toml");

/// Writes the example under another name to the folder for temporary files.
fn write_example(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("ozutsu-{}-{name}.toml", std::process::id()));
    let text = fs::read_to_string(EXAMPLE).unwrap().replace("\"minicannon\"", &format!("{name:?}"));
    fs::write(&path, text).unwrap();
    path
}

fn set(paths: &[&Path]) -> String {
    let paths = std::env::join_paths(paths).unwrap();
    format!("setoption name VariantPath value {}", paths.to_str().unwrap())
}

#[test]
fn variant_path_adds_games_in_both_protocols() {
    let (one, other) = (write_example("one"), write_example("other"));
    for (protocol, ok, start, mv) in [
        ("usi", "usiok", "rcsgk/4p/5/P4/KGSCR b - 1", "2e2b"),
        ("uci", "uciok", "rcsgk/4p/5/P4/KGSCR[] w - - 0 1", "d1d4"),
    ] {
        let mut client = Client::new();
        client.send(protocol);
        let options = client.wait_for(ok);
        assert!(options.contains(&"option name VariantPath type string default <empty>".into()));

        let lines = client.ask(&set(&[&one, &other]));
        assert_eq!(
            lines,
            [
                format!("info string {}: loaded one", one.display()),
                format!("info string {}: loaded other", other.display()),
            ]
        );
        client.send(protocol);
        let options = client.wait_for(ok);
        let variants = options.iter().find(|line| line.contains(" UCI_Variant ")).unwrap();
        assert!(variants.ends_with(" var one var other"), "{variants}");

        let lines = client.ask("setoption name UCI_Variant value other");
        let line = "info string variant other files 5 ranks 5 pocket 5 template shogi startpos ";
        assert_eq!(lines, [format!("{line}{start}")]);
        client.ask("position startpos");
        let best = client.go(&format!("go searchmoves {mv} depth 2"));
        assert!(best.starts_with(&format!("bestmove {mv}")), "{best}");
        client.quit();
    }
    for path in [one, other] {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_file_that_cannot_be_loaded_changes_nothing() {
    let path = write_example("broken");
    let valid = fs::read_to_string(&path).unwrap();
    let broken = valid.replace("files = 5", "files = 50").replace("ranks = 5", "ranks = 50");
    let mut client = Client::with_game("usi", "shogi");
    client.ask("position startpos moves 7g7f");
    let board = client.ask("d");
    let shown = path.display();
    let with_two_errors = format!(
        "info string {shown}:12: files: 50 is not from 3 to 10 (and 1 more; 'ozutsu games --check \
         {shown}' lists them)"
    );
    for (text, error) in [
        (&broken, with_two_errors),
        (&valid.replace("files = 5", "files ="), format!("info string {shown}:12: ")),
        (
            &valid.replace("\"broken\"", "\"shogi\""),
            format!("info string {shown}:7: name: 'shogi'"),
        ),
        (&String::new(), format!("info string {shown}:1: missing key 'name'")),
    ] {
        fs::write(&path, text).unwrap();
        let [line] = &client.ask(&set(&[&path]))[..] else { panic!("one line for {text}") };
        assert!(line.starts_with(&error), "{line}");
        assert_eq!(client.ask("d"), board);
    }
    fs::remove_file(&path).unwrap();
    let [line] = &client.ask(&set(&[&path]))[..] else { panic!("one line") };
    assert!(line.ends_with(": No such file or directory (os error 2)"), "{line}");
    assert_eq!(client.ask("setoption name VariantPath value <empty>"), [""; 0]);
    assert_eq!(client.ask("d"), board);
    client.quit();
}

#[test]
fn a_changed_file_is_loaded_again() {
    let path = write_example("changing");
    let mut client = Client::new();
    client.ask("usi");
    client.ask(&set(&[&path]));
    client.ask("setoption name UCI_Variant value changing\nposition startpos moves 2e2b");
    let board = client.ask("d");
    // Without a change the position stays.
    assert_eq!(client.ask(&set(&[&path])).len(), 1);
    assert_eq!(client.ask("d"), board);

    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("rcsgk/", "1csgk/")).unwrap();
    let lines = client.ask(&set(&[&path]));
    assert!(lines[1].ends_with(" startpos 1csgk/4p/5/P4/KGSCR b - 1"), "{lines:?}");
    assert!(client.go("go depth 2").starts_with("bestmove "));
    client.quit();
    fs::remove_file(path).unwrap();
}

/// Returns what fairyground sends to apply its options dialog: every listed option with its default, apart
/// from buttons and the game, and `VariantPath` with a file.
fn fairyground_options(listed: &[String], path: &Path) -> String {
    let mut lines = String::new();
    for line in listed.iter().filter(|line| line.starts_with("option name ")) {
        let words: Vec<_> = line.split(' ').collect();
        let kind = words.iter().position(|word| *word == "type").unwrap();
        let name = words[2..kind].join(" ");
        if words[kind + 1] == "button" || name.ends_with("Variant") {
            continue;
        }
        let default = words.iter().position(|word| *word == "default").unwrap();
        let value = match &*name {
            "VariantPath" => path.to_str().unwrap(),
            _ => words[default + 1],
        };
        lines += &format!("setoption name {name} value {value}\n");
    }
    lines + "isready\n"
}

/// Sends what fairyground sends, as recorded: a user enters the file as `VariantPath`, detects the options
/// again, chooses the game, and lets the engine play, from the start position and from one with hands.
#[test]
fn fairyground_plays_a_game_from_a_file() {
    let ini = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/tests/variants/variants.ini");
    for (protocol, variant_option, positions) in [
        (
            "uci",
            "UCI_Variant",
            [
                "position startpos\n",
                "position startpos moves c1b2\n",
                "position fen rcsgk/4p/5/P4/KGSCR[] w - - 0 1 moves \n",
                "position fen 2k2/5/5/5/2K2[GGCrp] w - - 0 1 moves G@b3\n",
            ],
        ),
        (
            "usi",
            "USI_Variant",
            [
                "position startpos\n",
                "position startpos moves 3e4d\n",
                "position sfen rcsgk/4p/5/P4/KGSCR b - 1 moves \n",
                "position sfen 2k2/5/5/5/2K2 b G2Crp 1 moves G*4c\n",
            ],
        ),
    ] {
        let mut client = Client::new();
        client.send_bytes(format!("{protocol}\n").as_bytes());
        let listed = client.wait_for(&format!("{protocol}ok"));
        client.send_bytes(b"isready\n");
        client.wait_for("readyok");
        client.send_bytes(fairyground_options(&listed, ini.as_ref()).as_bytes());
        assert!(client.wait_for("readyok")[0].contains(": loaded minicannon, "));
        client.send_bytes(format!("{protocol}\n").as_bytes());
        let listed = client.wait_for(&format!("{protocol}ok"));
        let variants = listed.iter().find(|line| line.contains("UCI_Variant")).unwrap();
        assert!(variants.contains(" var minicannon "), "{variants}");
        client.send_bytes(fairyground_options(&listed, ini.as_ref()).as_bytes());
        client.wait_for("readyok");

        let new_game = if protocol == "uci" { "ucinewgame" } else { "usinewgame" };
        client.send_bytes(
            format!(
                "setoption name {variant_option} value minicannon\n{new_game}\nposition startpos\n\
                 {new_game}\nposition startpos\n"
            )
            .as_bytes(),
        );
        client.wait_for("info string variant minicannon files 5 ranks 5 ");
        for position in positions {
            client.send_bytes(position.as_bytes());
            let legal = client.ask("moves");
            client.send_bytes(b"go movetime 60\n");
            let best = client.wait_for_line("bestmove ");
            let best = best.split(' ').nth(1).unwrap();
            let [legal] = &legal[..] else { panic!("{position}: {legal:?}") };
            assert!(legal.split(' ').any(|mv| mv == best), "{position}: {best}, {legal}");
        }
        let stop = client.ask("stop");
        assert!(stop.is_empty(), "{stop:?}");
        client.quit();
    }
}

#[test]
fn a_game_uses_the_evaluation_beside_its_rules_file() {
    let folder = tempfile::tempdir().unwrap();
    let rules_file = folder.path().join("rules.toml");
    let text = fs::read_to_string(EXAMPLE).unwrap().replace("\"minicannon\"", "\"fitted\"");
    fs::write(&rules_file, text).unwrap();
    let eval_file = folder.path().join("fitted.eval");
    for (content, evaluation, error) in [
        // The tempo bonus is all: 1,600 units are 600 centipawns.
        (Some("game fitted\ntempo 0 1600\n"), "6.00", None),
        (Some("tempo 0 800\n"), "3.00", None),
        (Some("game shogi\ntempo 0 800\n"), "", Some("the parameters are those of shogi")),
        (Some("tempo\n"), "", Some("line 1: expected a row number below 1")),
        (None, "", None),
    ] {
        match content {
            Some(content) => fs::write(&eval_file, content).unwrap(),
            None => fs::remove_file(&eval_file).unwrap(),
        }
        let mut client = Client::with_game("usi", "shogi");
        let lines = client.ask(&set(&[&rules_file]));
        assert_eq!(lines.len(), 1 + usize::from(error.is_some()), "{lines:?}");
        assert!(error.is_none_or(|error| lines[1].ends_with(error)), "{lines:?}");
        client.ask("setoption name UCI_Variant value fitted");
        let line = client.ask("eval").concat();
        assert!(line.contains(evaluation), "{line}");
        client.quit();
    }
}

#[test]
fn eval_file_loads_parameters() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fitted.txt");
    fs::write(&path, "game shosu\ntempo 0 1600\n").unwrap();
    let mut client = Client::with_game("usi", "shosu");
    let before = client.ask("eval").concat();
    let set = format!("setoption name EvalFile value {}", path.display());
    assert_eq!(client.ask(&set), [""; 0]);
    let with_file = client.ask("eval").concat();
    assert!(with_file.contains("6.00"), "{with_file}");
    // The file is not used in another game, but again after a return to its game.
    let lines = client.ask("setoption name UCI_Variant value shogi").concat();
    assert!(lines.contains("the parameters are those of shosu; using the built-in"), "{lines}");
    assert!(!client.ask("eval").concat().contains("6.00"));
    client.ask("setoption name UCI_Variant value shosu");
    assert_eq!(client.ask("eval").concat(), with_file);
    client.ask("setoption name EvalFile value <empty>");
    assert_eq!(client.ask("eval").concat(), before);
    client.quit();
}
