//! Decides what the engine of a table does, and what follows from its results.

use crate::job::{Job, JobKey, JobReport, JobResult, RunningJob, Task};
use crate::line_view::{evaluation_view, line_texts, score_view};
use crate::messages::{LineView, Message, Notice, Player, SearchPurpose};
use crate::state::{Review, TableState};
use mate::MateResult;
use records::{EndReason, GameResult, NodeId};
use rules::{Color, ImpasseClaim, Position};
use search::skill::Skill;
use search::{Control, Limits, Score, SearchResult};
use std::sync::Arc;
use std::time::Duration;
use study::puzzles::Proof;
use study::review::{Mark, SideSummary};

/// The time of a hint.
const HINT_TIME: Duration = Duration::from_millis(1_000);
/// The least time for a move when the engine plays against itself.
const SELF_PLAY_TIME: Duration = Duration::from_millis(400);

impl TableState {
    /// Stops the running search unless the state still demands it. Returns the search to start instead,
    /// if any.
    pub fn next_job(&mut self) -> Option<Job> {
        let desired = self.desired_job();
        if self.job.as_ref().map(|job| job.key) == desired {
            return None;
        }
        self.stop_job();
        let key = desired?;
        let control = Arc::new(Control::default());
        let id = self.next_job_id;
        self.next_job_id += 1;
        let job = self.describe_job(id, key, &control);
        if self.lines_node != key.node || self.lines_purpose != key.purpose {
            self.lines.clear();
            (self.lines_node, self.lines_purpose) = (key.node, key.purpose);
            self.are_lines_new = true;
        }
        self.job = Some(RunningJob { id, key, control });
        Some(job)
    }

    /// Handles a report of the engine about a job. Ignores reports about other jobs than the running one.
    pub fn take_report(&mut self, job_id: u64, report: JobReport) {
        match report {
            JobReport::Line(line) => self.add_line(job_id, line),
            JobReport::Finished(result) => self.finish_job(job_id, result),
        }
    }

    /// Lets the engine claim a win that the impasse rule allows.
    pub fn claim_for_engine(&mut self) {
        if !self.is_in_progress() || !self.is_engine(self.side_to_move()) {
            return;
        }
        let position = self.record.position(self.record.last_node());
        if position.impasse_claim() == Some(ImpasseClaim::Win) {
            self.end_game(GameResult::Win(position.side()), EndReason::Declaration);
        }
    }

    fn desired_job(&self) -> Option<JobKey> {
        let key = |purpose, node, player| JobKey {
            purpose,
            node,
            line_count: if purpose == SearchPurpose::Analyse { self.line_count } else { 1 },
            revision: self.revision,
            player,
        };
        let side = self.side_to_move();
        let last = self.record.last_node();
        match self.task {
            _ if !self.is_watched => None,
            Some(Task::Hint(node)) => Some(key(SearchPurpose::Hint, node, None)),
            Some(Task::Mate(node)) => Some(key(SearchPurpose::Mate, node, None)),
            Some(Task::Review { node, .. }) => Some(key(SearchPurpose::Review, node, None)),
            None if self.analysing => Some(key(SearchPurpose::Analyse, self.current, None)),
            None if self.is_in_progress() && self.is_engine(side) => {
                Some(key(SearchPurpose::Play, last, Some(self.players[side.index()])))
            }
            None if self.unproven_puzzle().is_some() => {
                Some(key(SearchPurpose::Prove, NodeId::ROOT, None))
            }
            None => None,
        }
    }

    fn describe_job(&self, id: u64, key: JobKey, control: &Arc<Control>) -> Job {
        let position = self.record.position(key.node);
        let mut limits = Limits { multi_pv: key.line_count, ..Limits::default() };
        let mut skill = None;
        match key.purpose {
            SearchPurpose::Analyse | SearchPurpose::Mate => limits.infinite = true,
            SearchPurpose::Hint => limits.move_time = Some(HINT_TIME),
            SearchPurpose::Review => {
                let time = match self.task {
                    Some(Task::Review { move_time, .. }) => Duration::from_millis(move_time),
                    _ => HINT_TIME,
                };
                limits.move_time = Some(time);
            }
            SearchPurpose::Play => skill = self.limit_play(&position, &mut limits),
            SearchPurpose::Prove => {}
        }
        let plays_itself = Color::BOTH.into_iter().all(|color| self.is_engine(color));
        let is_paced = key.purpose == SearchPurpose::Play && plays_itself;
        Job {
            id,
            purpose: key.purpose,
            position,
            limits,
            is_weakened: skill.is_some(),
            min_time: if is_paced { SELF_PLAY_TIME } else { Duration::ZERO },
            puzzle: self.unproven_puzzle().filter(|_| key.purpose == SearchPurpose::Prove).cloned(),
            control: Arc::clone(control),
        }
    }

    /// Sets the limits of a search for the engine's move and returns its skill below full strength.
    fn limit_play(&self, position: &Position, limits: &mut Limits) -> Option<Skill> {
        let side = position.side();
        let Player::Engine { level, elo, move_time } = self.players[side.index()] else {
            return None;
        };
        match &self.clock {
            Some(clock) => limits.clock = Some(clock.engine_clock(side)),
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
    fn add_line(&mut self, job_id: u64, line: LineView) {
        let Some(job) = self.job.as_ref().filter(|job| job.id == job_id) else { return };
        // A person who plays against the engine does not see its lines.
        let is_hidden = job.key.purpose == SearchPurpose::Play
            && Color::BOTH.into_iter().any(|color| !self.is_engine(color));
        if is_hidden {
            return;
        }
        self.lines.retain(|other| other.pv != line.pv);
        self.lines.push(line);
        self.lines.sort_by_key(|line| line.pv);
        self.are_lines_new = true;
    }

    /// Handles the result of the running search.
    fn finish_job(&mut self, job_id: u64, result: JobResult) {
        let Some(job) = self.job.take_if(|job| job.id == job_id) else { return };
        let JobKey { purpose, node, .. } = job.key;
        match result {
            JobResult::Proved { proof, nodes } => self.take_proof(proof, nodes),
            JobResult::Failed if purpose == SearchPurpose::Prove => {
                self.take_proof(Proof::Unknown, None);
            }
            JobResult::Failed => {
                self.task = None;
                self.analysing = false;
                self.paused |= purpose == SearchPurpose::Play;
                self.notify(Notice::EngineFailed);
            }
            JobResult::MateSearched(result) => self.finish_mate_search(node, result),
            JobResult::Searched(result) => match purpose {
                SearchPurpose::Play => self.play_engine_move(node, &result),
                SearchPurpose::Hint => self.give_hint(node, &result),
                SearchPurpose::Review => self.review_next(node, &result),
                SearchPurpose::Analyse => self.store_evaluation(node, node, &result),
                SearchPurpose::Mate | SearchPurpose::Prove => {}
            },
        }
    }

    fn play_engine_move(&mut self, node: NodeId, result: &SearchResult) {
        self.current = node;
        let Some(mv) = result.best_move else { return };
        if self.play(mv).is_ok() {
            self.store_evaluation(self.current, node, result);
        }
    }

    fn give_hint(&mut self, node: NodeId, result: &SearchResult) {
        self.task = None;
        let position = self.record.position(node);
        let Some(mv) = result.best_move else { return };
        let (mut moves, mut texts) = line_texts(&position, &[mv]);
        if let (Some(mv), Some(text)) = (moves.pop(), texts.pop()) {
            self.notify(Notice::Hint { node: node.index(), mv, text });
        }
    }

    fn finish_mate_search(&mut self, node: NodeId, result: MateResult) {
        self.task = None;
        match result {
            MateResult::NoMate => self.notify(Notice::NoMate),
            MateResult::Unknown => self.notify(Notice::MateUnknown),
            MateResult::Mate(line) => {
                let position = self.record.position(node);
                let score = score_view(Score::mate_in(line.len()), position.side());
                let (moves, texts) = line_texts(&position, &line);
                let depth = line.len() as u32;
                let view = LineView { pv: 1, depth, score, nodes: 0, time: 0, moves, texts };
                self.lines = vec![view];
                self.are_lines_new = true;
                self.notify(Notice::MateFound { plies: line.len() });
            }
        }
    }

    /// Stores the evaluation of a node and goes on to the next one of the main line.
    fn review_next(&mut self, node: NodeId, result: &SearchResult) {
        self.store_evaluation(node, node, result);
        self.mark_move(node);
        let Some(Task::Review { move_time, .. }) = self.task else { return };
        let next = self.record.continuation(node);
        self.task = next.map(|node| Task::Review { node, move_time });
        if next.is_none() {
            self.finish_review(node);
        }
        self.tree_changed();
    }

    /// Sums up the marks of the main line, which ends at `last_node`.
    fn finish_review(&mut self, last_node: NodeId) {
        let mut sides = [SideSummary::default(), SideSummary::default()];
        for node in self.record.main_line() {
            if let Some((mover, loss)) = self.lost_chance(node) {
                sides[mover.index()].add(loss);
            }
        }
        self.review = Some(Review { revision: self.revision, last_node, sides });
    }

    /// Stores the score of a search at `searched` as the evaluation of `node`.
    fn store_evaluation(&mut self, node: NodeId, searched: NodeId, result: &SearchResult) {
        if result.best_move.is_some() && result.depth == 0 {
            return;
        }
        let side = self.record.position(searched).side();
        let evaluation = study::review::evaluation(result.score, side, result.depth);
        self.record.notes_mut(node).evaluation = Some(evaluation);
        let message =
            Message::Evaluation { node: node.index(), evaluation: evaluation_view(evaluation) };
        self.outbox.push(message);
        self.tree_changed();
    }

    /// Marks the move to a node if it lost much of the winning chance.
    fn mark_move(&mut self, node: NodeId) {
        let Some((_, loss)) = self.lost_chance(node) else { return };
        let mark = Mark::of_loss(loss);
        self.record.notes_mut(node).glyphs = mark.into_iter().map(Mark::glyph).collect();
    }

    /// Returns who made the move to a node and the winning chance that it lost, if the positions before
    /// and after it are evaluated.
    fn lost_chance(&self, node: NodeId) -> Option<(Color, f64)> {
        let record = &self.record;
        let parent = record.node(node).parent()?;
        let before = record.node(parent).notes.evaluation?;
        let after = record.node(node).notes.evaluation?;
        let mover = record.position(parent).side();
        Some((mover, study::review::lost_chance(before, after, mover)))
    }
}
