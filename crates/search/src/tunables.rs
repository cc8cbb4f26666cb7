//! The tunable constants of the search: margins, depths, reductions and bonuses.
//!
//! They are declared in blocks beside their formulas. Each is a function that returns a constant. With the feature
//! `tune`, it returns the value of an engine option of the same name, which can be set within the declared range.

use std::sync::atomic::{AtomicI32, Ordering};

/// Declares a block of tunables, each with its value and the range that a tuner may try. `mod` names the module that
/// the block becomes with the feature `tune`; `all_tunables.rs` lists it.
macro_rules! tunable {
    (
        mod $block:ident;
        $($(#[$doc:meta])* $name:ident = $value:literal in $min:literal..=$max:literal;)*
    ) => {
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
                $block::$name.value()
            }
        )*

        #[cfg(feature = "tune")]
        #[allow(non_upper_case_globals)]
        pub(crate) mod $block {
            use crate::tunables::Tunable;

            $(pub static $name: Tunable = Tunable::new(stringify!($name), $value, $min, $max);)*

            pub static ALL: &[&Tunable] = &[$(&$name),*];
        }
    };
}
pub(crate) use tunable;

tunable! {
    mod tuned;

    /// The margins and thresholds of the search are those of an engine whose pawn is worth less: this many percent
    /// of them are evaluation units.
    score_scale = 129 in 80..=220;
}

/// Converts a margin of the search to evaluation units.
#[inline(always)]
pub(crate) fn scaled(margin: i32) -> i32 {
    margin * score_scale() / 100
}

/// Converts evaluation units to the scale of the margins.
#[inline(always)]
pub(crate) fn unscaled(units: i32) -> i32 {
    units * 100 / score_scale()
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
    pub(crate) const fn new(name: &'static str, default: i32, min: i32, max: i32) -> Self {
        Self { name, default, min, max, value: AtomicI32::new(default) }
    }

    #[cfg(feature = "tune")]
    #[inline]
    pub(crate) fn value(&self) -> i32 {
        self.value.load(Ordering::Relaxed)
    }

    /// Sets the value, clamped to the range.
    pub fn set(&self, value: i32) {
        self.value.store(value.clamp(self.min, self.max), Ordering::Relaxed);
    }
}
