//! Accepts connections and answers HTTP requests.

use super::access::{AccessRules, Admission, Credentials, Refusal};
use super::assets;
use super::socket::serve_page;
use super::threads::Event;
use crate::board::PageId;
use http_body_util::Full;
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::AbortHandle;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

/// The largest head of a request in bytes.
const MAX_HEAD: usize = 16 << 10;
/// The longest path and query of a request in bytes.
const MAX_TARGET: usize = 1_000;
/// The time a client has to send the head of a request.
const READ_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest time a connection is kept, for clients that do not read their answers. Pages take a moment
/// to load; their sockets are not counted.
const MAX_CONNECTION_TIME: Duration = Duration::from_secs(60);
/// The most connections that have not shown the key. More take the places of the oldest.
const MAX_STRANGERS: usize = 64;
/// The time to wait after a connection could not be accepted.
const RETRY_TIME: Duration = Duration::from_millis(100);

type Body = Full<Bytes>;

/// The headers of every answer. The page may load nothing from elsewhere and may not be framed.
const SECURITY_HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::CACHE_CONTROL, "no-store"),
];

/// The connections that have not shown the key, the oldest first. Each can be closed.
#[derive(Debug, Default)]
struct Strangers(Mutex<VecDeque<(u64, AbortHandle)>>);

impl Strangers {
    /// Adds a connection. Closes the oldest if there are too many.
    fn add(&self, number: u64, connection: AbortHandle) {
        let mut strangers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        strangers.push_back((number, connection));
        if strangers.len() > MAX_STRANGERS
            && let Some((_, oldest)) = strangers.pop_front()
        {
            oldest.abort();
        }
    }

    /// Removes a connection that has shown the key or is closed.
    fn remove(&self, number: u64) {
        let mut strangers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        strangers.retain(|(other, _)| *other != number);
    }
}

/// Accepts connections until the program ends.
pub async fn accept(
    listener: TcpListener,
    access: Arc<AccessRules>,
    events: UnboundedSender<Event>,
) {
    let strangers = Arc::new(Strangers::default());
    for number in 0.. {
        let (stream, local) = loop {
            match listener.accept().await.and_then(|(s, _)| Ok((s.local_addr()?, s))) {
                Ok((local, stream)) => break (stream, local),
                // For instance too many open files: wait until some are closed.
                Err(_) => tokio::time::sleep(RETRY_TIME).await,
            }
        };
        let connection = Connection {
            number,
            local,
            access: Arc::clone(&access),
            strangers: Arc::clone(&strangers),
            events: events.clone(),
        };
        // The task starts after the next wait, when it is among the strangers.
        let task = tokio::spawn(connection.serve(stream));
        strangers.add(number, task.abort_handle());
    }
}

/// A connection.
#[derive(Debug)]
struct Connection {
    number: u64,
    /// The address at which it arrived.
    local: SocketAddr,
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
        let query_value = |name: &str| {
            let pairs = request.uri().query().unwrap_or_default().split('&');
            pairs.filter_map(|pair| pair.split_once('=')).find(|(n, _)| *n == name).map(|(_, v)| v)
        };
        if let Err(refusal) = self.access.check_host(request.headers(), self.local) {
            return refused(refusal);
        }
        match (request.method(), request.uri().path()) {
            (&Method::GET, "/socket") => {
                let shown = Credentials {
                    key: query_value("key"),
                    token: query_value("token"),
                    pass: query_value("seat"),
                };
                let admission = match self.access.check_socket(request.headers(), shown) {
                    Ok(admission) => admission,
                    Err(refusal) => return refused(refusal),
                };
                self.strangers.remove(self.number);
                let table = query_value("table").unwrap_or_default().to_owned();
                self.open_socket(table, admission, request)
            }
            (&Method::GET, path) => match assets::find(path) {
                Some(asset) => {
                    let mut response = text(StatusCode::OK, asset.content);
                    let content_type = HeaderValue::from_static(asset.content_type);
                    response.headers_mut().insert(header::CONTENT_TYPE, content_type);
                    response
                }
                None => text(StatusCode::NOT_FOUND, "not found"),
            },
            _ => text(StatusCode::METHOD_NOT_ALLOWED, "method not allowed"),
        }
    }

    /// Answers with a WebSocket for a page at a table.
    fn open_socket(
        &self,
        table: String,
        admission: Admission,
        mut request: Request<Incoming>,
    ) -> Response<Body> {
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
        // Every browser sends it.
        if !headers.contains_key(header::ORIGIN) {
            return refused(Refusal::Origin);
        }
        static NEXT_PAGE: AtomicU64 = AtomicU64::new(0);
        let page = PageId(NEXT_PAGE.fetch_add(1, Ordering::Relaxed));
        let events = self.events.clone();
        let upgrade = hyper::upgrade::on(&mut request);
        tokio::spawn(async move {
            // Fails if the client goes at once.
            if let Ok(upgraded) = upgrade.await {
                serve_page(upgraded, page, table, admission, events).await;
            }
        });
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
