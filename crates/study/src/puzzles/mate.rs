//! Finds positions with a unique shortest mate by consecutive checks.

use super::puzzle::{Puzzle, PuzzleKind};
use mate::{MateLimits, MateResult, MateSolver, OutOfMemory};
use platform::Instant;
use rules::{Hand, Move, Outcome, Position, Setup};
use search::Control;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The size of the solver's table in MiB. Small, because every proof clears it.
const HASH_MIB: usize = 1;

/// Which mates are puzzles.
#[derive(Clone, Copy, Debug)]
pub struct MateOptions {
    /// The smallest number of plies.
    pub min_plies: u32,
    /// The largest number of plies.
    pub max_plies: u32,
    /// The nodes after which a position in which no mate was found is given up.
    pub scan_nodes: u64,
    /// The nodes after which a proof that there is no other or shorter mate is given up.
    pub proof_nodes: u64,
    /// Whether to apply the rules of composed problems: no other check mates, however long it takes, and
    /// the attacker uses all pieces in hand. Pieces that remain at the end go to the defender, if the
    /// mate is then still unique.
    pub is_composed: bool,
}

impl Default for MateOptions {
    fn default() -> Self {
        Self {
            min_plies: 3,
            max_plies: 15,
            scan_nodes: 1_500,
            proof_nodes: 100_000,
            is_composed: false,
        }
    }
}

/// The result of checking the solution of a mate puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// It is the only shortest mate, with the longest defence.
    Proven,
    /// A move of the attacker gives no check, or a defence resists for longer.
    NoMate,
    /// There is a shorter mate.
    Shorter,
    /// Another move of the attacker mates as soon.
    SecondSolution,
    /// The solver was stopped or reached a limit.
    Unknown,
}

/// Finds mate puzzles.
///
/// A mate in N plies is a puzzle if there is no shorter one, and if at every move of the attacker on the
/// main line, except the last of several, every other check is proven not to mate as soon. On the main line
/// the defender resists as long as possible, and prefers moves to drops.
#[derive(Debug)]
pub struct MateFinder {
    solver: MateSolver,
    options: MateOptions,
    control: Control,
    /// When to give up.
    deadline: Option<Instant>,
}

impl MateFinder {
    /// Creates a finder. Fails if its table cannot be allocated.
    pub fn new(options: MateOptions) -> Result<Self, OutOfMemory> {
        Self::with_control(options, Control::default())
    }

    /// Creates a finder that finds and proves nothing more once the control is stopped.
    pub fn with_control(options: MateOptions, control: Control) -> Result<Self, OutOfMemory> {
        Ok(Self { solver: MateSolver::new(HASH_MIB)?, options, control, deadline: None })
    }

    /// Returns the puzzle in a position, if there is one. Its history is ignored.
    pub fn find(&mut self, position: &Position) -> Option<Puzzle> {
        if position.outcome() != Outcome::Ongoing {
            return None;
        }
        let puzzle = self.find_here(&without_history(position)?)?;
        if !self.options.is_composed || leftover_hand(&puzzle).is_empty() {
            return Some(puzzle);
        }
        let puzzle = self.find_here(&without_leftover(&puzzle)?)?;
        leftover_hand(&puzzle).is_empty().then_some(puzzle)
    }

    /// Checks whether the solution of a puzzle is the only shortest mate, with the longest defence. Gives
    /// up when a proof needs more nodes than the options allow, or after `time`.
    pub fn prove(&mut self, puzzle: &Puzzle, time: Option<Duration>) -> Proof {
        self.deadline = time.and_then(|time| Instant::now().checked_add(time));
        let proof = self.prove_moves(puzzle);
        self.deadline = None;
        proof
    }

    fn prove_moves(&mut self, puzzle: &Puzzle) -> Proof {
        let mut position = puzzle.position.clone();
        let length = puzzle.line.len() as u32;
        for (&mv, ply) in puzzle.line.iter().zip(0..) {
            if ply % 2 == 0 {
                let proof = self.prove_move(&position, mv, length - ply, ply == 0);
                if proof != Proof::Proven {
                    return proof;
                }
            }
            if position.try_move(mv).is_err() {
                return Proof::NoMate;
            }
        }
        match position.outcome() {
            Outcome::Mate => Proof::Proven,
            _ => Proof::NoMate,
        }
    }

    /// Checks whether a move of the attacker is the only one that mates in `plies`, and none mates sooner. After
    /// other moves, there may be several that mate at once.
    fn prove_move(&mut self, position: &Position, mv: Move, plies: u32, is_first: bool) -> Proof {
        let with_move = MateLimits {
            nodes: Some(self.options.proof_nodes),
            plies: Some(plies),
            search_moves: vec![mv],
            ..MateLimits::default()
        };
        match self.solve(position, with_move) {
            MateResult::Mate(_) => {}
            MateResult::NoMate => return Proof::NoMate,
            MateResult::Unknown => return Proof::Unknown,
        }
        if plies == 1 && !is_first {
            return Proof::Proven;
        }
        if plies > 1 {
            match self.solve_within(position, plies - 2) {
                MateResult::NoMate => {}
                MateResult::Mate(_) => return Proof::Shorter,
                MateResult::Unknown => return Proof::Unknown,
            }
        }
        match self.find_other_mate(position, mv, plies) {
            MateResult::NoMate => Proof::Proven,
            MateResult::Mate(_) => Proof::SecondSolution,
            MateResult::Unknown => Proof::Unknown,
        }
    }

    /// Returns the rating of a mate: the nodes that the solver needs to find it, or the limit of a proof.
    pub fn rate(&mut self, position: &Position) -> u64 {
        let limits = MateLimits { nodes: Some(self.options.proof_nodes), ..MateLimits::default() };
        self.solve(position, limits);
        self.solver.nodes()
    }

    /// Returns the puzzle in a position without history.
    fn find_here(&mut self, position: &Position) -> Option<Puzzle> {
        let MateOptions { min_plies, max_plies, scan_nodes, .. } = self.options;
        if min_plies > 1 && self.solve_within(position, 1) != MateResult::NoMate {
            return None;
        }
        let scan = MateLimits { nodes: Some(scan_nodes), ..MateLimits::default() };
        let MateResult::Mate(found) = self.solve(position, scan) else { return None };
        // The length found may be neither the shortest nor enough against every defence.
        if found.len() < min_plies as usize {
            return None;
        }
        let plies = self.shortest_mate(position, max_plies)?;
        if plies < min_plies {
            return None;
        }
        let line = self.unique_line(position, plies)?;
        let nodes = Some(self.rate(position));
        // The rating of a search that was stopped is too low.
        if self.control.is_stopped() {
            return None;
        }
        Some(Puzzle { position: position.clone(), kind: PuzzleKind::Mate, line, nodes })
    }

    /// Returns the length of the shortest mate in plies, if it is proven.
    fn shortest_mate(&mut self, position: &Position, max_plies: u32) -> Option<u32> {
        for plies in (1..=max_plies).step_by(2) {
            match self.solve_within(position, plies) {
                MateResult::Mate(_) => return Some(plies),
                MateResult::NoMate => {}
                MateResult::Unknown => return None,
            }
        }
        None
    }

    /// Returns the main line of the shortest mate, which takes `plies`, if it is unique.
    fn unique_line(&mut self, position: &Position, mut plies: u32) -> Option<Vec<Move>> {
        let mut position = position.clone();
        let mut line = Vec::new();
        loop {
            let MateResult::Mate(found) = self.solve_within(&position, plies) else { return None };
            let mate = *found.first()?;
            let is_unique = plies > 1 || line.is_empty();
            if is_unique && self.find_other_mate(&position, mate, plies) != MateResult::NoMate {
                return None;
            }
            line.push(mate);
            position.do_move(mate);
            if plies == 1 {
                return (position.outcome() == Outcome::Mate).then_some(line);
            }
            plies -= 2;
            let reply = self.longest_defence(&position, plies)?;
            line.push(reply);
            position.do_move(reply);
        }
    }

    /// Searches for a mate that begins with another check, within `plies`, or of any length in a composed
    /// problem.
    fn find_other_mate(&mut self, position: &Position, mate: Move, plies: u32) -> MateResult {
        let info = position.check_info();
        let is_other = |mv: &Move| *mv != mate && position.gives_check(*mv, &info);
        let others: Vec<Move> = position.legal_moves().into_iter().filter(is_other).collect();
        if others.is_empty() {
            return MateResult::NoMate;
        }
        let limits = MateLimits {
            nodes: Some(self.options.proof_nodes),
            plies: (!self.options.is_composed).then_some(plies),
            search_moves: others,
            ..MateLimits::default()
        };
        self.solve(position, limits)
    }

    /// Returns a reply after which the mate is proven to take at least `plies`. Prefers moves to drops.
    pub fn longest_defence(&mut self, position: &Position, plies: u32) -> Option<Move> {
        let mut replies: Vec<Move> = position.legal_moves().into_iter().collect();
        // Interposed drops are often useless.
        replies.sort_by_key(|mv| mv.is_drop());
        let resists = |finder: &mut Self, reply: Move| {
            let mut after = position.clone();
            after.do_move(reply);
            plies == 1 || finder.solve_within(&after, plies - 2) == MateResult::NoMate
        };
        replies.into_iter().find(|&reply| resists(self, reply))
    }

    fn solve_within(&mut self, position: &Position, plies: u32) -> MateResult {
        let nodes = Some(self.options.proof_nodes);
        self.solve(position, MateLimits { nodes, plies: Some(plies), ..MateLimits::default() })
    }

    fn solve(&mut self, position: &Position, mut limits: MateLimits) -> MateResult {
        if let Some(deadline) = self.deadline {
            limits.time = Some(deadline.saturating_duration_since(Instant::now()));
        }
        self.solver.solve_until(position, &limits, self.control.stop_flag(), &mut |_| {})
    }
}

/// Returns a position as move 1 without history.
pub(crate) fn without_history(position: &Position) -> Option<Position> {
    Position::from_sfen(position.rules(), &position.sfen_without_number().to_string()).ok()
}

/// Returns the pieces that the attacker has in hand at the end of the solution.
fn leftover_hand(puzzle: &Puzzle) -> Hand {
    let mut end = puzzle.position.clone();
    puzzle.line.iter().for_each(|&mv| end.do_move(mv));
    *end.hand(puzzle.position.side())
}

/// Returns the position with the attacker's leftover pieces in the defender's hand, or `None` if the
/// attacker has captured them.
fn without_leftover(puzzle: &Puzzle) -> Option<Position> {
    let attacker = puzzle.position.side();
    let (hand, leftover) = (puzzle.position.hand(attacker), leftover_hand(puzzle));
    let mut setup = Setup::from(&puzzle.position);
    setup.clear_hand(attacker);
    for (kind, count) in leftover.iter() {
        setup.add_to_hand(!attacker, kind, count.into());
        hand.count(kind).checked_sub(count)?;
    }
    for (kind, count) in hand.iter() {
        setup.add_to_hand(attacker, kind, (count - leftover.count(kind)).into());
    }
    setup.build(puzzle.position.rules()).ok()
}
