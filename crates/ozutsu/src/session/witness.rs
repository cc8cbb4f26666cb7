//! What is remembered of what a search tells.

use rules::Move;
use search::{Bound, Reporter, Score, SearchInfo, SearchResult};
use std::time::Duration;

/// Hears a search on behalf of another, and remembers the best line told.
pub struct Witness<'a> {
    reporter: &'a mut dyn Reporter,
    last: Option<SearchInfo>,
    /// A move and the reply expected, as the last line began that told both.
    start: Option<(Move, Move)>,
}

impl Reporter for Witness<'_> {
    fn info(&mut self, info: &SearchInfo) {
        if info.multipv == 1 {
            if let [best, reply, ..] = info.pv[..] {
                self.start = Some((best, reply));
            }
            self.last = Some(info.clone());
        }
        self.reporter.info(info);
    }

    fn warning(&mut self, text: &str) {
        self.reporter.warning(text);
    }
}

impl<'a> Witness<'a> {
    pub fn new(reporter: &'a mut dyn Reporter) -> Self {
        Self { reporter, last: None, start: None }
    }

    /// The reply to a move that was told. A search that is stopped while it looks at its best move
    /// anew knows none.
    pub fn reply(&self, best: Move) -> Option<Move> {
        self.start.filter(|(mv, _)| *mv == best).map(|(_, reply)| reply)
    }

    /// Tells the line of the move that was found, unless that was the last thing told.
    pub fn confirm(&mut self, found: &SearchResult, time: Duration) {
        let told = self.last.as_ref();
        if told.is_some_and(|last| last.pv.first() == found.best_move.as_ref()) {
            return;
        }
        let seldepth = told.map_or(found.depth, |last| last.seldepth.max(found.depth));
        let info = SearchInfo {
            depth: found.depth,
            seldepth,
            multipv: 1,
            score: if found.best_move.is_some() { found.score } else { Score::mated_in(0) },
            bound: Bound::Exact,
            nodes: found.nodes,
            time,
            hashfull: told.map_or(0, |last| last.hashfull),
            pv: found.pv.clone(),
        };
        self.reporter.info(&info);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Rules;

    #[test]
    fn a_reply_once_told_is_remembered() {
        let rules = Rules::by_name("shogi").unwrap();
        let [best, reply, other] = ["7g7f", "3c3d", "2g2f"].map(|mv| rules.parse_usi(mv).unwrap());
        let mut reporter = ();
        let mut witness = Witness::new(&mut reporter);
        let told = |multipv, line: &[Move]| SearchInfo {
            multipv,
            ..SearchInfo::mate(line, 1, Duration::ZERO)
        };
        for info in [told(1, &[best, reply]), told(1, &[best]), told(2, &[other, reply])] {
            witness.info(&info);
        }
        assert_eq!((witness.reply(best), witness.reply(other)), (Some(reply), None));
    }
}
