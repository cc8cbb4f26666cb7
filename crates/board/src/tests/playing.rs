//! Games between people and the engine: moves, ends, and moves taken back.

use super::saved_tables::load_again;
use super::*;
use crate::messages::Player;

#[test]
fn moves_are_played_and_illegal_ones_refused_with_their_reason() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f 3c3d");
    let view = state(&table);
    assert_eq!((view.node, view.status.as_str()), (2, "ongoing"));
    assert!(view.legal.contains(&"8h2b+".to_owned()));
    let reply = run(&table, json!({"command": "play", "node": 2, "move": "8h7f"}));
    assert_eq!(error(reply), r#"illegal "cannot_reach""#);
    let reply = run(&table, json!({"command": "play", "node": 2, "move": "P*5e"}));
    assert_eq!(error(reply), r#"illegal "not_in_hand""#);
    let reply = run(&table, json!({"command": "play", "node": 1, "move": "8h2b+"}));
    assert_eq!(error(reply), "changed");
    assert_eq!(state(&table).node, 2);
}

#[test]
fn the_engine_answers_and_moves_are_taken_back_in_pairs() {
    for variant in games::names() {
        let table = table();
        start(&table, variant, person(), engine());
        let first = state(&table).legal[0].clone();
        play(&table, &first);
        wait_until(&table, |view| view.last_node == 2);
        run_ok(&table, json!({"command": "undo"}));
        assert_eq!((state(&table).node, state(&table).last_node), (0, 0));
    }
}

#[test]
fn the_engine_moves_when_it_is_told_to() {
    let table = table();
    start(&table, "shogi", person(), json!({"kind": "engine", "move_time": 3_600_000}));
    assert_eq!(error(run(&table, json!({"command": "move_now"}))), "no_move_yet");
    play(&table, "7g7f");
    let start = Instant::now();
    while run(&table, json!({"command": "move_now"}))["reply"] == "error" {
        assert!(start.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(5));
        table.take_reports();
    }
    let view = state(&table);
    assert_eq!((view.last_node, view.searching), (2, None));
}

#[test]
fn the_engine_moves_first_as_black_and_plays_itself() {
    let table = table();
    start(&table, "cannonshogi", engine(), person());
    let view = wait_until(&table, |view| view.last_node == 1);
    assert!(!view.legal.is_empty());
    start(&table, "cannonshogi", engine(), engine());
    wait_until(&table, |view| view.last_node >= 3);
    let reply = run(&table, json!({"command": "play", "node": 0, "move": "7g7f"}));
    assert!(!error(reply).is_empty());
    run_ok(&table, json!({"command": "pause", "paused": true}));
    assert_eq!(state(&table).searching, None);
}

#[test]
fn games_end_by_rule_resignation_and_time() {
    let table = table();
    start(&table, "shogi", person(), person());
    set_up(&table, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    play(&table, "G*5b");
    assert_eq!(end(&table), (Some(Color::Black), EndReason::Mate));
    assert_eq!(error(run(&table, json!({"command": "resign"}))), "game_over");

    start(&table, "shogi", person(), person());
    run_ok(&table, json!({"command": "resign"}));
    assert_eq!(end(&table), (Some(Color::White), EndReason::Resignation));

    let setup = json!({"command": "new_game", "variant": "shogi",
        "players": [person(), person()], "time": {"main": 1}});
    run_ok(&table, setup);
    table.tick(Instant::now() + Duration::from_millis(20));
    assert_eq!(end(&table), (Some(Color::White), EndReason::TimeForfeit));
}

#[test]
fn a_resignation_is_undone_before_a_move() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f 3c3d");
    for ending in ["resign", "draw"] {
        run_ok(&table, json!({"command": ending}));
        run_ok(&table, json!({"command": "go_to", "node": 0}));
        run_ok(&table, json!({"command": "undo"}));
        let view = state(&table);
        assert_eq!((view.end, view.node, view.last_node), (None, 2, 2), "{ending}");
    }
    run_ok(&table, json!({"command": "undo"}));
    assert_eq!(state(&table).last_node, 1);
    // Mate ends the game by rule, so the mating move is taken back.
    set_up(&table, "4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    play(&table, "G*5b");
    run_ok(&table, json!({"command": "undo"}));
    assert_eq!((state(&table).end, state(&table).last_node), (None, 0));
}

#[test]
fn games_from_files_end_at_goals_and_by_lost_repetitions() {
    let file = "name = 'race'\nfiles = 3\nranks = 4\npromotion-ranks = 1\ngoal-ranks = 1\n\
                repetition = 'repeater-loses'\nrepetition-count = 2\nstart = '1k1/3/3/1K1'\n\
                [[piece]]\nletter = 'K'\nname = 'King'\nrole = 'king'\nmovement = 'K'\n";
    let game = &games::parse(file).games[0];
    let rules = game.rules;
    let table = table_of(rules);
    run_ok(&table, json!({"command": "players", "players": [person(), person()]}));
    play(&table, "2d1d 2a1a 1d2d 1a2a");
    assert_eq!(end(&table), (Some(Color::Black), EndReason::Repetition));

    let table = table_of(rules);
    run_ok(&table, json!({"command": "players", "players": [person(), person()]}));
    play(&table, "2d3c 2a1b 3c3b 1b1c 3b3a");
    assert_eq!(end(&table), (Some(Color::Black), EndReason::GoalReached));
}

#[test]
fn impasse_is_claimed_only_where_the_rules_allow_it() {
    let table = table();
    start(&table, "shogi", person(), person());
    let refused = error(run(&table, json!({"command": "claim"})));
    assert_eq!(refused, "no_claim");
    set_up(&table, "K8/PPPPPPPPP/+P8/9/9/9/9/9/8k b 2R2B4G 1");
    assert_eq!(state(&table).claim, Some("win"));
    run_ok(&table, json!({"command": "claim"}));
    assert_eq!(end(&table), (Some(Color::Black), EndReason::Declaration));
}

#[test]
fn variations_are_kept_promoted_and_removed() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f 3c3d");
    run_ok(&table, json!({"command": "go_to", "node": 0}));
    play(&table, "2g2f");
    assert_eq!((state(&table).node, state(&table).last_node), (3, 2));
    run_ok(&table, json!({"command": "promote", "node": 3}));
    assert_eq!(state(&table).last_node, 3);
    run_ok(&table, json!({"command": "remove", "node": 1}));
    let view = state(&table);
    assert_eq!(
        (view.node, view.last_node, view.last_move.as_slice()),
        (1, 1, ["2g".into(), "2f".into()].as_slice())
    );
    let refused = error(run(&table, json!({"command": "remove", "node": 0})));
    assert_eq!(refused, "start_position");
    assert_eq!(error(run(&table, json!({"command": "go_to", "node": 9}))), "no_such_move 9");
}

#[test]
fn only_moves_played_here_would_be_lost() {
    let table = table();
    let import = json!({"command": "import", "text": "position startpos moves 7g7f 3c3d"});
    run_ok(&table, import);
    assert!(!state(&table).unsaved);
    play(&table, "2g2f");
    assert!(state(&table).unsaved);
    run_ok(&table, json!({"command": "resign"}));
    assert!(!state(&table).unsaved);
    start(&table, "shogi", person(), person());
    play(&table, "7g7f");
    run_ok(&table, json!({"command": "undo"}));
    assert!(!state(&table).unsaved);
}

#[test]
fn moves_are_typed_in_any_notation() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "P-7f ３四歩 Bx2b+");
    assert_eq!(nodes(&table)[3].mv.as_deref(), Some("8h2b+"));
    assert_eq!(nodes(&table)[3].text.japanese, "▲２二角成");
    let reply = run(&table, json!({"command": "play", "node": 3, "move": "S-5e"}));
    assert_eq!(
        error(reply),
        r#"move_text {"code":"text","value":"no legal move is written like this"}"#
    );
}

#[test]
fn a_game_goes_on_from_the_shown_position() {
    let table = table();
    run_ok(&table, json!({"command": "import", "text": "position startpos moves 7g7f 3c3d 2g2f"}));
    run_ok(&table, json!({"command": "go_to", "node": 2}));
    let players = json!([engine(), person()]);
    run_ok(
        &table,
        json!({"command": "play_from_here", "players": players, "time": {"main": 0, "byoyomi": 60_000}}),
    );
    let view = wait_until(&table, |view| view.last_node == 3);
    assert!(!view.free && view.clocks.is_some() && view.side == Color::White);
    assert_ne!(nodes(&table)[3].mv, None);
}

#[test]
fn a_handicap_is_named_so_that_it_can_be_given_again() {
    let table = table();
    for handicap in [Some("rook"), None] {
        let setup = json!({"command": "new_game", "variant": "shogi", "handicap": handicap,
            "players": [person(), person()]});
        run_ok(&table, setup);
        assert_eq!(state(&load_again(&table)).handicap, handicap);
    }
}

/// Starts a game in which Black can mate at once, resigned by Black, with the mate as a variation.
fn resigned_game_with_a_mate(table: &Rig) {
    let setup = json!({"command": "new_game", "variant": "shogi", "players": [person(), engine()],
        "sfen": "8k/9/8P/9/9/9/9/9/K8 b G 1"});
    run_ok(table, setup);
    run_ok(table, json!({"command": "resign"}));
    play(table, "G*1b");
}

#[test]
fn a_promoted_mate_ends_the_game() {
    let table = table();
    resigned_game_with_a_mate(&table);
    run_ok(&table, json!({"command": "promote", "node": 1}));
    assert_eq!(end(&table), (Some(Color::Black), EndReason::Mate));
    assert_eq!(state(&table).searching, None);
}

#[test]
fn a_mate_that_becomes_the_main_line_ends_the_game() {
    let table = table();
    set_up(&table, "8k/9/8P/9/9/9/9/9/K8 b G 1");
    play(&table, "G*2b");
    run_ok(&table, json!({"command": "go_to", "node": 0}));
    play(&table, "G*1b");
    assert_eq!(state(&table).end, None);
    run_ok(&table, json!({"command": "remove", "node": 1}));
    assert_eq!(end(&table), (Some(Color::Black), EndReason::Mate));
}

#[test]
fn the_engine_does_not_play_where_the_game_is_over() {
    let table = table();
    set_up(&table, "8k/8G/8P/9/9/9/9/9/K8 w - 1");
    run_ok(&table, json!({"command": "players", "players": [engine(), engine()]}));
    assert_eq!(state(&table).searching, None);
}

#[test]
fn a_move_of_a_variation_after_the_game_is_taken_back_alone() {
    let table = table();
    start(&table, "shogi", person(), engine());
    play(&table, "7g7f");
    wait_until(&table, |view| view.last_node == 2);
    run_ok(&table, json!({"command": "resign"}));
    run_ok(&table, json!({"command": "go_to", "node": 0}));
    play(&table, "2g2f 3c3d");
    run_ok(&table, json!({"command": "undo"}));
    let view = state(&table);
    assert_eq!((view.node, view.last_node, nodes(&table).len()), (3, 2, 4));
    run_ok(&table, json!({"command": "undo"}));
    // On the main line again, the resignation is taken back.
    assert!(state(&table).end.is_some());
    run_ok(&table, json!({"command": "undo"}));
    assert_eq!((state(&table).node, state(&table).end), (2, None));
}

#[test]
fn changes_of_the_tree_are_undone() {
    let table = table();
    start(&table, "shogi", person(), person());
    play(&table, "7g7f 3c3d 2g2f");
    run_ok(&table, json!({"command": "go_to", "node": 1}));
    play(&table, "8c8d");
    let shape = |table: &Rig| {
        let nodes = nodes(table);
        nodes.into_iter().map(|node| (node.mv, node.children)).collect::<Vec<_>>()
    };
    for change in [
        json!({"command": "remove", "node": 1}),
        json!({"command": "promote", "node": 4}),
        json!({"command": "play", "node": 4, "move": "2g2f"}),
        json!({"command": "undo"}),
    ] {
        let before = (shape(&table), state(&table).node);
        run_ok(&table, change.clone());
        assert_ne!(shape(&table), before.0, "{change}");
        run_ok(&table, json!({"command": "undo_change"}));
        assert_eq!((shape(&table), state(&table).node), before, "{change}");
    }
    // Only a new game ends what can be undone.
    assert!(state(&table).undoable);
    run_ok(&table, json!({"command": "resign"}));
    (0..4).for_each(|_| run_ok(&table, json!({"command": "undo_change"})));
    assert!(!state(&table).undoable && nodes(&table).len() == 1);
    error(run(&table, json!({"command": "undo_change"})));
    start(&table, "shogi", person(), engine());
    play(&table, "7g7f");
    assert_eq!(error(run(&table, json!({"command": "undo_change"}))), "during_game");
}

/// Returns the moves of the main line.
fn main_line(table: &Rig) -> Vec<String> {
    table.read(|table| {
        let record = table.game.record();
        record.moves().map(|mv| record.rules().usi(mv).to_string()).collect()
    })
}

/// Starts a game against the engine, in which it has answered 7g7f. Returns the main line.
fn answered_game(table: &Rig) -> Vec<String> {
    start(table, "shogi", person(), engine());
    play(table, "7g7f");
    wait_until(table, |view| view.last_node == 2);
    main_line(table)
}

/// Returns the numbers of moves of the games that are kept, and whether they have ended.
fn kept_games(table: &Rig) -> Vec<(usize, bool)> {
    let games = table.recent();
    let mut games = Vec::from_iter(games.iter().map(|g| (g.info.moves, g.info.end.is_some())));
    games.sort_unstable();
    games
}

#[test]
fn explored_moves_are_no_moves_of_a_game_that_goes_on() {
    // After a resignation that is undone.
    let table = table();
    let played = answered_game(&table);
    run_ok(&table, json!({"command": "resign"}));
    play_any(&table, 2);
    run_ok(&table, json!({"command": "go_to", "node": 2}));
    run_ok(&table, json!({"command": "undo"}));
    assert_eq!(main_line(&table), played);
    assert!(state(&table).node == 2 && !state(&table).legal.is_empty());
    assert_eq!(kept_games(&table), [(2, false), (2, true)]);
    let explored = &table.recent()[..];
    assert!(explored.iter().any(|game| game.info.end.is_some() && game.pgn.contains('(')));

    // After a move that is taken back.
    answered_game(&table);
    run_ok(&table, json!({"command": "analyse", "on": true, "lines": 1}));
    run_ok(&table, json!({"command": "go_to", "node": 0}));
    play(&table, "2g2f");
    run_ok(&table, json!({"command": "analyse", "on": false, "lines": 1}));
    run_ok(&table, json!({"command": "go_to", "node": 2}));
    run_ok(&table, json!({"command": "undo"}));
    assert_eq!(main_line(&table), [""; 0]);
    assert_eq!(nodes(&table).len(), 1);
    let is_explored = |game: &RecentGame| {
        game.info.moves == 2 && game.info.end.is_none() && game.pgn.contains("h3h4")
    };
    assert!(table.recent().iter().any(is_explored));
}

#[test]
fn a_game_that_is_over_does_not_go_on_when_its_moves_are_changed() {
    for command in ["promote", "remove"] {
        let table = table();
        let played = answered_game(&table);
        run_ok(&table, json!({"command": "resign"}));
        run_ok(&table, json!({"command": "go_to", "node": 0}));
        play(&table, "2g2f");
        let node = if command == "promote" { 3 } else { 1 };
        run_ok(&table, json!({"command": command, "node": node}));
        // It is an analysis, and the game is kept as it was.
        assert_eq!(main_line(&table), ["2g2f"]);
        assert_eq!(state(&table).searching, None);
        assert!(kept_games(&table).contains(&(2, true)), "{command}");
        run_ok(&table, json!({"command": "undo_change"}));
        assert_eq!(main_line(&table), played, "{command}");
    }
    // Also if the moves that were explored end by rule.
    let table = table();
    resigned_game_with_a_mate(&table);
    run_ok(&table, json!({"command": "promote", "node": 1}));
    assert_eq!(state(&table).players, [Player::Person; 2]);
}

#[test]
fn changes_before_a_move_of_the_game_are_not_undone_after_it() {
    let table = table();
    answered_game(&table);
    run_ok(&table, json!({"command": "analyse", "on": true, "lines": 1}));
    run_ok(&table, json!({"command": "set_comment", "node": 1, "text": "good"}));
    run_ok(&table, json!({"command": "analyse", "on": false, "lines": 1}));
    run_ok(&table, json!({"command": "go_to", "node": 2}));
    play_any(&table, 1);
    wait_until(&table, |view| view.last_node == 4);
    run_ok(&table, json!({"command": "resign"}));
    assert_eq!(error(run(&table, json!({"command": "undo_change"}))), "nothing_to_undo");
    assert_eq!(main_line(&table).len(), 4);
    // Nor after its end, also in an analysis, or after a move that was taken back.
    for (command, analysing) in [("resign", true), ("resign", false), ("undo", false)] {
        answered_game(&table);
        run_ok(&table, json!({"command": "analyse", "on": true, "lines": 1}));
        run_ok(&table, json!({"command": "set_comment", "node": 1, "text": "good"}));
        run_ok(&table, json!({"command": "analyse", "on": analysing, "lines": 1}));
        run_ok(&table, json!({"command": command}));
        run_ok(&table, json!({"command": "analyse", "on": true, "lines": 1}));
        assert_eq!(error(run(&table, json!({"command": "undo_change"}))), "nothing_to_undo");
    }
}

#[test]
fn games_have_the_date_where_the_person_is() {
    let table = table();
    let date = |table: &Rig| {
        let reply = run(table, json!({"command": "export", "format": "pgn"}));
        let text = reply["text"].as_str().unwrap();
        text.lines().find(|line| line.starts_with("[Date")).map(ToOwned::to_owned)
    };
    // Sixteen minutes after the year began in Greenwich.
    run_ok(&table, json!({"command": "settings", "changes": {"utcOffset": -60}}));
    play(&table, "7g7f");
    assert_eq!(date(&table).unwrap(), "[Date \"1969.12.31\"]");
    let dated = "[Date \"1950.01.02\"]\n[Variant \"shogi\"]\n\n*\n";
    run_ok(&table, json!({"command": "import", "text": dated}));
    play(&table, "7g7f");
    assert_eq!(date(&table).unwrap(), "[Date \"1950.01.02\"]");
}
