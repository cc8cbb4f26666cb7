//! An existing file is replaced only with `--force`, and an input never.

use crate::common::{fresh_path, games_file, path, run, stdout};
use std::fs;
use std::path::Path;

/// Runs the program with arguments separated by spaces and returns its message. It must refuse them as bad input.
#[track_caller]
fn refused(arguments: &str) -> String {
    let (status, printed, message) = run(&arguments.split(' ').collect::<Vec<_>>(), &[]);
    assert_eq!((status, printed.as_str()), (Some(2), ""), "{arguments}: {message}");
    message
}

/// Checks that a command that reads `input` and writes `--out` neither replaces the input, by whatever name, nor
/// another file without `--force`.
#[track_caller]
fn check(command: &str, input: &Path) {
    let content = fs::read(input).unwrap();
    let name = input.file_name().unwrap().to_str().unwrap();
    let [hard, symbolic] = ["hard", "symbolic"].map(|kind| fresh_path(&format!("{kind}-{name}")));
    fs::hard_link(input, &hard).unwrap();
    let mut names =
        vec![input.to_owned(), input.parent().unwrap().join(".").join(name), hard.clone()];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(input, &symbolic).unwrap();
        names.push(symbolic.clone());
    }
    for out in names {
        let command = format!("{command} --out {}", out.display());
        for command in [command.clone(), format!("{command} --force")] {
            let message = refused(&command);
            let expected = ": also an input, which is never overwritten; choose another file\n";
            assert!(message.ends_with(expected), "{command}: {message}");
            assert_eq!(fs::read(input).unwrap(), content);
        }
    }
    let other = path(&format!("other-{name}"));
    fs::write(&other, "old").unwrap();
    let command = format!("{command} --out {}", other.display());
    let message = refused(&command);
    assert!(message.ends_with(": the file exists; --force overwrites it\n"), "{message}");
    assert_eq!(fs::read(&other).unwrap(), b"old");
    stdout(&format!("{command} --force").split(' ').collect::<Vec<_>>(), &[]);
    assert_ne!(fs::read(&other).unwrap(), b"old");
    for link in [hard, symbolic] {
        let _ = fs::remove_file(link);
    }
}

#[test]
fn self_play_games_and_other_files_are_not_overwritten() {
    let games = games_file("kept.txt", "shogi", 20);
    let name = games.display();
    check(&format!("fit {name} --epochs 1"), &games);
    check(&format!("pack {name}"), &games);
    check(&format!("relabel {name} --nodes 20"), &games);
    check(&format!("train {name} --width 32 --epochs 1 --batch 200 --hold-out 4"), &games);
    // Nor are the other files that are read.
    let from = fresh_path("kept-parameters.txt");
    stdout(&["fit", &name.to_string(), "--epochs", "1", "--out"], &[&from]);
    check(&format!("fit {name} --epochs 1 --from {}", from.display()), &from);
    check(&format!("relabel {name} --nodes 20 --eval {}", from.display()), &from);
    check(&format!("relabel {name} --teacher {}", from.display()), &from);
    // Files that are continued are not inputs either.
    for command in [
        format!("play --variant shogi --eval {0} --out {0}", from.display()),
        format!("book make {name} --out {name}"),
        format!("train {name} --out {0}-new --checkpoint {name} --resume", from.display()),
    ] {
        assert!(refused(&command).contains("also an input"), "{command}");
    }
}

#[test]
fn books_are_not_overwritten() {
    let book = path("kept.db");
    let start = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    fs::write(
        &book,
        format!("#YANEURAOU-DB2016 1.00\n#variant shogi\n{start}\n7g7f none 50 9 2\n"),
    )
    .unwrap();
    check(&format!("book merge {}", book.display()), &book);
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_written_to() {
    let games = games_file("to-stdout.txt", "shogi", 3);
    let arguments = ["pack", games.to_str().unwrap(), "--out"];
    assert_eq!(run(&arguments, &["/dev/null".as_ref()]).0, Some(0));
    let printed = stdout(&arguments, &["/dev/stdout".as_ref()]);
    assert!(printed.starts_with("ozutsu-games 1 shogi "), "{printed}");
    // Nothing else is printed there.
    let packed = fresh_path("packed.games");
    stdout(&arguments, &[&packed]);
    assert_eq!(printed, String::from_utf8_lossy(&fs::read(&packed).unwrap()));
}

#[test]
fn a_game_without_its_rules_file_names_the_option() {
    let games = path("unknown-game.txt");
    fs::write(&games, "unheardof\t1-0\trules\t\t7g7f:10\n").unwrap();
    for command in ["pack --out unwritten.games", "fit --out unwritten.txt"] {
        let message = refused(&format!("{command} {}", games.display()));
        let expected = "line 1: unknown game 'unheardof'; --rules FILE adds the games of a file\n";
        assert!(message.ends_with(expected), "{message}");
    }
}
