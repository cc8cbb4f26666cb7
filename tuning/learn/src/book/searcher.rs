//! Searches positions for the moves of a book, on several threads.

use crate::search_lines::search_lines;
use crate::workers::map_in_order;
use records::book::BookMove;
use rules::Position;
use search::{Engine, SearchInfo, centipawns};
use std::io;
use std::ops::ControlFlow;

/// The size of a search's transposition table in MiB.
const HASH_MIB: usize = 16;

/// Searches positions, each as if it were the only one. Returns the best `lines` moves of each, best first.
pub fn search_positions(
    positions: &[Position],
    nodes: u64,
    lines: usize,
    threads: usize,
) -> io::Result<Vec<Vec<BookMove>>> {
    let new_engine = || Engine::on_calling_thread().with_hash(HASH_MIB);
    let mut found = Vec::new();
    let _: ControlFlow<()> = map_in_order(
        threads.min(positions.len()),
        positions.iter(),
        new_engine,
        |engine, position| {
            engine.clear();
            search_lines(engine, position, nodes, lines).iter().filter_map(book_move).collect()
        },
        |moves| {
            found.push(moves);
            ControlFlow::Continue(())
        },
    )?;
    Ok(found)
}

fn book_move(info: &SearchInfo) -> Option<BookMove> {
    Some(BookMove {
        mv: *info.pv.first()?,
        reply: info.pv.get(1).copied(),
        score: centipawns(info.score),
        depth: info.depth,
        count: 0,
    })
}
