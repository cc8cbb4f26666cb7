//! An engine: a process that speaks USI or UCI.

mod fairy_stockfish;
mod process;
mod search_limits;
mod set_option;

pub use process::CommandLine;
pub use search_limits::{Limits, MAX_CENTIPAWNS, SearchInfo};
pub use set_option::normalized_name;
pub use vampirc_usi::{BestMove, Protocol};

use crate::clock::Clock;
use crate::console::eprint_line;
use crate::error::EngineError;
use crate::stop_flag::StopFlag;
use crate::variants_file;
use fairy_stockfish::PieceLetters;
use platform::lock;
use process::{Process, ReadResult};
use rules::{Color, Move, ParseMoveError, Position, Rules};
use set_option::{is_same_option, set_option_command};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use vampirc_usi::{EngineMessage, EngineOption, OptionKind, SetOption};

/// An engine as specified on the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineSpec {
    /// The name in tables and files.
    pub name: String,
    pub command_line: CommandLine,
    pub protocol: Protocol,
    /// The names and values of options, in the order in which they are set.
    pub options: Vec<(String, String)>,
    pub limits: Limits,
    /// Whether what it reads and writes is printed to stderr.
    pub is_traced: bool,
}

/// Returns what an engine says in a line if it is about an error, such as a file that it cannot load.
fn complaint(line: &str) -> Option<&str> {
    let text = line.trim().strip_prefix("info string ")?;
    let lower = text.to_ascii_lowercase();
    let signs =
        ["error", "cannot", "can't", "could not", "failed", "invalid", "no such", "unknown"];
    signs.iter().any(|sign| lower.contains(sign)).then_some(text)
}

/// Returns the name of the game that a line describes. Ozutsu and Fairy-Stockfish describe a game when it is selected.
fn described_game(line: &str) -> Option<&str> {
    line.strip_prefix("info string variant ")?.split_whitespace().next()
}

/// Returns whether a complaint is about the selection of a game.
fn is_about_selection(complaint: &str, rules: &Rules) -> bool {
    let text = complaint.to_ascii_lowercase();
    text.contains("variant") && text.contains(&rules.name().to_ascii_lowercase())
}

/// Returns whether an option lists a game among its values, or `None` if it has no list.
fn lists_game(option: &EngineOption, rules: &Rules) -> Option<bool> {
    match &option.kind {
        OptionKind::Combo { vars, .. } => Some(vars.iter().any(|var| var == rules.name())),
        _ => None,
    }
}

/// Prints a warning, once for all processes of an engine.
fn warn_once(warning: String) {
    static PRINTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut printed = lock(&PRINTED);
    if printed.insert(warning.clone()) {
        eprint_line(&warning);
    }
}

/// Returns whether an option selects or defines games.
fn is_about_games(option: &str) -> bool {
    VARIANT_OPTIONS.iter().chain([&VARIANT_PATH]).any(|name| is_same_option(option, name))
}

#[derive(Debug)]
pub enum SearchEnd {
    /// The engine answered, possibly too late.
    Answered {
        answer: BestMove,
        info: SearchInfo,
        /// The time by our clock.
        spent: Duration,
    },
    /// The process exited. The text is the exit status.
    Crashed(String),
    /// The engine did not answer and was killed.
    Stalled,
    Interrupted,
}

/// The names of the option that selects the game, the most common first.
const VARIANT_OPTIONS: [&str; 2] = ["UCI_Variant", "USI_Variant"];

/// The option of Fairy-Stockfish and Ozutsu for a file that defines further games.
const VARIANT_PATH: &str = "VariantPath";

/// Separates the paths in `VariantPath`.
const PATH_SEPARATOR: char = if cfg!(windows) { ';' } else { ':' };

/// Engines whose names begin like this describe the selected game, at least if they have not listed it.
const DESCRIBING_ENGINES: [&str; 2] = ["Ozutsu", "Fairy-Stockfish"];

/// The default of `startup=` and `ping=`.
const COMMAND_TIMEOUT: Duration = Duration::from_secs(30);
/// How many times its `ping=` an engine may take that shows that it is alive.
const MAX_PINGS: u32 = 10;
/// The default of `stall=`.
pub const STALL_TIME: Duration = Duration::from_secs(2);
/// How long a search without a clock may take if there is no `stall=`.
const UNTIMED_SEARCH_TIMEOUT: Duration = Duration::from_secs(600);
/// The maximum number of options of an engine. Further ones are ignored.
const MAX_OPTIONS: usize = 4096;

/// Returns the options that a USI engine need not list, because GUIs set them before every game. Gikou, for instance,
/// does not list them.
fn unlisted_usi_options() -> [EngineOption; 2] {
    [
        ("USI_Hash", OptionKind::Spin { default: None, min: Some(1), max: None }),
        ("USI_Ponder", OptionKind::Check { default: None }),
    ]
    .map(|(name, kind)| EngineOption { name: name.to_owned(), kind })
}

#[derive(Debug)]
pub struct Engine {
    spec: EngineSpec,
    process: Process,
    options: Vec<EngineOption>,
    /// The options to set once the first game is selected: a network may fit that game, but not the
    /// engine's default.
    waiting_options: Vec<SetOption>,
    /// The name that it has told.
    id: Option<String>,
    is_fairy_stockfish: bool,
    /// Whether it is known to describe the games that are selected.
    describes_games: bool,
    game: Option<&'static Rules>,
    letters: PieceLetters,
}

impl Engine {
    pub fn start(spec: &EngineSpec, stop: &StopFlag) -> Result<Self, EngineError> {
        let trace = spec.is_traced.then(|| spec.name.clone());
        let process = Process::start(&spec.command_line, trace).map_err(EngineError::Start)?;
        let mut engine = Self {
            spec: spec.clone(),
            process,
            options: Vec::new(),
            waiting_options: Vec::new(),
            id: None,
            is_fairy_stockfish: false,
            describes_games: false,
            game: None,
            letters: PieceLetters::default(),
        };
        let protocol = spec.protocol;
        let command = protocol.name();
        engine.process.send(command);
        let (mut options, mut id) = (Vec::new(), None);
        let time = spec.limits.startup_time.unwrap_or(COMMAND_TIMEOUT);
        engine.read_until(command, protocol.ok_line(), [time; 2], stop, |line| {
            match EngineMessage::parse(line, protocol) {
                EngineMessage::Option(option) if options.len() < MAX_OPTIONS => {
                    options.push(option);
                }
                EngineMessage::IdName(name) => id = Some(name),
                _ => {}
            }
        })?;
        let is_named = |start: &str| id.as_ref().is_some_and(|name| name.starts_with(start));
        let is_ours = is_named("Ozutsu");
        engine.describes_games = DESCRIBING_ENGINES.into_iter().any(is_named);
        (engine.options, engine.id) = (options, id);
        if protocol == Protocol::Usi {
            for option in unlisted_usi_options() {
                if engine.option(&option.name).is_none() {
                    engine.options.push(option);
                }
            }
        }
        engine.is_fairy_stockfish = !is_ours && engine.option(VARIANT_PATH).is_some();
        for (name, value) in &spec.options {
            engine.set(name, value)?;
        }
        Ok(engine)
    }

    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// Returns the name that the engine has told.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    pub fn limits(&self) -> &Limits {
        &self.spec.limits
    }

    /// Sets an option, or presses a button. The engine must have the option and allow the value. Before the
    /// first game the command waits until that is selected.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = self.option(name).ok_or_else(|| EngineError::NoOption(name.to_owned()))?;
        let command = set_option_command(option, value).ok_or_else(|| {
            EngineError::InvalidValue { name: option.name.clone(), value: value.to_owned() }
        })?;
        if self.game.is_none() && !is_about_games(name) {
            self.waiting_options.push(command);
        } else {
            self.process.send(&command.to_string());
        }
        Ok(())
    }

    /// Returns the options with integer values: name, default, minimum and maximum.
    pub fn spin_options(&self) -> impl Iterator<Item = (&str, i64, i64, i64)> {
        self.options.iter().filter_map(|option| match option.kind {
            OptionKind::Spin { default: Some(default), min: Some(min), max: Some(max) } => {
                Some((option.name.as_str(), default, min, max))
            }
            _ => None,
        })
    }

    fn option(&self, name: &str) -> Option<&EngineOption> {
        let exact = self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        exact.or_else(|| self.options.iter().find(|option| is_same_option(&option.name, name)))
    }

    /// Returns the option that selects the game.
    fn variant_option(&self) -> Option<&EngineOption> {
        VARIANT_OPTIONS.into_iter().find_map(|name| self.option(name))
    }

    pub fn new_game(&mut self, rules: &'static Rules, stop: &StopFlag) -> Result<(), EngineError> {
        self.process.discard_output();
        let is_other_game = self.game.is_none_or(|game| game.name() != rules.name());
        if is_other_game {
            self.select_variant(rules)?;
        }
        for command in self.waiting_options.drain(..) {
            self.process.send(&command.to_string());
        }
        self.process.send(self.spec.protocol.new_game());
        self.process.send("isready");
        let mut letters = PieceLetters::default();
        // The last game that it describes, and whether it complains of the selection.
        let (mut described, mut has_complained) = (None, false);
        let name = self.spec.name.clone();
        let time = self.spec.limits.ping_time.unwrap_or(COMMAND_TIMEOUT);
        self.read_until("isready", "readyok", [time, MAX_PINGS * time], stop, |line| {
            if let Some(parsed) = PieceLetters::parse(rules, line) {
                letters = parsed;
            }
            if let Some(game) = described_game(line) {
                described = Some(game.to_owned());
            }
            if is_other_game && let Some(text) = complaint(line) {
                has_complained |= is_about_selection(text, rules);
                warn_once(format!("warning: {name}: {text}"));
            }
        })?;
        self.describes_games |= described.is_some();
        if is_other_game {
            let is_described =
                described.is_some_and(|game| game.eq_ignore_ascii_case(rules.name()));
            if !is_described && self.has_refused(rules, has_complained) {
                return Err(EngineError::UnknownGame(rules.name()));
            }
            self.letters = letters;
            self.game = Some(rules);
        }
        Ok(())
    }

    /// Returns whether an engine that has not described the selected game still has another one, in which it would lose
    /// by illegal moves.
    fn has_refused(&self, rules: &Rules, has_complained: bool) -> bool {
        let option = self.variant_option();
        option.is_some_and(|option| match lists_game(option, rules) {
            Some(true) => false,
            Some(false) => has_complained || self.describes_games,
            None => has_complained,
        })
    }

    /// Selects the game. If the engine does not list the game but can load rules files, first loads
    /// the file that defines it, unless the user has set `VariantPath`.
    fn select_variant(&mut self, rules: &'static Rules) -> Result<(), EngineError> {
        let Some(option) = self.variant_option() else {
            // The engine plays only shogi, or has the option without listing it.
            if rules.name() != "shogi" {
                self.send_variant(VARIANT_OPTIONS[1], rules);
            }
            return Ok(());
        };
        let name = option.name.clone();
        let is_unlisted = lists_game(option, rules) == Some(false);
        let is_path_set =
            self.spec.options.iter().any(|(name, _)| is_same_option(name, VARIANT_PATH));
        if is_unlisted && !is_path_set {
            let is_readable = |path: &PathBuf| {
                let is_variants_file = path.extension().is_some_and(|extension| extension == "ini");
                self.option(VARIANT_PATH).is_some()
                    && (is_variants_file || !self.is_fairy_stockfish)
            };
            let path = match games::file_path(rules).filter(is_readable) {
                Some(path) => path,
                None if self.is_fairy_stockfish && variants_file::defines(rules.name()) => {
                    variants_file::path().map_err(EngineError::VariantsFile)?
                }
                _ => return Err(EngineError::UnknownGame(rules.name())),
            };
            let path = path.to_string_lossy().into_owned();
            if path.contains(PATH_SEPARATOR) {
                return Err(EngineError::RulesPath { path, separator: PATH_SEPARATOR });
            }
            self.set(VARIANT_PATH, &path)?;
        }
        // Not checked against the listed values, which lack games from the variants file.
        self.send_variant(&name, rules);
        Ok(())
    }

    fn send_variant(&mut self, option: &str, rules: &Rules) {
        self.process.send(&format!("setoption name {option} value {}", rules.name()));
    }

    /// Reads the answer to a command up to its last line. Passes the lines before it to `on_line`. The first time
    /// is how long the engine may be silent, the second how long it may take.
    fn read_until(
        &mut self,
        command: &'static str,
        last_line: &str,
        [silence, total]: [Duration; 2],
        stop: &StopFlag,
        mut on_line: impl FnMut(&str),
    ) -> Result<(), EngineError> {
        let start = Instant::now();
        let mut deadline = start + silence;
        loop {
            match self.process.read_line(deadline, stop) {
                ReadResult::Line(_, line) if line.trim() == last_line => return Ok(()),
                ReadResult::Line(arrival, line) => {
                    deadline = (arrival + silence).min(start + total);
                    on_line(&line);
                }
                ReadResult::Timeout => return Err(EngineError::NoAnswer(command)),
                ReadResult::Closed => {
                    let status = self.process.describe_exit();
                    // A signal to all processes of a job may have reached the engine first.
                    let is_interrupted = stop.is_requested();
                    return Err(if is_interrupted {
                        EngineError::Interrupted
                    } else {
                        EngineError::Exited(status)
                    });
                }
                ReadResult::Interrupted => return Err(EngineError::Interrupted),
            }
        }
    }

    /// Searches the position of a game that began at `start`.
    ///
    /// Sends `stop` if the engine exceeds its time and margin, and kills it if it does not answer within
    /// its stall time after that.
    pub fn search(
        &mut self,
        start: &Position,
        position: &Position,
        clocks: &[Clock; 2],
        stop: &StopFlag,
    ) -> SearchEnd {
        let side = position.side();
        let Limits { margin, stall_time, .. } = self.spec.limits;
        let go = self.spec.limits.go(side, clocks).format(self.spec.protocol, position.rules());
        self.process.discard_output();
        self.process.send(&self.format_position_command(start, position.moves()));
        let started = self.process.send(&go);
        let time = clocks[side.index()].time_for_move();
        let time = time.map_or(stall_time.unwrap_or(UNTIMED_SEARCH_TIMEOUT), |time| time + margin);
        let mut deadline = started + time;
        let mut is_stop_sent = false;
        let mut info = SearchInfo::default();
        loop {
            match self.process.read_line(deadline, stop) {
                ReadResult::Line(arrival, line) => {
                    match EngineMessage::parse(&line, self.spec.protocol) {
                        EngineMessage::Info(later) => info.update(&later, side),
                        EngineMessage::BestMove(answer) => {
                            return SearchEnd::Answered { answer, info, spent: arrival - started };
                        }
                        _ => {}
                    }
                }
                ReadResult::Timeout if is_stop_sent => {
                    self.process.kill();
                    return SearchEnd::Stalled;
                }
                ReadResult::Timeout => {
                    self.process.send("stop");
                    // Not from the last deadline on: this program may have been suspended for longer, and an answer
                    // waits to be read.
                    deadline = Instant::now() + stall_time.unwrap_or(STALL_TIME);
                    is_stop_sent = true;
                }
                ReadResult::Closed => return SearchEnd::Crashed(self.process.describe_exit()),
                ReadResult::Interrupted => return SearchEnd::Interrupted,
            }
        }
    }

    fn format_position_command(
        &self,
        start: &Position,
        moves: impl ExactSizeIterator<Item = Move>,
    ) -> String {
        let start_text = self.spec.protocol.format_start(start);
        let mut text = format!("position {}", self.letters.position_to_engine(&start_text));
        if moves.len() > 0 {
            text += " moves";
        }
        for mv in moves {
            text += " ";
            text += &self.letters.move_to_engine(&self.format_move(start.rules(), mv));
        }
        text
    }

    /// Formats a move in the engine's notation, except for piece letters.
    fn format_move(&self, rules: &Rules, mv: Move) -> String {
        match self.spec.protocol {
            Protocol::Usi if self.is_fairy_stockfish => fairy_stockfish::format_usi_move(rules, mv),
            protocol => protocol.format_move(rules, mv),
        }
    }

    pub fn parse_move(&self, rules: &Rules, text: &str) -> Result<Move, ParseMoveError> {
        self.spec.protocol.parse_move(rules, &self.letters.move_from_engine(text))
    }

    /// Sends `gameover` to the engine, which played `side`. UCI has no such command.
    pub fn game_over(&mut self, side: Color, winner: Option<Color>) {
        if self.spec.protocol == Protocol::Usi {
            let result = match winner {
                None => "draw",
                Some(color) if color == side => "win",
                Some(_) => "lose",
            };
            self.process.send(&format!("gameover {result}"));
        }
    }
}
