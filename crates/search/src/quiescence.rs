//! The search of captures until the position is quiet.

use crate::picker::{Picker, Wanted};
use crate::score::{MAX_PLY, Score};
use crate::transposition_table::{Bound, Entry, NO_EVAL};
use crate::tunables::{quiescence_captures, quiescence_evasions, quiescence_futility};
use crate::worker::Worker;
use rules::Move;

/// Where the search of captures begins: there checks are tried as well, after the captures.
pub(crate) const WITH_CHECKS: i32 = 0;
/// The depths of what is farther on, for the table: where a check would be evaded, and where one is
/// not.
const CAPTURES: i32 = -1;
const IN_CHECK: i32 = -2;

impl Worker<'_> {
    /// What the position is worth once no capture is left that gains; in check, unless that is a long
    /// way on, evasions are tried. The depth is `WITH_CHECKS` where it begins and less with each ply.
    pub fn quiesce<const PV: bool>(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        depth: i32,
    ) -> Score {
        if PV {
            self.seldepth = self.seldepth.max(ply);
            self.frame(ply).line.clear();
        }
        if self.is_stopped() {
            return Score::ZERO;
        }
        let in_check = self.position.in_check();
        // A long way on a check is as any position: hands full of pieces to drop between could each
        // be taken with check, one after the other, in every order.
        let evades = in_check && depth > -quiescence_evasions();
        let due = if in_check && !evades { IN_CHECK } else { depth.max(CAPTURES) };
        if in_check && let Some(score) = self.settled(ply) {
            return score;
        }
        if ply >= MAX_PLY - 1 {
            return if in_check { Score::ZERO } else { Score::from_eval(self.evaluate()) };
        }

        // 1. What the table knows. Searches with checks are trusted where none are due, not the
        // other way round.
        let key = self.key();
        let entry = self.shared.table.probe(key);
        if let Some(entry) = entry {
            let score = entry.score.from_table(ply);
            if !PV && entry.depth >= due && entry.bound.allows_cutoff(score, beta) {
                return score;
            }
        }
        let table_move = self.usable(entry.map_or(Move::NONE, |entry| entry.mv));

        // 2. Standing pat.
        let (mut best, mut raw, mut futile) = (Score::mated_in(ply), NO_EVAL, -Score::INFINITE);
        if !evades {
            let known = entry.filter(|entry| entry.eval != NO_EVAL).map(|entry| entry.eval);
            raw = known.unwrap_or_else(|| self.evaluate() as i16);
            let places = self.correction_places(ply);
            best = Score::from_eval(i32::from(raw) + self.memory.correction.of(&places));
            if let Some(entry) = entry {
                best = entry.refine_eval(best, ply);
            }
            if best >= beta {
                if entry.is_none() {
                    let (mv, bound) = (Move::NONE, Bound::Lower);
                    let found = Entry { mv, score: best, eval: raw, depth: due, bound, pv: PV };
                    self.keep(key, found, ply);
                }
                return best;
            }
            alpha = alpha.max(best);
            futile = best + quiescence_futility();
        }

        // 3. Captures, or evasions.
        let wanted = match depth {
            _ if evades => Wanted::All,
            WITH_CHECKS => Wanted::GoodCapturesAndChecks,
            _ => Wanted::GoodCaptures,
        };
        let table =
            if evades || self.position.is_capture(table_move) { table_move } else { Move::NONE };
        let mut picker = Picker::new(wanted, table, self.earlier(ply), &self.arena);
        let (mut best_move, mut tried) = (Move::NONE, 0);
        while let Some(mv) = self.pick(&mut picker, None) {
            tried += 1;
            if !best.is_loss() {
                if evades && !self.position.is_capture(mv) {
                    // With a move that does not lose, quiet evasions are tried among the first two only.
                    if tried > 2 {
                        picker.skip_quiets();
                        continue;
                    }
                } else if !evades
                    && let Some(taken) = self.position.piece_on(mv.to())
                    && !mv.is_promotion()
                {
                    if tried > quiescence_captures() {
                        break;
                    }
                    let reach = futile + self.piece_values.capture_swing(taken.kind());
                    if reach <= alpha {
                        best = best.max(reach);
                        continue;
                    }
                }
            }
            self.make(mv, ply);
            let score = -self.quiesce::<PV>(-beta, -alpha, ply + 1, depth - 1);
            self.unmake();
            if self.is_stopped() {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = mv;
                    if PV {
                        self.extend_line(mv, ply);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
        }
        picker.close(&mut self.arena);
        if self.is_stopped() {
            return Score::ZERO;
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        let found = Entry { mv: best_move, score: best, eval: raw, depth: due, bound, pv: PV };
        self.keep(key, found, ply);
        best
    }
}
