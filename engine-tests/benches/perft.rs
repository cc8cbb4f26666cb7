//! Speed of perft on one thread, in leaves per second: the start position of every game, and shogi
//! compared with the crates `haitaka` and `rsshogi`. All count the legal moves of the last ply without
//! making them; rsshogi, by its own perft, lists them.
//!
//! haitaka is built with its default features. They are the fastest on x86-64: with its feature
//! `qugiy` it is a tenth slower.

use criterion::{BenchmarkId, Criterion, Throughput};
use haitaka::Board;
use rules::{Position, Rules, perft};
use std::hint::black_box;

/// A name, an SFEN (`None` for the start position) and a depth.
type PerftTask = (&'static str, Option<&'static str>, u32);

const SHOGI: [PerftTask; 3] = [
    ("start", None, 4),
    ("drops", Some("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1"), 3),
    (
        "drops and promotions",
        Some("8l/1l+R2P3/p2pBG1pp/kps1p4/Nn1P2G2/P1P1P2PP/1PS6/1KSG3+r1/LN2+p3L w Sbgn3p 124"),
        3,
    ),
];

/// The other games and depths, from the start position.
const OTHER_GAMES: [(&str, u32); 5] =
    [("cannonshogi", 3), ("taihoshogi", 4), ("shosu", 4), ("shosucourier", 4), ("cannonshosu", 4)];

pub fn shogi_and_others(criterion: &mut Criterion) {
    let rules = game("shogi");
    for (name, sfen, depth) in SHOGI {
        let sfen = sfen.unwrap_or(rules.start_sfen());
        let mut position = Position::from_sfen(rules, sfen).expect("a legal position");
        let board = Board::from_sfen(sfen).expect("a legal position");
        let leaves = perft(&mut position, depth);
        assert_eq!(leaves, haitaka_perft(&board, depth), "leaves counted by haitaka: {sfen}");
        let other = rsshogi::board::position_from_sfen(sfen).expect("a legal position");
        assert_eq!(leaves, rsshogi_perft(&other, depth), "leaves counted by rsshogi: {sfen}");
        let mut group = criterion.benchmark_group(format!("perft shogi {name}"));
        group.throughput(Throughput::Elements(leaves));
        group.bench_function("ozutsu", |b| b.iter(|| perft(&mut position, black_box(depth))));
        group.bench_function("haitaka", |b| b.iter(|| haitaka_perft(&board, black_box(depth))));
        group.bench_function("rsshogi", |b| b.iter(|| rsshogi_perft(&other, black_box(depth))));
        group.finish();
    }
}

pub fn other_games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft start");
    for (name, depth) in OTHER_GAMES {
        let mut position = Position::start(game(name));
        group.throughput(Throughput::Elements(perft(&mut position, depth)));
        group.bench_function(BenchmarkId::from_parameter(name), |b| {
            b.iter(|| perft(&mut position, black_box(depth)));
        });
    }
    group.finish();
}

fn game(name: &str) -> &'static Rules {
    games::by_name(name).expect("a built-in game")
}

/// Returns haitaka's perft count. A separate closure for the last ply makes it fastest.
fn haitaka_perft(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            leaves += moves.into_iter().len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                leaves += haitaka_perft(&next, depth - 1);
            }
            false
        });
    }
    leaves
}

/// Returns rsshogi's perft count.
fn rsshogi_perft(position: &rsshogi::board::position::Position, depth: u32) -> u64 {
    rsshogi::board::perft::perft(position, depth as u8).expect("it counts any position").nodes
}
