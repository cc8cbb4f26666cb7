//! Speed of generating, making and undoing, and testing moves, in moves per second. Uses the middlegame
//! positions of the perft tables.

use criterion::{Criterion, Throughput};
use engine_tests::data;
use rules::{GenKind, Move, MoveList, Position, Rules};
use std::hint::black_box;

const GAMES: [&str; 3] = ["cannonshogi", "cannonshosu", "shogi"];

/// Maximum number of positions in check per game.
const MAX_IN_CHECK: usize = 64;

pub fn move_operations(criterion: &mut Criterion) {
    for name in GAMES {
        let rules = games::by_name(name).expect("a built-in game");
        let middlegame = middlegame_positions(rules);
        let in_check = positions_in_check(&middlegame);
        bench_generation(criterion, name, &middlegame, &in_check);
        bench_make_and_undo(criterion, name, middlegame.clone());
        bench_move_tests(criterion, name, &middlegame);
    }
}

/// Returns the positions of a game's perft table that are not in check, without the start position.
fn middlegame_positions(rules: &'static Rules) -> Vec<Position> {
    let positions = data::perft_positions(rules).into_iter().skip(1);
    positions.filter(|position| !position.in_check()).collect()
}

/// Returns positions in check that are one move after the given ones.
fn positions_in_check(positions: &[Position]) -> Vec<Position> {
    let mut found = Vec::new();
    for position in positions {
        let info = position.check_info();
        for mv in position.legal_moves().into_iter().filter(|&mv| position.gives_check(mv, &info)) {
            let mut next = position.clone();
            next.do_move(mv);
            found.push(next);
        }
    }
    let every = found.len().div_ceil(MAX_IN_CHECK).max(1);
    found.into_iter().step_by(every).collect()
}

fn bench_generation(
    criterion: &mut Criterion,
    game: &str,
    middlegame: &[Position],
    in_check: &[Position],
) {
    let mut group = criterion.benchmark_group(format!("moves {game} generate"));
    let kinds = [
        ("captures", GenKind::Captures, middlegame),
        ("quiets", GenKind::Quiets, middlegame),
        ("drops", GenKind::Drops, middlegame),
        ("all in check", GenKind::All, in_check),
    ];
    for (name, kind, positions) in kinds {
        let mut list = MoveList::new();
        let mut run = |positions: &[Position]| {
            positions.iter().fold(0, |moves, position| {
                list.clear();
                position.generate(kind, &mut list);
                moves + list.len()
            })
        };
        group.throughput(Throughput::Elements(run(positions) as u64));
        group.bench_function(name, |b| b.iter(|| run(black_box(positions))));
    }
    group.finish();
}

fn bench_make_and_undo(criterion: &mut Criterion, game: &str, positions: Vec<Position>) {
    let mut positions_with_moves: Vec<(Position, MoveList)> =
        positions.into_iter().map(|position| (position.clone(), position.legal_moves())).collect();
    let moves: usize = positions_with_moves.iter().map(|(_, moves)| moves.len()).sum();
    let mut group = criterion.benchmark_group(format!("moves {game} make"));
    group.throughput(Throughput::Elements(moves as u64));
    group.bench_function("do_move and undo_move", |b| {
        b.iter(|| {
            for (position, moves) in &mut positions_with_moves {
                for &mv in moves.iter() {
                    position.do_move(mv);
                    position.undo_move();
                }
            }
        });
    });
    group.finish();
}

fn bench_move_tests(criterion: &mut Criterion, game: &str, positions: &[Position]) {
    let with_moves = |moves: &dyn Fn(usize) -> MoveList| -> Vec<(&Position, MoveList)> {
        positions.iter().enumerate().map(|(index, position)| (position, moves(index))).collect()
    };
    let legal = with_moves(&|index| positions[index].legal_moves());
    // Moves of another position, as after a hash collision; some are pseudo-legal here too.
    let foreign = with_moves(&|index| positions[(index + 1) % positions.len()].legal_moves());
    let mut group = criterion.benchmark_group(format!("moves {game} test"));
    type Count = fn(&Position, &[Move]) -> usize;
    let mut bench = |name, tasks: &[(&Position, MoveList)], count: Count| {
        let moves: usize = tasks.iter().map(|(_, moves)| moves.len()).sum();
        group.throughput(Throughput::Elements(moves as u64));
        group.bench_function(name, |b| {
            b.iter(|| black_box(tasks).iter().map(|(p, moves)| count(p, moves)).sum::<usize>());
        });
    };
    bench("gives_check", &legal, |position, moves| {
        let info = position.check_info();
        moves.iter().filter(|&&mv| position.gives_check(mv, &info)).count()
    });
    bench("is_legal", &legal, |position, moves| {
        moves.iter().filter(|&&mv| position.is_legal(mv)).count()
    });
    bench("is_pseudo_legal", &foreign, |position, moves| {
        moves.iter().filter(|&&mv| position.is_pseudo_legal(mv)).count()
    });
    group.finish();
}
