//! Plays a whole match, keeps its state file, and prints progress and results.

use crate::args::{Args, add_engine_settings};
use crate::clock::TimeControl;
use crate::console::{self, eprint_line};
use crate::error::{Error, usage};
use crate::exit_codes::{EXIT_H0, EXIT_INTERRUPTED, EXIT_UNDECIDED};
use crate::game::{Failure, Game};
use crate::game_pair::{FIRST_ENGINE_COLORS, Pair, PairRecord, PairResult};
use crate::json::{Object, Results};
use crate::match_args::{Config, MatchArgs, PROGRAM};
use crate::match_results::MatchResults;
use crate::openings::Openings;
use crate::output_files::OutputFiles;
use crate::program::stop_on_interrupt;
use crate::progress::{Progress, ProgressLine};
use crate::report;
use crate::runner::{Experiment, Run};
use crate::settings::Settings;
use crate::state_file::State;
use crate::stop_flag::StopFlag;
use crate::stored_run::StoredRun;
use crate::watch::watch;
use rules::Color;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};
use trials::Hypothesis;

pub fn main() -> ExitCode {
    PROGRAM.main(run)
}

fn run(args: Args<MatchArgs>, settings: Settings) -> Result<ExitCode, Error> {
    if let Some(merge) = &args.merge {
        let MatchArgs { sprt, json, .. } = args.own;
        let Some(folder) = &args.own.watch else {
            let state = State::merge(merge.required()?)?;
            let results = MatchResults::of_state(&state, sprt)?;
            print_results(&results, json);
            return Ok(exit_code(&results));
        };
        merge.without_value()?;
        // JSON has the result alone.
        let interval = (!json).then_some(args.rating_interval());
        let stop = stop_on_interrupt("the results");
        let merged = watch(folder, sprt, interval, &stop)?;
        if let Some(results) = &merged {
            print_results(results, json);
        }
        let ended = merged.filter(|_| !stop.is_requested());
        return Ok(ended.as_ref().map_or(ExitCode::from(EXIT_INTERRUPTED), exit_code));
    }
    let config = Config::new(args)?;
    let stop = stop_on_interrupt("the results");
    let results = play(&config, settings, &stop)?;
    let is_interrupted = stop.is_requested() && results.decision().is_none();
    Ok(if is_interrupted { ExitCode::from(EXIT_INTERRUPTED) } else { exit_code(&results) })
}

/// Returns the exit code of a match that was played to its end.
fn exit_code(results: &MatchResults) -> ExitCode {
    match (&results.sprt, results.decision()) {
        (None, _) | (_, Some(Hypothesis::H1)) => ExitCode::SUCCESS,
        (_, Some(Hypothesis::H0)) => ExitCode::from(EXIT_H0),
        (_, None) => ExitCode::from(EXIT_UNDECIDED),
    }
}

/// Plays a match, and prints and returns its results.
fn play(config: &Config, mut settings: Settings, stop: &StopFlag) -> Result<MatchResults, Error> {
    if let Some(path) = &config.args.own.new_state
        && path.exists()
        && !State::<PairResult>::load(path)?.records.is_empty()
    {
        let path = path.display();
        return Err(
            usage!("{path} already exists: use -resume {path} to continue its match").into()
        );
    }
    config.check_files()?;
    let Config { args, engines, .. } = config;
    for (number, engine) in (1..).zip(engines) {
        add_engine_settings(engine, &format!("engine {number}"), &mut settings);
    }
    let stored = StoredRun::open(args.state(), args.seed, seed_from_time(), settings)?;
    let played = stored.state.records.iter().map(|record: &PairRecord| &record.result);
    let results = MatchResults::new(&config.names(), args.own.sprt, played)?;
    let (seed, remaining) = (stored.seed, stored.remaining(config.pairs));
    let openings = args.game_settings.read_openings(seed)?;
    warn_of_repeated_games(config, &openings);
    let mut files = OutputFiles::open(config, stored)?;
    files.begin(engines, stop)?;
    let run = Run {
        engines,
        pairings: &config.pairings,
        settings: &args.game_settings,
        openings: &openings,
        repeat: args.own.repeat,
        wait: args.own.wait,
    };
    let numbers = remaining.filter(|&number| args.own.shard.contains(run.pair(number).round));
    let pairs = results.pair_count() + numbers.clone().count() as u64;
    let mut monitor = Monitor {
        config,
        stop,
        files,
        progress: Progress::new(2 * results.pair_count(), 2 * pairs),
        results,
        running: 0,
        is_report_due: false,
        progress_line: ProgressLine::new(args.own.debug),
    };
    let names = config.names();
    let start = if args.own.json {
        Object::MatchStart { engines: &names, seed }.line()
    } else {
        format!("{}, seed {seed}", names.join(" vs "))
    };
    console::print(&format!("{start}\n"));
    let result = match monitor.results.decision() {
        Some(_) => Ok(()),
        None => {
            let stored = monitor.files.set_pairs(pairs);
            stored.and_then(|()| run.play(&mut monitor, numbers, stop))
        }
    };
    monitor.print_table();
    result?;
    let Monitor { mut files, results, .. } = monitor;
    if results.decision().is_some() {
        files.set_pairs(results.pair_count())?;
    }
    Ok(results)
}

/// Returns a seed below 2^53, which JSON readers with floating-point numbers read exactly.
fn seed_from_time() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    time.as_nanos() as u64 % (1 << 53)
}

/// Warns if engines without a clock will play the same games again.
fn warn_of_repeated_games(config: &Config, openings: &Openings) {
    if config.engines.iter().any(|engine| engine.limits.time != TimeControl::Infinite) {
        return;
    }
    let (games, pairings) = (&config.args.game_settings.games, config.pairings.len() as u64);
    let rounds = config.pairs.div_ceil(pairings * games.len() as u64);
    let (needed, unit) =
        if config.args.own.repeat { (rounds, "pairs") } else { (2 * rounds, "games") };
    for rules in games {
        if let Some(period) = openings.period(rules).filter(|&period| period < needed) {
            eprint_line(&format!(
                "warning: {period} opening(s) of {} for {needed} {unit} with each: without a clock, \
                 engines repeat their games",
                rules.name()
            ));
        }
    }
}

fn print_results(results: &MatchResults, is_json: bool) {
    console::print(&if is_json {
        Object::MatchEnd(Results::new(results)).line() + "\n"
    } else {
        report::table(results)
    });
}

/// Counts results, prints progress, and stops the match when the SPRT has decided or something fails.
struct Monitor<'a> {
    config: &'a Config,
    stop: &'a StopFlag,
    files: OutputFiles,
    results: MatchResults,
    /// The games that have ended, with those of unfinished pairs.
    progress: Progress,
    /// The number of games in progress.
    running: u64,
    /// Whether the interval of reports has ended since the last report.
    is_report_due: bool,
    progress_line: ProgressLine,
}

impl Monitor<'_> {
    fn update_line(&self) {
        if self.progress_line.is_visible() {
            self.progress_line.update(&self.format_progress());
        }
    }

    fn format_progress(&self) -> String {
        let Progress { done, total, .. } = self.progress;
        let (running, times) = (self.running, self.progress.format_times(self.progress.elapsed()));
        format!("{done}/{total} games, {running} running, {times}")
            + &report::running_result(&self.results)
    }

    fn report_if_due(&mut self) {
        if !std::mem::take(&mut self.is_report_due) {
            return;
        }
        if self.config.args.own.json {
            let results = Results::new(&self.results);
            let line = Object::progress(&self.progress, self.running, results).line();
            self.progress_line.println(&line);
        } else if !self.progress_line.is_visible() {
            console::print(&(self.format_progress() + "\n"));
        }
    }

    fn print_table(&self) {
        self.progress_line.clear();
        let is_json = self.config.args.own.json;
        if !is_json && !self.results.games.is_empty() {
            console::print("\n");
        }
        if is_json || !self.results.games.is_empty() {
            print_results(&self.results, is_json);
        }
    }
}

impl Experiment for Monitor<'_> {
    fn game_started(&mut self) {
        self.running += 1;
        self.update_line();
    }

    fn game_ended(&mut self, number: u64, pair: &Pair, index: usize, game: &Game) {
        self.progress.done += 1;
        self.running -= 1;
        if game.failure.is_some() {
            let mut names = pair.engines.map(|index| self.config.engines[index].name.as_str());
            if FIRST_ENGINE_COLORS[index] == Color::White {
                names.swap(0, 1);
            }
            let (number, rules) = (2 * number + index as u64 + 1, pair.rules.name());
            let description = game.end.full_description(names);
            let [black, white] = names;
            self.progress_line.println(&if self.config.args.own.json {
                let winner = game.end.result.winner().map(|winner| names[winner.index()]);
                let (reason, text) = (game.end.reason, description.as_str());
                let (game, variant) = (number, rules);
                Object::FailedGame { game, variant, black, white, winner, reason, text }.line()
            } else {
                format!("game {number}, {rules}: {description}")
            });
        }
        let interval = self.config.args.rating_interval();
        self.is_report_due |= self.progress.done_now().is_multiple_of(interval);
        // The second game of a pair is followed by the pair.
        if index == 0 {
            self.report_if_due();
        }
        self.update_line();
    }

    fn pair_ended(&mut self, pair: PairResult, games: &[Game; 2]) -> Result<(), Error> {
        // Games that end after the decision do not change it.
        if self.results.decision().is_some() {
            return Ok(());
        }
        let Config { args, engines, .. } = self.config;
        let mut failed = games.iter().zip(FIRST_ENGINE_COLORS).filter_map(|(game, color)| {
            let (loser, _) = game.failure.filter(|(_, kind)| *kind == Failure::Process)?;
            Some(engines[pair.engines[usize::from(loser != color)]].name.clone())
        });
        let failed = failed.next().filter(|_| !args.own.recover);
        // A resumed match plays the pair again, with an engine that works. The results are those of the state file.
        let is_counted = failed.is_none() || args.state().is_none();
        if is_counted {
            self.files.write_pair(self.config, &pair, games)?;
            self.results.add(&pair);
        }
        if self.results.decision().is_some() {
            self.stop.request();
        }
        self.report_if_due();
        self.update_line();
        let advice = if is_counted {
            "use -recover to restart it and continue the match"
        } else {
            "its last pair does not count, and the same command plays it again; with -recover the engine loses it and \
             is restarted"
        };
        failed.map_or(Ok(()), |name| Err(Error::EngineFailed { name, advice }))
    }
}
