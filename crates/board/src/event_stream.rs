//! A page's stream of server-sent events, as the body of an HTTP answer.

use hyper::body::{Body, Bytes, Frame};
use std::convert::Infallible;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// The number of events that may wait for a page. A page that reads no faster is cut off; it opens
/// the stream again and gets the whole state.
const CAPACITY: usize = 256;

/// The sending end of a stream.
#[derive(Clone, Debug)]
pub struct EventSender(Sender<Bytes>);

impl EventSender {
    /// Sends a JSON message. Returns false if the page is gone or does not read.
    pub fn send(&self, json: &str) -> bool {
        self.0.try_send(format!("data: {json}\n\n").into()).is_ok()
    }

    /// Sends a comment, which shows whether the page is still there.
    pub fn ping(&self) -> bool {
        self.0.try_send(Bytes::from_static(b":\n\n")).is_ok()
    }
}

/// The body of the answer. Dropped when the page closes the connection.
pub struct EventStream {
    events: Receiver<Bytes>,
    on_close: Option<Box<dyn FnOnce() + Send>>,
}

impl EventStream {
    /// Creates a stream. `on_close` is called when the page is gone.
    pub fn new(on_close: impl FnOnce() + Send + 'static) -> (EventSender, Self) {
        let (sender, events) = channel(CAPACITY);
        (EventSender(sender), Self { events, on_close: Some(Box::new(on_close)) })
    }

    /// Returns the events that have arrived since the last call.
    #[cfg(test)]
    pub fn take_events(&mut self) -> Vec<String> {
        let events = std::iter::from_fn(|| self.events.try_recv().ok());
        events.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect()
    }
}

impl fmt::Debug for EventStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EventStream").finish_non_exhaustive()
    }
}

impl Body for EventStream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.events.poll_recv(context).map(|event| event.map(|event| Ok(Frame::data(event))))
    }
}

impl Drop for EventStream {
    fn drop(&mut self) {
        if let Some(on_close) = self.on_close.take() {
            on_close();
        }
    }
}
