//! The small steps of nodes: making moves, counting them, and asking what is known.

use crate::correction::{Correction, Places};
use crate::history::{NO_ARRIVAL, arrival};
use crate::picker::{Picker, Sight};
use crate::score::{MAX_PLY, Score};
use crate::transposition_table::{Bound, Entry, NO_DEPTH};
use crate::worker::{LOOKBACK, Shared, Worker};
use rules::{CheckInfo, ImpasseClaim, Move, Outcome};
use std::sync::atomic::Ordering;

impl Worker<'_> {
    /// Makes a legal move from a node.
    #[inline]
    pub fn make(&mut self, mv: Move, ply: usize) {
        let arrival = self.position.moved_piece(mv).map_or(NO_ARRIVAL, |piece| arrival(piece, mv));
        self.frame(ply).arrival = arrival;
        self.position.do_move_observed(mv, &mut self.evaluator);
        self.count_node();
    }

    #[inline]
    pub fn unmake(&mut self) {
        self.position.undo_move_observed(&mut self.evaluator);
    }

    /// Passes the turn.
    #[inline]
    pub fn make_null(&mut self, ply: usize) {
        self.frame(ply).arrival = NO_ARRIVAL;
        self.position.do_null_move_observed(&mut self.evaluator);
        self.count_node();
    }

    #[inline]
    pub fn unmake_null(&mut self) {
        self.position.undo_move_observed(&mut self.evaluator);
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
        let draw = self.shared.settings.draw_score;
        Score::from_eval(if self.position.side() == self.root_side { draw } else { -draw })
    }

    /// The score of a position that the rules decide without a further move.
    #[inline]
    pub fn settled(&self, ply: usize) -> Option<Score> {
        match self.position.search_repetition(self.root_ply) {
            None => {}
            Some(Outcome::PerpetualCheck(loser)) if loser == self.position.side() => {
                return Some(Score::rule_loss_in(ply));
            }
            Some(Outcome::PerpetualCheck(_)) => return Some(Score::rule_win_in(ply)),
            Some(_) => return Some(self.draw()),
        }
        let settings = &self.shared.settings;
        if settings.max_moves.is_some_and(|most| self.position.move_number() > most) {
            // The last move of all may still mate.
            let is_lost = !self.position.has_legal_move();
            return Some(if is_lost { Score::mated_in(ply) } else { self.draw() });
        }
        let claim = self.position.impasse_claim().filter(|_| settings.declare_wins)?;
        Some(match claim {
            ImpasseClaim::Win => Score::rule_win_in(ply),
            ImpasseClaim::Draw => self.draw(),
        })
    }

    /// The evaluation before it is corrected.
    #[inline]
    pub fn evaluate(&mut self) -> i32 {
        self.evaluator.evaluate(self.position.board())
    }

    #[inline]
    pub fn correction_places(&self, ply: usize) -> Places {
        let last = self.frames[ply + LOOKBACK - 1].arrival;
        Correction::places(self.position.board(), last)
    }

    /// By what the table knows the position.
    #[inline]
    pub fn key(&self) -> u64 {
        self.position.table_key() ^ self.shared.salt
    }

    /// A table's move, if it is one here.
    #[inline]
    pub fn usable(&self, mv: Move) -> Move {
        let fits = mv.is_some() && self.position.is_pseudo_legal(mv) && self.position.is_legal(mv);
        if fits { mv } else { Move::NONE }
    }

    /// The next of a node's moves, and has the table fetch what it leads to; how the moves give check
    /// need not be known.
    #[inline]
    pub fn pick(&mut self, picker: &mut Picker, checks: Option<&CheckInfo>) -> Option<Move> {
        // Borrowed field by field, for the picker to write to the arena.
        let sight = Sight {
            position: &self.position,
            history: &self.memory.history,
            piece_values: self.piece_values,
            checks,
        };
        let mv = picker.next(&sight, &mut self.arena)?;
        // Before the move is made, for the table to be there when it is.
        self.shared.table.prefetch(self.position.table_key_after(mv) ^ self.shared.salt);
        Some(mv)
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
        let by_rule = found.score.is_decided() && found.score.mate_plies().is_none();
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
