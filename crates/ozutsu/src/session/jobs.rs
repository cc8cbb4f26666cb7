//! The thread that does what takes time, one job after the other.

use super::dialect::Dialect;
use super::options::{Options, milliseconds};
use super::output::Output;
use super::report::Lines;
use super::think::{Answer, Request, Thinker};
use super::tools;
use crossbeam_channel::{Receiver, Sender, unbounded};
use rules::Position;
use search::{Cancel, Control, MateResult, STACK_SIZE};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;

/// Something that takes time.
#[derive(Debug)]
pub enum Job {
    /// Prepare what can be, then say so.
    Ready { options: Box<Options>, control: Arc<Control> },
    /// Prepare what a search did not wait for.
    CatchUp { options: Box<Options>, control: Arc<Control> },
    /// Forget what was learnt.
    Clear { control: Arc<Control> },
    /// Find a move, or a mate.
    Search(Box<Request>),
    /// Count lines.
    Perft { position: Box<Position>, depth: u32, dialect: Dialect, control: Arc<Control> },
    /// Search fixed positions.
    Bench { depth: u32, control: Arc<Control> },
}

/// A job is done.
#[derive(Debug)]
pub struct Done {
    /// Whether something is left to prepare.
    pub is_behind: bool,
}

/// Starts the thread. It ends when no more jobs can come.
pub fn start(output: Output) -> io::Result<(Sender<Job>, Receiver<Done>)> {
    let (jobs, queue) = unbounded::<Job>();
    let (finished, done) = unbounded();
    let work = move || {
        let mut thinker = Thinker::default();
        for job in queue {
            let outcome = catch_unwind(AssertUnwindSafe(|| job.run(&mut thinker, &output)));
            if outcome.is_err() {
                output.info("a fault in the engine ended this job");
                job.give_up(&output);
                thinker = Thinker::default();
            }
            let _ = finished.send(Done { is_behind: thinker.is_behind() });
        }
    };
    thread::Builder::new().name("engine".into()).stack_size(STACK_SIZE).spawn(work)?;
    Ok((jobs, done))
}

impl Job {
    fn run(&self, thinker: &mut Thinker, output: &Output) {
        let mut tell = |line: String| output.say(line);
        match self {
            Self::Ready { options, control } | Self::CatchUp { options, control } => {
                let cancel = Cancel::on_stop(control);
                if let Err(trouble) = thinker.prepare(options, options.variant, &cancel) {
                    output.info(trouble);
                }
                if matches!(self, Self::Ready { .. }) {
                    output.say("readyok");
                }
            }
            Self::Clear { control } => thinker.clear(&Cancel::on_stop(control)),
            Self::Search(request) => {
                let interval = milliseconds(request.options.pv_interval);
                let (dialect, position) = (request.dialect, &request.position);
                let mut lines = Lines::new(output, dialect, position, interval);
                let answer = thinker.think(request, &mut lines);
                lines.finish();
                output.say(answer.line(dialect, position.rules()));
            }
            Self::Perft { position, depth, dialect, control } => {
                tools::divide(position, *depth, *dialect, control, &mut tell);
            }
            Self::Bench { depth, control } => {
                if let Err(error) = tools::bench(None, *depth, control, &mut tell) {
                    output.info(error);
                }
            }
        }
    }

    /// Whoever waits for an answer gets one, even if it is poor.
    fn give_up(&self, output: &Output) {
        match self {
            Self::Ready { .. } => output.say("readyok"),
            Self::Search(request) => {
                let legal = request.position.legal_moves();
                let answer = match legal.first() {
                    _ if request.is_problem => Answer::Mate(MateResult::Unknown),
                    Some(&best) => Answer::Move { best, ponder: None },
                    None => Answer::Resign,
                };
                output.say(answer.line(request.dialect, request.position.rules()));
            }
            Self::CatchUp { .. } | Self::Clear { .. } => {}
            Self::Perft { .. } | Self::Bench { .. } => {}
        }
    }
}
