//! The clock and the source of random numbers in WebAssembly, where the standard library has none: functions of
//! the host.

use std::ops::{Add, Sub};
use std::path::PathBuf;
use std::time::Duration;

#[link(wasm_import_module = "host")]
#[expect(unsafe_code, reason = "functions of the host")]
unsafe extern "C" {
    /// Returns the time since some moment in milliseconds. It never decreases.
    safe fn now() -> f64;

    /// Returns a random number from 0 to 1.
    safe fn random() -> f64;
}

/// Splits a list of paths at the character `:`.
pub fn split_paths(list: &str) -> impl Iterator<Item = PathBuf> {
    list.split(':').map(PathBuf::from)
}

/// Returns a random number.
pub fn random_seed() -> u64 {
    // 52 random bits; the bits of the fraction itself may end in zeros.
    (random() * 2f64.powi(52)) as u64
}

/// A moment, as [`std::time::Instant`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Instant(Duration);

impl Instant {
    pub fn now() -> Self {
        Self(Duration::from_secs_f64(now() / 1_000.0))
    }

    pub fn elapsed(&self) -> Duration {
        Self::now() - *self
    }

    pub fn duration_since(&self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
        self.duration_since(earlier)
    }

    pub fn checked_add(&self, time: Duration) -> Option<Self> {
        self.0.checked_add(time).map(Self)
    }

    pub fn checked_sub(&self, time: Duration) -> Option<Self> {
        self.0.checked_sub(time).map(Self)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0 + time)
    }
}

impl Sub<Duration> for Instant {
    type Output = Self;

    fn sub(self, time: Duration) -> Self {
        Self(self.0 - time)
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        self.duration_since(earlier)
    }
}
