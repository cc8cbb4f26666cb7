//! Accepts connections and answers HTTP requests.

use super::access::{AccessRules, Refusal};
use super::assets;
use super::socket::{PageSocket, READ_TIMEOUT};
use super::threads::Event;
use crate::board::PageId;
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use platform::lock;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::AbortHandle;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

/// The largest head of a request in bytes.
const MAX_HEAD: usize = 16 << 10;
/// The longest path and query of a request in bytes.
const MAX_TARGET: usize = 500;
/// The longest time a connection is kept, for clients that do not read their answers. Pages take a moment
/// to load; their sockets are not counted.
const MAX_CONNECTION_TIME: Duration = Duration::from_secs(60);
/// The most connections that have not shown the key or a pass: of an address, and of all. More take the places of the
/// oldest.
const MAX_STRANGERS: [usize; 2] = [64, 512];
/// The time to wait after a connection could not be accepted.
const RETRY_TIME: Duration = Duration::from_millis(100);

/// How a browser may keep a file that never changes.
const FIXED: &str = "public, max-age=31536000, immutable";

type Body = Full<Bytes>;

/// The headers of every answer. The page may load nothing from elsewhere and may not be framed.
const SECURITY_HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The connections that have not shown the key or a pass, the oldest first. Each can be closed.
#[derive(Debug, Default)]
pub struct Strangers(Mutex<VecDeque<Stranger>>);

#[derive(Debug)]
struct Stranger {
    connection: u64,
    address: IpAddr,
    task: AbortHandle,
}

impl Strangers {
    /// Adds the task of a connection from an address. Ends the oldest if there are too many.
    fn add(&self, connection: u64, address: IpAddr, task: AbortHandle) {
        let mut strangers = lock(&self.0);
        strangers.push_back(Stranger { connection, address, task });
        let is_near = |other: &Stranger| other.address == address;
        let near = strangers.iter().filter(|other| is_near(other)).count();
        let oldest = match (near, strangers.len()) {
            (near, _) if near > MAX_STRANGERS[0] => strangers.iter().position(is_near),
            (_, all) if all > MAX_STRANGERS[1] => Some(0),
            _ => None,
        };
        if let Some(oldest) = oldest.and_then(|index| strangers.remove(index)) {
            oldest.task.abort();
        }
    }

    /// Removes a connection that has shown the key or a pass, or is closed.
    pub fn remove(&self, connection: u64) {
        let mut strangers = lock(&self.0);
        strangers.retain(|other| other.connection != connection);
    }
}

/// Accepts connections until the program ends.
pub async fn accept(
    listener: TcpListener,
    access: Arc<AccessRules>,
    events: UnboundedSender<Event>,
) {
    let strangers = Arc::new(Strangers::default());
    // A socket has the number after that of its connection.
    for number in (0..).step_by(2) {
        let (stream, local, remote) = loop {
            match listener.accept().await.and_then(|(s, r)| Ok((s.local_addr()?, s, r))) {
                Ok((local, stream, remote)) => break (stream, local, remote.ip()),
                // For instance too many open files: wait until some are closed.
                Err(_) => tokio::time::sleep(RETRY_TIME).await,
            }
        };
        let connection = Connection {
            number,
            local,
            remote,
            access: Arc::clone(&access),
            strangers: Arc::clone(&strangers),
            events: events.clone(),
        };
        // The task starts after the next wait, when it is among the strangers.
        let task = tokio::spawn(connection.serve(stream));
        strangers.add(number, remote, task.abort_handle());
    }
}

/// A connection.
#[derive(Debug)]
struct Connection {
    number: u64,
    /// The address at which it arrived.
    local: SocketAddr,
    /// The address from which it came.
    remote: IpAddr,
    access: Arc<AccessRules>,
    strangers: Arc<Strangers>,
    events: UnboundedSender<Event>,
}

impl Connection {
    async fn serve(self, stream: TcpStream) {
        let connection = &self;
        let service =
            service_fn(|request| async move { Ok::<_, Infallible>(connection.answer(request)) });
        let serve = hyper::server::conn::http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(READ_TIMEOUT)
            .max_buf_size(MAX_HEAD)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        // An error means that the client is gone or sent no valid request.
        let _ = tokio::time::timeout(MAX_CONNECTION_TIME, serve).await;
        self.strangers.remove(self.number);
    }

    /// Answers a request.
    fn answer(&self, request: Request<Incoming>) -> Response<Body> {
        let mut response = self.route(request);
        for (name, value) in SECURITY_HEADERS {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        response
    }

    fn route(&self, request: Request<Incoming>) -> Response<Body> {
        let target = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
        if target > MAX_TARGET {
            return text(StatusCode::URI_TOO_LONG, "refused: the address is too long");
        }
        if let Err(refusal) = self.access.check_host(request.headers(), self.local) {
            return refused(refusal);
        }
        match (request.method(), request.uri().path()) {
            (&Method::GET, "/socket") => match self.access.check_origin(request.headers()) {
                Ok(()) => self.open_socket(request),
                Err(refusal) => refused(refusal),
            },
            (&Method::GET, path) => match assets::find(path) {
                Some(asset) => {
                    let mut response = text(StatusCode::OK, &asset.content);
                    let caching = if asset.is_fixed { FIXED } else { "no-cache" };
                    for (name, value) in [
                        (header::CONTENT_TYPE, asset.content_type),
                        (header::CACHE_CONTROL, caching),
                    ] {
                        response.headers_mut().insert(name, HeaderValue::from_static(value));
                    }
                    response
                }
                None => text(StatusCode::NOT_FOUND, "not found"),
            },
            _ => text(StatusCode::METHOD_NOT_ALLOWED, "method not allowed"),
        }
    }

    /// Answers with a WebSocket for a page.
    fn open_socket(&self, mut request: Request<Incoming>) -> Response<Body> {
        let headers = request.headers();
        let is_upgrade = headers
            .get(header::UPGRADE)
            .is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"websocket"));
        let nonce = headers.get(header::SEC_WEBSOCKET_KEY).filter(|_| is_upgrade);
        let Some(accept) = nonce.map(|nonce| derive_accept_key(nonce.as_bytes())) else {
            return text(StatusCode::BAD_REQUEST, "expected a WebSocket");
        };
        let Ok(accept) = HeaderValue::from_str(&accept) else {
            return text(StatusCode::BAD_REQUEST, "invalid key of the WebSocket");
        };
        static NEXT_PAGE: AtomicU64 = AtomicU64::new(0);
        let page = PageId(NEXT_PAGE.fetch_add(1, Ordering::Relaxed));
        let events = self.events.clone();
        let (access, strangers) = (Arc::clone(&self.access), Arc::clone(&self.strangers));
        let number = self.number + 1;
        let upgrade = hyper::upgrade::on(&mut request);
        let task = tokio::spawn(async move {
            // Fails if the client goes at once.
            if let Ok(upgraded) = upgrade.await
                && let Some(socket) = PageSocket::admit(upgraded, &access).await
            {
                strangers.remove(number);
                socket.serve(page, events).await;
            }
            strangers.remove(number);
        });
        self.strangers.add(number, self.remote, task.abort_handle());
        let mut response = text(StatusCode::SWITCHING_PROTOCOLS, "");
        let headers = response.headers_mut();
        headers.insert(header::CONNECTION, HeaderValue::from_static("Upgrade"));
        headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
        response
    }
}

fn refused(refusal: Refusal) -> Response<Body> {
    text(StatusCode::FORBIDDEN, refusal.text())
}

/// Returns an answer with a text.
fn text(status: StatusCode, content: &'static str) -> Response<Body> {
    let mut response = Response::new(Full::new(Bytes::from_static(content.as_bytes())));
    *response.status_mut() = status;
    let content_type = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, content_type);
    response
}
