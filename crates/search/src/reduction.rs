//! Late move reductions: how much less deep a move is searched first. All are in 1/1024 of a ply.

use crate::node::Node;
use crate::score::Score;
use crate::tunables::tunable;
use rules::Move;
use std::sync::LazyLock;

tunable! {
    mod tuned;

    /// Factor of the product of the logarithms of depth and move number.
    reduction_factor = 466 in 250..=900;
    /// Less reduction in wide windows: the factor of the share of the root's window.
    reduction_window = 585 in 0..=1_500;
    /// More reduction if the evaluation is not improving, in 1/512 of the product of the logarithms.
    reduction_not_improving = 206 in 0..=500;
    reduction_base = 1_133 in 0..=2_500;
    /// More for pruning in nodes that are or were PV nodes.
    pruning_pv_reduction = 1_013 in -1_000..=3_000;
    /// Less reduction in these nodes: a constant; in PV nodes; if the table score exceeds alpha; if
    /// the table entry is as deep, and then in cut nodes.
    reduction_was_pv = 2_819 in 0..=5_000;
    reduction_pv = 973 in 0..=3_000;
    reduction_table_score = 905 in 0..=3_000;
    reduction_table_depth = 935 in 0..=3_000;
    reduction_table_cut_node = 959 in 0..=3_000;
    reduction_constant = 691 in -1_000..=2_000;
    reduction_per_move = 65 in 0..=200;
    /// Less reduction, in percent of the correction of the evaluation.
    reduction_correction = 397 in 0..=1_500;
    /// More reduction in cut nodes, and there without a table move.
    reduction_cut_node = 3_611 in 0..=6_000;
    reduction_no_table_move = 985 in 0..=3_000;
    reduction_table_capture = 1_054 in 0..=3_000;
    reduction_table_move = 2_239 in 0..=4_000;
    /// More reduction if nodes one ply deeper failed high more than once, or more than twice, and in all-nodes.
    reduction_cutoffs = 251 in 0..=2_000;
    reduction_many_cutoffs = 1_124 in 0..=3_000;
    reduction_cutoffs_all_node = 1_042 in 0..=3_000;
    /// Weight of the history score, in 1/4096.
    reduction_history = 428 in 100..=1_200;
    /// More reduction in all-nodes: the reduction times this, divided by 256 times the depth.
    reduction_all_node = 273 in 0..=800;
}

/// Natural logarithms of 1 to 255, in 1/128.
static LOGARITHMS: LazyLock<[i32; 256]> =
    LazyLock::new(|| std::array::from_fn(|n| ((n.max(1) as f64).ln() * 128.0) as i32));

/// Returns the part of a move's reduction that pruning depends on. `window_share` is the share of the node's window in
/// the root's, in 1/1024.
#[inline]
pub(crate) fn base_reduction(node: &Node, move_count: usize, window_share: i32) -> i32 {
    let product = LOGARITHMS[node.depth.min(255) as usize] * LOGARITHMS[move_count.min(255)];
    let product = (reduction_factor() * product) >> 14;
    product - reduction_window() * window_share / 1024
        + product * reduction_not_improving() * i32::from(!node.improving) / 512
        + reduction_base()
        + pruning_pv_reduction() * i32::from(node.was_pv)
}

/// Returns the reduction of a move, given the part that pruning depends on. `stat` is its history score, and `cutoffs`
/// how often nodes one ply deeper have failed high.
#[inline]
pub(crate) fn reduction<const PV: bool>(
    node: &Node,
    mv: Move,
    move_count: usize,
    base_reduction: i32,
    stat: i32,
    alpha: Score,
    cutoffs: i32,
) -> i32 {
    let all_node = !PV && !node.cut_node;
    let mut reduction = base_reduction;
    if node.was_pv {
        let is_deep = node.entry.is_some_and(|entry| entry.depth >= node.depth);
        reduction -= reduction_was_pv()
            + reduction_pv() * i32::from(PV)
            + reduction_table_score()
                * i32::from(node.table_score.is_some_and(|score| score > alpha))
            + (reduction_table_depth() + reduction_table_cut_node() * i32::from(node.cut_node))
                * i32::from(is_deep);
    }
    reduction += reduction_constant();
    reduction -= reduction_per_move() * move_count as i32;
    reduction -= node.correction.abs() * reduction_correction() / 100;
    if node.cut_node {
        reduction +=
            reduction_cut_node() + reduction_no_table_move() * i32::from(node.table_move.is_none());
    }
    reduction += reduction_table_capture() * i32::from(node.table_move_captures);
    reduction -= reduction_table_move() * i32::from(Some(mv) == node.table_move);
    if cutoffs > 1 {
        reduction += reduction_cutoffs()
            + reduction_many_cutoffs() * i32::from(cutoffs > 2)
            + reduction_cutoffs_all_node() * i32::from(all_node);
    }
    reduction -= reduction_history() * stat / 4096;
    if all_node {
        reduction += reduction * reduction_all_node() / (256 * node.depth + 260);
    }
    reduction
}
