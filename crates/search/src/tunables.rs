//! The numbers by which the search prunes and reduces, as far as they are worth tuning.
//!
//! Each is a function that gives a constant. Built with the feature `tune`, it gives what an option
//! of its name was set to, within the bounds that stand beside it.

/// Declares tunables, each with its value and what a tuner may try.
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
    /// Deepest search in which a position far above the window is given up on.
    reverse_futility_depth = 9 in 4..=14;
    /// How far above per ply.
    reverse_futility = 95 in 40..=200;

    razor_depth = 3 in 0..=8;
    /// How far below the window per ply a position goes straight to the quiescence search.
    razor = 420 in 100..=800;

    null_move_depth = 3 in 2..=6;
    /// How much above the window the evaluation must be for a null move.
    null_move_spare = 30 in 0..=150;
    /// How much less deep one is searched at least.
    null_move_less = 4 in 2..=6;
    /// What of it buys a ply.
    null_move_ply = 250 in 100..=500;

    internal_reduction_depth = 3 in 2..=8;

    probcut_depth = 6 in 3..=9;
    probcut = 260 in 100..=500;

    singular_depth = 7 in 4..=11;
    /// How far per ply all other moves must fall short of the table's for it to be singular.
    singular_margin = 2 in 1..=6;
    /// How much farther for it to be searched two plies deeper.
    singular_double = 40 in 5..=150;

    futility_depth = 8 in 3..=14;
    /// Below the window by this and so much per ply, a quiet move is not tried.
    futility = 220 in 0..=400;
    futility_ply = 110 in 30..=250;

    see_depth = 8 in 3..=14;
    /// What a quiet move may lose in exchange, per ply squared, and still be tried.
    see_quiet = -36 in -80..=0;
    /// What a capture may lose, per ply.
    see_capture = -160 in -300..=0;

    history_depth = 5 in 1..=10;
    /// Quiet moves with a history below this per ply are not tried.
    history_ply = -2_400 in -9_000..=-500;

    /// How much less deep late moves are searched, in 1024ths of a ply: this, and so much more
    /// times the logarithms of the depth and of the move's number.
    reduction_base = 540 in 0..=1_200;
    reduction_logs = 436 in 250..=800;
    /// More where a cut is expected, or things do not improve.
    reduction_cut = 1_000 in 0..=2_500;
    reduction_not_improving = 700 in 0..=1_500;
    /// Less where there was an open window, for checks, evasions and captures.
    reduction_pv = 1_000 in 0..=2_500;
    reduction_check = 500 in 0..=2_000;
    reduction_evasion = 500 in 0..=2_000;
    reduction_capture = 900 in 0..=2_000;

    /// What a check is ordered before other quiet moves by, and what it may lose for that.
    check_order = 6_000 in 0..=20_000;
    check_loss = -150 in -400..=0;

    /// History worth one ply less or more of reduction.
    history_reduction = 8_000 in 3_000..=20_000;

    /// In the quiescence search, what a capture must bring the evaluation near the window by.
    quiescence_futility = 240 in 50..=400;

    /// After so many captures that promise anything, no more moves are tried there, checks neither.
    quiescence_captures = 3 in 1..=20;

    /// After so many plies of it checks are no longer evaded.
    quiescence_evasions = 6 in 1..=40;

    aspiration_depth = 4 in 2..=8;
    aspiration = 60 in 8..=80;

    late_moves_base = 4 in 1..=12;
    late_moves_square = 2 in 1..=5;

    /// What a move's own history counts beside that of it after others, in per cent.
    history_own = 85 in 0..=200;
    /// The same of it after the move four plies before.
    history_four = 70 in 0..=150;
    /// What failing to cut off teaches, and what a quiet move that no reply refutes, in per cent
    /// of what a cut does.
    history_malus = 115 in 30..=200;
    history_unrefuted = 60 in 0..=200;
    history_bonus_ply = 220 in 50..=350;
    history_bonus_less = 60 in -200..=300;
    history_bonus_most = 1_700 in 600..=3_500;
}

/// After how many quiet moves a shallow search tries no more.
pub(crate) fn late_moves(depth: i32, improving: bool) -> usize {
    let count = late_moves_base() + late_moves_square() * depth * depth;
    (if improving { count } else { count * 2 / 3 }) as usize
}

/// What a move that cuts off, or fails to, teaches.
pub(crate) fn history_bonus(depth: i32) -> i32 {
    (history_bonus_ply() * depth - history_bonus_less()).min(history_bonus_most())
}

#[cfg(feature = "tune")]
pub use tune::{Tunable, tunables};

#[cfg(feature = "tune")]
mod tune {
    use std::sync::atomic::{AtomicI32, Ordering};

    /// A margin that can be set, for all searches of the program.
    #[derive(Debug)]
    pub struct Tunable {
        /// What it is called.
        pub name: &'static str,
        /// What it is in an ordinary build.
        pub default: i32,
        /// The least that may be tried.
        pub min: i32,
        /// The most.
        pub max: i32,
        value: AtomicI32,
    }

    impl Tunable {
        pub(super) const fn new(name: &'static str, default: i32, min: i32, max: i32) -> Self {
            Self { name, default, min, max, value: AtomicI32::new(default) }
        }

        #[inline]
        pub(super) fn value(&self) -> i32 {
            self.value.load(Ordering::Relaxed)
        }

        /// Sets it, within its bounds.
        pub fn set(&self, value: i32) {
            self.value.store(value.clamp(self.min, self.max), Ordering::Relaxed);
        }
    }

    /// Every margin.
    pub fn tunables() -> &'static [&'static Tunable] {
        super::tuned::ALL
    }
}
