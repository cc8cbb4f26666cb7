//! How much less deep late moves are searched.

use crate::tunables::{reduction_base, reduction_logs};
use std::sync::LazyLock;

/// Natural logarithms in 128ths.
static LOGS: LazyLock<[i32; 64]> =
    LazyLock::new(|| std::array::from_fn(|n| ((n.max(1) as f64).ln() * 128.0) as i32));

/// How much less deep a move is searched, in 1024ths of a ply, before more is known of it.
#[inline]
pub(super) fn reduction(depth: i32, number: usize) -> i32 {
    let logs = LOGS[depth.min(63) as usize] * LOGS[number.min(63)];
    reduction_base() + ((reduction_logs() * logs) >> 14)
}
