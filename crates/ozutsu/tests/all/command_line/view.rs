//! Tests of the commands that show games, positions and pieces, and of the help texts.

use super::{field, stdout_of};
use crate::GAMES;

#[test]
fn show_draws_the_board() {
    let opening = ["show", "--variant", "shogi", "--moves", "7g7f 3c3d 8h2b+"];
    let drawn = "\
Shogi (shogi)

  △ White to move, in hand: none
    9   8   7   6   5   4   3   2   1
  ┌───┬───┬───┬───┬───┬───┬───┬───┬───┐
  │ l │ n │ s │ g │ k │ g │ s │ n │ l │ a
  ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
  │   │ r │   │   │   │   │   │+B │   │ b
  ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
  │ p │ p │ p │ p │ p │ p │   │ p │ p │ c
  ├───┼───┼───╋───┼───┼───╋───┼───┼───┤
  │   │   │   │   │   │   │ p │   │   │ d
  ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
  │   │   │   │   │   │   │   │   │   │ e
  ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
  │   │   │ P │   │   │   │   │   │   │ f
  ├───┼───┼───╋───┼───┼───╋───┼───┼───┤
  │ P │ P │   │ P │ P │ P │ P │ P │ P │ g
  ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
  │   │ · │   │   │   │   │   │ R │   │ h
  ├───┼───┼───┼───┼───┼───┼───┼───┼───┤
  │ L │ N │ S │ G │ K │ G │ S │ N │ L │ i
  └───┴───┴───┴───┴───┴───┴───┴───┴───┘
  ▲ Black, in hand: B

State: ongoing
Last move: 8h2b+ (Bx2b+)
Checkers: none
Legal moves: 33
SFEN: lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4
Key: ";
    let shown = stdout_of(&opening);
    assert!(shown.starts_with(drawn), "{shown}");
    let kanji = stdout_of(&[&opening[..], &["--kanji"]].concat());
    assert!(kanji.contains("│    │v飛 │    │    │    │    │    │ 馬 │    │ b"), "{kanji}");
}

#[test]
fn show_labels_files_and_ranks_in_every_game() {
    for game in GAMES {
        let wide = game.contains("shosu");
        let labels = |style| stdout_of(&["show", "--variant", game, "--notation", style]);
        let (usi, uci) = (labels("usi"), labels("uci"));
        assert_eq!(usi.contains("   10   9   8   7   6"), wide, "{usi}");
        assert_eq!(uci.contains(" f   g   h   i   j\n"), wide, "{uci}");
        assert_eq!(uci.contains("│ 10\n"), wide, "{uci}");
        // The star points.
        assert_eq!(usi.matches('╋').count(), 4, "{usi}");
        let kanji = stdout_of(&["show", "--variant", game, "--kanji"]);
        assert!(kanji.contains('玉') && kanji.contains("v王"), "{kanji}");
    }
}

#[test]
fn show_prints_the_state_of_the_game() {
    let state = |game, sfen, moves| {
        field("State", &["show", "--variant", game, "--sfen", sfen, "--moves", moves])
    };
    assert_eq!(state("shogi", "startpos", "7g7f"), "ongoing");
    assert_eq!(state("cannonshogi", "4k4/4p4/9/9/4U4/9/9/9/3K5 w - 1", ""), "check");
    assert_eq!(state("shogi", "k8/1G7/K8/9/9/9/9/9/9 w - 1", ""), "mate");
    assert_eq!(state("shogi", "k8/9/1G7/4B4/9/9/9/9/8K w - 1", ""), "stalemate");
    let shuffle = "2h3h 8b7b 3h2h 7b8b ".repeat(3);
    assert_eq!(state("shogi", "startpos", &shuffle), "repetition draw");
    let rook = "9f9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a 5a5b 9a9b 5b5a 9b9a";
    let black = state("shogi", "4k4/9/9/9/9/R8/9/9/8K b - 1", rook);
    assert_eq!(black, "perpetual check, black loses");
    let white = "1a1i 5i5h 1i1h 5h5i 1h1i 5i5h 1i1h 5h5i 1h1i 5i5h 1i1h 5h5i 1h1i";
    let white = state("shogi", "k7r/9/9/9/9/9/9/9/4K4 w - 1", white);
    assert_eq!(white, "perpetual check, white loses");
    let entered = state("shogi", "K8/PPPPPPPPP/+P8/9/9/9/9/9/8k b 2R2B4G 1", "");
    assert_eq!(entered, "impasse, black may claim a win");
}

#[test]
fn show_prints_checkers_and_check_counts() {
    let check = ["show", "--variant", "shosu", "--sfen", "4k5/10/10/10/10/R9/10/10/10/9K b - 1"];
    let check = [&check[..], &["--moves", "10f10a 6a6b 10a10b"]].concat();
    assert_eq!(field("Checkers", &check), "10b");
    assert_eq!(field("Checks in a row", &check), "black 2, white 0, at most 3");
    let unlimited = stdout_of(&["show", "--variant", "shosucourier"]);
    assert!(!unlimited.contains("Checks in a row"), "{unlimited}");
}

#[test]
fn piece_draws_every_piece_of_every_game() {
    for game in GAMES {
        let start = field("SFEN", &["show", "--variant", game]);
        let board = start.split(' ').next().unwrap_or_default();
        let all = stdout_of(&["piece", "--variant", game]);
        for letter in board.chars().filter(char::is_ascii_uppercase) {
            assert!(
                all.contains(&format!("\n  {letter} ")) || all.starts_with(&format!("  {letter} "))
            );
        }
        // The king looks the same when it is shown alone.
        let king = stdout_of(&["piece", "--variant", game, "K"]);
        let drawn = king.split("\n\n").next().unwrap_or_default();
        assert!(drawn.contains("  K King 玉将 王将\n") && all.contains(drawn), "{king}");
    }
}

#[test]
fn piece_draws_screens_for_cannons() {
    let drawn = "  U Gold Cannon 金砲        +U Flying Gold Cannon 成金砲
  mRcpR                     mRpRmFpB2
   9 8 7 6 5 4 3 2 1         9 8 7 6 5 4 3 2 1
   · · · · · · · · · a       · · · · · · · · · a
   · · · · · · · · · b       · · · · · · · · · b
   · · ■ · · · · · · c       · · ■ · · · · · · c
   · · × · · · · · · d       · · ● · · · · · · d
   · · □ · · · · · · e       · · □ · ● · · · · e
   · · ○ · · · · · · f       · ○ ○ □ · · · · · f
   ○ ○ U ○ □ × × × × g       ○ ○ U ○ □ ● ● ● ● g
   · · ○ · · · · · · h       · ○ ○ □ · · · · · h
   · · ○ · · · · · · i       · · ○ · ● · · · · i
";
    for name in ["U", "u", "+U", "gc", "Gold Cannon", "flying gold cannon", "金砲"] {
        let shown = stdout_of(&["piece", name]);
        assert!(shown.starts_with(drawn), "{shown}");
    }
}

#[test]
fn piece_finds_every_piece_with_a_word_in_its_name() {
    let cannons = stdout_of(&["piece", "CANNON"]);
    for name in ["Gold Cannon", "Silver Cannon", "Copper Cannon", "Iron Cannon"] {
        assert!(cannons.contains(&format!(" {name} ")), "{name}: {cannons}");
    }
    assert!(!cannons.contains(" Rook "), "{cannons}");
}

#[test]
fn games_describes_every_game() {
    let text = stdout_of(&["games"]);
    for game in GAMES {
        assert!(text.contains(&format!("{game}  ")), "{text}");
    }
    assert!(text.starts_with("cannonshogi  Cannon Shogi, 9x9, the default\n"), "{text}");
    assert!(text.contains("at most 3 checks in a row") && text.contains("left lance; bishop"));
    assert!(text.lines().all(|line| line.chars().count() <= 80 && line == line.trim_end()));
}

#[test]
fn completions_exist_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = stdout_of(&["completions", shell]);
        assert!(script.contains("perft") && script.contains("handicap"), "{shell}");
    }
}

#[test]
fn help_and_version_are_printed() {
    let version = stdout_of(&["--version"]);
    assert!(version.starts_with(&format!("ozutsu {} (", env!("CARGO_PKG_VERSION"))), "{version}");
    assert!(version.contains("bmi2") || version.contains("portable"), "{version}");
    for command in [
        "go",
        "analyse",
        "convert",
        "bench",
        "perft",
        "moves",
        "show",
        "piece",
        "puzzles",
        "completions",
    ] {
        let help = stdout_of(&[command, "--help"]);
        assert!(help.contains("Usage:") && help.contains("Examples:"), "{help}");
        assert!(stdout_of(&["--help"]).contains(&format!("  {command}")));
    }
    assert!(stdout_of(&["games", "-h"]).contains("Usage:"));
}

#[test]
fn output_is_colored_only_if_asked_for() {
    let args = ["show", "--color"];
    let escapes = |when| stdout_of(&[args[0], args[1], when]).contains('\u{1b}');
    assert!(escapes("always"));
    assert!(!escapes("never") && !escapes("auto"), "no terminal, no color");
}
