//! The program `ozutsu-tune` on games of a game from a file.

use eval::Parameters;
use ozutsu_datagen::{SelfPlayOptions, SelfPlayer, load_parameters};
use ozutsu_openings::OpeningGenerator;
use rules::{Rules, rules_file};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// A rules file.
const MINICANNON: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/rules/examples/minicannon.toml");

#[test]
fn parameters_are_fitted() {
    rules_file::load(MINICANNON.as_ref());
    let rules = Rules::by_name("minicannon").unwrap();
    let openings = OpeningGenerator { nodes: 100, max_score: 5_000, ..OpeningGenerator::default() };
    let options = SelfPlayOptions {
        openings,
        random_plies: 2..=4,
        soft_nodes: 60,
        hard_nodes: 600,
        ..SelfPlayOptions::default()
    };
    let mut player = SelfPlayer::new(options);
    let games: String =
        (0..30).map(|seed| format!("{}\n", player.play_game(rules, seed))).collect();
    let path = |name: &str| PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let (games_path, out) = (path("minicannon-games.txt"), path("minicannon-parameters.txt"));
    fs::write(&games_path, games).unwrap();
    let _ = fs::remove_file(&out);
    let output = Command::new(env!("CARGO_BIN_EXE_ozutsu-tune"))
        .arg(&games_path)
        .args(["--rules", MINICANNON, "--anew", "--epochs", "3", "--out"])
        .arg(&out)
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let fitted = load_parameters(rules, &out).unwrap();
    assert_ne!(fitted.values(), Parameters::derived(rules).values());
}
