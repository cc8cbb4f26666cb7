//! A session: the lines of a client, and the engine that it starts.

use crate::backend::{Backend, Flow};
use crate::engine_thread::EngineThread;
use crate::output::Output;
use crate::person::Person;
use crate::person::completion::Completion;
use crate::person::help::with_command_name;
use crate::program;
use crate::task::{Outcome, Task};
use crossbeam_channel::Receiver;
use rules::{Rules, quoted};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use vampirc_usi::command_word;

/// Largest length of a line in bytes: the rest of a longer one need not be read. A `position` command with 10,000 moves
/// has about 70,000.
pub const MAX_LINE_LENGTH: usize = 1 << 20;

/// A session. Until `usi` or `uci` shows that the client is a program, a person is assumed to type the lines. In a
/// pipe, `usinewgame` or a `position` shows that `go` comes from a program.
#[expect(missing_debug_implementations, reason = "the output is the program's")]
pub struct Session {
    pub(crate) backend: Backend,
    pub(crate) person: Person,
    /// Whether the input has ended. The session then ends with the last search.
    input_ended: bool,
}

impl Session {
    /// Creates a session that plays this game until the client chooses another. The host does its tasks, unless it
    /// starts a thread.
    pub fn new(variant: &'static Rules, output: Box<dyn Output>) -> Self {
        let (backend, person) = (Backend::new(variant, output), Person::default());
        Self { backend, person, input_ended: false }
    }

    /// Starts the thread that does the tasks. Returns the channel of their outcomes, each of which is to be given to
    /// [`Session::finish_task`].
    pub fn start_thread(&mut self, output: impl Output + 'static) -> io::Result<Receiver<Outcome>> {
        let thread = EngineThread::start(output)?;
        let outcomes = thread.outcomes();
        self.backend.use_thread(thread);
        Ok(outcomes)
    }

    /// Keeps the games of a person in a folder from now on.
    pub fn keep_games(&mut self, folder: PathBuf) {
        self.person.keep_games(folder);
    }

    /// Greets a person at a terminal, and shows the board.
    pub fn greet(&self) {
        self.person.greet(&self.backend);
    }

    /// Returns what completes the commands at the moment.
    pub fn completion(&self) -> Completion {
        Completion::new(self.backend.position.clone())
    }

    fn is_program(&self) -> bool {
        self.backend.protocol.is_some()
    }

    /// Handles a line from the client.
    pub fn handle_line(&mut self, line: &str) -> Flow {
        self.backend.output.log_received(line);
        if line.len() > MAX_LINE_LENGTH {
            self.refuse_long_line(line);
            return Flow::Continue;
        }
        let line = if self.is_program() { line.into() } else { with_command_name(line) };
        if self.is_program() || self.person.is_go_of_program(&line) {
            program::handle_line(&mut self.backend, &line)
        } else {
            self.person.handle_line(&mut self.backend, &line)
        }
    }

    fn refuse_long_line(&mut self, line: &str) {
        let backend = &mut self.backend;
        let limit = MAX_LINE_LENGTH >> 20;
        let error = format!("{}: a line may have up to {limit} MiB", quoted(line));
        let consequence = match (command_word(line), backend.protocol) {
            ("position", None) => "the position is unchanged",
            ("position", Some(_)) => {
                program::forget_position(backend, &error);
                "the position is refused"
            }
            _ => "the line is ignored",
        };
        backend.output.tell(format!("{error}; {consequence}"));
    }

    /// Handles Ctrl-C: stops the search. Returns whether there was one.
    pub fn handle_interrupt(&mut self) -> bool {
        let is_searching = self.backend.is_searching();
        self.person.stop(&self.backend);
        is_searching
    }

    /// Handles the end of the input: stops all searches that would not end by themselves.
    pub fn end_input(&mut self) {
        self.input_ended = true;
        if !self.is_program() {
            self.person.tell_kept_game(&self.backend);
        }
        self.backend.end_input();
    }

    /// Returns the task that the engine is to do. The answer is given to [`Session::finish_task`].
    pub fn next_task(&self) -> Option<Arc<Task>> {
        self.backend.next_task()
    }

    /// Does with the outcome of the first task what it was for.
    pub fn finish_task(&mut self, outcome: Outcome) {
        if let Some((purpose, answer)) = self.backend.finish_task(outcome)
            && !self.is_program()
        {
            self.person.take_answer(&mut self.backend, purpose, &answer);
        }
    }

    /// Returns whether a client waits for `readyok`.
    pub fn is_client_waiting(&self) -> bool {
        self.backend.is_client_waiting()
    }

    /// Returns whether the input and the last task have ended, or the engine has failed.
    pub fn has_ended(&self) -> bool {
        self.backend.failure.is_some() || self.input_ended && self.next_task().is_none()
    }

    /// Stops all searches, which still answer.
    pub fn stop_searches(&self) {
        self.backend.stop_searches();
    }

    /// Ends the session. Fails if the engine has failed.
    pub fn end(self) -> io::Result<()> {
        self.backend.failure.map_or(Ok(()), Err)
    }
}
