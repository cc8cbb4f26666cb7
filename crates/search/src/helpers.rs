//! The helper threads of a search, which do not delay its answer.
//!
//! On a busy machine the system may suspend a helper for hundreds of milliseconds. A search that has
//! ended therefore hardly waits for its helpers, which send their results after every iteration. A late
//! helper ends on its own and returns its histories through the channel; until then searches run
//! without it.

use crate::cancel::Cancel;
use crate::engine::ThreadResult;
use crate::limits::Control;
use crate::search_info::{Reporter, SearchInfo};
use crate::transposition_table::Bound;
use crate::worker::{Histories, SearchRoot, Shared, Worker};
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The stack size in bytes of a thread that searches, including the one that calls
/// [`Engine::search`](crate::Engine::search). Every ply is a nested call.
pub const STACK_SIZE: usize = 64 << 20;

/// How long the end of a search waits for its helpers. Those that are running need less. The wait does
/// not give up the processor, because a busy system would not return it soon.
const FINISH_TIMEOUT: Duration = Duration::from_micros(100);
/// How long the start of a search waits for late helpers.
const START_TIMEOUT: Duration = Duration::from_millis(3);

/// The helper threads of an engine, and their histories between searches.
#[derive(Debug)]
pub(crate) struct Helpers {
    helpers: Vec<HelperState>,
    /// The last result of each helper in the current search.
    results: Vec<Option<ThreadResult>>,
    /// The number of the current search, which tells its messages from those of earlier ones.
    search: u64,
    sender: Sender<Message>,
    messages: Receiver<Message>,
}

/// Where the histories of a helper are.
#[derive(Debug)]
enum HelperState {
    /// No thread uses them.
    Idle(Histories),
    /// The thread of the search with this number uses them.
    Running { search: u64 },
}

#[derive(Debug)]
struct Message {
    search: u64,
    /// The index of the helper.
    index: usize,
    event: Event,
}

#[derive(Debug)]
enum Event {
    /// An iteration is complete, or the last one was stopped.
    Result(Box<ThreadResult>),
    /// The thread ends and returns its histories.
    End { histories: Histories, has_failed: bool },
}

impl Helpers {
    pub fn new() -> Self {
        let (sender, messages) = channel();
        Self { helpers: Vec::new(), results: Vec::new(), search: 0, sender, messages }
    }

    pub fn len(&self) -> usize {
        self.helpers.len()
    }

    /// Sets the number of helpers. Returns false if cancelled, with fewer than requested.
    pub fn set_len(&mut self, len: usize, cancel: &Cancel<'_>) -> bool {
        self.helpers.truncate(len);
        while self.len() < len && !cancel.is_cancelled() {
            self.helpers.push(HelperState::Idle(Histories::new()));
        }
        self.len() == len
    }

    /// Clears the histories. Returns false if cancelled.
    pub fn clear(&mut self, cancel: &Cancel<'_>) -> bool {
        while self.is_any_late() {
            if cancel.is_cancelled() {
                return false;
            }
            self.receive(START_TIMEOUT);
        }
        for helper in &mut self.helpers {
            if cancel.is_cancelled() {
                return false;
            }
            if let HelperState::Idle(histories) = helper {
                histories.clear();
            }
        }
        true
    }

    /// Starts a search on all helpers that are not late. Returns false if a thread cannot be started.
    pub fn start(&mut self, shared: &Arc<Shared>, control: &Control, root: &SearchRoot) -> bool {
        let deadline = Instant::now() + START_TIMEOUT;
        while self.is_any_late() && Instant::now() < deadline {
            self.receive(START_TIMEOUT);
        }
        self.search += 1;
        self.results = vec![None; self.len()];
        let mut all_started = true;
        for index in 0..self.len() {
            let Some(histories) = self.take_histories(index) else { continue };
            let helper = Helper { search: self.search, index, sender: self.sender.clone() };
            let (shared, control) = (Arc::clone(shared), control.for_helper());
            let root = root.clone();
            let work = move || helper.run(shared, &control, root, histories);
            if thread::Builder::new().stack_size(STACK_SIZE).spawn(work).is_err() {
                self.helpers[index] = HelperState::Idle(Histories::new());
                all_started = false;
            }
        }
        all_started
    }

    /// Collects the results of the search, which has ended. Waits for late helpers if `waits`,
    /// otherwise takes the results of their last iterations. Returns the results, and whether a
    /// helper has failed.
    pub fn finish(&mut self, waits: bool) -> (Vec<ThreadResult>, bool) {
        let deadline = Instant::now() + FINISH_TIMEOUT;
        let timeout = if waits { START_TIMEOUT } else { Duration::ZERO };
        let mut has_failed = false;
        while self.is_any_late() {
            match self.receive(timeout) {
                Some(failure) => has_failed |= failure,
                None if !waits && Instant::now() >= deadline => break,
                None => {}
            }
        }
        (self.results.iter_mut().filter_map(Option::take).collect(), has_failed)
    }

    /// Simulates a helper that the system has suspended. The returned function lets it end.
    #[cfg(test)]
    pub fn suspend(&mut self, index: usize) -> impl FnOnce() + use<> {
        use crate::{Pv, Score};
        use rules::Move;

        let helper = Helper { search: self.search, index, sender: self.sender.clone() };
        let histories = self.take_histories(index).expect("the helper is idle");
        move || {
            let result =
                ThreadResult { mv: Move::NONE, score: Score::ZERO, pv: Pv::new(), depth: 99 };
            helper.send(Event::Result(Box::new(result)));
            helper.send(Event::End { histories, has_failed: true });
        }
    }

    /// Takes the histories of a helper for the current search. Returns None if the helper is late.
    fn take_histories(&mut self, index: usize) -> Option<Histories> {
        let running = HelperState::Running { search: self.search };
        match mem::replace(&mut self.helpers[index], running) {
            HelperState::Idle(histories) => Some(histories),
            late => {
                self.helpers[index] = late;
                None
            }
        }
    }

    /// Returns whether a thread still uses its histories.
    fn is_any_late(&self) -> bool {
        self.helpers.iter().any(|helper| matches!(helper, HelperState::Running { .. }))
    }

    /// Receives a message. Returns whether it says that a helper of this search has failed, or None
    /// if no message comes in time.
    fn receive(&mut self, timeout: Duration) -> Option<bool> {
        let Message { search, index, event } = self.messages.recv_timeout(timeout).ok()?;
        Some(match event {
            Event::Result(result) => {
                if search == self.search
                    && let Some(slot) = self.results.get_mut(index)
                {
                    *slot = Some(*result);
                }
                false
            }
            Event::End { histories, has_failed } => {
                // After a change of the number of threads, the helper may be gone, or its index may
                // belong to a new one.
                if let Some(helper) = self.helpers.get_mut(index)
                    && matches!(helper, HelperState::Running { search: own } if *own == search)
                {
                    *helper = HelperState::Idle(histories);
                }
                has_failed && search == self.search
            }
        })
    }
}

/// A helper thread: its part in a search, and where it sends its messages.
#[derive(Clone)]
struct Helper {
    search: u64,
    index: usize,
    sender: Sender<Message>,
}

impl Helper {
    /// Searches until the search is stopped or the first thread ends it, then returns the histories.
    fn run(
        self,
        shared: Arc<Shared>,
        control: &Control,
        root: SearchRoot,
        mut histories: Histories,
    ) {
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let mut worker = Worker::new(self.index + 1, &shared, control, root, &mut histories);
            worker.iterative_deepening(&mut self.clone());
            worker.result()
        }));
        // The engine expects to own the table alone when all histories are back.
        drop(shared);
        let has_failed = outcome.is_err();
        if let Ok(result) = outcome {
            self.send(Event::Result(Box::new(result)));
        }
        self.send(Event::End { histories, has_failed });
    }

    fn send(&self, event: Event) {
        // Fails only if the engine is gone.
        let _ = self.sender.send(Message { search: self.search, index: self.index, event });
    }
}

/// Sends the results of complete iterations.
impl Reporter for Helper {
    fn info(&mut self, info: &SearchInfo) {
        if let (1, Bound::Exact, Some(&mv)) = (info.multipv, info.bound, info.pv.first()) {
            let (score, pv, depth) = (info.score, info.pv.clone(), info.depth);
            self.send(Event::Result(Box::new(ThreadResult { mv, score, pv, depth })));
        }
    }
}
