//! One thread of a search, and the basic operations of its nodes.
//!
//! A [`Worker`] owns its position, evaluator and search stack, and borrows its histories, which persist
//! between searches. All workers of a search share the transposition table and the limits through
//! [`Shared`].

use crate::correction_history::{CorrectionHistory, CorrectionIndices};
use crate::history::{
    CONTINUATION_PLIES, ContinuationTables, History, NO_CONTINUATION, QuietContext,
};
use crate::limits::{Control, Limits};
use crate::move_picker::{LazyCheckInfo, MoveArena, MovePicker, PickContext};
use crate::rule_options::RuleOptions;
use crate::score::{MAX_PLY, Score};
use crate::search_info::Pv;
use crate::time::TimeManager;
use crate::transposition_table::{Bound, Entry, TranspositionTable};
use eval::{EvalSource, Evaluator, PieceValues};
use rules::{Color, ImpasseClaim, Move, Outcome, Position, RootHistory};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Data shared by all threads of a search.
#[derive(Debug)]
pub(crate) struct Shared {
    pub table: Arc<TranspositionTable>,
    pub limits: Limits,
    pub control: Control,
    pub time: TimeManager,
    /// The number of nodes of all threads at which to stop.
    pub node_limit: u64,
    pub use_mate_presearch: bool,
    pub rule_options: RuleOptions,
    /// The side to move at the root.
    pub root_side: Color,
    /// XORed with position keys: see [`RuleOptions::key_salt`].
    pub key_salt: u64,
    pub eval_source: EvalSource,
    /// The positions of the game before the root.
    pub before_root: RootHistory,
    /// The nodes searched by each thread, as of its last [`Worker::publish_nodes`].
    pub thread_nodes: Vec<AtomicU64>,
    /// Set when a limit is reached or the last iteration is complete.
    pub is_finished: AtomicBool,
}

impl Shared {
    /// Returns the nodes that all threads have searched, as of their last updates.
    pub fn total_nodes(&self) -> u64 {
        self.thread_nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// Ends the search if it has reached the hard time limit. Every thread checks this, because a busy
    /// system may suspend any of them.
    pub fn check_time(&self) {
        let deadlines = self.time.deadlines(&self.control);
        if deadlines.is_some_and(|deadlines| self.time.elapsed() >= deadlines.hard) {
            self.is_finished.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether the search has ended or was stopped.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.is_finished.load(Ordering::Relaxed) || self.control.is_stopped()
    }

    /// Returns the score of a draw for a side.
    #[inline]
    fn draw_score(&self, side: Color) -> Score {
        let score = self.rule_options.draw_score;
        Score::from_eval(if side == self.root_side { score } else { -score })
    }

    /// Returns the score of an outcome for the side to move. A game that goes on counts as a draw.
    pub fn outcome_score(&self, outcome: Outcome, side: Color, ply: usize) -> Score {
        match (outcome, outcome.winner(side)) {
            (_, None) => self.draw_score(side),
            (Outcome::Mate | Outcome::Stalemate, _) => Score::mated_in(ply),
            (_, Some(winner)) if winner == side => Score::rule_win_in(ply),
            _ => Score::rule_loss_in(ply),
        }
    }
}

/// The histories of one thread, which persist between searches.
#[derive(Debug)]
pub(crate) struct Histories {
    pub moves: History,
    pub correction: CorrectionHistory,
}

impl Histories {
    /// Returns None if there is not enough memory.
    pub fn new() -> Option<Self> {
        Some(Self { moves: History::new()?, correction: CorrectionHistory::new()? })
    }

    /// Zeroes all counters in place, without allocating new ones next to the old.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.correction.clear();
    }
}

/// The data of one ply of the current line: of its node, and of the move being searched there.
#[derive(Clone, Debug)]
pub(crate) struct StackEntry {
    pub in_check: bool,
    /// The corrected static evaluation; in check, that of two plies before.
    pub eval: i32,
    /// Whether the node is a PV node, or its table entry says that it was one.
    pub was_pv: bool,
    /// Whether all moves up to the node are those of the last iteration's principal variation.
    pub follows_pv: bool,
    /// The move excluded by a singular search.
    pub excluded: Option<Move>,
    /// How often nodes at this ply have failed high since the node two plies before began.
    pub cutoffs: i32,
    /// Whether the transposition table has an entry of the position.
    pub has_entry: bool,
    /// The number of the move among those of the node, from 1.
    pub move_count: usize,
    /// The piece-to index of the move.
    pub piece_to: usize,
    /// The move's table of continuation history.
    pub continuation: usize,
    /// The history score of the move that its reduction depends on.
    pub stat: i32,
    /// The reduction of the move's present search, in plies.
    pub reduction: i32,
    pub pv: Pv,
}

/// The evaluation of the plies before the root.
pub(crate) const NO_STACK_EVAL: i32 = 32_002;

/// The number of stack entries before the root's, for looking back without a bounds test.
const LOOKBACK: usize = 4;

/// A move of the root and its results.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub mv: Move,
    /// The result in this iteration.
    pub line: RootLine,
    /// The result in the last iteration.
    pub previous: RootLine,
    /// The nodes spent on the move in all iterations.
    pub nodes: u64,
}

/// The result of a root move in one iteration.
#[derive(Clone, Debug)]
pub(crate) struct RootLine {
    /// Minus infinity if the move was not searched, or failed low after the first move.
    pub score: Score,
    /// How the score relates to the true one; none if there is no score.
    pub bound: Bound,
    /// The depth of the iteration; 0 if there is no score.
    pub depth: i32,
    /// The length of the longest line of PV nodes, in plies.
    pub seldepth: usize,
    /// The principal variation, starting with the move. On the heap, because root moves are sorted
    /// often.
    pub pv: Vec<Move>,
}

impl RootMove {
    /// Creates a root move without results.
    pub fn new(mv: Move) -> Self {
        Self { mv, line: RootLine::unsearched(mv), previous: RootLine::unsearched(mv), nodes: 0 }
    }
}

impl RootLine {
    /// Creates the line of a move without a score.
    pub fn unsearched(mv: Move) -> Self {
        let (score, bound) = (-Score::INFINITE, Bound::None);
        Self { score, bound, depth: 0, seldepth: 0, pv: vec![mv] }
    }
}

/// The position that a search starts from, and the moves it may choose from.
#[derive(Clone, Debug)]
pub(crate) struct SearchRoot {
    pub position: Position,
    pub moves: Vec<RootMove>,
}

/// One thread of a search.
pub(crate) struct Worker<'a> {
    /// The number of the thread. Thread 0 decides when to stop deepening, and reports.
    pub id: usize,
    pub shared: &'a Shared,
    /// The position of the current node.
    pub position: Position,
    /// The evaluation state, which observes the moves of `position`.
    pub evaluator: Evaluator<'a>,
    pub piece_values: &'a PieceValues,
    pub histories: &'a mut Histories,
    /// The entries of [`LOOKBACK`] plies before the root, then of the root and the plies after it.
    stack: Vec<StackEntry>,
    pub move_arena: MoveArena,
    /// The root moves, best first.
    pub root_moves: Vec<RootMove>,
    /// The index of the variation being searched, which is the number of better ones (MultiPV).
    pub pv_index: usize,
    /// The nodes searched by this thread, in the mate presearch too.
    pub nodes: u64,
    /// The length of this variation's longest line of PV nodes, in plies.
    pub seldepth: usize,
    pub root_depth: usize,
    /// The width of the window in which the root is being searched.
    pub root_delta: i32,
    /// No null moves are made before this ply, while one is being verified.
    pub null_move_min_ply: usize,
    /// How well table moves have done: high if they are usually the best.
    pub table_move_history: i16,
    pub completed_depth: i32,
}

impl<'a> Worker<'a> {
    pub fn new(
        id: usize,
        shared: &'a Shared,
        root: SearchRoot,
        histories: &'a mut Histories,
    ) -> Self {
        let SearchRoot { position, moves: root_moves } = root;
        let entry = StackEntry {
            in_check: false,
            eval: NO_STACK_EVAL,
            was_pv: false,
            follows_pv: false,
            excluded: None,
            cutoffs: 0,
            has_entry: false,
            move_count: 0,
            piece_to: 0,
            continuation: NO_CONTINUATION,
            stat: 0,
            reduction: 0,
            pv: Pv::new(),
        };
        histories.moves.start_search(position.rules());
        let (parameters, network) = shared.eval_source.resolve(position.rules());
        Self {
            id,
            shared,
            evaluator: Evaluator::new(parameters, network, position.board()),
            piece_values: parameters.piece_values(),
            position,
            histories,
            stack: vec![entry; MAX_PLY + LOOKBACK + 2],
            move_arena: MoveArena::with_capacity(4096),
            root_moves,
            pv_index: 0,
            nodes: 0,
            seldepth: 0,
            root_depth: 0,
            root_delta: 1,
            null_move_min_ply: 0,
            table_move_history: 0,
            completed_depth: 0,
        }
    }

    #[inline]
    pub fn ss(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.stack[ply + LOOKBACK]
    }

    /// Returns the entry of the node some plies before.
    #[inline]
    pub fn ss_before(&mut self, ply: usize, plies: usize) -> &mut StackEntry {
        &mut self.stack[ply + LOOKBACK - plies]
    }

    /// Returns what the history of quiet moves of a node depends on.
    #[inline]
    pub fn quiet_context(&self, side: Color, ply: usize, pawn_slot: usize) -> QuietContext {
        QuietContext {
            side,
            ply,
            in_check: self.stack[ply + LOOKBACK].in_check,
            pawn_slot,
            continuation: self.continuation_tables(ply),
        }
    }

    /// Returns the tables of continuation history for the moves of a node.
    #[inline]
    pub fn continuation_tables(&self, ply: usize) -> ContinuationTables {
        CONTINUATION_PLIES.map(|before| self.stack[ply + LOOKBACK - before].continuation)
    }

    /// Returns the counters that correct the static evaluation of a node.
    #[inline]
    pub fn correction_indices(&self, ply: usize) -> CorrectionIndices {
        let has_move = self.stack[ply + LOOKBACK - 1].continuation != NO_CONTINUATION;
        let last_move = self.position.last_move().filter(|_| has_move);
        let earlier_table = self.stack[ply + LOOKBACK - 2].continuation;
        CorrectionIndices::new(self.position.board(), last_move.map(Move::to), earlier_table)
    }

    /// Returns the piece-to index of a legal move of this position.
    #[inline]
    pub fn piece_to(&self, mv: Move) -> usize {
        let piece = self.position.moved_piece(mv).expect("a legal move moves a piece");
        self.histories.moves.piece_to(mv.kind_after(piece.kind()), mv.to())
    }

    #[inline]
    pub fn make_move(&mut self, mv: Move, ply: usize) {
        let piece_to = self.piece_to(mv);
        let continuation = self.histories.moves.continuation_table(self.position.side(), piece_to);
        let entry = self.ss(ply);
        (entry.piece_to, entry.continuation) = (piece_to, continuation);
        // Prefetched before the move is made, the entry arrives before the child node reads it.
        let key = self.position.key_after(mv);
        self.shared.table.prefetch(self.position.next_table_key(key) ^ self.shared.key_salt);
        self.position.do_move_to_key(mv, key, &mut self.evaluator);
        self.count_node();
    }

    #[inline]
    pub fn make_null_move(&mut self, ply: usize) {
        self.ss(ply).continuation = NO_CONTINUATION;
        self.position.do_null_move_observed(&mut self.evaluator);
        self.count_node();
    }

    #[inline]
    pub fn undo_move(&mut self) {
        self.position.undo_move_observed(&mut self.evaluator);
    }

    #[inline]
    fn count_node(&mut self) {
        self.nodes += 1;
        if self.id == 0 && self.nodes >= self.shared.node_limit {
            self.shared.is_finished.store(true, Ordering::Relaxed);
        } else if self.nodes.is_multiple_of(512) {
            self.check_limits();
        }
    }

    /// Writes this thread's node count to [`Shared::thread_nodes`].
    pub fn publish_nodes(&self) {
        self.shared.thread_nodes[self.id].store(self.nodes, Ordering::Relaxed);
    }

    /// Ends the search at the hard time limit, or if all threads together have reached the node limit.
    fn check_limits(&self) {
        platform::poll();
        self.publish_nodes();
        let Shared { node_limit, is_finished, .. } = self.shared;
        self.shared.check_time();
        if *node_limit != u64::MAX && self.shared.total_nodes() >= *node_limit {
            is_finished.store(true, Ordering::Relaxed);
        }
    }

    /// Returns whether the search has ended or was stopped. Scores of unfinished nodes are invalid
    /// then.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.shared.is_stopped()
    }

    /// Returns the score of a draw for the side to move.
    #[inline]
    fn draw_score(&self) -> Score {
        self.shared.draw_score(self.position.side())
    }

    /// Returns the score of a game that has ended.
    fn outcome_score(&self, outcome: Outcome, ply: usize) -> Score {
        self.shared.outcome_score(outcome, self.position.side(), ply)
    }

    /// Returns the score if a king has reached its goal.
    #[inline]
    pub fn goal_score(&self, ply: usize) -> Option<Score> {
        let winner = self.position.goal_winner()?;
        Some(self.outcome_score(Outcome::GoalReached(winner), ply))
    }

    /// Returns the score if the game ends by a king at its goal, by repetition, at its maximum length
    /// or by impasse.
    #[inline]
    pub fn terminal_score(&self, ply: usize) -> Option<Score> {
        if let Some(score) = self.goal_score(ply) {
            return Some(score);
        }
        if let Some(outcome) = self.position.search_repetition(&self.shared.before_root) {
            return Some(self.outcome_score(outcome, ply));
        }
        let options = &self.shared.rule_options;
        if options.max_moves.is_some_and(|max| self.position.move_number() > max) {
            // The last move of the game may still mate.
            let has_moves = self.position.has_legal_move();
            return Some(if has_moves { self.draw_score() } else { self.no_moves_score(ply) });
        }
        let claim = self.position.impasse_claim().filter(|_| options.declare_wins)?;
        Some(match claim {
            ImpasseClaim::Win => Score::declared_win_in(ply),
            ImpasseClaim::Draw => self.draw_score(),
        })
    }

    /// Returns the score of mate or stalemate. The side to move must have no legal move.
    pub fn no_moves_score(&self, ply: usize) -> Score {
        self.outcome_score(self.position.outcome_without_moves(), ply)
    }

    /// Returns the static evaluation before correction.
    #[inline]
    pub fn evaluate(&mut self) -> i32 {
        self.evaluator.evaluate(self.position.board())
    }

    /// Returns the static evaluation before correction, from the position's table entry if that has one.
    #[inline]
    pub fn raw_eval(&mut self, entry: Option<Entry>) -> i16 {
        let table_eval = entry.and_then(|entry| entry.static_eval());
        table_eval.unwrap_or_else(|| self.evaluate() as i16)
    }

    /// Returns the score of a node at the maximum ply, which is not searched.
    #[cold]
    pub fn max_ply_score(&mut self) -> Score {
        if self.position.in_check() { Score::ZERO } else { Score::from_eval(self.evaluate()) }
    }

    /// Returns the position's key in the transposition table.
    #[inline]
    pub fn table_key(&self) -> u64 {
        self.position.table_key() ^ self.shared.key_salt
    }

    /// Returns the move of an entry of the transposition table if it is legal here.
    #[inline]
    pub fn legal_move(&self, entry: Option<Entry>) -> Option<Move> {
        let mv = entry?.mv?;
        (self.position.is_pseudo_legal(mv) && self.position.is_legal(mv)).then_some(mv)
    }

    /// Returns the next move of a node.
    #[inline]
    pub fn next_move(
        &mut self,
        picker: &mut MovePicker,
        check_info: &mut LazyCheckInfo,
    ) -> Option<Move> {
        // Borrows fields of `self`, because the picker borrows the arena mutably.
        let context = PickContext {
            position: &self.position,
            history: &self.histories.moves,
            piece_values: self.piece_values,
        };
        picker.next(&context, check_info, &mut self.move_arena)
    }

    /// Begins a PV node: its ply counts for the selective depth, and its principal variation is empty.
    #[inline]
    pub fn begin_pv(&mut self, ply: usize) {
        self.seldepth = self.seldepth.max(ply);
        self.ss(ply).pv.clear();
    }

    /// Sets the principal variation of a node to a move and the variation of the child node.
    pub fn update_pv(&mut self, mv: Move, ply: usize) {
        let child_pv = std::mem::take(&mut self.ss(ply + 1).pv);
        let pv = &mut self.ss(ply).pv;
        pv.clear();
        pv.push(mv);
        pv.extend(child_pv.iter().copied().take(MAX_PLY - 1));
    }

    /// Stores a result in the transposition table. Wins and losses by rule are not stored: some
    /// depend on the moves that led to the position.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry, ply: usize) {
        let by_rule = entry.score.is_decided() && entry.score.mate_plies().is_none();
        if !by_rule {
            self.shared.table.store(key, Entry { score: entry.score.to_table(ply), ..entry });
        }
    }
}
