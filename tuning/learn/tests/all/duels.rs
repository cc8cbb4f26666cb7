//! Duels: pairs of games between two players.

use crate::common::quick_openings;
use eval::EvalSource;
use ozutsu_learn::duel::{Duel, DuelPair};
use ozutsu_learn::play::{Adjudication, Player};
use rules::Color;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU32, Ordering};

fn duel(nodes: [u64; 2]) -> Duel {
    let rules = games::by_name("cannonshogi").unwrap();
    let players = nodes.map(|nodes| Player::new(EvalSource::Linear, nodes));
    let adjudication = Adjudication { max_plies: 120, ..Adjudication::default() };
    let openings = quick_openings(4..=6);
    Duel { openings, adjudication, seed: 7, ..Duel::new(rules, players) }
}

fn play(duel: &Duel, pairs: Range<u64>) -> Vec<DuelPair> {
    let mut played = Vec::new();
    let on_pair = |pair| {
        played.push(pair);
        ControlFlow::<()>::Continue(())
    };
    assert!(duel.play(pairs, || false, on_pair).unwrap().is_none());
    played
}

fn text(pairs: &[DuelPair]) -> Vec<String> {
    pairs.iter().flat_map(|pair| &pair.games).map(ToString::to_string).collect()
}

#[test]
fn pairs_have_one_opening_and_swapped_colours() {
    let pairs = play(&duel([400, 20]), 0..6);
    let mut points = 0;
    for pair in &pairs {
        let [first, second] = &pair.games;
        assert_eq!(first.opening, second.opening);
        assert!((4..=6).contains(&first.opening.len()));
        let expected = [(first, Color::Black), (second, Color::White)]
            .map(|(game, color)| (2.0 * game.points(color)) as u8);
        assert_eq!(pair.half_points(), expected);
        points += u32::from(expected[0] + expected[1]);
    }
    assert!(points > 18, "twenty times the nodes scored {points} of 24 half points");
    // With the players swapped, the games are the same, and the points those of the other.
    let swapped = play(&duel([20, 400]), 0..6);
    for (pair, swapped) in pairs.iter().zip(&swapped) {
        let [first, second] = pair.games.each_ref().map(ToString::to_string);
        assert_eq!(swapped.games.each_ref().map(ToString::to_string), [second, first]);
        let [black, white] = pair.half_points();
        assert_eq!(swapped.half_points(), [2 - white, 2 - black]);
    }
}

#[test]
fn threads_and_ranges_do_not_change_the_games() {
    let all = text(&play(&duel([40, 40]), 0..5));
    assert_eq!(text(&play(&Duel { threads: 3, ..duel([40, 40]) }, 0..5)), all);
    assert_eq!(text(&play(&duel([40, 40]), 3..5)), all[6..]);
    assert_ne!(text(&play(&Duel { seed: 8, ..duel([40, 40]) }, 0..1)), all[..2]);
}

#[test]
fn a_duel_can_be_stopped() {
    let duel = Duel { threads: 2, ..duel([40, 40]) };
    let mut pairs = 0;
    let two = |_| {
        pairs += 1;
        if pairs == 2 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
    };
    assert_eq!(duel.play(0..50, || false, two).unwrap(), Some("enough"));
    assert_eq!(pairs, 2);

    // In a game, before the first pair is complete.
    let (moves, mut pairs) = (AtomicU32::new(0), 0);
    let count = |_| {
        pairs += 1;
        ControlFlow::<()>::Continue(())
    };
    let is_stopped = || moves.fetch_add(1, Ordering::Relaxed) > 10;
    assert!(duel.play(0..50, is_stopped, count).unwrap().is_none());
    assert_eq!(pairs, 0);
}
