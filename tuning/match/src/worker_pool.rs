//! Worker threads that take the numbers of pairs from a shared queue.

use std::io;
use std::iter::Peekable;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope};

/// A queue of pair numbers, shared by all workers. Numbers are generated on demand, because there may
/// be too many to store.
pub struct Queue<I: Iterator>(Arc<Mutex<Peekable<I>>>);

impl<I: Iterator> Clone for Queue<I> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<I: Iterator> Iterator for Queue<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        lock(&self.0).next()
    }
}

/// Locks a mutex even if another thread panicked while it held the lock.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts up to `max_workers` threads, but no more than there are pairs. Each runs a function from
/// `new_worker` on the shared queue.
///
/// If a thread cannot be started, those started before it keep running.
pub fn start<'scope, I, W>(
    scope: &'scope Scope<'scope, '_>,
    numbers: I,
    max_workers: usize,
    new_worker: impl Fn() -> W,
) -> io::Result<()>
where
    I: Iterator<Item = u64> + Send + 'scope,
    W: FnOnce(Queue<I>) + Send + 'scope,
{
    let queue = Queue(Arc::new(Mutex::new(numbers.peekable())));
    for _ in 0..max_workers {
        if lock(&queue.0).peek().is_none() {
            break;
        }
        let (worker, queue) = (new_worker(), queue.clone());
        // Random openings are checked by a search, which needs a large stack.
        let builder = Builder::new().stack_size(search::STACK_SIZE);
        builder.spawn_scoped(scope, move || worker(queue))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;

    /// Runs workers that quit after `per_worker` pairs each. Returns the sorted numbers of the pairs
    /// they played, and how many numbers were generated.
    fn play(pairs: u64, workers: usize, per_worker: usize) -> (Vec<u64>, u64) {
        let (played, generated) = (Mutex::new(Vec::new()), AtomicU64::new(0));
        let numbers = (0..pairs).inspect(|_| {
            generated.fetch_add(1, Ordering::Relaxed);
        });
        thread::scope(|scope| {
            let worker = |queue: Queue<_>| {
                queue.take(per_worker).for_each(|number| lock(&played).push(number));
            };
            start(scope, numbers, workers, || worker).unwrap();
        });
        let mut played = played.into_inner().unwrap();
        played.sort();
        (played, generated.into_inner())
    }

    #[test]
    fn each_pair_is_played_once() {
        assert_eq!(play(100, 3, 100).0, (0..100).collect::<Vec<_>>());
        assert_eq!(play(2, 3, 100).0, [0, 1]);
        assert!(play(0, 3, 100).0.is_empty());
    }

    #[test]
    fn numbers_are_generated_on_demand() {
        let (played, generated) = play(100_000, 2, 3);
        assert_eq!(played, (0..6).collect::<Vec<_>>());
        assert!(generated <= 7, "{generated} were generated");
    }
}
