//! Illegal moves: the reason for each, and that a rejected move changes nothing.

use engine_tests::data;
use engine_tests::differential::LockstepGame;
use engine_tests::illegal_reasons::assert_illegal_reasons;
use rayon::prelude::*;
use rules::{Color, IllegalMove, Move, Position};

fn set_up(game: &str, sfen: &str) -> LockstepGame {
    LockstepGame::from_sfen(games::by_name(game).expect("a built-in game"), sfen)
}

/// Asserts that a move is rejected for this reason and changes nothing.
fn assert_rejected(position: &mut Position, mv: Move, reason: &str, context: &str) {
    let snapshot = |position: &Position| {
        (position.sfen().to_string(), position.keys().collect::<Vec<_>>(), position.legal_moves())
    };
    let before = snapshot(position);
    let error = position.try_move(mv).expect_err(context);
    assert_eq!(format!("{error:?}"), reason, "reason: {context}");
    assert_eq!(snapshot(position), before, "position after the illegal move: {context}");
    assert!(position.is_consistent(), "consistent: {context}");
    assert!(position.last_move().is_none(), "last move: {context}");
}

#[test]
fn examples_are_rejected_for_the_right_reason() {
    for [name, sfen, text, reason] in data::rows("illegal_moves.tsv") {
        let mut game = set_up(&name, &sfen);
        let mv = game.rules().parse_usi(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_rejected(&mut game.position, mv, &reason, &format!("{name}: {sfen}: {text}"));
        assert_illegal_reasons(&game);
    }
    let mut start = Position::start(games::by_name("shogi").expect("a built-in game"));
    let king = start.king(Color::Black).expect("both sides have a king");
    for mv in [Move::NULL, Move::normal(king, king)] {
        assert_rejected(&mut start, mv, "Malformed", &format!("{mv:?}"));
    }
}

#[test]
fn the_fourth_consecutive_check_is_illegal_in_shosu() {
    let mut shosu = set_up("shosu", "4k5/10/10/10/10/R9/10/10/10/9K b - 1");
    shosu.play_all("10f10a 6a6b 10a10b 6b6a 10b10a 6a6b");
    let mv = shosu.rules().parse_usi("10a10b").expect("a move of the board");
    assert_eq!(shosu.position.try_move(mv), Err(IllegalMove::CheckLimit));
    assert_illegal_reasons(&shosu);
}

#[test]
fn reasons_match_the_reference_for_every_move_in_rare_positions() {
    let rows = games::all()
        .flat_map(|rules| data::positions(rules.name()).into_iter().map(move |row| (rules, row)));
    rows.par_bridge().for_each(|(rules, row)| {
        let mut game = LockstepGame::from_sfen(rules, &row.sfen);
        game.play_all(&row.moves);
        assert_illegal_reasons(&game);
    });
}
