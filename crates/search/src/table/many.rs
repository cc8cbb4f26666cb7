//! What is done to all of a large table: it takes seconds, so several threads do it, and it can be
//! stopped.

use super::Cluster;
use std::sync::Mutex;
use std::thread;

/// Frees memory without waiting for it: gibibytes take tenths of a second.
pub(super) fn drop_aside(clusters: Vec<Cluster>) {
    // Without a thread it is freed here.
    _ = thread::Builder::new().spawn(|| drop(clusters));
}

/// Says whether to leave what takes long. It is asked again and again, by several threads.
pub type Stopped<'a> = &'a (dyn Fn() -> bool + Sync);

/// What one thread goes through at a time: a small table is one part.
pub(super) const PART: usize = (32 << 20) / size_of::<Cluster>();

/// Does something to every one of many, with as many threads as the machine has: for a large table
/// this is what takes the time. They are threads of its own, for whoever calls may be one of a pool
/// that is busy. Tells whether it was done to all, or left when it was stopped.
pub(super) fn by_many<T: Send>(
    many: &mut [T],
    act: impl Fn(&mut T) + Sync,
    stopped: Stopped<'_>,
) -> bool {
    let threads =
        many.len().div_ceil(PART).min(thread::available_parallelism().map_or(1, Into::into));
    let parts = Mutex::new(many.chunks_mut(PART));
    let next = || parts.lock().ok()?.next();
    let work = || {
        while !stopped()
            && let Some(part) = next()
        {
            part.iter_mut().for_each(&act);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            // Those that cannot be had leave more to the others.
            _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    // A part that was taken was done.
    parts.into_inner().is_ok_and(|left| left.len() == 0)
}
