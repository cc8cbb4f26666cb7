//! The opening book: the options `USI_OwnBook`, `BookFile`, `BookEvalDiff` and `BookMoves`.

use super::rules_files::EXAMPLE;
use crate::client::Client;
use std::fs;
use std::path::PathBuf;

const BOOK: &str = "#YANEURAOU-DB2016 1.00
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
9g9f 1c1d 77 12 5
1g1f none -400 12 500
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/P8/1PPPPPPPP/1B5R1/LNSGKGSNL w - 2
9c9d 9g9e -20 11 1
";

/// Writes a book to the folder for temporary files.
fn write_book(name: &str, text: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("ozutsu-{}-{name}.db", std::process::id()));
    fs::write(&path, text).unwrap();
    path
}

fn set_book(path: &std::path::Path) -> String {
    format!("setoption name BookFile value {}", path.display())
}

/// Returns the last line of a search, and the `info` lines before it.
fn answer(client: &mut Client, go: &str) -> (String, Vec<String>) {
    client.send(go);
    let mut lines = client.wait_for("bestmove");
    let best = lines.pop().unwrap();
    (best, lines)
}

#[test]
fn book_moves_are_played_in_both_protocols() {
    let path = write_book("both", BOOK);
    for (protocol, option, first, second) in [
        ("usi", "USI_OwnBook", "9g9f ponder 1c1d", "9c9d"),
        ("uci", "OwnBook", "a3a4 ponder i7i6", "a7a6"),
    ] {
        let mut client = Client::with_game(protocol, "shogi");
        client.send(protocol);
        let options = client.wait_for(&format!("{protocol}ok"));
        for line in [
            format!("option name {option} type check default false"),
            "option name BookFile type string default <empty>".into(),
            "option name BookEvalDiff type spin default 30 min 0 max 99999".into(),
            "option name BookMoves type spin default 10000 min 0 max 10000".into(),
        ] {
            assert!(options.contains(&line), "{line}");
        }
        // The book is off by default, and then not even read.
        assert_eq!(client.ask(&set_book("/nowhere".as_ref())), [""; 0]);
        assert_eq!(client.ask(&set_book(&path)), [""; 0]);
        let (best, _) = answer(&mut client, "position startpos\ngo depth 1");
        assert!(!best.starts_with(&format!("bestmove {}", &first[..4])), "{best}");

        assert_eq!(client.ask(&format!("setoption name {option} value true")), [""; 0]);
        for go in ["go btime 1000 wtime 1000", "go depth 9", "go nodes 5"] {
            let (best, info) = answer(&mut client, go);
            assert_eq!(best, format!("bestmove {first}"), "{go}");
            let [info] = &info[..] else { panic!("{go}: {info:?}") };
            let expected = "info depth 12 seldepth 12 multipv 1 score cp 77 nodes 0 ";
            assert!(info.starts_with(expected), "{info}");
        }
        let moved = format!("position startpos moves {}\ngo movetime 100", &first[..4]);
        // The reply 9g9e is illegal and not suggested.
        assert_eq!(answer(&mut client, &moved).0, format!("bestmove {second}"));
        client.quit();
    }
    fs::remove_file(path).unwrap();
}

#[test]
fn the_book_is_not_used_in_analysis() {
    let path = write_book("analysis", BOOK);
    let mut client = Client::with_game("usi", "shogi");
    client.ask(&format!("{}\nsetoption name USI_OwnBook value true", set_book(&path)));
    client.send("position startpos\ngo infinite");
    client.wait_for("info depth 3 ");
    client.send("stop");
    client.wait_for("bestmove");
    client.send("go mate 1000");
    assert_eq!(client.wait_for_line("checkmate"), "checkmate nomate");
    // While pondering, the answer waits.
    client.send("go ponder btime 1000 wtime 1000");
    assert!(client.sync().iter().all(|line| line.starts_with("info ")));
    client.send("ponderhit");
    assert_eq!(client.wait_for_line("bestmove"), "bestmove 9g9f ponder 1c1d");
    // The search answers where the book may not, or has no move.
    let (best, info) = answer(&mut client, "go depth 2 searchmoves 2g2f");
    assert!(best.starts_with("bestmove 2g2f") && info.len() > 1, "{info:?}");
    let (_, info) = answer(&mut client, "position startpos moves 2g2f\ngo depth 2");
    assert!(info.len() > 1, "{info:?}");
    let (best, _) = answer(&mut client, "position startpos\ngo depth 2 searchmoves 9g9f 2g2f");
    assert_eq!(best, "bestmove 9g9f ponder 1c1d");
    client.ask("setoption name BookMoves value 0");
    assert!(answer(&mut client, "go depth 2").1.len() > 1);
    client.ask("setoption name BookMoves value 1\nsetoption name BookEvalDiff value 1000");
    let mut found: Vec<_> = (0..40).map(|_| answer(&mut client, "go depth 2").0).collect();
    found.sort();
    found.dedup();
    assert!(found.contains(&"bestmove 1g1f".into()), "{found:?}");
    fs::remove_file(path).unwrap();
    client.quit();
}

#[test]
fn a_book_that_cannot_be_read_changes_nothing() {
    let (path, broken) = (write_book("good", BOOK), write_book("broken", &format!("{BOOK}9c9e\n")));
    let mut client = Client::with_game("usi", "shogi");
    client.ask("setoption name BookFile value no_book\nsetoption name USI_OwnBook value true");
    let missing = client.ask(&set_book("/no/book.db".as_ref()));
    let error = "cannot load BookFile '/no/book.db': No such file or directory (os error 2)";
    assert_eq!(missing, [format!("info string {error}")]);
    client.ask("setoption name BookFile value <empty>");
    let missing = client.ask(&set_book("/no/book.db".as_ref()));
    assert_eq!(missing, [format!("info string {error}; the built-in book stays")]);
    client.ask(&set_book(&path));
    let lines = client.ask(&set_book(&broken));
    assert_eq!(
        lines,
        [format!(
            "info string cannot load BookFile '{}': line 7: '9c9e': the piece cannot move there; the \
             book '{}' stays",
            broken.display(),
            path.display()
        )]
    );
    let (best, _) = answer(&mut client, "position startpos\ngo depth 2");
    assert_eq!(best, "bestmove 9g9f ponder 1c1d");
    // Another game has no book, but the same file fits again when the game is chosen again.
    let lines = client.ask("setoption name UCI_Variant value shosu");
    assert!(lines[1..].iter().all(|line| line.contains("cannot load BookFile")), "{lines:?}");
    assert!(answer(&mut client, "position startpos\ngo depth 2").1.len() > 1);
    client.ask("setoption name UCI_Variant value shogi");
    client.ask(&set_book(&path));
    let (best, _) = answer(&mut client, "position startpos\ngo depth 2");
    assert_eq!(best, "bestmove 9g9f ponder 1c1d");
    assert_eq!(client.ask("setoption name BookFile value no_book"), [""; 0]);
    assert!(answer(&mut client, "position startpos\ngo depth 2").1.len() > 1);
    for path in [path, broken] {
        fs::remove_file(path).unwrap();
    }
    client.quit();
}

#[test]
fn without_a_file_the_built_in_book_is_used() {
    let mut client = Client::with_game("usi", "shogi");
    client.ask("setoption name USI_OwnBook value true");
    for game in ["shogi", "cannonshogi", "taihoshogi", "shosu", "shosucourier", "cannonshosu"] {
        client.ask(&format!("setoption name UCI_Variant value {game}"));
        let (best, info) = answer(&mut client, "position startpos\ngo depth 2");
        assert!(best.starts_with("bestmove ") && info.len() == 1, "{game}: {best} {info:?}");
        assert!(info[0].contains(" nodes 0 "), "{game}: {info:?}");
    }
    // A game from a file has none.
    client.ask(&format!("setoption name VariantPath value {EXAMPLE}"));
    client.ask("setoption name UCI_Variant value minicannon");
    assert!(answer(&mut client, "position startpos\ngo depth 2").1.len() > 1);
    let lines = client.ask(&set_book("/no/book.db".as_ref()));
    assert!(lines[0].ends_with("(os error 2)"), "no book stays: {lines:?}");
    client.quit();
}
