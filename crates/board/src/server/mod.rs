//! The HTTP server: serves the page and connects it with the board.
//!
//! One thread with an asynchronous runtime accepts connections, answers requests and runs the board, which
//! never waits. Searches run on a thread for each table, other work on the runtime's pool of blocking
//! threads; both report by events.
//!
//! - `http` answers requests after the checks of `access`, with the files of the page (`assets`).
//! - `socket` carries the messages between a page and the board; `page_channel` keeps those that wait for a page.
//! - `threads` is the board's backend, `storage` keeps the user's data in a file, and `table_file` the tables.
//! - `listen` finds a port, and `key` the key of the pages.

mod access;
mod assets;
mod http;
mod key;
mod listen;
mod page_channel;
mod rules_files;
mod socket;
mod storage;
mod table_file;
mod threads;

use crate::board::{Board, BoardSetup, PageId, Ticket};
use crate::engine_choices::{EngineChoices, EngineSize};
use crate::messages::{Message, ShareView};
use crate::step::Finished;
use access::{AccessRules, Admission};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use rules::Rules;
use std::env;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use storage::Storage;
use threads::{Event, Threads};
#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc::unbounded_channel;

/// The interval at which clocks are checked and new lines of searches are sent.
const TICK: Duration = Duration::from_millis(100);
/// The ticks between two looks at the files of games.
const RULES_TICKS: u64 = 10;
/// How long the program waits at its end for games that are being written.
const END_TIME: Duration = Duration::from_secs(1);

/// The settings of the server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game shown first.
    pub rules: &'static Rules,
    /// The address to listen on, by default the loopback address.
    pub listen: Option<IpAddr>,
    /// The port, 0 for a free one. By default a fixed one, or a free one if that is in use.
    pub port: Option<u16>,
    /// Further host names. A name without a port is accepted with every port.
    pub hosts: Vec<String>,
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

/// Serves the board until Ctrl-C is pressed, the terminal is closed or the system ends the program. Writes the
/// address of the page to `out` first, and what is wrong with the user's data to stderr. Returns an error if
/// something could not be kept.
pub fn serve(options: Options, out: &mut impl Write) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(serve_async(options, out));
    runtime.shutdown_background();
    result
}

/// Returns what ends when the program is to end.
#[cfg(unix)]
fn end_signal() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hangup = match platform::signals::is_hangup_ignored() {
        true => None,
        false => Some(signal(SignalKind::hangup())?),
    };
    Ok(async move {
        let hangup = async {
            match &mut hangup {
                Some(hangup) => hangup.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hangup => {}
        }
    })
}

#[cfg(windows)]
fn end_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::windows::{ctrl_c, ctrl_close, ctrl_logoff, ctrl_shutdown};
    let (mut interrupt, mut close) = (ctrl_c()?, ctrl_close()?);
    let (mut logoff, mut shutdown) = (ctrl_logoff()?, ctrl_shutdown()?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = close.recv() => {}
            _ = logoff.recv() => {}
            _ = shutdown.recv() => {}
        }
    })
}

async fn serve_async(options: Options, out: &mut impl Write) -> io::Result<()> {
    let address = options.listen.unwrap_or(Ipv4Addr::LOCALHOST.into());
    let listener = listen::listen(address, options.port).await?;
    let key = match &options.data_folder {
        Some(folder) if address.is_loopback() => key::kept_key(folder)?,
        // Those to whom the address was shown cannot use the next board.
        _ => key::random_key()?,
    };
    let address_with_port = listener.local_addr()?;
    let access = Arc::new(AccessRules::new(key, address_with_port, options.hosts));
    // Before the address is known, so that the first signal finds it.
    let mut end = pin!(end_signal()?);
    let url = access.url();
    let share = (!address.is_loopback()).then(|| share_view(&url)).transpose()?;
    if share.is_some() {
        write_sharing_notice(&url, out)?;
    }
    // Last, because a small terminal has no room for all.
    writeln!(out, "Board: {url}")?;
    out.flush()?;
    let (sender, mut events) = unbounded_channel();
    let usual = EngineSize { threads: options.threads, hash: options.hash };
    let processors = std::thread::available_parallelism().map_or(1, Into::into);
    let choices = EngineChoices::new(usual, processors);
    let mut setup = BoardSetup {
        rules: options.rules,
        program: options.program,
        scripts: assets::version(),
        user_data: Default::default(),
        share,
        hash_sizes: choices.hash.clone(),
        thread_counts: choices.threads.clone(),
    };
    let mut threads = Threads::new(sender.clone(), choices, Arc::clone(&access));
    let mut tables = Vec::new();
    if let Some(folder) = &options.data_folder {
        let events = sender.clone();
        let report = move |problem| {
            let _ = events.send(Event::Problem { problem });
        };
        let port = address_with_port.port();
        let storage;
        (storage, setup.user_data, tables) = Storage::open(folder, port, report)?;
        threads.storage = Some(storage);
        threads.adopt_settings(&setup.user_data.settings);
    }
    let mut board = Board::new(setup, threads);
    board.restore_tables(tables, Instant::now());
    let browser = match options.open {
        false => "",
        true if open_browser(&access.url_with_token()?) => "It opens in the browser. ",
        true => "No browser was found: open this address in one. ",
    };
    // A program that has read the address may have closed the pipe.
    let _ = writeln!(out, "{browser}Ctrl-C ends the board.").and_then(|()| out.flush());
    tokio::spawn(http::accept(listener, access, sender));
    let mut ticks = tokio::time::interval(TICK);
    let mut tick_count = 0_u64;
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
                tick_count += 1;
                if tick_count.is_multiple_of(RULES_TICKS)
                    && let Some(files) = board.backend().rules_files.check()
                {
                    board.set_changed_rules(files);
                }
            }
            Some(Event::Opened { page, table, admission, sender }) => {
                let Admission { new_key, pass, is_owners } = admission;
                board.backend().add_page(page, sender);
                match pass {
                    Some(pass) => board.open_seat(page, &pass, is_owners, now),
                    None => board.open(page, &table, now),
                }
                if let Some(key) = new_key {
                    board.send(page, &Message::Key { key });
                }
            }
            Some(Event::Lag { page, lag }) => board.set_lag(page, lag),
            Some(Event::Received { page, text, at, room }) => {
                board.receive(page, &text, at);
                drop(room);
            }
            Some(Event::Closed { page, heard }) => close(&mut board, page, heard),
            Some(Event::Report { table, job, report, at }) => board.report(table, job, report, at),
            Some(Event::Finished { ticket, finished }) => finish(&mut board, ticket, finished),
            Some(Event::Problem { problem }) => {
                if let Some(problem) = &problem {
                    let _ = writeln!(io::stderr(), "warning: {}", problem);
                }
                board.set_problem(problem);
            }
        }
        for page in board.backend().take_cut_off() {
            close(&mut board, page, now);
        }
    }
    board.keep_all(Instant::now());
    let write_games = async {
        while board.backend().unwritten_games > 0 {
            if let Some(Event::Finished { ticket, finished }) = events.recv().await {
                finish(&mut board, ticket, finished);
            }
        }
    };
    let are_written = tokio::time::timeout(END_TIME, write_games).await.is_ok();
    let Some(storage) = board.backend().storage.take() else { return Ok(()) };
    storage.finish(board.save_tables(Instant::now())).map_err(io::Error::other)?;
    if are_written {
        Ok(())
    } else {
        Err(io::Error::other("games not saved: writing takes too long"))
    }
}

/// Hands the result of work to the board.
fn finish(board: &mut Board<Threads>, ticket: Ticket, finished: Option<Finished>) {
    board.backend().unwritten_games -= usize::from(ticket.is_for_game());
    board.finish(ticket, finished, Instant::now());
}

fn close(board: &mut Board<Threads>, page: PageId, heard: Instant) {
    board.backend().remove_page(page);
    board.close(page, heard, Instant::now());
}

/// Opens a page in the browser. Returns whether there is one, as far as that is known.
fn open_browser(url: &str) -> bool {
    // Without a screen, the programs that open pages are often there, and find nothing to open them.
    let has_screen = !cfg!(target_os = "linux")
        || ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME", "BROWSER"]
            .iter()
            .any(|name| env::var_os(name).is_some_and(|value| !value.is_empty()));
    has_screen && open::that_detached(url).is_ok()
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
         Warning: everyone in this network who knows this address can play and analyse on\n\
         this computer, and the connection is not encrypted. Share it only in a network\n\
         that you trust."
    )
}
