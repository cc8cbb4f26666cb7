//! Evaluates the positions of a game and judges its moves.

use super::accuracy::SideSummary;
use super::chance::{evaluation, lost_chance};
use super::mark::Mark;
use mate::{MateLimits, MateResult, MateSolver};
use records::{Evaluation, GameRecord};
use rules::{Color, ImpasseClaim, Move, Outcome, Position};
use search::{Control, Engine, Limits, RuleOptions, Score, SearchResult, TimeOptions};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Divides the time and the nodes of a position: this part goes to the mate solver.
const MATE_DIVISOR: u32 = 4;
/// The nodes of the mate solver if only the depth is limited.
const MATE_NODES: u64 = 50_000;

/// When to end the search of each position.
#[derive(Clone, Copy, Default, Debug, Serialize, Deserialize)]
pub struct ReviewLimits {
    pub time: Option<Duration>,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
}

/// The engine's evaluation of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PositionReview {
    pub evaluation: Evaluation,
    /// The line that starts with the best move; empty if the game is over or a win can be declared.
    pub line: Vec<Move>,
    /// The plies to a mate by the side to move, if one was found.
    pub mate_plies: Option<u32>,
}

impl PositionReview {
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

/// A judged move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MoveReview {
    pub mv: Move,
    pub mover: Color,
    /// The position before the move, whose line is what should have been played.
    pub before: PositionReview,
    /// The position after the move.
    pub after: PositionReview,
    /// The winning chance that the move lost, from 0 to 1.
    pub lost: f64,
    pub mark: Option<Mark>,
    /// The plies to a mate that the mover had and lost by this move.
    pub missed_mate: Option<u32>,
}

impl MoveReview {
    /// Returns whether there was a better move: this one has a mark or misses a mate.
    pub fn is_mistake(&self) -> bool {
        self.mark.is_some() || self.missed_mate.is_some()
    }
}

/// The judged moves of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameReview {
    /// The start position.
    pub start: PositionReview,
    /// The moves of the main line; fewer than it has if the review was stopped.
    pub moves: Vec<MoveReview>,
    /// What each side did, Black first.
    pub sides: [SideSummary; 2],
}

impl GameReview {
    /// Creates the review of a game whose moves follow by [`add`](Self::add).
    pub fn new(start: PositionReview) -> Self {
        Self { start, moves: Vec::new(), sides: Default::default() }
    }

    /// Adds the next move of the main line.
    pub fn add(&mut self, judged: MoveReview) {
        let side = &mut self.sides[judged.mover.index()];
        side.add(judged.lost);
        side.missed_mates += usize::from(judged.missed_mate.is_some());
        self.moves.push(judged);
    }

    /// Returns the last position that was evaluated.
    pub fn last_position(&self) -> &PositionReview {
        self.moves.last().map_or(&self.start, |judged| &judged.after)
    }
}

/// Reviews games with an engine and a mate solver.
///
/// The command line and the board both use it, so that they mark the same moves, whatever the engine has
/// searched before and how it was set up. Stopping the control ends the review.
#[derive(Debug)]
pub struct Reviewer<'a> {
    pub engine: &'a mut Engine,
    pub solver: &'a mut MateSolver,
    pub limits: ReviewLimits,
    pub control: &'a Control,
}

impl Reviewer<'_> {
    /// Judges the moves of the main line, and calls `on_move` with each as soon as it is judged, and the position before
    /// it. Returns what was judged until the control was stopped; nothing if the start position was not.
    pub fn review_game(
        &mut self,
        game: &GameRecord,
        mut on_move: impl FnMut(&Position, &MoveReview),
    ) -> Option<GameReview> {
        // What the search of another game has learned would change the evaluations.
        self.engine.clear();
        let mut position = game.start().clone();
        let start = self.review_position(&position);
        if self.control.is_stopped() {
            return None;
        }
        let mut before = start.clone();
        let mut review = GameReview::new(start);
        for mv in game.moves() {
            let judged = self.judge_move(&position, before, mv);
            if self.control.is_stopped() {
                break;
            }
            on_move(&position, &judged);
            position.do_move(mv);
            before = judged.after.clone();
            review.add(judged);
        }
        Some(review)
    }

    /// Judges a legal move of a position whose evaluation is known. Whoever tries to find a better move
    /// than that of the game has found one if [`MoveReview::is_mistake`] is false.
    pub fn judge_move(
        &mut self,
        position: &Position,
        before: PositionReview,
        mv: Move,
    ) -> MoveReview {
        let mover = position.side();
        let mut next = position.clone();
        next.do_move(mv);
        let mut after = self.review_position(&next);
        let is_best = before.best() == Some(mv);
        let is_win = |review: &PositionReview| {
            let score = review.evaluation.score;
            matches!(score, records::Score::Mate { winner, .. } if winner == mover)
        };
        // The search of the next position may not see that the move mates. Without a line the game is over.
        let is_unclear = !is_win(&after) && !after.line.is_empty();
        let mate = before.mate_plies.filter(|_| is_unclear).and_then(|plies| {
            if is_best {
                Some(before.line.clone()).filter(|line| line.len() == plies as usize)
            } else {
                self.find_mate(position, vec![mv])
            }
        });
        if let Some([_, line @ ..]) = mate.as_deref() {
            after = mate_review(mover, None, line.to_vec());
        }
        // The search of the next position may disagree with the one that preferred the move.
        let lost =
            if is_best { 0.0 } else { lost_chance(before.evaluation, after.evaluation, mover) };
        let missed_mate = before.mate_plies.filter(|_| !is_best && !is_win(&after));
        MoveReview { mv, mover, before, after, lost, mark: Mark::of_loss(lost), missed_mate }
    }

    /// Evaluates a position: looks for a mate by checks, then searches.
    pub fn review_position(&mut self, position: &Position) -> PositionReview {
        let side = position.side();
        let decided = match position.outcome() {
            Outcome::Ongoing if position.impasse_claim() == Some(ImpasseClaim::Win) => {
                Some(Score::declared_win_in(0))
            }
            Outcome::Ongoing => None,
            outcome => Some(match outcome.winner(side) {
                Some(winner) if winner == side => Score::rule_win_in(0),
                Some(_) => Score::mated_in(0),
                None => Score::ZERO,
            }),
        };
        if let Some(score) = decided {
            let evaluation = Evaluation { depth: None, ..evaluation(score, side, 0) };
            return PositionReview { evaluation, line: Vec::new(), mate_plies: None };
        }
        if let Some(line) = self.find_mate(position, Vec::new()) {
            return mate_review(side, Some(line.len() as u32), line);
        }
        let SearchResult { score, depth, pv, .. } = self.search(position);
        PositionReview {
            evaluation: evaluation(score, side, depth),
            line: pv.to_vec(),
            mate_plies: score.mate_plies().filter(|&plies| plies > 0).map(i32::unsigned_abs),
        }
    }

    /// Finds a mate by checks that begins with one of the moves, or with any if there are none.
    fn find_mate(&mut self, position: &Position, search_moves: Vec<Move>) -> Option<Vec<Move>> {
        let ReviewLimits { time, nodes, .. } = self.limits;
        let nodes = nodes.map(|nodes| (nodes / u64::from(MATE_DIVISOR)).max(1));
        let limits = MateLimits {
            time: time.map(|time| time / MATE_DIVISOR),
            nodes: if time.is_none() { nodes.or(Some(MATE_NODES)) } else { nodes },
            search_moves,
            ..MateLimits::default()
        };
        match self.solver.solve_until(position, &limits, self.control.stop_flag(), &mut |_| {}) {
            MateResult::Mate(line) => Some(line),
            MateResult::NoMate | MateResult::Unknown => None,
        }
    }

    fn search(&mut self, position: &Position) -> SearchResult {
        let ReviewLimits { time, nodes, depth } = self.limits;
        let limits = Limits {
            move_time: time.map(|time| time - time / MATE_DIVISOR),
            nodes: nodes.map(|nodes| nodes - nodes / u64::from(MATE_DIVISOR)),
            depth,
            ..Limits::default()
        };
        let engine = &mut *self.engine;
        let old = (engine.time_options, engine.rule_options, engine.use_mate_presearch);
        // No clock runs, so no time is kept in reserve.
        engine.time_options = TimeOptions { move_overhead: Duration::ZERO, ..Default::default() };
        (engine.rule_options, engine.use_mate_presearch) = (RuleOptions::default(), true);
        let mut result = engine.search(position, &limits, self.control, &mut ());
        if !result.pv.is_empty() && result.depth == 0 && !self.control.is_stopped() {
            let limits = Limits { depth: Some(1), nodes: Some(1_000), ..Limits::default() };
            result = engine.search(position, &limits, self.control, &mut ());
        }
        (engine.time_options, engine.rule_options, engine.use_mate_presearch) = old;
        result
    }
}

/// Returns the evaluation of a position in which `line` mates. `mate_plies` is that of the side to move.
fn mate_review(winner: Color, mate_plies: Option<u32>, line: Vec<Move>) -> PositionReview {
    let plies = line.len() as u32;
    let score = records::Score::Mate { winner, plies };
    PositionReview { evaluation: Evaluation { score, depth: Some(plies) }, line, mate_plies }
}
