//! The log of a folder: an event on each line as JSON, and what follows from the events.

use super::GrowError;
use platform::files::{AppendFile, complete_lines, read_file};
use serde::{Deserialize, Serialize};
use std::path::Path;
use trials::Tally;

pub const LOG_FILE: &str = "log.jsonl";
/// The evaluation that the first games are played with.
pub const START_FILE: &str = "start.eval";

/// What the events of a log refer to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub version: u32,
    pub game: String,
    /// A hash of the rules of the game.
    pub rules: String,
    pub seed: u32,
    /// Nodes of a move in games to learn from.
    pub nodes: u64,
    /// Whether the first evaluation is that of the movements, not of the game.
    pub anew: bool,
}

/// A line of the log. The seconds are those of work since the start, without pauses.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// The first line.
    Start(Header),
    /// A generation begins: new games, and steps that learn from them.
    Generation { generation: u32, seconds: f64 },
    /// Its games are played.
    Games { generation: u32, games: u64, seconds: f64 },
    /// An evaluation was learnt, and has played a match against the best one so far.
    Step(Step),
    /// The work was interrupted.
    Pause { seconds: f64 },
    /// The best evaluation has played a match against that of the start: the end.
    End {
        #[serde(flatten)]
        results: Tally,
        seconds: f64,
    },
}

/// A new evaluation and the results of its match against the best one so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Step {
    pub generation: u32,
    pub learnt: Learnt,
    #[serde(flatten)]
    pub results: Tally,
    /// Whether it is now the best one.
    pub kept: bool,
    pub seconds: f64,
}

/// What a step learns, and from what.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Learnt {
    /// The linear evaluation, from the scores of searches.
    LinearScores,
    /// The same, then from the results of games, too.
    LinearResults,
    /// A network, from the scores of searches.
    NetworkScores,
    /// The same, then from later scores and results, too.
    NetworkResults,
}

impl Learnt {
    /// Returns the name as in the log and in file names.
    pub const fn name(self) -> &'static str {
        match self {
            Self::LinearScores => "linear-scores",
            Self::LinearResults => "linear-results",
            Self::NetworkScores => "network-scores",
            Self::NetworkResults => "network-results",
        }
    }

    /// Returns a description for people.
    pub const fn description(self) -> &'static str {
        match self {
            Self::LinearScores => "linear, scores",
            Self::LinearResults => "linear, results",
            Self::NetworkScores => "network, scores",
            Self::NetworkResults => "network, results",
        }
    }
}

impl Step {
    /// Returns the name of the file of the new evaluation.
    pub fn file(&self) -> String {
        eval_file(self.generation, self.learnt)
    }
}

/// Returns the name of the file of an evaluation.
pub fn eval_file(generation: u32, learnt: Learnt) -> String {
    format!("{generation}-{}.eval", learnt.name())
}

pub const VERSION: u32 = 2;

/// What a log tells.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct History {
    pub header: Option<Header>,
    pub steps: Vec<Step>,
    /// The last generation, from 1; 0 before the first.
    pub generation: u32,
    /// The seconds of work and the games before the last generation.
    pub before_generation: (f64, u64),
    /// Whether the games of the last generation are played.
    pub has_games: bool,
    /// The number of kept steps before the last generation.
    pub kept_before_generation: usize,
    /// Seconds of work.
    pub seconds: f64,
    /// Games played, those of matches included.
    pub games: u64,
    /// The results of the last match, unless the work went on after it.
    pub end: Option<Tally>,
    /// The length in bytes of the complete lines.
    length: u64,
}

impl History {
    /// Reads a log. An incomplete last line is ignored.
    pub fn read(path: &Path) -> Result<Self, GrowError> {
        let bytes = read_file(path).map_err(|error| GrowError::work(path, error))?;
        let mut history = Self::default();
        for (number, line) in (1..).zip(complete_lines(&bytes)) {
            let event = serde_json::from_slice(line);
            let invalid = |error| format!("{}, line {number}: {error}", path.display());
            let event = event.map_err(|error| GrowError::Input(invalid(error)))?;
            history.add(event);
            history.length += line.len() as u64;
            if history.header.as_ref().is_none_or(|header| header.version != VERSION) {
                let expected = format!("expected a log of 'ozutsu grow', version {VERSION}");
                return Err(GrowError::file(path, expected));
            }
        }
        Ok(history)
    }

    fn add(&mut self, event: Event) {
        match event {
            Event::Start(header) => self.header = Some(header),
            Event::Generation { generation, seconds } => {
                self.kept_before_generation = self.kept().count();
                (self.generation, self.has_games) = (generation, false);
                (self.before_generation, self.seconds) = ((seconds, self.games), seconds);
                self.end = None;
            }
            Event::Games { games, seconds, .. } => {
                self.has_games = true;
                self.games += games;
                self.seconds = seconds;
            }
            Event::Step(step) => {
                self.seconds = step.seconds;
                self.games += step.results.game_count();
                self.steps.push(step);
            }
            Event::Pause { seconds } => self.seconds = seconds,
            Event::End { results, seconds } => {
                self.games += results.game_count();
                (self.end, self.seconds) = (Some(results), seconds);
            }
        }
    }

    /// Returns the steps whose evaluations were kept.
    pub fn kept(&self) -> impl DoubleEndedIterator<Item = &Step> {
        self.steps.iter().filter(|step| step.kept)
    }

    /// Returns the name of the file of the best evaluation.
    pub fn best_file(&self) -> String {
        self.kept().next_back().map_or(START_FILE.into(), Step::file)
    }

    /// Returns the name of the file of the best evaluation before the last generation.
    pub fn best_file_before_generation(&self) -> String {
        let last = self.kept_before_generation.checked_sub(1);
        last.and_then(|last| self.kept().nth(last)).map_or(START_FILE.into(), Step::file)
    }

    /// Returns the steps of the last generation that are done.
    pub fn steps_of_generation(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| step.generation == self.generation)
    }
}

/// The log of a run, which no other process can write at the same time.
#[derive(Debug)]
pub struct Log {
    file: AppendFile,
    pub history: History,
}

impl Log {
    /// Opens a log, or begins one with the header.
    pub fn open(mut file: AppendFile, header: Header) -> Result<Self, GrowError> {
        let path = file.path();
        let history = if path.exists() { History::read(path)? } else { History::default() };
        file.begin(history.length).map_err(|error| GrowError::work(file.path(), error))?;
        let mut log = Self { file, history };
        if log.history.header.is_none() {
            log.add(Event::Start(header))?;
        }
        Ok(log)
    }

    pub fn add(&mut self, event: Event) -> Result<(), GrowError> {
        let mut line = serde_json::to_vec(&event).expect("names and numbers");
        line.push(b'\n');
        let written = self.file.append(&line).and_then(|file| file.sync_data());
        written.map_err(|error| GrowError::work(self.file.path(), error))?;
        self.history.add(event);
        Ok(())
    }
}
