//! The tables of perft and of histories.

use crate::{game, state};
use engine_tests::reference::State;
use std::fs;

fn data(file: &str) -> String {
    let path = format!("{}/data/{file}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// Counts above this are left out.
const MOST_LEAVES: u64 = if cfg!(debug_assertions) { 3_000 } else { 25_000 };

fn perft(name: &str) {
    let table = data(&format!("perft/{name}.tsv"));
    assert!(!table.is_empty());
    for line in table.lines() {
        let (sfen, counts) = line.split_once('\t').unwrap();
        let state = state(name, sfen);
        // The tables write hands in another order.
        assert_eq!(crate::state(name, &state.sfen()).sfen(), state.sfen());
        assert_eq!(state.sfen().split(' ').next(), sfen.split(' ').next());
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().unwrap();
            if count <= MOST_LEAVES {
                assert_eq!(state.perft(depth), count, "{name} {sfen} depth {depth}");
            }
        }
    }
}

#[test]
fn perft_shogi() {
    perft("shogi");
}

#[test]
fn perft_cannonshogi() {
    perft("cannonshogi");
}

#[test]
fn perft_taihoshogi() {
    perft("taihoshogi");
}

#[test]
fn perft_shosu() {
    perft("shosu");
}

#[test]
fn perft_shosucourier() {
    perft("shosucourier");
}

#[test]
fn perft_cannonshosu() {
    perft("cannonshosu");
}

#[test]
fn histories() {
    let table = data("histories.tsv");
    let rows: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(rows.len() >= 66);
    for row in rows {
        let [name, sfen, moves, outcome, count, note] =
            row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let moves = if moves == "-" { "" } else { moves };
        let state = State::from_moves(game(name), sfen, moves).unwrap();
        assert_eq!(state.outcome(), outcome, "{row}");
        let legal = state.legal_moves().len();
        assert_eq!(legal.to_string(), count, "{row}");
        if let Some(limit) = note.strip_prefix("the check limit forbids ") {
            let unlimited = State::from_sfen(game("shosucourier"), &state.sfen()).unwrap();
            let unlimited = unlimited.legal_moves().len();
            assert_eq!(limit, format!("{} of {unlimited} moves", unlimited - legal), "{row}");
        }
    }
}
