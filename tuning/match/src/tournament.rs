//! Plays a whole match, keeps its state file, and prints progress and results.

use crate::args::{self, Config, HELP, Request, StateTarget};
use crate::game::Game;
use crate::game_pair::{FIRST_ENGINE_COLORS, MatchTotals, PairResult};
use crate::openings::Openings;
use crate::output_files::OutputFiles;
use crate::program::{EXIT_FAILURE, EXIT_INTERRUPTED, StopFlag, stop_on_interrupt};
use crate::progress::ProgressLine;
use crate::report::{self, Progress};
use crate::runner::{self, Event};
use crate::sprt::Sprt;
use crate::state_file::{Settings, State};
use rules::Color;
use std::collections::HashSet;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// How a match ended.
#[derive(Debug)]
enum MatchEnd {
    /// All games were played, or the SPRT has decided.
    Complete,
    /// It was interrupted.
    Interrupted,
    /// An engine failed, or results could not be written.
    Failed(String),
}

/// Runs the program `ozutsu-match` with these arguments.
pub fn run(args: &[String]) -> Result<ExitCode, String> {
    match args::parse(args)? {
        Request::Help => report::print(HELP),
        Request::Version => {
            report::print(concat!("ozutsu-match ", env!("CARGO_PKG_VERSION"), "\n"));
        }
        Request::Merge(paths, sprt) => merge(&paths, sprt.as_ref())?,
        Request::Play(config) => match play(&config, &stop_on_interrupt("the results"))? {
            MatchEnd::Complete => {}
            MatchEnd::Interrupted => return Ok(ExitCode::from(EXIT_INTERRUPTED)),
            MatchEnd::Failed(error) => {
                eprintln!("error: {error}");
                return Ok(ExitCode::from(EXIT_FAILURE));
            }
        },
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays a match and prints its results.
fn play(config: &Config, stop: &StopFlag) -> Result<MatchEnd, String> {
    let saved = load_state(config)?;
    let saved_seed = saved.as_ref().and_then(|saved| saved.settings.get("-seed")?.parse().ok());
    let seed = config.seed.or(saved_seed).unwrap_or_else(seed_from_time);
    let settings = settings(config, seed);
    if let (Some(saved), Some(target)) = (&saved, &config.state) {
        saved.check_settings(target.path(), &settings)?;
    }
    let source = config.game_settings.openings.clone();
    let openings = Openings::new(source, &config.game_settings.games, seed)?;
    let mut files = OutputFiles::open(config, saved.is_some(), &settings)?;
    let played = saved.map_or(Vec::new(), |saved| saved.records);
    let played_numbers: HashSet<u64> = played.iter().map(|pair| pair.number).collect();
    let is_in_shard = |number: u64| {
        let pair = config.game_settings.game_of_pair(number);
        pair.is_some_and(|(_, round)| config.shard.contains(round))
    };
    let numbers =
        (0..config.pairs).filter(|number| is_in_shard(*number) && !played_numbers.contains(number));
    let mut monitor = Monitor::new(config, stop, &played, numbers.clone().count() as u64);
    let [first, second] = config.names();
    report::print(&format!("{first} vs {second}, seed {seed}\n"));
    if !monitor.is_decided {
        let on_event = |event| monitor.handle(event, &mut files);
        runner::run(config, &openings, numbers, stop, on_event)
            .map_err(|error| error.to_string())?;
    }
    monitor.print_table();
    Ok(monitor.end())
}

/// Loads the state file of a match to resume. Returns `None` if there is none, or if it has no pairs
/// because an engine did not start; such a file is replaced.
fn load_state(config: &Config) -> Result<Option<State<PairResult>>, String> {
    let Some(target) = config.state.as_ref().filter(|target| target.path().exists()) else {
        return Ok(None);
    };
    let saved = State::<PairResult>::load(target.path())?;
    match target {
        _ if saved.records.is_empty() => Ok(None),
        StateTarget::Resume(_) => Ok(Some(saved)),
        StateTarget::New(path) => {
            let path = path.display();
            Err(format!("{path} already exists: use -resume {path} to continue its match"))
        }
    }
}

fn seed_from_time() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_secs())
}

/// The names of the engines in the settings of a state file.
const ENGINES: [&str; 2] = ["engine 1", "engine 2"];

/// Returns the settings that a resumed match must share with its state file.
fn settings(config: &Config, seed: u64) -> Settings {
    let mut settings = Settings::default();
    for (engine, name) in config.engines.iter().zip(ENGINES) {
        engine.add_settings(name, &mut settings);
    }
    config.game_settings.add_settings(&mut settings);
    settings.set("-repeat", if config.repeat { "yes" } else { "no" });
    settings.set("-seed", seed);
    settings.set("-shard", config.shard);
    settings
}

/// Prints the results of several state files together.
fn merge(paths: &[impl AsRef<Path>], sprt: Option<&Sprt>) -> Result<(), String> {
    let merged = State::merge(paths)?;
    let mut totals = MatchTotals::default();
    merged.records.iter().for_each(|pair| totals.add(pair));
    let keys = ENGINES.map(|engine| format!("{engine} name"));
    let names = keys.each_ref().map(|key| merged.settings.get(key).unwrap_or_default());
    report::print(&report::table(names, &totals, sprt));
    Ok(())
}

/// Counts results, prints progress, and stops the match when the SPRT has decided or something fails.
struct Monitor<'a> {
    config: &'a Config,
    stop: &'a StopFlag,
    totals: MatchTotals,
    progress: Progress,
    /// The number of games that ended since the program started.
    games_ended: u64,
    started: Instant,
    progress_line: ProgressLine,
    /// The first error.
    error: Option<String>,
    is_decided: bool,
}

impl<'a> Monitor<'a> {
    /// Starts with the pairs played before the match was resumed.
    fn new(
        config: &'a Config,
        stop: &'a StopFlag,
        played: &[PairResult],
        pairs_to_play: u64,
    ) -> Self {
        let games = 2 * played.len() as u64;
        let max_games = games + 2 * pairs_to_play;
        let mut monitor = Self {
            config,
            stop,
            totals: MatchTotals::default(),
            progress: Progress { games, max_games, ..Progress::default() },
            games_ended: 0,
            started: Instant::now(),
            progress_line: ProgressLine::new(),
            error: None,
            is_decided: false,
        };
        played.iter().for_each(|pair| monitor.totals.add(pair));
        monitor.check_sprt();
        monitor
    }

    fn check_sprt(&mut self) {
        let sprt = self.config.sprt.as_ref();
        self.is_decided |= sprt.is_some_and(|sprt| sprt.accepted(&self.totals.all).is_some());
    }

    fn handle(&mut self, event: Event, files: &mut OutputFiles) {
        match event {
            Event::GameStarted => self.progress.running += 1,
            Event::GameEnded { pair, index, game } => self.game_ended(pair, index, &game),
            Event::PairEnded(pair, games) => {
                self.totals.add(&pair);
                if let Err(error) = files.write_pair(self.config, &pair, &games) {
                    self.fail(format!("cannot write results: {error}"));
                }
                self.check_sprt();
                if self.is_decided {
                    self.stop.request();
                }
            }
            Event::EngineFailed(name) => self
                .fail(format!("{name} failed; use -recover to restart it and continue the match")),
            Event::Error(error) => self.fail(error),
        }
        if self.progress_line.is_visible() {
            let line = self.format_progress();
            self.progress_line.update(line);
        }
    }

    fn fail(&mut self, error: String) {
        self.error.get_or_insert(error);
        self.stop.request();
    }

    fn game_ended(&mut self, pair: u64, index: usize, game: &Game) {
        self.games_ended += 1;
        self.progress.games += 1;
        self.progress.running = self.progress.running.saturating_sub(1);
        if game.result.termination.is_failure() {
            let mut names = self.config.names();
            if FIRST_ENGINE_COLORS[index] == Color::White {
                names.swap(0, 1);
            }
            let number = 2 * pair + index as u64 + 1;
            let (rules, description) = (game.opening.start.rules(), game.result.describe(names));
            self.progress_line.println(&format!("game {number}, {}: {description}", rules.name()));
        }
        if !self.progress_line.is_visible()
            && self.games_ended.is_multiple_of(self.config.rating_interval)
        {
            let line = self.format_progress();
            report::print(&format!("{line}\n"));
        }
    }

    fn format_progress(&mut self) -> String {
        let games_left = self.progress.max_games.saturating_sub(self.progress.games);
        self.progress.elapsed = self.started.elapsed();
        self.progress.remaining =
            report::time_left(self.progress.elapsed, self.games_ended, games_left);
        self.progress.line(&self.totals.all, self.config.sprt.as_ref())
    }

    fn print_table(&self) {
        self.progress_line.clear();
        let table = report::table(self.config.names(), &self.totals, self.config.sprt.as_ref());
        report::print(&format!("\n{table}"));
    }

    fn end(self) -> MatchEnd {
        match self.error {
            Some(error) => MatchEnd::Failed(error),
            None if self.is_decided || !self.stop.is_requested() => MatchEnd::Complete,
            None => MatchEnd::Interrupted,
        }
    }
}
