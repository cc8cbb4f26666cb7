//! `ozutsu-learn fit` on games of a game from a file, and its errors.

use crate::common::{
    MINICANNON, error, fresh_path, games_file, path, program, quick_openings, quick_options, rules,
    run, stdout,
};
use eval::Parameters;
use ozutsu_learn::play::{SelfPlayOptions, SelfPlayer};
use std::fs;
use std::process::Stdio;

#[test]
fn parameters_are_fitted() {
    games::load(MINICANNON.as_ref());
    let rules = games::by_name("minicannon").unwrap();
    let options = SelfPlayOptions { openings: quick_openings(2..=4), ..quick_options() };
    let mut player = SelfPlayer::new(options).unwrap();
    let games: String =
        (0..30).map(|seed| format!("{}\n", player.play_game(rules, seed))).collect();
    let (games_path, out) = (path("minicannon-games.txt"), path("minicannon-parameters.txt"));
    fs::write(&games_path, games).unwrap();
    let _ = fs::remove_file(&out);
    let games_name = games_path.to_str().unwrap();
    let fit =
        |options: &[&'static str]| [&["fit", games_name, "--rules", MINICANNON], options].concat();
    stdout(&fit(&["--anew", "--epochs", "3", "--out"]), &[&out]);
    let read = || Parameters::parse(rules, &fs::read_to_string(&out).unwrap());
    let fitted = read().unwrap();
    assert_ne!(fitted.values(), Parameters::derived(rules).values());

    // The fit goes on when the reader of its output is gone.
    fs::remove_file(&out).unwrap();
    let mut child =
        program(&fit(&["--epochs", "2", "--out"]), &[&out]).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
    assert!(read().is_ok());

    // An error in a parameter file names file and line.
    let from = path("bad-parameters.txt");
    fs::write(&from, "tempo 0 x\n").unwrap();
    let message = error(&fit(&["--out", "unwritten.txt", "--from"]), &[&from]);
    let expected = "bad-parameters.txt: line 1: expected 1 number from -16000 to 16000\n";
    assert!(message.ends_with(expected), "{message}");

    // A path that cannot be written is refused before the games are read.
    let out = "/no/such/folder/out.txt";
    let message = error(&["fit", "/no/such/games", "--out", out], &[]);
    let reason = fs::File::open(out).unwrap_err();
    assert!(message.starts_with(&format!("error: {out}: {reason}")), "{message}");
}

/// The files of `ozutsu grow` have both.
#[test]
fn a_fit_starts_from_parameters_that_a_network_follows() {
    let games = games_file("fitted-games.txt", "shogi", 20);
    let [from, out] = ["grown.eval", "fitted-again.txt"].map(fresh_path);
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/games/games/shogi");
    let [parameters, network] =
        ["parameters.txt", "network.ozn"].map(|name| fs::read(format!("{folder}/{name}")).unwrap());
    let [games, from_name] = [&games, &from].map(|path| path.to_str().unwrap());
    let fit = ["fit", games, "--epochs", "1", "--force", "--from", from_name, "--out"];
    fs::write(&from, [&parameters[..], &network[..]].concat()).unwrap();
    stdout(&fit, &[&out]);
    assert!(Parameters::parse(rules("shogi"), &fs::read_to_string(&out).unwrap()).is_ok());
    fs::write(&from, network).unwrap();
    let message = error(&fit, &[&out]);
    assert!(message.ends_with("grown.eval: a network; expected parameters\n"), "{message}");
}

#[test]
fn meaningless_settings_are_refused() {
    for (setting, expected) in [
        (["--spread", "0"], "expected a number above 0"),
        (["--rate", "NaN"], "expected a number above 0"),
        (["--result", "1.5"], "expected a number from 0 to 1"),
    ] {
        let arguments = [&["fit", "games.txt", "--out", "out.txt"], &setting[..]];
        let (status, _, message) = run(&arguments.concat(), &[]);
        assert_eq!(status, Some(2), "{message}");
        assert!(message.contains(expected), "{message}");
    }
}
