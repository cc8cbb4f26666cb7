//! One thread of a search: its position, what it has learnt, and the small steps of its nodes.

use crate::correction::{Correction, Places};
use crate::history::{History, NO_ARRIVAL, arrival};
use crate::limits::{Control, Timing};
use crate::picker::{Arena, Picker, Sight};
use crate::score::{MAX_PLY, Score};
use crate::table::{Bound, Entry, NO_DEPTH, Table};
use arrayvec::ArrayVec;
use eval::{Accumulator, Parameters, evaluate};
use rules::{Claim, Color, Move, Outcome, Position};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A line of moves.
pub type Line = ArrayVec<Move, MAX_PLY>;

/// What all threads of a search share.
#[derive(Debug)]
pub(crate) struct Shared<'a> {
    pub table: &'a Table,
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
    pub settings: Settings,
    pub parameters: &'static Parameters,
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
pub struct Settings {
    /// What a draw is worth to the side that thinks, in the evaluation's units.
    pub draw: i32,
    /// The move number after which the game is a draw.
    pub most_moves: Option<u32>,
    /// Whether wins may be declared by the rules on impasse.
    pub declares: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { draw: 0, most_moves: None, declares: true }
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
    pub line: Line,
}

/// A move of the root and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub mv: Move,
    pub score: Score,
    pub previous: Score,
    pub line: Line,
    pub nodes: u64,
    pub seldepth: usize,
}

/// One thread of a search.
pub(crate) struct Worker<'a> {
    pub id: usize,
    pub shared: &'a Shared<'a>,
    pub position: Position,
    pub sums: Accumulator<'static>,
    pub parameters: &'static Parameters,
    pub memory: &'a mut Memory,
    pub frames: Vec<Frame>,
    pub arena: Arena,
    pub root: Vec<RootMove>,
    /// How many root moves are settled as better lines.
    pub line: usize,
    pub nodes: u64,
    pub seldepth: usize,
    /// How deep the root is being searched, and was searched completely.
    pub depth: usize,
    pub completed: i32,
    root_side: Color,
    root_height: usize,
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
        let parameters = shared.parameters;
        let sums = Accumulator::new(parameters, position.board());
        let frame =
            Frame { arrival: NO_ARRIVAL, eval: None, excluded: Move::NONE, line: Line::new() };
        let (root_side, root_height) = (position.side(), position.height());
        Self {
            id,
            shared,
            position,
            sums,
            parameters,
            memory,
            frames: vec![frame; MAX_PLY + LOOKBACK + 2],
            arena: Arena::with_capacity(4096),
            root,
            line: 0,
            nodes: if id == 0 { shared.spent } else { 0 },
            seldepth: 0,
            depth: 0,
            completed: 0,
            root_side,
            root_height,
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

    /// Makes a legal move from a node.
    #[inline]
    pub fn make(&mut self, mv: Move, ply: usize) {
        let arrival = self.position.moved_piece(mv).map_or(NO_ARRIVAL, |piece| arrival(piece, mv));
        self.frame(ply).arrival = arrival;
        // Before the move is made, for the table to be there when it is.
        self.shared.table.prefetch(self.position.table_key_after(mv));
        self.position.do_move_observed(mv, &mut self.sums);
        self.count_node();
    }

    #[inline]
    pub fn unmake(&mut self) {
        self.position.undo_move_observed(&mut self.sums);
    }

    /// Passes the turn.
    #[inline]
    pub fn make_null(&mut self, ply: usize) {
        self.frame(ply).arrival = NO_ARRIVAL;
        self.position.do_null();
        self.count_node();
    }

    #[inline]
    pub fn unmake_null(&mut self) {
        self.position.undo_move();
    }

    #[inline]
    fn count_node(&mut self) {
        self.nodes += 1;
        if self.id == 0 && self.nodes >= self.shared.most_nodes {
            self.shared.ended.store(true, Ordering::Relaxed);
        } else if self.nodes.is_multiple_of(512) {
            self.look_at_limits();
        }
    }

    pub fn publish_nodes(&self) {
        self.shared.nodes[self.id].store(self.nodes, Ordering::Relaxed);
    }

    /// Ends the search when the threads together have visited enough; the first minds the clock.
    fn look_at_limits(&self) {
        self.publish_nodes();
        let Shared { timing, control, most_nodes, ended, .. } = self.shared;
        let deadlines = if self.id == 0 { timing.deadlines(control) } else { None };
        if deadlines.is_some_and(|deadlines| timing.elapsed() >= deadlines.hard)
            || self.shared.visited() >= *most_nodes
        {
            ended.store(true, Ordering::Relaxed);
        }
    }

    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.shared.ended.load(Ordering::Relaxed) || self.shared.control.is_stopped()
    }

    /// A draw as the side to move sees it.
    #[inline]
    fn draw(&self) -> Score {
        let draw = self.shared.settings.draw;
        Score::value(if self.position.side() == self.root_side { draw } else { -draw })
    }

    /// The score of a position that the rules decide without a further move.
    #[inline]
    pub fn settled(&self, ply: usize) -> Option<Score> {
        match self.position.repeats_in_search(self.root_height) {
            None => {}
            Some(Outcome::PerpetualCheck(loser)) if loser == self.position.side() => {
                return Some(Score::forfeits(ply));
            }
            Some(Outcome::PerpetualCheck(_)) => return Some(Score::awarded(ply)),
            Some(_) => return Some(self.draw()),
        }
        let settings = &self.shared.settings;
        if settings.most_moves.is_some_and(|most| self.position.move_number() > most) {
            // The last move of all may still mate.
            let is_lost = !self.position.has_legal_move();
            return Some(if is_lost { Score::mated(ply) } else { self.draw() });
        }
        let claim = self.position.claim().filter(|_| settings.declares)?;
        Some(match claim {
            Claim::Win => Score::awarded(ply),
            Claim::Draw => self.draw(),
        })
    }

    /// The evaluation before it is corrected.
    #[inline]
    pub fn evaluate(&mut self) -> i32 {
        self.sums.refresh(self.position.board());
        Score::value(evaluate(self.parameters, self.position.board(), &self.sums)).raw()
    }

    #[inline]
    pub fn correction_places(&self, ply: usize) -> Places {
        let last = self.frames[ply + LOOKBACK - 1].arrival;
        Correction::places(self.position.board(), last)
    }

    /// A table's move, if it is one here.
    #[inline]
    pub fn usable(&self, mv: Move) -> Move {
        let fits = mv.is_some() && self.position.is_pseudo_legal(mv) && self.position.is_legal(mv);
        if fits { mv } else { Move::NONE }
    }

    #[inline]
    pub fn pick(&mut self, picker: &mut Picker) -> Option<Move> {
        // Borrowed field by field, for the picker to write to the arena.
        let sight = Sight {
            position: &self.position,
            history: &self.memory.history,
            parameters: self.parameters,
        };
        picker.next(&sight, &mut self.arena)
    }

    /// Puts a move before the line of the node it leads to.
    pub fn extend_line(&mut self, mv: Move, ply: usize) {
        let rest = std::mem::take(&mut self.frame(ply + 1).line);
        let line = &mut self.frame(ply).line;
        line.clear();
        line.push(mv);
        line.extend(rest.iter().copied().take(MAX_PLY - 1));
    }

    /// Keeps in the table what was found of a position, unless the rules decide it: they look at
    /// the way to it, which the next time may be another.
    #[inline]
    pub fn keep(&self, key: u64, found: Entry, ply: usize) {
        let by_rule = found.score.is_decided() && found.score.mate_in().is_none();
        if !by_rule {
            self.shared.table.store(key, Entry { score: found.score.to_table(ply), ..found });
        }
    }

    /// Keeps the evaluation of a position of which nothing else is known.
    #[inline]
    pub fn keep_evaluation(&self, key: u64, eval: i16, pv: bool) {
        let (mv, score, bound) = (Move::NONE, Score::ZERO, Bound::None);
        self.shared.table.store(key, Entry { mv, score, eval, depth: NO_DEPTH, bound, pv });
    }
}
