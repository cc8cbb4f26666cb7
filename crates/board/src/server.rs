//! The HTTP server: accepts connections on the loopback address and answers requests.
//!
//! It runs on one thread with an asynchronous runtime. Commands run on its pool of blocking threads,
//! searches on the threads of the tables.

use crate::assets;
use crate::event_stream::EventStream;
use crate::messages::{Command, Reply};
use crate::security::AccessRules;
use crate::tables::Tables;
use http_body_util::{BodyExt, Either, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// The largest body of a request in bytes. A pasted game is the largest thing a page sends.
const MAX_BODY: usize = 1 << 20;
/// The largest head of a request in bytes.
const MAX_HEAD: usize = 16 << 10;
/// The longest path and query of a request in bytes.
const MAX_TARGET: usize = 1_000;
/// The number of connections served at a time. More wait.
const MAX_CONNECTIONS: usize = 256;
/// The time a client has to send the head or the body of a request.
const READ_TIMEOUT: Duration = Duration::from_secs(10);
/// The interval at which clocks are checked and new lines of searches are sent.
const TICK: Duration = Duration::from_millis(100);

type Body = Either<Full<Bytes>, EventStream>;

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

/// The state shared by all connections.
#[derive(Debug)]
pub struct Server {
    access: AccessRules,
    tables: Arc<Tables>,
}

impl Server {
    /// Creates a server.
    pub fn new(access: AccessRules, tables: Arc<Tables>) -> Self {
        Self { access, tables }
    }

    /// Accepts connections until the program ends.
    pub async fn run(self, listener: TcpListener) -> io::Result<()> {
        let server = Arc::new(self);
        let tables = Arc::clone(&server.tables);
        tokio::spawn(async move {
            let mut interval = tokio::time::interval(TICK);
            loop {
                interval.tick().await;
                tables.tick();
            }
        });
        let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        loop {
            let Ok(permit) = Arc::clone(&connections).acquire_owned().await else { return Ok(()) };
            let stream = match listener.accept().await {
                Ok((stream, _)) => stream,
                // For instance too many open files: wait until some are closed.
                Err(_) => {
                    tokio::time::sleep(TICK).await;
                    continue;
                }
            };
            let server = Arc::clone(&server);
            tokio::spawn(async move {
                let service = service_fn(|request| {
                    let server = Arc::clone(&server);
                    async move { Ok::<_, Infallible>(server.answer(request).await) }
                });
                // An error means that the client is gone or sent no valid request.
                let _ = hyper::server::conn::http1::Builder::new()
                    .timer(TokioTimer::new())
                    .header_read_timeout(READ_TIMEOUT)
                    .max_buf_size(MAX_HEAD)
                    .serve_connection(TokioIo::new(stream), service)
                    .await;
                drop(permit);
            });
        }
    }

    /// Answers a request.
    async fn answer(&self, request: Request<Incoming>) -> Response<Body> {
        let mut response = self.route(request).await;
        for (name, value) in SECURITY_HEADERS {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        response
    }

    async fn route(&self, request: Request<Incoming>) -> Response<Body> {
        let target = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
        if target > MAX_TARGET {
            return text(StatusCode::URI_TOO_LONG, "refused: the address is too long");
        }
        let query_value = |name: &str| {
            let pairs = request.uri().query().unwrap_or_default().split('&');
            pairs.filter_map(|pair| pair.split_once('=')).find(|(n, _)| *n == name).map(|(_, v)| v)
        };
        if let Err(refusal) = self.access.check(request.headers(), query_value("key")) {
            return text(StatusCode::FORBIDDEN, refusal.text());
        }
        let table = query_value("table").unwrap_or_default().to_owned();
        match (request.method(), request.uri().path()) {
            (&Method::GET, "/events") => self.open_events(&table),
            (&Method::POST, "/command") => self.run_command(table, request).await,
            (_, "/events" | "/command") => {
                text(StatusCode::METHOD_NOT_ALLOWED, "method not allowed")
            }
            (&Method::GET, path) => match assets::find(path) {
                Some(asset) => {
                    let mut response = text(StatusCode::OK, asset.content);
                    let headers = response.headers_mut();
                    let content_type = HeaderValue::from_static(asset.content_type);
                    headers.insert(header::CONTENT_TYPE, content_type);
                    if let Ok(cookie) = self.access.set_cookie().parse() {
                        headers.insert(header::SET_COOKIE, cookie);
                    }
                    response
                }
                None => text(StatusCode::NOT_FOUND, "not found"),
            },
            _ => text(StatusCode::METHOD_NOT_ALLOWED, "method not allowed"),
        }
    }

    /// Answers with the stream of events of a table.
    fn open_events(&self, table: &str) -> Response<Body> {
        match self.tables.open(table) {
            Ok(stream) => {
                let mut response = Response::new(Either::Right(stream));
                let content_type = HeaderValue::from_static("text/event-stream");
                response.headers_mut().insert(header::CONTENT_TYPE, content_type);
                response
            }
            Err(error) => text(StatusCode::SERVICE_UNAVAILABLE, error),
        }
    }

    /// Reads a command, runs it and answers with its reply.
    async fn run_command(&self, table: String, request: Request<Incoming>) -> Response<Body> {
        let content_type = request.headers().get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
        if content_type != Some(b"application/json") {
            return text(StatusCode::UNSUPPORTED_MEDIA_TYPE, "expected application/json");
        }
        let body = Limited::new(request.into_body(), MAX_BODY).collect();
        let Ok(body) = tokio::time::timeout(READ_TIMEOUT, body).await else {
            return text(StatusCode::REQUEST_TIMEOUT, "the command did not arrive in time");
        };
        let Ok(body) = body else {
            return text(StatusCode::PAYLOAD_TOO_LARGE, "refused: the command is too large");
        };
        let tables = Arc::clone(&self.tables);
        let run = move || match serde_json::from_slice::<Command>(&body.to_bytes()) {
            Ok(command) => tables.run(&table, command),
            Err(error) => Reply::Error { error: format!("invalid command: {error}") },
        };
        let failed = Reply::Error { error: "internal error: the command failed".into() };
        let reply = tokio::task::spawn_blocking(run).await.unwrap_or(failed);
        let json = serde_json::to_string(&reply).unwrap_or_default();
        let mut response = text(StatusCode::OK, json);
        let content_type = HeaderValue::from_static("application/json");
        response.headers_mut().insert(header::CONTENT_TYPE, content_type);
        response
    }
}

/// Returns an answer with a text.
fn text(status: StatusCode, content: impl Into<Bytes>) -> Response<Body> {
    let mut response = Response::new(Either::Left(Full::new(content.into())));
    *response.status_mut() = status;
    let content_type = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, content_type);
    response
}
