//! Runs a search on another thread and reports its progress on the calling thread.

use crate::cli_error::{CliError, INTERRUPTED};
use crossbeam_channel::{Sender, unbounded};
use search::{Control, Reporter, SearchInfo};
use session::player::{Answer, Player, SearchRequest};
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

/// A report of a running search.
pub enum SearchEvent {
    Info(Box<SearchInfo>),
    Warning(String),
}

/// Runs a search and calls `on_event` with its reports. If `on_event` fails, stops the search.
pub fn run_search(
    player: &mut Player,
    request: &SearchRequest,
    mut on_event: impl FnMut(SearchEvent) -> io::Result<()>,
) -> Result<Answer, CliError> {
    let mut request = request.clone();
    if !request.is_mate_search {
        // Time limits count from the end of the setup.
        let setup = player.set_up(&request.options);
        setup.or_else(|error| on_event(SearchEvent::Warning(error.to_string())))?;
        request.limits.clock_start = Some(Instant::now());
    }
    let search = |sender| player.search(&request, &mut EventSender(sender));
    run_with_events(&request.control, search, |event| Ok(on_event(event)?))
}

/// Runs `work` on another thread, and calls `on_event` on this one with what it sends. If `on_event` fails, stops
/// the control, on which `work` must end.
pub fn run_with_events<T: Send, R: Send>(
    control: &Control,
    work: impl FnOnce(Sender<T>) -> R + Send,
    mut on_event: impl FnMut(T) -> Result<(), CliError>,
) -> Result<R, CliError> {
    let (sender, events) = unbounded();
    thread::scope(|scope| {
        let work = move || work(sender);
        let handle = thread::Builder::new().spawn_scoped(scope, work)?;
        for event in events {
            if let Err(error) = on_event(event) {
                control.stop();
                return Err(error);
            }
        }
        Ok(handle.join().map_err(|_| io::Error::other("the search crashed"))?)
    })
}

/// Makes Ctrl-C stop the search, which then prints its result. A second Ctrl-C ends the program.
pub fn stop_on_ctrl_c(control: &Arc<Control>) {
    let control = Arc::clone(control);
    // If the handler cannot be set, Ctrl-C ends the program.
    let _ = ctrlc::set_handler(move || {
        if control.is_stopped() {
            std::process::exit(INTERRUPTED.into());
        }
        control.stop();
    });
}

/// Sends the reports of a search over a channel.
struct EventSender(Sender<SearchEvent>);

impl Reporter for EventSender {
    fn info(&mut self, info: &SearchInfo) {
        // The receiver is gone only after `on_event` failed.
        let _ = self.0.send(SearchEvent::Info(Box::new(info.clone())));
    }

    fn warning(&mut self, text: &str) {
        let _ = self.0.send(SearchEvent::Warning(text.into()));
    }
}
