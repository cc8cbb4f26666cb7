//! Games by the clock.

use super::*;

/// Plays games of the engine against itself by clocks, up to a number of moves, and returns how many it lost on time.
fn lost_on_time(games: usize, moves: usize) -> usize {
    const TIMES: [[u64; 3]; 4] = [[0, 0, 300], [1_500, 0, 0], [800, 60, 0], [500, 0, 200]];
    let rules: Vec<_> = games::all().collect();
    let mut lost = 0;
    for index in 0..games {
        let [main, increment, byoyomi] = TIMES[index % TIMES.len()];
        let time = json!({"main": main, "increment": increment, "byoyomi": byoyomi});
        let table = table_of(rules[index / TIMES.len() % rules.len()]);
        let variant = state(&table).variant;
        let player = json!({"kind": "engine", "move_time": 1_000});
        run_ok(
            &table,
            json!({"command": "new_game", "variant": variant, "time": time,
            "players": [player, player]}),
        );
        let last = loop {
            let view = state(&table);
            if view.end.is_some() || view.last_node >= moves {
                break view;
            }
            table.tick(Instant::now());
            std::thread::sleep(Duration::from_millis(1));
        };
        let is_lost = last.end.as_ref().is_some_and(|end| end.reason == EndReason::TimeForfeit);
        lost += usize::from(is_lost);
        println!("game {index}: {variant}, {time}: {} moves, {:?}", last.last_node, last.end);
    }
    lost
}

/// Plays four short games, and does not ask who lost on time: other tests may have the processors. `OZUTSU_STRESS=300`
/// plays that many whole games, none of which the engine may lose on time.
#[test]
fn the_engine_plays_by_clocks_and_does_not_lose_on_time() {
    match std::env::var("OZUTSU_STRESS").ok().and_then(|count| count.parse().ok()) {
        None => _ = lost_on_time(4, 12),
        Some(games) => assert_eq!(lost_on_time(games, 400), 0),
    }
}

#[test]
fn the_engine_is_not_charged_for_pauses_and_a_person_is_judged_by_the_time_of_arrival() {
    let table = table();
    let setup = json!({"command": "new_game", "variant": "shogi", "time": {"main": 5_000},
        "players": [person(), engine()]});
    run_ok(&table, setup);
    assert!(state(&table).clocks.unwrap().running == Some(Color::Black));
    play(&table, "7g7f");
    // Until the engine reports that it thinks, no clock runs.
    let view = table.read(|table| view::state(table, Instant::now() + Duration::from_secs(9)));
    let Message::State(view) = view else { panic!() };
    let clocks = view.clocks.unwrap();
    assert!(clocks.running.is_none() && clocks.remaining[1] == 5_000, "{clocks:?}");
    table.tick(Instant::now() + Duration::from_secs(9));
    let view = wait_until(&table, |view| view.last_node == 2);
    assert!(view.end.is_none() && view.clocks.unwrap().running == Some(Color::Black));
    // A move that arrives after the time is up is too late, even if no tick has seen it.
    let late = json!({"id": "1", "request": {"command": "play", "node": 2, "move": "2g2f"}});
    let at = Instant::now() + Duration::from_secs(6);
    table.board.borrow_mut().receive(PAGE, &late.to_string(), at);
    assert_eq!(error(table.reply(PAGE, "1").unwrap()), "time_up");
    assert_eq!(end(&table), (Some(Color::White), EndReason::TimeForfeit));
}

#[test]
fn what_the_engine_thought_in_the_last_game_costs_no_time() {
    let table = table();
    let setup = json!({"command": "new_game", "variant": "shogi", "time": {"main": 3_600_000},
        "players": [{"kind": "engine", "move_time": 1_000}, person()]});
    run_ok(&table, setup.clone());
    wait_until(&table, |view| view.clocks.unwrap().running == Some(Color::Black));
    let again = json!({"id": "again", "request": setup}).to_string();
    table.board.borrow_mut().receive(PAGE, &again, Instant::now() + Duration::from_secs(90));
    let left =
        table.read(|table| table.clock.as_ref().unwrap().remaining(Color::Black, Instant::now()));
    assert_eq!(left.as_secs(), 3_600);
}

#[test]
fn the_way_of_a_move_costs_no_time_up_to_a_second() {
    let table = table();
    let setup = json!({"command": "new_game", "variant": "shogi", "time": {"main": 5_000},
        "players": [person(), person()]});
    for (lag, is_late) in [(800, false), (60_000, true)] {
        run_ok(&table, setup.clone());
        let start = Instant::now();
        let arrival = |milliseconds| start + Duration::from_millis(milliseconds);
        table.board.borrow_mut().set_lag(PAGE, Duration::from_millis(lag));
        // The other device shows that the time is up; the move may be under way.
        table.tick(arrival(5_500));
        assert!(state(&table).end.is_none());
        let play = json!({"id": format!("lag {lag}"), "request": {"command": "play", "node": 0, "move": "7g7f"}});
        let arrived = if is_late { 6_500 } else { 5_700 };
        table.board.borrow_mut().receive(PAGE, &play.to_string(), arrival(arrived));
        assert_eq!(state(&table).end.is_some(), is_late);
        if !is_late {
            let spent = nodes(&table)[1].elapsed.unwrap();
            assert!((4_000..5_000).contains(&spent), "{spent}");
        }
    }
}

#[test]
fn no_clock_runs_on_after_the_last_page_was_heard() {
    let table = table();
    let setup = json!({"command": "new_game", "variant": "shogi", "time": {"main": 60_000},
        "players": [person(), person()]});
    run_ok(&table, setup);
    let heard = Instant::now() + Duration::from_secs(10);
    table.board.borrow_mut().close(PAGE, heard, heard + Duration::from_secs(6));
    table.open(PAGE, "test");
    let left = state(&table).clocks.unwrap().remaining[0];
    assert!((49_000..=50_000).contains(&left), "{left}");
}
