//! The WebSocket of a page.

use super::access::{AccessRules, Admission};
use super::page_channel::page_channel;
use super::threads::Event;
use crate::board::{PageId, to_json};
use crate::command_error::CommandError;
use crate::messages::{self, MAX_REQUEST, Opening};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, Join, ReadHalf, Take, WriteHalf, join, split};
use tokio::sync::Semaphore;
use tokio::sync::mpsc::UnboundedSender;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{Message, Role, WebSocketConfig};

/// The time a client has to send the head of a request, and a page to send its first message.
pub const READ_TIMEOUT: Duration = Duration::from_secs(10);
/// The most bytes that are read before the page has shown the key or a pass.
const MAX_OPENING: u64 = 16 << 10;
/// The most bytes of requests of a page that wait for the board.
const MAX_WAITING: usize = 8 << 20;
/// The time in which a page must take a message.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// The interval of pings, and the time after which a page that does not answer is gone. The opponent of a player
/// learns it then.
const PING_INTERVAL: Duration = Duration::from_secs(1);
const SILENCE: Duration = Duration::from_secs(6);

/// A page asks whether the connection works, which its scripts cannot do by a ping of the protocol, and the answer.
const ASKED: &str = "ping";
const ANSWER: &str = "pong";

type Stream = Join<Take<ReadHalf<TokioIo<Upgraded>>>, WriteHalf<TokioIo<Upgraded>>>;

/// The socket of a page that is admitted.
pub struct PageSocket {
    socket: WebSocketStream<Stream>,
    table: String,
    admission: Admission,
}

impl PageSocket {
    /// Reads the first message. A page that does not show the key or a pass is told so, and refused.
    pub async fn admit(upgraded: Upgraded, access: &AccessRules) -> Option<Self> {
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_REQUEST))
            .max_frame_size(Some(MAX_REQUEST));
        let (reader, writer) = split(TokioIo::new(upgraded));
        let stream = join(reader.take(MAX_OPENING), writer);
        let mut socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
        let first = tokio::time::timeout(READ_TIMEOUT, socket.next()).await;
        let Ok(Some(Ok(Message::Text(text)))) = first else { return None };
        let opening = serde_json::from_str::<Opening>(&text);
        let opening = opening.map_err(|error| CommandError::Invalid(error.to_string()));
        match opening.and_then(|opening| Ok((access.admit_page(&opening)?, opening))) {
            Ok((admission, Opening { table, .. })) => {
                socket.get_mut().reader_mut().set_limit(u64::MAX);
                Some(Self { socket, table, admission })
            }
            Err(error) => {
                let refused = to_json(&messages::Message::Refused { error });
                let close = async {
                    socket.send(Message::text(&*refused)).await?;
                    socket.close(None).await
                };
                let _ = tokio::time::timeout(WRITE_TIMEOUT, close).await;
                None
            }
        }
    }

    /// Carries messages between a page and the board until either closes the connection.
    ///
    /// Nothing is read from a page while something is written to it or while too much that it has sent waits for the
    /// board, so a page cannot fill the memory. One that does not read in time is gone.
    pub async fn serve(self, page: PageId, events: UnboundedSender<Event>) {
        let Self { socket, table, admission } = self;
        let (mut sink, mut stream) = socket.split();
        let (sender, mut receiver) = page_channel();
        if events.send(Event::Opened { page, table, admission, sender }).is_err() {
            return;
        }
        let room = Arc::new(Semaphore::new(MAX_WAITING));
        let mut pings = tokio::time::interval(PING_INTERVAL);
        let start = Instant::now();
        let mut heard = start;
        // The time of the writes since then, during which nothing is read.
        let mut writing = Duration::ZERO;
        let heard_last = loop {
            let message = tokio::select! {
                json = receiver.next() => {
                    let Some(json) = json else { break Instant::now() };
                    receiver.taken(&json);
                    Some(Message::text(&*json))
                }
                message = stream.next() => {
                    (heard, writing) = (Instant::now(), Duration::ZERO);
                    match message {
                        Some(Ok(Message::Text(text))) if text.as_str() == ASKED => {
                            Some(Message::text(ANSWER))
                        }
                        Some(Ok(Message::Text(text))) => {
                            let text = text.as_str().to_owned();
                            let size = text.len().max(1) as u32;
                            let room = Arc::clone(&room).acquire_many_owned(size).await;
                            let Ok(room) = room else { break Instant::now() };
                            let _ = events.send(Event::Received { page, text, at: heard, room });
                            continue;
                        }
                        // Browsers answer with what was sent.
                        Some(Ok(Message::Pong(sent))) => {
                            if let Ok(sent) = sent.as_ref().try_into() {
                                let sent = Duration::from_micros(u64::from_be_bytes(sent));
                                let lag = heard.duration_since(start).saturating_sub(sent);
                                let _ = events.send(Event::Lag { page, lag });
                            }
                            continue;
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => break heard,
                        // A ping is answered with the next write.
                        Some(Ok(_)) => None,
                    }
                },
                _ = pings.tick() => {
                    if heard.elapsed() >= SILENCE + writing {
                        break heard;
                    }
                    let sent = start.elapsed().as_micros() as u64;
                    Some(Message::Ping(sent.to_be_bytes().to_vec().into()))
                }
            };
            let write = async {
                match message {
                    Some(message) => sink.send(message).await,
                    None => sink.flush().await,
                }
            };
            let begin = Instant::now();
            if !matches!(tokio::time::timeout(WRITE_TIMEOUT, write).await, Ok(Ok(()))) {
                break heard;
            }
            writing += begin.elapsed();
        };
        let _ = events.send(Event::Closed { page, heard: heard_last });
    }
}
