//! Searches whose progress is shown while they go on.

use crate::failure::Failure;
use crate::session::{Answer, Request, Thinker};
use crossbeam_channel::{Sender, unbounded};
use search::{Control, Reporter, STACK_SIZE, SearchInfo};
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

/// What a search says.
pub enum Event {
    Found(Box<SearchInfo>),
    Trouble(String),
}

/// Searches on a thread with room for it, and shows what it says on this one. Who cannot be shown
/// anything any more wants no more either.
pub fn think(
    thinker: &mut Thinker,
    request: &Request,
    mut show: impl FnMut(Event) -> io::Result<()>,
) -> Result<Answer, Failure> {
    let mut request = request.clone();
    if !request.is_problem {
        // Here nobody's clock runs while a table is made.
        let Request { options, position, control, .. } = &request;
        let prepared = thinker.prepare(options, position.rules(), &|| control.is_stopped());
        prepared.or_else(|trouble| show(Event::Trouble(trouble)))?;
        request.limits.clock_start = Some(Instant::now());
    }
    let request = &request;
    let (events, heard) = unbounded();
    thread::scope(|scope| {
        let search = move || thinker.think(request, &mut Relay(events));
        let handle = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, search)?;
        for event in heard {
            if let Err(error) = show(event) {
                request.control.stop();
                return Err(error.into());
            }
        }
        Ok(handle.join().map_err(|_| io::Error::other("the search failed"))?)
    })
}

/// Has Ctrl-C end a search with its answer, and a second one the program.
pub fn interruptible(control: &Arc<Control>) {
    let interrupted = Arc::clone(control);
    // Without it Ctrl-C just ends the program.
    let _ = ctrlc::set_handler(move || {
        if interrupted.is_stopped() {
            std::process::exit(130);
        }
        interrupted.stop();
    });
}

/// Passes on what it hears.
struct Relay(Sender<Event>);

impl Reporter for Relay {
    fn info(&mut self, info: &SearchInfo) {
        // Who does not listen any more has stopped the search.
        let _ = self.0.send(Event::Found(Box::new(info.clone())));
    }

    fn warning(&mut self, text: &str) {
        let _ = self.0.send(Event::Trouble(text.into()));
    }
}
