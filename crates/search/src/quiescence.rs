//! Quiescence search: captures, checks and evasions until the position is quiet.

use crate::move_picker::{LazyCheckInfo, MovePicker, PickMode};
use crate::score::{MAX_PLY, Score};
use crate::transposition_table::{Bound, Entry, NO_EVAL};
use crate::tunables::{quiescence_evasion_plies, quiescence_futility_margin, quiescence_max_moves};
use crate::worker::Worker;

/// The depth of the first ply of a quiescence search, which also searches quiet checks. Later plies
/// have negative depths.
pub(crate) const DEPTH_QS_CHECKS: i32 = 0;
/// The depth in the transposition table of later plies, which search captures or all evasions.
const DEPTH_QS_NO_CHECKS: i32 = -1;
/// The depth in the transposition table of positions in check where only captures are searched.
const DEPTH_QS_NO_EVASIONS: i32 = -2;

impl Worker<'_> {
    /// Returns the score of the position from a search of captures, of quiet checks at the first ply,
    /// and of evasions in the first plies.
    pub fn quiescence<const PV: bool>(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        depth: i32,
    ) -> Score {
        if PV {
            self.seldepth = self.seldepth.max(ply);
            self.ss(ply).pv.clear();
        }

        // 1. Stopped search, results by rule, maximum ply.
        if self.is_stopped() {
            return Score::ZERO;
        }
        let in_check = self.position.in_check();
        // Evasions are searched in the first plies only. A side with many pieces in hand could
        // otherwise block a check with one drop after another, each captured with check again.
        let is_evading = in_check && depth > -quiescence_evasion_plies();
        let table_depth = if in_check && !is_evading {
            DEPTH_QS_NO_EVASIONS
        } else {
            depth.max(DEPTH_QS_NO_CHECKS)
        };
        let terminal_score = if in_check { self.terminal_score(ply) } else { self.goal_score(ply) };
        if let Some(score) = terminal_score {
            return score;
        }
        if ply >= MAX_PLY - 1 {
            return if in_check { Score::ZERO } else { Score::from_eval(self.evaluate()) };
        }

        // 2. Transposition table. The entry's depth says whether its search included checks.
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
            let table_eval = entry.and_then(|entry| entry.static_eval());
            raw_eval = table_eval.unwrap_or_else(|| self.evaluate() as i16);
            let indices = self.correction_indices(ply);
            let correction = self.histories.correction.correction(&indices);
            best = Score::from_eval(i32::from(raw_eval) + correction);
            if let Some(entry) = entry {
                best = entry.refine_eval(best, ply);
            }
            if best >= beta {
                if entry.is_none() {
                    let (eval, depth, bound) = (raw_eval, table_depth, Bound::Lower);
                    let entry = Entry { mv: None, score: best, eval, depth, bound, pv: PV };
                    self.store(key, entry, ply);
                }
                return best;
            }
            alpha = alpha.max(best);
            futility_base = best.raw() + quiescence_futility_margin();
        }

        // 4. Loop over the moves.
        let mode = match depth {
            _ if is_evading => PickMode::All,
            DEPTH_QS_CHECKS => PickMode::GoodCapturesAndChecks,
            _ => PickMode::GoodCaptures,
        };
        let first_move = table_move.filter(|&mv| is_evading || self.position.is_capture(mv));
        let continuation = self.continuation(ply);
        let mut picker = MovePicker::new(mode, first_move, continuation, &self.move_arena);
        let (mut best_move, mut move_count) = (None, 0);
        let mut check_info = LazyCheckInfo::default();
        while let Some(mv) = self.next_move(&mut picker, &mut check_info) {
            move_count += 1;

            // 5. Pruning, unless the best score so far is a loss.
            if !best.is_loss() {
                if is_evading && !self.position.is_capture(mv) {
                    // Quiet evasions are searched only among the first two moves.
                    if move_count > 2 {
                        picker.skip_quiets();
                        continue;
                    }
                } else if !is_evading
                    && let Some(captured) = self.position.piece_on(mv.to())
                    && !mv.is_promotion()
                {
                    if move_count > quiescence_max_moves() {
                        break;
                    }
                    // Futility pruning.
                    let gain = self.piece_values.capture_swing(captured.kind());
                    let futility_score = Score::from_eval(futility_base + gain);
                    if futility_score <= alpha {
                        best = best.max(futility_score);
                        continue;
                    }
                }
            }

            // 6. Search of the move.
            self.make_move(mv, ply);
            let score = -self.quiescence::<PV>(-beta, -alpha, ply + 1, depth - 1);
            self.undo_move();
            if self.is_stopped() {
                break;
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
        if self.is_stopped() {
            return Score::ZERO;
        }

        // 7. Transposition table update.
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        let (eval, depth) = (raw_eval, table_depth);
        self.store(key, Entry { mv: best_move, score: best, eval, depth, bound, pv: PV }, ply);
        best
    }
}
