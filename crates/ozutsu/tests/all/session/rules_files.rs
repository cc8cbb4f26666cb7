//! Games from files in sessions: the option `VariantPath`.

use crate::client::Client;
use crate::transcripts::EXAMPLE;
use std::fs;
use std::path::Path;

fn set(paths: &[&Path]) -> String {
    let paths = std::env::join_paths(paths).unwrap();
    format!("setoption name VariantPath value {}", paths.to_str().unwrap())
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

/// The pieces of the example, as an evaluation file names them.
const PIECES: &str =
    "pieces 5x5 R:2:R:RF C:2:mRcpR:mRcpRF G:2:WfF: S:2:FfW:WfF P:2:fW:WfF Kking:2:K:";

#[test]
fn a_removed_evaluation_is_not_used_once_its_game_is_loaded_again() {
    let folder = tempfile::tempdir().unwrap();
    let rules_file = folder.path().join("rules.toml");
    let text = fs::read_to_string(EXAMPLE).unwrap().replace("\"minicannon\"", "\"removed\"");
    fs::write(&rules_file, text).unwrap();
    let eval_file = folder.path().join("removed.eval");
    fs::write(&eval_file, format!("game removed\n{PIECES}\ntempo 0 1600\n")).unwrap();
    let mut client = Client::with_game("usi", "shogi");
    client.ask(&set(&[&rules_file]));
    client.ask("setoption name UCI_Variant value removed");
    let line = client.ask("eval").concat();
    assert!(line.contains("6.00"), "{line}");
    fs::remove_file(&eval_file).unwrap();
    client.ask(&set(&[&rules_file]));
    let line = client.ask("eval").concat();
    assert!(!line.contains("6.00"), "{line}");
    client.quit();
}

#[test]
fn a_game_uses_the_evaluation_beside_its_rules_file() {
    let folder = tempfile::tempdir().unwrap();
    let rules_file = folder.path().join("rules.toml");
    let text = fs::read_to_string(EXAMPLE).unwrap().replace("\"minicannon\"", "\"fitted\"");
    fs::write(&rules_file, text).unwrap();
    let eval_file = folder.path().join("fitted.eval");
    let pieces = PIECES;
    // An extra pair of pawns.
    let others = pieces.replace("P:2", "P:4");
    let no_pieces = "tempo 0 800\n";
    for (content, evaluation, error) in [
        // The tempo bonus is all: 1,600 units are 600 centipawns.
        (Some(&*format!("game fitted\n{pieces}\ntempo 0 1600\n")), "6.00", None),
        (Some(&*format!("tempo 0 800\n{pieces}\n")), "3.00", None),
        (Some(&*format!("{others}\n{no_pieces}")), "", Some("another board or other pieces")),
        (Some(no_pieces), "", Some("the file does not say for which game and pieces")),
        (
            Some(&*format!("game fitted\n{no_pieces}")),
            "",
            Some(&*format!("add the line '{pieces}'")),
        ),
        (Some("game shogi\ntempo 0 800\n"), "", Some("the parameters are those of shogi")),
        (Some("tempo\n"), "", Some("line 1: expected a row number below 1")),
        (None, "", None),
    ] {
        match content {
            Some(content) => fs::write(&eval_file, content).unwrap(),
            None => fs::remove_file(&eval_file).unwrap(),
        }
        let mut client = Client::with_game("usi", "shogi");
        let lines = client.ask(&set(&[&rules_file, EXAMPLE.as_ref()]));
        assert_eq!(lines.len(), 2 + usize::from(error.is_some()), "{lines:?}");
        assert!(error.is_none_or(|error| lines[1].ends_with(error)), "{lines:?}");
        client.ask("setoption name UCI_Variant value fitted");
        let line = client.ask("eval").concat();
        assert!(line.contains(evaluation), "{line}");
        client.quit();
    }
}
