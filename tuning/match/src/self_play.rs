//! Pairs of games of one engine against itself with different options, for the tuning programs.

use crate::args::{self, Flag, GameSettings};
use crate::engine::{Engine, EngineError, EngineSpec};
use crate::game::{self, Game, Opening};
use crate::game_pair::{FIRST_ENGINE_COLORS, PairResult};
use crate::openings::{OpeningScorer, Openings};
use crate::program::StopFlag;
use crate::worker_pool::{self, lock};
use rules::Color;
use std::sync::Mutex;
use std::thread;

/// An engine, and the settings of its games against itself.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The engine.
    pub engine: EngineSpec,
    /// How its games are played.
    pub game_settings: GameSettings,
}

/// The names and values of options, in the order in which they are set.
pub type OptionValues = Vec<(String, String)>;

/// A tuning experiment: chooses the options of each pair and records its result.
pub trait Experiment: Send {
    /// The options that one pair tests.
    type Trial;

    /// Chooses the options of the pair with a number.
    fn trial(&self, number: u64) -> Self::Trial;

    /// Returns the option values of the two engine processes.
    fn option_values(&self, trial: &Self::Trial) -> [OptionValues; 2];

    /// Records the result of a pair. An error ends self-play.
    fn record_pair(&mut self, trial: Self::Trial, pair: &PairResult) -> Result<(), String>;

    /// Reports a pair that does not count because an engine failed.
    fn pair_failed(&mut self, message: &str) {
        eprintln!("{message}");
    }
}

impl SelfPlay {
    /// Parses the flags of the engine and its games. Passes all others to `other_flag`.
    pub fn from_flags(
        flags: &[Flag],
        mut other_flag: impl FnMut(&Flag) -> Result<(), String>,
    ) -> Result<Self, String> {
        let named = |name: &'static str| flags.iter().filter(move |flag| flag.name == name);
        let each: Vec<_> = named("each").flat_map(|flag| flag.values.clone()).collect();
        let mut engines = named("engine");
        let engine = engines.next().ok_or("-engine is missing")?.required_values()?;
        if engines.next().is_some() {
            return Err("only one -engine is allowed, which plays against itself".to_owned());
        }
        let engine = args::parse_engine(&each, engine, 1)?;
        let mut self_play = Self { engine, game_settings: GameSettings::default() };
        for flag in flags {
            match flag.name.as_str() {
                "engine" | "each" => {}
                _ if self_play.game_settings.apply_flag(flag)? => {}
                _ => other_flag(flag)?,
            }
        }
        Ok(self_play)
    }

    /// Plays the pairs with these numbers, or until a stop is requested.
    pub fn play<E: Experiment>(
        &self,
        experiment: &mut E,
        seed: u64,
        numbers: impl Iterator<Item = u64> + Send,
        stop: &StopFlag,
    ) -> Result<(), String> {
        let settings = &self.game_settings;
        let openings = Openings::new(settings.openings.clone(), &settings.games, seed)?;
        let (experiment, error) = (Mutex::new(experiment), Mutex::new(None));
        let pool = &Pool { self_play: self, openings, experiment, error, stop };
        thread::scope(|scope| {
            let new_worker = || |numbers| pool.run_worker(numbers);
            let started = worker_pool::start(scope, numbers, settings.concurrency, new_worker);
            if let Err(error) = started {
                pool.fail(error.to_string());
            }
        });
        lock(&pool.error).take().map_or(Ok(()), Err)
    }
}

/// What all workers share.
struct Pool<'a, E> {
    self_play: &'a SelfPlay,
    openings: Openings,
    experiment: Mutex<&'a mut E>,
    /// The first error.
    error: Mutex<Option<String>>,
    stop: &'a StopFlag,
}

/// Why a pair could not be completed.
enum PairError {
    /// A stop was requested.
    Interrupted,
    /// An engine crashed or stalled. The next pair restarts it.
    EngineFailed(String),
    /// No pair can be played.
    Fatal(String),
}

impl<E: Experiment> Pool<'_, E> {
    /// Ends self-play with an error.
    fn fail(&self, error: String) {
        lock(&self.error).get_or_insert(error);
        self.stop.request();
    }

    /// Plays pairs until there are no more or a stop is requested.
    fn run_worker(&self, numbers: impl Iterator<Item = u64>) {
        let mut scorer = OpeningScorer::default();
        let mut engines = None;
        for number in numbers {
            if self.stop.is_requested() {
                break;
            }
            let (trial, option_values) = {
                let experiment = lock(&self.experiment);
                let trial = experiment.trial(number);
                let option_values = experiment.option_values(&trial);
                (trial, option_values)
            };
            let recorded = match self.play_pair(number, &option_values, &mut engines, &mut scorer) {
                Ok(pair) => lock(&self.experiment).record_pair(trial, &pair),
                Err(PairError::Interrupted) => break,
                Err(PairError::EngineFailed(error)) => {
                    let message = format!("pair {number} does not count: {error}");
                    lock(&self.experiment).pair_failed(&message);
                    engines = None;
                    Ok(())
                }
                Err(PairError::Fatal(error)) => Err(error),
            };
            recorded.unwrap_or_else(|error| self.fail(error));
        }
    }

    fn play_pair(
        &self,
        number: u64,
        option_values: &[OptionValues; 2],
        engines: &mut Option<[Engine; 2]>,
        scorer: &mut OpeningScorer,
    ) -> Result<PairResult, PairError> {
        let engines = match engines {
            Some(engines) => engines,
            None => engines.insert([self.start_engine()?, self.start_engine()?]),
        };
        for (engine, values) in engines.iter_mut().zip(option_values) {
            for (name, value) in values {
                engine.set(name, value).map_err(|error| pair_error(engine.name(), error))?;
            }
        }
        let game = self.self_play.game_settings.game_of_pair(number);
        let (rules, round) = game.ok_or_else(|| PairError::Fatal("no game to play".to_owned()))?;
        let opening = self.openings.opening(rules, round, scorer);
        let [first_color, second_color] = FIRST_ENGINE_COLORS;
        let first = self.play_game(opening.clone(), engines, first_color)?;
        let second = self.play_game(opening, engines, second_color)?;
        Ok(PairResult::new(number, rules, [&first, &second]))
    }

    /// Plays a game with the first engine as `first_color`.
    fn play_game(
        &self,
        opening: Opening,
        [first, second]: &mut [Engine; 2],
        first_color: Color,
    ) -> Result<Game, PairError> {
        let mut players =
            if first_color == Color::Black { [first, second] } else { [second, first] };
        let adjudication = self.self_play.game_settings.adjudication;
        match game::play(opening, &mut players, adjudication, self.stop) {
            Ok(Some(game)) if game.result.termination.needs_restart() => {
                Err(PairError::EngineFailed(game.result.to_string()))
            }
            Ok(Some(game)) => Ok(game),
            Ok(None) => Err(PairError::Interrupted),
            Err((name, error)) => Err(pair_error(&name, error)),
        }
    }

    fn start_engine(&self) -> Result<Engine, PairError> {
        let spec = &self.self_play.engine;
        Engine::start(spec, self.stop).map_err(|error| pair_error(&spec.name, error))
    }
}

fn pair_error(name: &str, error: EngineError) -> PairError {
    match error {
        EngineError::Interrupted => PairError::Interrupted,
        error => PairError::Fatal(format!("{name} {error}")),
    }
}
