//! The data that the steps of a node share.

use crate::score::Score;
use crate::transposition_table::Entry;
use rules::Move;

#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub ply: usize,
    pub depth: i32,
    pub cut_node: bool,
    pub in_check: bool,
    /// The move excluded by a singular search.
    pub excluded: Option<Move>,
    /// The position's key in the transposition table.
    pub key: u64,
    /// The slot of the pawn structure in pawn history.
    pub pawn_slot: usize,
    pub entry: Option<Entry>,
    /// The score of the entry, if it has one, with plies counted from the root.
    pub table_score: Option<Score>,
    /// The move to try first. At the root it is the best move so far, elsewhere the entry's move if that is legal.
    pub table_move: Option<Move>,
    pub table_move_captures: bool,
    /// Whether this is a PV node, or its table entry says that it was one.
    pub was_pv: bool,
    /// The static evaluation before correction, for the transposition table, or
    /// [`NO_EVAL`](crate::transposition_table::NO_EVAL).
    pub raw_eval: i16,
    /// The correction of the static evaluation.
    pub correction: i32,
    /// The corrected static evaluation; in check, that of two plies before.
    pub eval: i32,
    /// The static evaluation, or the table score if that is a better estimate.
    pub estimate: i32,
    /// Whether the static evaluation is better than two plies before.
    pub improving: bool,
    /// Whether the static evaluation is better than the opponent's was one ply before.
    pub opponent_worsening: bool,
}
