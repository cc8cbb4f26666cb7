//! Ctrl-C, SIGTERM and SIGHUP, which end a command after it has printed what it has. Below, Ctrl-C stands for each of
//! them.

use crate::cli_error::{CliError, INTERRUPTED};
use platform::signals::on_interrupt;
use search::Control;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set by Ctrl-C.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Returns the control of a search that Ctrl-C stops, and that then prints its result. A second Ctrl-C ends the program.
pub fn stop_on_ctrl_c() -> Control {
    let control = Control::default();
    let stopped = control.clone();
    // If the handler cannot be set, Ctrl-C ends the program.
    let _ = on_interrupt(move || {
        if IS_INTERRUPTED.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED.into());
        }
        stopped.stop();
    });
    control
}

/// Returns whether Ctrl-C was pressed after [`stop_on_ctrl_c`].
pub fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::Relaxed)
}

/// Returns the end of a command that has printed its result: an error if Ctrl-C has cut it short.
pub fn interrupted() -> Result<(), CliError> {
    if is_interrupted() { Err(CliError::Interrupted) } else { Ok(()) }
}
