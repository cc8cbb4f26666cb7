//! The thread that runs the jobs of a session, one after the other.

use super::diagnostics;
use super::info_printer::{InfoPrinter, TablePrinter};
use super::output::Output;
use crate::player::{Answer, Options, Player, Protocol, SearchRequest};
use crossbeam_channel::{Receiver, Sender, unbounded};
use mate::MateResult;
use rules::{Move, Position};
use search::{Control, STACK_SIZE};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

/// Work for the engine thread.
#[derive(Debug)]
pub enum Job {
    /// Set up the engine, and print `readyok` if the client waits for it.
    Setup { options: Box<Options>, prints_readyok: bool },
    /// Clear what was learned from earlier searches.
    NewGame,
    /// Run a search, and show it as a table if a person watches.
    Search { request: Box<SearchRequest>, as_table: bool },
    /// Count leaf nodes.
    Perft { position: Box<Position>, depth: u32, protocol: Protocol, control: Arc<Control> },
    /// Search the bench positions.
    Bench { depth: u32, control: Arc<Control> },
    /// Print an answer without a search, if infinite or pondering only after the end of that.
    Refuse { answer: String, infinite: bool, control: Arc<Control> },
}

/// Message that a job has ended, with the best move of a search.
pub type JobDone = Option<Move>;

/// Starts the thread. It ends when the sender of the jobs is dropped.
pub fn start(output: Output) -> io::Result<(Sender<Job>, Receiver<JobDone>)> {
    let (job_sender, jobs) = unbounded::<Job>();
    let (done_sender, done) = unbounded();
    let run_jobs = move || {
        let mut player = Player::default();
        for job in jobs {
            let outcome = catch_unwind(AssertUnwindSafe(|| job.run(&mut player, &output)));
            if outcome.is_err() {
                output.print_info_string("internal error: the engine crashed and was restarted");
                job.print_fallback_answer(&output);
                player = Player::default();
            }
            let _ = done_sender.send(outcome.ok().flatten());
        }
    };
    thread::Builder::new().name("engine".into()).stack_size(STACK_SIZE).spawn(run_jobs)?;
    Ok((job_sender, done))
}

impl Job {
    /// Runs the job. Returns the best move of a search.
    fn run(&self, player: &mut Player, output: &Output) -> Option<Move> {
        let mut print = |line: String| output.print(line);
        match self {
            Self::Setup { options, prints_readyok } => {
                if let Err(error) = player.set_up(options) {
                    output.print_info_string(error);
                }
                if *prints_readyok {
                    output.print("readyok");
                }
            }
            Self::NewGame => player.new_game(),
            Self::Search { request, as_table } => {
                let answer = if *as_table {
                    let mut printer = TablePrinter::new(output, &request.position);
                    let answer = player.search(request, &mut printer);
                    printer.finish(&answer);
                    answer
                } else {
                    let mut printer = InfoPrinter::new(output, request);
                    let answer = player.search(request, &mut printer);
                    printer.finish(&answer);
                    answer
                };
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
    fn print_fallback_answer(&self, output: &Output) {
        match self {
            Self::Setup { prints_readyok: true, .. } => output.print("readyok"),
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
