//! A session on stdin and stdout. It runs on four threads connected by channels, so that no command waits for a
//! slow one:
//!
//! - one reads lines from stdin ([`input`]), or from a person's terminal ([`line_editor`]);
//! - the main thread hands them to the [`Session`], and waits for lines, finished jobs and Ctrl-C;
//! - the engine thread runs one job after the other: setup, searches, perft;
//! - one writes lines to stdout ([`output`]).

mod input;
mod line_editor;
mod output;

use crate::cli_error::CliError;
use crate::terminal::DEFAULT_WIDTH;
use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded, never, select, tick, unbounded};
use input::{InputLine, read_lines};
use line_editor::{EditorLink, LineEditor};
use output::{EXIT_TIMEOUT, StdoutWriter, WriterEnded};
use platform::files::data_folder;
use rules::{Position, Rules};
use session::{Completion, Flow, Job, JobDone, JobQueue, JobRunner, Language, Output, Session};
use std::io::{self, IsTerminal, Write};
use std::thread;
use std::time::{Duration, Instant};

/// Interval of the blank lines that show a client waiting for `readyok` that the engine is alive.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(3);
/// Longest wait for the answer of a stopped search before the next command is handled.
const STOP_TIMEOUT: Duration = Duration::from_millis(100);

/// Runs a session on stdin and stdout until `quit` or the end of the input.
pub fn run(variant: &'static Rules) -> Result<(), CliError> {
    let (is_input_terminal, is_terminal) = (io::stdin().is_terminal(), io::stdout().is_terminal());
    let editor = if is_input_terminal && is_terminal {
        #[cfg(unix)]
        let _ = line_editor::restore_terminal_at_end();
        LineEditor::new(Completion::new(Position::start(variant))).ok()
    } else {
        None
    };
    let (editor, (output, writer_ended)) = match editor {
        Some((editor, out)) => (Some(editor), StdoutWriter::start(out, true)?),
        None if is_terminal => (None, StdoutWriter::start(anstream::stdout(), true)?),
        None => (None, StdoutWriter::start(io::stdout(), false)?),
    };
    let jobs = start_engine_thread(output.clone())?;
    let mut event_loop = EventLoop::new(variant, output.clone(), jobs, KEEP_ALIVE_INTERVAL);
    if is_input_terminal && is_terminal {
        if let Some(folder) = data_folder() {
            event_loop.session.keep_games(folder.join("terminal"));
        }
        event_loop.session.greet();
    } else if is_input_terminal {
        // Unlike `eprintln!`, this does not panic if stderr is closed.
        let greeting = session::greeting(variant, Language::English, DEFAULT_WIDTH);
        let _ = writeln!(io::stderr(), "{greeting}");
    }
    let lines = match editor {
        Some(editor) => {
            let (lines, link) = editor.read_lines(output.quit_signal())?;
            event_loop.connect(link);
            lines
        }
        None => read_lines(output.quit_signal())?,
    };
    drop(output);
    Ok(event_loop.run(lines, &writer_ended, &interrupts())?)
}

/// Returns a channel that receives Ctrl-C if stdin is a terminal. Otherwise Ctrl-C ends the process
/// as usual.
fn interrupts() -> Receiver<()> {
    let (sender, interrupts) = bounded(1);
    let handler = move || {
        let _ = sender.try_send(());
    };
    if io::stdin().is_terminal() && ctrlc::set_handler(handler).is_ok() {
        return interrupts;
    }
    never()
}

/// Jobs for the engine thread, and their results.
#[derive(Clone)]
struct EngineThread {
    jobs: Sender<Job>,
    done: Receiver<JobDone>,
    /// Receives why the thread ended before the session.
    errors: Receiver<io::Error>,
}

impl JobQueue for EngineThread {
    fn push(&mut self, job: Job) {
        // Fails only if the engine thread has ended; then the event loop ends too.
        let _ = self.jobs.send(job);
    }

    fn wait(&mut self) -> Option<JobDone> {
        self.done.recv_timeout(STOP_TIMEOUT).ok()
    }
}

/// Starts the engine thread. It ends when the sender of the jobs is dropped, or if there is not enough
/// memory.
fn start_engine_thread(output: StdoutWriter) -> io::Result<EngineThread> {
    let (job_sender, jobs) = unbounded::<Job>();
    let (done_sender, done) = unbounded();
    let (error_sender, errors) = bounded(1);
    let run = move || {
        if let Err(error) = run_jobs(&jobs, &done_sender, &output) {
            let _ = error_sender.send(error);
        }
    };
    thread::Builder::new().name("engine".into()).spawn(run)?;
    Ok(EngineThread { jobs: job_sender, done, errors })
}

fn run_jobs(jobs: &Receiver<Job>, done: &Sender<JobDone>, output: &StdoutWriter) -> io::Result<()> {
    let mut runner = JobRunner::new()?;
    for job in jobs {
        let _ = done.send(runner.run(&job, output)?);
    }
    Ok(())
}

/// Carries lines and finished jobs to the session.
struct EventLoop {
    session: Session,
    output: StdoutWriter,
    done: Receiver<JobDone>,
    errors: Receiver<io::Error>,
    keep_alive_interval: Duration,
    /// Ticks while a client waits for `readyok`.
    keep_alive: Receiver<Instant>,
    editor: Option<EditorLink>,
}

impl EventLoop {
    fn new(
        variant: &'static Rules,
        output: StdoutWriter,
        engine: EngineThread,
        keep_alive_interval: Duration,
    ) -> Self {
        let (done, errors) = (engine.done.clone(), engine.errors.clone());
        let session = Session::new(variant, Box::new(output.clone()), Box::new(engine));
        Self {
            session,
            output,
            done,
            errors,
            keep_alive_interval,
            keep_alive: never(),
            editor: None,
        }
    }

    /// Lets a line editor know what completes a line and when a line is answered.
    fn connect(&mut self, editor: EditorLink) {
        self.output.send_when_written(editor.answered.clone());
        self.editor = Some(editor);
    }

    /// Runs the session to its end. Fails if the engine thread has failed.
    fn run(
        mut self,
        mut lines: Receiver<InputLine>,
        writer_ended: &WriterEnded,
        interrupts: &Receiver<()>,
    ) -> io::Result<()> {
        loop {
            let flow = select! {
                recv(lines) -> line => self.handle_input(line.ok(), &mut lines),
                recv(self.done) -> done => match done {
                    Ok(done) => {
                        // At the end of the input nobody is there to play against.
                        let next_line = lines.try_recv();
                        if next_line == Err(TryRecvError::Disconnected) {
                            self.end_input(&mut lines);
                        }
                        self.session.finish_job(done);
                        match next_line {
                            Ok(line) => self.handle_line(&line),
                            Err(_) => Flow::Continue,
                        }
                    }
                    Err(_) => Flow::Exit,
                },
                recv(writer_ended) -> _ => Flow::Exit,
                recv(interrupts) -> _ => self.handle_interrupt(),
                recv(self.keep_alive) -> _ => {
                    self.output.print_line(String::new());
                    Flow::Continue
                }
            };
            if flow == Flow::Exit || self.session.has_ended() {
                break;
            }
            self.set_keep_alive();
            if let Some(editor) = &self.editor {
                editor.set_completion(self.session.completion());
            }
        }
        self.session.stop_searches();
        let result = self.errors.try_recv().map_or(Ok(()), Err);
        // Dropping the senders of jobs and output ends the other threads.
        drop(self);
        let _ = writer_ended.recv_timeout(EXIT_TIMEOUT);
        result
    }

    /// Starts the ticks when a client begins to wait for `readyok`, and ends them with the wait.
    fn set_keep_alive(&mut self) {
        match (self.session.is_client_waiting(), self.keep_alive.capacity()) {
            // The channel `never` has no room for a tick.
            (true, Some(0)) => self.keep_alive = tick(self.keep_alive_interval),
            (false, _) => self.keep_alive = never(),
            _ => {}
        }
    }

    /// Handles a line, or the end of the input.
    fn handle_input(&mut self, line: Option<InputLine>, lines: &mut Receiver<InputLine>) -> Flow {
        // Searches that ended before the line was sent have played their moves.
        while let Ok(done) = self.done.try_recv() {
            self.session.finish_job(done);
        }
        match line {
            Some(line) => self.handle_line(&line),
            None => {
                self.end_input(lines);
                Flow::Continue
            }
        }
    }

    fn handle_line(&mut self, line: &InputLine) -> Flow {
        let flow = match line {
            InputLine::Complete(line) => self.session.handle_line(line),
            InputLine::TooLong(start) => {
                self.session.refuse_long_line(start);
                Flow::Continue
            }
            InputLine::Interrupted => self.handle_interrupt(),
        };
        if let Some(editor) = &self.editor {
            self.output.send_when_written(editor.answered.clone());
        }
        flow
    }

    /// Handles Ctrl-C: stops the search. Without one it ends the session, but a line editor has only cleared its
    /// line.
    fn handle_interrupt(&mut self) -> Flow {
        if self.session.handle_interrupt() {
            return Flow::Continue;
        }
        if self.editor.is_none() {
            return Flow::Exit;
        }
        (&self.output as &dyn Output).say("Type 'quit' or press Ctrl-D to end.", &[]);
        Flow::Continue
    }

    fn end_input(&mut self, lines: &mut Receiver<InputLine>) {
        *lines = never();
        self.session.end_input();
    }
}

#[cfg(test)]
mod tests;
