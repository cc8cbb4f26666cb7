#![doc = include_str!("../README.md")]
//!
//! # Overview
//!
//! [`MateSolver`] is the interface.
//!
//! # Proof numbers
//!
//! The attacker moves at *OR nodes*, where one mating check is enough; the defender moves at *AND
//! nodes*, where every reply must lose. Each node has a *proof number*, the fewest leaves that must
//! still be proven to prove the mate, and a *disproof number*, the fewest that must be disproven to
//! refute it (Allis et al., 1994). At an OR node the proof number is the minimum of the children's
//! proof numbers and the disproof number is the sum of their disproof numbers; at an AND node it is
//! the other way round. A proof number of 0 means proven, a disproof number of 0 means disproven.
//!
//! *Df-pn* (Nagai, 2002) is depth-first but visits nodes in nearly the same order as best-first
//! proof-number search: it always works on the child that is easiest to solve. Each node is searched
//! until one of its numbers reaches a *threshold*, which means that another node has become more
//! promising. Results live in the transposition table (`proof_table`).
//!
//! # A node, step by step
//!
//! The steps have the same numbers in `expansion` (1 to 4) and `dfpn` (5 to 9).
//!
//! 1. *Generate* the attacker's checks or all of the defender's moves. Each child gets an order and, if it
//!    is new, initial numbers that depend on the move, as in df-pn+ (`estimate`).
//! 2. *Look up* the children. A repetition or a child that solves the node ends its expansion.
//! 3. *Delay* moves that usually succeed or fail together: only one of them is searched at a time.
//! 4. *Look ahead* after the replies of a new AND node for mates in one and positions without a check
//!    (`look_ahead`).
//! 5. *Combine* the numbers of the children (`child`). The result of a solved node includes its proof or
//!    disproof hand (`node_results`).
//! 6. *Count once* a node that is reached from one ancestor by two moves (`double_count`).
//! 7. *Extend the thresholds* if numbers stem from a search nearer to the root, which could keep the search
//!    from ever reaching a new node (Kishimoto, 2010). Stop if a threshold is reached.
//! 8. *Search the best child*, until the second-best is more promising by a quarter: the 1 + ε trick
//!    (Pawlewicz and Lew, 2007).
//! 9. *Store* the child's result, and go back to step 5.
//!
//! The table stores for each node within how many plies there is a mate, and within how many there is none.
//! After the first mate, searches with fewer plies use what earlier ones found, and `mating_line` turns
//! the proof into moves.
//!
//! # Proof and disproof hands
//!
//! The table stores the hash of the board and the attacker's hand separately. Where more pieces in
//! hand never hurt (`dominance_holds`), a mate proven with one hand is a mate with every superior
//! hand, and a disproof holds for every inferior hand. The search therefore works out a *proof hand*,
//! with no more pieces than the proof needs, or a *disproof hand*, with which there is still no mate,
//! and stores the result under that hand (proof pieces and disproof pieces in the literature; Nagai
//! and Imai, 2002). The numbers of unsolved nodes bound those of nodes with other hands.
//!
//! # Repetition
//!
//! No repetition mates, whichever side it may favour in a game. So a position counts as disproven if it is on the path
//! already, or if an earlier one differs from it only by a better hand of the attacker. Hence a proof holds on every
//! path, but a disproof may depend on the path: the *graph-history interaction* problem (Kishimoto and Müller, 2004).
//! Each disproof stores the depth of the earliest position on the path that it repeats. If that is above the node, the
//! disproof is stored in a separate table under the hash of the path (`path_disproofs`), and the node's own entry stays
//! unsolved.
//!
//! Positions of the game before the root count only if they can occur for the fourth time.
//!
//! # The check limit
//!
//! Where the rules limit consecutive checks, checks beyond the limit are not generated, and the
//! check counts are part of the key. A position can then recur with another count, so whether it
//! occurs for the fourth time depends on the path. When this is possible at all, which is rare, the
//! path key becomes part of every key (`Fourfold::PathDependent`).
//!
//! Wherever a fourth occurrence is possible, with or without a check limit, hands are not compared:
//! occurrences are counted separately for each hand.
//!
//! # References
//!
//! - L. V. Allis, M. van der Meulen, H. J. van den Herik: *Proof-number search*. 1994.
//! - A. Nagai: *Df-pn algorithm for searching AND/OR trees and its applications*. 2002.
//! - A. Nagai, H. Imai: *Application of df-pn algorithm to a program to solve tsume-shogi problems*
//!   (in Japanese). 2002.
//! - A. Kishimoto, M. Müller: *A general solution to the graph history interaction problem*. 2004.
//! - J. Pawlewicz, Ł. Lew: *Improving depth-first pn-search: 1 + ε trick*. 2007.
//! - A. Kishimoto: *Dealing with infinite loops, underestimation, and overestimation of depth-first
//!   proof-number search*. 2010.
//! - The solver KomoringHeights, which combines most of these.
#![deny(unsafe_code)]

mod budget;
mod child;
mod dfpn;
mod double_count;
mod estimate;
mod expansion;
mod interface;
mod interposition;
mod look_ahead;
mod mating_line;
mod node_results;
mod path;
mod path_disproofs;
mod proof_hand;
mod proof_number;
mod proof_table;

use budget::NodeBudget;
use dfpn::{DfpnSearch, Fourfold};
pub use interface::{MateLength, MateLimits, MateResult, OutOfMemory, Progress};
use path_disproofs::PathDisproofTable;
use platform::HAS_THREADS;
use proof_number::{NodeResult, Plies, UNLIMITED};
use proof_table::ProofTable;
use rules::betza::LeapKind;
use rules::spec::PawnDropMate;
use rules::{Move, Movement, Outcome, PieceForm, Position, Rules};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::{fmt, panic, thread};

/// The stack size in bytes of the thread of a search. Every ply is a nested call.
pub const STACK_SIZE: usize = 64 << 20;

/// Searches of so few nodes run on the calling thread: they cannot become deep.
const MAX_NODES_ON_CALLING_THREAD: u64 = 1_000;

/// Finds forced mates by consecutive checks.
pub struct MateSolver {
    table: ProofTable,
    path_disproofs: PathDisproofTable,
    nodes: u64,
    may_have_longer_mate: bool,
}

impl fmt::Debug for MateSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MateSolver").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

impl MateSolver {
    /// Creates a solver with transposition tables of this size together.
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        let path_table = mebibytes / 16;
        let tables =
            ProofTable::new(mebibytes - path_table).zip(PathDisproofTable::new(path_table));
        let (table, path_disproofs) = tables.ok_or(OutOfMemory { mebibytes })?;
        Ok(Self { table, path_disproofs, nodes: 0, may_have_longer_mate: false })
    }

    /// Returns the number of nodes searched by the last [`solve`](Self::solve).
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns whether the last search disproved only mates within the plies of its limits, so that there
    /// may be a longer one.
    pub fn may_have_longer_mate(&self) -> bool {
        self.may_have_longer_mate
    }

    /// Searches for a mate by the side to move.
    pub fn solve(&mut self, position: &Position, limits: &MateLimits) -> MateResult {
        self.solve_until(position, limits, &AtomicBool::new(false), &mut |_| {})
    }

    /// Searches for a mate by the side to move until another thread sets `stop`. Reports once a second
    /// what is being searched.
    pub fn solve_until(
        &mut self,
        position: &Position,
        limits: &MateLimits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress),
    ) -> MateResult {
        if limits.nodes.is_some_and(|nodes| nodes <= MAX_NODES_ON_CALLING_THREAD) {
            return self.solve_on_calling_thread(position, limits, stop, report);
        }
        let result = thread::scope(|scope| {
            let (sender, reports) = channel();
            let solver = &mut *self;
            let mut send = move |progress: &Progress| _ = sender.send(progress.clone());
            let solve = move || solver.solve_on_calling_thread(position, limits, stop, &mut send);
            let thread = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, solve);
            let thread = thread.ok()?;
            reports.iter().for_each(|progress| report(&progress));
            Some(thread.join().unwrap_or_else(|payload| panic::resume_unwind(payload)))
        });
        match result {
            Some(result) => result,
            // In a web page no thread can be started.
            None if !HAS_THREADS => self.solve_on_calling_thread(position, limits, stop, report),
            // There is not enough memory for the stack, and this thread's is too small for long mates.
            None => {
                (self.nodes, self.may_have_longer_mate) = (0, false);
                MateResult::Unknown
            }
        }
    }

    /// Searches as [`solve_until`](Self::solve_until) does, on the calling thread, whose stack must have
    /// room for a call for every ply of a mate. It need not wait for another thread to start.
    pub fn solve_on_calling_thread(
        &mut self,
        position: &Position,
        limits: &MateLimits,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress),
    ) -> MateResult {
        self.table.clear();
        self.path_disproofs.clear();
        let budget = NodeBudget::new(limits, stop);
        let mut search =
            DfpnSearch::new(position, &mut self.table, &mut self.path_disproofs, budget, report);
        search.root_moves = &limits.search_moves;
        search.table.use_dominance =
            search.fourfold == Fourfold::Impossible && dominance_holds(position.rules());
        // The attacker moves last, so the number of plies is odd.
        let plies = limits.plies.map_or(UNLIMITED, |plies| {
            (plies.saturating_sub(1) | 1).min(u32::from(UNLIMITED - 1)) as Plies
        });
        let mut disproven_plies = 0;
        let result = match limits.plies {
            Some(0) => MateResult::NoMate,
            _ => solve_and_shorten(&mut search, position, plies, limits, &mut disproven_plies),
        };
        self.nodes = search.budget.nodes();
        self.may_have_longer_mate = result == MateResult::NoMate && disproven_plies < UNLIMITED;
        result
    }
}

fn solve_and_shorten(
    search: &mut DfpnSearch<'_>,
    position: &Position,
    plies: Plies,
    limits: &MateLimits,
    disproven_plies: &mut Plies,
) -> MateResult {
    if position.repetition_outcome(position.rules().repetition_count()).is_some() {
        *disproven_plies = UNLIMITED;
        return MateResult::NoMate;
    }
    // Interpositions count where positions of the game can recur.
    search.ignore_futile_interpositions =
        limits.ignore_futile_interpositions && search.fourfold == Fourfold::Impossible;
    let mut result = search.solve_root(plies);
    if result.numbers.is_proven()
        && search.ignore_futile_interpositions
        && !search.table.use_dominance
    {
        // The pieces that the attacker captures could spoil the mate, so it is also proven with them.
        search.set_ignore_futile_interpositions(false);
        result = search.solve_root(UNLIMITED);
        search.set_ignore_futile_interpositions(true);
        if result.numbers.is_proven() {
            result = search.solve_root(plies);
        }
    }
    let NodeResult { numbers, plies: proven_plies, .. } = result;
    if numbers.is_disproven() {
        *disproven_plies = proven_plies;
        return if search.reached_max_path { MateResult::Unknown } else { MateResult::NoMate };
    }
    if !numbers.is_proven() {
        return MateResult::Unknown;
    }
    let line = search
        .mating_line_unlimited(proven_plies, false)
        .map(|line| search.shorten(line, proven_plies, limits.length))
        .filter(|line| is_mate(position, line, search.ignore_futile_interpositions));
    line.map_or(MateResult::Unknown, MateResult::Mate)
}

/// Returns whether every other move of the line gives check and the last one mates. A check that only
/// drops can parry counts as mate if futile interpositions are ignored.
fn is_mate(position: &Position, line: &[Move], ignore_futile_interpositions: bool) -> bool {
    let mut after = position.clone();
    let is_legal = line.iter().zip(0..).all(|(&mv, ply)| {
        let is_ongoing = after.outcome() == Outcome::Ongoing;
        is_ongoing && after.try_move(mv).is_ok() && (ply % 2 == 1 || after.in_check())
    });
    let has_only_drops = || after.in_check() && after.legal_moves().iter().all(|mv| mv.is_drop());
    is_legal
        && line.len() % 2 == 1
        && (after.outcome() == Outcome::Mate || ignore_futile_interpositions && has_only_drops())
}

/// Returns whether a superior hand is never worse for the attacker.
///
/// A piece that is in the attacker's hand is not in the defender's. Where mate by a pawn drop is
/// forbidden, a superior hand can make the drop illegal: the defender lacks the piece to parry it by an
/// interposing drop. Such a parry exists only if pawns attack from a distance, or if the dropped pawn
/// can serve as a cannon's screen.
fn dominance_holds(rules: &Rules) -> bool {
    let form = |kind| rules.piece_form(kind);
    let captures_over_screens = |form: &PieceForm| {
        let mut rays = form.movement.rays.iter();
        rays.any(|ray| {
            [ray.hop_one, ray.hop_two, ray.hop_any].iter().any(|reach| reach.capture > 0)
        })
    };
    let checks_from_a_distance = |form: &PieceForm| {
        let Movement { rays, leaps } = &form.movement;
        rays.iter().any(|ray| ray.slide.capture > 1)
            || leaps.iter().any(|leap| leap.capture && leap.kind == LeapKind::Lame)
    };
    rules.spec().pawn_drop_mate == PawnDropMate::Allowed
        || !rules.piece_kinds().filter_map(form).any(captures_over_screens)
            && !rules.pawn_kinds().filter_map(form).any(checks_from_a_distance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(position: &Position) -> MateResult {
        let limits = MateLimits { nodes: Some(100_000), ..MateLimits::default() };
        MateSolver::new(1).unwrap().solve(position, &limits)
    }

    #[test]
    fn dominance_fails_where_dropped_pawns_can_be_screens_but_must_not_mate() {
        for (game, holds) in [
            ("cannonshogi", true),
            ("taihoshogi", false),
            ("shosu", true),
            ("shosucourier", true),
            ("cannonshosu", false),
            ("shogi", true),
        ] {
            assert_eq!(dominance_holds(games::by_name(game).unwrap()), holds, "{game}");
        }
    }

    #[test]
    fn there_is_no_mate_of_a_missing_king() {
        let shogi = games::by_name("shogi").unwrap();
        let problem = "4k4/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1";
        let mut position = Position::from_sfen(shogi, problem).unwrap();
        position.try_move(shogi.parse_usi("G*5b").unwrap()).unwrap();
        assert_eq!(solve(&position), MateResult::NoMate);
    }

    #[test]
    fn check_that_completes_a_fourfold_repetition_does_not_mate() {
        let shogi = games::by_name("shogi").unwrap();
        let start = "k8/9/2GS5/9/9/9/4P4/4K4/8R b - 1";
        let mut position = Position::from_sfen(shogi, start).unwrap();
        let mut play = |moves: &str| {
            for text in moves.split(' ') {
                position.try_move(shogi.parse_usi(text).unwrap()).unwrap();
            }
            position.clone()
        };
        play("1i9i 9a8a 9i5i 8a9a");
        let after_two_checks = play("5i9i 9a8a 9i5i 8a9a");
        // The position after the check occurs for the third time here, and for the fourth time after
        // another round.
        let MateResult::Mate(line) = solve(&after_two_checks) else { panic!("mate not found") };
        let line: Vec<String> = line.iter().map(|&mv| shogi.usi(mv).to_string()).collect();
        assert_eq!(line, ["5i9i", "9a8a", "6c7b+"]);
        let after_three_checks = play("5i9i 9a8a 9i5i 8a9a");
        assert_eq!(solve(&after_three_checks), MateResult::NoMate);
    }
}
