//! One thread of a search: its position, what it has learnt, and the small steps of its nodes.

use crate::correction::{Correction, MIX};
use crate::history::{History, NO_ARRIVAL};
use crate::limits::{Control, Timing};
use crate::picker::Arena;
use crate::score::{MAX_PLY, Score};
use crate::transposition_table::TranspositionTable;
use arrayvec::ArrayVec;
use eval::network::Network;
use eval::{Evaluator, Parameters, PieceValues};
use rules::{Color, Move, Position};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A line of moves.
pub type Pv = ArrayVec<Move, MAX_PLY>;

/// What all threads of a search share.
#[derive(Debug)]
pub(crate) struct Shared<'a> {
    pub table: &'a TranspositionTable,
    pub control: &'a Control,
    pub timing: Timing,
    /// The nodes spent before the threads began; they are the first thread's.
    pub spent: u64,
    /// The nodes at which to stop.
    pub most_nodes: u64,
    /// The nodes after which no further depth is begun.
    pub soft_nodes: u64,
    pub depth: i32,
    /// The plies of a mate at which to stop.
    pub mate: Option<u32>,
    pub infinite: bool,
    /// Whether all legal moves of the root may be chosen.
    pub whole: bool,
    pub settings: RuleOptions,
    /// What keys of positions are mixed with.
    pub salt: u64,
    pub parameters: &'static Parameters,
    pub network: Option<&'a Network>,
    /// What the threads have visited, each of its own.
    pub nodes: &'a [AtomicU64],
    /// The search has found an end of its own.
    pub ended: &'a AtomicBool,
}

impl Shared<'_> {
    /// What all threads have visited, as far as they have told.
    pub fn visited(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }
}

/// How results by rule are seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleOptions {
    /// What a draw is worth to the side that thinks, in the evaluation's units.
    pub draw_score: i32,
    /// The move number after which the game is a draw.
    pub max_moves: Option<u32>,
    /// Whether wins may be declared by the rules on impasse.
    pub declare_wins: bool,
}

impl RuleOptions {
    /// What keys are mixed with in a search by this side, for the table not to tell one what draws
    /// are worth to the other.
    pub(crate) fn salt(&self, side: Color) -> u64 {
        let to_black = match side {
            Color::Black => self.draw_score,
            Color::White => -self.draw_score,
        };
        (to_black as u64).wrapping_mul(MIX)
    }
}

impl Default for RuleOptions {
    fn default() -> Self {
        Self { draw_score: 0, max_moves: None, declare_wins: true }
    }
}

/// What a thread learns over many searches.
#[derive(Debug)]
pub(crate) struct Memory {
    pub history: History,
    pub correction: Correction,
}

impl Memory {
    pub fn new() -> Self {
        Self { history: History::new(), correction: Correction::new() }
    }

    /// Forgets everything, where it stands: what is made anew may come beside the old and stay.
    pub fn clear(&mut self) {
        self.history.clear();
        self.correction.clear();
    }
}

/// A node on the way from the root.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The piece that the move made here put somewhere: a row of the continuation table.
    pub arrival: usize,
    /// The corrected evaluation, unless in check.
    pub eval: Option<i32>,
    /// A move left out, to see how well the others do.
    pub excluded: Move,
    pub line: Pv,
}

/// A move of the root and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub mv: Move,
    pub score: Score,
    pub previous: Score,
    pub line: Pv,
    pub nodes: u64,
    pub seldepth: usize,
}

/// One thread of a search.
pub(crate) struct Worker<'a> {
    pub id: usize,
    pub shared: &'a Shared<'a>,
    pub position: Position,
    pub evaluator: Evaluator<'a>,
    pub piece_values: &'static PieceValues,
    pub memory: &'a mut Memory,
    pub frames: Vec<Frame>,
    pub arena: Arena,
    pub root: Vec<RootMove>,
    /// How many root moves are settled as better lines.
    pub multipv: usize,
    pub nodes: u64,
    pub seldepth: usize,
    /// How deep the root is being searched, and was searched completely.
    pub depth: usize,
    pub completed: i32,
    pub root_side: Color,
    pub root_ply: usize,
}

/// The frames before the root's own, so that a node can look back without asking.
pub(crate) const LOOKBACK: usize = 4;

impl<'a> Worker<'a> {
    pub fn new(
        id: usize,
        shared: &'a Shared<'a>,
        position: Position,
        memory: &'a mut Memory,
        root: Vec<RootMove>,
    ) -> Self {
        let evaluator =
            Evaluator::with_network(shared.parameters, shared.network, position.board());
        let piece_values = shared.parameters.piece_values();
        let frame =
            Frame { arrival: NO_ARRIVAL, eval: None, excluded: Move::NONE, line: Pv::new() };
        let (root_side, root_ply) = (position.side(), position.ply());
        Self {
            id,
            shared,
            position,
            evaluator,
            piece_values,
            memory,
            frames: vec![frame; MAX_PLY + LOOKBACK + 2],
            arena: Arena::with_capacity(4096),
            root,
            multipv: 0,
            nodes: if id == 0 { shared.spent } else { 0 },
            seldepth: 0,
            depth: 0,
            completed: 0,
            root_side,
            root_ply,
        }
    }

    #[inline]
    pub fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + LOOKBACK]
    }

    /// The evaluation of an earlier node of the same side.
    #[inline]
    pub fn eval_before(&self, ply: usize, plies: usize) -> Option<i32> {
        self.frames[ply + LOOKBACK - plies].eval
    }

    /// The arrivals one, two and four plies before.
    #[inline]
    pub fn earlier(&self, ply: usize) -> [usize; 3] {
        let at = |plies: usize| self.frames[ply + LOOKBACK - plies].arrival;
        [at(1), at(2), at(4)]
    }
}
