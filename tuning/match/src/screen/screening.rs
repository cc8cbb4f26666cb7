//! Runs a screening experiment, and merges the state files of several runs.

use super::args::Config;
use super::effects_table::EffectsTable;
use super::screened_pair::ScreenedPair;
use crate::args::parse_number;
use crate::game_pair::PairResult;
use crate::openings::mix_seed;
use crate::program::StopFlag;
use crate::progress::ProgressLine;
use crate::report::{format_duration, time_left};
use crate::self_play::{Experiment, OptionValues};
use crate::state_file::{Settings, State, StateFile};
use rand::prelude::*;
use rand::rngs::StdRng;
use std::collections::HashSet;
use std::io;
use std::path::PathBuf;
use std::time::Instant;

/// Separates factors in the settings of a state file.
const FACTOR_SEPARATOR: &str = "; ";

/// A running experiment.
struct Screening<'a> {
    config: &'a Config,
    seed: u64,
    effects: EffectsTable,
    state_file: Option<StateFile<ScreenedPair>>,
    progress: ProgressLine,
    start: Instant,
    /// Number of pairs played before this run.
    resumed_pairs: u64,
}

/// Runs an experiment until it is complete or a stop is requested, and prints its table.
pub fn play(config: &Config, stop: &StopFlag) -> Result<(), String> {
    let (state, state_file) = open_state(config)?;
    let seed = state.settings.get("-seed").unwrap_or_default();
    let seed = parse_number("the seed of the state file", seed)?;
    let effects = effects(&state)?;
    let finished: HashSet<u64> = state.records.iter().map(|pair| pair.number).collect();
    let remaining = (0..config.pairs).filter(|number| !finished.contains(number));
    let mut screening = Screening {
        config,
        seed,
        resumed_pairs: effects.pairs(),
        effects,
        state_file,
        progress: ProgressLine::new(),
        start: Instant::now(),
    };
    let result = config.self_play.play(&mut screening, seed, remaining, stop);
    if screening.effects.pairs() > 0 {
        screening.progress.clear();
        screening.progress.println(screening.effects.table().trim_end());
    }
    result
}

/// Loads or creates the state file. Overwrites a file without pairs: a run leaves one behind if its
/// engine does not start.
fn open_state(
    config: &Config,
) -> Result<(State<ScreenedPair>, Option<StateFile<ScreenedPair>>), String> {
    let path = config.state_file.as_deref();
    let saved = path.filter(|path| path.exists()).map(State::<ScreenedPair>::load).transpose()?;
    let saved = saved.filter(|saved| !saved.records.is_empty());
    let saved_seed = saved.as_ref().and_then(|saved| saved.settings.get("-seed")?.parse().ok());
    let settings = settings(config, config.seed.or(saved_seed).unwrap_or(1));
    if let (Some(saved), Some(path)) = (&saved, path) {
        saved.check_settings(path, &settings)?;
    }
    let file = path.map(|path| match saved {
        Some(_) => StateFile::append(path),
        None => StateFile::create(path, &settings),
    });
    let file = file.transpose().map_err(write_error)?;
    Ok((saved.unwrap_or(State { settings, records: Vec::new() }), file))
}

fn write_error(error: io::Error) -> String {
    format!("cannot write the state file: {error}")
}

/// Returns the table of several state files of one experiment.
pub fn merge(paths: &[PathBuf]) -> Result<String, String> {
    Ok(effects(&State::merge(paths)?)?.table())
}

/// Computes the effects from all pairs of a state.
fn effects(state: &State<ScreenedPair>) -> Result<EffectsTable, String> {
    let factors = state.settings.get("-factor").unwrap_or_default();
    let factors: Vec<_> = factors.split(FACTOR_SEPARATOR).collect();
    if let Some(pair) = state.records.iter().find(|pair| pair.is_high.len() != factors.len()) {
        let (number, found) = (pair.number, pair.is_high.len());
        return Err(format!("pair {number} has {found} factors instead of {}", factors.len()));
    }
    let mut effects = EffectsTable::new(factors.into_iter());
    state.records.iter().for_each(|pair| effects.add(pair));
    Ok(effects)
}

/// Returns the settings that identify an experiment.
fn settings(config: &Config, seed: u64) -> Settings {
    let factors: Vec<_> = config.factors.iter().map(ToString::to_string).collect();
    let mut settings = Settings::default();
    config.self_play.engine.add_settings("engine", &mut settings);
    config.self_play.game_settings.add_settings(&mut settings);
    settings.set("-factor", factors.join(FACTOR_SEPARATOR));
    settings.set("-seed", seed);
    settings
}

impl Screening<'_> {
    fn progress_line(&self) -> String {
        let (pairs, elapsed) = (self.effects.pairs(), self.start.elapsed());
        let total = self.config.pairs;
        let left = time_left(elapsed, pairs - self.resumed_pairs, total.saturating_sub(pairs));
        let left = left.map_or(String::new(), |left| format!(", {} left", format_duration(left)));
        let elapsed = format_duration(elapsed);
        format!("{pairs}/{total} pairs, {elapsed}{left} | {}", self.effects.summary_line())
    }
}

impl Experiment for Screening<'_> {
    /// For each factor, whether the first side has the high level.
    type Trial = Vec<bool>;

    fn trial(&self, number: u64) -> Vec<bool> {
        let mut rng = StdRng::seed_from_u64(mix_seed(self.seed, number));
        self.config.factors.iter().map(|_| rng.random_bool(0.5)).collect()
    }

    fn option_values(&self, is_high: &Vec<bool>) -> [OptionValues; 2] {
        [true, false].map(|is_first_side| {
            let factors = self.config.factors.iter().zip(is_high);
            factors
                .flat_map(|(factor, &high)| factor.option_values(high == is_first_side))
                .collect()
        })
    }

    fn record_pair(&mut self, is_high: Vec<bool>, pair: &PairResult) -> Result<(), String> {
        let PairResult { number, rules, half_points, .. } = *pair;
        let pair = ScreenedPair { number, rules, is_high, half_points };
        if let Some(file) = &mut self.state_file {
            file.add(&pair).map_err(write_error)?;
        }
        self.effects.add(&pair);
        if self.progress.is_visible() {
            self.progress.update(self.progress_line());
        } else if self.effects.pairs().is_multiple_of(self.config.report_interval) {
            self.progress.println(&self.progress_line());
        }
        Ok(())
    }

    fn pair_failed(&mut self, message: &str) {
        self.progress.println(message);
    }
}
