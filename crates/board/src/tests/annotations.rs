//! Comments, marks and drawings.

use super::saved_tables::load_again;
use super::*;
use records::DrawingColor::{Blue, Green, Red};

fn say(table: &Rig, node: usize, text: &str) -> Value {
    run(table, json!({"command": "set_comment", "node": node, "text": text}))
}

fn mark(table: &Rig, node: usize, mark: &str) -> Value {
    run(table, json!({"command": "set_mark", "node": node, "mark": mark}))
}

fn draw(table: &Rig, node: usize, drawing: Value) -> Value {
    run(table, json!({"command": "toggle_drawing", "node": node, "drawing": drawing}))
}

fn export(table: &Rig, format: &str) -> String {
    let reply = run(table, json!({"command": "export", "format": format}));
    reply["text"].as_str().unwrap().to_owned()
}

/// A game of two moves with everything that people can say about it.
fn annotated() -> Rig {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f 3c3d");
    for reply in [
        say(&table, 0, "Before the game"),
        say(&table, 1, "Opens the\nbishop's diagonal\n&opening"),
        mark(&table, 2, "?!"),
        draw(&table, 1, json!({"color": "green", "from": "5e"})),
        draw(&table, 1, json!({"color": "red", "from": "8h", "to": "2b"})),
    ] {
        assert_eq!(reply["reply"], "done", "{reply}");
    }
    table
}

#[test]
fn annotations_are_written_in_every_format_that_holds_them() {
    let table = annotated();
    let said = nodes(&table);
    assert_eq!((said[0].comments.len(), said[1].comments.len(), &*said[2].mark), (1, 3, "?!"));
    let pgn = export(&table, "pgn");
    let expected = "{Before the game} 1. c3c4 {[%csl Ge5] [%cal Rb2h8]} {Opens the} \
        {bishop's diagonal} {&opening} g7g6 $6 *";
    let moves = Vec::from_iter(pgn.lines().skip_while(|line| !line.is_empty()));
    assert_eq!(moves.join(" ").trim(), expected);
    let kif = export(&table, "kif");
    assert!(
        kif.contains("*Before the game\n   1") && kif.contains("*Opens the\n*bishop's"),
        "{kif}"
    );
    assert!(kif.contains("&opening\n") && kif.contains("*?!"), "{kif}");
    let csa = export(&table, "csa");
    assert!(csa.contains("+7776FU\n'*Opens the\n"), "{csa}");
    for (format, text) in [("pgn", &pgn), ("kif", &kif)] {
        start(&table, "shogi", person(), person());
        run_ok(&table, json!({"command": "import", "text": text}));
        let read = nodes(&table);
        for (read, said) in read.iter().zip(&said) {
            assert_eq!((&read.comments, &read.mark), (&said.comments, &said.mark), "{format}");
        }
        let drawings = if format == "pgn" { said[1].drawings.clone() } else { Vec::new() };
        assert_eq!(read[1].drawings, drawings);
    }
}

#[test]
fn annotations_are_changed_removed_and_undone() {
    let table = annotated();
    let said = nodes(&table);
    let circle = json!({"color": "green", "from": "5e"});
    for change in [say(&table, 1, " \n"), mark(&table, 2, ""), draw(&table, 1, circle)] {
        assert_eq!(change["reply"], "done");
    }
    assert!(nodes(&table).iter().skip(1).all(|n| n.comments.is_empty() && n.mark.is_empty()));
    for _ in 0..3 {
        run_ok(&table, json!({"command": "undo_change"}));
    }
    assert_eq!(nodes(&table), said);
    // Other glyphs than marks stay.
    run_ok(&table, json!({"command": "import", "text": "1. c3c4! $14 *"}));
    assert_eq!(mark(&table, 1, "??")["reply"], "done");
    assert_eq!(nodes(&table)[1].mark, "??");
    assert!(export(&table, "pgn").contains("c3c4 $14 $4"));
    // During a game there is no undoing, but people can write.
    start(&table, "shogi", person(), engine());
    assert_eq!(say(&table, 0, "x")["reply"], "done");
    assert_eq!(error(run(&table, json!({"command": "undo_change"}))), "during_game");
}

#[test]
fn what_cannot_be_said_is_refused() {
    let table = annotated();
    let said = nodes(&table);
    for (reply, reason) in [
        (say(&table, 9, ""), "no_such_move 9"),
        (say(&table, 1, &"x".repeat(10_001)), "too_long 10000"),
        (mark(&table, 1, "!!!"), "invalid \"'!!!' is not a mark"),
        (mark(&table, 0, "!"), "invalid \"'!' is not a mark"),
        (draw(&table, 1, json!({"color": "green", "from": "10a"})), r#"square "10a""#),
        (draw(&table, 1, json!({"color": "pink", "from": "1a"})), "invalid \"unknown variant"),
    ] {
        let given = error(reply);
        assert!(given.starts_with(reason), "{given}");
    }
    assert_eq!(nodes(&table), said);
}

/// The same drawing again takes it away, and another colour replaces it.
#[test]
fn drawings_are_toggled_up_to_a_limit() {
    let table = annotated();
    let colors = |node: usize| Vec::from_iter(nodes(&table)[node].drawings.iter().map(|d| d.color));
    for (color, expected) in [("blue", [Green, Blue].as_slice()), ("blue", &[Green])] {
        draw(&table, 1, json!({"color": color, "from": "8h", "to": "2b"}));
        assert_eq!(colors(1), expected);
    }
    let squares = |row: char| (1..=9).map(move |file| format!("{file}{row}"));
    let arrows = ('a'..='i').flat_map(|row| ["9i", "9h", "1a"].map(|from| (from, row)));
    let arrows = arrows.flat_map(|(from, row)| squares(row).map(move |to| (from, to)));
    let replies =
        arrows.map(|(from, to)| draw(&table, 1, json!({"color": "red", "from": from, "to": to})));
    let refused: Vec<_> = replies.filter(|reply| reply["reply"] == "error").collect();
    assert_eq!((refused.len(), colors(1).len()), (3 * 81 + 1 - 200, 200));
    assert!(error(refused[0].clone()).contains("200 drawings"));
    // At the limit, too, drawings change and go.
    draw(&table, 1, json!({"color": "red", "from": "5e"}));
    assert_eq!((colors(1).len(), colors(1)[199]), (200, Red));
    draw(&table, 1, json!({"color": "red", "from": "5e"}));
    assert_eq!(colors(1).len(), 199);
}

#[test]
fn a_position_after_moves_is_shown_without_playing_them() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f 3c3d");
    let before = state(&table);
    let preview = |node, moves: &[&str]| {
        run(&table, json!({"command": "preview", "node": node, "moves": moves}))
    };
    let reply = preview(2, &["8h2b+", "3a2b"]);
    assert_eq!((&reply["reply"], &reply["pieces"]["2b"]), (&json!("preview"), &json!("s")));
    assert_eq!(reply["hands"], json!([{"B": 1}, {"B": 1}]));
    assert_eq!(reply["last_move"], json!(["3a", "2b"]));
    assert_eq!(preview(0, &[])["pieces"]["7g"], "P");
    assert!(error(preview(2, &["8h2b+", "8h2b"])).contains("empty_square"));
    assert_eq!(error(preview(7, &[])), "no_such_move 7");
    assert!(error(preview(0, &["7g7f"; 1_001])).contains("1001 moves"));
    assert_eq!(state(&table), before);
}

#[test]
fn moves_have_the_times_of_the_record_and_of_clocks() {
    let table = table();
    let times = |text: &str| {
        run_ok(&table, json!({"command": "import", "text": text}));
        nodes(&table).iter().skip(1).map(|node| node.elapsed).collect::<Vec<_>>()
    };
    let kif = "手合割：平手\n1 ７六歩(77) ( 0:05/00:00:05)\n2 ３四歩(33)\n";
    assert_eq!(times(kif), [Some(5_000), None]);
    // A PGN with clocks alone.
    let pgn = "[Variant \"shogi\"]\n[TimeControl \"60+5\"]\n\n1. c3c4 {[%clk 0:01:02]} g7g6 \
        {[%clk 0:00:45]} 2. b3b4 {[%clk 0:00:57.5]} *";
    assert_eq!(times(pgn), [Some(3_000), Some(20_000), Some(9_500)]);
    assert_eq!(times(&pgn.replace("60+5", "?")), [None, None, Some(4_500)]);
}

/// A review sets marks; afterwards those of people count.
#[test]
fn marks_of_people_outlive_a_review() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f 3c3d");
    run_ok(&table, json!({"command": "review", "move_time": 10}));
    wait_until(&table, |view| view.review.is_some());
    mark(&table, 1, "??");
    mark(&table, 2, "!");
    assert!(export(&table, "pgn").contains("c3c4 $4"));
    let marks: Vec<_> = nodes(&load_again(&table)).into_iter().map(|node| node.mark).collect();
    assert_eq!(marks, ["", "??", "!"]);
}
