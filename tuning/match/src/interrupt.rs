//! Handles Ctrl-C: the first requests an orderly stop, the second exits at once.

use crate::variants_file;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of a program that was interrupted.
pub const EXIT_INTERRUPTED: u8 = 130;

/// A flag that asks all threads to stop. Every wait for an engine checks it.
#[derive(Debug, Default)]
pub struct StopFlag(AtomicBool);

impl StopFlag {
    /// Asks all threads to stop.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether a stop was requested.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Returns a flag that Ctrl-C sets.
///
/// If the handler cannot be installed, warns that Ctrl-C will exit without printing `output`.
pub fn stop_on_interrupt(output: &str) -> Arc<StopFlag> {
    let stop = Arc::new(StopFlag::default());
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.is_requested() {
            // Engines quit when their input is closed.
            variants_file::remove();
            process::exit(EXIT_INTERRUPTED.into());
        }
        flag.request();
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        eprintln!("warning: Ctrl-C will exit without printing {output}: {error}");
    }
    stop
}
