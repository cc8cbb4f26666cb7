//! Plays the pairs of games of a run.

use super::algorithm::{Perturbation, Spsa};
use super::args::Config;
use super::checkpoint;
use crate::engine::{Engine, EngineSpec};
use crate::error::Error;
use crate::game::Game;
use crate::game_pair::PairResult;
use crate::report::print;
use crate::runner::{Experiment, OptionValues};
use crate::self_play::void_pair;
use crate::stop_flag::StopFlag;
use platform::files::FileLock;
use std::collections::HashMap;
use std::path::Path;

/// A run with its state file and report interval.
struct Tuner<'a> {
    spsa: Spsa,
    state_file: Option<&'a Path>,
    report_interval: u64,
    /// The perturbations of the pairs that are being played, by number.
    perturbations: HashMap<u64, Perturbation>,
}

/// Runs iterations until all are finished or a stop is requested, and returns the run.
pub fn tune(config: &Config, stop: &StopFlag) -> Result<Spsa, Error> {
    let mut spsa = config.spsa.clone();
    let state_file = config.state_file.as_deref();
    let _lock = state_file.map(FileLock::acquire).transpose()?;
    if let Some(path) = state_file.filter(|path| path.exists()) {
        spsa = checkpoint::resume(&spsa, path)?;
    }
    let (seed, iterations) = (spsa.options.seed, spsa.remaining());
    let (report_interval, perturbations) = (config.report_interval, HashMap::new());
    let mut tuner = Tuner { spsa, state_file, report_interval, perturbations };
    config.self_play.play(&mut tuner, seed, iterations, stop)?;
    Ok(tuner.spsa)
}

impl Experiment for Tuner<'_> {
    fn options(&mut self, number: u64) -> [OptionValues; 2] {
        let perturbation = self.spsa.perturb(number);
        let options = perturbation.values.each_ref().map(|values| {
            let names = self.spsa.parameters.iter().map(|parameter| parameter.name.clone());
            names.zip(values.iter().map(i64::to_string)).collect()
        });
        self.perturbations.insert(number, perturbation);
        options
    }

    fn pair_ended(&mut self, pair: PairResult, games: &[Game; 2]) -> Result<(), Error> {
        let Some(perturbation) = self.perturbations.remove(&pair.number) else { return Ok(()) };
        if let Some(message) = void_pair(pair.number, games) {
            eprintln!("{message}");
            return Ok(());
        }
        // A pair has four half points: an even score is two.
        let half_points: f64 = pair.half_points.into_iter().map(f64::from).sum();
        self.spsa.update(&perturbation, half_points - 2.0);
        if let Some(path) = self.state_file {
            checkpoint::save(&self.spsa, path)?;
        }
        if self.spsa.finished().is_multiple_of(self.report_interval) {
            print(&self.spsa.report());
        }
        Ok(())
    }
}

/// Returns a parameter file of the engine's tunable options: `spin` options with lower-case names.
/// The step is a twentieth of the range. Fails if there are none.
pub fn list_options(engine: &EngineSpec) -> Result<String, Error> {
    let process = Engine::start(engine, &StopFlag::default())
        .map_err(|source| Error::Engine { name: engine.name.clone(), source })?;
    let is_tunable = |name: &str| !name.contains(|c: char| c.is_ascii_uppercase() || c == ' ');
    let mut text = String::new();
    for (name, start, min, max) in process.spin_options().filter(|(name, ..)| is_tunable(name)) {
        let step = ((max - min) as f64 / 20.0).max(0.5);
        text += &format!("{name} {start} {min} {max} {step}\n");
    }
    if text.is_empty() { Err(Error::NoTunableOptions(engine.name.clone())) } else { Ok(text) }
}
