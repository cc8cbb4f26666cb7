//! Ctrl-C: asked once, a program ends in order; asked twice, at once.

use crate::engine::{Stop, tidy};
use std::sync::Arc;

/// The status of a program that was interrupted.
pub const INTERRUPTED: u8 = 130;

/// What is asked to stop by Ctrl-C; `lost` says what a user will miss where that cannot be heard.
pub fn on_interrupt(lost: &str) -> Arc<Stop> {
    let stop = Arc::new(Stop::default());
    let asked = Arc::clone(&stop);
    let handler = move || {
        if asked.is_requested() {
            // Engines end when their input does.
            tidy();
            std::process::exit(INTERRUPTED.into());
        }
        asked.request();
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        eprintln!("Ctrl-C will not print {lost}: {error}");
    }
    stop
}
