//! Workers who share a queue of pairs.

use crossbeam_channel::{Receiver, unbounded};
use std::io;
use std::thread::{Builder, Scope};

/// Sets so many workers at most to work on the pairs with these numbers: each takes the next when it
/// has played one. If one cannot be started, those before it are at work all the same.
pub fn start<'scope, W>(
    scope: &'scope Scope<'scope, '_>,
    numbers: impl IntoIterator<Item = u64>,
    most: usize,
    worker: impl Fn() -> W,
) -> io::Result<()>
where
    W: FnOnce(Receiver<u64>) + Send + 'scope,
{
    let (queue, pairs) = unbounded();
    for number in numbers {
        // The receiver is here, and the queue as long as it needs to be.
        let _ = queue.send(number);
    }
    for _ in 0..most.min(pairs.len()) {
        let (work, pairs) = (worker(), pairs.clone());
        // Openings are judged by a search, which needs its stack.
        let builder = Builder::new().stack_size(search::STACK);
        builder.spawn_scoped(scope, move || work(pairs))?;
    }
    Ok(())
}
