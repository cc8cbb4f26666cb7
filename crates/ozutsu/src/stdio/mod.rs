//! A session on stdin and stdout. It runs on four threads connected by channels, so that no command waits for a search:
//!
//! - one reads lines from stdin ([`input`]), or from a person's terminal ([`line_editor`]);
//! - the main thread hands them to the [`Session`], and waits for lines, finished tasks and Ctrl-C;
//! - the session's engine does one task after the other: setup, searches, perft;
//! - one writes lines to stdout ([`output`]).

mod input;
mod line_editor;
mod output;

use crate::cli_error::CliError;
use crate::terminal::DEFAULT_WIDTH;
use crossbeam_channel::{Receiver, TryRecvError, bounded, never, select, tick};
use input::{InputLine, read_lines};
use line_editor::{EditorLink, LineEditor};
use output::{StdoutWriter, WriterEnded};
use platform::files::data_folder;
use platform::signals::on_interrupt;
use rules::{Position, Rules};
use session::{Completion, Flow, Language, Outcome, Output, Session};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Interval of the blank lines that show a client waiting for `readyok` that the engine is alive.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(3);

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
    let mut session = Session::new(variant, Box::new(output.clone()));
    let outcomes = session.start_thread(output.clone())?;
    let mut event_loop = EventLoop::new(session, output.clone(), outcomes, KEEP_ALIVE_INTERVAL);
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
    if io::stdin().is_terminal() && on_interrupt(handler).is_ok() {
        return interrupts;
    }
    never()
}

/// Carries lines and the outcomes of tasks to the session.
struct EventLoop {
    session: Session,
    output: StdoutWriter,
    outcomes: Receiver<Outcome>,
    keep_alive_interval: Duration,
    /// Ticks while a client waits for `readyok`.
    keep_alive: Receiver<Instant>,
    editor: Option<EditorLink>,
}

impl EventLoop {
    fn new(
        session: Session,
        output: StdoutWriter,
        outcomes: Receiver<Outcome>,
        keep_alive_interval: Duration,
    ) -> Self {
        Self { session, output, outcomes, keep_alive_interval, keep_alive: never(), editor: None }
    }

    /// Lets a line editor know what completes a line and when a line is answered.
    fn connect(&mut self, editor: EditorLink) {
        self.output.send_when_written(editor.answered.clone());
        self.editor = Some(editor);
    }

    /// Runs the session to its end. Fails if the output cannot be written, or the engine thread has failed.
    fn run(
        mut self,
        mut lines: Receiver<InputLine>,
        writer_ended: &WriterEnded,
        interrupts: &Receiver<()>,
    ) -> io::Result<()> {
        let mut written = Ok(());
        loop {
            let flow = select! {
                recv(lines) -> line => self.handle_input(line.ok(), &mut lines),
                recv(self.outcomes) -> outcome => match outcome {
                    Ok(outcome) => {
                        // At the end of the input nobody is there to play against.
                        let next_line = lines.try_recv();
                        if next_line == Err(TryRecvError::Disconnected) {
                            self.end_input(&mut lines);
                        }
                        self.session.finish_task(outcome);
                        match next_line {
                            Ok(line) => self.handle_input(Some(line), &mut lines),
                            Err(_) => Flow::Continue,
                        }
                    }
                    Err(_) => Flow::Exit,
                },
                recv(writer_ended) -> error => {
                    written = error.map_or(Ok(()), Err);
                    Flow::Exit
                }
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
        let quit = self.output.quit_signal();
        // Dropping the session and the output ends the other threads.
        drop(self.output);
        let result = self.session.end();
        // Whoever reads slowly gets everything.
        select! {
            recv(writer_ended) -> error => written = written.and(error.map_or(Ok(()), Err)),
            recv(quit.exit_timeout()) -> _ => {}
            recv(interrupts) -> _ => {}
        }
        written.and(result)
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
        while let Ok(outcome) = self.outcomes.try_recv() {
            self.session.finish_task(outcome);
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
            InputLine::Text(line) => self.session.handle_line(line),
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
            self.output.quit_signal().send();
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
mod tests {
    use super::*;
    use crossbeam_channel::{Sender, unbounded};
    use std::thread;

    /// Timeout of a wait.
    const TIMEOUT: Duration = Duration::from_secs(60);

    /// Writer that sends each written line over a channel.
    struct LineSender(Sender<String>);

    impl Write for LineSender {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.send(String::from_utf8_lossy(bytes).into_owned());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Writer to a full disk.
    struct Full;

    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_session_whose_output_cannot_be_written_fails() {
        let (output, writer_ended) = StdoutWriter::start(Full, false).unwrap();
        let session = Session::new(games::by_name("shogi").unwrap(), Box::new(output.clone()));
        let event_loop = EventLoop::new(session, output, never(), TIMEOUT);
        let (input, lines) = unbounded();
        input.send(InputLine::Text("usi".into())).unwrap();
        let error = event_loop.run(lines, &writer_ended, &never()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }

    #[test]
    fn blank_lines_are_printed_until_readyok() {
        let (written, output_lines) = unbounded();
        let (output, writer_ended) = StdoutWriter::start(LineSender(written), false).unwrap();
        let rules = games::by_name("shogi").unwrap();
        // Nobody does its tasks.
        let session = Session::new(rules, Box::new(output.clone()));
        let event_loop = EventLoop::new(session, output, never(), Duration::from_millis(1));
        // Without a buffer, a line is taken only when the lines before it are handled.
        let (input, lines) = bounded(0);
        let thread = thread::spawn(move || event_loop.run(lines, &writer_ended, &never()));
        let line = |text: &str| InputLine::Text(text.into());
        input.send(line("isready")).unwrap();
        // Lines that arrive meanwhile do not stop the blank lines.
        let mut lines = Vec::new();
        let start = Instant::now();
        while lines.len() < 2 {
            let _ = input.try_send(line("setoption name MultiPV value 2"));
            lines.extend(output_lines.try_recv());
            assert!(start.elapsed() < TIMEOUT, "{lines:?}");
        }
        assert_eq!(lines, ["\n", "\n"]);
        input.send(line("quit")).unwrap();
        thread.join().unwrap().unwrap();
    }
}
