//! The WebSocket of a page.

use super::page_channel::page_channel;
use super::threads::Event;
use crate::board::{PageId, to_json};
use crate::messages;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::UnboundedSender;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{Message, Role, WebSocketConfig};

/// The largest request in bytes. A file is the largest thing a page sends.
const MAX_REQUEST: usize = 4 << 20;
/// The most bytes of requests of a page that wait for the board.
const MAX_WAITING: usize = 8 << 20;
/// The time in which a page must take a message.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// The interval of pings, and the time after which a page that does not answer is gone.
const PING_INTERVAL: Duration = Duration::from_secs(15);
const SILENCE: Duration = Duration::from_secs(45);

/// Carries messages between a page and the board until either closes the connection. With a key, the page is told it
/// first.
///
/// Nothing is read from a page while something is written to it or while too much that it has sent waits for the
/// board, so a page cannot fill the memory. One that does not read in time is gone.
pub async fn serve_page(
    upgraded: Upgraded,
    page: PageId,
    table: String,
    key: Option<String>,
    events: UnboundedSender<Event>,
) {
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_REQUEST))
        .max_frame_size(Some(MAX_REQUEST));
    let io = TokioIo::new(upgraded);
    let socket = WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await;
    let (mut sink, mut stream) = socket.split();
    let (sender, mut receiver) = page_channel();
    if let Some(key) = key {
        sender.send(&to_json(&messages::Message::Key { key }));
    }
    if events.send(Event::Opened { page, table, sender }).is_err() {
        return;
    }
    let room = Arc::new(Semaphore::new(MAX_WAITING));
    let mut pings = tokio::time::interval(PING_INTERVAL);
    let mut heard = Instant::now();
    loop {
        let message = tokio::select! {
            json = receiver.next() => {
                let Some(json) = json else { break };
                receiver.taken(&json);
                Some(Message::text(&*json))
            }
            message = stream.next() => match message {
                Some(Ok(Message::Text(text))) => {
                    heard = Instant::now();
                    let text = text.as_str().to_owned();
                    let size = text.len().max(1) as u32;
                    let room = Arc::clone(&room).acquire_many_owned(size).await;
                    let Ok(room) = room else { break };
                    let _ = events.send(Event::Received { page, text, at: heard, room });
                    continue;
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => {
                    heard = Instant::now();
                    // A ping is answered with the next write.
                    None
                }
            },
            _ = pings.tick() => {
                if heard.elapsed() >= SILENCE {
                    break;
                }
                Some(Message::Ping(Default::default()))
            }
        };
        let write = async {
            match message {
                Some(message) => sink.send(message).await,
                None => sink.flush().await,
            }
        };
        if !matches!(tokio::time::timeout(WRITE_TIMEOUT, write).await, Ok(Ok(()))) {
            break;
        }
    }
    let _ = events.send(Event::Closed { page });
}
