//! The script that has loaded the module: texts to and from it.

use serde::Serialize;
use std::panic;
use std::sync::{Mutex, PoisonError};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Takes a text.
    safe fn take_output(text: *const u8, length: usize);
    /// Takes the message of a panic. The module cannot be used any more.
    safe fn take_panic(text: *const u8, length: usize);
    /// Returns the time in milliseconds since 1970.
    safe fn unix_time_f64() -> f64;
}

/// The text that the host has written.
static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Makes room for a text of the host and returns its address. The next function that is called takes the
/// text.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    let mut input = INPUT.lock().unwrap_or_else(PoisonError::into_inner);
    input.clear();
    input.resize(length, 0);
    input.as_mut_ptr()
}

/// Takes the text that the host has written.
pub fn take_input() -> String {
    let mut input = INPUT.lock().unwrap_or_else(PoisonError::into_inner);
    String::from_utf8(std::mem::take(&mut input)).expect("the host writes UTF-8")
}

/// Gives the host a value as JSON.
pub fn send(value: &impl Serialize) {
    let text = serde_json::to_string(value).expect("JSON can represent every message");
    take_output(text.as_ptr(), text.len());
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
