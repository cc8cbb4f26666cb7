//! A board in the browser: `ozutsu board` serves a page on the loopback address, on which people play
//! against the engine or each other and analyse.
//!
//! The page in `page/` only draws and takes input. Legal moves, the reasons why a move is illegal,
//! notation and results come from `rules`, records from `records`, moves and scores from `search`. The
//! page and the program exchange the [`messages`].
//!
//! - `server` answers HTTP requests after the checks of `security`, with the files of the page
//!   (`assets`), streams of events (`event_stream`) or the replies to commands.
//! - `tables` holds the tables, one for each page unless several pages share one. A
//!   `table` is a game in progress or an analysis: its move tree, players and `clock`. `commands`
//!   carries out the page's commands, `view` describes the table to the page.
//! - `engine_thread` runs the searches of a table, and `engine_jobs` decides which one to run.
//! - `game_info` describes the games and `movement` how the pieces move.
#![deny(missing_docs, unsafe_code)]
// Invalid input is answered with an error message, never with a panic.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod assets;
mod clock;
mod commands;
mod engine_jobs;
mod engine_thread;
mod event_stream;
mod game_info;
pub mod messages;
mod movement;
mod security;
mod server;
mod table;
mod tables;
#[cfg(test)]
mod tests;
mod view;

use rules::Rules;
use security::AccessRules;
use server::Server;
use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tables::Tables;

/// The settings of the board.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The game shown first.
    pub rules: &'static Rules,
    /// The port, 0 for a free one.
    pub port: u16,
    /// The number of search threads for each table.
    pub threads: usize,
    /// The size of the hash table in MiB for each table.
    pub hash: usize,
    /// Whether to open the page in the browser.
    pub open: bool,
    /// The program's name and version.
    pub program: &'static str,
}

/// Serves the board until the program ends. Writes the address of the page to `out` first.
pub fn serve(options: Options, out: &mut impl Write) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, options.port));
        let listener = tokio::net::TcpListener::bind(address).await?;
        let access = AccessRules::new(listener.local_addr()?.port())?;
        writeln!(out, "Board: {}", access.address())?;
        out.flush()?;
        if options.open {
            // Without a browser the printed address is enough.
            let _ = open::that_detached(access.address());
        }
        Server::new(access, Arc::new(Tables::new(options))).run(listener).await
    })
}
