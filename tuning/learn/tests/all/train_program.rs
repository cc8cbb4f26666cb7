//! `ozutsu-learn train` trains a network that the engine can load, and refuses bad input with a message.

use crate::common::{self, MINICANNON, fresh_path, games_file, path, program, rules};
use eval::network::Network;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Returns the arguments of a short training run.
fn train<'a>(arguments: &[&'a str], games: &'a [&Path], out: &'a Path) -> Vec<&'a str> {
    let short = ["--width", "32", "--epochs", "2", "--batch", "200", "--hold-out", "4", "--out"];
    let text = |path: &'a Path| path.to_str().expect("a UTF-8 path");
    let games = games.iter().map(|path| text(path));
    let all = ["train"].into_iter().chain(games).chain(short).chain([text(out)]);
    all.chain(arguments.iter().copied()).collect()
}

/// Runs the program, which must succeed, and returns what it prints.
#[track_caller]
fn stdout(arguments: &[&str], games: &[&Path], out: &Path) -> String {
    common::stdout(&train(arguments, games, out), &[])
}

/// Runs the program, checks that it fails without writing `out`, and returns its error message.
#[track_caller]
fn error(arguments: &[&str], games: &[&Path], out: &Path) -> String {
    let (status, _, message) = common::run(&train(arguments, games, out), &[]);
    assert_eq!(status, Some(2));
    assert!(!out.exists());
    message
}

#[test]
fn games_become_a_network_file() {
    let games = games_file("program.txt", "shosu", 40);
    let siblings = games_file("program-siblings.txt", "shosucourier", 40);
    let out = fresh_path("program.ozn");
    let text = stdout(&[], &[&games, &siblings], &out);
    for expected in [
        "80 games with ",
        " of 20 games held out",
        "network: width 32, threat width 32; ",
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
    // Another run starts from it.
    let next = fresh_path("program-next.ozn");
    stdout(&["--init", &out.to_string_lossy()], &[&siblings], &next);
    fs::remove_file(&next).unwrap();
    let message =
        error(&["--init", &out.to_string_lossy(), "--threat-width", "0"], &[&games], &next);
    assert!(
        message.ends_with(
            "program.ozn: the network has width 32, threat width 32; expected width 32, \
             threat width 0\n"
        ),
        "{message}"
    );
}

#[test]
fn a_game_from_a_file_can_be_trained() {
    games::load(MINICANNON.as_ref());
    let games = games_file("minicannon-train.txt", "minicannon", 40);
    let out = fresh_path("minicannon.ozn");
    stdout(&["--rules", MINICANNON], &[&games], &out);
    assert!(Network::from_bytes(rules("minicannon"), &fs::read(&out).unwrap()).is_ok());
    fs::remove_file(&out).unwrap();
    let message = error(&[], &[&games], &out);
    assert!(message.contains("line 1: unknown game 'minicannon'"), "{message}");
}

#[test]
fn games_with_other_pieces_are_refused() {
    let games = games_file("mixed-1.txt", "shogi", 20);
    let other = games_file("mixed-2.txt", "cannonshogi", 20);
    let message = error(&[], &[&games, &other], &path("mixed.ozn"));
    assert!(
        message.ends_with(
            "mixed-2.txt: cannonshogi does not have the same board and pieces as shogi, the first \
             game\n"
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
    let reason = fs::File::open(&missing).unwrap_err();
    assert!(message.contains(&format!("missing.txt: {reason}")), "{message}");
    fs::write(&empty, "shogi\t1-0\trules\t7g7f\t3c3d:5 7g7f:9\n").unwrap();
    let message = error(&[], &[&empty], &path("empty.ozn"));
    let expected = "empty.txt, line 1: ply 3: '7g7f:9' is not a legal move with a valid score\n";
    assert!(message.ends_with(expected), "{message}");
    fs::write(&empty, "shogi\t1-0\trules\t7g7f\t3c3d:5\n").unwrap();
    let message = error(&[], &[&empty], &path("empty.ozn"));
    let expected = "no quiet positions in the held-out games; more games are needed\n";
    assert!(message.ends_with(expected), "{message}");
}

#[test]
fn files_used_twice_are_refused() {
    let games = games_file("twice.txt", "shogi", 20);
    let out = path("twice.ozn");
    let message = error(&[], &[&games, &games], &out);
    let expected = "twice.txt: given twice\n";
    assert!(message.ends_with(expected), "{message}");
    // Another spelling of the path.
    let checkpoint = out.parent().unwrap().join(".").join(out.file_name().unwrap());
    let message = error(&["--checkpoint", &checkpoint.to_string_lossy()], &[&games], &out);
    let expected = "twice.ozn: given for two outputs\n";
    assert!(message.ends_with(expected), "{message}");
}

#[test]
fn outputs_that_cannot_be_written_are_refused_before_loading() {
    // The games do not exist either, but the output is checked first.
    let games = path("never-read.txt");
    let out = path("missing-folder").join("out.ozn");
    let message = error(&[], &[&games], &out);
    let reason = fs::File::open(&out).unwrap_err();
    assert!(message.contains(&format!("out.ozn: {reason}")), "{message}");
    let folder = path("folder.state");
    fs::create_dir_all(&folder).unwrap();
    let arguments = ["--resume", "--checkpoint", &*folder.to_string_lossy()];
    let message = error(&arguments, &[&games], &path("not-regular.ozn"));
    assert!(message.ends_with("folder.state: is a directory\n"), "{message}");
}

/// An interrupted training writes the best network so far, which the resumed run replaces.
#[cfg(unix)]
#[test]
fn an_interrupted_training_writes_its_best_network() {
    let games = games_file("interrupted-train.txt", "shogi", 40);
    let [out, checkpoint] = ["interrupted.ozn", "interrupted.state"].map(fresh_path);
    let options = ["--epochs", "100000", "--resume", "--checkpoint", checkpoint.to_str().unwrap()];
    let interrupt = |line: &str| {
        let mut program = program(&[], &[]);
        program.args([
            "train",
            games.to_str().unwrap(),
            "--width",
            "32",
            "--hold-out",
            "4",
            "--out",
        ]);
        program.arg(&out).args(options).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = program.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        lines.find(|read| read.as_ref().unwrap().starts_with(line)).expect("the line").unwrap();
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        // Nobody would read the rest.
        drop(lines);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        String::from_utf8(output.stderr).unwrap()
    };
    let message = interrupt("network: ");
    if !out.exists() {
        let expected = "interrupted before the end of the first epoch: no network is written\n";
        assert!(message.is_empty() || message == expected, "{message}");
    }
    let _ = fs::remove_file(&checkpoint);
    let _ = fs::remove_file(&out);
    for line in ["epoch 2/", "epoch "] {
        let message = interrupt(line);
        assert!(message.contains("interrupted.ozn: wrote the network of epoch "), "{message}");
        assert!(Network::from_bytes(rules("shogi"), &fs::read(&out).unwrap()).is_ok());
    }
}

/// An interrupted program leaves no temporary files behind.
#[cfg(unix)]
#[test]
fn an_interrupted_program_leaves_only_its_files() {
    let folder = path("interrupted");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    let games = games_file("interrupted.txt", "shogi", 40);
    let [checkpoint, out, shard] =
        ["run.state", "run.ozn", "shard.games"].map(|name| folder.join(name));
    let endless = ["--width", "32", "--epochs", "100000", "--resume", "--checkpoint"];
    let mut train = program(&["train"], &[&games]);
    train.args(endless).arg(&checkpoint).arg("--out").arg(&out);
    let play = program(&["play", "--variant", "shogi", "--games", "100000", "--out"], &[&shard]);
    for (mut program, file, expected) in [
        (train, &checkpoint, &["run.ozn", "run.state"][..]),
        (play, &shard, &["run.ozn", "run.state", "shard.games", "shard.games.lock"]),
    ] {
        let mut child = program.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        while fs::metadata(file).map_or(0, |file| file.len()) < 100 {
            assert!(child.try_wait().unwrap().is_none(), "{program:?}");
            thread::sleep(Duration::from_millis(20));
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let entries = fs::read_dir(&folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        assert_eq!(names, expected);
    }
}

#[test]
fn damaged_and_foreign_checkpoints_are_refused() {
    let games = games_file("checkpoint.txt", "shogi", 20);
    let (out, checkpoint) = (fresh_path("checkpoint.ozn"), fresh_path("checkpoint.state"));
    let name = checkpoint.to_string_lossy();
    let arguments = ["--checkpoint", &*name, "--resume"];
    stdout(&arguments, &[&games], &out);
    let (network, bytes) = (fs::read(&out).unwrap(), fs::read(&checkpoint).unwrap());
    // A finished run only writes the network again, but replaces no other.
    for _ in 0..2 {
        stdout(&arguments, &[&games], &out);
        assert_eq!(fs::read(&out).unwrap(), network);
        fs::remove_file(&out).unwrap();
    }
    fs::write(&out, &bytes).unwrap();
    let (status, _, message) = common::run(&train(&arguments, &[&games], &out), &[]);
    assert!(status == Some(2) && message.contains("the file exists"), "{message}");
    fs::remove_file(&out).unwrap();
    let message = error(&arguments[..2], &[&games], &out);
    let expected =
        "checkpoint.state: the checkpoint exists; continue it with --resume or remove it\n";
    assert!(message.ends_with(expected), "{message}");
    let message = error(&[&arguments[..], &["--rate", "0.002"]].concat(), &[&games], &out);
    let expected =
        "checkpoint.state: the checkpoint is of another run: --rate was 0.001, is now 0.002\n";
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
    let expected = "checkpoint.state: not a checkpoint of ozutsu-learn train, version 1\n";
    assert!(message.ends_with(expected), "{message}");
}
