//! Plays the pairs of a match on worker threads and sends events to the calling thread.

use crate::args::Config;
use crate::engine::{Engine, EngineError, EngineSpec};
use crate::game::{self, Game, Opening};
use crate::game_pair::{FIRST_ENGINE_COLORS, PairResult};
use crate::openings::{OpeningScorer, Openings};
use crate::program::StopFlag;
use crate::worker_pool;
use crossbeam_channel::{Sender, unbounded};
use rules::{Color, Rules};
use std::io;
use std::thread;

/// An event during a match.
#[derive(Debug)]
pub enum Event {
    /// A game started.
    GameStarted,
    /// A game of a pair ended.
    GameEnded {
        /// The number of the pair.
        pair: u64,
        /// The index of the game in the pair, 0 or 1.
        index: usize,
        /// The game.
        game: Box<Game>,
    },
    /// Both games of a pair ended.
    PairEnded(PairResult, Box<[Game; 2]>),
    /// The engine with this name crashed or stalled, and the worker stopped because of it.
    EngineFailed(String),
    /// The match cannot continue.
    Error(String),
}

/// Plays the pairs with these numbers until a stop is requested. Calls `on_event` on this thread.
pub fn run(
    config: &Config,
    openings: &Openings,
    numbers: impl Iterator<Item = u64> + Send,
    stop: &StopFlag,
    mut on_event: impl FnMut(Event),
) -> io::Result<()> {
    let (events, received) = unbounded();
    thread::scope(|scope| {
        let new_worker = || {
            let events = events.clone();
            let scorer = OpeningScorer::default();
            let worker = Worker { config, openings, stop, events, scorer, engines: [None, None] };
            |numbers| worker.run(numbers)
        };
        let concurrency = config.game_settings.concurrency;
        let started = worker_pool::start(scope, numbers, concurrency, new_worker);
        if started.is_err() {
            stop.request();
        }
        drop(events);
        received.into_iter().for_each(&mut on_event);
        started
    })
}

/// A thread that plays one pair after another.
struct Worker<'a> {
    config: &'a Config,
    openings: &'a Openings,
    stop: &'a StopFlag,
    events: Sender<Event>,
    scorer: OpeningScorer,
    /// The engine processes, if they are running.
    engines: [Option<Engine>; 2],
}

/// Why a worker stopped.
enum Stopped {
    /// A stop was requested, or an engine failed.
    Interrupted,
    /// The match cannot continue.
    Error(String),
}

impl Worker<'_> {
    fn run(mut self, numbers: impl Iterator<Item = u64>) {
        for number in numbers {
            if self.stop.is_requested() {
                break;
            }
            match self.play_pair(number) {
                Ok(()) => {}
                Err(Stopped::Interrupted) => break,
                Err(Stopped::Error(error)) => {
                    self.send(Event::Error(error));
                    break;
                }
            }
        }
    }

    fn send(&self, event: Event) {
        // The receiver outlives all workers.
        let _ = self.events.send(event);
    }

    fn play_pair(&mut self, number: u64) -> Result<(), Stopped> {
        let Some((rules, round)) = self.config.game_settings.game_of_pair(number) else {
            return Ok(());
        };
        let mut games = Vec::with_capacity(2);
        let mut failed = None;
        for (index, first_color) in FIRST_ENGINE_COLORS.into_iter().enumerate() {
            let opening = match games.first() {
                Some(Game { opening, .. }) if self.config.repeat => opening.clone(),
                _ if self.config.repeat => self.opening(rules, round),
                _ => self.opening(rules, 2 * round + index as u64),
            };
            let game = self.play_game(opening, first_color)?;
            if game.result.termination.needs_restart() {
                let loser = usize::from(game.result.winner == Some(first_color));
                self.engines[loser] = None;
                failed = Some(self.config.engines[loser].name.clone());
            }
            self.send(Event::GameEnded { pair: number, index, game: Box::new(game.clone()) });
            games.push(game);
        }
        if let Ok(games) = <[Game; 2]>::try_from(games) {
            let pair = PairResult::new(number, rules, games.each_ref());
            self.send(Event::PairEnded(pair, Box::new(games)));
        }
        match failed.filter(|_| !self.config.recover) {
            Some(name) => {
                self.send(Event::EngineFailed(name));
                Err(Stopped::Interrupted)
            }
            None => Ok(()),
        }
    }

    fn opening(&mut self, rules: &'static Rules, number: u64) -> Opening {
        self.openings.opening(rules, number, &mut self.scorer)
    }

    /// Plays a game with the first engine as `first_color`. Starts engines that are not running.
    fn play_game(&mut self, opening: Opening, first_color: Color) -> Result<Game, Stopped> {
        self.send(Event::GameStarted);
        let [first, second] = &mut self.engines;
        let [first_spec, second_spec] = &self.config.engines;
        let mut players = [
            running_engine(first, first_spec, self.stop)?,
            running_engine(second, second_spec, self.stop)?,
        ];
        if first_color == Color::White {
            players.swap(0, 1);
        }
        let adjudication = self.config.game_settings.adjudication;
        match game::play(opening, &mut players, adjudication, self.stop) {
            Ok(Some(game)) => Ok(game),
            Ok(None) | Err((_, EngineError::Interrupted)) => Err(Stopped::Interrupted),
            Err((name, error)) => Err(Stopped::Error(format!("{name} {error}"))),
        }
    }
}

/// Returns the engine. Starts it if it is not running.
fn running_engine<'e>(
    engine: &'e mut Option<Engine>,
    spec: &EngineSpec,
    stop: &StopFlag,
) -> Result<&'e mut Engine, Stopped> {
    match engine {
        Some(engine) => Ok(engine),
        None => match Engine::start(spec, stop) {
            Ok(started) => Ok(engine.insert(started)),
            Err(EngineError::Interrupted) => Err(Stopped::Interrupted),
            Err(error) => Err(Stopped::Error(format!("{} {error}", spec.name))),
        },
    }
}
