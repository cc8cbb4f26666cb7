//! An engine: a process that speaks a protocol.

mod error;
mod letters;
mod process;
mod protocol;
mod squares;
mod value;
mod variant;

pub use error::EngineError;
pub use process::Launch;
pub use protocol::{Choice, Limits, MATE, Protocol, Thought};

use crate::clock::Clock;
use crate::interrupt::StopFlag;
use crate::state::Settings;
use letters::Letters;
use process::{Heard, Process};
use protocol::Told;
use rules::{Color, Move, Position, Rules};
use std::time::{Duration, Instant};
use value::setting;
use vampirc_usi::{EngineMessage, EngineOption, OptionKind, SetOption, parse};

/// An engine as it is to be started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineSpec {
    /// What it is called here.
    pub name: String,
    /// How to start it.
    pub launch: Launch,
    /// What it speaks.
    pub protocol: Protocol,
    /// Options to set, in order.
    pub options: Vec<(String, String)>,
    /// What it is to think by.
    pub limits: Limits,
}

impl EngineSpec {
    /// Adds the settings that affect how the engine plays, as `-engine` takes them. `engine` names the
    /// engine in front of each.
    pub fn record(&self, engine: &str, settings: &mut Settings) {
        let Self { name, launch, protocol, options, limits } = self;
        let mut set = |key: &str, value: String| settings.set(format!("{engine} {key}"), value);
        set("name", name.clone());
        set("cmd", launch.command.display().to_string());
        if !launch.args.is_empty() {
            set("args", launch.args.iter().map(|arg| quoted(arg)).collect::<Vec<_>>().join(" "));
        }
        if let Some(dir) = &launch.dir {
            set("dir", dir.display().to_string());
        }
        set("proto", protocol.name().to_owned());
        for (name, value) in options {
            set(&format!("option.{name}"), value.clone());
        }
        for (key, value) in limits.time.words() {
            set(key, value);
        }
        if let Some(nodes) = limits.nodes {
            set("nodes", nodes.to_string());
        }
        if let Some(depth) = limits.depth {
            set("depth", depth.to_string());
        }
        set("timemargin", limits.margin.as_millis().to_string());
        set("stall", limits.grace.as_secs_f64().to_string());
    }
}

/// An argument in quotation marks if it would otherwise not be seen as one.
fn quoted(arg: &str) -> String {
    let is_plain = !arg.is_empty() && !arg.contains(char::is_whitespace);
    if is_plain { arg.to_owned() } else { format!("'{arg}'") }
}

/// How a search ended.
#[derive(Debug)]
pub enum Thinking {
    /// With a choice, after so long; it may be late.
    Chose(Choice, Duration),
    /// With the end of the process.
    Crashed(String),
    /// Not at all.
    Stalled,
    /// We were asked to stop.
    Interrupted,
}

/// How long an engine has for answering what takes no thought.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a search without a clock may take.
const LONGEST: Duration = Duration::from_secs(600);
/// How many options of an engine are noted.
const MOST_OPTIONS: usize = 4096;

/// A running engine.
#[derive(Debug)]
pub struct Engine {
    spec: EngineSpec,
    process: Process,
    options: Vec<EngineOption>,
    game: Option<&'static Rules>,
    letters: Letters,
}

impl Engine {
    /// Starts an engine and sets its options.
    pub fn start(spec: &EngineSpec, stop: &StopFlag) -> Result<Self, EngineError> {
        let process = Process::start(&spec.launch).map_err(EngineError::Start)?;
        let mut engine = Self {
            spec: spec.clone(),
            process,
            options: Vec::new(),
            game: None,
            letters: Letters::default(),
        };
        let (greeting, answer) = spec.protocol.greeting();
        engine.process.say(greeting);
        let mut options = Vec::new();
        engine.listen(greeting, answer, stop, |line| {
            if options.len() < MOST_OPTIONS
                && let Ok(EngineMessage::Option(option)) = parse(line)
            {
                options.push(option);
            }
        })?;
        engine.options = options;
        for (name, value) in &spec.options {
            engine.set(name, value)?;
        }
        Ok(engine)
    }

    /// What it is called here.
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// What it thinks by.
    pub fn limits(&self) -> &Limits {
        &self.spec.limits
    }

    /// Sets an option that the engine has to a value that it has; a button is pressed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let option = self.option(name).ok_or_else(|| EngineError::NoOption(name.to_owned()))?;
        let setting = setting(option, value)
            .ok_or_else(|| EngineError::NoValue(option.name.clone(), value.to_owned()))?;
        self.process.say(&setting.to_string());
        Ok(())
    }

    /// The options that are whole numbers: name, default, least and greatest value.
    pub fn spin_options(&self) -> impl Iterator<Item = (&str, i64, i64, i64)> {
        self.options.iter().filter_map(|option| match option.kind {
            OptionKind::Spin { default: Some(default), min: Some(min), max: Some(max) } => {
                Some((option.name.as_str(), default, min, max))
            }
            _ => None,
        })
    }

    /// The option with a name. USI puts a prefix before some names that UCI has without.
    fn option(&self, name: &str) -> Option<&EngineOption> {
        let plain = name.strip_prefix("USI_").unwrap_or(name);
        let is_meant = |option: &&EngineOption| {
            let option = SetOption { name: option.name.clone(), value: None };
            option.is_named(name)
                || option.is_named(plain)
                || option.is_named(&format!("USI_{plain}"))
        };
        self.options.iter().find(is_meant)
    }

    /// Makes the engine ready for a new game of these rules.
    pub fn new_game(&mut self, rules: &'static Rules, stop: &StopFlag) -> Result<(), EngineError> {
        self.process.skip();
        let is_other = self.game.is_none_or(|game| game.name() != rules.name());
        if is_other {
            self.select_variant(rules)?;
        }
        self.process.say(self.spec.protocol.new_game());
        self.process.say("isready");
        let mut letters = Letters::default();
        self.listen("isready", "readyok", stop, |line| {
            if let Some(told) = Letters::told(rules, line) {
                letters = told;
            }
        })?;
        if is_other {
            self.letters = letters;
            self.game = Some(rules);
        }
        Ok(())
    }

    /// Hears the lines up to the one that answers what was asked.
    fn listen(
        &mut self,
        asked: &'static str,
        answer: &str,
        stop: &StopFlag,
        mut hear: impl FnMut(&str),
    ) -> Result<(), EngineError> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.process.hear(deadline, stop) {
                Heard::Line(_, line) if line.trim() == answer => return Ok(()),
                Heard::Line(_, line) => hear(&line),
                Heard::Nothing => return Err(EngineError::Silent(asked)),
                Heard::End => return Err(EngineError::Ended(self.process.obituary())),
                Heard::Stopped => return Err(EngineError::Interrupted),
            }
        }
    }

    /// Has the engine think about the position that moves lead to from a start. What it thinks is
    /// told as it goes.
    pub fn think(
        &mut self,
        start: &Position,
        moves: &[Move],
        clocks: &[Clock; 2],
        stop: &StopFlag,
        thought: &mut Thought,
    ) -> Thinking {
        let side = if moves.len().is_multiple_of(2) { start.side() } else { !start.side() };
        let go = self.spec.protocol.go(&self.spec.limits, side, clocks);
        self.process.skip();
        self.process.say(&self.position(start, moves));
        let since = Instant::now();
        self.process.say(&go);
        let budget = clocks[side.index()].budget();
        let mut deadline =
            since + budget.map_or(LONGEST, |budget| budget + self.spec.limits.margin);
        let mut is_told = false;
        loop {
            match self.process.hear(deadline, stop) {
                Heard::Line(at, line) => match self.spec.protocol.told(&line) {
                    Told::Info(later) => thought.update(&later),
                    Told::Choice(choice) => return Thinking::Chose(choice, at - since),
                    Told::Other => {}
                },
                Heard::Nothing if is_told => {
                    self.process.kill();
                    return Thinking::Stalled;
                }
                Heard::Nothing => {
                    self.process.say("stop");
                    deadline += self.spec.limits.grace;
                    is_told = true;
                }
                Heard::End => return Thinking::Crashed(self.process.obituary()),
                Heard::Stopped => return Thinking::Interrupted,
            }
        }
    }

    /// The `position` command.
    fn position(&self, start: &Position, moves: &[Move]) -> String {
        let protocol = self.spec.protocol;
        let mut text = format!("position {}", self.letters.start(&protocol.start(start)));
        if !moves.is_empty() {
            text += " moves";
        }
        for &mv in moves {
            text += " ";
            text += &self.letters.mv(&self.write(start.rules(), mv));
        }
        text
    }

    /// A move as the engine understands it, apart from letters.
    fn write(&self, rules: &Rules, mv: Move) -> String {
        let text = self.spec.protocol.write(rules, mv);
        match text.parse() {
            Ok(mv) if self.spec.protocol == Protocol::Usi && self.is_fairy_stockfish() => {
                squares::fairy(mv, rules.ranks())
            }
            _ => text,
        }
    }

    /// A move of the engine's.
    pub fn read(&self, rules: &Rules, text: &str) -> Result<Move, rules::ParseMoveError> {
        self.spec.protocol.read(rules, &self.letters.ours(text))
    }

    /// Tells the engine that the game is over.
    pub fn game_over(&mut self, side: Color, winner: Option<Color>) {
        if self.spec.protocol == Protocol::Usi {
            let result = match winner {
                None => "draw",
                Some(color) if color == side => "win",
                Some(_) => "lose",
            };
            self.process.say(&format!("gameover {result}"));
        }
    }
}
