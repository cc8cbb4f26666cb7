//! One piece's attacks per second, by class of movement, on random occupancies: `targets` is where
//! it may move, `threats` where it could capture.

mod common;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine_tests::random_play::seeded_rng;
use rand::prelude::*;
use rules::{Bitboard, Color, PieceKind, Rules, Square};
use std::hint::black_box;

/// What a piece is an example of, and its game, letter and form.
const CLASSES: [(&str, &str, char, bool); 9] = [
    ("step (G)", "cannonshogi", 'G', false),
    ("slide one line (L)", "cannonshogi", 'L', false),
    ("slide (R)", "cannonshogi", 'R', false),
    ("slide (B)", "cannonshogi", 'B', false),
    ("cannon (U)", "cannonshogi", 'U', false),
    ("leaping cannon (A)", "cannonshogi", 'A', false),
    ("flying cannon (+U)", "cannonshogi", 'U', true),
    ("over-any cannon (taihoshogi U)", "taihoshogi", 'U', false),
    ("short cannon (taihoshogi A)", "taihoshogi", 'A', false),
];

/// How many pairs of a square and an occupancy are looked up in one go.
const PAIRS: usize = 1024;

/// How full a board is at the start of the cannon games.
const FULL: f64 = 0.45;

fn attacks(criterion: &mut Criterion) {
    for (class, game, letter, promoted) in CLASSES {
        let rules = Rules::by_name(game).expect("one of our games");
        let plain = rules.kind_from_letter(letter).expect("a piece of the game");
        let kind = if promoted { plain.promoted() } else { plain };
        let pairs = pairs(rules);
        let mut group = criterion.benchmark_group(class);
        group.throughput(Throughput::Elements(PAIRS as u64));
        type Look = fn(&Rules, Color, PieceKind, Square, Bitboard) -> Bitboard;
        for (name, look) in [("targets", Rules::targets as Look), ("attacks", Rules::attacks)] {
            let all = |sum: Bitboard, &(from, occupied): &(Square, Bitboard)| {
                sum ^ look(rules, Color::Black, kind, from, occupied)
            };
            group.bench_function(name, |b| {
                b.iter(|| black_box(&pairs).iter().fold(Bitboard::EMPTY, all));
            });
        }
        group.finish();
    }
}

/// Squares of a game's board with random occupancies.
fn pairs(rules: &Rules) -> Vec<(Square, Bitboard)> {
    let mut rng = seeded_rng(1);
    let squares: Vec<Square> = rules.board().into_iter().collect();
    let pair = |_| {
        let from = *squares.choose(&mut rng).expect("a board has squares");
        let full = squares.iter().copied().filter(|_| rng.random_bool(FULL));
        (from, full.collect::<Bitboard>() | Bitboard::from_square(from))
    };
    (0..PAIRS).map(pair).collect()
}

criterion_group! {
    name = benches;
    config = common::settings(0.3);
    targets = attacks
}
criterion_main!(benches);
