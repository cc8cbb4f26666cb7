//! The numbers by which the search prunes and reduces, in one place.

/// Deepest search in which a position far above the window is given up on, and how far per ply.
pub(crate) const REVERSE_FUTILITY_DEPTH: i32 = 9;
pub(crate) const REVERSE_FUTILITY: i32 = 95;

/// How far below the window per ply a position goes straight to the quiescence search.
pub(crate) const RAZOR_DEPTH: i32 = 3;
pub(crate) const RAZOR: i32 = 330;

pub(crate) const NULL_MOVE_DEPTH: i32 = 3;
/// How much above the window the evaluation must be for a null move, and what of it buys a ply.
pub(crate) const NULL_MOVE_SPARE: i32 = 30;
pub(crate) const NULL_MOVE_PLY: i32 = 250;

pub(crate) const INTERNAL_REDUCTION_DEPTH: i32 = 4;

pub(crate) const PROBCUT_DEPTH: i32 = 5;
pub(crate) const PROBCUT: i32 = 260;

pub(crate) const SINGULAR_DEPTH: i32 = 7;

/// Futility: below the window by this and so much per ply, a quiet move is not tried.
pub(crate) const FUTILITY_DEPTH: i32 = 8;
pub(crate) const FUTILITY: i32 = 160;
pub(crate) const FUTILITY_PLY: i32 = 110;

/// What a move may lose in exchange, per ply or squared, and still be tried.
pub(crate) const SEE_DEPTH: i32 = 8;
pub(crate) const SEE_QUIET: i32 = -22;
pub(crate) const SEE_CAPTURE: i32 = -110;

/// Quiet moves with a history below this per ply are not tried.
pub(crate) const HISTORY_DEPTH: i32 = 5;
pub(crate) const HISTORY_PLY: i32 = -3_800;

/// History worth one ply less or more of reduction.
pub(crate) const HISTORY_REDUCTION: i32 = 9_000;

/// In the quiescence search, what a capture must bring the evaluation near the window by.
pub(crate) const QUIESCENCE_FUTILITY: i32 = 180;

pub(crate) const ASPIRATION_DEPTH: i32 = 4;
pub(crate) const ASPIRATION: i32 = 28;

/// After how many quiet moves a shallow search tries no more.
pub(crate) const fn late_moves(depth: i32, improving: bool) -> usize {
    let count = 5 + 2 * depth * depth;
    (if improving { count } else { count * 2 / 3 }) as usize
}

/// What a move that cuts off, or fails to, teaches.
pub(crate) const fn history_bonus(depth: i32) -> i32 {
    let bonus = 170 * depth - 60;
    if bonus < 1_700 { bonus } else { 1_700 }
}
