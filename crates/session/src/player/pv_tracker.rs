//! Remembers the reports of a search, to add a final `info` line or a ponder move that its result
//! lacks.

use rules::Move;
use search::{Reporter, SearchInfo, SearchResult};
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

    /// Reports the PV of the result, unless the last reported PV starts with the same move and has the
    /// same score. The result may come from another thread than the reports.
    pub fn report_result(&mut self, result: &SearchResult, time: Duration) {
        let last = self.last.as_ref();
        let is_result = |last: &SearchInfo| {
            last.pv.first() == result.pv.first()
                && (last.score, last.bound) == (result.score, result.bound)
        };
        if last.is_some_and(is_result) {
            return;
        }
        let seldepth = last.map_or(result.depth, |last| last.seldepth.max(result.depth));
        let info = SearchInfo {
            depth: result.depth,
            seldepth,
            multipv: 1,
            score: result.score,
            bound: result.bound,
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
    use search::{Bound, Score};

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

    /// Counts reports, and remembers the last.
    #[derive(Default)]
    struct Reports(usize, Option<SearchInfo>);

    impl Reporter for Reports {
        fn info(&mut self, info: &SearchInfo) {
            *self = Self(self.0 + 1, Some(info.clone()));
        }
    }

    #[test]
    fn a_result_is_reported_unless_it_was() {
        let rules = games::by_name("shogi").unwrap();
        let [best, other] = ["7g7f", "2g2f"].map(|mv| rules.parse_usi(mv).unwrap());
        let last = SearchInfo::mate(&[best], 1, Duration::ZERO);
        let (score, bound, pv) = (last.score, last.bound, last.pv.clone());
        let same = SearchResult { score, bound, pv, ..Default::default() };
        let other_move = SearchResult { pv: [other].into_iter().collect(), ..same.clone() };
        let other_score = SearchResult { score: Score::mate_in(3), ..same.clone() };
        let lower_bound = SearchResult { bound: Bound::Lower, ..same.clone() };
        for (result, count) in [(same, 1), (other_move, 2), (other_score, 2), (lower_bound, 2)] {
            let mut reports = Reports::default();
            let mut tracker = PvTracker::new(&mut reports);
            tracker.info(&last);
            tracker.report_result(&result, Duration::ZERO);
            let Reports(found, Some(info)) = reports else { panic!("no report") };
            assert_eq!((found, info.score, info.bound), (count, result.score, result.bound));
        }
    }
}
