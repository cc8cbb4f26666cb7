//! The messages that wait for a page.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// The most bytes of messages that are kept for a page. A page that reads them more slowly is disconnected; it
/// connects again and gets the whole state.
const MAX_BACKLOG: usize = 8 << 20;

/// The board's end of a socket.
#[derive(Debug)]
pub struct PageSender {
    messages: UnboundedSender<Arc<str>>,
    backlog: Arc<AtomicUsize>,
}

/// The socket's end.
#[derive(Debug)]
pub struct PageReceiver {
    messages: UnboundedReceiver<Arc<str>>,
    backlog: Arc<AtomicUsize>,
}

pub fn page_channel() -> (PageSender, PageReceiver) {
    let (sender, messages) = unbounded_channel();
    let backlog = Arc::new(AtomicUsize::new(0));
    let sender = PageSender { messages: sender, backlog: Arc::clone(&backlog) };
    (sender, PageReceiver { messages, backlog })
}

impl PageSender {
    /// Sends a message. Returns false if the page is gone or too many bytes wait for it.
    pub fn send(&self, json: &Arc<str>) -> bool {
        let waiting = self.backlog.fetch_add(json.len(), Ordering::Relaxed);
        // A message of any size is sent when nothing else waits.
        (waiting == 0 || waiting + json.len() <= MAX_BACKLOG)
            && self.messages.send(Arc::clone(json)).is_ok()
    }
}

impl PageReceiver {
    pub async fn next(&mut self) -> Option<Arc<str>> {
        self.messages.recv().await
    }

    /// Says that a message was taken by the page.
    pub fn taken(&self, json: &str) {
        self.backlog.fetch_sub(json.len(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_does_not_read_is_cut_off_by_bytes() {
        let (sender, mut receiver) = page_channel();
        let large: Arc<str> = "x".repeat(MAX_BACKLOG / 2 + 1).into();
        let small: Arc<str> = "x".into();
        assert!(sender.send(&large));
        assert!((0..1_000).all(|_| sender.send(&small)));
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let taken = runtime.block_on(receiver.next()).unwrap();
        receiver.taken(&taken);
        assert!(sender.send(&large));
        assert!(!sender.send(&large));
        let (sender, receiver) = page_channel();
        drop(receiver);
        assert!(!sender.send(&small));
    }
}
