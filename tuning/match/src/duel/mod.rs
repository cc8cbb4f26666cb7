//! Pairs of games between two settings of one engine, as programs that tune play them.

mod worker;

use crate::adjudicate::Conduct;
use crate::args::{self, Flag};
use crate::engine::{EngineSpec, Stop};
use crate::openings::{Book, Source};
use crate::pairs::Pair;
use crossbeam_channel::unbounded;
use rules::Rules;
use std::sync::Mutex;
use std::thread;
use worker::{Shared, lock};

/// An engine, and how it plays against itself.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The engine.
    pub engine: EngineSpec,
    /// The games, which take turns.
    pub games: Vec<&'static Rules>,
    /// Where games start.
    pub openings: Source,
    /// When games end early.
    pub conduct: Conduct,
    /// How many games are played at once.
    pub concurrency: usize,
}

/// Values of options, in order.
pub type Settings = Vec<(String, String)>;

/// What pairs are played for.
pub trait Study: Send {
    /// A pair to play.
    type Trial;

    /// The pair with a number.
    fn trial(&self, number: u64) -> Self::Trial;

    /// What both sides of a pair are set to.
    fn sides(&self, trial: &Self::Trial) -> [Settings; 2];

    /// Learns what came of a pair; a fault ends all.
    fn learn(&mut self, trial: Self::Trial, pair: &Pair) -> Result<(), String>;

    /// Tells of a pair that came to nothing.
    fn lost(&mut self, what: &str) {
        eprintln!("{what}");
    }
}

impl Duel {
    /// What all of the flags together say of it; those that are about something else are handed on.
    pub fn new(
        flags: &[Flag],
        mut other: impl FnMut(&Flag) -> Result<(), String>,
    ) -> Result<Self, String> {
        let words = |name: &'static str| flags.iter().filter(move |flag| flag.name == name);
        let each: Vec<_> = words("each").flat_map(|flag| flag.values.clone()).collect();
        let mut engines = words("engine");
        let engine = engines.next().ok_or("-engine is missing")?.some()?;
        if engines.next().is_some() {
            return Err("one -engine plays against itself, not several".to_owned());
        }
        let mut duel = Self {
            engine: args::engine(&each, engine, 1)?,
            games: Rules::all().take(1).collect(),
            openings: Source::Start,
            conduct: Conduct::default(),
            concurrency: 1,
        };
        for flag in flags {
            match flag.name.as_str() {
                "engine" | "each" => {}
                "variant" => duel.games = args::games(flag.one()?)?,
                "openings" => duel.openings = args::openings(flag)?,
                "resign" => duel.conduct.resign = Some(args::resign(flag)?),
                "draw" => duel.conduct.draw = Some(args::draw(flag)?),
                "maxmoves" => duel.conduct.max_moves = flag.count()?.min(1 << 20) as u32,
                "concurrency" => duel.concurrency = flag.count()?.min(1024) as usize,
                _ => other(flag)?,
            }
        }
        Ok(duel)
    }

    /// Plays the pairs with these numbers until all are played or it is asked to stop.
    pub fn play<S: Study>(
        &self,
        study: &mut S,
        seed: u64,
        numbers: impl IntoIterator<Item = u64>,
        stop: &Stop,
    ) -> Result<(), String> {
        let book = Book::open(self.openings.clone(), &self.games, seed)?;
        let (queue, numbers_left) = unbounded();
        for number in numbers {
            // The receiver is here, and the queue as long as it needs to be.
            let _ = queue.send(number);
        }
        drop(queue);
        let (study, fault) = (Mutex::new(study), Mutex::new(None));
        let shared = Shared { duel: self, book, study, fault, stop };
        thread::scope(|scope| {
            for _ in 0..self.concurrency.min(numbers_left.len()) {
                let numbers = numbers_left.clone();
                let work = || shared.work(numbers);
                // Openings are judged by a search, which needs its stack.
                let builder = thread::Builder::new().stack_size(search::STACK);
                if let Err(error) = builder.spawn_scoped(scope, work) {
                    shared.fail(error.to_string());
                }
            }
        });
        lock(&shared.fault).take().map_or(Ok(()), Err)
    }
}
