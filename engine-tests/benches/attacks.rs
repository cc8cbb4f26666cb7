//! Speed of looking up a piece's targets and attacks on random occupancies, in lookups per second for
//! each type of movement.

use criterion::{Criterion, Throughput};
use engine_tests::random_play::seeded_rng;
use rand::prelude::*;
use rules::{Bitboard, Color, PieceKind, Rules, Square};
use std::hint::black_box;

/// A type of movement and an example: game, piece letter, and whether it is promoted.
const MOVEMENTS: [(&str, &str, char, bool); 9] = [
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

/// Number of pairs of a square and an occupancy per iteration.
const PAIRS: usize = 1024;

/// Probability that a square is occupied: a little less than at the start of the 9x9 cannon games.
const DENSITY: f64 = 0.45;

pub fn attack_lookups(criterion: &mut Criterion) {
    for (name, game, letter, promoted) in MOVEMENTS {
        let rules = games::by_name(game).expect("a built-in game");
        let unpromoted = rules.kind_from_letter(letter).expect("a piece of the game");
        let kind = if promoted { unpromoted.promoted() } else { unpromoted };
        let pairs = random_pairs(rules);
        let mut group = criterion.benchmark_group(format!("attacks {name}"));
        group.throughput(Throughput::Elements(PAIRS as u64));
        type Lookup = fn(&Rules, Color, PieceKind, Square, Bitboard) -> Bitboard;
        for (table, lookup) in [("targets", Rules::targets as Lookup), ("attacks", Rules::attacks)]
        {
            let lookup_all = |sum: Bitboard, &(from, occupied): &(Square, Bitboard)| {
                sum ^ lookup(rules, Color::Black, kind, from, occupied)
            };
            group.bench_function(table, |b| {
                b.iter(|| black_box(&pairs).iter().fold(Bitboard::EMPTY, lookup_all));
            });
        }
        group.finish();
    }
}

/// Returns random squares of a game's board, each with a random occupancy that includes it.
fn random_pairs(rules: &Rules) -> Vec<(Square, Bitboard)> {
    let mut rng = seeded_rng(1);
    let squares: Vec<Square> = rules.board_squares().into_iter().collect();
    let pair = |_| {
        let from = *squares.choose(&mut rng).expect("a board has squares");
        let occupied = squares.iter().copied().filter(|_| rng.random_bool(DENSITY));
        (from, occupied.collect::<Bitboard>() | Bitboard::from_square(from))
    };
    (0..PAIRS).map(pair).collect()
}
