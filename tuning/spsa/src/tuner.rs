//! Playing the pairs of a climb.

use crate::args::Config;
use crate::climb::{Climb, Trial};
use crate::state;
use crossbeam_channel::{Receiver, unbounded};
use ozutsu_match::engine::{Engine, EngineError, EngineSpec, Stop};
use ozutsu_match::game::play;
use ozutsu_match::openings::{Book, Judge};
use ozutsu_match::report::say;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// What workers share.
struct Shared<'a> {
    config: &'a Config,
    book: Book,
    climb: Mutex<Climb>,
    fault: Mutex<Option<String>>,
    stop: &'a Stop,
}

/// Why a pair came to nothing.
enum Lost {
    /// It was interrupted.
    Interrupted,
    /// An engine broke down; others may do better.
    Broken(String),
    /// Nothing can go on.
    Fault(String),
}

/// Climbs to the end, or until it is asked to stop; gives where it came.
pub fn climb(config: &Config, stop: &Stop) -> Result<Climb, String> {
    let mut climb = config.climb.clone();
    if let Some(path) = config.state.as_deref().filter(|path| path.exists()) {
        climb = state::resume(climb, path)?;
    }
    let book = Book::open(config.openings.clone(), &config.games, climb.plan.seed)?;
    let (queue, numbers) = unbounded();
    for number in climb.done..climb.plan.iterations {
        // The receiver is here, and the queue as long as it needs to be.
        let _ = queue.send(number);
    }
    drop(queue);
    let shared = Shared { config, book, climb: Mutex::new(climb), fault: Mutex::new(None), stop };
    thread::scope(|scope| {
        for _ in 0..config.concurrency {
            let numbers = numbers.clone();
            let work = || shared.work(numbers);
            // Openings are judged by a search, which needs its stack.
            let builder = thread::Builder::new().stack_size(search::STACK);
            if let Err(error) = builder.spawn_scoped(scope, work) {
                shared.fail(error.to_string());
            }
        }
    });
    match lock(&shared.fault).take() {
        Some(fault) => Err(fault),
        None => Ok(lock(&shared.climb).clone()),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared<'_> {
    fn fail(&self, fault: String) {
        lock(&self.fault).get_or_insert(fault);
        self.stop.request();
    }

    fn work(&self, numbers: Receiver<u64>) {
        let mut judge = Judge::default();
        let mut engines = None;
        for number in numbers {
            if self.stop.is_requested() {
                break;
            }
            let trial = lock(&self.climb).trial(number);
            match self.pair(number, &trial, &mut engines, &mut judge) {
                Ok(lead) => self.learn(&trial, lead),
                Err(Lost::Interrupted) => break,
                Err(Lost::Broken(what)) => {
                    eprintln!("pair {number} does not count: {what}");
                    engines = None;
                }
                Err(Lost::Fault(fault)) => self.fail(fault),
            }
        }
    }

    fn learn(&self, trial: &Trial, lead: f64) {
        let mut climb = lock(&self.climb);
        climb.learn(trial, lead);
        if let Some(path) = &self.config.state
            && let Err(error) = state::save(&climb, path)
        {
            self.fail(format!("{}: {error}", path.display()));
        }
        if climb.done.is_multiple_of(self.config.interval) {
            say(&climb.report());
        }
    }

    /// Plays a pair; gives by how many games the first side won more.
    fn pair(
        &self,
        number: u64,
        trial: &Trial,
        engines: &mut Option<[Engine; 2]>,
        judge: &mut Judge,
    ) -> Result<f64, Lost> {
        let engines = match engines {
            Some(engines) => engines,
            None => engines.insert([self.start("one")?, self.start("other")?]),
        };
        for (engine, values) in engines.iter_mut().zip(&trial.sides) {
            for (parameter, value) in self.config.climb.parameters.iter().zip(values) {
                engine
                    .set(&parameter.name, &value.to_string())
                    .map_err(|error| fault(engine.name(), &error))?;
            }
        }
        let games = &self.config.games;
        let many = games.len().max(1) as u64;
        let Some(&rules) = games.get((number % many) as usize) else { return Ok(0.0) };
        let opening = self.book.opening(rules, number / many, judge);
        let mut lead = 0.0;
        for is_swapped in [false, true] {
            let [one, other] = engines;
            let mut seats = if is_swapped { [other, one] } else { [one, other] };
            let game = match play(opening.clone(), &mut seats, self.config.conduct, self.stop) {
                Ok(Some(game)) => game,
                Ok(None) | Err((_, EngineError::Interrupted)) => return Err(Lost::Interrupted),
                Err((name, error)) => return Err(fault(&name, &error)),
            };
            if game.ending.reason.is_fatal() {
                return Err(Lost::Broken(game.ending.to_string()));
            }
            if let Some(winner) = game.ending.winner {
                let is_first = (winner == rules::Color::Black) != is_swapped;
                lead += if is_first { 1.0 } else { -1.0 };
            }
        }
        Ok(lead)
    }

    fn start(&self, name: &str) -> Result<Engine, Lost> {
        let spec = EngineSpec { name: name.to_owned(), ..self.config.engine.clone() };
        Engine::start(&spec, self.stop).map_err(|error| match error {
            EngineError::Interrupted => Lost::Interrupted,
            error => fault("the engine", &error),
        })
    }
}

fn fault(name: &str, error: &EngineError) -> Lost {
    Lost::Fault(format!("{name} {error}"))
}

/// The options that can be tuned, as a file of parameters: a step is a twentieth of the range.
pub fn list(spec: &EngineSpec) -> Result<String, String> {
    let engine =
        Engine::start(spec, &Stop::default()).map_err(|error| format!("{} {error}", spec.name))?;
    let is_small = |name: &str| !name.contains(|c: char| c.is_ascii_uppercase() || c == ' ');
    let mut text = String::new();
    for (name, start, min, max) in engine.numbers().filter(|(name, ..)| is_small(name)) {
        let step = ((max - min) as f64 / 20.0).max(0.5);
        text += &format!("{name} {start} {min} {max} {step}\n");
    }
    Ok(text)
}
