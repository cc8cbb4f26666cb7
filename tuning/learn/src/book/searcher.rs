//! Searches positions for the moves of a book, on several threads.

use crate::workers::map_in_order;
use book::BookMove;
use rules::Position;
use search::{Bound, Control, Engine, Limits, Reporter, SearchInfo, centipawns};
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
    let new_engine = || {
        let mut engine = Engine::on_calling_thread();
        // If the allocation fails, the engine keeps its current table.
        let _ = engine.resize_hash(HASH_MIB);
        engine
    };
    let mut found = Vec::new();
    let _: ControlFlow<()> = map_in_order(
        threads.min(positions.len()),
        positions.iter(),
        new_engine,
        |engine, position| search(engine, position, nodes, lines),
        |moves| {
            found.push(moves);
            ControlFlow::Continue(())
        },
    )?;
    Ok(found)
}

fn search(engine: &mut Engine, position: &Position, nodes: u64, lines: usize) -> Vec<BookMove> {
    engine.clear();
    let limits = Limits { nodes: Some(nodes), multi_pv: lines, ..Limits::default() };
    let mut last = LastLines::default();
    engine.search(position, &limits, &Control::default(), &mut last);
    last.0.iter().filter_map(book_move).collect()
}

/// Remembers the last report of each line.
#[derive(Default)]
struct LastLines(Vec<SearchInfo>);

impl Reporter for LastLines {
    fn info(&mut self, info: &SearchInfo) {
        if info.bound == Bound::Exact {
            self.0.retain(|known| {
                known.multipv != info.multipv && known.pv.first() != info.pv.first()
            });
            self.0.push(info.clone());
            self.0.sort_by_key(|known| known.multipv);
        }
    }
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
