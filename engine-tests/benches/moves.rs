//! What a search asks of a position, on the middlegame positions of the perft tables: moves by
//! stage, making and taking back, and questions about single moves. All in moves per second.

mod common;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine_tests::data;
use rules::{GenKind, Move, MoveList, Position, Rules};
use std::hint::black_box;

const GAMES: [&str; 3] = ["cannonshogi", "cannonshosu", "shogi"];

/// How many positions in check are measured.
const CHECKED: usize = 64;

fn moves(criterion: &mut Criterion) {
    for name in GAMES {
        let rules = Rules::by_name(name).expect("one of our games");
        let quiet = middlegame(rules);
        let checked = in_check(&quiet);
        generate(criterion, name, &quiet, &checked);
        play(criterion, name, quiet.clone());
        ask(criterion, name, &quiet);
    }
}

/// The positions of a game's perft table that are not in check, but for the start.
fn middlegame(rules: &'static Rules) -> Vec<Position> {
    let rows = data::perft(rules.name()).into_iter().skip(1);
    let position = |row: data::PerftRow| {
        Position::from_sfen(rules, &row.position).expect("the tables hold legal positions")
    };
    rows.map(position).filter(|position| !position.in_check()).collect()
}

/// Positions in check that arise from these by a move.
fn in_check(positions: &[Position]) -> Vec<Position> {
    let mut found = Vec::new();
    for position in positions {
        let info = position.check_info();
        for mv in position.legal_moves().into_iter().filter(|&mv| position.gives_check(mv, &info)) {
            let mut next = position.clone();
            next.do_move(mv);
            found.push(next);
        }
    }
    let every = found.len().div_ceil(CHECKED).max(1);
    found.into_iter().step_by(every).collect()
}

fn generate(criterion: &mut Criterion, game: &str, quiet: &[Position], checked: &[Position]) {
    let mut group = criterion.benchmark_group(format!("{game} generate"));
    let stages = [
        ("captures", GenKind::Captures, quiet),
        ("quiets", GenKind::Quiets, quiet),
        ("drops", GenKind::Drops, quiet),
        ("all in check", GenKind::All, checked),
    ];
    for (name, stage, positions) in stages {
        let mut list = MoveList::new();
        let mut run = |positions: &[Position]| {
            positions.iter().fold(0, |moves, position| {
                list.clear();
                position.generate(stage, &mut list);
                moves + list.len()
            })
        };
        group.throughput(Throughput::Elements(run(positions) as u64));
        group.bench_function(name, |b| b.iter(|| run(black_box(positions))));
    }
    group.finish();
}

fn play(criterion: &mut Criterion, game: &str, positions: Vec<Position>) {
    let mut tasks: Vec<(Position, MoveList)> =
        positions.into_iter().map(|position| (position.clone(), position.legal_moves())).collect();
    let moves: usize = tasks.iter().map(|(_, moves)| moves.len()).sum();
    let mut group = criterion.benchmark_group(format!("{game} play"));
    group.throughput(Throughput::Elements(moves as u64));
    group.bench_function("do_move and undo_move", |b| {
        b.iter(|| {
            for (position, moves) in &mut tasks {
                for &mv in moves.iter() {
                    position.do_move(mv);
                    position.undo_move();
                }
            }
        });
    });
    group.finish();
}

fn ask(criterion: &mut Criterion, game: &str, positions: &[Position]) {
    let with = |moves: &dyn Fn(usize) -> MoveList| -> Vec<(&Position, MoveList)> {
        positions.iter().enumerate().map(|(place, position)| (position, moves(place))).collect()
    };
    let pseudo = with(&|place| {
        let mut list = MoveList::new();
        positions[place].generate_pseudo_legal(GenKind::All, &mut list);
        list
    });
    // As from a table: another position's moves, of which some fit here.
    let foreign = with(&|place| positions[(place + 1) % positions.len()].legal_moves());
    let mut group = criterion.benchmark_group(format!("{game} ask"));
    type Count = fn(&Position, &[Move]) -> usize;
    let mut bench = |name, tasks: &[(&Position, MoveList)], count: Count| {
        let moves: usize = tasks.iter().map(|(_, moves)| moves.len()).sum();
        group.throughput(Throughput::Elements(moves as u64));
        group.bench_function(name, |b| {
            b.iter(|| black_box(tasks).iter().map(|(p, moves)| count(p, moves)).sum::<usize>());
        });
    };
    bench("gives_check", &pseudo, |position, moves| {
        let info = position.check_info();
        moves.iter().filter(|&&mv| position.gives_check(mv, &info)).count()
    });
    bench("is_legal", &pseudo, |position, moves| {
        moves.iter().filter(|&&mv| position.is_legal(mv)).count()
    });
    bench("is_pseudo_legal", &foreign, |position, moves| {
        moves.iter().filter(|&&mv| position.is_pseudo_legal(mv)).count()
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = common::settings(0.4);
    targets = moves
}
criterion_main!(benches);
