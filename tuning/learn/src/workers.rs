//! Worker threads for searches.

use platform::lock;
use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::thread;

/// Capacity of the queue of results.
const QUEUED_RESULTS: usize = 64;

pub fn available_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Ends a loop over results if it is done.
pub fn break_if(is_done: bool) -> ControlFlow<()> {
    if is_done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Calls `work` with every item, on several threads, each with its own state from `new_state`. Calls
/// `consume` on this thread with the results, in the order of the items, until `consume` breaks. A panic in
/// `work` goes on here in place of its result. Fails if a thread cannot be started, or has no state.
pub fn map_in_order<I: Send, S, T: Send, B>(
    threads: usize,
    items: impl Iterator<Item = I> + Send,
    new_state: impl Fn() -> io::Result<S> + Sync,
    work: impl Fn(&mut S, I) -> T + Sync,
    mut consume: impl FnMut(T) -> ControlFlow<B>,
) -> io::Result<ControlFlow<B>> {
    let items = Mutex::new(items.enumerate());
    let (sender, receiver) = crossbeam_channel::bounded(QUEUED_RESULTS);
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (sender, items, new_state, work) = (sender.clone(), &items, &new_state, &work);
            let run = move || {
                let mut state = match new_state() {
                    Ok(state) => state,
                    Err(error) => {
                        let _ = sender.send(Err(error));
                        return;
                    }
                };
                loop {
                    let next = lock(items).next();
                    let Some((number, item)) = next else { break };
                    let result = catch_unwind(AssertUnwindSafe(|| work(&mut state, item)));
                    let has_panicked = result.is_err();
                    // Sending fails after `consume` broke.
                    if sender.send(Ok((number, result))).is_err() || has_panicked {
                        break;
                    }
                }
            };
            thread::Builder::new().spawn_scoped(scope, run)?;
        }
        drop(sender);
        let (mut finished, mut next) = (BTreeMap::new(), 0);
        for message in receiver {
            let (number, result) = message?;
            finished.insert(number, result);
            while let Some(result) = finished.remove(&next) {
                let result = result.unwrap_or_else(|payload| resume_unwind(payload));
                if let ControlFlow::Break(value) = consume(result) {
                    return Ok(ControlFlow::Break(value));
                }
                next += 1;
            }
        }
        Ok(ControlFlow::Continue(()))
    })
}

/// As [`map_in_order`], but ends without a value when `work` returns `None`, as it does when it is stopped.
pub fn map_until_stopped<I: Send, S, T: Send, B>(
    threads: usize,
    items: impl Iterator<Item = I> + Send,
    new_state: impl Fn() -> io::Result<S> + Sync,
    work: impl Fn(&mut S, I) -> Option<T> + Sync,
    mut consume: impl FnMut(T) -> ControlFlow<B>,
) -> io::Result<Option<B>> {
    let consume = |result| match result {
        None => ControlFlow::Break(None),
        Some(result) => consume(result).map_break(Some),
    };
    Ok(map_in_order(threads, items, new_state, work, consume)?.break_value().flatten())
}

/// Returns the results of `work` in the order of the items. Calls `on_result` after each.
pub fn collect_in_order<I: Send, S, T: Send>(
    threads: usize,
    items: impl Iterator<Item = I> + Send,
    new_state: impl Fn() -> io::Result<S> + Sync,
    work: impl Fn(&mut S, I) -> T + Sync,
    mut on_result: impl FnMut(),
) -> io::Result<Vec<T>> {
    let mut results = Vec::new();
    let consume = |result| {
        results.push(result);
        on_result();
        ControlFlow::<()>::Continue(())
    };
    let _ = map_in_order(threads, items, new_state, work, consume)?;
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_the_run_after_the_results_before_it() {
        let mut consumed = Vec::new();
        let work = |(): &mut (), item| if item == 3 { panic!("item 3") } else { item };
        let consume = |item| {
            consumed.push(item);
            ControlFlow::<()>::Continue(())
        };
        let run = || map_in_order(2, 0.., || Ok(()), work, consume);
        let payload = catch_unwind(AssertUnwindSafe(run)).unwrap_err();
        assert_eq!((payload.downcast_ref(), consumed), (Some(&"item 3"), vec![0, 1, 2]));
    }

    #[test]
    fn a_thread_without_memory_ends_the_run() {
        let new_state = || Err::<(), io::Error>(io::ErrorKind::OutOfMemory.into());
        let consume = |_| ControlFlow::<()>::Continue(());
        let error = map_in_order(2, 0.., new_state, |(), item| item, consume).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::OutOfMemory);
    }
}
