//! The notation of Game Courier and of the pages of the games' inventor.

use crate::usi_moves;
use records::{EndReason, Format, GameResult, Hints, read_text, write};
use rules::Color;

fn hints(game: &str) -> Hints {
    Hints { rules: games::by_name(game), ..Hints::default() }
}

#[track_caller]
fn moves(text: &str, hints: &Hints) -> String {
    let games = read_text(text, hints).unwrap();
    assert_eq!(games.len(), 1);
    usi_moves(&games[0])
}

const SHOSU: &str = "8h8g 3c3d 9i2b+ 3a2b B*6f";

#[test]
fn every_form_is_read() {
    let shosu = hints("shosu");
    for text in [
        "1. P c3-c4\n1... p h8-h7\n2. B b2-i9; +B-i9\n2... s h10-i9\n3. B*e5\n",
        "1. P c3-c4 p h8-h7 2. B b2-i9 ; +B-i9 s h10-i9 3. B*e5",
        "P c3-c4 // a comment\np h8-h7\nB b2xi9; +b-i9 // promotes\nS h10-i9\nb*e5\n",
        // Coordinates of shogi, as some of its presets have.
        "P 8h-8g\np 3c-3d\nB 9i-2b; +B-2b\ns 3a-2b\nB*6f\n",
        // The inventor's pages: squares only, promotions as a third part, drops with a hyphen.
        "c3-c4 h8-h7 b2-i9-+B h10-i9 B-e5",
        "1. c3-c4 h8-h7 2. b2-i9-+b h10-i9 3. b-e5",
    ] {
        let text_hints = Hints { format: Some(Format::GameCourier), ..shosu };
        assert_eq!(moves(text, &text_hints), SHOSU, "{text}");
    }
    // Labels after a move that name the piece itself do not promote it.
    let kept = Hints { format: Some(Format::GameCourier), ..shosu };
    assert_eq!(moves("c3-c4 h8-h7 B b2-i9; B-i9", &kept), "8h8g 3c3d 9i2b");
}

#[test]
fn the_format_is_detected() {
    for text in [
        "1. P c3-c4\n1... p h8-h7\n",
        "P 8h-8g\n",
        "[Variant \"shosu\"]\n[White \"A\"]\n\n1. P c3-c4\n",
        "// a comment\n+R j5-j9; +R-j9\n",
        "[Variant \"shosu\"]\n\n// not begun\n",
    ] {
        assert_eq!(Format::detect(text), Some(Format::GameCourier), "{text}");
    }
    for text in [
        "1. P-8g P-3d",
        "1. c3c4 h8h7",
        "1. P*5e S'5e",
        "{P c3-c4}\n1. c3c4",
        "[White \"A\"]\n\n1. c3c4 {after\nP d3-d4} h8h7",
    ] {
        assert_ne!(Format::detect(text), Some(Format::GameCourier), "{text}");
    }
}

#[test]
fn records_are_written_with_tags() {
    let text =
        "[Variant \"shosu\"]\n[White \"Alice\"]\n\n1. P c3-c4 // good\n1... p h8-h7\n2. resign\n";
    let games = read_text(text, &Hints::default()).unwrap();
    let end = games[0].end().unwrap();
    assert_eq!((end.result, end.reason), (GameResult::Win(Color::White), EndReason::Resignation));
    assert_eq!(games[0].tags.player(Color::Black), Some("Alice"));
    let written = write(&games[0], Format::GameCourier).unwrap();
    let body = written.split_once("\n\n").unwrap().1;
    assert_eq!(body, "1. P c3-c4\n// good\n1... p h8-h7\n// Alice resigns\n\n");
    assert_eq!(
        read_text(&written.repeat(2), &Hints::default()).unwrap(),
        [&games[..], &games].concat()
    );
}

#[test]
fn games_without_moves_are_kept_apart() {
    let text =
        "[Variant \"shosu\"]\n\n\n[Variant \"shogi\"]\n\n1. P c3-c4\n\n[Variant \"shosu\"]\n";
    let games = read_text(text, &Hints::default()).unwrap();
    let games: Vec<_> = games.iter().map(|game| (game.rules().name(), game.move_count())).collect();
    assert_eq!(games, [("shosu", 0), ("shogi", 1), ("shosu", 0)]);
}

#[test]
fn errors_name_the_line_and_the_move() {
    let hints = Hints { format: Some(Format::GameCourier), ..hints("shosu") };
    let message = |text: &str| read_text(text, &hints).unwrap_err().to_string();
    for (text, expected) in [
        ("P c3-c5", "line 1: 'c3-c5' is not a legal move here: "),
        ("P c3-c4\n\nP c4-c5", "line 3: 'c4-c5' is not a legal move here: "),
        ("R c3-c4", "another piece stands on the start square"),
        ("P e5-e6", "the start square is empty"),
        ("P c3-k4", "two squares such as d3-d4 expected"),
        ("P", "'P' is not a legal move here: two squares"),
        ("Z*e5", "a piece expected before '*'"),
        ("P*e5", "line 1: 'P*e5' is not a legal move here: "),
        ("P c3-c4; +P-c5", "a promotion on the target square expected after ';'"),
        ("resign\nP c3-c4", "line 2: 'c3-c4' found, no move after the end of the game expected"),
        ("[Variant \"shosu\"\nP c3-c4", "line 1: '[Variant \"shosu\"' found, a tag such as"),
        ("[Variant \"x\"]", "line 1: unknown game 'x'"),
    ] {
        let found = message(text);
        assert!(found.contains(expected), "{text}: {found}");
    }
}
