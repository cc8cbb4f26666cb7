//! Searches for several best moves (MultiPV).

use rules::Position;
use search::{Bound, Control, Engine, Limits, Reporter, SearchInfo};

/// Returns the best `lines` moves of a position, best first.
pub fn search_lines(
    engine: &mut Engine,
    position: &Position,
    nodes: u64,
    lines: usize,
) -> Vec<SearchInfo> {
    let limits = Limits { nodes: Some(nodes), multi_pv: lines, ..Limits::default() };
    let mut last = LastLines::default();
    engine.search(position, &limits, &Control::default(), &mut last);
    last.0
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
