//! Remembers the reports of a search, to add a final `info` line or a ponder move that its result
//! lacks.

use rules::Move;
use search::{Bound, Reporter, Score, SearchInfo, SearchResult};
use std::time::Duration;

/// Reporter that forwards to another reporter and remembers the last reports of the best line.
pub struct PvTracker<'a> {
    reporter: &'a mut dyn Reporter,
    last: Option<SearchInfo>,
    /// First two moves of the last PV with at least two moves.
    last_reply: Option<(Move, Move)>,
}

impl Reporter for PvTracker<'_> {
    fn info(&mut self, info: &SearchInfo) {
        if info.multipv == 1 {
            if let [best, reply, ..] = info.pv[..] {
                self.last_reply = Some((best, reply));
            }
            self.last = Some(info.clone());
        }
        self.reporter.info(info);
    }

    fn warning(&mut self, text: &str) {
        self.reporter.warning(text);
    }
}

impl<'a> PvTracker<'a> {
    pub fn new(reporter: &'a mut dyn Reporter) -> Self {
        Self { reporter, last: None, last_reply: None }
    }

    /// Returns the reply to a move in the last PV with a reply. The result of a search that is stopped
    /// while it re-searches its best move has none.
    pub fn reply_to(&self, best: Move) -> Option<Move> {
        self.last_reply.filter(|(mv, _)| *mv == best).map(|(_, reply)| reply)
    }

    /// Reports the PV of the result, unless the last reported PV starts with the same move.
    pub fn report_result(&mut self, result: &SearchResult, time: Duration) {
        let last = self.last.as_ref();
        if last.is_some_and(|last| last.pv.first() == result.best_move.as_ref()) {
            return;
        }
        let seldepth = last.map_or(result.depth, |last| last.seldepth.max(result.depth));
        let info = SearchInfo {
            depth: result.depth,
            seldepth,
            multipv: 1,
            score: if result.best_move.is_some() { result.score } else { Score::mated_in(0) },
            bound: Bound::Exact,
            nodes: result.nodes,
            time,
            hashfull: last.map_or(0, |last| last.hashfull),
            pv: result.pv.clone(),
        };
        self.reporter.info(&info);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reply_of_an_earlier_report_is_remembered() {
        let rules = games::by_name("shogi").unwrap();
        let [best, reply, other] = ["7g7f", "3c3d", "2g2f"].map(|mv| rules.parse_usi(mv).unwrap());
        let mut reporter = ();
        let mut tracker = PvTracker::new(&mut reporter);
        let report = |multipv, pv: &[Move]| SearchInfo {
            multipv,
            ..SearchInfo::mate(pv, 1, Duration::ZERO)
        };
        for info in [report(1, &[best, reply]), report(1, &[best]), report(2, &[other, reply])] {
            tracker.info(&info);
        }
        assert_eq!((tracker.reply_to(best), tracker.reply_to(other)), (Some(reply), None));
    }
}
