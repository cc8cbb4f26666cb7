//! Plays pairs of games on worker threads.

use crate::args::GameSettings;
use crate::engine::{Engine, EngineSpec};
use crate::error::Error;
use crate::game::{self, Failure, Game};
use crate::game_pair::{FIRST_ENGINE_COLORS, Pair, PairResult};
use crate::openings::Openings;
use crate::stop_flag::StopFlag;
use platform::lock;
use rules::{Color, Position};
use std::sync::Mutex;
use std::thread::{self, Builder};
use std::time::Duration;
use trials::OpeningScorer;

/// The names and values of options, in the order in which they are set.
pub type OptionValues = Vec<(String, String)>;

/// The games of a match.
#[derive(Debug)]
pub struct Run<'a> {
    pub engines: &'a [EngineSpec],
    /// The indices of the engines that meet. Successive pairs of games cycle through the pairings, then
    /// through the games.
    pub pairings: &'a [[usize; 2]],
    pub settings: &'a GameSettings,
    pub openings: &'a Openings,
    /// Whether both games of a pair have the same opening.
    pub repeat: bool,
    /// The time between two games of a worker.
    pub wait: Duration,
}

/// Decides what the workers play, and is told what happens. The workers take turns to call it. An error
/// ends the run.
pub trait Experiment: Send {
    /// Returns the options to set in the two engines before a pair.
    fn options(&mut self, _number: u64) -> [OptionValues; 2] {
        Default::default()
    }

    fn game_started(&mut self) {}

    /// `index` is that of the game in its pair, 0 or 1.
    fn game_ended(&mut self, _number: u64, _pair: &Pair, _index: usize, _game: &Game) {}

    /// Not called again after an error.
    fn pair_ended(&mut self, pair: PairResult, games: &[Game; 2]) -> Result<(), Error>;
}

impl Run<'_> {
    /// Returns the pair with a number.
    pub fn pair(&self, number: u64) -> Pair {
        let (pairings, games) = (self.pairings.len() as u64, self.settings.games.len() as u64);
        let index = number / pairings;
        Pair {
            engines: self.pairings[(number % pairings) as usize],
            rules: self.settings.games[(index % games) as usize],
            round: index / games,
        }
    }

    /// Plays the pairs with these numbers until a stop is requested.
    pub fn play(
        &self,
        experiment: &mut impl Experiment,
        numbers: impl Iterator<Item = u64> + Send,
        stop: &StopFlag,
    ) -> Result<(), Error> {
        // Numbers are generated on demand, because there may be too many to store.
        let numbers = Mutex::new(numbers.peekable());
        let shared =
            Shared { run: self, stop, experiment: Mutex::new(experiment), error: Mutex::default() };
        thread::scope(|scope| {
            for _ in 0..self.settings.concurrency {
                if lock(&numbers).peek().is_none() {
                    break;
                }
                let scorer = match OpeningScorer::new() {
                    Ok(scorer) => scorer,
                    Err(error) => {
                        shared.fail(Error::Thread(error));
                        break;
                    }
                };
                let mut worker = Worker { shared: &shared, scorer, engines: Vec::new() };
                let next = || lock(&numbers).next().filter(|_| !stop.is_requested());
                let work = move || {
                    while let Some(number) = next() {
                        match worker.play_pair(number) {
                            Err(error) if !error.is_interruption() => worker.shared.fail(error),
                            _ => {}
                        }
                    }
                };
                if let Err(error) = Builder::new().spawn_scoped(scope, work) {
                    shared.fail(Error::Thread(error));
                }
            }
        });
        lock(&shared.error).take().map_or(Ok(()), Err)
    }
}

/// What all workers share.
struct Shared<'a, E> {
    run: &'a Run<'a>,
    stop: &'a StopFlag,
    experiment: Mutex<&'a mut E>,
    /// The first error.
    error: Mutex<Option<Error>>,
}

impl<E> Shared<'_, E> {
    /// Ends the run with an error.
    fn fail(&self, error: Error) {
        lock(&self.error).get_or_insert(error);
        self.stop.request();
    }
}

/// A thread that plays one pair after another.
struct Worker<'a, E> {
    shared: &'a Shared<'a, E>,
    scorer: OpeningScorer,
    /// The running engines with their indices, at most two.
    engines: Vec<(usize, Engine)>,
}

impl<E: Experiment> Worker<'_, E> {
    fn play_pair(&mut self, number: u64) -> Result<(), Error> {
        let shared = self.shared;
        let pair = shared.run.pair(number);
        let options = lock(&shared.experiment).options(number);
        let mut opening = self.opening(&pair, 0);
        let first = self.play_game(number, &pair, 0, opening.clone(), &options)?;
        if !shared.run.repeat {
            opening = self.opening(&pair, 1);
        }
        let second = self.play_game(number, &pair, 1, opening, &options)?;
        let games = [first, second];
        let result = PairResult::new(number, &pair, games.each_ref());
        let mut experiment = lock(&shared.experiment);
        // Nothing is written after what could not be written as a whole.
        if lock(&shared.error).is_none()
            && let Err(error) = experiment.pair_ended(result, &games)
        {
            shared.fail(error);
        }
        Ok(())
    }

    fn opening(&mut self, pair: &Pair, index: u64) -> Position {
        let Run { openings, repeat, .. } = self.shared.run;
        let number = if *repeat { pair.round } else { 2 * pair.round + index };
        openings.opening(pair.rules, number, &mut self.scorer)
    }

    /// Plays a game of a pair.
    fn play_game(
        &mut self,
        number: u64,
        pair: &Pair,
        index: usize,
        opening: Position,
        options: &[OptionValues; 2],
    ) -> Result<Game, Error> {
        let Shared { run, stop, .. } = *self.shared;
        let is_first_game = self.engines.is_empty();
        stop.wait(if is_first_game { Duration::ZERO } else { run.wait });
        let mut engines = self.take_engines(pair, options)?;
        lock(&self.shared.experiment).game_started();
        let first_color = FIRST_ENGINE_COLORS[index];
        let mut players = engines.each_mut();
        if first_color == Color::White {
            players.swap(0, 1);
        }
        let game = game::play(opening, &mut players, run.settings.adjudication, stop)?;
        self.engines = pair.engines.into_iter().zip(engines).collect();
        if let Some((loser, Failure::Process)) = game.failure {
            // Its process is gone.
            self.engines.remove(usize::from(loser != first_color));
        }
        lock(&self.shared.experiment).game_ended(number, pair, index, &game);
        Ok(game)
    }

    /// Takes the engines of a pair, with their options set. Starts those that are not running, and ends others.
    fn take_engines(
        &mut self,
        pair: &Pair,
        options: &[OptionValues; 2],
    ) -> Result<[Engine; 2], Error> {
        let Shared { run, stop, .. } = *self.shared;
        let mut running = std::mem::take(&mut self.engines);
        running.retain(|(index, _)| pair.engines.contains(index));
        // One engine may play itself, so the first that is found takes the first place.
        let mut take = |place: usize| {
            let index = pair.engines[place];
            let spec = &run.engines[index];
            let mut engine = match running.iter().position(|(found, _)| *found == index) {
                Some(found) => running.remove(found).1,
                None => Engine::start(spec, stop).map_err(Error::of_engine(&spec.name))?,
            };
            for (name, value) in &options[place] {
                engine.set(name, value).map_err(Error::of_engine(&spec.name))?;
            }
            Ok::<_, Error>(engine)
        };
        Ok([take(0)?, take(1)?])
    }
}
