//! A match from its arguments to its table: files, progress, and when it is enough.

use crate::args::Config;
use crate::engine::Stop;
use crate::game::Game;
use crate::openings::Book;
use crate::pairs::{FIRST_PLAYS, Pair, Standing};
use crate::record::{self, Occasion};
use crate::report::{self, Progress};
use crate::runner::{self, Event};
use crate::state::{State, StateFile};
use rules::Color;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// How a match ended.
#[derive(Debug)]
pub enum End {
    /// With the last game, or because the test has decided.
    Complete,
    /// Before.
    Interrupted,
    /// Because of an engine.
    Failed(String),
}

/// Plays a match and prints what comes of it.
pub fn play(config: &Config, stop: &Stop) -> Result<End, String> {
    let old = load(config)?;
    let seed = config.seed.or_else(|| old.as_ref()?.setting("seed").parse().ok());
    let seed = seed.unwrap_or_else(by_the_clock);
    let settings = settings(config, seed);
    if let (Some(old), Some(path)) = (&old, &config.state)
        && let Some(difference) = old.differs(&settings, &[])
    {
        return Err(format!("{} is of another match: {difference}", path.display()));
    }
    let book = Book::open(config.openings.clone(), &config.games, seed)?;
    let mut files = Files::open(config, old.is_some(), &settings)?;
    let mut counter = Counter::new(config, stop);
    let old_pairs = old.map_or(Vec::new(), |old| old.pairs);
    counter.resume(&old_pairs);
    let played: HashSet<u64> = old_pairs.iter().map(|pair| pair.number).collect();
    let (part, parts) = config.shard;
    let numbers: Vec<u64> = (0..config.pairs)
        .filter(|number| number % parts == part && !played.contains(number))
        .collect();
    counter.expect(numbers.len() as u64);
    println!("{} vs {}, seed {seed}", config.engines[0].name, config.engines[1].name);
    if !counter.is_decided() {
        let hear = |event| counter.hear(event, &mut files);
        runner::run(config, &book, &numbers, stop, hear).map_err(|error| error.to_string())?;
    }
    counter.finish();
    Ok(counter.end())
}

fn load(config: &Config) -> Result<Option<State>, String> {
    match &config.state {
        Some(path) if path.exists() && config.resume => State::load(path).map(Some),
        Some(path) if path.exists() => {
            let path = path.display();
            Err(format!("{path} is there already: -resume {path} goes on with it"))
        }
        _ => Ok(None),
    }
}

fn by_the_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_secs())
}

/// What makes a match the one it is.
fn settings(config: &Config, seed: u64) -> Vec<(String, String)> {
    let games: Vec<_> = config.games.iter().map(|rules| rules.name()).collect();
    let engine = |side: usize| {
        let spec = &config.engines[side];
        let (launch, limits) = (&spec.launch, &spec.limits);
        format!(
            "{} {:?} {} {} {:?} {:?} nodes {:?} depth {:?} {}",
            spec.name,
            spec.protocol,
            launch.command.display(),
            launch.args.join(" "),
            launch.dir,
            spec.options,
            limits.nodes,
            limits.depth,
            limits.time
        )
    };
    let (part, parts) = config.shard;
    [
        ("first", engine(0)),
        ("second", engine(1)),
        ("games", games.join(",")),
        ("openings", format!("{:?}", config.openings)),
        ("repeat", config.repeat.to_string()),
        ("conduct", format!("{:?}", config.conduct)),
        ("first name", config.engines[0].name.clone()),
        ("second name", config.engines[1].name.clone()),
        ("seed", seed.to_string()),
        ("shard", format!("{}/{parts}", part + 1)),
    ]
    .map(|(name, value)| (name.to_owned(), value.replace(['\t', '\n', '\r'], " ")))
    .into()
}

fn names(config: &Config) -> [&str; 2] {
    [0, 1].map(|side| config.engines[side].name.as_str())
}

/// Prints what several state files come to together.
pub fn merge(paths: &[impl AsRef<Path>], sprt: Option<&crate::stats::Sprt>) -> Result<(), String> {
    let states = paths.iter().map(|path| State::load(path.as_ref())).collect::<Result<_, _>>()?;
    let merged = crate::state::merge(states)?;
    let mut standing = Standing::default();
    merged.pairs.iter().for_each(|pair| standing.add(pair));
    let names = ["first name", "second name"].map(|name| merged.setting(name));
    print!("{}", report::table(names, &standing, sprt));
    Ok(())
}

/// The files a match writes.
struct Files {
    pgn: Option<File>,
    log: Option<File>,
    state: Option<StateFile>,
}

impl Files {
    fn open(config: &Config, resumes: bool, settings: &[(String, String)]) -> Result<Self, String> {
        let add = |path: &Option<_>| path.as_deref().map(appended).transpose();
        let state = config.state.as_deref().map(|path| {
            let file = match resumes {
                true => StateFile::append(path),
                false => StateFile::create(path, settings),
            };
            file.map_err(|error| format!("{}: {error}", path.display()))
        });
        Ok(Self { pgn: add(&config.pgn)?, log: add(&config.log)?, state: state.transpose()? })
    }

    /// Writes a pair and its games. The state is last: what it holds is all there.
    fn add(&mut self, config: &Config, pair: &Pair, games: &[Game; 2]) -> io::Result<()> {
        for (game, first) in games.iter().zip(FIRST_PLAYS) {
            let mut names = names(config);
            let mut times = [0, 1].map(|side| config.engines[side].limits.time.to_string());
            if first == Color::White {
                names.swap(0, 1);
                times.swap(0, 1);
            }
            let times = [times[0].as_str(), times[1].as_str()];
            let occasion = Occasion { names, times, event: &config.event, round: pair.number + 1 };
            if let Some(file) = &mut self.pgn {
                file.write_all(record::pgn(game, &occasion).as_bytes())?;
            }
            if let Some(file) = &mut self.log {
                file.write_all(record::line(game, &occasion).as_bytes())?;
            }
        }
        self.state.as_mut().map_or(Ok(()), |state| state.add(pair))
    }
}

fn appended(path: &Path) -> Result<File, String> {
    let file = File::options().append(true).create(true).open(path);
    file.map_err(|error| format!("{}: {error}", path.display()))
}

/// Who counts, tells, and says when it is enough.
struct Counter<'a> {
    config: &'a Config,
    stop: &'a Stop,
    standing: Standing,
    progress: Progress,
    /// Games of this run that have ended.
    ended: u64,
    /// When this run began.
    since: Instant,
    is_live: bool,
    failure: Option<String>,
    is_decided: bool,
}

impl<'a> Counter<'a> {
    fn new(config: &'a Config, stop: &'a Stop) -> Self {
        Self {
            config,
            stop,
            standing: Standing::default(),
            progress: Progress::default(),
            ended: 0,
            since: Instant::now(),
            is_live: io::stderr().is_terminal(),
            failure: None,
            is_decided: false,
        }
    }

    /// Counts pairs played before.
    fn resume(&mut self, pairs: &[Pair]) {
        pairs.iter().for_each(|pair| self.standing.add(pair));
        self.progress.games = 2 * pairs.len() as u64;
        self.decide();
    }

    /// Notes how many pairs are still to be played.
    fn expect(&mut self, pairs: u64) {
        self.progress.of = self.progress.games + 2 * pairs;
    }

    fn is_decided(&self) -> bool {
        self.is_decided
    }

    fn decide(&mut self) {
        let sprt = self.config.sprt.as_ref();
        self.is_decided |= sprt.is_some_and(|sprt| sprt.verdict(&self.standing.total).is_some());
    }

    fn hear(&mut self, event: Event, files: &mut Files) {
        match event {
            Event::Started => self.progress.running += 1,
            Event::Ended(number, half, game) => self.ended(number, half, &game),
            Event::Paired(pair, games) => {
                self.standing.add(&pair);
                if let Err(error) = files.add(self.config, &pair, &games) {
                    self.fail(format!("results cannot be written: {error}"));
                }
                self.decide();
                if self.is_decided {
                    self.stop.request();
                }
            }
            Event::Broken(name) => {
                self.fail(format!("{name} broke down, which ends the match; -recover goes on"));
            }
            Event::Failed(fault) => self.fail(fault),
        }
        self.show();
    }

    fn fail(&mut self, fault: String) {
        self.failure.get_or_insert(fault);
        self.stop.request();
    }

    fn ended(&mut self, number: u64, half: usize, game: &Game) {
        self.ended += 1;
        self.progress.games += 1;
        self.progress.running = self.progress.running.saturating_sub(1);
        if game.ending.reason.is_failure() {
            let mut names = names(self.config);
            if FIRST_PLAYS[half] == Color::White {
                names.swap(0, 1);
            }
            let rules = game.opening.start.rules();
            let what = game.ending.describe(names);
            self.tell(&format!("game {}, {}: {what}", 2 * number + half as u64 + 1, rules.name()));
        }
        if !self.is_live && self.ended.is_multiple_of(self.config.interval) {
            let line = self.line();
            println!("{line}");
        }
    }

    /// Prints a line for good.
    fn tell(&self, line: &str) {
        if self.is_live {
            eprint!("\r\x1b[K");
        }
        println!("{line}");
    }

    fn line(&mut self) -> String {
        let elapsed = self.since.elapsed();
        self.progress.elapsed = elapsed;
        let to_come = self.progress.of.saturating_sub(self.progress.games);
        let share = (self.ended > 0).then(|| to_come as f64 / self.ended as f64);
        self.progress.left = share.map(|share| elapsed.mul_f64(share.min(1e6)));
        self.progress.line(&self.standing.total, self.config.sprt.as_ref())
    }

    /// Shows the standing on a terminal, in place of what was shown before.
    fn show(&mut self) {
        if self.is_live {
            let line = self.line();
            eprint!("\r\x1b[K{line}");
            let _ = io::stderr().flush();
        }
    }

    fn finish(&mut self) {
        self.tell("");
        print!("{}", report::table(names(self.config), &self.standing, self.config.sprt.as_ref()));
    }

    fn end(self) -> End {
        match self.failure {
            Some(fault) => End::Failed(fault),
            None if self.is_decided || !self.stop.is_requested() => End::Complete,
            None => End::Interrupted,
        }
    }
}
