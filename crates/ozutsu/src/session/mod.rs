//! A conversation with a program, or with a person who types: commands on stdin, answers on
//! stdout.
//!
//! Four threads talk through channels: one reads lines, this one understands them ([`hear`]), one does
//! what takes time ([`jobs`]), and one writes ([`output`]). So nothing that is said has to wait for
//! something else to end. Each job gives its own answer when it ends, once.

mod centipawns;
mod dialect;
mod go;
mod hear;
mod jobs;
mod margins;
mod mate;
mod option_table;
mod options;
mod output;
mod report;
mod skill;
mod think;
mod tools;
mod witness;

pub use centipawns::centipawns;
#[cfg(test)]
pub use centipawns::from_centipawns;
pub use dialect::Dialect;
pub use go::limits;
pub use options::Options;
pub use report::{legal_part, line, speed};
pub use think::{Answer, Request, Thinker};
pub use tools::bench;

use crate::cli_error::CliError;
use crossbeam_channel::{Receiver, Sender, bounded, never, select, tick};
use jobs::{Done, Job};
use output::{Ended, Output};
use rules::{Color, Position, Rules};
use search::Control;
use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// How often a client that waits hears that it is not forgotten.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long the end may wait for answers that are due.
const FAREWELL: Duration = Duration::from_secs(2);
/// How long what comes after a search waits for the answer of that.
const AT_HAND: Duration = Duration::from_millis(100);
/// How many lines may wait to be understood.
const BACKLOG: usize = 1024;

/// Talks until the other side has had enough.
pub fn run(variant: &'static Rules) -> Result<(), CliError> {
    let (output, ended) = Output::start(io::stdout());
    let (jobs, done) = jobs::start(output.clone())?;
    Session::new(variant, output, jobs, done).talk(&read_lines(), &ended, &interrupts());
    Ok(())
}

/// The lines of stdin; disconnected at its end.
fn read_lines() -> Receiver<String> {
    let (lines, input) = bounded(BACKLOG);
    thread::spawn(move || {
        for line in vampirc_usi::Lines::new(io::stdin().lock()) {
            let Ok(line) = line else { break };
            if lines.send(line).is_err() {
                break;
            }
        }
    });
    input
}

/// Who types at a terminal can interrupt a search; programs have `stop` for that.
fn interrupts() -> Receiver<()> {
    let (interrupt, interrupts) = bounded(1);
    let handler = move || {
        let _ = interrupt.try_send(());
    };
    if io::stdin().is_terminal() && ctrlc::set_handler(handler).is_ok() {
        eprintln!("Ozutsu {}; 'help' lists what you can type", env!("CARGO_PKG_VERSION"));
        return interrupts;
    }
    never()
}

/// What is known between two lines.
struct Session {
    dialect: Dialect,
    options: Options,
    position: Position,
    /// Whether the game is over and nothing was searched since.
    is_over: bool,
    /// The game before one is chosen.
    default: &'static Rules,
    output: Output,
    jobs: Sender<Job>,
    done: Receiver<Done>,
    /// The jobs that are not done, the oldest first.
    tasks: VecDeque<Task>,
    /// How often a client that waits is reassured, and when: never, if none waits.
    patience: Duration,
    reminder: Receiver<Instant>,
}

/// A job that is not done.
#[derive(Debug)]
enum Task {
    /// A search or a count, which hears what is said to its control.
    Work { control: Arc<Control>, side: Color },
    /// A client waits for `readyok`, and only the end of the session cuts that short.
    Ready { control: Arc<Control> },
    /// Nobody waits for it.
    Chore { control: Arc<Control> },
}

impl Task {
    fn control(&self) -> &Control {
        match self {
            Self::Work { control, .. } | Self::Ready { control } | Self::Chore { control } => {
                control
            }
        }
    }
}

/// Whether the conversation goes on.
#[derive(PartialEq, Eq)]
enum Flow {
    Stay,
    Leave,
}

impl Session {
    fn new(
        variant: &'static Rules,
        output: Output,
        jobs: Sender<Job>,
        done: Receiver<Done>,
    ) -> Self {
        Self {
            dialect: Dialect::default(),
            options: Options::new(variant),
            position: Position::start(variant),
            is_over: false,
            default: variant,
            output,
            jobs,
            done,
            tasks: VecDeque::new(),
            patience: PATIENCE,
            reminder: never(),
        }
    }

    fn talk(mut self, input: &Receiver<String>, ended: &Ended, interrupts: &Receiver<()>) {
        loop {
            let flow = select! {
                recv(input) -> line => line.map_or(Flow::Leave, |line| self.hear(&line)),
                recv(self.done) -> done => match done {
                    Ok(done) => {
                        self.finish(&done);
                        Flow::Stay
                    }
                    Err(_) => Flow::Leave,
                },
                recv(ended) -> _ => Flow::Leave,
                recv(interrupts) -> _ => self.interrupt(),
                // Who waits for `readyok` sees that it is not forgotten.
                recv(self.reminder) -> _ => {
                    self.output.say("");
                    Flow::Stay
                }
            };
            if flow == Flow::Leave {
                break;
            }
        }
        for task in &self.tasks {
            task.control().stop();
        }
        // With the last of what can give jobs and say things gone, both other threads end.
        drop(self);
        let _ = ended.recv_timeout(FAREWELL);
    }

    /// Stops what can be stopped. Each of these still gives its answer.
    fn stop(&self) {
        for task in self.tasks.iter().filter(|task| matches!(task, Task::Work { .. })) {
            task.control().stop();
        }
        if self.is_working() {
            self.leave_preparations();
        }
    }

    /// Has a search that is in a hurry not wait for what is prepared before it. What is left is done
    /// when there is time.
    fn leave_preparations(&self) {
        for task in self.tasks.iter().filter(|task| !matches!(task, Task::Work { .. })) {
            task.control().stop();
        }
    }

    /// Stops what can be stopped and waits for the answers, which are at hand.
    fn settle(&mut self) {
        self.stop();
        while self.is_working()
            && let Ok(done) = self.done.recv_timeout(AT_HAND)
        {
            self.finish(&done);
        }
    }

    fn is_working(&self) -> bool {
        self.tasks.iter().any(|task| matches!(task, Task::Work { .. }))
    }

    fn interrupt(&self) -> Flow {
        if !self.is_working() {
            return Flow::Leave;
        }
        self.stop();
        Flow::Stay
    }

    /// Has a job done after those that are not done yet.
    fn give(&mut self, task: Task, job: Job) {
        if matches!(task, Task::Ready { .. }) && !self.is_awaited() {
            self.reminder = tick(self.patience);
        }
        self.tasks.push_back(task);
        // Without the thread that takes jobs, `talk` ends.
        let _ = self.jobs.send(job);
    }

    /// The oldest job is done.
    fn finish(&mut self, done: &Done) {
        self.tasks.pop_front();
        if !self.is_awaited() {
            self.reminder = never();
        }
        if done.is_behind && self.tasks.is_empty() {
            let control = Arc::new(Control::default());
            let options = Box::new(self.options.clone());
            let job = Job::CatchUp { options, control: Arc::clone(&control) };
            self.give(Task::Chore { control }, job);
        }
    }

    /// Whether a client waits for `readyok`.
    fn is_awaited(&self) -> bool {
        self.tasks.iter().any(|task| matches!(task, Task::Ready { .. }))
    }

    /// Has work done that can be stopped, in place of any that is going on.
    fn work(&mut self, control: Arc<Control>, job: Job) {
        self.settle();
        self.give(Task::Work { control, side: self.position.side() }, job);
    }
}

#[cfg(test)]
mod tests;
