//! What both kinds of clients, programs and people, work with: a position, the options, and the engine with its tasks.

use crate::engine_thread::EngineThread;
use crate::output::Output;
use crate::player::{
    Answer, OptionEffect, Options, Protocol, SearchRequest, clock_of, list_options,
};
use crate::rules_files::{current_version, load_variant_path};
use crate::task::{Outcome, SearchDisplay, Task};
use crate::version::VERSION;
use eval::{ReadEvalError, read_eval_file};
use platform::files::append_to_regular;
use records::{PositionTextError, other_games};
use rules::{Position, Rules, quoted_path};
use search::Control;
use std::collections::VecDeque;
use std::sync::Arc;
use std::{io, mem, ptr};
use vampirc_usi::{Clock, Error, Go, GuiMessage, Parsed, SetOption, Start};

/// A position, the options, and the engine with its tasks.
pub(crate) struct Backend {
    /// The protocol of the program that is the client. None for a person.
    pub protocol: Option<Protocol>,
    pub options: Options,
    /// The last position that was set up.
    pub position: Position,
    /// Why the last position of a program was refused. There is then none.
    pub refusal: Option<String>,
    /// Default value of `UCI_Variant` in the list of options.
    default_variant: &'static Rules,
    /// Whether `gameover` was received and no search started since.
    is_game_over: bool,
    pub output: Box<dyn Output>,
    /// The tasks that have not ended. The engine does the first one, then the next.
    tasks: VecDeque<Arc<Task>>,
    /// The purpose of the newest search.
    purpose: Purpose,
    /// What does the tasks. Without a thread, the host asks for them.
    thread: Option<EngineThread>,
    /// Why the engine does no more tasks.
    pub failure: Option<io::Error>,
}

/// The purpose of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Its answer is only shown.
    Analysis,
    /// Its answer is played.
    Move,
    /// Its answer is a hint.
    Hint,
}

/// Whether the session continues.
#[derive(PartialEq, Eq, Debug)]
pub enum Flow {
    Continue,
    Exit,
}

impl Backend {
    pub fn new(variant: &'static Rules, output: Box<dyn Output>) -> Self {
        Self {
            protocol: None,
            options: Options::new(variant),
            position: Position::start(variant),
            refusal: None,
            default_variant: variant,
            is_game_over: false,
            output,
            tasks: VecDeque::new(),
            purpose: Purpose::Analysis,
            thread: None,
            failure: None,
        }
    }

    /// Returns the protocol in which lines are read and moves are written.
    pub fn protocol(&self) -> Protocol {
        self.protocol.unwrap_or_default()
    }
}

/// The engine and its tasks.
impl Backend {
    /// Does all tasks on this thread.
    pub fn use_thread(&mut self, thread: EngineThread) {
        self.thread = Some(thread);
    }

    /// Starts a task that can be stopped: a search, perft or bench. One that is running is stopped first.
    pub fn start(&mut self, task: Task, purpose: Purpose) {
        self.finish_searches();
        self.purpose = purpose;
        self.is_game_over = false;
        self.push(task);
    }

    /// Clears what was learned from earlier searches.
    pub fn new_game(&mut self) {
        self.push(Task::NewGame);
    }

    /// Sets up the engine with the current options, for which the client may wait.
    fn set_up(&mut self, prints_readyok: bool) {
        let options = Box::new(self.options.clone());
        self.push(Task::SetUp { options, prints_readyok });
    }

    fn push(&mut self, task: Task) {
        let task = Arc::new(task);
        if let Some(thread) = &self.thread {
            thread.send(Arc::clone(&task));
        }
        self.tasks.push_back(task);
    }

    /// Returns the task that the engine is to do.
    pub fn next_task(&self) -> Option<Arc<Task>> {
        self.tasks.front().cloned()
    }

    /// Removes the first task, which has ended. Returns the answer if it was the newest search, and what it is for.
    pub fn finish_task(&mut self, outcome: Outcome) -> Option<(Purpose, Answer)> {
        let answer = match outcome {
            Ok(answer) => answer,
            Err(error) => {
                self.failure = Some(error);
                self.tasks.clear();
                return None;
            }
        };
        let is_search = self.tasks.pop_front().is_some_and(|task| task.control().is_some());
        if !is_search || self.is_searching() {
            return None;
        }
        let purpose = mem::replace(&mut self.purpose, Purpose::Analysis);
        answer.map(|answer| (purpose, answer))
    }

    /// Returns what stops the searches that are running or wait, and the tasks, the newest first.
    fn searches(&self) -> impl Iterator<Item = (&Control, &Task)> {
        self.tasks.iter().rev().filter_map(|task| Some((task.control()?, &**task)))
    }

    /// Returns whether a search is running or waits.
    pub fn is_searching(&self) -> bool {
        self.searches().next().is_some()
    }

    /// Returns whether a search is running whose answer will be played.
    pub fn is_thinking(&self) -> bool {
        self.purpose == Purpose::Move && self.is_searching()
    }

    /// Returns whether a client waits for `readyok`.
    pub fn is_client_waiting(&self) -> bool {
        self.tasks.iter().any(|task| matches!(**task, Task::SetUp { prints_readyok: true, .. }))
    }

    /// Stops all searches, which still answer.
    pub fn stop_searches(&self) {
        self.searches().for_each(|(control, _)| control.stop());
    }

    /// Stops all searches that would not end by themselves. No answer is played.
    pub fn end_input(&mut self) {
        if self.purpose == Purpose::Move {
            self.purpose = Purpose::Analysis;
        }
        let endless = self.searches().filter(|(_, task)| !task.ends_by_itself());
        endless.for_each(|(control, _)| control.stop());
    }

    /// Stops all searches and waits for their answers, which are only shown.
    pub fn finish_searches(&mut self) {
        self.purpose = Purpose::Analysis;
        self.stop_searches();
        while self.is_searching()
            && let Some(outcome) = self.thread.as_ref().and_then(EngineThread::wait)
        {
            self.finish_task(outcome);
        }
    }

    /// Returns the request to search the position with the current options, as `go` says. Also returns the error of
    /// illegal moves among its `searchmoves`.
    pub fn request(&self, go: &Go) -> (SearchRequest, Option<String>) {
        SearchRequest::new(go, self.position.clone(), self.protocol(), self.options.clone())
    }

    /// Returns how a search is shown, unless it is a quiet one.
    pub fn display(&self) -> SearchDisplay {
        self.output.terminal_width().map_or(SearchDisplay::Lines, SearchDisplay::Table)
    }

    pub fn perft(&mut self, depth: u32) {
        let (position, protocol) = (Box::new(self.position.clone()), self.protocol());
        let task = Task::Perft { position, depth, protocol, control: Control::default() };
        self.start(task, Purpose::Analysis);
    }

    pub fn bench(&mut self, depth: u32) {
        self.start(Task::Bench { depth, control: Control::default() }, Purpose::Analysis);
    }

    fn ponder_hit(&self, clock: &Clock) {
        let Some((control, task)) = self.searches().next() else { return };
        let Task::Search { request, .. } = task else { return control.ponder_hit(None) };
        let clock = clock_of(clock, request.position.side());
        let limits = &request.limits;
        let ends =
            request.is_mate_search || limits.infinite || limits.has_limit() || clock.is_some();
        if !ends && control.is_pondering() {
            // Nothing else would end the search.
            control.stop();
        }
        control.ponder_hit(clock);
    }
}

/// The commands that have the same meaning for all clients.
impl Backend {
    /// Parses a line, and prints a warning if parts of it are ignored. Moves are parsed by the rules of the selected
    /// game.
    pub fn parse(&self, line: &str) -> Result<GuiMessage, Error> {
        let Parsed { message, warning } =
            GuiMessage::parse(line, self.protocol(), self.options.variant)?;
        if let Some(warning) = warning {
            self.output.tell(warning);
        }
        Ok(message)
    }

    /// Handles a message that has the same meaning for all clients, and ignores others.
    pub fn handle(&mut self, message: &GuiMessage) {
        match message {
            GuiMessage::IsReady => self.is_ready(),
            GuiMessage::NewGame => self.new_game(),
            GuiMessage::GameOver => {
                self.stop_searches();
                self.is_game_over = true;
            }
            GuiMessage::PonderHit(clock) => self.ponder_hit(clock),
            _ => {}
        }
    }

    /// Answers `usi` or `uci`: prints the name and the options. The client is then a program.
    pub fn identify(&mut self, protocol: Protocol) {
        self.protocol = Some(protocol);
        self.output.begin_protocol();
        // What only the commands for people know.
        self.purpose = Purpose::Analysis;
        self.output.print(format!("id name Ozutsu {}", *VERSION));
        self.output.print(concat!("id author ", env!("CARGO_PKG_AUTHORS")));
        for option in list_options(protocol, self.default_variant) {
            self.output.print(option);
        }
        self.output.print(protocol.ok_line());
    }

    fn is_ready(&mut self) {
        if mem::take(&mut self.is_game_over) {
            // Clear the tables now rather than at `usinewgame`, because some clients send that right
            // before the first `go`, when the clock is already running.
            self.finish_searches();
            self.new_game();
        }
        let is_searching = self.is_searching();
        if is_searching {
            self.output.print("readyok");
        }
        // The options are applied after a search that is running, rather than at the next `go`.
        self.set_up(!is_searching);
    }

    /// Sets up the position of a `position` command. If that fails, a search goes on.
    pub fn set_position(
        &mut self,
        message: &vampirc_usi::Position,
    ) -> Result<(), PositionTextError> {
        let position = play_moves(message, self.options.variant, self.protocol())?;
        self.finish_searches();
        self.replace_position(position);
        Ok(())
    }

    /// Replaces the position. The move of a search that is still running is not played on it.
    pub fn replace_position(&mut self, position: Position) {
        self.purpose = Purpose::Analysis;
        self.position = position;
        self.refusal = None;
    }

    /// If the last position was refused, says so and returns true.
    pub fn print_refusal(&self) -> bool {
        if let Some(reason) = &self.refusal {
            self.output.tell(format!("the last position was refused: {reason}"));
        }
        self.refusal.is_some()
    }

    /// Returns how to choose the game in which a `position` command is valid.
    pub fn game_hint(&self, line: &str) -> String {
        let protocol = self.protocol();
        let is_valid = |rules| match GuiMessage::parse(line, protocol, rules) {
            Ok(Parsed { message: GuiMessage::Position(message), .. }) => {
                play_moves(&message, rules, protocol).is_ok()
            }
            _ => false,
        };
        let rules = self.options.variant;
        let current = rules.name();
        let fitting: Vec<_> = other_games(rules, is_valid).iter().map(|game| game.name()).collect();
        let choose = match self.output.terminal_width() {
            Some(_) => "new",
            None => "setoption name UCI_Variant value",
        };
        match &fitting[..] {
            [] => format!("the game is {current}; {choose} GAME chooses another"),
            [game] => format!("the game is {current}, but this looks like {game}; {choose} {game}"),
            games => {
                let games = games.join(", ");
                format!("the game is {current}, but this fits {games}; {choose} GAME chooses one")
            }
        }
    }

    /// Sets an option. Returns whether that has set up the start position of another game.
    pub fn set_option(&mut self, option: &SetOption) -> bool {
        let old_log = self.options.debug_log.clone();
        let old_eval_file = self.options.eval_file.clone();
        match self.options.set(option) {
            Err(error) => self.output.tell(error),
            Ok(OptionEffect::None) => {}
            Ok(OptionEffect::ClearHash) => self.new_game(),
            Ok(OptionEffect::SetVariant) => {
                self.set_up_variant();
                return true;
            }
            Ok(OptionEffect::LoadGames) => return self.load_games(),
            Ok(OptionEffect::LoadBook) => {
                self.options.book_settings += 1;
                // A book that is off is not read.
                if self.options.own_book {
                    self.set_up(false);
                }
            }
            Ok(OptionEffect::OpenLog) => {
                if let Err(error) = self.open_log() {
                    let name = mem::replace(&mut self.options.debug_log, old_log);
                    self.output
                        .tell(format!("cannot open DebugLog {}: {error}", quoted_path(&name)));
                }
            }
            Ok(OptionEffect::LoadEval) => match self.load_eval() {
                Ok(()) => self.set_up(false),
                Err(error) => {
                    let name = self.options.eval_file.clone();
                    // Clients may set the file before its game; `set_up_variant` then tries again.
                    if !matches!(&error, ReadEvalError::Invalid(error) if error.is_other_game()) {
                        self.options.eval_file = old_eval_file;
                    }
                    self.output
                        .tell(format!("cannot load EvalFile {}: {error}", quoted_path(&name)));
                }
            },
        }
        false
    }

    /// Loads the games of the files named by `VariantPath`. If the file of the current game was changed, sets up its
    /// start position by the new rules and returns true.
    fn load_games(&mut self) -> bool {
        for line in load_variant_path(&self.options.variant_path) {
            self.output.tell(line);
        }
        let variant = current_version(self.options.variant);
        let is_changed = !ptr::eq(variant, self.options.variant);
        if is_changed {
            self.options.variant = variant;
            self.set_up_variant();
        }
        self.default_variant = current_version(self.default_variant);
        is_changed
    }

    /// Sets up the start position of the selected game, and prints its description for a program.
    fn set_up_variant(&mut self) {
        let rules = self.options.variant;
        self.replace_position(Position::start(rules));
        if !self.output.is_terminal() {
            let is_in_pocket =
                |kind: &_| !rules::PieceKind::is_promoted(*kind) && *kind != rules.king_kind();
            self.output.print_info_string(format!(
                "variant {} files {} ranks {} pocket {} template shogi startpos {}",
                rules.name(),
                rules.files(),
                rules.ranks(),
                rules.piece_kinds().filter(is_in_pocket).count(),
                self.protocol().format_position(&self.position),
            ));
        }
        self.reload_eval();
        // Clears the hash table now. At `go`, the clock would run.
        self.set_up(false);
    }

    /// Opens the log file named by `DebugLog`, or stops logging if the name is empty.
    fn open_log(&self) -> io::Result<()> {
        let name = &self.options.debug_log;
        let file = if name.is_empty() { None } else { Some(append_to_regular(name)?) };
        self.output.set_log(file);
        Ok(())
    }

    /// Loads the evaluation named by `EvalFile` for the current game, or unloads it if the name is empty.
    fn load_eval(&mut self) -> Result<(), ReadEvalError> {
        let name = &self.options.eval_file;
        self.options.eval = if name.is_empty() {
            None
        } else {
            Some(Arc::new(read_eval_file(self.options.variant, name)?))
        };
        Ok(())
    }

    /// Loads `EvalFile` if it is set and not yet loaded for the selected game.
    pub fn reload_eval(&mut self) {
        let rules = self.options.variant;
        let is_loaded = self.options.eval.as_ref().is_some_and(|file| file.fits(rules));
        if self.options.eval_file.is_empty() || is_loaded {
            return;
        }
        if let Err(error) = self.load_eval() {
            self.output.tell(format!(
                "cannot load EvalFile {} for {}: {error}; using the built-in evaluation",
                quoted_path(&self.options.eval_file),
                rules.name()
            ));
        }
    }
}

/// Returns the position after the moves of a `position` command.
fn play_moves(
    message: &vampirc_usi::Position,
    rules: &'static Rules,
    protocol: Protocol,
) -> Result<Position, PositionTextError> {
    let mut position = match &message.start {
        Start::Startpos => Position::start(rules),
        Start::Sfen(text) => Position::from_sfen_or_fen(rules, text)?,
        Start::Fen(text) => Position::from_fen(rules, text)?,
    };
    for (number, &mv) in (1..).zip(&message.moves) {
        position.try_move(mv).map_err(|illegal| PositionTextError::Move {
            number,
            text: protocol.format_move(rules, mv),
            reason: illegal.into(),
        })?;
    }
    Ok(position)
}
