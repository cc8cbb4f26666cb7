//! Boards turned round with colours swapped, or mirrored, have the same trees of moves.

use engine_tests::data;
use engine_tests::random_play::{MoveBias, RandomSetup, random_move, random_position, seeded_rng};
use engine_tests::reference::Game;
use engine_tests::turn::Turn;
use rand::prelude::*;
use rayon::prelude::*;
use rules::{Position, Rules, perft};

/// Counts above this are left out.
const MOST_LEAVES: u64 = if cfg!(debug_assertions) { 5_000 } else { 1_000_000 };
const DRAWN: u64 = if cfg!(debug_assertions) { 5 } else { 150 };

const TURNS: [Turn; 2] = [Turn::HalfTurn, Turn::Mirror];

fn played(rules: &'static Rules, sfen: &str, moves: &[String]) -> Position {
    let refused = |why: String| -> ! { panic!("{}: {sfen} {moves:?}: {why}", rules.name()) };
    let position = Position::from_sfen(rules, sfen);
    let mut position = position.unwrap_or_else(|why| refused(why.to_string()));
    for text in moves {
        let mv = rules.parse_usi(text).unwrap_or_else(|why| refused(why.to_string()));
        position.try_move(mv).unwrap_or_else(|why| refused(format!("{text}: {why}")));
    }
    position
}

/// Has the same counts as the position turned in every way that suits the game.
fn same_turned(rules: &'static Rules, sfen: &str, moves: &str, depth: u32, count: u64) {
    let moves: Vec<&str> = moves.split_whitespace().collect();
    for turn in TURNS.into_iter().filter(|turn| turn.suits(rules)) {
        let moves: Vec<_> = moves.iter().map(|text| turn.usi(rules, text)).collect();
        let turned = turn.sfen(rules, sfen);
        let found = perft(&mut played(rules, &turned, &moves), depth);
        assert_eq!(
            found,
            count,
            "{}: {sfen} {turn:?}: {turned} {moves:?} depth {depth}",
            rules.name()
        );
    }
}

#[test]
fn rows_of_the_tables() {
    let games: Vec<_> = Rules::all().collect();
    games.into_par_iter().for_each(|rules| {
        let plain = data::perft(rules.name())
            .into_iter()
            .map(|row| (row.position, String::new(), row.counts));
        let rare = data::positions(rules.name())
            .into_iter()
            .map(|row| (row.position, row.moves, row.counts));
        for (sfen, moves, counts) in plain.chain(rare) {
            let last = (1..).zip(counts).take_while(|&(_, count)| count <= MOST_LEAVES).last();
            if let Some((depth, count)) = last {
                same_turned(rules, &sfen, &moves, depth, count);
            }
        }
    });
}

/// The moves themselves, one by one, and what they lead to.
#[test]
fn moves_of_random_positions() {
    let games: Vec<_> = Rules::all().collect();
    games.into_par_iter().for_each(|rules| {
        let mut rng = seeded_rng(1);
        for _ in 0..DRAWN {
            let setup = RandomSetup::with_pieces(rng.random_range(1..=40));
            let position = random_position(rules, setup, &mut rng);
            for turn in TURNS.into_iter().filter(|turn| turn.suits(rules)) {
                let turned = played(rules, &turn.sfen(rules, &position.sfen().to_string()), &[]);
                walk_together(rules, turn, position.clone(), turned, &mut rng);
            }
        }
    });
}

fn walk_together(
    rules: &'static Rules,
    turn: Turn,
    mut position: Position,
    mut turned: Position,
    rng: &mut impl Rng,
) {
    for _ in 0..6 {
        let text = |mv| rules.usi(mv).to_string();
        let mut moves: Vec<_> = position.legal_moves().into_iter().map(text).collect();
        let mut theirs: Vec<_> = turned.legal_moves().into_iter().map(text).collect();
        moves.sort_by_key(|text| turn.usi(rules, text));
        theirs.sort();
        let again: Vec<_> = moves.iter().map(|text| turn.usi(rules, text)).collect();
        assert_eq!(again, theirs, "{}: {} {turn:?}", rules.name(), position.sfen());
        assert_eq!(position.outcome(), same_for(turn, turned.outcome()), "{}", position.sfen());
        let Some(mv) = random_move(&position, MoveBias::TACTICAL, rng) else { return };
        let back = rules.parse_usi(&turn.usi(rules, &text(mv))).expect("a move of the board");
        position.do_move(mv);
        turned.do_move(back);
    }
}

fn same_for(turn: Turn, outcome: rules::Outcome) -> rules::Outcome {
    match outcome {
        rules::Outcome::PerpetualCheck(color) if turn == Turn::HalfTurn => {
            rules::Outcome::PerpetualCheck(!color)
        }
        same => same,
    }
}

#[test]
fn the_six_games_suit_both_turns() {
    for rules in Game::all().iter().filter_map(|game| Rules::by_name(game.name)) {
        for turn in TURNS {
            assert!(turn.suits(rules), "{} {turn:?}", rules.name());
        }
        assert_eq!(
            Turn::HalfTurn.sfen(rules, rules.start_sfen()),
            rules.start_sfen().replace(" b ", " w ")
        );
    }
}
