//! A search from the question to the answer.

use super::dialect::Dialect;
use super::mate::{self, Prover};
use super::options::Options;
use super::skill::Taste;
use super::witness::Witness;
use rules::{ImpasseClaim, Move, Position, Rules};
use search::{Cancel, Control, DEFAULT_HASH, Engine, Limits, MateResult, Reporter, SearchResult};
use std::sync::Arc;
use std::time::Instant;

/// A position to find a move in, and how.
#[derive(Clone, Debug)]
pub struct Request {
    pub position: Position,
    pub limits: Limits,
    pub control: Arc<Control>,
    pub dialect: Dialect,
    pub options: Options,
    /// Whether a mate by checks alone is to be found, and nothing else.
    pub is_problem: bool,
}

/// What is played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    Move { best: Move, ponder: Option<Move> },
    Resign,
    Win,
    Mate(MateResult),
}

impl Answer {
    /// The answer as a line of a protocol.
    pub fn line(&self, dialect: Dialect, rules: &Rules) -> String {
        let write = |mv: &Move| dialect.write(rules, *mv);
        match (self, dialect) {
            (Self::Mate(result), _) => mate::line(result, rules),
            (Self::Move { best, ponder: None }, _) => format!("bestmove {}", write(best)),
            (Self::Move { best, ponder: Some(ponder) }, _) => {
                format!("bestmove {} ponder {}", write(best), write(ponder))
            }
            (Self::Resign, Dialect::Usi) => "bestmove resign".into(),
            (Self::Win, Dialect::Usi) => "bestmove win".into(),
            (Self::Resign | Self::Win, Dialect::Uci) => "bestmove (none)".into(),
        }
    }
}

/// An engine and how it is set up at present.
#[derive(Debug)]
pub struct Thinker {
    engine: Engine,
    prover: Prover,
    rules: Option<&'static Rules>,
    /// The size of table asked for last.
    hash: i64,
    /// Whether something is left to forget.
    forgets: bool,
    /// Whether something is left to prepare, and whether a clock has made it so.
    is_behind: bool,
    was_late: bool,
    taste: Taste,
}

impl Default for Thinker {
    fn default() -> Self {
        Self {
            engine: Engine::new(),
            prover: Prover::default(),
            rules: None,
            hash: DEFAULT_HASH as i64,
            forgets: false,
            is_behind: false,
            was_late: false,
            taste: Taste::fresh(),
        }
    }
}

impl Thinker {
    /// Does what takes time, so that a search can begin at once, and leaves what is not done when it
    /// is stopped to the next time. Tells what cannot be had.
    pub fn prepare(
        &mut self,
        options: &Options,
        rules: &'static Rules,
        cancel: &Cancel<'_>,
    ) -> Result<(), String> {
        eval::Parameters::shared(rules);
        if self.rules.is_some_and(|last| !std::ptr::eq(last, rules)) {
            // What was found in another game is wrong in this one: there is no leaving it.
            self.engine.clear(&Cancel::never());
        }
        self.rules = Some(rules);
        let mut made = Ok(true);
        if self.hash != options.hash {
            made = self.engine.resize_hash(options.hash as usize, cancel);
            if made != Ok(false) {
                self.hash = options.hash;
            }
        }
        let is_done = made != Ok(false)
            && self.forget(cancel)
            && self.engine.set_threads(options.threads as usize, cancel);
        self.is_behind = !is_done;
        made.map(|_| ()).map_err(|error| error.to_string())
    }

    /// Whether something is left to prepare.
    pub fn is_behind(&self) -> bool {
        self.is_behind
    }

    /// The nodes that the last problem took.
    pub fn problem_nodes(&self) -> u64 {
        self.prover.nodes()
    }

    /// Forgets all that was learnt. What is left when it is stopped is forgotten the next time that
    /// something is prepared.
    pub fn clear(&mut self, cancel: &Cancel<'_>) {
        // A new one takes no time, and no memory before it is asked.
        self.prover = Prover::default();
        self.taste = Taste::fresh();
        self.forgets = true;
        self.is_behind |= !self.forget(cancel);
    }

    fn forget(&mut self, cancel: &Cancel<'_>) -> bool {
        self.forgets = self.forgets && !self.engine.clear(cancel);
        !self.forgets
    }

    /// Prepares a search, but no longer than its clock allows. What was too much for one clock is not
    /// tried on the next.
    fn prepare_in_time(&mut self, request: &Request, limits: &Limits) -> Result<(), String> {
        let Request { position, control, options, .. } = request;
        let is_late = self.is_behind && self.was_late;
        let cancel = Cancel::for_search(control, limits);
        let cancel = if is_late { cancel.without_budget() } else { cancel };
        let prepared = self.prepare(options, position.rules(), &cancel);
        self.was_late = self.is_behind && limits.is_timed();
        prepared
    }

    /// Searches, and no more.
    pub fn search(
        &mut self,
        request: &Request,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let Request { position, control, options, .. } = request;
        if let Err(trouble) = self.prepare_in_time(request, limits) {
            reporter.warning(&trouble);
        }
        (self.engine.time_options, self.engine.rule_options) = (options.pace(), options.settings());
        // Who plays weakly overlooks mates like anything else.
        self.engine.mate_presearch = options.skill().is_none();
        self.engine.search(position, limits, control, reporter)
    }

    /// Searches and decides what to play.
    pub fn think(&mut self, request: &Request, reporter: &mut dyn Reporter) -> Answer {
        if request.is_problem {
            return Answer::Mate(self.prover.solve(request, reporter));
        }
        let Request { position, dialect, options, .. } = request;
        let spent = match self.prover.try_checks(request, reporter) {
            Ok((best, ponder)) => return Answer::Move { best, ponder },
            Err(spent) => spent,
        };
        let mut limits = request.limits.clone();
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(spent));
        let since = *limits.clock_start.get_or_insert_with(Instant::now);
        limits.multi_pv = options.multi_pv.unsigned_abs() as usize;
        if let Some(skill) = options.skill() {
            skill.limit(&mut limits, position, self.taste);
        }
        let declares = *dialect == Dialect::Usi
            && options.entering_king
            && !limits.infinite
            && position.impasse_claim() == Some(ImpasseClaim::Win);
        if declares {
            limits.depth = Some(1);
        }

        let mut witness = Witness::new(reporter);
        let mut found = self.search(request, &limits, &mut witness);
        if found.best_move.is_some() && found.depth == 0 && limits.nodes.is_none() {
            found = self.glance(position, &limits, &mut witness);
        }
        witness.confirm(&found, since.elapsed());
        if declares {
            return Answer::Win;
        }
        let Some(best) = found.best_move else { return Answer::Resign };
        // A loss that is certain is worse than any that is only expected.
        let hopeless = options
            .resigns_at()
            .is_some_and(|worst| found.score.is_loss() || found.score.raw() <= worst);
        if hopeless && *dialect == Dialect::Usi && !limits.infinite {
            return Answer::Resign;
        }
        let is_reply = |reply: &Move| {
            let mut after = position.clone();
            after.try_move(best).is_ok() && after.validate_move(*reply).is_ok()
        };
        let ponder = found.ponder_move.or_else(|| witness.reply(best)).filter(is_reply);
        Answer::Move { best, ponder }
    }

    /// A search that was stopped before it saw anything: a move should be looked at all the same.
    fn glance(
        &mut self,
        position: &Position,
        limits: &Limits,
        witness: &mut Witness<'_>,
    ) -> SearchResult {
        let (depth, nodes) = (Some(1), Some(1_000));
        let (since, moves) = (limits.clock_start, limits.search_moves.clone());
        let limits =
            Limits { depth, nodes, clock_start: since, search_moves: moves, ..Limits::default() };
        self.engine.search(position, &limits, &Control::default(), witness)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_was_stopped_is_prepared_the_next_time() {
        let rules = Rules::by_name("shogi").unwrap();
        let options = Options { hash: 3, ..Options::new(rules) };
        let mut thinker = Thinker::default();
        let stopped = Control::default();
        stopped.stop();
        let (never, cancelled) = (Cancel::never(), Cancel::on_stop(&stopped));
        for (cancel, hash) in [(cancelled, DEFAULT_HASH as i64), (never, 3), (cancelled, 3)] {
            assert_eq!(thinker.prepare(&options, rules, &cancel), Ok(()));
            assert_eq!((thinker.hash, thinker.is_behind()), (hash, hash != 3));
        }
        // What cannot be had is not asked for again and again.
        let options = Options { hash: i64::MAX, ..options };
        assert!(thinker.prepare(&options, rules, &Cancel::never()).is_err());
        assert_eq!(thinker.prepare(&options, rules, &Cancel::never()), Ok(()));
        assert!(!thinker.is_behind());
    }

    #[test]
    fn a_clock_does_not_wait_for_what_is_prepared() {
        let rules = Rules::by_name("shogi").unwrap();
        let options = Options { hash: 3, threads: 2, ..Options::new(rules) };
        let mut request = Request {
            position: Position::start(rules),
            limits: Limits { depth: Some(2), ..Limits::default() },
            control: Arc::default(),
            dialect: Dialect::Usi,
            options: Options::new(rules),
            is_problem: false,
        };
        let mut thinker = Thinker::default();
        thinker.think(&request, &mut ());
        request.options = options;
        // Without any time to spare the old table stays, with all that it holds.
        let stopped = Control::default();
        stopped.stop();
        thinker.clear(&Cancel::on_stop(&stopped));
        request.limits.move_time = Some(Duration::ZERO);
        for _ in 0..2 {
            thinker.think(&request, &mut ());
            assert!(thinker.is_behind() && thinker.was_late && thinker.forgets);
            assert_eq!((thinker.hash, thinker.engine.threads()), (DEFAULT_HASH as i64, 1));
        }
        // What was too much for a clock is left to when there is none.
        request.limits.move_time = Some(Duration::from_secs(3_600));
        thinker.think(&request, &mut ());
        assert!(thinker.is_behind());
        request.limits.move_time = None;
        thinker.think(&request, &mut ());
        assert!(!thinker.is_behind() && !thinker.was_late && !thinker.forgets);
        assert_eq!((thinker.hash, thinker.engine.threads()), (3, 2));
    }
}
