//! How a run is interrupted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often a waiting thread checks the flag.
pub const POLL_INTERVAL: Duration = Duration::from_millis(50);

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

    /// Waits for a time, or until a stop is requested.
    pub fn wait(&self, time: Duration) {
        let end = Instant::now() + time;
        while !self.is_requested() && Instant::now() < end {
            thread::sleep(end.saturating_duration_since(Instant::now()).min(POLL_INTERVAL));
        }
    }
}
