//! A match: workers that play pairs, and one who counts.

use crate::args::Config;
use crate::book::{Book, OpeningScorer};
use crate::engine::{Engine, EngineError};
use crate::game::{Game, Opening, play};
use crate::game_pair::{FIRST_PLAYS, PairResult};
use crate::interrupt::StopFlag;
use crate::worker_pool;
use crossbeam_channel::{Sender, unbounded};
use rules::{Color, Rules};
use std::io;
use std::thread;

/// What happens in a match.
#[derive(Debug)]
pub enum Event {
    /// A game began.
    Started,
    /// A game of a pair ended: the pair's number, which of both it is, and the game.
    Ended(u64, usize, Box<Game>),
    /// A pair is complete.
    Paired(PairResult, Box<[Game; 2]>),
    /// An engine crashed or stalled, and no further pair is to be played.
    Broken(String),
    /// The match cannot go on.
    Failed(String),
}

/// Plays pairs of a match until all are played or it is asked to stop; says what happens to who
/// counts, on this thread.
pub fn run(
    config: &Config,
    book: &Book,
    numbers: impl Iterator<Item = u64> + Send,
    stop: &StopFlag,
    mut hear: impl FnMut(Event),
) -> io::Result<()> {
    let (events, heard) = unbounded();
    thread::scope(|scope| {
        let worker = || {
            let events = events.clone();
            let worker = Worker { config, book, stop, events, scorer: OpeningScorer::default() };
            |numbers| worker.work(numbers)
        };
        let started = worker_pool::start(scope, numbers, config.terms.concurrency, worker);
        if started.is_err() {
            stop.request();
        }
        drop(events);
        heard.into_iter().for_each(&mut hear);
        started
    })
}

/// Who plays pairs, one after the other.
struct Worker<'a> {
    config: &'a Config,
    book: &'a Book,
    stop: &'a StopFlag,
    events: Sender<Event>,
    scorer: OpeningScorer,
}

/// Why a worker stops.
enum Leave {
    /// It was asked to.
    Interrupted,
    /// The match cannot go on.
    Failed(String),
}

impl Worker<'_> {
    fn work(mut self, numbers: impl Iterator<Item = u64>) {
        let mut engines = [None, None];
        for number in numbers {
            if self.stop.is_requested() {
                break;
            }
            match self.pair(number, &mut engines) {
                Ok(()) => {}
                Err(Leave::Interrupted) => break,
                Err(Leave::Failed(fault)) => {
                    self.tell(Event::Failed(fault));
                    break;
                }
            }
        }
    }

    fn tell(&self, event: Event) {
        // Who counts stays until all workers have left.
        let _ = self.events.send(event);
    }

    fn pair(&mut self, number: u64, engines: &mut [Option<Engine>; 2]) -> Result<(), Leave> {
        let Some((rules, round)) = self.config.terms.turn(number) else { return Ok(()) };
        let mut games = Vec::with_capacity(2);
        let mut broken = None;
        for (half, first) in FIRST_PLAYS.into_iter().enumerate() {
            let opening = match games.first() {
                Some(Game { opening, .. }) if self.config.repeat => opening.clone(),
                _ if self.config.repeat => self.opening(rules, round),
                _ => self.opening(rules, 2 * round + half as u64),
            };
            let game = self.game(opening, first, engines)?;
            if game.ending.reason.is_fatal() {
                let loser = usize::from(game.ending.winner == Some(first));
                engines[loser] = None;
                broken = Some(self.config.engines[loser].name.clone());
            }
            self.tell(Event::Ended(number, half, Box::new(game.clone())));
            games.push(game);
        }
        if let Ok(games) = <[Game; 2]>::try_from(games) {
            let pair = PairResult::new(number, rules, [&games[0], &games[1]]);
            self.tell(Event::Paired(pair, Box::new(games)));
        }
        match broken.filter(|_| !self.config.recover) {
            Some(name) => {
                self.tell(Event::Broken(name));
                Err(Leave::Interrupted)
            }
            None => Ok(()),
        }
    }

    fn opening(&mut self, rules: &'static Rules, number: u64) -> Opening {
        self.book.opening(rules, number, &mut self.scorer)
    }

    /// Plays a game, in which the first engine has this colour.
    fn game(
        &self,
        opening: Opening,
        first: Color,
        engines: &mut [Option<Engine>; 2],
    ) -> Result<Game, Leave> {
        self.tell(Event::Started);
        let [a, b] = engines;
        let mut seats = [self.seat(a, 0)?, self.seat(b, 1)?];
        if first == Color::White {
            seats.swap(0, 1);
        }
        match play(opening, &mut seats, self.config.terms.conduct, self.stop) {
            Ok(Some(game)) => Ok(game),
            Ok(None) | Err((_, EngineError::Interrupted)) => Err(Leave::Interrupted),
            Err((name, error)) => Err(Leave::Failed(format!("{name} {error}"))),
        }
    }

    /// An engine, started if it does not run.
    fn seat<'e>(
        &self,
        engine: &'e mut Option<Engine>,
        side: usize,
    ) -> Result<&'e mut Engine, Leave> {
        let spec = &self.config.engines[side];
        if engine.is_none() {
            *engine = Some(Engine::start(spec, self.stop).map_err(|error| match error {
                EngineError::Interrupted => Leave::Interrupted,
                error => Leave::Failed(format!("{} {error}", spec.name)),
            })?);
        }
        engine.as_mut().ok_or(Leave::Interrupted)
    }
}
