//! The list of all tunable constants.

use crate::tunables::Tunable;
use std::sync::LazyLock;

/// Returns the tunables. There are none without the feature `tune`.
pub fn tunables() -> &'static [&'static Tunable] {
    #[cfg(not(feature = "tune"))]
    static ALL: LazyLock<Vec<&Tunable>> = LazyLock::new(Vec::new);
    #[cfg(feature = "tune")]
    static ALL: LazyLock<Vec<&Tunable>> = LazyLock::new(|| {
        let modules = [
            crate::tunables::tuned::ALL,
            crate::history::tuned::ALL,
            crate::history_update::tuned::ALL,
            crate::iterative_deepening::tuned::ALL,
            crate::move_picker::tuned::ALL,
            crate::pruning::tuned::ALL,
            crate::quiescence::tuned::ALL,
            crate::reduction::tuned::ALL,
            crate::search::tuned::ALL,
        ];
        modules.concat()
    });
    &ALL
}
