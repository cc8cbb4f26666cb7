//! The jobs of a session.

use crate::diagnostics;
use crate::info_printer::InfoPrinter;
use crate::output::Output;
use crate::player::{Answer, Options, Player, Protocol, SearchRequest};
use crate::search_table::SearchTable;
use mate::MateResult;
use rules::{Move, Position};
use search::Control;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Work for the engine.
#[derive(Debug)]
pub enum Job {
    /// Set up the engine, and print `readyok` if the client waits for it.
    Setup { options: Box<Options>, prints_readyok: bool },
    /// Clear what was learned from earlier searches.
    NewGame,
    /// Run a search, and show it as a table if a person sees the output in a terminal of this width.
    Search { request: Box<SearchRequest>, table_width: Option<usize> },
    /// Count leaf nodes.
    Perft { position: Box<Position>, depth: u32, protocol: Protocol, control: Arc<Control> },
    /// Search the bench positions.
    Bench { depth: u32, control: Arc<Control> },
    /// Print an answer without a search, if infinite or pondering only after the end of that.
    Refuse { answer: String, infinite: bool, control: Arc<Control> },
}

/// Message that a job has ended, with the best move of a search.
pub type JobDone = Option<Move>;

/// Runs the jobs of a session.
#[derive(Debug)]
pub struct JobRunner {
    player: Player,
}

impl JobRunner {
    /// Fails if there is not enough memory.
    pub fn new() -> io::Result<Self> {
        Ok(Self { player: Player::new()? })
    }

    /// Runs a job. One that panics prints an answer, so that the client does not wait forever. Fails if
    /// there is then not enough memory to start the engine again.
    pub fn run(&mut self, job: &Job, output: &dyn Output) -> io::Result<JobDone> {
        let outcome = catch_unwind(AssertUnwindSafe(|| job.run(&mut self.player, output)));
        outcome.or_else(|_| {
            output.print_info_string("internal error: the engine crashed and was restarted");
            job.print_fallback_answer(output);
            self.player = Player::new()?;
            Ok(None)
        })
    }
}

/// Runs a search, and prints the progress and the answer: as a table for a terminal of this width, otherwise as
/// lines of the protocol.
pub fn search(
    player: &mut Player,
    request: &SearchRequest,
    table_width: Option<usize>,
    output: &dyn Output,
) -> Answer {
    if let Some(width) = table_width {
        let mut table = SearchTable::new(output, &request.position, width);
        let answer = player.search(request, &mut table);
        table.finish(&answer);
        answer
    } else {
        let mut printer = InfoPrinter::new(output, request);
        let answer = player.search(request, &mut printer);
        printer.finish(&answer);
        answer
    }
}

impl Job {
    /// Runs the job. Returns the best move of a search.
    fn run(&self, player: &mut Player, output: &dyn Output) -> Option<Move> {
        let mut print = |line: String| output.print_line(line);
        match self {
            Self::Setup { options, prints_readyok } => {
                if let Err(error) = player.set_up(options) {
                    output.print_info_string(error);
                }
                if *prints_readyok {
                    output.print_line("readyok".into());
                }
            }
            Self::NewGame => player.new_game(),
            Self::Search { request, table_width } => {
                let answer = search(player, request, *table_width, output);
                if let Answer::Move { best, .. } = answer {
                    return Some(best);
                }
            }
            Self::Perft { position, depth, protocol, control } => {
                diagnostics::perft(position, *depth, *protocol, control, &mut print);
            }
            Self::Bench { depth, control } => {
                diagnostics::bench(None, *depth, control, &mut print);
            }
            Self::Refuse { answer, infinite, control } => {
                control.wait_while(|| *infinite || control.is_pondering());
                output.print(answer);
            }
        }
        None
    }

    /// Prints an answer for a job that crashed, so that the client does not wait forever.
    fn print_fallback_answer(&self, output: &dyn Output) {
        match self {
            Self::Setup { prints_readyok: true, .. } => output.print_line("readyok".into()),
            Self::Search { request, .. } => {
                let legal = request.position.legal_moves();
                let answer = match legal.first() {
                    _ if request.is_mate_search => Answer::Mate(MateResult::Unknown),
                    Some(&best) => Answer::Move { best, ponder: None },
                    None => Answer::Resign,
                };
                output.print(answer.format(request.protocol, request.position.rules()));
            }
            // No client waits for an answer.
            Self::Setup { .. }
            | Self::NewGame
            | Self::Perft { .. }
            | Self::Bench { .. }
            | Self::Refuse { .. } => {}
        }
    }
}
