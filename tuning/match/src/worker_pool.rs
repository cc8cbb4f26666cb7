//! Workers who share the numbers of pairs.

use std::io;
use std::iter::Peekable;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope};

/// The numbers of the pairs that are still to be played, which many may draw from. None is made
/// before it is due, for there may be more than fit into memory.
pub struct Numbers<I: Iterator>(Arc<Mutex<Peekable<I>>>);

impl<I: Iterator> Clone for Numbers<I> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<I: Iterator> Iterator for Numbers<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        lock(&self.0).next()
    }
}

/// What is behind a lock, whoever broke down with it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets so many workers at most to work on the pairs with these numbers: each takes the next when it
/// has played one. If one cannot be started, those before it are at work all the same.
pub fn start<'scope, I, W>(
    scope: &'scope Scope<'scope, '_>,
    numbers: I,
    most: usize,
    worker: impl Fn() -> W,
) -> io::Result<()>
where
    I: Iterator<Item = u64> + Send + 'scope,
    W: FnOnce(Numbers<I>) + Send + 'scope,
{
    let numbers = Numbers(Arc::new(Mutex::new(numbers.peekable())));
    for _ in 0..most {
        if lock(&numbers.0).peek().is_none() {
            break;
        }
        let (work, numbers) = (worker(), numbers.clone());
        // Openings are judged by a search, which needs its stack.
        let builder = Builder::new().stack_size(search::STACK_SIZE);
        builder.spawn_scoped(scope, move || work(numbers))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;

    /// What workers played who leave after so many pairs each, and how many numbers were made.
    fn play(pairs: u64, workers: usize, each: usize) -> (Vec<u64>, u64) {
        let (played, made) = (Mutex::new(Vec::new()), AtomicU64::new(0));
        let numbers = (0..pairs).inspect(|_| {
            made.fetch_add(1, Ordering::Relaxed);
        });
        thread::scope(|scope| {
            let work = |numbers: Numbers<_>| {
                numbers.take(each).for_each(|number| lock(&played).push(number));
            };
            start(scope, numbers, workers, || work).unwrap();
        });
        let mut played = played.into_inner().unwrap();
        played.sort();
        (played, made.into_inner())
    }

    #[test]
    fn each_pair_is_played_by_one() {
        assert_eq!(play(100, 3, 100).0, (0..100).collect::<Vec<_>>());
        assert_eq!(play(2, 3, 100).0, [0, 1]);
        assert!(play(0, 3, 100).0.is_empty());
    }

    #[test]
    fn numbers_are_made_when_they_are_due() {
        let (played, made) = play(100_000, 2, 3);
        assert_eq!(played, (0..6).collect::<Vec<_>>());
        assert!(made <= 7, "{made} were made");
    }
}
