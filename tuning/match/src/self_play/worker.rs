//! Who plays the pairs.

use super::{Experiment, OptionValues, SelfPlay};
use crate::book::{Book, OpeningScorer};
use crate::engine::{Engine, EngineError, EngineSpec};
use crate::game::{Game, Opening, play};
use crate::game_pair::{FIRST_PLAYS, PairResult};
use crate::interrupt::StopFlag;
use crate::worker_pool::lock;
use rules::Color;
use std::sync::Mutex;

/// What workers share.
pub struct Shared<'a, S> {
    pub duel: &'a SelfPlay,
    pub book: Book,
    pub study: Mutex<&'a mut S>,
    pub fault: Mutex<Option<String>>,
    pub stop: &'a StopFlag,
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

impl<S: Experiment> Shared<'_, S> {
    /// Ends all with a fault; the first is what is told.
    pub fn fail(&self, fault: String) {
        lock(&self.fault).get_or_insert(fault);
        self.stop.request();
    }

    /// Plays pairs until there are no more.
    pub fn work(&self, numbers: impl Iterator<Item = u64>) {
        let mut scorer = OpeningScorer::default();
        let mut engines = None;
        for number in numbers {
            if self.stop.is_requested() {
                break;
            }
            let (trial, sides) = {
                let study = lock(&self.study);
                let trial = study.trial(number);
                let sides = study.option_values(&trial);
                (trial, sides)
            };
            let learnt = match self.pair(number, &sides, &mut engines, &mut scorer) {
                Ok(pair) => lock(&self.study).record_pair(trial, &pair),
                Err(Lost::Interrupted) => break,
                Err(Lost::Broken(what)) => {
                    lock(&self.study).pair_failed(&format!("pair {number} does not count: {what}"));
                    engines = None;
                    Ok(())
                }
                Err(Lost::Fault(fault)) => Err(fault),
            };
            learnt.unwrap_or_else(|fault| self.fail(fault));
        }
    }

    /// Plays a pair.
    fn pair(
        &self,
        number: u64,
        sides: &[OptionValues; 2],
        engines: &mut Option<[Engine; 2]>,
        scorer: &mut OpeningScorer,
    ) -> Result<PairResult, Lost> {
        let engines = match engines {
            Some(engines) => engines,
            None => engines.insert([self.start("one")?, self.start("other")?]),
        };
        for (engine, settings) in engines.iter_mut().zip(sides) {
            for (name, value) in settings {
                engine.set(name, value).map_err(|error| lost(engine.name(), error))?;
            }
        }
        let turn = self.duel.terms.turn(number);
        let (rules, round) = turn.ok_or_else(|| Lost::Fault("there is no game".to_owned()))?;
        let opening = self.book.opening(rules, round, scorer);
        let [black, white] = FIRST_PLAYS;
        let first = self.game(opening.clone(), engines, black)?;
        let second = self.game(opening, engines, white)?;
        Ok(PairResult::new(number, rules, [&first, &second]))
    }

    /// Plays a game, in which the first side has this colour.
    fn game(
        &self,
        opening: Opening,
        [one, other]: &mut [Engine; 2],
        first: Color,
    ) -> Result<Game, Lost> {
        let mut seats = if first == Color::Black { [one, other] } else { [other, one] };
        match play(opening, &mut seats, self.duel.terms.conduct, self.stop) {
            Ok(Some(game)) if game.ending.reason.is_fatal() => {
                Err(Lost::Broken(game.ending.to_string()))
            }
            Ok(Some(game)) => Ok(game),
            Ok(None) => Err(Lost::Interrupted),
            Err((name, error)) => Err(lost(&name, error)),
        }
    }

    fn start(&self, name: &str) -> Result<Engine, Lost> {
        let spec = EngineSpec { name: name.to_owned(), ..self.duel.engine.clone() };
        Engine::start(&spec, self.stop).map_err(|error| lost("the engine", error))
    }
}

fn lost(name: &str, error: EngineError) -> Lost {
    match error {
        EngineError::Interrupted => Lost::Interrupted,
        error => Lost::Fault(format!("{name} {error}")),
    }
}
