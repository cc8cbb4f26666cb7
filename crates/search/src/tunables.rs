//! The tunable constants of the search: margins, depths, reductions and bonuses.
//!
//! Each is a function that returns a constant. With the feature `tune`, it returns the value of an
//! engine option of the same name, which can be set within the declared range.

use std::sync::atomic::{AtomicI32, Ordering};

/// Declares tunables, each with its value and the range that a tuner may try.
macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $value:literal in $min:literal..=$max:literal;)*) => {
        $(
            const _: () = assert!($min <= $value && $value <= $max);

            $(#[$doc])*
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub(crate) const fn $name() -> i32 {
                $value
            }

            $(#[$doc])*
            #[cfg(feature = "tune")]
            #[inline]
            pub(crate) fn $name() -> i32 {
                tuned::$name.value()
            }
        )*

        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)]
        mod tuned {
            use super::Tunable;

            $(pub static $name: Tunable = Tunable::new(stringify!($name), $value, $min, $max);)*

            pub static ALL: &[&Tunable] = &[$(&$name),*];
        }
    };
}

tunables! {
    /// Largest depth of reverse futility pruning.
    reverse_futility_depth = 9 in 4..=14;
    /// Margin per ply by which the evaluation must exceed beta.
    reverse_futility_margin = 95 in 40..=200;

    /// Largest depth of razoring.
    razor_depth = 3 in 0..=8;
    /// Margin per ply by which the evaluation must be below alpha.
    razor_margin = 420 in 100..=800;

    /// Smallest depth of null move pruning.
    null_move_depth = 3 in 2..=6;
    /// Margin by which the evaluation must exceed beta.
    null_move_margin = 30 in 0..=150;
    /// Base reduction in plies.
    null_move_base = 4 in 2..=6;
    /// Evaluation units above beta that reduce by another ply.
    null_move_divisor = 250 in 100..=500;

    /// Smallest depth of internal iterative reductions.
    internal_reduction_depth = 3 in 2..=8;

    /// Smallest depth of ProbCut.
    probcut_depth = 6 in 3..=9;
    /// Margin by which the shallow search must exceed beta.
    probcut_margin = 260 in 100..=500;

    /// Smallest depth of singular extensions.
    singular_depth = 7 in 4..=11;
    /// Margin per ply by which all other moves must score below the table score.
    singular_margin = 2 in 1..=6;
    /// Additional margin for a double extension.
    singular_double_margin = 40 in 5..=150;

    /// Largest reduced depth of futility pruning.
    futility_depth = 8 in 3..=14;
    /// Margin by which the evaluation must be below alpha: a constant, and a part per ply.
    futility_base = 220 in 0..=400;
    futility_per_ply = 110 in 30..=250;

    /// Largest depth of SEE pruning.
    see_pruning_depth = 8 in 3..=14;
    /// SEE threshold of quiet moves, per square of the depth.
    see_quiet_threshold = -36 in -80..=0;
    /// SEE threshold of captures, per ply of depth.
    see_capture_threshold = -160 in -300..=0;

    /// Largest reduced depth of history pruning.
    history_pruning_depth = 5 in 1..=10;
    /// History score below which moves are pruned, per ply of reduced depth.
    history_pruning_threshold = -2_400 in -9_000..=-500;

    /// Late move reduction in 1/1024 of a ply: a constant, and a factor of the product of the
    /// logarithms of depth and move number.
    reduction_base = 540 in 0..=1_200;
    reduction_factor = 436 in 250..=800;
    /// More reduction in cut nodes, and if the evaluation is not improving.
    reduction_cut_node = 1_000 in 0..=2_500;
    reduction_not_improving = 700 in 0..=1_500;
    /// Less reduction in PV nodes, and for checks, evasions and captures.
    reduction_pv = 1_000 in 0..=2_500;
    reduction_check = 500 in 0..=2_000;
    reduction_evasion = 500 in 0..=2_000;
    reduction_capture = 900 in 0..=2_000;

    /// Ordering bonus of quiet checks, and the SEE threshold for it.
    quiet_check_bonus = 6_000 in 0..=20_000;
    quiet_check_see_threshold = -150 in -400..=0;

    /// History score that changes the reduction by one ply.
    reduction_history_divisor = 8_000 in 3_000..=20_000;

    /// Margin of futility pruning in the quiescence search.
    quiescence_futility_margin = 240 in 50..=400;

    /// Number of moves after which a quiescence node stops at the next capture.
    quiescence_max_moves = 3 in 1..=20;

    /// Number of quiescence plies after which checks are answered by captures only.
    quiescence_evasion_plies = 6 in 1..=40;

    /// Smallest depth with an aspiration window.
    aspiration_depth = 4 in 2..=8;
    /// Half the width of the first aspiration window.
    aspiration_delta = 60 in 8..=80;

    /// Number of quiet moves before late move pruning: a constant, and a part per square of the depth.
    late_move_base = 4 in 1..=12;
    late_move_factor = 2 in 1..=5;

    /// Weight of main history, in 1/128 of that of continuation history.
    history_main_weight = 109 in 0..=256;
    /// Weight of continuation history four plies back, in 1/128.
    history_four_plies_weight = 90 in 0..=192;
    /// History malus of moves searched before the cutoff, and bonus of a quiet move that no reply
    /// refuted, in percent of the bonus for a cutoff.
    history_malus_percent = 115 in 30..=200;
    history_unrefuted_percent = 60 in 0..=200;
    /// History bonus of a cutoff: a part per ply, minus a constant, up to a maximum.
    history_bonus_per_ply = 220 in 50..=350;
    history_bonus_offset = 60 in -200..=300;
    history_bonus_max = 1_700 in 600..=3_500;
}

/// Returns the number of quiet moves after which late move pruning skips all others.
pub(crate) fn late_move_count(depth: i32, improving: bool) -> usize {
    let count = late_move_base() + late_move_factor() * depth * depth;
    (if improving { count } else { count * 2 / 3 }) as usize
}

/// Returns the history bonus of a move that caused a cutoff.
pub(crate) fn history_bonus(depth: i32) -> i32 {
    (history_bonus_per_ply() * depth - history_bonus_offset()).min(history_bonus_max())
}

/// A constant of the search that can be set with the feature `tune`, for all searches of the program at
/// once.
#[derive(Debug)]
pub struct Tunable {
    /// The name of the engine option.
    pub name: &'static str,
    /// The value in a normal build.
    pub default: i32,
    /// The smallest value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
    value: AtomicI32,
}

impl Tunable {
    #[cfg(feature = "tune")]
    const fn new(name: &'static str, default: i32, min: i32, max: i32) -> Self {
        Self { name, default, min, max, value: AtomicI32::new(default) }
    }

    #[cfg(feature = "tune")]
    #[inline]
    fn value(&self) -> i32 {
        self.value.load(Ordering::Relaxed)
    }

    /// Sets the value, clamped to the range.
    pub fn set(&self, value: i32) {
        self.value.store(value.clamp(self.min, self.max), Ordering::Relaxed);
    }
}

#[cfg(not(feature = "tune"))]
mod tuned {
    pub static ALL: &[&super::Tunable] = &[];
}

/// Returns the tunables. There are none without the feature `tune`.
pub fn tunables() -> &'static [&'static Tunable] {
    tuned::ALL
}
