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

pub use centipawns::centipawns;
#[cfg(test)]
pub use centipawns::from_centipawns;
pub use dialect::Dialect;
pub use go::limits;
pub use options::Options;
pub use report::{legal_part, line, speed};
pub use think::{Answer, Request, Thinker};
pub use tools::bench;

use crate::failure::Failure;
use crossbeam_channel::{Receiver, Sender, bounded, never, select};
use jobs::{Done, Job};
use output::{Ended, Output};
use rules::{Color, Position, Rules};
use search::Control;
use std::collections::VecDeque;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// How often a client that waits hears that it is not forgotten.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long the end may wait for answers that are due.
const FAREWELL: Duration = Duration::from_secs(2);
/// How long what comes after a search waits for the answer of that.
const AT_HAND: Duration = Duration::from_millis(100);
/// How many lines may wait to be understood.
const BACKLOG: usize = 1024;

/// Talks until the other side has had enough.
pub fn run(variant: &'static Rules) -> Result<(), Failure> {
    let (output, ended) = Output::start();
    let (jobs, done) = jobs::start(output.clone())?;
    let session = Session {
        dialect: Dialect::default(),
        options: Options::new(variant),
        position: Position::start(variant),
        default: variant,
        output,
        jobs,
        done,
        tasks: VecDeque::new(),
    };
    session.talk(&read_lines(), &ended, &interrupts());
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
    /// The game before one is chosen.
    default: &'static Rules,
    output: Output,
    jobs: Sender<Job>,
    done: Receiver<Done>,
    /// The jobs that are not done, the oldest first.
    tasks: VecDeque<Task>,
}

/// A job that is not done.
#[derive(Debug)]
enum Task {
    /// A search or a count, which hears what is said to its control.
    Work { control: Arc<Control>, side: Color },
    /// A client waits for `readyok`.
    Ready,
    /// Nobody waits for it.
    Chore,
}

/// Whether the conversation goes on.
#[derive(PartialEq, Eq)]
enum Flow {
    Stay,
    Leave,
}

impl Session {
    fn talk(mut self, input: &Receiver<String>, ended: &Ended, interrupts: &Receiver<()>) {
        loop {
            let flow = select! {
                recv(input) -> line => line.map_or(Flow::Leave, |line| self.hear(&line)),
                recv(self.done) -> done => match done {
                    Ok(Done) => {
                        self.tasks.pop_front();
                        Flow::Stay
                    }
                    Err(_) => Flow::Leave,
                },
                recv(ended) -> _ => Flow::Leave,
                recv(interrupts) -> _ => self.interrupt(),
                default(PATIENCE) => {
                    self.reassure();
                    Flow::Stay
                }
            };
            if flow == Flow::Leave {
                break;
            }
        }
        self.stop();
        // With the last of what can give jobs and say things gone, both other threads end.
        drop(self);
        let _ = ended.recv_timeout(FAREWELL);
    }

    /// Stops what can be stopped. Each of these still gives its answer.
    fn stop(&self) {
        for task in &self.tasks {
            if let Task::Work { control, .. } = task {
                control.stop();
            }
        }
    }

    /// Stops what can be stopped and waits for the answers, which are at hand.
    fn settle(&mut self) {
        self.stop();
        while self.is_working() && self.done.recv_timeout(AT_HAND).is_ok() {
            self.tasks.pop_front();
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

    /// Shows a client that waits for `readyok` that it is not forgotten.
    fn reassure(&self) {
        if self.tasks.iter().any(|task| matches!(task, Task::Ready)) {
            self.output.say("");
        }
    }

    /// Has a job done after those that are not done yet.
    fn give(&mut self, task: Task, job: Job) {
        self.tasks.push_back(task);
        // Without the thread that takes jobs, `talk` ends.
        let _ = self.jobs.send(job);
    }

    /// Has work done that can be stopped, in place of any that is going on.
    fn work(&mut self, control: Arc<Control>, job: Job) {
        self.settle();
        self.give(Task::Work { control, side: self.position.side() }, job);
    }
}
