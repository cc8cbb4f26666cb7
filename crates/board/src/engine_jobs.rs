//! Decides what the engine of a table does, and what follows from its results.

use crate::command_error::CommandError;
use crate::job::{Job, JobKey, JobKind, JobReport, JobResult, RunningJob, Task};
use crate::learn::review_limits;
use crate::line_view::{line_texts, score_view};
use crate::messages::{LineView, Notice, Player, SearchPurpose};
use crate::notation::MoveText;
use crate::review::Review;
use crate::table::Table;
use mate::MateResult;
use platform::Instant;
use records::{EndReason, Evaluation, GameResult, NodeId};
use rules::{Color, ImpasseClaim, Move, Position};
use search::skill::{ELO_PER_LEVEL, MAX_LEVEL, MIN_ELO, Skill};
use search::{Bound, Control, DEFAULT_HASH, Limits, Score};
use std::mem;
use std::sync::Arc;
use std::time::Duration;
use study::puzzles::Proof;

/// The time of a hint.
const HINT_TIME: Duration = Duration::from_millis(1_000);
/// The pause before a move when the engine plays against itself.
const SELF_PLAY_PAUSE: Duration = Duration::from_millis(300);
/// The pause before the answer to a person's move at full strength, and how much longer it is for each
/// level below. Weak levels search only a moment, and answers at once are hard to follow.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const PAUSE_PER_LEVEL: Duration = Duration::from_millis(40);

impl Table {
    /// Stops the running search unless the state still demands it. Returns the search to start instead,
    /// if any.
    pub fn next_job(&mut self, now: Instant) -> Option<Job> {
        // After a change, another position may have the number of the one that the lines belong to.
        let revision = self.game.revision();
        if mem::replace(&mut self.lines_revision, revision) != revision {
            self.lines.clear();
        }
        let desired = self.desired_job();
        if self.job.as_ref().map(|job| job.key) == desired {
            return None;
        }
        self.stop_job();
        let key = desired?;
        if let Some(Task::Review { move_time }) = self.task {
            self.review = Some(Review::new(&self.game, move_time));
        }
        let control = Control::default();
        let id = self.next_job_id;
        let job = self.describe_job(id, key, &control, now)?;
        self.next_job_id += 1;
        if self.lines_node != key.node || self.lines_purpose != key.purpose {
            self.lines.clear();
            (self.lines_node, self.lines_purpose) = (key.node, key.purpose);
        }
        self.lines.retain(|line| line.pv <= key.line_count);
        self.job = Some(RunningJob { id, key, control, since: None, best_move: None });
        Some(job)
    }

    /// Returns since when the engine has been thinking about its move. A search that began before the game was replaced
    /// or moves were taken back does not count.
    pub fn thinking_since(&self) -> Option<Instant> {
        let job = self.job.as_ref()?;
        let is_present = job.key.revision == self.game.revision();
        job.since.filter(|_| is_present && job.key.purpose == SearchPurpose::Play)
    }

    /// Returns whether the engine is to play a move, which nothing may delay.
    pub fn is_engines_turn(&self) -> bool {
        self.is_in_progress() && self.is_engine(self.side_to_move())
    }

    /// Handles a report about a job made at a time. Ignores reports about other jobs than the running one.
    pub fn take_report(&mut self, job_id: u64, report: JobReport, at: Instant) {
        let Some(job) = self.job.as_mut().filter(|job| job.id == job_id) else { return };
        match report {
            JobReport::Started => {
                job.since = Some(at);
                self.update_clock(at);
            }
            JobReport::SmallHash { wanted } => {
                self.notify(Notice::SmallHash { wanted, size: DEFAULT_HASH });
            }
            JobReport::Line(line) => {
                let best = line.moves.first().filter(|_| line.pv == 1);
                let best = best.and_then(|mv| self.game.rules().parse_usi(mv).ok());
                job.best_move = best.or(job.best_move);
                self.add_line(line);
            }
            JobReport::Judged(judged) => self.add_judged_move(*judged),
            JobReport::Finished(result) => self.finish_job(result, at),
        }
    }

    /// Ends the search for the engine's move.
    pub fn move_now(&mut self, at: Instant) -> Result<(), CommandError> {
        let job = self.job.as_ref().filter(|job| job.key.purpose == SearchPurpose::Play);
        let job = job.filter(|job| job.best_move.is_some()).ok_or(CommandError::NoMoveYet)?;
        let (node, best_move) = (job.key.node, job.best_move);
        self.stop_job();
        best_move.into_iter().for_each(|mv| self.play_engine_move(node, mv, None, at));
        Ok(())
    }

    /// Lets the engine claim a win that the impasse rule allows.
    pub fn claim_for_engine(&mut self) {
        let side = self.side_to_move();
        if self.is_engines_turn()
            && self.game.last_position().impasse_claim() == Some(ImpasseClaim::Win)
        {
            self.set_end(GameResult::Win(side), EndReason::Declaration);
        }
    }

    fn desired_job(&self) -> Option<JobKey> {
        let key = |purpose, node, player| JobKey {
            purpose,
            node,
            line_count: if purpose == SearchPurpose::Analyse { self.line_count } else { 1 },
            revision: self.game.revision(),
            player,
            judged: None,
        };
        let side = self.side_to_move();
        let last = self.game.last();
        match self.task {
            _ if !self.is_watched => None,
            Some(Task::Hint(node)) => Some(key(SearchPurpose::Hint, node, None)),
            Some(Task::Mate(node)) => Some(key(SearchPurpose::Mate, node, None)),
            Some(Task::Review { .. }) => Some(key(SearchPurpose::Review, NodeId::ROOT, None)),
            Some(Task::Judge { node, mv, .. }) => {
                let key = key(SearchPurpose::Judge, node, None);
                Some(JobKey { judged: Some(mv), ..key })
            }
            None if self.analysing => Some(key(SearchPurpose::Analyse, self.game.shown(), None)),
            None if self.is_engines_turn() => {
                Some(key(SearchPurpose::Play, last, Some(self.players[side.index()])))
            }
            None if self.unproven_puzzle().is_some() => {
                Some(key(SearchPurpose::Prove, NodeId::ROOT, None))
            }
            None => None,
        }
    }

    /// Returns the job with a key, or `None` if what it is about is gone.
    fn describe_job(&self, id: u64, key: JobKey, control: &Control, now: Instant) -> Option<Job> {
        let mut position = self.game.position_at(key.node);
        let mut limits = Limits { multi_pv: key.line_count, ..Limits::default() };
        let mut skill = None;
        let mut kind = JobKind::Search;
        match (key.purpose, self.task) {
            (SearchPurpose::Hint, _) => limits.move_time = Some(HINT_TIME),
            (SearchPurpose::Play, _) => skill = self.limit_play(&position, &mut limits, now),
            (SearchPurpose::Mate, _) => kind = JobKind::Mate,
            (SearchPurpose::Prove, _) => {
                kind = JobKind::Prove(Arc::clone(self.unproven_puzzle()?));
            }
            (SearchPurpose::Review, Some(Task::Review { move_time })) => {
                let moves = self.game.record().moves().collect();
                kind = JobKind::Review { moves, limits: review_limits(move_time) };
            }
            (SearchPurpose::Judge, Some(Task::Judge { node, mv, move_time })) => {
                let before = Box::new(self.judged_move(node)?.before.clone());
                position.undo_move();
                kind = JobKind::Judge { before, mv, limits: review_limits(move_time) };
            }
            (SearchPurpose::Analyse, _) => limits.infinite = true,
            (SearchPurpose::Review | SearchPurpose::Judge, _) => {
                unreachable!("the purpose comes from the task")
            }
        }
        Some(Job {
            id,
            position,
            effort: skill.map_or(1.0, Skill::effort),
            pause: self.pause(key, &limits),
            limits,
            kind,
            control: control.clone(),
        })
    }

    /// Returns how long the engine waits before it searches for its move.
    fn pause(&self, key: JobKey, limits: &Limits) -> Duration {
        let Some(Player::Engine { level, elo, move_time }) = key.player else {
            return Duration::ZERO;
        };
        if Color::BOTH.into_iter().all(|color| self.is_engine(color)) {
            return SELF_PLAY_PAUSE.saturating_sub(limits.move_time.unwrap_or_default());
        }
        let level = match (level, elo) {
            (Some(level), _) => level,
            (None, Some(elo)) => (elo - MIN_ELO) / ELO_PER_LEVEL,
            (None, None) => MAX_LEVEL,
        };
        let pause = FIRST_PAUSE + PAUSE_PER_LEVEL * (MAX_LEVEL - level) as u32;
        // A person who wants answers at once chooses a short time.
        let wanted = limits.move_time.map_or(pause, |_| Duration::from_millis(move_time));
        pause.min(wanted)
    }

    /// Sets the limits of a search for the engine's move and returns its skill below full strength.
    fn limit_play(&self, position: &Position, limits: &mut Limits, now: Instant) -> Option<Skill> {
        let side = position.side();
        let Player::Engine { level, elo, move_time } = self.players[side.index()] else {
            return None;
        };
        match &self.clock {
            Some(clock) => limits.clock = Some(clock.engine_clock(side, now)),
            None => limits.move_time = Some(Duration::from_millis(move_time)),
        }
        let skill = match (level, elo) {
            (Some(level), _) => Skill::from_level(level),
            (None, Some(elo)) => Skill::from_elo(elo),
            (None, None) => None,
        };
        if let Some(skill) = skill {
            skill.restrict(limits, position, self.skill_noise);
        }
        skill
    }

    /// Shows a line of the running search.
    fn add_line(&mut self, line: LineView) {
        // A person who plays against the engine does not see its lines.
        let is_hidden = self.job.as_ref().is_some_and(|job| job.key.purpose == SearchPurpose::Play)
            && Color::BOTH.into_iter().any(|color| !self.is_engine(color));
        if is_hidden {
            return;
        }
        self.lines.retain(|other| other.pv != line.pv);
        self.lines.push(line);
        self.lines.sort_by_key(|line| line.pv);
    }

    /// Handles the result of the running search, which was found at a time.
    fn finish_job(&mut self, result: JobResult, at: Instant) {
        let Some(job) = self.job.take() else { return };
        let JobKey { purpose, node, .. } = job.key;
        match result {
            JobResult::Proved { proof, nodes } => self.take_proof(proof, nodes),
            JobResult::Failed if purpose == SearchPurpose::Prove => {
                self.take_proof(Proof::Unknown, None);
            }
            JobResult::Failed => self.fail(purpose),
            JobResult::MateSearched(result) => self.finish_mate_search(node, result),
            JobResult::Searched { best_move, evaluation } => match (purpose, best_move) {
                (SearchPurpose::Play, Some(mv)) => self.play_engine_move(node, mv, evaluation, at),
                (SearchPurpose::Play, None) => self.fail(purpose),
                (SearchPurpose::Hint, _) => self.give_hint(node, best_move),
                (SearchPurpose::Analyse, _) => self.store_evaluation(node, evaluation),
                _ => {}
            },
            JobResult::Reviewed => self.task = None,
            JobResult::Judged(judged) => self.finish_judging(node, &judged),
        }
    }

    /// Stops what the engine was to do, and says that it failed.
    fn fail(&mut self, purpose: SearchPurpose) {
        self.task = None;
        self.analysing = false;
        self.paused |= purpose == SearchPurpose::Play;
        self.notify(Notice::EngineFailed);
    }

    fn play_engine_move(
        &mut self,
        node: NodeId,
        mv: Move,
        evaluation: Option<Evaluation>,
        at: Instant,
    ) {
        if self.check_time_up(at) {
            return;
        }
        self.game.show(node);
        match self.play(mv, at) {
            Ok(()) => self.store_evaluation(self.game.shown(), evaluation),
            Err(_) => self.fail(SearchPurpose::Play),
        }
    }

    fn give_hint(&mut self, node: NodeId, best_move: Option<Move>) {
        self.task = None;
        let Some(best) = best_move else { return };
        let position = self.game.position_at(node);
        let mv = position.rules().usi(best).to_string();
        let text = MoveText::new(&position, best);
        self.notify(Notice::Hint { node: node.index(), mv, text });
    }

    fn finish_mate_search(&mut self, node: NodeId, result: MateResult) {
        self.task = None;
        match result {
            MateResult::NoMate => self.notify(Notice::NoMate),
            MateResult::Unknown => self.notify(Notice::MateUnknown),
            MateResult::Mate(line) => {
                let position = self.game.position_at(node);
                let score = score_view(Score::mate_in(line.len()), Bound::Exact, position.side());
                let depth = line.len() as u32;
                let (moves, texts) = line_texts(&position, &line);
                self.lines =
                    vec![LineView { pv: 1, depth, score, nodes: 0, time: 0, moves, texts }];
                self.notify(Notice::MateFound { plies: line.len() });
            }
        }
    }

    fn store_evaluation(&mut self, node: NodeId, evaluation: Option<Evaluation>) {
        if evaluation.is_some() {
            self.game.notes_mut(node).evaluation = evaluation;
        }
    }
}
