//! Decides what to answer to a search request: a move, a mate, a resignation or a declaration.
//!
//! The [`Player`] has the engine, the mate solver (`mate_search`) and the opening book
//! (`opening_book`), set up by the `options`. A `request` may come from a session or from the command
//! line.

mod info;
mod mate_search;
mod opening_book;
mod options;
mod pv_tracker;
mod request;

pub use info::{format_info, legal_prefix, nodes_per_second, protocol_score};
pub use options::{MAX_MULTI_PV, NEVER_RESIGN, OptionEffect, Options, list_options, milliseconds};
pub use request::{Answer, SearchRequest, clock_of};
pub use vampirc_usi::Protocol;

use mate_search::MateSearch;
use opening_book::OpeningBook;
use platform::Instant;
use pv_tracker::PvTracker;
use rules::{ImpasseClaim, Move, Position};
use search::skill::SkillNoise;
use search::{Control, DEFAULT_HASH, Engine, Limits, Reporter, SearchResult};
use std::error::Error;
use std::{io, mem};

/// The engine and the mate solver with their current setup.
#[derive(Debug)]
pub struct Player {
    engine: Engine,
    mate_search: MateSearch,
    skill_noise: SkillNoise,
    opening_book: OpeningBook,
    /// Hash size of the last setup in MiB.
    hash: i64,
    /// Number of threads of the last setup.
    threads: i64,
}

impl Player {
    /// Creates a player with one thread and the default hash size. Fails if there is not enough memory.
    pub fn new() -> io::Result<Self> {
        Ok(Self {
            engine: Engine::try_new()?,
            hash: DEFAULT_HASH as i64,
            threads: 1,
            mate_search: MateSearch::default(),
            skill_noise: SkillNoise::random(),
            opening_book: OpeningBook::default(),
        })
    }

    /// Applies the options to the engine, so that a search can start at once. Fails if there is not
    /// enough memory for the hash table or the threads, or if the opening book cannot be read, and keeps
    /// the old ones.
    pub fn set_up(&mut self, options: &Options) -> Result<(), Box<dyn Error>> {
        // Load the evaluation of the game, and clear what was learned with another, now rather than during the search.
        self.engine.eval_source = options.eval_source();
        self.engine.prepare_for(options.variant);
        // What could not be allocated is not tried again.
        let resized = if mem::replace(&mut self.hash, options.hash) == options.hash {
            Ok(())
        } else {
            self.engine.resize_hash(options.hash as usize)
        };
        let started = if mem::replace(&mut self.threads, options.threads) == options.threads {
            Ok(())
        } else {
            self.engine.set_threads(options.threads as usize)
        };
        let book = self.opening_book.set_up(options);
        resized.map_err(|error| format!("{error}; keeping the old one"))?;
        started?;
        Ok(book?)
    }

    /// Clears what was learned from earlier searches.
    pub fn new_game(&mut self) {
        self.skill_noise = SkillNoise::random();
        self.engine.clear();
    }

    /// Returns the nodes of the last mate search.
    pub fn mate_search_nodes(&self) -> u64 {
        self.mate_search.nodes()
    }

    /// Sets up the engine, runs a search and decides on the answer. Without a `clock_start`, time limits count
    /// from the end of the setup.
    pub fn search(&mut self, request: &SearchRequest, reporter: &mut dyn Reporter) -> Answer {
        if request.is_mate_search {
            return Answer::Mate(self.mate_search.run(request, reporter));
        }
        let SearchRequest { position, protocol, options, .. } = request;
        if let Err(error) = self.set_up(options) {
            reporter.warning(&error.to_string());
        }
        let (mate, presearch_nodes) = self.mate_search.presearch(request, reporter);
        if let [best, rest @ ..] = &mate[..] {
            return Answer::Move { best: *best, ponder: rest.first().copied() };
        }
        let mut limits = request.limits.clone();
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(presearch_nodes));
        let clock_start = *limits.clock_start.get_or_insert_with(Instant::now);
        limits.multi_pv = options.multi_pv.unsigned_abs() as usize;
        if let Some(skill) = options.skill() {
            skill.restrict(&mut limits, position, self.skill_noise);
        }
        let declares_win = *protocol == Protocol::Usi
            && options.entering_king
            && !limits.infinite
            && position.impasse_claim() == Some(ImpasseClaim::Win);
        if declares_win {
            // Only for the info line that clients expect before bestmove.
            limits.depth = Some(1);
        } else if let Some(answer) = self.opening_book.answer(request, reporter) {
            return answer;
        }

        let mut tracker = PvTracker::new(reporter);
        let mut result = self.run_engine(request, &limits, &mut tracker);
        let has_nodes_left = limits.nodes.is_none_or(|limit| result.nodes < limit);
        if !result.pv.is_empty() && result.depth == 0 && has_nodes_left {
            result = self.search_briefly(position, &limits, &mut tracker);
        }
        tracker.report_result(&result, clock_start.elapsed());
        if declares_win {
            return Answer::Win;
        }
        let Some(best) = result.best_move() else { return Answer::Resign };
        // If resignation is on, a forced loss is resigned whatever `ResignValue` is.
        let is_hopeless = options.resign_score().is_some_and(|resign_score| {
            result.score.is_loss() || result.score.raw() <= resign_score
        });
        if is_hopeless && *protocol == Protocol::Usi && !limits.infinite {
            return Answer::Resign;
        }
        let is_legal_reply = |reply: &Move| {
            let mut after = position.clone();
            after.try_move(best).is_ok() && after.validate_move(*reply).is_ok()
        };
        let ponder =
            result.pv.get(1).copied().or_else(|| tracker.reply_to(best)).filter(is_legal_reply);
        Answer::Move { best, ponder }
    }

    /// Runs the search with the options of the request.
    fn run_engine(
        &mut self,
        request: &SearchRequest,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let SearchRequest { position, control, protocol, options, .. } = request;
        self.engine.time_options = options.time_options();
        self.engine.rule_options = options.rule_options(*protocol);
        // Below full strength, mates can be overlooked like other moves.
        self.engine.use_mate_presearch = options.skill().is_none();
        self.engine.search(position, limits, control, reporter)
    }

    /// Searches to depth 1, for when a search was stopped before it completed that depth.
    fn search_briefly(
        &mut self,
        position: &Position,
        limits: &Limits,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let limits = Limits {
            depth: Some(1),
            nodes: Some(1_000),
            clock_start: limits.clock_start,
            search_moves: limits.search_moves.clone(),
            ..Limits::default()
        };
        self.engine.search(position, &limits, &Control::default(), reporter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::SearchInfo;
    use std::time::Duration;
    use vampirc_usi::Go;

    /// Keeps the depth of the last report.
    struct LastDepth(u32);

    impl Reporter for LastDepth {
        fn info(&mut self, info: &SearchInfo) {
            self.0 = info.depth;
        }
    }

    #[test]
    fn a_search_below_full_strength_that_is_stopped_at_once_has_depth_1() {
        let rules = games::by_name("shogi").unwrap();
        let mut position = Position::start(rules);
        for usi in ["7g7f", "3c3d", "8h2b+"] {
            position.try_move(rules.parse_usi(usi).unwrap()).unwrap();
        }
        let options = Options { skill_level: 5, ..Options::new(rules) };
        let go = Go { movetime: Some(Duration::from_secs(60)), ..Go::default() };
        let (request, _) = SearchRequest::new(&go, position, Protocol::Usi, options);
        request.control.stop();
        let mut reporter = LastDepth(0);
        let answer = Player::new().unwrap().search(&request, &mut reporter);
        assert!(matches!(answer, Answer::Move { .. }), "{answer:?}");
        assert_eq!(reporter.0, 1);
    }

    #[test]
    fn what_cannot_be_allocated_is_tried_only_once() {
        let rules = games::by_name("shogi").unwrap();
        let mut player = Player::new().unwrap();
        let options = Options { hash: i64::MAX, threads: 2, ..Options::new(rules) };
        assert!(player.set_up(&options).is_err());
        assert_eq!(player.engine.threads(), 2);
        assert!(player.set_up(&options).is_ok());
    }
}
