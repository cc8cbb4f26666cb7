//! `ozutsu-learn book` makes books that can be read, and refuses bad input with a message.

use crate::common::{MINICANNON, error, fresh_path, stdout};
use records::book::{BookMove, BookTable};
use rules::{Position, Rules};
use std::fs;
use std::path::Path;

fn read(rules: &'static Rules, path: &Path) -> BookTable {
    let mut table = BookTable::new(rules);
    table.read(&fs::read(path).unwrap()[..]).unwrap();
    table
}

#[test]
fn a_book_is_made_and_continued() {
    let [whole, other, parts] = ["whole.db", "other.db", "parts.db"].map(fresh_path);
    let make = |positions: &str, threads: &str, out: &Path| {
        let options = ["--variant", "shogi", "--nodes", "1500", "--lines", "3", "--plies", "9"];
        let arguments = [
            &["book", "make"],
            &options[..],
            &["--positions", positions, "--threads", threads, "--out"],
        ];
        stdout(&arguments.concat(), &[out])
    };
    let text = make("40", "1", &whole);
    assert!(text.starts_with("shogi: 40 positions, "), "{text}");
    assert!(text.contains("  move numbers 1 to "), "{text}");
    make("40", "2", &other);
    assert_eq!(fs::read_to_string(&whole).unwrap(), fs::read_to_string(&other).unwrap());

    make("10", "2", &parts);
    let first = fs::read_to_string(&parts).unwrap();
    let text = make("40", "2", &parts);
    assert!(text.starts_with("shogi: 40 positions, "), "{text}");
    let continued = fs::read_to_string(&parts).unwrap();
    assert!(first.lines().all(|line| continued.lines().any(|other| other == line)));

    let rules = games::by_name("shogi").unwrap();
    let table = read(rules, &whole);
    let moves = table.moves(&Position::start(rules)).unwrap();
    assert!((1..=3).contains(&moves.len()) && moves.iter().all(|book_move| book_move.depth > 0));
    let best = moves.iter().map(|book_move| book_move.score).max().unwrap();
    assert!(moves.iter().all(|book_move| book_move.score >= best - 50), "{moves:?}");
    assert_eq!(stdout(&["book", "stats"], &[&whole]), make("40", "1", &whole));
}

#[test]
fn moves_of_games_are_counted() {
    let (games, out) = (fresh_path("games.txt"), fresh_path("games.db"));
    games::load(MINICANNON.as_ref());
    let rules = games::by_name("minicannon").unwrap();
    let opening = "3e2d 4a4b";
    let game = |mv: &str| format!("minicannon\t1-0\trules\t{opening}\t{mv}:10\n");
    let mut position = Position::start(rules);
    for text in opening.split(' ') {
        position.try_move(rules.parse_usi(text).unwrap()).unwrap();
    }
    let legal: Vec<_> =
        position.legal_moves().iter().map(|&mv| rules.usi(mv).to_string()).collect();
    let lines: String = legal.iter().map(|mv| game(mv)).collect();
    fs::write(&games, lines + &game(&legal[0])).unwrap();
    let arguments = [
        "book",
        "make",
        "--rules",
        MINICANNON,
        "--positions",
        "3",
        "--nodes",
        "500",
        "--within",
        "90000",
        "--lines",
        "50",
        "--out",
    ];
    stdout(&arguments, &[&out, &games]);
    let table = read(rules, &out);
    let count = |mv: &BookMove| (rules.usi(mv.mv).to_string(), mv.count);
    let counts: Vec<_> = table.moves(&position).unwrap().iter().map(count).collect();
    assert_eq!(counts.len(), legal.len());
    assert!(counts.iter().all(|(mv, count)| *count == if *mv == legal[0] { 2 } else { 1 }));
    // Moves of games are kept however bad they are.
    let strict = arguments.map(|argument| if argument == "90000" { "0" } else { argument });
    let [best, played] = ["best.db", "played.db"].map(fresh_path);
    stdout(&strict, &[&best, &games]);
    assert!(read(rules, &best).moves(&position).unwrap().len() < legal.len());
    let keep = ["book", "make", "--played", "1"];
    stdout(&[&keep, &strict[2..]].concat(), &[&played, &games]);
    assert_eq!(read(rules, &played).moves(&position).unwrap().len(), legal.len());
    // Random moves do not count.
    let start = table.moves(&Position::start(rules)).unwrap();
    assert!(start.iter().all(|book_move| book_move.count == 0), "{start:?}");
    // Those that were drawn from good ones do.
    let counted = fresh_path("counted.db");
    stdout(&[&["book", "make", "--count-openings"], &arguments[2..]].concat(), &[&counted, &games]);
    let start = read(rules, &counted).moves(&Position::start(rules)).unwrap().to_vec();
    let counts = start.iter().map(count).filter(|(_, count)| *count > 0);
    assert_eq!(Vec::from_iter(counts), [("3e2d".to_owned(), legal.len() as u32 + 1)]);
    // The games have the position after two moves.
    let sfen = position.sfen().to_string();
    assert!(sfen.ends_with(" 3") && fs::read_to_string(&out).unwrap().contains(&sfen), "{sfen}");
}

#[test]
fn books_are_merged() {
    let [one, two, out] = ["one.db", "two.db", "merged.db"].map(fresh_path);
    let start = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    let header = "#YANEURAOU-DB2016 1.00\n#variant shogi\n";
    fs::write(&one, format!("{header}{start}\n7g7f 3c3d 50 9 2\n")).unwrap();
    fs::write(&two, format!("{start}\n7g7f none 40 8 3\n2g2f none 30 9 9\n")).unwrap();
    let text = stdout(&["book", "merge", "--out"], &[&out, &one, &two]);
    assert!(text.starts_with("shogi: 1 positions, 2 moves, 2.0 per position"), "{text}");
    assert_eq!(
        fs::read_to_string(&out).unwrap(),
        format!("{header}{start}\n2g2f none 30 9 9\n7g7f 3c3d 50 9 5\n")
    );
    // Only one of the books names the game.
    let message = error(&["book", "stats"], &[&two]);
    assert_eq!(message, format!("error: {}: no game is named; use --variant\n", two.display()));
    stdout(&["book", "stats", "--variant", "shogi"], &[&two]);
    fs::write(&two, format!("{start}\n7g7e none 0 0 1\n")).unwrap();
    let before = fs::read(&out).unwrap();
    let message = error(&["book", "merge", "--force", "--out"], &[&out, &one, &two]);
    let expected = format!("error: {}: line 2: '7g7e': the piece cannot move there", two.display());
    assert!(message.starts_with(&expected), "{message}");
    assert_eq!(fs::read(&out).unwrap(), before);
}

#[test]
fn bad_arguments_are_refused() {
    let out = fresh_path("unwritten.db");
    let message = error(&["book", "make", "--out"], &[&out]);
    assert!(message.contains("--variant") && message.contains("required"), "{message}");
    let games = fresh_path("other-game.txt");
    fs::write(&games, "shogi\t1-0\trules\t\t7g7f:10\n").unwrap();
    let message = error(&["book", "make", "--variant", "shosu", "--out"], &[&out, &games]);
    let expected = format!("error: {}: game 1: expected shosu, not shogi\n", games.display());
    assert_eq!(message, expected);
    assert!(!out.exists());
    let message =
        error(&["book", "make", "--variant", "shogi", "--out"], &["/no/folder/book.db".as_ref()]);
    assert!(message.starts_with("error: /no/folder/book.db: "), "{message}");
}
