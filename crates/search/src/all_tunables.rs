//! The list of all tunable constants.

use crate::tunables::Tunable;
use std::sync::LazyLock;

/// Returns the tunables. There are none without the feature `tune`.
pub fn tunables() -> &'static [&'static Tunable] {
    #[cfg(not(feature = "tune"))]
    static ALL: LazyLock<Vec<&Tunable>> = LazyLock::new(Vec::new);
    #[cfg(feature = "tune")]
    static ALL: LazyLock<Vec<&Tunable>> = LazyLock::new(|| {
        let blocks = [
            crate::tunables::tuned::ALL,
            crate::correction_history::tuned::ALL,
            crate::extension::singular_extension::ALL,
            crate::extension::table_move_history::ALL,
            crate::history::tuned::ALL,
            crate::history_update::best_move::ALL,
            crate::history_update::refuted_move::ALL,
            crate::history_update::evaluation_change::ALL,
            crate::history_update::unrefuted_move::ALL,
            crate::iterative_deepening::tuned::ALL,
            crate::move_picker::stages::ALL,
            crate::move_picker::quiet_scores::ALL,
            crate::move_picker::capture_scores::ALL,
            crate::pruning::razoring::ALL,
            crate::pruning::reverse_futility_pruning::ALL,
            crate::pruning::null_move_pruning::ALL,
            crate::pruning::probcut_search::ALL,
            crate::pruning::probcut_by_table::ALL,
            crate::pruning::late_move_pruning::ALL,
            crate::pruning::tactical_pruning::ALL,
            crate::pruning::quiet_pruning::ALL,
            crate::quiescence::tuned::ALL,
            crate::reduction::tuned::ALL,
            crate::search::depth_changes::ALL,
            crate::search::move_history::ALL,
            crate::search::move_search::ALL,
        ];
        blocks.concat()
    });
    &ALL
}
