//! A board in the browser: `ozutsu board` serves a page on the loopback address, on which people play
//! against the engine or each other and analyse.
//!
//! The page in `page/` only draws and takes input. Legal moves, the reasons why a move is illegal,
//! notation and results come from `rules`, records from `records`, moves and scores from `search`. The
//! page and the program exchange the [`messages`].
//!
//! - `server` answers HTTP requests after the checks of `security`, with the files of the page
//!   (`assets`), streams of events (`event_stream`) or the replies to commands.
//! - `tables` holds the tables, one for each page unless several pages share one. A `table` joins the
//!   `state` of a game or an analysis with its pages and its engine.
//! - The state is a move tree, the players and their `clock`. `commands` carries out the page's
//!   commands on it, and `engine_jobs` decides which `job` the engine does and takes its results.
//! - `launch` finds a port and opens the browser.
//! - `engine_thread` does the jobs of a table.
//! - `view` describes the state to the page, `line_view` scores and lines, `game_info` the games, and
//!   `movement` how the pieces move.
//! - `puzzle` carries out the commands about puzzles, `puzzle_list` has the stored ones, and `import`
//!   reads pasted text.
//!
//! Dependencies between the modules point downwards in this order: `server`, `tables`, `table`, then
//! `commands`, `engine_jobs`, `engine_thread` and `view`, then `import` and `puzzle`, then `state`, then
//! the others.
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
mod import;
mod job;
mod launch;
mod line_view;
pub mod messages;
mod movement;
mod options;
mod own_puzzles;
mod puzzle;
mod puzzle_attempt;
mod puzzle_list;
mod security;
mod server;
mod state;
mod table;
mod tables;
#[cfg(test)]
mod tests;
mod view;

pub use options::Options;
use security::AccessRules;
use server::Server;
use std::io::{self, Write};
use std::net::Ipv4Addr;
use std::sync::Arc;
use tables::Tables;

/// Serves the board until the program ends. Writes the address of the page to `out` first.
pub fn serve(options: Options, out: &mut impl Write) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = launch::listen(Ipv4Addr::LOCALHOST.into(), options.port).await?;
        let access = AccessRules::new(listener.local_addr()?.port())?;
        writeln!(out, "Board: {}", access.address())?;
        out.flush()?;
        // Without a browser the printed address is enough.
        let _redirect = options.open.then(|| launch::open_browser(&access.address()));
        Server::new(access, Arc::new(Tables::new(options))).run(listener).await
    })
}
