//! Pairs of games between two settings of one engine, as programs that tune play them.

mod worker;

use crate::args::{self, Flag, GameSettings};
use crate::book::Book;
use crate::engine::EngineSpec;
use crate::game_pair::PairResult;
use crate::interrupt::StopFlag;
use crate::worker_pool::{self, lock};
use std::sync::Mutex;
use std::thread;
use worker::Shared;

/// An engine, and how it plays against itself.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The engine.
    pub engine: EngineSpec,
    /// How its games are played.
    pub terms: GameSettings,
}

/// Values of options, in order.
pub type OptionValues = Vec<(String, String)>;

/// What pairs are played for.
pub trait Experiment: Send {
    /// A pair to play.
    type Trial;

    /// The pair with a number.
    fn trial(&self, number: u64) -> Self::Trial;

    /// What both sides of a pair are set to.
    fn option_values(&self, trial: &Self::Trial) -> [OptionValues; 2];

    /// Learns what came of a pair; a fault ends all.
    fn record_pair(&mut self, trial: Self::Trial, pair: &PairResult) -> Result<(), String>;

    /// Tells of a pair that came to nothing.
    fn pair_failed(&mut self, what: &str) {
        eprintln!("{what}");
    }
}

impl SelfPlay {
    /// What all of the flags together say of it; those that are about something else are handed on.
    pub fn new(
        flags: &[Flag],
        mut other: impl FnMut(&Flag) -> Result<(), String>,
    ) -> Result<Self, String> {
        let words = |name: &'static str| flags.iter().filter(move |flag| flag.name == name);
        let each: Vec<_> = words("each").flat_map(|flag| flag.values.clone()).collect();
        let mut engines = words("engine");
        let engine = engines.next().ok_or("-engine is missing")?.required_values()?;
        if engines.next().is_some() {
            return Err("one -engine plays against itself, not several".to_owned());
        }
        let mut duel =
            Self { engine: args::engine(&each, engine, 1)?, terms: GameSettings::default() };
        for flag in flags {
            match flag.name.as_str() {
                "engine" | "each" => {}
                _ if duel.terms.take(flag)? => {}
                _ => other(flag)?,
            }
        }
        Ok(duel)
    }

    /// Plays the pairs with these numbers until all are played or it is asked to stop.
    pub fn play<S: Experiment>(
        &self,
        study: &mut S,
        seed: u64,
        numbers: impl Iterator<Item = u64> + Send,
        stop: &StopFlag,
    ) -> Result<(), String> {
        let book = Book::open(self.terms.openings.clone(), &self.terms.games, seed)?;
        let (study, fault) = (Mutex::new(study), Mutex::new(None));
        let shared = &Shared { duel: self, book, study, fault, stop };
        thread::scope(|scope| {
            let worker = || |numbers| shared.work(numbers);
            let started = worker_pool::start(scope, numbers, self.terms.concurrency, worker);
            if let Err(error) = started {
                shared.fail(error.to_string());
            }
        });
        lock(&shared.fault).take().map_or(Ok(()), Err)
    }
}
