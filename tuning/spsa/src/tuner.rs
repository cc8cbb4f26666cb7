//! Playing the pairs of a climb.

use crate::args::Config;
use crate::climb::{Climb, Trial};
use crate::state;
use ozutsu_match::engine::{Engine, EngineSpec};
use ozutsu_match::game_pair::PairResult;
use ozutsu_match::interrupt::StopFlag;
use ozutsu_match::report::print;
use ozutsu_match::self_play::{Experiment, OptionValues};
use std::path::Path;

/// A climb, where it is kept, and after how many pairs it is told of.
struct Climbing<'a> {
    climb: Climb,
    state: Option<&'a Path>,
    interval: u64,
}

/// Climbs to the end, or until it is asked to stop; gives where it came.
pub fn climb(config: &Config, stop: &StopFlag) -> Result<Climb, String> {
    let mut climb = config.climb.clone();
    let state = config.state.as_deref();
    if let Some(path) = state.filter(|path| path.exists()) {
        climb = state::resume(climb, path)?;
    }
    let (seed, numbers) = (climb.plan.seed, climb.to_do());
    let mut climbing = Climbing { climb, state, interval: config.interval };
    config.duel.play(&mut climbing, seed, numbers, stop)?;
    Ok(climbing.climb)
}

impl Experiment for Climbing<'_> {
    type Trial = Trial;

    fn trial(&self, number: u64) -> Trial {
        self.climb.trial(number)
    }

    fn option_values(&self, trial: &Trial) -> [OptionValues; 2] {
        let names = || self.climb.parameters.iter().map(|parameter| parameter.name.clone());
        trial
            .sides
            .each_ref()
            .map(|values| names().zip(values.iter().map(i64::to_string)).collect())
    }

    fn record_pair(&mut self, trial: Trial, pair: &PairResult) -> Result<(), String> {
        let points: f64 = pair.points.into_iter().map(f64::from).sum();
        self.climb.learn(&trial, points - 2.0);
        if let Some(path) = self.state {
            state::save(&self.climb, path)
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        if self.climb.done().is_multiple_of(self.interval) {
            print(&self.climb.report());
        }
        Ok(())
    }
}

/// The options that can be tuned, as a file of parameters: a step is a twentieth of the range.
pub fn list(spec: &EngineSpec) -> Result<String, String> {
    let engine = Engine::start(spec, &StopFlag::default())
        .map_err(|error| format!("{} {error}", spec.name))?;
    let is_small = |name: &str| !name.contains(|c: char| c.is_ascii_uppercase() || c == ' ');
    let mut text = String::new();
    for (name, start, min, max) in engine.spin_options().filter(|(name, ..)| is_small(name)) {
        let step = ((max - min) as f64 / 20.0).max(0.5);
        text += &format!("{name} {start} {min} {max} {step}\n");
    }
    Ok(text)
}
