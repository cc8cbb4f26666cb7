//! Scores of games that end on the board: mate, stalemate, and no move at the root.

mod common;

use common::{by_width, depth, find, games, position};
use rules::{Outcome, Position};
use search::{Limits, Score};

/// A position of nine or ten files, as suits each game, for every game.
fn every_game(nine: &str, ten: &str, mut judge: impl FnMut(&Position)) {
    for rules in games() {
        judge(&position(rules.name(), by_width(rules, nine, ten), ""));
    }
}

/// Shallow searches leave moves out and may see only a longer mate.
const DEEP: u32 = 10;

/// Searches to several depths find the same mate, and its line ends with it.
fn mates(root: &Position, plies: i32, depths: impl Iterator<Item = u32>) {
    for limit in depths {
        let found = find(root, &depth(limit));
        let story = format!("{} {} depth {limit}", root.rules().name(), root.sfen());
        assert_eq!(found.score.mate_plies(), Some(plies), "{story}: {found:?}");
        assert_eq!(found.score.decided_plies(), Some(plies), "{story}");
        let mut after = root.clone();
        for mv in found.pv {
            after.try_move(mv).unwrap_or_else(|why| panic!("{story}: {why}"));
        }
        assert!(matches!(after.outcome(), Outcome::Mate | Outcome::Stalemate), "{story}");
        assert_eq!(after.ply() - root.ply(), plies.unsigned_abs() as usize, "{story}");
    }
}

#[test]
fn mate_in_one() {
    let black = ("4k4/9/4G4/9/9/9/9/9/4K4 b G 1", "4k5/10/4G5/10/10/10/10/10/10/4K5 b G 1");
    let white = ("4k4/9/9/9/9/9/4g4/9/4K4 w g 1", "4k5/10/10/10/10/10/10/4g5/10/4K5 w g 1");
    for (nine, ten) in [black, white] {
        every_game(nine, ten, |root| {
            mates(root, 1, 1..=4);
            assert_eq!(find(root, &depth(1)).score, Score::mate_in(1));
        });
    }
}

#[test]
fn mated_next() {
    // One rook keeps the king on its rank, and the other comes to it.
    let black = ("4k4/R8/8R/9/9/9/9/9/K8 w - 1", "4k5/R9/9R/10/10/10/10/10/10/K9 w - 1");
    let white = ("8k/9/9/9/9/9/r8/8r/4K4 b - 1", "9k/10/10/10/10/10/10/r9/9r/4K5 b - 1");
    for (nine, ten) in [black, white] {
        every_game(nine, ten, |root| {
            mates(root, -2, DEEP..=DEEP);
            assert_eq!(find(root, &depth(DEEP)).score, Score::mated_in(2));
        });
    }
}

#[test]
fn every_move_of_the_line_brings_the_mate_nearer() {
    // A ladder: each check of the two rooks drives the king one rank back.
    let nine = "9/9/4k4/R8/8R/9/9/9/K8 b - 1";
    let ten = "10/10/4k5/R9/9R/10/10/10/10/K9 b - 1";
    every_game(nine, ten, |root| {
        let line = find(root, &depth(DEEP)).pv;
        let mut after = root.clone();
        for (mv, left) in line.into_iter().zip((0..=5).rev()) {
            let due = if after.side() == root.side() { left } else { -left };
            mates(&after, due, DEEP..=DEEP);
            after.do_move(mv);
        }
        assert!(!after.has_legal_move());
    });
}

#[test]
fn stalemate_loses() {
    // A quiet bishop takes the cornered king's last squares away.
    let nine = "k8/9/1G7/9/3B5/9/9/9/8K b - 1";
    let ten = "k9/10/1G8/10/3B6/10/10/10/10/9K b - 1";
    every_game(nine, ten, |root| {
        let quiet = by_width(root.rules(), "6e5d", "7e6d");
        let moves = vec![common::usi(root, quiet)];
        let found = find(root, &Limits { search_moves: moves, ..depth(3) });
        assert_eq!(found.score, Score::mate_in(1), "{}", root.sfen());
        let mut after = root.clone();
        after.do_move(found.best_move.unwrap());
        assert_eq!(after.outcome(), Outcome::Stalemate, "{}", after.sfen());
        // All the same to a search that may choose.
        assert_eq!(find(root, &depth(3)).score, Score::mate_in(1), "{}", root.sfen());
    });
}

#[test]
fn no_move_at_the_root() {
    let stalemate = ("k8/9/1G7/4B4/9/9/9/9/8K w - 1", "k9/10/1G8/4B5/10/10/10/10/10/9K w - 1");
    let mate = ("4k4/4G4/4G4/9/9/9/9/9/8K w - 1", "4k5/4G5/4G5/10/10/10/10/10/10/9K w - 1");
    for (nine, ten) in [stalemate, mate] {
        every_game(nine, ten, |root| {
            let found = find(root, &depth(5));
            assert_eq!((found.best_move, found.ponder_move, found.nodes), (None, None, 0));
            assert_eq!(found.score, Score::mated_in(0), "{}", root.sfen());
            assert_eq!(found.score.mate_plies(), Some(0));
            assert!(found.pv.is_empty());
        });
    }
}
