//! A strong player for any game: plays games, learns from them, and plays better games, until the time is used up.
//!
//! A generation is a number of games of the best evaluation so far, and steps that learn from all games: from the scores
//! of searches, and then from results, too. At first they fit the linear evaluation. With enough positions they also
//! train a network, and once a network is the best one, only networks. Each step keeps its evaluation only if that
//! clearly wins a match against the best one.
//!
//! All is kept in a [`Folder`]: a log, which says what is done ([`log`]), the games and the evaluations. The same
//! settings continue it. Several machines can share a folder: each plays games into a file of its own. The first also
//! learns, and judges; the others play on with the best evaluation.

mod folder;
mod learn;
pub mod log;

pub use folder::Folder;

use crate::duel::Duel;
use crate::game_files::GameFileError;
use crate::play::{GameOpenings, MoveSampler, Player, SelfPlayFile, SelfPlayOptions};
use crate::train::DataError;
use crate::workers::break_if;
use eval::{EvalFile, EvalSource};
use learn::Learner;
use log::{Event, Header, History, Learnt, Log, START_FILE, Step, eval_file};
use platform::files::{AppendFile, LockError, OutputError, read_file};
use platform::{FNV_START, fnv1a};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};
use trials::{Hypothesis, Model, Sprt, Tally};

/// How much to play and learn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// Time of work, in all runs together.
    Time(Duration),
    /// Games, those of matches included. The evaluations then depend on nothing but the seed.
    Games(u64),
}

/// The sizes of searches and networks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Recipe {
    /// Nodes of a move in games to learn from. Matches have three times as many.
    pub nodes: u64,
    /// Positions of all games below which no network is trained, for a large board.
    pub network_positions: u64,
    /// Hidden units of networks.
    pub width: usize,
    /// Number of these that have threat inputs.
    pub threat_width: usize,
}

impl Default for Recipe {
    fn default() -> Self {
        Self { nodes: 300, network_positions: 1_000_000, width: 32, threat_width: 32 }
    }
}

/// A run.
#[derive(Debug)]
pub struct Grow {
    pub folder: Folder,
    /// The evaluation to begin with, unless the folder has one.
    pub start: EvalFile,
    /// Whether this is the evaluation that follows from the movements.
    pub is_anew: bool,
    pub budget: Budget,
    pub recipe: Recipe,
    pub seed: u32,
    pub threads: usize,
}

/// What a run is doing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Activity {
    /// Plays games to learn from.
    Playing { games: u64, per_second: f64 },
    /// Fits or trains.
    Learning { epoch: u32, epochs: u32 },
    /// Plays a match: of a step, or the last one against the start.
    Judging { results: Tally, is_last: bool },
    /// Waits for the log of the first shard.
    Waiting,
}

/// What a run is doing, and how far it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    pub generation: u32,
    /// The used share of the budget.
    pub share: f64,
    pub activity: Activity,
}

/// Shows a run.
pub trait Observer: Send {
    fn progress(&mut self, progress: &Progress);
    /// Called with each step that is done.
    fn step(&mut self, step: &Step);
}

/// How a run has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The budget is used up.
    Complete,
    /// It was stopped. The same run goes on from there.
    Stopped,
}

/// Why a run cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum GrowError {
    #[error("{0}")]
    Input(String),
    #[error("{0}")]
    Work(String),
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error(transparent)]
    Locked(#[from] LockError),
    #[error(transparent)]
    Games(#[from] GameFileError),
    #[error(transparent)]
    Data(#[from] DataError),
}

/// How many times as many nodes a move has in matches as in games to learn from.
const MATCH_FACTOR: u64 = 3;
/// The shares of the budget of a generation that its games and its matches may use. Learning takes the rest.
const GAMES_SHARE: f64 = 0.65;
const MATCHES_SHARE: f64 = 0.25;
/// The share of the whole budget that is kept for the last match.
const LAST_MATCH_SHARE: f64 = 1.0 / 24.0;
/// The shares of the whole budget that a generation has at least and at most. Between these, it has as much as all
/// generations before it.
const GENERATION_SHARES: (f64, f64) = (1.0 / 16.0, 1.0 / 4.0);
/// The smallest numbers of games of a generation, and of pairs in a match and in the last one, however little time there
/// is.
const MIN_GAMES: u64 = 40;
const MIN_PAIRS: u64 = 20;
const MIN_LAST_PAIRS: u64 = 100;
/// A match without a decision is won with this likelihood of superiority.
const MIN_SUPERIORITY: f64 = 0.95;
/// Ends a match as soon as it is decided.
const SPRT: Sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05, model: Model::Logistic };
/// The time between two looks at the log of the first shard.
const LOG_INTERVAL: Duration = Duration::from_secs(1);
/// The squares of a large board. On a smaller one games are shorter, and networks have fewer weights.
const LARGE_BOARD: u64 = 81;

impl Grow {
    /// Plays and learns until the budget is used up. Only one run at a time can do so in a folder.
    pub fn run(
        &self,
        is_stopped: &(dyn Fn() -> bool + Sync),
        observer: &mut dyn Observer,
    ) -> Result<Ending, GrowError> {
        self.folder.check_path()?;
        self.check_files()?;
        self.folder.create(true)?;
        let file = AppendFile::lock(&self.folder.log_file())?;
        if !file.path().exists() {
            self.folder.write(START_FILE, &self.start.to_bytes())?;
        }
        let log = Log::open(file, self.header())?;
        self.folder.set_eval_of_game()?;
        let clock = Clock { before: log.history.seconds, started: Instant::now() };
        let mut run = Run { grow: self, log, clock, is_stopped, observer };
        let threads = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        let threads = threads.map_err(|error| GrowError::Work(error.to_string()))?;
        let ending = run.work(&threads)?;
        if ending == Ending::Stopped {
            let seconds = run.clock.seconds();
            run.log.add(Event::Pause { seconds })?;
        }
        Ok(ending)
    }

    /// Plays games for a run on another machine in the same folder, until that is at its end or the time of the budget
    /// is over. `shard` is the number of the games file, from 2.
    pub fn help(
        &self,
        shard: u64,
        is_stopped: &(dyn Fn() -> bool + Sync),
        observer: &mut dyn Observer,
    ) -> Result<Ending, GrowError> {
        self.folder.check_path()?;
        self.folder.create(false)?;
        let started = Instant::now();
        let is_late = || match self.budget {
            Budget::Time(time) => started.elapsed() > time,
            Budget::Games(_) => false,
        };
        let path = self.folder.log_file();
        let read_log = || -> Result<Option<History>, GrowError> {
            if !path.exists() {
                return Ok(None);
            }
            let history = History::read(&path)?;
            self.check_header(&history)?;
            Ok(Some(history).filter(|history| history.generation > 0))
        };
        let mut games = 0;
        loop {
            let history = read_log()?;
            if is_stopped() || is_late() {
                return Ok(if is_stopped() { Ending::Stopped } else { Ending::Complete });
            }
            let Some(history) = history else {
                let activity = Activity::Waiting;
                observer.progress(&Progress { generation: 0, share: 0.0, activity });
                thread::sleep(LOG_INTERVAL);
                continue;
            };
            if history.end.is_some() {
                return Ok(Ending::Complete);
            }
            if games == 0 {
                self.folder.set_eval_of_game()?;
            }
            let (generation, best) = (history.generation, history.best_file());
            let games_file = self.games_file(&best, generation, shard, u64::MAX)?;
            let mut next_look = Instant::now() + LOG_INTERVAL;
            let share = self.used_share(history.seconds, history.games);
            let before = games;
            let path = self.folder.games_file(generation, shard);
            games_file.play_missing(&path, |progress| {
                games = before + progress.new_games;
                let per_second = games as f64 / started.elapsed().as_secs_f64();
                let activity = Activity::Playing { games, per_second };
                observer.progress(&Progress { generation, share, activity });
                if is_stopped() || is_late() {
                    return false;
                }
                if Instant::now() < next_look {
                    return true;
                }
                next_look = Instant::now() + LOG_INTERVAL;
                // An error shows when the log is read again.
                read_log().is_ok_and(|history| {
                    history.is_some_and(|history| {
                        history.end.is_none()
                            && (history.generation, history.best_file())
                                == (generation, best.clone())
                    })
                })
            })?;
        }
    }

    fn header(&self) -> Header {
        let rules = self.folder.rules;
        let hash = fnv1a(FNV_START, games::to_toml(rules.spec()).as_bytes());
        Header {
            version: log::VERSION,
            game: rules.name().into(),
            rules: format!("{hash:016x}"),
            seed: self.seed,
            nodes: self.recipe.nodes,
            anew: self.is_anew,
        }
    }

    /// Checks, before anything is created, that the folder is of these settings and the result replaces no other file.
    fn check_files(&self) -> Result<(), GrowError> {
        let log = self.folder.log_file();
        let is_begun = log.exists();
        if is_begun {
            self.check_header(&History::read(&log)?)?;
        }
        let result = &self.folder.result;
        if !self.folder.would_replace_other()? {
            Ok(())
        } else if !is_begun && self.begins_from_result() {
            let help =
                "the file exists; --force begins from it and overwrites it only by a better player";
            Err(GrowError::file(result, help))
        } else {
            Err(OutputError::Exists(result.clone()).into())
        }
    }

    /// Returns whether the file in the place of the result has the evaluation that a new folder begins with.
    fn begins_from_result(&self) -> bool {
        let rules = self.folder.rules;
        let file = read_file(&self.folder.result).map(|bytes| EvalFile::parse(rules, &bytes));
        let Ok(Ok(file)) = file else { return false };
        // Without parameters, it has those of the game.
        EvalSource::File(Arc::new(file)).to_file(rules).to_bytes() == self.start.to_bytes()
    }

    /// Checks that a log is of these settings.
    fn check_header(&self, history: &History) -> Result<(), GrowError> {
        let (Some(found), expected) = (&history.header, self.header()) else { return Ok(()) };
        let differs = |what: &str, found: &str, expected: &str| {
            let path = self.folder.path.display();
            let result = &self.folder.result;
            let force = if self.folder.is_forced || !result.exists() {
                String::new()
            } else if self.begins_from_result() {
                let result = result.display();
                format!(
                    ", and add --force, which begins from {result} and overwrites it only by a better player"
                )
            } else {
                format!(", and add --force, which overwrites {}", result.display())
            };
            let error = format!("{path}: begun with {what} {found}, not {expected}");
            Err(GrowError::Input(format!("{error}; choose another folder with --dir{force}")))
        };
        if found.game != expected.game {
            differs("the game", &found.game, &expected.game)
        } else if found.rules != expected.rules {
            let name = found.game.as_str();
            differs("other rules of", name, "those of now")
        } else if found.seed != expected.seed {
            differs("seed", &found.seed.to_string(), &expected.seed.to_string())
        } else if found.nodes != expected.nodes {
            differs("nodes", &found.nodes.to_string(), &expected.nodes.to_string())
        } else if found.anew != expected.anew {
            let start = |anew| if anew { "of the movements" } else { "of the game" };
            differs("the evaluation", start(found.anew), start(expected.anew))
        } else {
            Ok(())
        }
    }

    /// Returns the total of the budget, in seconds or games.
    fn total(&self) -> f64 {
        match self.budget {
            Budget::Time(time) => time.as_secs_f64(),
            Budget::Games(games) => games as f64,
        }
    }

    /// Returns what is used of the budget, in its unit.
    fn used(&self, seconds: f64, games: u64) -> f64 {
        match self.budget {
            Budget::Time(_) => seconds,
            Budget::Games(_) => games as f64,
        }
    }

    /// Returns how much a generation may use of the budget, given the seconds and games before it, or `None` if too
    /// little is left for one.
    fn generation_budget(&self, (seconds, games): (f64, u64)) -> Option<f64> {
        let (total, used) = (self.total(), self.used(seconds, games));
        let left = total * (1.0 - LAST_MATCH_SHARE) - used;
        let least = total * GENERATION_SHARES.0;
        let budget = used.clamp(least, total * GENERATION_SHARES.1);
        // Too little for another generation would be left.
        let budget = if left - budget < least { left } else { budget };
        (left >= least).then_some(budget)
    }

    fn used_share(&self, seconds: f64, games: u64) -> f64 {
        (self.used(seconds, games) / self.total()).clamp(0.0, 1.0)
    }

    /// Returns a number for a purpose, which the seed determines.
    fn seed_for(&self, purpose: &str) -> u32 {
        fnv1a(fnv1a(FNV_START, &self.seed.to_le_bytes()), purpose.as_bytes()) as u32
    }

    fn games_file(
        &self,
        best: &str,
        generation: u32,
        shard: u64,
        games: u64,
    ) -> Result<SelfPlayFile, GrowError> {
        let player = Player::new(self.folder.eval(best)?, self.recipe.nodes);
        let options =
            SelfPlayOptions { openings: self.openings(), player, ..SelfPlayOptions::default() };
        Ok(SelfPlayFile {
            rules: self.folder.rules,
            options,
            seed: self.seed_for(&format!("games {generation} {shard}")),
            games,
            threads: self.threads,
        })
    }

    /// Returns a number for a large board as it is for the board of the game.
    fn scaled(&self, number: u64) -> u64 {
        let rules = self.folder.rules;
        let squares = u64::from(rules.files()) * u64::from(rules.ranks());
        number.saturating_mul(squares.min(LARGE_BOARD)) / LARGE_BOARD
    }

    /// Returns openings of a few random moves and of good ones, fewer on small boards, where games are shorter.
    fn openings(&self) -> GameOpenings {
        let sampler = MoveSampler {
            plies: self.scaled(8) as u32..=self.scaled(24) as u32,
            nodes: self.recipe.nodes,
            ..MoveSampler::default()
        };
        GameOpenings { random_plies: 1..=4, sampler, ..GameOpenings::default() }
    }

    /// Returns a match of two evaluations. That of the start, which is that of the game, draws the openings.
    fn match_of(&self, players: [EvalSource; 2], purpose: &str) -> Duel {
        let players = players.map(|eval| Player::new(eval, self.recipe.nodes * MATCH_FACTOR));
        Duel {
            openings: self.openings(),
            seed: self.seed_for(purpose).into(),
            threads: self.threads,
            ..Duel::new(self.folder.rules, players)
        }
    }
}

/// The time of work.
#[derive(Clone, Copy)]
struct Clock {
    /// Seconds in earlier runs.
    before: f64,
    started: Instant,
}

impl Clock {
    /// Returns the seconds in all runs.
    fn seconds(self) -> f64 {
        self.before + self.started.elapsed().as_secs_f64()
    }
}

/// A run at work.
struct Run<'a> {
    grow: &'a Grow,
    log: Log,
    clock: Clock,
    is_stopped: &'a (dyn Fn() -> bool + Sync),
    observer: &'a mut dyn Observer,
}

impl Run<'_> {
    fn work(&mut self, threads: &rayon::ThreadPool) -> Result<Ending, GrowError> {
        let steps = self.log.history.steps.clone();
        steps.iter().for_each(|step| self.observer.step(step));
        self.write_result()?;
        while self.continue_generation(threads)? && self.begin_generation()? {}
        if (self.is_stopped)() {
            return Ok(Ending::Stopped);
        }
        if self.log.history.end.is_none() && !self.play_last_match()? {
            return Ok(Ending::Stopped);
        }
        Ok(Ending::Complete)
    }

    fn used(&self) -> f64 {
        self.grow.used(self.clock.seconds(), self.log.history.games)
    }

    /// Returns how much the last generation may use of the budget, whose unit may have changed since it began.
    fn generation_budget(&self) -> f64 {
        self.grow.generation_budget(self.log.history.before_generation).unwrap_or(0.0)
    }

    /// Begins a generation if there is enough left for one.
    fn begin_generation(&mut self) -> Result<bool, GrowError> {
        if (self.is_stopped)() {
            return Ok(false);
        }
        let (seconds, games) = (self.clock.seconds(), self.log.history.games);
        if self.grow.generation_budget((seconds, games)).is_none() {
            return Ok(false);
        }
        let generation = self.log.history.generation + 1;
        self.log.add(Event::Generation { generation, seconds })?;
        Ok(true)
    }

    /// Does what is left of the last generation. Returns whether it is complete.
    fn continue_generation(&mut self, threads: &rayon::ThreadPool) -> Result<bool, GrowError> {
        let history = &self.log.history;
        if history.generation == 0 || history.end.is_some() {
            return Ok(true);
        }
        if !history.has_games && !self.play_games()? {
            return Ok(false);
        }
        let steps = self.steps()?;
        let done = self.log.history.steps_of_generation().count();
        for (number, &learnt) in steps.iter().enumerate().skip(done) {
            if !self.take_step(learnt, (steps.len() - number) as f64, threads)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Plays the games of a generation. Returns whether they are complete.
    fn play_games(&mut self) -> Result<bool, GrowError> {
        let (grow, is_stopped) = (self.grow, self.is_stopped);
        let History { generation, before_generation: (start, _), games, .. } = self.log.history;
        let amount = self.generation_budget() * GAMES_SHARE;
        let (target, end) = match grow.budget {
            Budget::Time(_) => (u64::MAX, start + amount),
            Budget::Games(_) => ((amount as u64).max(MIN_GAMES), f64::INFINITY),
        };
        let file = grow.games_file(&self.log.history.best_file(), generation, 1, target)?;
        let path = grow.folder.games_file(generation, 1);
        let (clock, begun) = (self.clock, Instant::now());
        let observer = &mut *self.observer;
        let progress = file.play_missing(&path, |progress| {
            let seconds = clock.seconds();
            let share = grow.used_share(seconds, games + progress.games);
            let per_second = progress.new_games as f64 / begun.elapsed().as_secs_f64();
            let activity = Activity::Playing { games: progress.games, per_second };
            observer.progress(&Progress { generation, share, activity });
            !is_stopped() && (seconds < end || progress.games < MIN_GAMES)
        })?;
        if is_stopped() {
            return Ok(false);
        }
        let (games, seconds) = (progress.games, self.clock.seconds());
        self.log.add(Event::Games { generation, games, seconds })?;
        Ok(true)
    }

    /// Returns what the steps of the generation learn.
    fn steps(&self) -> Result<Vec<Learnt>, GrowError> {
        let best = self.grow.folder.eval(&self.log.history.best_file_before_generation())?;
        let has_network = best.resolve(self.grow.folder.rules).1.is_some();
        let mut steps = Vec::new();
        if !has_network {
            steps.extend([Learnt::LinearScores, Learnt::LinearResults]);
        }
        let positions = self.grow.folder.positions(self.log.history.generation)?;
        if positions >= self.grow.scaled(self.grow.recipe.network_positions) {
            steps.extend([Learnt::NetworkScores, Learnt::NetworkResults]);
        }
        Ok(steps)
    }

    /// Learns an evaluation, and keeps it if it clearly wins its match. `steps_left` is the number of steps that the
    /// generation has left, this one included. Returns whether it is done.
    fn take_step(
        &mut self,
        learnt: Learnt,
        steps_left: f64,
        threads: &rayon::ThreadPool,
    ) -> Result<bool, GrowError> {
        let (grow, is_stopped) = (self.grow, self.is_stopped);
        let generation = self.log.history.generation;
        let best = grow.folder.eval(&self.log.history.best_file())?;
        let purpose = format!("{generation} {}", learnt.name());
        let seed = grow.seed_for(&purpose);
        let learner = Learner { folder: &grow.folder, recipe: &grow.recipe, generation, seed };
        let share = grow.used_share(self.clock.seconds(), self.log.history.games);
        let mut on_activity =
            |activity| self.observer.progress(&Progress { generation, share, activity });
        let learnt_file =
            threads.install(|| learner.learn(learnt, &best, is_stopped, &mut on_activity));
        let Some(file) = learnt_file? else { return Ok(false) };
        if is_stopped() {
            return Ok(false);
        }
        let name = eval_file(generation, learnt);
        grow.folder.write(&name, &file.to_bytes())?;
        let duel = grow.match_of([grow.folder.eval(&name)?, best], &purpose);
        let amount = self.generation_budget() * MATCHES_SHARE / steps_left;
        let Some((results, kept)) = self.judge(&duel, amount, Some(&SPRT))? else {
            return Ok(false);
        };
        let seconds = self.clock.seconds();
        let step = Step { generation, learnt, results, kept, seconds };
        self.log.add(Event::Step(step.clone()))?;
        self.write_result()?;
        self.observer.step(&step);
        Ok(true)
    }

    /// Plays a match. Ends it after `amount` of the budget, or when the test decides; without a test, it is the last
    /// match. Returns the results and whether the first player has clearly won, or `None` if it is stopped.
    fn judge(
        &mut self,
        duel: &Duel,
        amount: f64,
        sprt: Option<&Sprt>,
    ) -> Result<Option<(Tally, bool)>, GrowError> {
        let (grow, is_stopped) = (self.grow, self.is_stopped);
        let History { generation, games, .. } = self.log.history;
        let (min_pairs, max_pairs, end) = match grow.budget {
            Budget::Time(_) => {
                let min_pairs = if sprt.is_some() { MIN_PAIRS } else { MIN_LAST_PAIRS };
                (min_pairs, u64::MAX, self.clock.seconds() + amount)
            }
            Budget::Games(_) => (MIN_PAIRS, ((amount / 2.0) as u64).max(MIN_PAIRS), f64::INFINITY),
        };
        let clock = self.clock;
        let observer = &mut *self.observer;
        let mut show = |results: Tally| {
            let share = grow.used_share(clock.seconds(), games + results.game_count());
            let activity = Activity::Judging { results, is_last: sprt.is_none() };
            observer.progress(&Progress { generation, share, activity });
        };
        let mut tally = Tally::default();
        let mut decision = None;
        // The first pair may take a while.
        show(tally);
        let played = duel.play(0..max_pairs, is_stopped, |pair| {
            tally.add_pair(pair.half_points());
            show(tally);
            let (seconds, pairs) = (clock.seconds(), tally.pair_count());
            decision = sprt.filter(|_| pairs >= min_pairs).and_then(|sprt| sprt.accepted(&tally));
            break_if(decision.is_some() || seconds >= end && pairs >= min_pairs)
        });
        let played = played.map_err(|error| GrowError::Work(error.to_string()))?;
        if played.is_none() && is_stopped() {
            return Ok(None);
        }
        let has_won = match decision {
            Some(hypothesis) => hypothesis == Hypothesis::H1,
            // All pairs may have the same score.
            None => tally.los().map_or(tally.score() > 0.5, |los| los > MIN_SUPERIORITY),
        };
        Ok(Some((tally, has_won)))
    }

    /// Copies the best evaluation to the result, unless nothing was learnt.
    fn write_result(&self) -> Result<(), GrowError> {
        match self.log.history.kept().next_back() {
            Some(step) => self.grow.folder.write_result(&step.file()),
            None => Ok(()),
        }
    }

    /// Plays a match of the best evaluation against that of the start. Returns whether it is complete.
    fn play_last_match(&mut self) -> Result<bool, GrowError> {
        let mut results = Tally::default();
        if self.log.history.kept().next().is_some() {
            let folder = &self.grow.folder;
            let [best, start] = [self.log.history.best_file(), START_FILE.into()]
                .map(|file: String| folder.eval(&file));
            let purpose = format!("last match {}", self.log.history.generation);
            let duel = self.grow.match_of([best?, start?], &purpose);
            let left = (self.grow.total() - self.used()).max(0.0);
            let Some(judged) = self.judge(&duel, left, None)? else { return Ok(false) };
            results = judged.0;
        }
        let seconds = self.clock.seconds();
        self.log.add(Event::End { results, seconds })?;
        Ok(true)
    }
}
