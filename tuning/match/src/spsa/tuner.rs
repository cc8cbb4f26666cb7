//! Plays the pairs of games of a run.

use super::algorithm::Spsa;
use super::args::SpsaArgs;
use super::parameter::Parameter;
use crate::args::Args;
use crate::console::{eprint_line, print};
use crate::engine::{Engine, EngineSpec};
use crate::error::{Error, usage};
use crate::game::Game;
use crate::game_pair::PairResult;
use crate::runner::{Experiment, OptionValues};
use crate::self_play::{self, open_run, void_pair};
use crate::settings::Settings;
use crate::state_file::{self, FileKind, Record};
use crate::stop_flag::StopFlag;
use crate::stored_run::StoredRun;
use serde::{Deserialize, Serialize};
use std::slice;
use trials::HalfPoints;

/// A record of the state file: an iteration. Records are in the order of the updates.
#[derive(Debug, Serialize, Deserialize)]
struct Iteration {
    number: u64,
    /// The first side's half points in each game.
    #[serde(deserialize_with = "state_file::half_points")]
    half_points: [HalfPoints; 2],
}

impl Record for Iteration {
    const KIND: FileKind = FileKind { title: "tuning state", format: "ozutsu-spsa", version: 3 };

    fn number(&self) -> u64 {
        self.number
    }
}

impl Iteration {
    fn update(&self, spsa: &mut Spsa) {
        // A pair has four half points: an even score is two.
        let half_points: f64 = self.half_points.into_iter().map(f64::from).sum();
        spsa.update(self.number, half_points - 2.0);
    }
}

/// A run with its state file and report interval.
struct Tuner {
    spsa: Spsa,
    stored: StoredRun<Iteration>,
    report_interval: u64,
}

/// Runs iterations until all are finished or a stop is requested. Prints the values, also before an error. Returns the
/// run.
pub fn tune(
    engine: &EngineSpec,
    args: &Args<SpsaArgs>,
    parameters: Vec<Parameter>,
    mut settings: Settings,
    stop: &StopFlag,
) -> Result<Spsa, Error> {
    for (number, parameter) in (1..).zip(&parameters) {
        settings.set(format!("parameter {number}"), parameter);
    }
    let mut stored: StoredRun<Iteration> = open_run(args, engine, settings)?;
    let openings = args.game_settings.read_openings(stored.seed)?;
    let remaining = stored.remaining(args.pairs());
    let mut spsa = Spsa::new(args.options(stored.seed), parameters);
    stored.state.records.iter().for_each(|iteration| iteration.update(&mut spsa));
    stored.begin(slice::from_ref(engine), stop)?;
    let mut tuner = Tuner { spsa, stored, report_interval: args.report_interval() };
    let result = self_play::play(args, engine, &mut tuner, &openings, remaining, stop);
    let spsa = tuner.spsa;
    if result.is_ok() || spsa.finished > 0 {
        print(&spsa.report());
    }
    result.map(|()| spsa)
}

impl Experiment for Tuner {
    fn options(&mut self, number: u64) -> [OptionValues; 2] {
        self.spsa.perturb(number).values.map(|values| {
            let names = self.spsa.parameters.iter().map(|parameter| parameter.name.clone());
            names.zip(values.iter().map(i64::to_string)).collect()
        })
    }

    fn pair_ended(&mut self, pair: PairResult, games: &[Game; 2]) -> Result<(), Error> {
        let PairResult { number, half_points, .. } = pair;
        if let Some(message) = void_pair(number, games) {
            eprint_line(&message);
            return Ok(());
        }
        let iteration = Iteration { number, half_points };
        self.stored.add(&iteration)?;
        iteration.update(&mut self.spsa);
        // The last values are printed at the end of the run.
        let Spsa { finished, options, .. } = &self.spsa;
        if finished.is_multiple_of(self.report_interval) && *finished < options.iterations {
            print(&self.spsa.report());
        }
        Ok(())
    }
}

/// Returns a parameter file of the engine's tunable options: `spin` options with lower-case names.
/// The step is a twentieth of the range. Fails if there are none.
pub fn list_options(engine: &EngineSpec) -> Result<String, Error> {
    let process =
        Engine::start(engine, &StopFlag::default()).map_err(Error::of_engine(&engine.name))?;
    let is_tunable = |name: &str| !name.contains(|c: char| c.is_ascii_uppercase() || c == ' ');
    let mut text = String::new();
    for (name, start, min, max) in process.spin_options().filter(|(name, ..)| is_tunable(name)) {
        let step = ((max as f64 - min as f64) / 20.0).max(0.5);
        text += &format!("{name} {start} {min} {max} {step}\n");
    }
    if text.is_empty() {
        return Err(usage!(
            "{} has no spin options with lower-case names; build it with its search margins as options (ozutsu: cargo \
             build --release --features tune)",
            engine.name
        )
        .into());
    }
    Ok(text)
}
