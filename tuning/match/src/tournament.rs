//! A match from its arguments to its table.

use crate::args::{Config, Kept};
use crate::book::Book;
use crate::counter::Counter;
use crate::game_pair::{PairResult, Standing};
use crate::interrupt::StopFlag;
use crate::output_files::Files;
use crate::report;
use crate::runner;
use crate::state::{Settings, State};
use crate::stats::Sprt;
use std::collections::HashSet;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// What the engines are called in the settings of a state file.
const ENGINES: [&str; 2] = ["engine 1", "engine 2"];

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
pub fn play(config: &Config, stop: &StopFlag) -> Result<End, String> {
    let old = load(config)?;
    let seed = config.seed.or_else(|| old.as_ref()?.settings.get("-seed")?.parse().ok());
    let seed = seed.unwrap_or_else(by_the_clock);
    let settings = settings(config, seed);
    if let (Some(old), Some(kept)) = (&old, &config.state) {
        old.check_settings(kept.path(), &settings)?;
    }
    let book = Book::open(config.terms.openings.clone(), &config.terms.games, seed)?;
    let mut files = Files::open(config, old.is_some(), &settings)?;
    let mut counter = Counter::new(config, stop);
    let old_pairs = old.map_or(Vec::new(), |old| old.records);
    counter.resume(&old_pairs);
    let played: HashSet<u64> = old_pairs.iter().map(|pair| pair.number).collect();
    // A part has every game.
    let is_ours = |&number: &u64| {
        config.terms.turn(number).is_some_and(|(_, round)| config.shard.has(round))
            && !played.contains(&number)
    };
    let numbers = (0..config.pairs).filter(is_ours);
    counter.expect(numbers.clone().count() as u64);
    let [first, second] = config.names();
    report::print(&format!("{first} vs {second}, seed {seed}\n"));
    if !counter.is_decided() {
        let hear = |event| counter.hear(event, &mut files);
        runner::run(config, &book, numbers, stop, hear).map_err(|error| error.to_string())?;
    }
    counter.finish();
    Ok(counter.end())
}

/// What was played before. A state of no pairs, such as that of a match whose engine did not start,
/// is begun anew.
fn load(config: &Config) -> Result<Option<State<PairResult>>, String> {
    let Some(kept) = config.state.as_ref().filter(|kept| kept.path().exists()) else {
        return Ok(None);
    };
    let old = State::<PairResult>::load(kept.path())?;
    match kept {
        _ if old.records.is_empty() => Ok(None),
        Kept::Resumed(_) => Ok(Some(old)),
        Kept::Anew(path) => {
            let path = path.display();
            Err(format!("{path} is there already: -resume {path} goes on with it"))
        }
    }
}

fn by_the_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_secs())
}

/// What makes a match the one it is.
fn settings(config: &Config, seed: u64) -> Settings {
    let mut settings = Settings::default();
    for (engine, name) in config.engines.iter().zip(ENGINES) {
        engine.record(name, &mut settings);
    }
    config.terms.record(&mut settings);
    settings.set("-repeat", if config.repeat { "yes" } else { "no" });
    settings.set("-seed", seed);
    settings.set("-shard", config.shard);
    settings
}

/// Prints what several state files come to together.
pub fn merge(paths: &[impl AsRef<Path>], sprt: Option<&Sprt>) -> Result<(), String> {
    let merged = State::merge(paths)?;
    let mut standing = Standing::default();
    merged.records.iter().for_each(|pair| standing.add(pair));
    let names = ENGINES.map(|engine| format!("{engine} name"));
    let names = names.each_ref().map(|name| merged.settings.get(name).unwrap_or_default());
    report::print(&report::table(names, &standing, sprt));
    Ok(())
}
