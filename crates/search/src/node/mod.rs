//! The search of a node: principal variation search in numbered steps.

mod lessons;
mod probcut;
mod reduction;
mod root;

use crate::history::arrival;
use crate::picker::{Picker, Wanted};
use crate::quiescence::WITH_CHECKS;
use crate::score::{MAX_PLY, Score};
use crate::see::see_ge;
use crate::transposition_table::{Bound, Entry, NO_EVAL};
use crate::tunables::*;
use crate::worker::Worker;
use arrayvec::ArrayVec;
use reduction::reduction;
use rules::{Move, PieceKind};

/// The most moves of a sort that a node remembers having tried, to teach their histories.
const TRIED: usize = 48;

impl Worker<'_> {
    /// The score of the position within a window, searched so deep.
    pub fn search<const PV: bool>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> Score {
        if depth <= 0 {
            return self.quiesce::<PV>(alpha, beta, ply, WITH_CHECKS);
        }
        let root = ply == 0;
        if PV {
            self.seldepth = self.seldepth.max(ply);
            self.frame(ply).line.clear();
        }
        let in_check = self.position.in_check();

        // 1. Ends: being told to stop, the rules, too deep, a mate found nearer the root.
        if !root {
            if self.is_stopped() {
                return Score::ZERO;
            }
            if let Some(score) = self.settled(ply) {
                return score;
            }
            if ply >= MAX_PLY - 1 {
                return if in_check { Score::ZERO } else { Score::from_eval(self.evaluate()) };
            }
            alpha = alpha.max(Score::mated_in(ply));
            beta = beta.min(Score::mate_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        // 2. What the table knows.
        let excluded = self.frame(ply).excluded;
        let key = self.key();
        let entry = if excluded.is_some() { None } else { self.shared.table.probe(key) };
        let table_score = entry.map(|entry| entry.score.from_table(ply));
        let table_move = match entry {
            _ if root => self.root[self.multipv].mv,
            Some(entry) => self.usable(entry.mv),
            None => Move::NONE,
        };
        let was_pv = PV || entry.is_some_and(|entry| entry.pv);
        if !PV
            && let (Some(entry), Some(score)) = (entry, table_score)
            && entry.depth >= depth
            && entry.bound.allows_cutoff(score, beta)
        {
            if score >= beta && table_move.is_some() && !self.position.is_capture(table_move) {
                self.teach(table_move, ply, history_bonus(depth) / 2);
            }
            return score;
        }

        // 3. Evaluation.
        let places = self.correction_places(ply);
        let (mut raw, mut estimate) = (NO_EVAL, 0);
        if in_check {
            self.frame(ply).eval = None;
        } else if excluded.is_some() {
            estimate = self.frame(ply).eval.unwrap_or_default();
        } else {
            let known = entry.map(|entry| entry.eval).filter(|&eval| eval != NO_EVAL);
            let correction = self.memory.correction.of(&places);
            // Far above the window it need not be known exactly.
            if !PV
                && entry.is_none()
                && depth <= reverse_futility_depth()
                && let Some(least) = self.evaluator.lower_bound(self.position.board())
                && let Some(score) = far_above(least + correction, depth, beta)
            {
                return score;
            }
            raw = known.unwrap_or_else(|| self.evaluate() as i16);
            self.evaluator.record(self.position.board(), raw.into(), known.is_none());
            estimate = Score::from_eval(i32::from(raw) + correction).raw();
            self.frame(ply).eval = Some(estimate);
            match entry {
                None => self.keep_evaluation(key, raw, was_pv),
                Some(entry) => estimate = entry.refine_eval(Score::from_eval(estimate), ply).raw(),
            }
        }
        let improving = !in_check
            && match (self.eval_before(ply, 2), self.eval_before(ply, 4)) {
                (Some(before), _) | (None, Some(before)) => self.frame(ply).eval > Some(before),
                _ => false,
            };
        let estimated = Score::from_eval(estimate);

        // 4. Prunings of the whole node.
        if !PV && !in_check && !excluded.is_some() {
            // Razoring: far below the window only captures can help.
            if depth <= razor_depth() && estimated + razor() * depth < alpha {
                let score = self.quiesce::<false>(alpha, alpha + 1, ply, WITH_CHECKS);
                if score <= alpha || self.is_stopped() {
                    return score;
                }
            }
            // Reverse futility: far above the window nothing will hurt enough.
            if depth <= reverse_futility_depth()
                && let Some(score) = far_above(estimate, depth - i32::from(improving), beta)
            {
                return score;
            }
            // Null move: if even passing holds, moving will.
            if depth >= null_move_depth()
                && estimated >= beta + null_move_spare()
                && !beta.is_loss()
                && self.position.last_move() != Some(Move::NULL)
            {
                let spare = (estimate - beta.raw()) / null_move_ply();
                let reduced = depth - null_move_less() - depth / 3 - spare.min(3);
                self.make_null(ply);
                let score = -self.search::<false>(-beta, -beta + 1, reduced, ply + 1, !cut);
                self.unmake_null();
                if self.is_stopped() {
                    return Score::ZERO;
                }
                if score >= beta {
                    return if score.is_decided() { beta } else { score };
                }
            }
            // Probcut: a capture that stays above a raised window in a shallow search.
            let raised = beta + probcut();
            let known_below = entry.is_some_and(|entry| entry.depth >= depth - 3)
                && table_score.is_some_and(|score| score < raised);
            if depth >= probcut_depth()
                && !beta.is_decided()
                && !known_below
                && let Some(score) = self.probe_cut(raised, depth, ply, table_move, cut, raw)
            {
                return score;
            }
        }

        // 5. Internal reduction: without a move to begin with, look less deep first.
        if depth >= internal_reduction_depth()
            && !table_move.is_some()
            && (PV || cut)
            && !excluded.is_some()
        {
            depth -= 1;
        }

        // 6. The moves.
        let checks = self.position.check_info();
        let mut picker = Picker::new(Wanted::All, table_move, self.earlier(ply), &self.arena);
        let (mut best, mut best_move) = (-Score::INFINITE, Move::NONE);
        let (mut number, mut quiet_number) = (0, 0);
        let mut quiets = ArrayVec::<Move, TRIED>::new();
        let mut captures = ArrayVec::<Move, TRIED>::new();
        let opening = alpha;
        while let Some(mv) = self.pick(&mut picker, Some(&checks)) {
            if mv == excluded || root && !self.is_wanted_at_root(mv) {
                continue;
            }
            number += 1;
            let capture = self.position.is_capture(mv);
            let quiet = !capture && !mv.is_promotion();
            let gives_check = self.position.gives_check(mv, &checks);
            let Some(piece) = self.position.moved_piece(mv) else { continue };
            let history = if capture {
                let taken =
                    self.position.piece_on(mv.to()).map_or(PieceKind::base(0), |p| p.kind());
                self.memory.history.capture(arrival(piece, mv), taken)
            } else {
                let arrival = arrival(piece, mv);
                let side = self.position.side();
                self.memory.history.quiet(side, mv, arrival, &self.earlier(ply))
            };
            let reduction = reduction(depth, number);

            // 7. Prunings of single moves, once something is known that does not lose.
            if !root && !best.is_loss() {
                let reach = (depth - reduction / 1024).max(1);
                if !capture {
                    quiet_number += 1;
                    if quiet_number > late_moves(depth, improving) {
                        picker.skip_quiets();
                        // The picker has one in hand: a check is still searched.
                        if !gives_check {
                            continue;
                        }
                    }
                    let hope = estimated + futility() + futility_ply() * reach + history / 128;
                    if !in_check
                        && !gives_check
                        && reach <= futility_depth()
                        && quiet
                        && hope <= alpha
                    {
                        if best < hope && !best.is_decided() {
                            best = hope;
                        }
                        continue;
                    }
                    if reach <= history_depth() && !gives_check && history < history_ply() * reach {
                        continue;
                    }
                    if reach <= see_depth()
                        && !see_ge(
                            self.piece_values,
                            self.position.board(),
                            mv,
                            see_quiet() * reach * reach,
                        )
                    {
                        continue;
                    }
                } else if depth <= see_depth()
                    && picker.gives_bad_captures()
                    && !see_ge(self.piece_values, self.position.board(), mv, see_capture() * depth)
                {
                    continue;
                }
            }

            // 8. Extension: a move without which all others fail.
            let mut extension = 0;
            if !root
                && mv == table_move
                && depth >= singular_depth()
                && ply < 2 * self.depth
                && let (Some(entry), Some(score)) = (entry, table_score)
                && matches!(entry.bound, Bound::Lower | Bound::Exact)
                && entry.depth >= depth - 3
                && !score.is_decided()
            {
                let bar = score - singular_margin() * depth;
                self.frame(ply).excluded = mv;
                let others = self.search::<false>(bar - 1, bar, (depth - 1) / 2, ply, cut);
                self.frame(ply).excluded = Move::NONE;
                if self.is_stopped() {
                    picker.close(&mut self.arena);
                    return Score::ZERO;
                }
                if others < bar {
                    extension = 1 + i32::from(!PV && others < bar - singular_double());
                } else if bar >= beta {
                    // Even without it the window is passed.
                    picker.close(&mut self.arena);
                    return bar;
                } else if score >= beta || cut {
                    extension = -1;
                }
            }

            // 9. The search: late moves less deep, and a closed window until one surprises.
            let before = self.nodes;
            self.make(mv, ply);
            let new_depth = depth - 1 + extension;
            let mut score = -Score::INFINITE;
            let late = number > 1 + usize::from(root) && depth >= 2;
            let mut full = !PV || number > 1;
            if late {
                let mut less = reduction;
                less += reduction_cut() * i32::from(cut)
                    + reduction_not_improving() * i32::from(!improving);
                less -= reduction_pv() * i32::from(was_pv)
                    + reduction_check() * i32::from(gives_check)
                    + reduction_evasion() * i32::from(in_check)
                    + reduction_capture() * i32::from(capture);
                less -= history * 1024 / history_reduction();
                let reduced =
                    (new_depth - less / 1024).clamp(1.min(new_depth), new_depth + i32::from(PV));
                score = -self.search::<false>(-alpha - 1, -alpha, reduced, ply + 1, true);
                full = score > alpha && reduced < new_depth;
            }
            if full {
                score = -self.search::<false>(-alpha - 1, -alpha, new_depth, ply + 1, !cut);
            }
            if PV && (number == 1 || score > alpha) {
                score = -self.search::<true>(-beta, -alpha, new_depth, ply + 1, false);
            }
            self.unmake();
            if self.is_stopped() {
                picker.close(&mut self.arena);
                return Score::ZERO;
            }

            // 10. What came of it.
            if root {
                self.note_root_move(mv, score, alpha, number, self.nodes - before);
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = mv;
                    if PV && !root {
                        self.extend_line(mv, ply);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            if mv != best_move {
                let tried = if capture { &mut captures } else { &mut quiets };
                // What does not fit is not remembered.
                let _ = tried.try_push(mv);
            }
        }
        picker.close(&mut self.arena);

        // 11. No move at all loses, in check or not.
        if number == 0 {
            return if excluded.is_some() { alpha } else { Score::mated_in(ply) };
        }

        // 12. Lessons: for the histories, the table and the evaluation.
        if best >= beta {
            self.teach_all(best_move, &quiets, &captures, depth, ply);
        } else if best <= opening && !root && !excluded.is_some() {
            self.praise_last(depth, ply);
        }
        let bound = match () {
            () if best >= beta => Bound::Lower,
            () if PV && best > opening => Bound::Exact,
            () => Bound::Upper,
        };
        let is_whole = !excluded.is_some() && (!root || self.searches_whole_root());
        if is_whole {
            let found = Entry { mv: best_move, score: best, eval: raw, depth, bound, pv: was_pv };
            self.keep(key, found, ply);
        }
        // A capture says that the position was not quiet, no move that it holds as it is.
        let quiet = !best_move.is_some() || !self.position.is_capture(best_move);
        if let Some(eval) = self.frame(ply).eval
            && is_whole
            && quiet
            && !best.is_decided()
            && !(bound == Bound::Lower && best.raw() <= eval)
            && !(bound == Bound::Upper && best.raw() >= eval)
        {
            self.memory.correction.learn(&places, best.raw() - eval, depth);
        }
        best
    }
}

/// The score of a position that is estimated so far above the window that so many plies will not
/// bring it below, if it is.
#[inline]
fn far_above(estimate: i32, plies: i32, beta: Score) -> Option<Score> {
    let estimated = Score::from_eval(estimate);
    let holds = estimated - reverse_futility() * plies >= beta;
    (holds && !beta.is_loss() && !estimated.is_decided())
        .then(|| Score::from_eval((2 * estimated.raw() + beta.raw()) / 3))
}
