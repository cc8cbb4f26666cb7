//! The search threads of an engine, which live as long as it does.
//!
//! A thread keeps its histories and runs one job after another. A search is a job of every thread. The
//! calling thread passes on the reports that the first thread sends it, and collects the results.
//!
//! On a busy machine the system may suspend a thread for hundreds of milliseconds. Every thread therefore
//! watches the time, the calling one too. A search that has ended hardly waits for its helpers, which send
//! their results after every iteration, and not long for the first thread if a helper has a result. The
//! next job of a late thread waits in its queue.

use crate::mate_presearch::MatePresearch;
use crate::search_info::{Reporter, SearchInfo, SearchResult};
use crate::transposition_table::Bound;
use crate::worker::{Histories, SearchRoot, Shared, Worker};
use mate::STACK_SIZE;
use platform::{HAS_THREADS, Instant};
use std::hint;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How often the calling thread checks the time itself while it waits for the first thread, and how long
/// the first one may take to end a search that has other results.
const CHECK_INTERVAL: Duration = Duration::from_millis(10);

/// How long the end of a search waits for its helpers. Those that are running need less. The wait does
/// not give up the processor, because a busy system would not return it soon.
const FINISH_TIMEOUT: Duration = Duration::from_micros(100);

/// There is not enough memory, or the system does not allow as many threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot start {requested} search threads; using {used} as before")]
pub struct ThreadsError {
    pub requested: usize,
    pub used: usize,
}

/// The search threads. The first one runs the mate presearch, manages the time and reports; the others
/// are helpers.
#[derive(Debug)]
pub(crate) struct Threads {
    threads: Vec<SearchThread>,
    /// The data of searches on the calling thread, if there are no threads. In a web page none can be
    /// started.
    caller: Option<Box<ThreadData>>,
}

/// What a thread keeps between searches.
#[derive(Debug)]
struct ThreadData {
    histories: Histories,
    /// Used by the first thread.
    mate_presearch: MatePresearch,
}

type Job = Box<dyn FnOnce(&mut ThreadData) + Send>;

#[derive(Debug)]
struct SearchThread {
    /// None only while the thread ends.
    jobs: Option<Sender<Job>>,
    handle: Option<JoinHandle<()>>,
}

impl Threads {
    /// Starts one thread or, where none can be started, as in a web page, none. Returns None if there is not enough
    /// memory.
    pub fn new() -> Option<Self> {
        if !HAS_THREADS {
            return Self::on_calling_thread();
        }
        Some(Self { threads: vec![SearchThread::start()?], caller: None })
    }

    /// Starts no thread: searches run on the calling thread. Returns None if there is not enough memory.
    pub fn on_calling_thread() -> Option<Self> {
        Some(Self { threads: Vec::new(), caller: Some(Box::new(ThreadData::new()?)) })
    }

    pub fn len(&self) -> usize {
        self.threads.len().max(1)
    }

    /// Sets the number of threads, at least one. If not all can be started, keeps those there are.
    pub fn set_len(&mut self, len: usize) -> Result<(), ThreadsError> {
        let (len, used) = (len.max(1), self.len());
        let error = ThreadsError { requested: len, used };
        if self.caller.is_some() {
            return if len == 1 { Ok(()) } else { Err(error) };
        }
        if len <= used {
            self.threads.truncate(len);
            return Ok(());
        }
        // Kept free until all threads have started: where a small allocation fails, the program ends.
        let mut spare = Vec::<u8>::new();
        spare.try_reserve_exact(STACK_SIZE).map_err(|_| error)?;
        hint::black_box(&spare);
        let started: Option<Vec<_>> = (used..len).map(|_| SearchThread::start()).collect();
        self.threads.extend(started.ok_or(error)?);
        Ok(())
    }

    /// Waits until no thread searches, and clears what they have learned.
    pub fn clear(&mut self) {
        if let Some(data) = &mut self.caller {
            data.histories.clear();
        }
        let (sender, cleared) = channel::<()>();
        for thread in &self.threads {
            let sender = sender.clone();
            thread.run(move |data| {
                data.histories.clear();
                drop(sender);
            });
        }
        drop(sender);
        // Fails when every thread has dropped its sender.
        let _ = cleared.recv();
    }

    /// Runs a search on all threads until the first one ends it. Returns their results: of a helper that is late, those
    /// of its last complete iteration.
    pub fn search(
        &mut self,
        shared: &Arc<Shared>,
        root: &SearchRoot,
        reporter: &mut dyn Reporter,
    ) -> Vec<SearchResult> {
        if let Some(data) = &mut self.caller {
            return vec![data.search(0, shared, root.clone(), reporter)];
        }
        let (sender, events) = channel();
        for (id, thread) in self.threads.iter().enumerate() {
            let (shared, sender) = (Arc::clone(shared), sender.clone());
            let (mut messenger, root) = (Messenger { id, shared, sender }, root.clone());
            thread.run(move |data| {
                let shared = Arc::clone(&messenger.shared);
                let result = data.search(id, &shared, root, &mut messenger);
                messenger.send(Event::Result(id, Box::new(result)));
            });
        }
        drop(sender);
        // If the reporter panics, the search must not go on.
        let _finish = FinishOnDrop(shared);
        self.collect_results(shared, &events, reporter)
    }

    /// Passes on reports and collects results until the search has ended.
    fn collect_results(
        &self,
        shared: &Shared,
        events: &Receiver<Event>,
        reporter: &mut dyn Reporter,
    ) -> Vec<SearchResult> {
        let mut results = vec![None; self.len()];
        let mut deadline: Option<Instant> = None;
        let mut was_stopped = false;
        loop {
            let event = match deadline {
                None => events.recv_timeout(CHECK_INTERVAL),
                Some(_) => events.try_recv().map_err(|error| match error {
                    TryRecvError::Empty => RecvTimeoutError::Timeout,
                    TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
                }),
            };
            match event {
                Ok(Event::Info(info)) => reporter.info(&info),
                Ok(Event::Result(id, result)) => {
                    results[id] = Some(*result);
                    if id == 0 {
                        deadline = Some(Instant::now() + FINISH_TIMEOUT);
                    }
                }
                Err(RecvTimeoutError::Timeout) => match deadline {
                    Some(end) if Instant::now() < end => {}
                    Some(_) => break,
                    // The first thread is late. Without any result it is worth waiting for.
                    None if was_stopped && results.iter().any(Option::is_some) => break,
                    None => {
                        shared.check_time();
                        was_stopped = shared.is_stopped();
                    }
                },
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        results.into_iter().flatten().collect()
    }

    /// Keeps a thread busy, as if the system had suspended it, until the returned sender is dropped.
    #[cfg(test)]
    pub fn suspend(&mut self, id: usize) -> Sender<()> {
        let (sender, receiver) = channel::<()>();
        self.threads[id].run(move |_| _ = receiver.recv());
        sender
    }
}

impl ThreadData {
    /// Returns None if there is not enough memory.
    fn new() -> Option<Self> {
        Some(Self { histories: Histories::new()?, mate_presearch: MatePresearch::default() })
    }

    /// Runs one thread's part of a search.
    fn search(
        &mut self,
        id: usize,
        shared: &Shared,
        root: SearchRoot,
        reporter: &mut dyn Reporter,
    ) -> SearchResult {
        let mut presearch_nodes = 0;
        if id == 0 && shared.use_mate_presearch {
            let mate;
            (mate, presearch_nodes) = self.mate_presearch.search(&root.position, shared);
            if let Some(mate) = mate {
                shared.thread_nodes[id].store(presearch_nodes, Ordering::Relaxed);
                reporter.info(&mate);
                return (&mate).into();
            }
        }
        let mut worker = Worker::new(id, shared, root, &mut self.histories);
        worker.nodes = presearch_nodes;
        worker.iterative_deepening(reporter);
        worker.result()
    }
}

impl SearchThread {
    /// Returns None if there is not enough memory, or the system does not allow another thread.
    fn start() -> Option<Self> {
        let mut data = ThreadData::new()?;
        let (jobs, queue) = channel::<Job>();
        let run = move || {
            for job in queue {
                job(&mut data);
            }
        };
        let thread = thread::Builder::new().name("search".into()).stack_size(STACK_SIZE);
        Some(Self { jobs: Some(jobs), handle: Some(thread.spawn(run).ok()?) })
    }

    fn run(&self, job: impl FnOnce(&mut ThreadData) + Send + 'static) {
        let jobs = self.jobs.as_ref().expect("the thread has not ended");
        jobs.send(Box::new(job)).expect("the thread takes jobs until its queue is closed");
    }
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(handle) = self.handle.take() {
            let _ = handle.join();
        }
    }
}

/// Ends the search when it goes out of scope, in a panic too.
struct FinishOnDrop<'a>(&'a Shared);

impl Drop for FinishOnDrop<'_> {
    fn drop(&mut self) {
        self.0.is_finished.store(true, Ordering::Relaxed);
    }
}

/// What a thread sends to the calling thread.
#[derive(Debug)]
enum Event {
    /// A report of the first thread.
    Info(Box<SearchInfo>),
    /// The result of a thread at its end, and of a helper after every iteration, too.
    Result(usize, Box<SearchResult>),
}

/// Sends the reports and results of a thread.
struct Messenger {
    id: usize,
    shared: Arc<Shared>,
    sender: Sender<Event>,
}

impl Messenger {
    fn send(&self, event: Event) {
        // Fails if the search has ended without waiting for this helper.
        let _ = self.sender.send(event);
    }
}

impl Reporter for Messenger {
    fn info(&mut self, info: &SearchInfo) {
        if self.id == 0 {
            self.send(Event::Info(Box::new(info.clone())));
        } else if info.multipv == 1 && info.bound == Bound::Exact {
            self.send(Event::Result(self.id, Box::new(info.into())));
        }
    }
}

impl Drop for Messenger {
    fn drop(&mut self) {
        if self.id == 0 {
            self.shared.is_finished.store(true, Ordering::Relaxed);
        }
    }
}
