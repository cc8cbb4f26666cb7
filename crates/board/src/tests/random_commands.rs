//! Commands at random.

use super::seats::{GUEST, HOST, WATCHER, start_seated};
use super::*;
use crate::messages::Command;
use data_encoding::BASE64;

/// Stands for loading the page again while the engine works.
const RELOAD: &str = "reload";
/// How long the engine may work before the page is loaded again.
const REPORT_TIME: Duration = Duration::from_millis(10);

/// Commands with plausible and implausible values.
fn any_command() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        Just("7g7f".to_owned()),
        Just("P*5e".to_owned()),
        Just("8h2b+".to_owned()),
        Just("startpos moves 7g7f 3c3d".to_owned()),
        Just("10/10 b - 1".to_owned()),
        // White is mated.
        Just("8k/8G/8P/9/9/9/9/9/K8 w - 1".to_owned()),
        "[1-9a-jPK*+/ -]{0,12}",
        ".{0,20}",
    ];
    let variant = prop_oneof![
        3 => proptest::sample::select(games::names().collect::<Vec<_>>()).prop_map(str::to_owned),
        1 => ".{0,8}",
    ];
    let player = prop_oneof![
        Just(person()),
        Just(engine()),
        any::<i64>().prop_map(|level| json!({"kind": "engine", "level": level, "move_time": 10})),
        Just(json!({"kind": "engine", "elo": 900, "move_time": 20})),
    ];
    let number = prop_oneof![0_usize..8, any::<usize>()];
    let name = proptest::sample::select(vec![
        "undo",
        "hint",
        "move_now",
        "resign",
        "claim",
        "draw",
        "mate",
        "stop",
        "nothing",
        "show_solution",
        "analyse_puzzle",
        "undo_change",
        "rematch",
    ]);
    prop_oneof![
        6 => (number.clone(), text.clone())
            .prop_map(|(node, mv)| json!({"command": "play", "node": node, "move": mv})),
        2 => Just(json!({"command": RELOAD})),
        2 => name.prop_map(|name| json!({"command": name})),
        2 => (number.clone(), proptest::sample::select(vec!["go_to", "remove", "promote"]))
            .prop_map(|(node, name)| json!({"command": name, "node": node})),
        1 => (player.clone(), player.clone())
            .prop_map(|(black, white)| json!({"command": "players", "players": [black, white]})),
        1 => (number.clone(), text.clone())
            .prop_map(|(node, mv)| json!({"command": "try", "node": node, "move": mv})),
        1 => (variant.clone(), player.clone(), player, any::<u64>()).prop_map(
            |(variant, black, white, main)| json!({"command": "new_game", "variant": variant,
                "players": [black, white], "time": {"main": main % 5_000_000, "byoyomi": 9}})
        ),
        1 => (variant.clone(), 0_usize..202, 0_usize..6).prop_map(|(variant, number, moves)| {
            let number = (number > 0).then_some(number);
            json!({"command": "puzzle", "variant": variant, "number": number, "moves": moves})
        }),
        1 => (variant.clone(), text.clone())
            .prop_map(|(variant, sfen)| json!({"command": "set_up", "variant": variant, "sfen": sfen})),
        1 => text.clone().prop_map(|text| json!({"command": "import", "text": text})),
        1 => text.clone().prop_map(|text| {
            let text = format!("startpos moves 7g7f\n{text}\nstartpos");
            let content = BASE64.encode(text.trim_end().as_bytes());
            json!({"command": "open_file", "name": "a.usi", "content": content})
        }),
        1 => (number.clone(), text.clone())
            .prop_map(|(node, text)| json!({"command": "set_comment", "node": node, "text": text})),
        1 => (number.clone(), "[!?]{0,3}")
            .prop_map(|(node, mark)| json!({"command": "set_mark", "node": node, "mark": mark})),
        1 => (number.clone(), "[1-9][a-j]").prop_map(|(node, square)| json!({
            "command": "toggle_drawing", "node": node,
            "drawing": {"color": "red", "from": square, "to": "5e"}})),
        1 => (0_usize..4).prop_map(|index| json!({"command": "show_file_game", "index": index})),
        1 => ("[a-z]{0,3}|kif|pgn|csa", any::<bool>())
            .prop_map(|(extension, all)| json!({"command": "save", "extension": extension, "all": all})),
        1 => text.clone()
            .prop_map(|name| json!({"command": "set_headers", "headers": {"black": name}})),
        1 => (variant.clone(), text.clone()).prop_map(|(variant, text)| {
            let text = format!("shogi 8k/9/7PP/9/9/9/9/9/K8 b 2G 1; pv G*2a 1a2a G*2b\n{text}");
            json!({"command": "read_puzzles", "variant": variant, "text": text.trim_end()})
        }),
        1 => (0_usize..4).prop_map(|number| {
            let number = (number > 0).then_some(number);
            json!({"command": "puzzle", "variant": "", "source": "own", "number": number})
        }),
        1 => (number.clone(), text.clone())
            .prop_map(|(node, mv)| json!({"command": "preview", "node": node, "moves": [mv, "3c3d"]})),
        1 => text.clone().prop_map(|square| json!({"command": "movement", "square": square})),
        1 => (variant.clone(), text.clone(), any::<u8>()).prop_map(|(variant, piece, count)| json!({
            "command": "edit", "variant": variant, "pieces": {"5e": piece.clone(), "1a": "k"},
            "hands": [{"P": count}, {piece: 1}], "side": "white"})),
        1 => (any::<bool>(), 0_usize..9)
            .prop_map(|(on, lines)| json!({"command": "analyse", "on": on, "lines": lines})),
        1 => any::<bool>().prop_map(|paused| json!({"command": "pause", "paused": paused})),
        1 => (proptest::sample::select(&["draw", "take_back", "new_game"][..]), any::<bool>()).prop_map(
            |(question, accept)| json!({"command": "answer", "question": question, "accept": accept})
        ),
        1 => text.clone().prop_map(|page| json!({"command": "invitation", "page": page})),
        1 => (text.clone(), number)
            .prop_map(|(text, from)| json!({"command": "find_games", "text": text, "from": from})),
        1 => text.clone().prop_map(|text| json!({"command": "export_games", "text": text})),
        1 => variant.prop_map(|variant| json!({"command": "invite", "game": {
            "variant": variant, "players": [person(), person()]}})),
        1 => proptest::sample::select(vec!["sfen", "usi", "pgn", "kif", "ki2", "csa", "png"])
            .prop_map(|format| json!({"command": "export", "format": format})),
        1 => any::<u64>().prop_map(|time| json!({"command": "review", "move_time": time % 50})),
        1 => text.prop_map(Value::String),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    /// The page sends a command again if its answer is lost, unless it is a query.
    #[test]
    fn the_page_knows_which_commands_are_queries(value in any_command()) {
        let script = include_str!("../../page/core/connection.js");
        let (_, after) = script.split_once("const QUERIES = new Set([").unwrap();
        let (names, _) = after.split_once("])").unwrap();
        let names = Vec::from_iter(names.split('"').skip(1).step_by(2));
        prop_assert!(!names.is_empty());
        if let Ok(command) = serde_json::from_value::<Command>(value.clone()) {
            let is_query = names.iter().any(|&name| value["command"] == name);
            prop_assert_eq!(command.is_query(), is_query, "{}", value);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// Whatever the page sends, the table stays consistent: its position is legal and described.
    #[test]
    fn any_sequence_of_commands_leaves_a_playable_table(
        commands in proptest::collection::vec(any_command(), 1..40),
        is_watched in any::<bool>(),
    ) {
        let table = table();
        if !is_watched {
            // Another page of a table without one: nothing is searched.
            table.board.borrow_mut().backend().reports = channel().0;
        }
        for command in commands {
            if command["command"] == RELOAD {
                if let Ok((id, job, report, at)) = table.reports.recv_timeout(REPORT_TIME) {
                    table.board.borrow_mut().report(id, job, report, at);
                }
                table.close(PAGE);
                table.open(PAGE, "test");
            } else {
                run(&table, command);
            }
            table.tick(Instant::now());
            table.take_reports();
        }
        let view = state(&table);
        let rules = games::by_name(&view.variant).unwrap();
        let position = rules::Position::from_sfen(rules, &view.sfen);
        // A mating side without a king may have moved last; such positions cannot be set up.
        prop_assert!(position.is_ok() || view.status == "mate", "{}", view.sfen);
        let nodes = nodes(&table);
        prop_assert!(view.node < nodes.len() && view.last_node < nodes.len());
    }

    /// Whatever the pages of a game between two people send, it stays one of their moves.
    #[test]
    fn any_commands_of_players_leave_their_game(
        commands in proptest::collection::vec((0_usize..3, any_command()), 1..40),
    ) {
        let game = start_seated(json!({"main": 600_000}));
        for (page, command) in commands {
            let page = [HOST, GUEST, WATCHER][page];
            if command["command"] == RELOAD {
                game.rig.close(page);
                game.open(page);
            } else {
                game.run(page, command);
            }
        }
        let states = [HOST, GUEST, WATCHER].map(|page| game.state(page));
        prop_assert_eq!(&states[2]["legal"], &json!([]));
        prop_assert!(states[0]["legal"] == json!([]) || states[1]["legal"] == json!([]));
        for state in states {
            prop_assert_eq!(&state["variant"], "shogi");
            prop_assert_eq!(&state["searching"], &json!(null));
            prop_assert!(state["node"].as_u64() <= state["last_node"].as_u64());
        }
    }
}
