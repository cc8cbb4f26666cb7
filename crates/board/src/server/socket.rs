//! The WebSocket of a page.

use super::threads::Event;
use crate::board::PageId;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{Message, Role, WebSocketConfig};

/// The largest request in bytes. A pasted game is the largest thing a page sends.
const MAX_REQUEST: usize = 1 << 20;
/// The most bytes of messages that are kept for a page. A page that reads them more slowly is disconnected; it
/// connects again and gets the whole state.
const MAX_BACKLOG: usize = 8 << 20;
/// The time in which a page must take a message.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// The interval of pings, and the time after which a page that does not answer is gone.
const PING_INTERVAL: Duration = Duration::from_secs(15);
const SILENCE: Duration = Duration::from_secs(45);

/// The board's end of a socket.
#[derive(Debug)]
pub struct PageSender {
    messages: UnboundedSender<Arc<str>>,
    backlog: Arc<AtomicUsize>,
}

/// The socket's end.
#[derive(Debug)]
struct PageReceiver {
    messages: UnboundedReceiver<Arc<str>>,
    backlog: Arc<AtomicUsize>,
}

fn page_channel() -> (PageSender, PageReceiver) {
    let (sender, messages) = unbounded_channel();
    let backlog = Arc::new(AtomicUsize::new(0));
    let sender = PageSender { messages: sender, backlog: Arc::clone(&backlog) };
    (sender, PageReceiver { messages, backlog })
}

impl PageSender {
    /// Sends a message. Returns false if the page is gone or too many bytes wait for it.
    pub fn send(&self, json: &Arc<str>) -> bool {
        let waiting = self.backlog.fetch_add(json.len(), Ordering::Relaxed);
        // The first message may be larger.
        (waiting == 0 || waiting + json.len() <= MAX_BACKLOG)
            && self.messages.send(Arc::clone(json)).is_ok()
    }
}

impl PageReceiver {
    async fn next(&mut self) -> Option<Arc<str>> {
        self.messages.recv().await
    }

    /// Says that a message was taken by the page.
    fn taken(&self, json: &str) {
        self.backlog.fetch_sub(json.len(), Ordering::Relaxed);
    }
}

/// Carries messages between a page and the board until either closes the connection.
pub async fn serve_page(
    upgraded: Upgraded,
    page: PageId,
    table: String,
    events: UnboundedSender<Event>,
) {
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_REQUEST))
        .max_frame_size(Some(MAX_REQUEST));
    let io = TokioIo::new(upgraded);
    let socket = WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await;
    let (mut sink, mut stream) = socket.split();
    let (sender, mut receiver) = page_channel();
    if events.send(Event::Opened { page, table, sender }).is_err() {
        return;
    }
    let mut pings = tokio::time::interval(PING_INTERVAL);
    let mut heard = Instant::now();
    loop {
        let message = tokio::select! {
            json = receiver.next() => {
                let Some(json) = json else { break };
                receiver.taken(&json);
                Message::text(&*json)
            }
            message = stream.next() => match message {
                Some(Ok(Message::Text(text))) => {
                    heard = Instant::now();
                    let text = text.as_str().to_owned();
                    let _ = events.send(Event::Received { page, text, at: heard });
                    continue;
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => {
                    heard = Instant::now();
                    continue;
                }
            },
            _ = pings.tick() => {
                if heard.elapsed() >= SILENCE {
                    break;
                }
                Message::Ping(Default::default())
            }
        };
        if !matches!(tokio::time::timeout(WRITE_TIMEOUT, sink.send(message)).await, Ok(Ok(()))) {
            break;
        }
    }
    let _ = events.send(Event::Closed { page });
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
