//! Quiescence search: captures and evasions until the position is quiet.

use crate::move_picker::{LazyCheckInfo, MovePicker, PickMode};
use crate::score::{MAX_PLY, Score};
use crate::see::see_ge;
use crate::transposition_table::{Bound, Entry, NO_DEPTH, NO_EVAL};
use crate::tunables::{scaled, tunable};
use crate::worker::Worker;
use rules::Move;

tunable! {
    mod tuned;

    /// Margin of futility pruning in the quiescence search.
    quiescence_futility_margin = 328 in 50..=700;
    /// Number of moves after which a quiescence node skips those that neither check nor recapture.
    quiescence_max_moves = 2 in 1..=20;
    /// How much material a move may lose.
    quiescence_see_margin = 73 in 0..=300;
    /// Number of quiescence plies after which checks are answered by captures only.
    quiescence_evasion_plies = 6 in 1..=40;
}

/// The depth in the transposition table of quiescence searches.
const DEPTH_QS: i32 = 0;
/// The depth in the transposition table of positions in check where only captures are searched.
const DEPTH_QS_NO_EVASIONS: i32 = -1;

impl Worker<'_> {
    /// Returns the score of the position from a search of captures, and of evasions in the first plies. `qs_ply` counts
    /// the plies of the quiescence search.
    pub fn quiescence<const PV: bool>(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        qs_ply: i32,
    ) -> Score {
        if PV {
            self.begin_pv(ply);
        }

        // 1. Stopped search, results by rule, maximum ply.
        if self.is_stopped() {
            return Score::ZERO;
        }
        let in_check = self.position.in_check();
        // Evasions are searched in the first plies only. A side with many pieces in hand could
        // otherwise block a check with one drop after another, each captured with check again.
        let is_evading = in_check && qs_ply < quiescence_evasion_plies();
        let table_depth = if in_check && !is_evading { DEPTH_QS_NO_EVASIONS } else { DEPTH_QS };
        // Results by rule are for positions in check and for the first ply: after captures no position recurs.
        let may_end = in_check || qs_ply == 0;
        let terminal_score = if may_end { self.terminal_score(ply) } else { self.goal_score(ply) };
        if let Some(score) = terminal_score {
            return score;
        }
        if ply >= MAX_PLY - 1 {
            return self.max_ply_score();
        }

        // 2. Transposition table.
        let key = self.table_key();
        let entry = self.shared.table.probe(key);
        if let Some(entry) = entry {
            let score = entry.score.from_table(ply);
            if !PV && entry.depth >= table_depth && entry.bound.allows_cutoff(score, beta) {
                return score;
            }
        }
        let table_move = self.legal_move(entry);

        // 3. Stand pat.
        let (mut best, mut raw_eval) = (Score::mated_in(ply), NO_EVAL);
        let mut futility_base = 0;
        if !is_evading {
            raw_eval = self.raw_eval(entry);
            let indices = self.correction_indices(ply);
            let correction = self.histories.correction.correction(&indices);
            best = Score::from_eval(i32::from(raw_eval) + correction);
            let eval = best.raw();
            if let Some(entry) = entry {
                best = entry.refine_eval(best, ply);
            }
            if best >= beta {
                best = best.softened(beta, 1);
                if entry.is_none() {
                    let (eval, depth, bound) = (raw_eval, NO_DEPTH, Bound::Lower);
                    let entry = Entry { mv: None, score: best, eval, depth, bound, pv: false };
                    self.store(key, entry, ply);
                }
                return best;
            }
            alpha = alpha.max(best);
            futility_base = eval + scaled(quiescence_futility_margin());
        }

        // 4. Loop over the moves.
        let mode = if is_evading { PickMode::Evasions } else { PickMode::Captures };
        let first_move = table_move.filter(|&mv| is_evading || self.position.is_capture(mv));
        self.ss(ply).in_check = in_check;
        // Evasions are ordered without pawn history, so the slot does not matter.
        let quiet_context = self.quiet_context(self.position.side(), ply, 0);
        let mut picker = MovePicker::new(mode, first_move, quiet_context, &self.move_arena);
        let previous_target = self.position.last_move().map(Move::to);
        let (mut best_move, mut move_count) = (None, 0_usize);
        let mut check_info = LazyCheckInfo::default();
        while let Some(mv) = self.next_move(&mut picker, &mut check_info) {
            move_count += 1;

            // 5. Pruning, unless the best score so far is a loss.
            if !best.is_loss() {
                if !is_evading
                    && Some(mv.to()) != previous_target
                    && let Some(score) = self.delta_score(mv, move_count, alpha, futility_base)
                    && !picker.gives_check(mv, &self.position, &mut check_info)
                {
                    best = best.max(score);
                    continue;
                }
                // Quiet evasions are searched until one does not lose.
                if !self.position.is_capture(mv) {
                    picker.skip_quiets();
                    continue;
                }
                let threshold = -scaled(quiescence_see_margin());
                if !see_ge(self.piece_values, self.position.board(), mv, threshold) {
                    continue;
                }
            }

            // 6. Search of the move.
            self.make_move(mv, ply);
            let score = -self.quiescence::<PV>(-beta, -alpha, ply + 1, qs_ply + 1);
            self.undo_move();
            if self.is_stopped() {
                return Score::ZERO;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.update_pv(mv, ply);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }

        // 7. Transposition table update.
        if best >= beta {
            best = best.softened(beta, 1);
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        let (eval, depth) = (raw_eval, table_depth);
        self.store(key, Entry { mv: best_move, score: best, eval, depth, bound, pv: PV }, ply);
        best
    }

    /// Returns the score of a capture that is too late, or cannot raise the evaluation to alpha: what it could have
    /// reached. None if it is to be searched.
    #[inline]
    fn delta_score(
        &self,
        mv: Move,
        move_count: usize,
        alpha: Score,
        futility_base: i32,
    ) -> Option<Score> {
        if move_count > quiescence_max_moves() as usize {
            return Some(-Score::INFINITE);
        }
        let gain = self.piece_values.capture_swing(self.position.board().kind_on(mv.to()));
        let futility_score = Score::from_eval(futility_base + gain);
        if futility_score <= alpha {
            return Some(futility_score);
        }
        let needed = alpha.raw() - futility_base;
        let is_enough = see_ge(self.piece_values, self.position.board(), mv, needed);
        (!is_enough).then(|| alpha.min(Score::from_eval(futility_base)))
    }
}
