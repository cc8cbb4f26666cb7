//! How a run is interrupted.

use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that asks all threads to stop. Every wait for an engine checks it.
#[derive(Debug, Default)]
pub struct StopFlag(AtomicBool);

impl StopFlag {
    /// Asks all threads to stop.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
