//! Playing a screen, and putting records together.

use crate::args::Config;
use crate::row::Row;
use crate::table::Findings;
use ozutsu_match::args::parse_number;
use ozutsu_match::book::mix_seed;
use ozutsu_match::game_pair::PairResult;
use ozutsu_match::interrupt::StopFlag;
use ozutsu_match::progress::ProgressLine;
use ozutsu_match::report::{format_duration, time_left};
use ozutsu_match::self_play::{Experiment, OptionValues};
use ozutsu_match::state::{Settings, State, StateFile};
use rand::prelude::*;
use rand::rngs::StdRng;
use std::collections::HashSet;
use std::io;
use std::path::PathBuf;
use std::time::Instant;

/// What stands between factors in a record.
const BETWEEN: &str = "; ";

/// A screen that is played.
struct Screen<'a> {
    config: &'a Config,
    seed: u64,
    findings: Findings,
    file: Option<StateFile<Row>>,
    live: ProgressLine,
    since: Instant,
    /// How many pairs were there at the start.
    before: u64,
}

/// Plays a screen to the end, or until it is asked to stop, and prints its table.
pub fn play(config: &Config, stop: &StopFlag) -> Result<(), String> {
    let (state, file) = open(config)?;
    let seed =
        parse_number("the seed of the record", state.settings.get("-seed").unwrap_or_default())?;
    let findings = findings(&state)?;
    let played: HashSet<u64> = state.records.iter().map(|row| row.number).collect();
    let numbers = (0..config.rounds).filter(|number| !played.contains(number));
    let (live, since, before) = (ProgressLine::new(), Instant::now(), findings.pairs());
    let mut screen = Screen { config, seed, findings, file, live, since, before };
    let end = config.duel.play(&mut screen, seed, numbers, stop);
    if screen.findings.pairs() > 0 {
        screen.live.println(screen.findings.table().trim_end());
    }
    end
}

/// What was played before, and the file that more is added to. A record of no pairs, such as one
/// whose engine did not start, is begun anew.
fn open(config: &Config) -> Result<(State<Row>, Option<StateFile<Row>>), String> {
    let path = config.state.as_deref();
    let old = path.filter(|path| path.exists()).map(State::<Row>::load).transpose()?;
    let old = old.filter(|old| !old.records.is_empty());
    let kept = old.as_ref().and_then(|old| old.settings.get("-seed")?.parse().ok());
    let settings = settings(config, config.seed.or(kept).unwrap_or(1));
    if let (Some(old), Some(path)) = (&old, path) {
        old.check_settings(path, &settings)?;
    }
    let file = path.map(|path| match old {
        Some(_) => StateFile::append(path),
        None => StateFile::create(path, &settings),
    });
    let file = file.transpose().map_err(|error| unwritten(&error))?;
    Ok((old.unwrap_or(State { settings, records: Vec::new() }), file))
}

fn unwritten(error: &io::Error) -> String {
    format!("the record cannot be written: {error}")
}

/// The table of several records of one screen.
pub fn merge(paths: &[PathBuf]) -> Result<String, String> {
    Ok(findings(&State::merge(paths)?)?.table())
}

/// What a record says.
fn findings(state: &State<Row>) -> Result<Findings, String> {
    let factors: Vec<_> =
        state.settings.get("-factor").unwrap_or_default().split(BETWEEN).collect();
    if state.records.iter().any(|row| row.is_high.len() != factors.len()) {
        return Err(format!("a pair of the record is not of its {} factors", factors.len()));
    }
    let mut findings = Findings::new(factors.into_iter());
    state.records.iter().for_each(|row| findings.add(row));
    Ok(findings)
}

/// What makes a screen the one it is.
fn settings(config: &Config, seed: u64) -> Settings {
    let factors: Vec<_> = config.factors.iter().map(ToString::to_string).collect();
    let mut settings = Settings::default();
    config.duel.engine.record("engine", &mut settings);
    config.duel.terms.record(&mut settings);
    settings.set("-factor", factors.join(BETWEEN));
    settings.set("-seed", seed);
    settings
}

impl Screen<'_> {
    fn line(&self) -> String {
        let (pairs, elapsed) = (self.findings.pairs(), self.since.elapsed());
        let rounds = self.config.rounds;
        let left = time_left(elapsed, pairs - self.before, rounds.saturating_sub(pairs));
        let left = left.map_or(String::new(), |left| format!(", {} left", format_duration(left)));
        format!(
            "{pairs}/{rounds} pairs, {}{left} | {}",
            format_duration(elapsed),
            self.findings.line()
        )
    }
}

impl Experiment for Screen<'_> {
    type Trial = Vec<bool>;

    fn trial(&self, number: u64) -> Vec<bool> {
        let mut chance = StdRng::seed_from_u64(mix_seed(self.seed, number));
        self.config.factors.iter().map(|_| chance.random_bool(0.5)).collect()
    }

    fn option_values(&self, is_high: &Vec<bool>) -> [OptionValues; 2] {
        [true, false].map(|is_first| {
            let factors = self.config.factors.iter().zip(is_high);
            factors.flat_map(|(factor, &high)| factor.settings(high == is_first)).collect()
        })
    }

    fn record_pair(&mut self, is_high: Vec<bool>, pair: &PairResult) -> Result<(), String> {
        let row = Row { number: pair.number, rules: pair.rules, is_high, points: pair.points };
        if let Some(file) = &mut self.file {
            file.add(&row).map_err(|error| unwritten(&error))?;
        }
        self.findings.add(&row);
        if self.live.is_visible() {
            self.live.update(&self.line());
        } else if self.findings.pairs().is_multiple_of(self.config.interval) {
            self.live.println(&self.line());
        }
        Ok(())
    }

    fn pair_failed(&mut self, what: &str) {
        self.live.println(what);
    }
}
