//! Reads lines from a person's terminal, with editing, a history and completion. What is printed meanwhile appears
//! above the line that is being edited.

use super::input::InputLine;
use super::output::QuitSignal;
use crossbeam_channel::{Receiver, Sender, bounded};
use platform::lock;
use rustyline::completion::{Completer, FilenameCompleter};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{ColorMode, CompletionType, Config, Context, Editor, ExternalPrinter, Helper};
use session::Completion;
use session::terminal::style::CLEAR_LINE;
use std::borrow::Cow;
use std::io::{self, Write};
use std::mem;
#[cfg(unix)]
use std::process;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

const PROMPT: &str = "> ";
/// Makes the line editor draw its line again. It shows nothing itself: the cursor goes up and down again.
const DRAW_AGAIN: &str = "\x1b[A\n";
/// Longest time between a line and the next prompt, which waits for the answer to be written so that it stands below.
const MAX_PROMPT_DELAY: Duration = Duration::from_millis(500);

/// The event loop's side of the line editor.
pub struct EditorLink {
    completion: Arc<Mutex<Completion>>,
    /// Receives a message for each line whose answer is written.
    pub answered: Sender<()>,
}

impl EditorLink {
    pub fn set_completion(&self, completion: Completion) {
        *lock(&self.completion) = completion;
    }
}

/// Gives the terminal its usual mode again when SIGTERM or SIGHUP ends the process: while a line is edited, it is in
/// another one. To be called before other threads start, because it concerns their signals.
#[cfg(unix)]
pub fn restore_terminal_at_end() -> io::Result<()> {
    use nix::sys::signal::{SigSet, Signal};
    use nix::sys::termios::{FlowArg, SetArg, tcflow, tcgetattr, tcsetattr};

    let usual = tcgetattr(io::stdin())?;
    let signals = SigSet::from_iter([Signal::SIGTERM, Signal::SIGHUP]);
    signals.thread_block()?;
    thread::Builder::new().name("signals".into()).spawn(move || {
        let Ok(signal) = signals.wait() else { return };
        let _ = tcsetattr(io::stdin(), SetArg::TCSANOW, &usual);
        // After Ctrl-S nothing could be written.
        let _ = tcflow(io::stdout(), FlowArg::TCOON);
        let _ = io::stdout().write_all(b"\x1b[?2004l\n").and_then(|()| io::stdout().flush());
        // The status that a shell gives to a process that the signal has ended.
        process::exit(128 + signal as i32);
    })?;
    Ok(())
}

/// A line editor on stdin and stdout.
pub struct LineEditor {
    editor: Editor<CommandHelper, MemHistory>,
    completion: Arc<Mutex<Completion>>,
    waiting: WaitingLines,
}

/// Lines to print above the one that is edited, or `None` while none is edited. They are drawn with the prompt. Those
/// that are left when the line ends are printed then; rustyline would keep them until another line is edited.
type WaitingLines = Arc<Mutex<Option<String>>>;

impl LineEditor {
    /// Creates a line editor, and the writer for what is printed while lines are edited. Fails if the terminal cannot
    /// move its cursor.
    pub fn new(completion: Completion) -> rustyline::Result<(Self, impl Write + Send)> {
        let config = Config::builder()
            .auto_add_history(true)
            .completion_type(CompletionType::List)
            // The prompt is drawn by `highlight_prompt`, whether there are colors or not.
            .color_mode(ColorMode::Forced)
            .build();
        let mut editor = Editor::with_history(config, MemHistory::new())?;
        let completion = Arc::new(Mutex::new(completion));
        let waiting = WaitingLines::default();
        editor.set_helper(Some(CommandHelper {
            completion: Arc::clone(&completion),
            files: FilenameCompleter::new(),
            waiting: Arc::clone(&waiting),
        }));
        let mut printer = editor.create_external_printer()?;
        let (draw_again, requests) = bounded(1);
        let out = AbovePrompt { waiting: Arc::clone(&waiting), draw_again, text: Vec::new() };
        let line = Arc::clone(&waiting);
        // Waits for the editor to take the message, so that the writer need not.
        thread::Builder::new().name("prompt".into()).spawn(move || {
            for () in requests {
                let is_edited = lock(&line).is_some();
                if is_edited && printer.print(DRAW_AGAIN.into()).is_err() {
                    break;
                }
            }
        })?;
        Ok((Self { editor, completion, waiting }, out))
    }

    /// Starts the thread that reads lines. It shows a prompt when the answer to the line before is written.
    /// Ctrl-D is read as `quit`.
    pub fn read_lines(self, quit: QuitSignal) -> io::Result<(Receiver<InputLine>, EditorLink)> {
        let Self { mut editor, completion, waiting } = self;
        let (sender, lines) = bounded(1);
        let (answered, answers) = bounded(1);
        thread::Builder::new().name("input".into()).spawn(move || {
            loop {
                let _ = answers.recv_timeout(MAX_PROMPT_DELAY);
                *lock(&waiting) = Some(String::new());
                let entered = editor.readline(PROMPT);
                print_rest(&waiting);
                let entered = match entered {
                    Ok(text) => text_lines(&text),
                    Err(ReadlineError::Interrupted) => vec![InputLine::Interrupted],
                    Err(ReadlineError::Signal(_)) => continue,
                    // A key that is not UTF-8 becomes an unknown command, not the end of the session.
                    Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                        vec![InputLine::Text(char::REPLACEMENT_CHARACTER.into())]
                    }
                    Err(_) => vec![InputLine::Text("quit".into())],
                };
                for (index, line) in entered.into_iter().enumerate() {
                    if index > 0 {
                        // Each answer stands before that to the next line.
                        let _ = answers.recv_timeout(MAX_PROMPT_DELAY);
                    }
                    let is_last = line.is_quit();
                    if is_last {
                        quit.send();
                    }
                    // An answer that took longer than its prompt waited is not that to this line.
                    let _ = answers.try_recv();
                    // Reading another line would put the terminal into raw mode again.
                    if sender.send(line).is_err() || is_last {
                        return;
                    }
                }
            }
        })?;
        Ok((lines, EditorLink { completion, answered }))
    }
}

/// Splits a text that was entered into lines. Pasted text can have several.
fn text_lines(text: &str) -> Vec<InputLine> {
    let lines = text.trim_end_matches('\n').split('\n');
    lines.map(|line| InputLine::Text(line.into())).collect()
}

/// Commands that are followed by the name of a file.
const FILE_COMMANDS: [&str; 3] = ["save ", "save! ", "load "];

/// What starts a quoted name for [`FilenameCompleter`].
const OPEN_QUOTE: char = if cfg!(windows) { '"' } else { '\'' };

/// Completes commands, moves and file names, and draws the waiting lines with the prompt.
struct CommandHelper {
    completion: Arc<Mutex<Completion>>,
    files: FilenameCompleter,
    waiting: WaitingLines,
}

impl Completer for CommandHelper {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        ctx: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = &line[..pos];
        if let Some(command) = FILE_COMMANDS.into_iter().find(|word| before.starts_with(word)) {
            // The rest of the line is the name, without quotes or escapes. After a quote nothing is
            // escaped.
            let name = before[command.len()..].trim_start();
            let name = name.strip_prefix(['"', '\'']).unwrap_or(name);
            let quoted = format!("{OPEN_QUOTE}{name}");
            let (_, files) = self.files.complete(&quoted, quoted.len(), ctx)?;
            let names = files.into_iter().map(|file| file.replacement).collect();
            return Ok((pos - name.len(), names));
        }
        let completion = lock(&self.completion).clone();
        Ok(completion.complete(before))
    }
}

impl Hinter for CommandHelper {
    type Hint = String;
}

impl Highlighter for CommandHelper {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(
        &'s self,
        prompt: &'p str,
        _default: bool,
    ) -> Cow<'b, str> {
        let lines = lock(&self.waiting).as_mut().map(mem::take).unwrap_or_default();
        Cow::Owned(lines + prompt)
    }
}

impl Validator for CommandHelper {}
impl Helper for CommandHelper {}

/// Prints whole lines above the prompt.
struct AbovePrompt {
    waiting: WaitingLines,
    draw_again: Sender<()>,
    /// What was written since the last whole line.
    text: Vec<u8>,
}

impl Write for AbovePrompt {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let end = self.text.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let rest = self.text.split_off(end);
        let text = mem::replace(&mut self.text, rest);
        if text.is_empty() {
            return Ok(());
        }
        let mut text = final_lines(&String::from_utf8_lossy(&text));
        if anstream::AutoStream::choice(&io::stdout()) == anstream::ColorChoice::Never {
            text = anstream::adapter::strip_str(&text).to_string();
        }
        match &mut *lock(&self.waiting) {
            Some(lines) => lines.push_str(&text),
            None => return print(&text),
        }
        // If there is a request, the editor draws these lines, too.
        let _ = self.draw_again.try_send(());
        Ok(())
    }
}

/// Ends the editing of a line: prints the lines that still wait, before others.
fn print_rest(waiting: &WaitingLines) {
    let mut waiting = lock(waiting);
    // An error means that the terminal is gone. The next read ends the session.
    let _ = print(&waiting.take().unwrap_or_default());
}

fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Returns lines without what was cleared in them: below the prompt there is no place for a line that is not
/// finished.
fn final_lines(text: &str) -> String {
    let last_part = |line: &'_ str| line.rsplit(CLEAR_LINE).next().unwrap_or_default().to_owned();
    text.split_inclusive('\n').map(last_part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Position;

    #[test]
    fn pasted_text_has_several_lines() {
        for (text, expected) in [
            ("d", &["d"][..]),
            ("", &[""]),
            ("7g7f\n3c3d\n", &["7g7f", "3c3d"]),
            ("d\n\nd", &["d", "", "d"]),
        ] {
            let lines = expected.iter().map(|line| InputLine::Text((*line).into()));
            assert_eq!(text_lines(text), lines.collect::<Vec<_>>());
        }
    }

    #[test]
    fn only_finished_lines_are_printed_above_the_prompt() {
        let waiting = Arc::new(Mutex::new(Some(String::new())));
        let (draw_again, requests) = bounded(1);
        let mut out = AbovePrompt { waiting: Arc::clone(&waiting), draw_again, text: Vec::new() };
        for text in ["heading\n", "bound", "\r\x1b[Kother bound", "\r\x1b[Krow\nnext ", "row\n"] {
            write!(out, "{text}").unwrap();
            out.flush().unwrap();
        }
        assert_eq!(requests.len(), 1);
        let start = Position::start(games::by_name("shogi").unwrap());
        let helper = CommandHelper {
            completion: Arc::new(Mutex::new(Completion::new(start))),
            files: FilenameCompleter::new(),
            waiting,
        };
        let drawn = [(); 2].map(|()| helper.highlight_prompt(PROMPT, true));
        assert_eq!(drawn, ["heading\nrow\nnext row\n> ", "> "]);
    }
}
