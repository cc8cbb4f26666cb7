//! Runs a screening experiment, and merges the state files of several runs.

use super::args::{FACTOR_SEPARATOR, ScreenArgs};
use super::effects_table::EffectsTable;
use crate::args::Args;
use crate::engine::EngineSpec;
use crate::error::{Error, usage};
use crate::game::Game;
use crate::game_pair::PairResult;
use crate::progress::{Progress, ProgressLine};
use crate::runner::{Experiment, OptionValues};
use crate::self_play::{self, open_run, void_pair};
use crate::settings::Settings;
use crate::state_file::{self, FileKind, Record, State};
use crate::stop_flag::StopFlag;
use crate::stored_run::StoredRun;
use rand::prelude::*;
use rand::rngs::StdRng;
use rules::Rules;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::slice;
use trials::{HalfPoints, mix_seed};

/// A record of the state file: a pair of games.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ScreenedPair {
    number: u64,
    #[serde(rename = "game", with = "state_file::game_name")]
    rules: &'static Rules,
    /// For each factor, whether the first side had its high level. The second side had the opposite
    /// level.
    is_high: Vec<bool>,
    /// The first side's half points in each game.
    #[serde(deserialize_with = "state_file::half_points")]
    half_points: [HalfPoints; 2],
}

impl Record for ScreenedPair {
    const KIND: FileKind = FileKind { title: "screen state", format: "ozutsu-screen", version: 2 };

    fn number(&self) -> u64 {
        self.number
    }
}

struct Screening<'a> {
    args: &'a Args<ScreenArgs>,
    effects: EffectsTable,
    stored: StoredRun<ScreenedPair>,
    progress: Progress,
    progress_line: ProgressLine,
}

/// Runs an experiment until it is complete or a stop is requested, and prints its table.
pub fn play(
    engine: &EngineSpec,
    args: &Args<ScreenArgs>,
    settings: Settings,
    stop: &StopFlag,
) -> Result<(), Error> {
    let mut stored = open_run(args, engine, settings)?;
    let effects = effects(&stored.state)?;
    let openings = args.game_settings.read_openings(stored.seed)?;
    let remaining = stored.remaining(args.pairs());
    stored.begin(slice::from_ref(engine), stop)?;
    let mut screening = Screening {
        args,
        stored,
        progress: Progress::new(effects.pairs(), args.pairs()),
        progress_line: ProgressLine::new(false),
        effects,
    };
    let result = self_play::play(args, engine, &mut screening, &openings, remaining, stop);
    if screening.effects.pairs() > 0 {
        screening.progress_line.clear();
        screening.progress_line.println(screening.effects.table().trim_end());
    }
    result
}

/// Returns the table of several state files of one experiment.
pub fn merge(paths: &[impl AsRef<Path>]) -> Result<String, Error> {
    Ok(effects(&State::merge(paths)?)?.table())
}

/// Computes the effects from all pairs of a state.
fn effects(state: &State<ScreenedPair>) -> Result<EffectsTable, Error> {
    let factors = state.first.settings.get("-factor").unwrap_or_default();
    let factors: Vec<_> = factors.split(FACTOR_SEPARATOR).collect();
    let pairs = &state.records;
    if let Some(pair) = pairs.iter().find(|pair| pair.is_high.len() != factors.len()) {
        let (found, expected) = (pair.is_high.len(), factors.len());
        let number = pair.number;
        return Err(usage!("pair {number} has {found} factors instead of {expected}").into());
    }
    let mut effects = EffectsTable::new(factors.into_iter());
    for ScreenedPair { rules, is_high, half_points, .. } in pairs {
        effects.add(rules.name(), is_high, *half_points);
    }
    Ok(effects)
}

impl Screening<'_> {
    fn format_progress(&self) -> String {
        let Progress { done, total, .. } = self.progress;
        let times = self.progress.format_times(self.progress.elapsed());
        format!("{done}/{total} pairs, {times} | {}", self.effects.summary_line())
    }

    /// Returns for each factor whether the first side has the high level in a pair.
    fn levels(&self, number: u64) -> Vec<bool> {
        let mut rng = StdRng::seed_from_u64(mix_seed(self.stored.seed, number));
        self.args.own.factors.iter().map(|_| rng.random_bool(0.5)).collect()
    }
}

impl Experiment for Screening<'_> {
    fn options(&mut self, number: u64) -> [OptionValues; 2] {
        let is_high = self.levels(number);
        [true, false].map(|is_first_side| {
            let factors = self.args.own.factors.iter().zip(&is_high);
            factors
                .flat_map(|(factor, &high)| factor.option_values(high == is_first_side))
                .collect()
        })
    }

    fn pair_ended(&mut self, pair: PairResult, games: &[Game; 2]) -> Result<(), Error> {
        let PairResult { number, rules, half_points, .. } = pair;
        if let Some(message) = void_pair(number, games) {
            self.progress_line.println(&message);
            return Ok(());
        }
        let pair = ScreenedPair { number, rules, is_high: self.levels(number), half_points };
        self.stored.add(&pair)?;
        self.effects.add(rules.name(), &pair.is_high, half_points);
        self.progress.done += 1;
        if self.progress_line.is_visible() {
            self.progress_line.update(&self.format_progress());
        } else if self.effects.pairs().is_multiple_of(self.args.report_interval()) {
            self.progress_line.println(&self.format_progress());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_stored_with_named_fields() {
        let text = r#"{"number":7,"game":"shosu","is_high":[true,false],"half_points":[2,1]}"#;
        let pair: ScreenedPair = serde_json::from_str(text).unwrap();
        assert_eq!((pair.rules.name(), pair.is_high.as_slice()), ("shosu", &[true, false][..]));
        assert_eq!(serde_json::to_string(&pair).unwrap(), text);
    }
}
