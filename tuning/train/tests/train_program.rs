//! The program trains a network that the engine can load, and refuses bad input with a message.

mod common;

use common::{games_file, path, rules};
use eval::network::Network;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(arguments: &[&str], games: &[&Path], out: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ozutsu-train"))
        .args(games)
        .arg("--out")
        .arg(out)
        .args(["--width", "32", "--epochs", "2", "--batch", "200", "--hold-out", "4"])
        .args(arguments)
        .output()
        .expect("the program starts")
}

/// Runs the program, which must fail without an output file, and returns its message.
fn error(arguments: &[&str], games: &[&Path], out: &Path) -> String {
    let output = run(arguments, games, out);
    assert_eq!(output.status.code(), Some(1));
    assert!(!out.exists());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn games_become_a_network_file() {
    let games = games_file("program.txt", "shosu", 40);
    let siblings = games_file("program-siblings.txt", "shosucourier", 40);
    let (out, svg) = (path("program.ozn"), path("program.svg"));
    let output = run(&["--svg", &svg.to_string_lossy()], &[&games, &siblings], &out);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for expected in [
        "80 games with ",
        " of 20 games held out",
        "network: width 32, threat width 32, buckets 1, base linear; ",
        "linear evaluation: held-out loss ",
        "epoch 1/2: training loss ",
        "epoch 2/2: training loss ",
        "shosucourier: held-out loss ",
        "rounding the weights changes the evaluation by ",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    let network = Network::from_bytes(rules("shosu"), &fs::read(&out).unwrap()).unwrap();
    assert_eq!(network.widths(), (32, 32));
    assert!(fs::read_to_string(&svg).unwrap().contains("polyline"));
    // Another run starts from it.
    let next = path("program-next.ozn");
    let output = run(&["--init", &out.to_string_lossy()], &[&siblings], &next);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs::remove_file(&next).unwrap();
    let message = error(&["--init", &out.to_string_lossy(), "--buckets", "2"], &[&games], &next);
    assert!(
        message.ends_with(
            "program.ozn: the network has width 32, threat width 32, buckets 1, base linear; \
             expected width 32, threat width 32, buckets 2, base linear\n"
        ),
        "{message}"
    );
}

#[test]
fn games_with_other_pieces_are_refused() {
    let games = games_file("mixed-1.txt", "shogi", 20);
    let other = games_file("mixed-2.txt", "cannonshogi", 20);
    let message = error(&[], &[&games, &other], &path("mixed.ozn"));
    assert!(
        message.ends_with(
            "mixed-2.txt, line 1: a game of cannonshogi, which has another board or other pieces \
             than shogi, the first game of the data\n"
        ),
        "{message}"
    );
}

#[test]
fn data_without_games_is_refused() {
    let empty = path("empty.txt");
    fs::write(&empty, "").unwrap();
    let message = error(&[], &[&empty], &path("empty.ozn"));
    assert!(message.ends_with("empty.txt: no games\n"), "{message}");
    let missing = path("missing.txt");
    let message = error(&[], &[&missing], &path("empty.ozn"));
    assert!(message.contains("missing.txt: No such file"), "{message}");
    fs::write(&empty, "shogi\t1-0\trules\t7g7f\t3c3d:5 7g7f:9\n").unwrap();
    let message = error(&[], &[&empty], &path("empty.ozn"));
    let expected = "empty.txt, line 1: ply 3: '7g7f:9' is not a legal move with a valid score\n";
    assert!(message.ends_with(expected), "{message}");
    fs::write(&empty, "shogi\t1-0\trules\t7g7f\t3c3d:5\n").unwrap();
    let message = error(&[], &[&empty], &path("empty.ozn"));
    let expected = "no quiet positions to train on or to hold out; more games are needed\n";
    assert!(message.ends_with(expected), "{message}");
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused() {
    let games = games_file("checkpoint.txt", "shogi", 20);
    let (out, checkpoint) = (path("checkpoint.ozn"), path("checkpoint.state"));
    let _ = fs::remove_file(&checkpoint);
    let name = checkpoint.to_string_lossy();
    let arguments = ["--checkpoint", &*name, "--resume"];
    assert!(run(&arguments, &[&games], &out).status.success());
    let (network, bytes) = (fs::read(&out).unwrap(), fs::read(&checkpoint).unwrap());
    // Nothing is left to do but to write the network again.
    fs::remove_file(&out).unwrap();
    assert!(run(&arguments, &[&games], &out).status.success());
    assert_eq!(fs::read(&out).unwrap(), network);
    fs::remove_file(&out).unwrap();
    let message = error(&arguments[..2], &[&games], &out);
    let expected =
        "checkpoint.state: the checkpoint exists; continue it with --resume or remove it\n";
    assert!(message.ends_with(expected), "{message}");
    let message = error(&[&arguments[..], &["--rate", "0.002"]].concat(), &[&games], &out);
    let expected =
        "checkpoint.state: the checkpoint is of another run: --rate is 0.001, now 0.002\n";
    assert!(message.ends_with(expected), "{message}");
    fs::write(&checkpoint, &bytes[..bytes.len() - 1]).unwrap();
    let message = error(&arguments, &[&games], &out);
    let (found, expected) = (bytes.len() - 1, bytes.len());
    let expected =
        format!("checkpoint.state: damaged checkpoint: {found} bytes, expected {expected}\n");
    assert!(message.ends_with(&expected), "{message}");
    let mut changed = bytes.clone();
    changed[bytes.len() / 2] ^= 1;
    fs::write(&checkpoint, &changed).unwrap();
    let message = error(&arguments, &[&games], &out);
    let expected = "checkpoint.state: damaged checkpoint: the checksum does not match\n";
    assert!(message.ends_with(expected), "{message}");
    fs::write(&checkpoint, "hello").unwrap();
    let message = error(&arguments, &[&games], &out);
    let expected = "checkpoint.state: not a checkpoint of ozutsu-train, version 1\n";
    assert!(message.ends_with(expected), "{message}");
}
