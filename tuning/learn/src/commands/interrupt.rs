//! What Ctrl-C, SIGTERM and SIGHUP do: the program ends as soon as its files are complete, without a progress bar.

use indicatif::{ProgressBar, ProgressStyle};
use platform::{lock, signals};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

/// The exit status after an interrupt, as shells report it.
pub const EXIT_INTERRUPTED: u8 = 130;

/// Set by an interrupt.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// The progress bar, which an interrupt removes.
static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);
/// What an interrupt does before it ends the program.
static LAST_ACT: Mutex<Option<LastAct>> = Mutex::new(None);
/// Locked while there are temporary files that the program would leave behind, or a file is incomplete.
static FILES_IN_USE: Mutex<()> = Mutex::new(());

type LastAct = Box<dyn FnOnce() + Send>;

/// Ends the program when it is interrupted.
pub fn exit_on_interrupt() {
    // Without a handler, an interrupt may leave temporary files behind.
    let _ = signals::on_interrupt(|| {
        IS_INTERRUPTED.store(true, Ordering::Relaxed);
        let _guard = use_files();
        if let Some(bar) = lock(&BAR).take() {
            bar.finish_and_clear();
        }
        if let Some(act) = lock(&LAST_ACT).take() {
            act();
        }
        process::exit(EXIT_INTERRUPTED.into());
    });
}

pub fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::Relaxed)
}

/// Sets what an interrupt does before it ends the program. It replaces what was set before.
pub fn on_interrupt(act: impl FnOnce() + Send + 'static) {
    *lock(&LAST_ACT) = Some(Box::new(act));
}

/// Delays the end after an interrupt. Who keeps the guard for long must look at [`is_interrupted`].
pub fn use_files() -> MutexGuard<'static, ()> {
    lock(&FILES_IN_USE)
}

/// Returns a progress bar, which is drawn only if the standard error output is a terminal.
pub fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("a valid template");
    let bar = ProgressBar::new(length).with_style(style);
    *lock(&BAR) = Some(bar.clone());
    bar
}
