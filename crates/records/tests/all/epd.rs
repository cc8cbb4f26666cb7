//! Positions with their best moves and solutions.

use records::{RecordError, read_epd};
use rules::Rules;

fn shogi() -> &'static Rules {
    games::by_name("shogi").unwrap()
}

#[test]
fn a_line_has_a_position_and_operations() {
    let text = "\u{feff}# Openings\n\n\
        startpos\r\n\
        shosu startpos; bm 10h10g a3a4 P-10g;\n\
        cannonshogi 4k4/9/9/9/9/9/4U4/9/3K5 b P 1\tbm P*5f P*5e\tid \"a; b\"\n\
        Shogi 4k4/9/9/9/9/9/9/9/4K4 b R 1;id rook drop;bm R*5e";
    let entries = read_epd(text, shogi()).unwrap();
    let parsed: Vec<_> = entries
        .iter()
        .map(|e| (e.line, e.position.rules().name(), e.best_moves.len(), e.id.as_str()))
        .collect();
    assert_eq!(
        parsed,
        [
            (3, "shogi", 0, ""),
            (4, "shosu", 3, ""),
            (5, "cannonshogi", 2, "a; b"),
            (6, "shogi", 1, "rook drop"),
        ]
    );
    let [usi, uci, western] = entries[1].best_moves[..] else { panic!("three moves") };
    assert!(usi == uci && usi == western);
}

#[test]
fn puzzles_have_solutions() {
    let text = "shogi 8k/9/8P/9/9/9/9/9/K8 b G 1; dm 1; pv G*1b; acn 12; id \"head gold\"\n\
        startpos; bm 2g2f; pv 7g7f 3c3d 2g2f";
    let entries = read_epd(text, shogi()).unwrap();
    let best = |text: &str| shogi().parse_usi(text).unwrap();
    assert_eq!(entries[0].best_moves, [best("G*1b")]);
    assert_eq!(entries[0].id, "head gold");
    assert_eq!((entries[0].mate_moves, entries[0].nodes), (Some(1), Some(12)));
    assert_eq!((entries[1].mate_moves, entries[1].nodes), (None, None));
    assert_eq!(entries[1].solution.len(), 3);
    assert_eq!(entries[1].best_moves, [best("2g2f")]);
}

#[test]
fn lines_of_match_logs_and_sessions_are_positions() {
    let text = "\
        shosu\tA\tB; \"C\"\t1-0\tB resigns\tposition startpos moves 10h10g 10c10d\n\
        shogi\tA\tB\t*\t\tposition startpos\n\
        shosu\tposition startpos moves 10h10g 10c10d\n\
        position startpos moves 7g7f 3c3d\n\
        position startpos moves 7g7f 3c3d; bm 2g2f\n\
        position sfen 4k4/9/9/9/9/9/9/9/4K4 b R 1 moves R*5d";
    let entries = read_epd(text, shogi()).unwrap();
    let parsed: Vec<_> = entries
        .iter()
        .map(|e| (e.position.rules().name(), e.position.ply(), e.id.as_str()))
        .collect();
    assert_eq!(
        parsed,
        [
            ("shosu", 2, "A - B; \"C\" 1-0"),
            ("shogi", 0, "A - B *"),
            ("shosu", 2, ""),
            ("shogi", 2, ""),
            ("shogi", 2, ""),
            ("shogi", 1, ""),
        ]
    );
    assert_eq!(entries[4].best_moves.len(), 1);
}

#[test]
fn every_invalid_line_is_reported() {
    for (line, message) in [
        ("chess startpos", "unknown game 'chess'"),
        ("shogi", "'' found, startpos or a position in SFEN expected"),
        ("shogi b - 1", "'b - 1' found, startpos or a position in SFEN expected"),
        ("9/9 b - 1", "'9/9 b - 1' is not a position of the game: 2 ranks instead of 9"),
        ("startpos 7g7f", "'7g7f' found, 'moves' expected"),
        ("startpos; bm", "'bm' found, a move after it expected"),
        ("startpos; bm 7g7e", "'7g7e' is not a legal move here: the piece cannot move there"),
        ("startpos; bm P-7e", "'P-7e' is not a legal move here: "),
        ("position startpos moves 7g7f 7g7f", "'7g7f' is not a legal move here: no piece on"),
        ("shogi\tA\tB\t1-0\tmate\tposition startpos moves 7g7e", "'7g7e' is not a legal"),
        ("shogi\tA\tB\twon\tmate\tposition startpos", "'won' found, a result"),
        ("startpos; 7g7f", "'7g7f' found, an operation such as bm expected"),
        ("startpos; pv 7g7f 7g7f", "'7g7f' is not a legal move here: no piece on the origin"),
        ("startpos; pv", "'pv' found, a move after it expected"),
        ("startpos; dm soon", "'dm soon' found, a whole number expected"),
        ("startpos; acn -1", "'acn -1' found, a whole number expected"),
        ("startpos; id \"x", "a quote is never closed"),
        (";;", "unknown game ''"),
        ("\u{0}大 \"", "a quote is never closed"),
    ] {
        let errors = read_epd(&format!("startpos\n{line}\nstartpos"), shogi()).unwrap_err();
        let [error] = &errors[..] else { panic!("{errors:?}") };
        let text = error.to_string();
        assert!(text.starts_with("line 2: ") && text.contains(message), "{text}");
    }
    let lines =
        |errors: Vec<RecordError>| errors.iter().map(|error| error.line).collect::<Vec<_>>();
    assert_eq!(lines(read_epd("x\nstartpos\ny", shogi()).unwrap_err()), [1, 3]);
    // Of text that is something else, only the first lines are named.
    let errors = read_epd(&"x\n".repeat(1_000), shogi()).unwrap_err();
    assert_eq!(lines(errors), Vec::from_iter(1..=20));
}

#[test]
fn other_operations_are_skipped() {
    let text = "startpos; c0 \"a; b\"; am 5g5f; bm 7g7f; hmvc 3; fmvn 1; ce +12; Ae_1 x; id \"x\";";
    let entries = read_epd(text, shogi()).unwrap();
    assert_eq!((entries[0].best_moves.len(), entries[0].id.as_str()), (1, "x"));
}
