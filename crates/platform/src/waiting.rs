//! Waiting for what happens outside, such as a command that stops a search.
//!
//! In a program with threads another thread takes the command. In WebAssembly there is none: the search itself
//! must let its host deliver what has arrived. It calls [`poll`] often, which costs nothing where nobody has
//! called [`on_poll`].

use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

static HANDLER: OnceLock<fn(Duration)> = OnceLock::new();

/// The time of a [`pause`].
const PAUSE: Duration = Duration::from_millis(1);

/// Sets the function that takes what has arrived, for a program without threads. It may wait for something to
/// arrive for the time it is given. Only the first call has an effect.
pub fn on_poll(handler: fn(Duration)) {
    let _ = HANDLER.set(handler);
}

/// Takes what has arrived. Does nothing in a program with threads.
#[inline]
pub fn poll() {
    if let Some(handler) = HANDLER.get() {
        handler(Duration::ZERO);
    }
}

/// Waits for a millisecond, in a loop that waits for a change.
pub fn pause() {
    match HANDLER.get() {
        Some(handler) => handler(PAUSE),
        None => thread::sleep(PAUSE),
    }
}
