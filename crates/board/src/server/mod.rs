//! The HTTP server: serves the page and connects it with the board.
//!
//! One thread with an asynchronous runtime accepts connections, answers requests and runs the board, which
//! never waits. Searches run on a thread for each table, other work on the runtime's pool of blocking
//! threads; both report by events.
//!
//! - `http` answers requests after the checks of `access`, with the files of the page (`assets`).
//! - `socket` carries the messages between a page and the board; `page_channel` keeps those that wait for a page.
//! - `threads` is the board's backend, and `storage` keeps the user's data in a file.
//! - `launch` finds a port and opens the browser.

mod access;
mod assets;
mod http;
mod launch;
mod page_channel;
mod socket;
mod storage;
mod threads;

use crate::board::{Board, BoardSetup, PageId};
use crate::messages::ShareView;
use access::AccessRules;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use rules::Rules;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use storage::Storage;
pub use storage::data_folder;
use threads::{Event, Threads};
#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc::unbounded_channel;

/// The interval at which clocks are checked and new lines of searches are sent.
const TICK: Duration = Duration::from_millis(100);
/// How long the file that sends the browser to the board is kept if no page connects.
const REDIRECT_TIME: Duration = Duration::from_secs(60);

/// How long the program waits at its end for work that runs.
const END_TIME: Duration = Duration::from_secs(3);

/// The settings of the server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game shown first.
    pub rules: &'static Rules,
    /// The address to listen on, by default the loopback address.
    pub listen: Option<IpAddr>,
    /// The port, 0 for a free one. By default a fixed one, or a free one if that is in use.
    pub port: Option<u16>,
    /// The number of search threads for each table.
    pub threads: usize,
    /// The size of the hash table in MiB for each table.
    pub hash: usize,
    /// Whether to open the page in the browser.
    pub open: bool,
    /// The program's name and version.
    pub program: &'static str,
    /// The folder in which settings, solved puzzles and recent games are kept. Without one they are lost
    /// at the end.
    pub data_folder: Option<PathBuf>,
}

/// Serves the board until Ctrl-C is pressed or the system ends the program. Writes the address of the page
/// to `out` first.
pub fn serve(options: Options, out: &mut impl Write) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(serve_async(options, out));
    runtime.shutdown_background();
    result
}

/// Waits until the program is to end.
async fn end_signal() {
    #[cfg(unix)]
    if let Ok(mut terminate) = signal(SignalKind::terminate()) {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        return;
    }
    let _ = tokio::signal::ctrl_c().await;
}

async fn serve_async(options: Options, out: &mut impl Write) -> io::Result<()> {
    let address = options.listen.unwrap_or(Ipv4Addr::LOCALHOST.into());
    let listener = launch::listen(address, options.port).await?;
    let access = Arc::new(AccessRules::new(listener.local_addr()?)?);
    let url = access.url();
    writeln!(out, "Board: {url}")?;
    let share = (!address.is_loopback()).then(|| share_view(&url)).transpose()?;
    if share.is_some() {
        write_sharing_notice(&url, out)?;
    }
    out.flush()?;
    let (sender, mut events) = unbounded_channel();
    let mut threads = Threads::new(sender.clone(), options.threads, options.hash);
    let mut setup = BoardSetup {
        rules: options.rules,
        program: options.program,
        user_data: Default::default(),
        share,
        hash_sizes: Vec::new(),
    };
    if let Some(folder) = &options.data_folder {
        match Storage::open(folder) {
            Ok((storage, user_data)) => {
                threads.storage = Some(storage);
                setup.user_data = user_data;
            }
            Err(error) => {
                let folder = folder.display();
                writeln!(
                    out,
                    "Settings, solved puzzles and games are not kept: {folder}: {error}"
                )?;
            }
        }
    }
    let mut board = Board::new(setup, threads);
    tokio::spawn(http::accept(listener, access, sender));
    // Without a browser the printed address is enough.
    let mut redirect = options.open.then(|| launch::open_browser(&url)).and_then(Result::ok);
    let start = Instant::now();
    let mut ticks = tokio::time::interval(TICK);
    let mut end = pin!(end_signal());
    loop {
        let event = tokio::select! {
            event = events.recv() => event,
            _ = ticks.tick() => None,
            () = &mut end => break,
        };
        let now = Instant::now();
        match event {
            None => {
                board.tick(now);
                if start.elapsed() > REDIRECT_TIME {
                    drop(redirect.take());
                }
            }
            Some(Event::Opened { page, table, sender }) => {
                drop(redirect.take());
                board.backend().add_page(page, sender);
                board.open(page, &table, now);
            }
            Some(Event::Received { page, text, at }) => board.receive(page, &text, at),
            Some(Event::Closed { page }) => close(&mut board, page, now),
            Some(Event::Report { table, job, report, at }) => board.report(table, job, report, at),
            Some(Event::Finished { ticket, finished }) => {
                board.backend().running_works -= 1;
                board.finish(ticket, finished, now);
            }
        }
        for page in board.backend().take_cut_off() {
            close(&mut board, page, now);
        }
    }
    // The games are written by work, and their file when the board is dropped.
    board.keep_all(Instant::now());
    let finish = async {
        while board.backend().running_works > 0 {
            if let Some(Event::Finished { ticket, finished }) = events.recv().await {
                board.backend().running_works -= 1;
                board.finish(ticket, finished, Instant::now());
            }
        }
    };
    let _ = tokio::time::timeout(END_TIME, finish).await;
    Ok(())
}

fn close(board: &mut Board<Threads>, page: PageId, now: Instant) {
    board.backend().remove_page(page);
    board.close(page, now);
}

fn qr_code(url: &str) -> io::Result<QrCode> {
    QrCode::new(url).map_err(|error| io::Error::other(error.to_string()))
}

fn share_view(url: &str) -> io::Result<ShareView> {
    let code = qr_code(url)?;
    let rows = code.to_colors();
    let rows = rows.chunks(code.width());
    let row_text = |row: &[qrcode::Color]| row.iter().map(|c| c.select('1', '0')).collect();
    Ok(ShareView { address: url.into(), qr: rows.map(row_text).collect() })
}

/// Shows the address as a QR code for phones, and says who can use it.
fn write_sharing_notice(url: &str, out: &mut impl Write) -> io::Result<()> {
    // Terminals are mostly dark, and readers expect dark on light.
    let code = qr_code(url)?
        .render::<Dense1x2>()
        .dark_color(Dense1x2::Light)
        .light_color(Dense1x2::Dark)
        .build();
    writeln!(
        out,
        "{code}\n\
         Warning: everyone in this network who knows the address above can play and analyse on this \
         computer,\nand the connection is not encrypted. Share it only in a network that you trust."
    )
}
