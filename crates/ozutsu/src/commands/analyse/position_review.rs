//! Evaluates a position with the mate solver and the search.

use crate::cli_error::{CliError, print_warning};
use crate::commands::run_search::{SearchEvent, run_search};
use crate::session::{Answer, Options, Player, Protocol, SearchRequest};
use mate::MateResult;
use records::Evaluation;
use review::evaluation;
use rules::{Move, Outcome, Position};
use search::{Bound, Cancel, Control, Limits, Score};
use std::sync::Arc;
use std::time::Duration;
use vampirc_usi::generic::Go;

/// Divides the time and the nodes of a position: this part goes to the mate solver.
const MATE_DIVISOR: u32 = 4;
/// The nodes of the mate solver if only the depth is limited.
const MATE_NODES: u64 = 50_000;

/// The limits of the search of each position.
#[derive(Clone, Copy, Debug)]
pub struct ReviewLimits {
    time: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

impl ReviewLimits {
    /// Returns the limits of a `go` command, or `None` if it has others than time, nodes and depth.
    pub fn from_go(go: &Go<Move>) -> Option<Self> {
        let Go { movetime: time, nodes, depth, .. } = go.clone();
        let only_these = Go { movetime: time, nodes, depth, ..Go::default() } == *go;
        let is_limited = time.is_some() || nodes.is_some() || depth.is_some();
        (only_these && is_limited).then_some(Self { time, nodes, depth })
    }

    fn mate_limits(self) -> Limits {
        let nodes = self.nodes.map(|nodes| (nodes / u64::from(MATE_DIVISOR)).max(1));
        Limits {
            move_time: self.time.map(|time| time / MATE_DIVISOR),
            nodes: if self.time.is_none() { nodes.or(Some(MATE_NODES)) } else { nodes },
            ..Limits::default()
        }
    }

    fn search_limits(self) -> Limits {
        let rest = |whole: u64| whole - whole / u64::from(MATE_DIVISOR);
        Limits {
            move_time: self.time.map(|time| time - time / MATE_DIVISOR),
            nodes: self.nodes.map(rest),
            depth: self.depth,
            ..Limits::default()
        }
    }
}

/// The engine's evaluation of a position.
#[derive(Clone, Debug)]
pub struct PositionReview {
    pub evaluation: Evaluation,
    /// The line that starts with the best move; empty if the game is over.
    pub line: Vec<Move>,
    /// The plies to the mate that the side to move has, if it has one.
    pub mate_plies: Option<u32>,
}

impl PositionReview {
    /// Returns the best move.
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

/// Evaluates the positions of a game.
#[derive(Debug)]
pub struct Reviewer {
    player: Player,
    limits: ReviewLimits,
    options: Options,
    control: Arc<Control>,
}

impl Reviewer {
    pub fn new(limits: ReviewLimits, options: Options, control: Arc<Control>) -> Self {
        Self { player: Player::default(), limits, options, control }
    }

    /// Returns whether the analysis was interrupted.
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    /// Evaluates a position: looks for a mate by checks, then searches.
    pub fn review(&mut self, position: &Position) -> Result<PositionReview, CliError> {
        let side = position.side();
        let decided = match position.outcome() {
            Outcome::Ongoing => None,
            outcome => Some(match outcome.winner(side) {
                Some(winner) if winner == side => Score::rule_win_in(0),
                Some(_) => Score::mated_in(0),
                None => Score::ZERO,
            }),
        };
        if let Some(score) = decided {
            let evaluation = Evaluation { depth: None, ..evaluation(score, side, 0) };
            return Ok(PositionReview { evaluation, line: Vec::new(), mate_plies: None });
        }
        if let Some(line) = self.find_mate(position, Vec::new())? {
            let plies = line.len() as u32;
            let score = records::Score::Mate { winner: side, plies };
            let evaluation = Evaluation { score, depth: Some(plies) };
            return Ok(PositionReview { evaluation, line, mate_plies: Some(plies) });
        }
        self.search(position)
    }

    /// Returns whether a move leads to a mate by checks.
    pub fn mates_by(&mut self, position: &Position, mv: Move) -> Result<bool, CliError> {
        Ok(self.find_mate(position, vec![mv])?.is_some())
    }

    fn find_mate(
        &mut self,
        position: &Position,
        first_moves: Vec<Move>,
    ) -> Result<Option<Vec<Move>>, CliError> {
        let mut limits = self.limits.mate_limits();
        limits.search_moves = first_moves;
        let request = self.request(position, limits, true);
        match run_search(&mut self.player, &request, report_warning)? {
            Answer::Mate(MateResult::Mate(line)) => Ok(Some(line)),
            _ => Ok(None),
        }
    }

    fn search(&mut self, position: &Position) -> Result<PositionReview, CliError> {
        let request = self.request(position, self.limits.search_limits(), false);
        let mut last = None;
        let answer = run_search(&mut self.player, &request, |event| match event {
            SearchEvent::Info(info) => {
                if info.multipv == 1 && info.bound == Bound::Exact {
                    last = Some(info);
                }
                Ok(())
            }
            warning => report_warning(warning),
        })?;
        let side = position.side();
        let (score, depth, mut line) = match last {
            Some(info) => (info.score, info.depth, info.pv.to_vec()),
            None => (Score::ZERO, 0, Vec::new()),
        };
        let score = match answer {
            // The rules allow the side to move to declare a win.
            Answer::Win => {
                line.clear();
                Score::declared_win_in(0)
            }
            Answer::Move { best, .. } if line.first() != Some(&best) => {
                line = vec![best];
                score
            }
            _ => score,
        };
        let mate_plies = score.mate_plies().filter(|&plies| plies > 0).map(i32::unsigned_abs);
        Ok(PositionReview { evaluation: evaluation(score, side, depth), line, mate_plies })
    }

    fn request(&self, position: &Position, limits: Limits, is_mate_search: bool) -> SearchRequest {
        SearchRequest {
            position: position.clone(),
            limits,
            control: Arc::clone(&self.control),
            protocol: Protocol::Usi,
            options: self.options.clone(),
            is_mate_search,
        }
    }

    /// Forgets the last game.
    pub fn new_game(&mut self) {
        self.player.new_game(&Cancel::never());
    }
}

fn report_warning(event: SearchEvent) -> std::io::Result<()> {
    if let SearchEvent::Warning(text) = event {
        print_warning(&text);
    }
    Ok(())
}
