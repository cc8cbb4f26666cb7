//! Books are read as they are written, and only good moves are chosen.

use records::book::{Book, BookMove, BookTable, ChoiceOptions, named_variant};
use rules::spec::{Repetition, SideRanks, SideSquares};
use rules::{GameSpec, Move, Position, Rules, SplitMix64};

const HEADER: &str = "#YANEURAOU-DB2016 1.00\n";
const START: &str = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

fn shogi() -> &'static Rules {
    games::by_name("shogi").unwrap()
}

fn mv(text: &str) -> Move {
    shogi().parse_usi(text).unwrap()
}

fn read(text: &str) -> Book {
    Book::read(text.as_bytes(), shogi()).unwrap()
}

/// Returns the first error in a book that starts with the header, and whether the book is refused.
fn error(lines: &str) -> (String, bool) {
    let text = format!("{HEADER}{lines}");
    match Book::read(text.as_bytes(), shogi()) {
        Ok(book) => (book.skipped_lines().unwrap().first.to_string(), false),
        Err(error) => (error.to_string(), true),
    }
}

/// Returns how often each move is chosen in many tries.
fn choices(book: &Book, position: &Position, options: ChoiceOptions) -> Vec<(String, usize)> {
    let mut random = SplitMix64::new(1);
    let mut counts: Vec<(String, usize)> = Vec::new();
    for _ in 0..1_000 {
        let Some(chosen) = book.choose(position, options, &|_| true, &mut random) else { continue };
        let text = shogi().usi(chosen.mv).to_string();
        match counts.iter_mut().find(|(known, _)| *known == text) {
            Some((_, count)) => *count += 1,
            None => counts.push((text, 1)),
        }
    }
    counts.sort();
    counts
}

#[test]
fn books_of_other_programs_are_read() {
    let text = format!(
        "\u{feff}{HEADER}# a comment\n// another\n\n{START}\r\n#NOTE: main line\n\
         7g7f 3c3d 52 18 120\r\n2g2f none 45 18 96 # a comment\n  9g9f\n5g5f none none none \n\
         resign none 0 0 1\n\
         sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -\n3c3d 2g2f -30 12\n"
    );
    let book = read(&text);
    assert_eq!(book.len(), 2);
    let mut position = Position::start(shogi());
    let entry = |text: &str, reply: Option<&str>, score, depth, count| BookMove {
        mv: mv(text),
        reply: reply.map(mv),
        score,
        depth,
        count,
    };
    assert_eq!(
        book.moves(&position),
        [
            entry("7g7f", Some("3c3d"), 52, 18, 120),
            entry("2g2f", None, 45, 18, 96),
            entry("9g9f", None, 0, 0, 1),
            entry("5g5f", None, 0, 0, 1),
        ]
    );
    // The move number does not matter.
    position.try_move(mv("7g7f")).unwrap();
    assert_eq!(book.moves(&position), [entry("3c3d", Some("2g2f"), -30, 12, 1)]);
    position.try_move(mv("8c8d")).unwrap();
    assert!(book.moves(&position).is_empty());
}

/// Books of YaneuraOu may have only positions in which Black moves.
#[test]
fn positions_of_the_other_side_are_turned() {
    let text = format!(
        "{START}\n7g7f 3c3d 52 18 120\n\
         sfen lnsgk1snl/1r4gb1/pppppp1pp/6p2/9/2P6/PP1PPPP1P/1B5R1/LNSGKGSNL b P 5\nP*2e none 7 1 1\n8h2b+ 3a2b 1 1 1\n"
    );
    let book = read(&text);
    let moves = |sfen: &str| {
        let found = book.moves(&Position::from_sfen(shogi(), sfen).unwrap());
        let usi = |mv| shogi().usi(mv).to_string();
        let text = |found: BookMove| (usi(found.mv), found.reply.map(usi), found.score);
        found.into_iter().map(text).collect::<Vec<_>>()
    };
    let start = &START["sfen ".len()..].replace(" b ", " w ");
    assert_eq!(moves(start), [("3c3d".into(), Some("7g7f".into()), 52)]);
    let turned = "lnsgkgsnl/1r5b1/p1pppp1pp/6p2/9/2P6/PP1PPPPPP/1BG4R1/LNS1KGSNL w p 5";
    let expected = [("P*8e".into(), None, 7), ("2b8h+".into(), Some("7i8h".into()), 1)];
    assert_eq!(moves(turned), expected);
    // An entry of the position itself counts alone.
    let both = read(&format!("{text}{}\n8c8d none 0 0 1\n", START.replace(" b ", " w ")));
    let found = both.moves(&Position::from_sfen(shogi(), start).unwrap());
    assert_eq!(found.iter().map(|found| found.mv).collect::<Vec<_>>(), [mv("8c8d")]);
}

#[test]
fn positions_are_not_turned_where_the_sides_have_different_rules() {
    let spec = shogi().spec();
    let zones = SideRanks::Named { black: "abc".into(), white: "i".into() };
    let goals = SideRanks::Named { black: "a".into(), white: "h".into() };
    let squares = SideSquares::Named { black: "1a-9i".into(), white: "1a-9h".into() };
    let mut confined = spec.pieces.clone();
    confined[0].confined_to = Some(squares);
    for (spec, is_turned) in [
        (GameSpec { name: "same".into(), ..spec.clone() }, true),
        (GameSpec { name: "zones".into(), promotion_ranks: zones, ..spec.clone() }, false),
        (GameSpec { name: "goals".into(), goal_ranks: goals, ..spec.clone() }, false),
        (GameSpec { name: "confined".into(), pieces: confined, ..spec.clone() }, false),
        (
            GameSpec {
                name: "repetition".into(),
                repetition: Repetition::BlackLoses,
                ..spec.clone()
            },
            false,
        ),
    ] {
        let rules = Rules::build(&spec).unwrap();
        let book = Book::read(format!("{START}\n7g7f\n").as_bytes(), rules).unwrap();
        let start = START["sfen ".len()..].replace(" b ", " w ");
        let found = book.moves(&Position::from_sfen(rules, &start).unwrap());
        assert_eq!(!found.is_empty(), is_turned, "{}", spec.name);
    }
}

/// Invalid lines are left out and counted, without the moves of invalid positions.
#[test]
fn invalid_lines_are_skipped() {
    let long = "x".repeat(100_000);
    let text = format!(
        "{HEADER}junk\n{START}\n7g7e none\n2g2f\nsfen 9/9 b - 1\n1a1b\nx y z\n\
         sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2\n{long}\n3c3d\n8c8d x\n"
    );
    let book = read(&text);
    let mut position = Position::start(shogi());
    let first = |position: &Position| book.moves(position).iter().map(|m| m.mv).collect::<Vec<_>>();
    assert_eq!(first(&position), [mv("2g2f")]);
    position.try_move(mv("7g7f")).unwrap();
    assert_eq!(first(&position), [mv("3c3d")]);
    let skipped = book.skipped_lines().unwrap();
    assert_eq!(
        skipped.to_string(),
        "skipped 5 invalid lines, first line 2: 'junk': expected 'sfen' and a position"
    );
    // A table, which may be written over its file, is not read in part.
    let error = BookTable::new(shogi()).read(text.as_bytes()).unwrap_err();
    assert_eq!(error, skipped.first);
    let book = read(&format!("{START}\n7g7e none\n"));
    assert_eq!(
        book.skipped_lines().unwrap().to_string(),
        "skipped an invalid line: line 2: '7g7e': the piece cannot move there"
    );
    assert_eq!(read(START).skipped_lines(), None);
    // The moves of an unreadable position are not those of the one before.
    let bytes = [START.as_bytes(), b"\n2g2f\nsfen \xff\n1g1f\n"].concat();
    let book = Book::read(&bytes[..], shogi()).unwrap();
    assert_eq!(
        (book.moves(&Position::start(shogi())).len(), book.skipped_lines().unwrap().count),
        (1, 1)
    );
}

#[test]
fn books_without_header_and_empty_books_are_read() {
    assert_eq!(read(&format!("{START}\n7g7f none 0 0 1")).len(), 1);
    assert!(read("").is_empty() && read(HEADER).is_empty());
}

#[test]
fn errors_name_the_line() {
    for (lines, message) in [
        ("7g7f 3c3d 0 0 1", "line 2: '7g7f 3c3d 0 0 1': expected 'sfen' and a position"),
        ("sfen 9/9 b - 1", "line 2: 2 ranks instead of 9 at character 1 of the position"),
        (&format!("{START}\n7g7e none 0 0 1"), "line 3: '7g7e': the piece cannot move there"),
        (&format!("{START}\n7g none 0 0 1"), "line 3: '7g': expected a square of the board"),
        (&format!("{START}\n7g7f 3c none"), "line 3: reply '3c': expected a square of the board"),
        (&format!("{START}\n7g7f none x"), "line 3: score 'x': expected a whole number"),
        (&format!("{START}\n7g7f none 1 2.5"), "line 3: depth '2.5': expected a whole number"),
        (&format!("{START}\n7g7f none 1 2 y"), "line 3: count 'y': expected a whole number"),
        (
            "#YANEURAOU-DB2020 2.00",
            "line 2: '#YANEURAOU-DB2020 2.00': expected #YANEURAOU-DB2016 1.00",
        ),
        ("#variant shosu", "line 2: the book is for 'shosu', not for shogi"),
    ] {
        let (found, is_refused) = error(lines);
        assert!(found.starts_with(message), "{lines}: {found}");
        // A file without a valid position is refused.
        assert_eq!(is_refused, !lines.starts_with(START), "{lines}");
    }
    // A book for another game is refused wherever it says so.
    assert!(error(&format!("{START}\n7g7f\n#variant shosu")).1);
    let named = named_variant("\u{feff}#variant shosu\n".as_bytes()).unwrap();
    assert_eq!(named.as_deref(), Some("shosu"));
    let long = "x".repeat(100_000);
    assert_eq!(error(&long).0, "line 2: the line has more than 65536 bytes");
    let invalid = [HEADER.as_bytes(), b"\xff\xfe"].concat();
    let error = Book::read(&invalid[..], shogi()).unwrap_err();
    assert_eq!(error.to_string(), "line 2: not UTF-8 text");
}

#[test]
fn one_of_the_moves_with_the_best_scores_is_chosen() {
    let book =
        read(&format!("{START}\n7g7f none 50 9 300\n2g2f none 30 9 100\n9g9f none 10 9 900\n"));
    let start = Position::start(shogi());
    let options = |max_score_loss| ChoiceOptions { max_score_loss, ..ChoiceOptions::default() };
    assert_eq!(choices(&book, &start, options(0)), [("7g7f".into(), 1_000)]);
    let within_20 = choices(&book, &start, options(20));
    let [(_, one), (_, other)] = &within_20[..] else { panic!("{within_20:?}") };
    assert!((450..550).contains(one) && one + other == 1_000, "{within_20:?}");
    assert_eq!(choices(&book, &start, options(40)).len(), 3);
    let only_later = ChoiceOptions { max_move_number: 0, ..options(40) };
    assert!(choices(&book, &start, only_later).is_empty());
    // Without scores, the counts decide.
    let book = read(&format!("{START}\n7g7f none 0 0 300\n2g2f none 0 0 100\n"));
    let by_count = choices(&book, &start, options(0));
    let [(_, less), (_, more)] = &by_count[..] else { panic!("{by_count:?}") };
    assert!((200..300).contains(less) && more + less == 1_000, "{by_count:?}");
    // A count of 0 does not exclude a move.
    let book = read(&format!("{START}\n7g7f none 0 0 0\n2g2f none 0 0 0\n"));
    assert_eq!(choices(&book, &start, options(0)).len(), 2);
    let is_allowed = |allowed: Move| allowed == mv("2g2f");
    let chosen = book.choose(&start, options(0), &is_allowed, &mut SplitMix64::new(1));
    assert_eq!(chosen.unwrap().mv, mv("2g2f"));
}

#[test]
fn moves_that_repeat_a_position_are_not_chosen() {
    let sfen = "4k4/9/9/9/9/R8/9/9/8K b - 1";
    let mut position = Position::from_sfen(shogi(), sfen).unwrap();
    let book = read(
        "sfen R8/4k4/9/9/9/9/9/9/8K b - 1\n9a9b none 0 0 1\n\
         sfen 4k4/R8/9/9/9/9/9/9/8K b - 1\n9b9a none 0 0 1\n",
    );
    let options = ChoiceOptions::default();
    let mut play = |moves: [&str; 2]| {
        for text in moves {
            position.try_move(mv(text)).unwrap();
        }
        choices(&book, &position, options)
    };
    assert_eq!(play(["9f9a", "5a5b"]), [("9a9b".into(), 1_000)]);
    // The rook has already given check on 9a with the king on 5a.
    assert_eq!(play(["9a9b", "5b5a"]), []);
}

#[test]
fn moves_that_lose_at_once_are_not_chosen() {
    let sfen = "4k4/9/9/9/9/9/4p3P/9/4K4 b g 1";
    let position = Position::from_sfen(shogi(), sfen).unwrap();
    let legal = position.legal_moves();
    let lines: String =
        legal.iter().map(|&mv| format!("{} none 0 0 1\n", shogi().usi(mv))).collect();
    let book = read(&format!("sfen {sfen}\n{lines}"));
    let loses = |mv: Move| {
        let mut after = position.clone();
        after.do_move(mv);
        after.legal_moves().into_iter().any(|reply| {
            let mut end = after.clone();
            end.do_move(reply);
            end.in_check() && !end.has_legal_move()
        })
    };
    let losing = legal.iter().filter(|&&mv| loses(mv)).count();
    assert!(losing > 0);
    let chosen = choices(&book, &position, ChoiceOptions::default());
    assert_eq!(chosen.len(), legal.len() - losing, "{chosen:?}");
    assert!(chosen.iter().all(|(text, _)| !loses(mv(text))), "{chosen:?}");
}

#[test]
fn tables_add_counts_and_keep_the_deeper_score() {
    let start = Position::start(shogi());
    let entry = |score, depth, count| BookMove { mv: mv("7g7f"), reply: None, score, depth, count };
    let mut table = BookTable::new(shogi());
    table.add(&start, &[entry(10, 8, 3)]);
    table.add(&start, &[entry(20, 9, 4), BookMove { mv: mv("2g2f"), ..entry(5, 1, 9) }]);
    table.add(&start, &[entry(30, 7, 1)]);
    assert_eq!(table.moves(&start).unwrap()[0], entry(20, 9, 8));
    let mut text = Vec::new();
    table.write(&mut text).unwrap();
    assert_eq!(
        String::from_utf8(text).unwrap(),
        format!("{HEADER}#variant shogi\n{START}\n2g2f none 5 1 9\n7g7f none 20 9 8\n")
    );
}

/// Plays random games of every game and writes their moves as a book, which must be read back.
#[test]
fn books_of_every_game_are_read_as_they_are_written() {
    let minicannon = concat!(env!("CARGO_MANIFEST_DIR"), "/../rules/examples/minicannon.toml");
    games::load(minicannon.as_ref());
    for rules in games::all() {
        let mut random = SplitMix64::new(7);
        let mut table = BookTable::new(rules);
        for _ in 0..5 {
            let mut position = Position::start(rules);
            for ply in 0..60 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let number = random.next_u64();
                let mv = legal[(number % legal.len() as u64) as usize];
                let reply = legal.get((number >> 32) as usize % 50).copied();
                let score = (number >> 40) as i32 % 500 - 250;
                table.add(&position, &[BookMove { mv, reply, score, depth: ply, count: ply + 1 }]);
                position.do_move(mv);
            }
        }
        let mut text = Vec::new();
        table.write(&mut text).unwrap();
        let sfens: Vec<_> = str::from_utf8(&text).unwrap().lines().collect();
        let sfens: Vec<_> = sfens.iter().filter_map(|line| line.strip_prefix("sfen ")).collect();
        assert_eq!(sfens.len(), table.iter().len());
        assert!(sfens.is_sorted());
        let mut again = BookTable::new(rules);
        again.read(&text[..]).unwrap();
        let mut text_again = Vec::new();
        again.write(&mut text_again).unwrap();
        assert_eq!(text_again, text, "{}", rules.name());
        let book = Book::read(&text[..], rules).unwrap();
        for sfen in sfens {
            let position = Position::from_sfen(rules, sfen).unwrap();
            let moves = table.moves(&position).unwrap();
            let found = book.moves(&position);
            assert!(moves.iter().all(|known| found.contains(known)) && found.len() == moves.len());
        }
    }
}

/// Text made of pieces of books never causes a panic, and errors name a line of the text.
#[test]
fn random_text_is_read_or_refused() {
    let parts = "\n|7g7f| none| 3c3d| 0| -5| x|sfen |#variant shogi\n|//|9/9 b - 1|\u{0}|大|P*5e| 99999999999999999999|\
        \r\n|resign";
    let parts: Vec<_> = [HEADER, START].into_iter().chain(parts.split('|')).collect();
    let mut random = SplitMix64::new(3);
    let mut next = |count: usize| (random.next_u64() % count as u64) as usize;
    for _ in 0..20_000 {
        let text: String = (0..next(12)).map(|_| parts[next(parts.len())]).collect();
        match Book::read(text.as_bytes(), shogi()) {
            Ok(book) => assert!(book.len() <= text.lines().count()),
            Err(error) => assert!((1..=text.lines().count()).contains(&error.line), "{error}"),
        }
    }
}

#[test]
fn built_in_books_start_at_the_start_position() {
    for game in ["shogi", "cannonshogi", "taihoshogi", "shosu", "shosucourier", "cannonshosu"] {
        let (text, rules) = (games::book(game).unwrap(), games::by_name(game).unwrap());
        assert_eq!(named_variant(text.as_bytes()).unwrap().as_deref(), Some(game));
        let book = Book::read(text.as_bytes(), rules).unwrap();
        let moves = book.moves(&Position::start(rules));
        // The book goes on after the best move.
        let mut position = Position::start(rules);
        position.do_move(moves[0].mv);
        let replies = position.legal_moves();
        let mut is_answered = |reply| {
            position.do_move(reply);
            let is_answered = !book.moves(&position).is_empty();
            position.undo_move();
            is_answered
        };
        assert!(replies.iter().any(|&reply| is_answered(reply)), "{game}");
    }
    assert_eq!(games::book("minicannon"), None);
}
