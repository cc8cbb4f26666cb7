//! Worker threads for searches.

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Capacity of the queue of results.
const QUEUED_RESULTS: usize = 64;

pub fn available_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Calls `work` with every item, on several threads, each with its own state from `new_state`. Calls
/// `consume` on this thread with the results, in the order of the items, until `consume` breaks.
pub fn map_in_order<I: Send, S, T: Send, B>(
    threads: usize,
    items: impl Iterator<Item = I> + Send,
    new_state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, I) -> T + Sync,
    mut consume: impl FnMut(T) -> ControlFlow<B>,
) -> io::Result<ControlFlow<B>> {
    let items = Mutex::new(items.enumerate());
    let (sender, receiver) = crossbeam_channel::bounded(QUEUED_RESULTS);
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, items, new_state, work) = (sender.clone(), &items, &new_state, &work);
            let run = move || {
                let mut state = new_state();
                loop {
                    let next = items.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((number, item)) = next else { break };
                    // Fails after `consume` broke.
                    if sender.send((number, work(&mut state, item))).is_err() {
                        break;
                    }
                }
            };
            thread::Builder::new().spawn_scoped(scope, run)?;
        }
        drop(sender);
        let (mut finished, mut next) = (BTreeMap::new(), 0);
        for (number, result) in receiver {
            finished.insert(number, result);
            while let Some(result) = finished.remove(&next) {
                if let ControlFlow::Break(value) = consume(result) {
                    return Ok(ControlFlow::Break(value));
                }
                next += 1;
            }
        }
        Ok(ControlFlow::Continue(()))
    })
}
