//! The WebSocket of a page.

use super::page_channel::page_channel;
use super::threads::Event;
use crate::board::PageId;
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedSender;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{Message, Role, WebSocketConfig};

/// The largest request in bytes. A pasted game is the largest thing a page sends.
const MAX_REQUEST: usize = 1 << 20;
/// The time in which a page must take a message.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// The interval of pings, and the time after which a page that does not answer is gone.
const PING_INTERVAL: Duration = Duration::from_secs(15);
const SILENCE: Duration = Duration::from_secs(45);

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
