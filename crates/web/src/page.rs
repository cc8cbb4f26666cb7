//! The script that has loaded the module: texts to and from it.

use platform::{Instant, lock};
use std::cell::Cell;
use std::panic;
use std::sync::Mutex;
use std::time::Duration;

/// The time after which a running job looks for messages again.
const POLL_INTERVAL: Duration = Duration::from_millis(8);

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Takes a text.
    safe fn take_output(text: *const u8, length: usize);
    /// Takes the message of a panic. The module cannot be used any more.
    safe fn take_panic(text: *const u8, length: usize);
    /// Waits for a message, up to a number of milliseconds, and writes it as input. Returns whether there was one.
    safe fn wait_for_message(milliseconds: f64) -> bool;
    /// Returns the time in milliseconds since 1970.
    safe fn unix_time_f64() -> f64;
}

/// What the host has written.
static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

thread_local! {
    static LAST_POLL: Cell<Instant> = Cell::new(Instant::now());
}

/// Makes room for bytes of the host and returns its address. The next function that is called takes
/// them.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    let mut input = lock(&INPUT);
    input.clear();
    input.resize(length, 0);
    input.as_mut_ptr()
}

/// Takes what the host has written.
pub fn take_input() -> Vec<u8> {
    std::mem::take(&mut lock(&INPUT))
}

/// Returns the next message, for which it waits up to a time.
pub fn receive(wait: Duration) -> Option<Vec<u8>> {
    wait_for_message(wait.as_secs_f64() * 1_000.0).then(take_input)
}

/// Lets a running job look for messages by a function, unless it has just done so and is not to wait for one.
pub fn poll(wait: Duration, handle_messages: impl FnOnce(Duration)) {
    if wait > Duration::ZERO || LAST_POLL.get().elapsed() >= POLL_INTERVAL {
        handle_messages(wait);
        LAST_POLL.set(Instant::now());
    }
}

/// Gives the host a text.
pub fn send_text(text: &str) {
    take_output(text.as_ptr(), text.len());
}

/// Gives the host a value as JSON.
#[cfg(feature = "board")]
pub fn send(value: &impl serde::Serialize) {
    send_text(&serde_json::to_string(value).expect("JSON can represent every message"));
}

/// Lets the host know why a panic happened.
pub fn report_panics() {
    panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        take_panic(text.as_ptr(), text.len());
    }));
}

/// Returns the time in milliseconds since 1970.
pub fn unix_time() -> u64 {
    unix_time_f64() as u64
}
