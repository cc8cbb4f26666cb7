//! The puzzles that are part of the program.

use super::*;
use crate::messages::StreakView;
use crate::puzzle_list;
use study::puzzles::PuzzleKind;

#[test]
fn a_puzzle_is_solved_move_by_move() {
    let (table, view) = start_puzzle();
    assert_eq!(
        (view.goal, view.moves, view.difficulty),
        (PuzzleKind::Mate, 2, Some(Difficulty::Easy))
    );
    assert_eq!((view.attacker, view.progress), (Color::White, PuzzleProgress::Solving));
    // Neither a wrong nor an illegal move is played.
    let start = state(&table).sfen;
    play(&table, "4i4h");
    let Some(Verdict::Wrong { mv, refutation, .. }) = puzzle(&table).verdict else { panic!() };
    assert_eq!((mv.as_str(), refutation), ("4i4h", Some(Refutation::NoCheck)));
    let reply = run(&table, json!({"command": "play", "node": 0, "move": "4i1i"}));
    assert!(!error(reply).is_empty());
    assert_eq!((state(&table).sfen, puzzle(&table).wrong_moves), (start, 1));
    // A right move is answered.
    play(&table, "4i5h");
    assert!(matches!(puzzle(&table).verdict, Some(Verdict::Right { .. })));
    assert_eq!((state(&table).node, state(&table).side), (2, Color::White));
    assert_eq!(puzzle(&table).solution, None);
    play(&table, "6e6g+");
    assert_eq!(puzzle(&table).progress, PuzzleProgress::Solved);
    assert_eq!(puzzle(&table).solution.unwrap().len(), 3);
    assert_eq!(end(&table), (Some(Color::White), EndReason::Mate));
    // What follows is analysis.
    run_ok(&table, json!({"command": "go_to", "node": 0}));
    play(&table, "4i4h");
    assert_eq!(puzzle(&table).progress, PuzzleProgress::Solved);
}

#[test]
fn wrong_checks_are_refuted_by_a_reply() {
    let (table, _) = start_puzzle();
    let rules = games::by_name("cannonshogi").unwrap();
    let position = rules::Position::from_sfen(rules, &state(&table).sfen).unwrap();
    let mut refuted = 0;
    for &mv in &position.legal_moves() {
        let mut after = position.clone();
        after.do_move(mv);
        let text = rules.usi(mv).to_string();
        if !after.in_check() || text == "4i5h" {
            continue;
        }
        play(&table, &text);
        let Some(Verdict::Wrong { refutation, .. }) = puzzle(&table).verdict else {
            panic!("{text}")
        };
        let Some(Refutation::Reply { text }) = refutation else { panic!("{text}: {refutation:?}") };
        let mut replies = after.legal_moves().into_iter();
        assert!(replies.any(|reply| format_western(&after, reply) == text.western), "{text:?}");
        refuted += 1;
    }
    assert!(refuted > 0);
}

#[test]
fn any_mate_at_the_end_solves_a_puzzle() {
    let table = table();
    let mut other_mates = 0;
    for rules in games::all() {
        for (number, stored) in (1..).zip(puzzle_list::puzzles(rules)) {
            let (last, moves) = stored.line.split_last().unwrap();
            let mut position = stored.position.clone();
            moves.iter().for_each(|&mv| position.do_move(mv));
            let mates = |mv: rules::Move| {
                let mut after = position.clone();
                after.do_move(mv);
                mv != *last && after.outcome() == rules::Outcome::Mate
            };
            let Some(other) = position.legal_moves().into_iter().find(|&mv| mates(mv)) else {
                continue;
            };
            let choice = json!({"command": "puzzle", "variant": rules.name(), "number": number});
            run_ok(&table, choice);
            for &mv in moves.iter().step_by(2).chain([&other]) {
                play(&table, &rules.usi(mv).to_string());
            }
            assert_eq!(
                puzzle(&table).progress,
                PuzzleProgress::Solved,
                "{} {number}",
                rules.name()
            );
            other_mates += 1;
        }
    }
    assert!(other_mates > 100, "{other_mates}");
}

#[test]
fn moves_of_a_puzzle_are_taken_back_with_the_reply() {
    let (table, _) = start_puzzle();
    play(&table, "4i5h");
    run_ok(&table, json!({"command": "undo"}));
    assert_eq!((state(&table).node, state(&table).last_node, puzzle(&table).verdict), (0, 0, None));
    assert_eq!(error(run(&table, json!({"command": "undo"}))), "nothing_to_undo");
    play(&table, "4i5h");
    run_ok(&table, json!({"command": "go_to", "node": 0}));
    assert!(state(&table).legal.is_empty());
    run_ok(&table, json!({"command": "go_to", "node": 2}));
    play(&table, "6e6g+");
}

#[test]
fn hints_show_the_piece_and_then_the_move() {
    let (table, _) = start_puzzle();
    let shown = |table: &Rig| {
        run_ok(table, json!({"command": "hint"}));
        puzzle(table).hint.unwrap()
    };
    let hint = shown(&table);
    assert_eq!((hint.origin.as_str(), hint.mv), ("4i", None));
    let hint = shown(&table);
    assert_eq!((hint.mv.as_deref(), hint.text.unwrap().western.as_str()), (Some("4i5h"), "+Rx5h"));
    play(&table, "4i5h");
    assert_eq!((puzzle(&table).hint, puzzle(&table).has_used_hint), (None, true));
    // This puzzle begins with a drop.
    let number = stored_number("shosu", "N*5g 4i5j G*6i");
    run_ok(&table, json!({"command": "puzzle", "variant": "shosu", "number": number}));
    assert_eq!(shown(&table).origin, "N*");
}

#[test]
fn a_shown_solution_can_be_gone_through() {
    let (table, _) = start_puzzle();
    play(&table, "4i5h");
    run_ok(&table, json!({"command": "show_solution"}));
    let view = state(&table);
    assert_eq!((view.node, view.last_node), (2, 3));
    assert_eq!(puzzle(&table).progress, PuzzleProgress::GivenUp);
    assert_eq!(error(run(&table, json!({"command": "show_solution"}))), "puzzle_over");
    // Solving it now does not count.
    run_ok(&table, json!({"command": "undo"}));
    play(&table, "6e6g+");
    assert_eq!(puzzle(&table).progress, PuzzleProgress::GivenUp);
    start(&table, "shogi", person(), person());
    assert_eq!(state(&table).puzzle, None);
    let error = error(run(&table, json!({"command": "show_solution"})));
    assert_eq!(error, "no_puzzle");
}

#[test]
fn a_puzzle_is_analysed_only_once_it_is_given_up() {
    let (table, view) = start_puzzle();
    for command in [
        json!({"command": "analyse", "on": true, "lines": 1}),
        json!({"command": "mate"}),
        json!({"command": "review", "move_time": 10}),
        json!({"command": "resign"}),
        json!({"command": "draw"}),
        json!({"command": "claim"}),
        json!({"command": "pause", "paused": true}),
        json!({"command": "players", "players": [engine(), engine()]}),
    ] {
        let refused = error(run(&table, command));
        assert_eq!(refused, "solving");
    }
    assert_eq!(state(&table).searching, None);
    run_ok(&table, json!({"command": "analyse_puzzle"}));
    assert_eq!(puzzle(&table).progress, PuzzleProgress::GivenUp);
    assert_eq!(state(&table).searching, Some(SearchPurpose::Analyse));
    // The next puzzle is not analysed.
    run_ok(&table, json!({"command": "puzzle", "variant": "cannonshogi"}));
    assert_ne!(puzzle(&table).number, view.number);
    assert_eq!(state(&table).searching, None);
}

#[test]
fn solved_puzzles_are_remembered_for_all_pages() {
    let (table, view) = start_puzzle();
    play(&table, "4i5h 6e6g+");
    let messages = table.take_messages(PAGE);
    let puzzles = messages.iter().rfind(|message| message["message"] == "puzzles").unwrap();
    let expected = json!({"cannonshogi": {"tried": [view.number], "solved": [view.number]}});
    assert_eq!(puzzles["puzzles"], expected);
    assert!(puzzles["rating"]["rating"].as_f64() > Some(1_000.0), "{puzzles}");
    run_ok(&table, json!({"command": "forget_puzzles", "variant": "cannonshogi"}));
    let messages = table.take_messages(PAGE);
    assert_eq!(messages[0]["puzzles"], json!({}));
}

#[test]
fn a_puzzle_counts_once_even_after_its_progress_was_forgotten() {
    let (table, _) = start_puzzle();
    play(&table, "4i5h 6e6g+");
    let forget = json!({"command": "forget_puzzles", "variant": "cannonshogi"});
    run_ok(&table, forget);
    let changes = || table.board.borrow_mut().backend().changes.len();
    let before = changes();
    run_ok(&table, json!({"command": "go_to", "node": 0}));
    assert_eq!(changes(), before);
}

/// Solves the puzzle on the board.
fn solve(table: &Rig) {
    let rules = games::by_name("cannonshogi").unwrap();
    let line = &puzzle_list::puzzles(rules)[puzzle(table).number - 1].line;
    line.iter().step_by(2).for_each(|&mv| play(table, &rules.usi(mv).to_string()));
}

#[test]
fn a_streak_becomes_harder_and_ends_with_an_error() {
    let table = table();
    let next = json!({"command": "puzzle", "variant": "cannonshogi", "streak": true});
    let mut ratings = Vec::new();
    for solved in 0..5 {
        run_ok(&table, next.clone());
        assert_eq!(puzzle(&table).streak, Some(StreakView { solved, is_over: false }));
        ratings.push(puzzle(&table).rating.unwrap());
        solve(&table);
    }
    assert!(ratings.is_sorted() && ratings[0] < ratings[4], "{ratings:?}");
    run_ok(&table, next.clone());
    let rules = games::by_name("cannonshogi").unwrap();
    let solution = puzzle_list::puzzles(rules)[puzzle(&table).number - 1].line[0];
    let solution = rules.usi(solution).to_string();
    let other = state(&table).legal.into_iter().find(|mv| *mv != solution).unwrap();
    play(&table, &other);
    let over = Some(StreakView { solved: 5, is_over: true });
    assert_eq!(puzzle(&table).streak, over);
    solve(&table);
    assert_eq!(puzzle(&table).streak, over);
    // A puzzle that is left does not count, and a shorter streak is not the best.
    for _ in 0..2 {
        run_ok(&table, next.clone());
        assert_eq!(puzzle(&table).streak, Some(StreakView { solved: 0, is_over: false }));
    }
    solve(&table);
    let messages = table.take_messages(PAGE);
    let puzzles = messages.iter().rfind(|message| message["message"] == "puzzles").unwrap();
    assert_eq!(puzzles["puzzles"]["cannonshogi"]["best_streak"], 5);
    // Another puzzle is none of the streak.
    run_ok(&table, json!({"command": "puzzle", "variant": "cannonshogi", "goal": "win"}));
    assert_eq!((puzzle(&table).streak, puzzle(&table).goal), (None, PuzzleKind::Win));
}

#[test]
fn exercises_follow_each_other_and_take_any_move_that_does_the_task() {
    let table = table();
    run_ok(
        &table,
        json!({"command": "new_game", "variant": "cannonshogi", "players": [{"kind": "person"}, {"kind": "person"}]}),
    );
    let next = json!({"command": "puzzle", "variant": "cannonshogi", "source": "exercise"});
    let rules = games::by_name("cannonshogi").unwrap();
    let exercises = crate::exercise::exercises(rules);
    for (number, exercise) in (1..).zip(exercises) {
        run_ok(&table, next.clone());
        assert_eq!((puzzle(&table).number, puzzle(&table).count), (number, exercises.len()));
        // A legal move that does something else is not played.
        let moves = exercise.puzzle.position.legal_moves();
        let other = moves.into_iter().find(|mv| !exercise.solutions.contains(mv)).unwrap();
        play(&table, &rules.usi(other).to_string());
        assert_eq!((puzzle(&table).wrong_moves, state(&table).node), (1, 0));
        play(&table, &rules.usi(*exercise.solutions.last().unwrap()).to_string());
        assert_eq!(puzzle(&table).progress, PuzzleProgress::Solved);
    }
    // After the last comes the first.
    run_ok(&table, next);
    assert_eq!(puzzle(&table).number, 1);
    let beyond =
        json!({"command": "puzzle", "variant": "cannonshogi", "source": "exercise", "number": 99});
    let expected = format!(
        r#"out_of_range {{"field":"puzzle","max":"{}","min":"1","value":"99"}}"#,
        exercises.len()
    );
    assert_eq!(error(run(&table, beyond)), expected);
}
