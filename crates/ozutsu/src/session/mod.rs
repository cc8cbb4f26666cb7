//! A conversation with a program, or with a person who types: commands on stdin, answers on
//! stdout.
//!
//! Four threads talk through channels: one reads lines, this one understands them, one does
//! what takes time ([`jobs`]), and one writes ([`output`]). So nothing that is said has to wait for
//! something else to end. Each job gives its own answer when it ends, once.

mod centipawns;
mod dialect;
mod go;
mod jobs;
mod margins;
mod mate;
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
pub use mate::Solution;
pub use options::Options;
pub use report::{legal_part, line, speed};
pub use think::{Answer, Request, Thinker};
pub use tools::bench;

use crate::commands;
use crate::faces::Script;
use crate::failure::Failure;
use crate::notation::Notation;
use crate::setup::read_position;
use crossbeam_channel::{Receiver, Sender, bounded, never, select};
use jobs::{Done, Job};
use options::Effect;
use output::{Ended, Output};
use rules::{Color, Position, Rules};
use search::{BENCH_DEPTH, Control};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use vampirc_usi::{EngineMessage, Go, GuiMessage, SetOption, Start};

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

    /// Understands a line.
    fn hear(&mut self, line: &str) -> Flow {
        self.output.heard(line);
        let (message, fault) = match self.dialect.read(line, self.options.variant) {
            Ok(read) => read,
            Err(fault) => {
                self.output.info(fault);
                return Flow::Stay;
            }
        };
        if let Some(fault) = fault {
            self.output.info(fault);
        }
        match message {
            GuiMessage::Usi => self.introduce(Dialect::Usi),
            GuiMessage::IsReady => self.get_ready(),
            GuiMessage::SetOption(option) => self.set_option(&option),
            GuiMessage::UsiNewGame => self.give(Task::Chore, Job::Clear),
            GuiMessage::Position(position) => self.set_position(&position),
            GuiMessage::Go(go) => self.go(&go),
            GuiMessage::Stop | GuiMessage::GameOver(_) => self.stop(),
            GuiMessage::PonderHit(clock) => self.ponder_hit(&clock),
            GuiMessage::Quit => return Flow::Leave,
            // There is nothing to debug and nothing to pay.
            GuiMessage::Debug(_) | GuiMessage::Register(_) => {}
            GuiMessage::Other(line) => self.other(&line),
        }
        Flow::Stay
    }

    /// What no protocol but our own knows.
    fn other(&mut self, line: &str) {
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            [] => {}
            ["uci"] => self.introduce(Dialect::Uci),
            ["d"] => self.draw(),
            ["eval"] => self.output.say(tools::value(&self.position)),
            ["moves"] => {
                let moves = self.dialect.notation().write_legal(&self.position);
                self.output.say(moves.join(" "));
            }
            ["help"] => self.output.say(tools::HELP),
            ["bench"] => self.bench(BENCH_DEPTH),
            ["bench", depth] => match depth.parse() {
                Ok(depth @ 1..) => self.bench(depth),
                _ => self.output.info(format!("bench: '{depth}' is no depth")),
            },
            [word, ..] => {
                self.output.info(format!("unknown command '{word}'; 'help' lists them"));
            }
        }
    }

    /// Says who we are and what can be set.
    fn introduce(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        let name = format!("Ozutsu {}", env!("CARGO_PKG_VERSION"));
        self.output.say(EngineMessage::IdName(name));
        self.output.say(EngineMessage::IdAuthor(env!("CARGO_PKG_AUTHORS").into()));
        for option in options::list(dialect, self.default) {
            self.output.say(option);
        }
        self.output.say(dialect.ok());
    }

    fn get_ready(&mut self) {
        if self.is_working() {
            // What is left to prepare is done before the next search.
            self.output.say("readyok");
        } else {
            self.give(Task::Ready, Job::Ready(Box::new(self.options.clone())));
        }
    }

    fn set_option(&mut self, option: &SetOption) {
        let log = self.options.debug_log.clone();
        match self.options.set(option) {
            Err(fault) => self.output.info(fault),
            Ok(Effect::None) => {}
            Ok(Effect::Clear) => self.give(Task::Chore, Job::Clear),
            Ok(Effect::Variant) => self.begin_variant(),
            Ok(Effect::Log) => {
                if let Err(error) = self.open_log() {
                    let name = std::mem::replace(&mut self.options.debug_log, log);
                    self.output.info(format!("DebugLog cannot be '{name}': {error}"));
                }
            }
        }
    }

    fn open_log(&self) -> io::Result<()> {
        let name = &self.options.debug_log;
        let file = match name.is_empty() {
            true => None,
            false => Some(File::options().append(true).create(true).open(name)?),
        };
        self.output.log_to(file);
        Ok(())
    }

    /// Sets up the start of a game and describes its board.
    fn begin_variant(&mut self) {
        let rules = self.options.variant;
        self.position = Position::start(rules);
        let pocket = rules.kinds().filter(|kind| !kind.is_promoted() && *kind != rules.king());
        self.output.info(format!(
            "variant {} files {} ranks {} pocket {} template shogi startpos {}",
            rules.name(),
            rules.files(),
            rules.ranks(),
            pocket.count(),
            self.dialect.position(&self.position),
        ));
    }

    fn set_position(&mut self, told: &vampirc_usi::Position) {
        self.settle();
        match self.read_position(told) {
            Ok(position) => self.position = position,
            Err(fault) => self.output.info(format!("{fault}; the position stays as it was")),
        }
    }

    fn read_position(&self, told: &vampirc_usi::Position) -> Result<Position, String> {
        let rules = self.options.variant;
        let start = match &told.start {
            Start::Startpos => Ok(Position::start(rules)),
            Start::Sfen(text) => read_position(rules, text),
            Start::Fen(text) => Position::from_fen(rules, text),
        };
        let mut position = start.map_err(|error| error.to_string())?;
        for (number, told) in told.moves.iter().enumerate() {
            let usi = told.to_string();
            let refused = |text: &str, why: &dyn std::fmt::Display| {
                format!("move {}, '{text}': {why}", number + 1)
            };
            let mv = rules.parse_usi(&usi).map_err(|error| refused(&usi, &error))?;
            let outcome = position.try_move(mv);
            outcome.map_err(|why| refused(&self.dialect.write(rules, mv), &why))?;
        }
        Ok(position)
    }

    fn go(&mut self, go: &Go) {
        let control = Arc::new(Control::new(go.ponder));
        let (position, dialect) = (self.position.clone(), self.dialect);
        if let Some(depth) = go.perft {
            let position = Box::new(position);
            let job = Job::Perft { position, depth, dialect, control: Arc::clone(&control) };
            return self.work(control, job);
        }
        let (limits, refused) = limits(go, dialect, &position);
        if let Some(text) = refused.first() {
            self.output.info(format!("'{text}' is no legal move to choose"));
        }
        let options = self.options.clone();
        let is_problem = go.mate.is_some() && dialect == Dialect::Usi;
        let request = Request {
            position,
            limits,
            control: Arc::clone(&control),
            dialect,
            options,
            is_problem,
        };
        self.work(control, Job::Search(Box::new(request)));
    }

    fn bench(&mut self, depth: u32) {
        let control = Arc::new(Control::default());
        self.work(Arc::clone(&control), Job::Bench { depth, control });
    }

    fn ponder_hit(&self, told: &vampirc_usi::Clock) {
        let work = self.tasks.iter().rev().find_map(|task| match task {
            Task::Work { control, side } => Some((control, *side)),
            Task::Ready | Task::Chore => None,
        });
        if let Some((control, side)) = work {
            control.ponder_hit(go::clock(told, side));
        }
    }

    fn draw(&self) {
        let mut drawn = Vec::new();
        let notation: Notation = self.dialect.notation();
        let mut out = anstream::StripStream::new(&mut drawn);
        if commands::report(&mut out, &self.position, Script::Letters, notation).is_ok() {
            self.output.say(String::from_utf8_lossy(&drawn).trim_end());
        }
    }
}
