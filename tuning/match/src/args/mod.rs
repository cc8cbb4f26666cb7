//! The command line, with the flags of cutechess-cli.

mod completions;
mod engine_args;
mod flags;
mod game_settings;
mod manual;
mod match_manual;

pub use completions::completions;
pub use engine_args::parse_engine;
#[cfg(test)]
pub use flags::parse_lines;
pub use flags::{Flag, KeyValues, read_lines, split_flags};
pub use game_settings::{GameSettings, load_rules};
pub use manual::Manual;
pub use match_manual::{
    ADJUDICATION_FLAGS, ENGINE_KEYS, GAME_FLAGS, GENERAL_FLAGS, MATCH, SELF_PLAY_FLAGS,
    TUNING_NOTES,
};

use crate::engine::EngineSpec;
use crate::error::{UsageError, usage};
use crate::sprt::{Model, Sprt};
use platform::Shard;
use platform::files::{CommandFiles, OutputError};
use rules::quoted;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

const MAX_GAMES: u64 = 10_000_000;
pub const DEFAULT_RATING_INTERVAL: u64 = 10;

/// Which engines of a match meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tournament {
    /// Every two engines.
    #[default]
    RoundRobin,
    /// The first engine and every other one.
    Gauntlet,
}

impl fmt::Display for Tournament {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
        })
    }
}

impl Tournament {
    /// Returns the indices of the engines that meet.
    fn pairings(self, engines: usize) -> Vec<[usize; 2]> {
        let firsts = match self {
            Self::RoundRobin => 0..engines,
            Self::Gauntlet => 0..1,
        };
        firsts.flat_map(|first| (first + 1..engines).map(move |second| [first, second])).collect()
    }
}

#[derive(Clone, Debug)]
pub struct Config {
    /// The engines, at least two. Results of two are from the first one's point of view.
    pub engines: Vec<EngineSpec>,
    pub tournament: Tournament,
    /// The indices of the engines that meet.
    pub pairings: Vec<[usize; 2]>,
    pub game_settings: GameSettings,
    pub pairs: u64,
    /// Whether both games of a pair have the same opening.
    pub repeat: bool,
    /// The time between two games of a worker.
    pub wait: Duration,
    /// The SPRT that ends the match early.
    pub sprt: Option<Sprt>,
    pub pgn: Option<PathBuf>,
    pub log: Option<PathBuf>,
    pub state: Option<StateTarget>,
    /// Whether an engine that crashed or stalled is restarted.
    pub recover: bool,
    /// Whether what engines read and write is printed.
    pub debug: bool,
    /// Whether the results are printed as JSON.
    pub json: bool,
    /// The seed of openings, drawn from the time if not given.
    pub seed: Option<u64>,
    /// The part of the match that is played. Every part has pairs of all games.
    pub shard: Shard,
    /// The name of the match in PGN.
    pub event: String,
    /// The place of the match in PGN.
    pub site: String,
    /// The number of games between two progress lines if stderr is not a terminal.
    pub rating_interval: u64,
}

impl Config {
    /// Checks that the files to append to are different ones, and that none of them is read.
    pub fn check_files(&self) -> Result<(), OutputError> {
        let engines = self.engines.iter().filter_map(|engine| engine.command_line.file());
        let mut files = CommandFiles::reading(engines.chain(self.game_settings.files()));
        let state = self.state.as_ref().map(StateTarget::path);
        let outputs = [self.log.as_deref(), self.pgn.as_deref(), state];
        outputs.into_iter().flatten().try_for_each(|path| files.check_continued(path))
    }

    pub fn names(&self) -> Vec<&str> {
        self.engines.iter().map(|engine| engine.name.as_str()).collect()
    }
}

/// The state file, and the flag that names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateTarget {
    /// `-state`: a new file, or one without results.
    New(PathBuf),
    /// `-resume`: a file to continue if it exists.
    Resume(PathBuf),
}

impl StateTarget {
    pub fn path(&self) -> &Path {
        match self {
            Self::New(path) | Self::Resume(path) => path,
        }
    }
}

/// Checks that `--merge` is only combined with the flags named. Returns it if it is given.
pub fn merge_flag<'a>(flags: &'a [Flag], others: &[&str]) -> Result<Option<&'a Flag>, UsageError> {
    let Some(merge) = flags.iter().find(|flag| flag.name == "merge") else { return Ok(None) };
    let is_other = |flag: &&Flag| flag.name != "merge" && !others.contains(&flag.name.as_str());
    match flags.iter().find(is_other) {
        None => Ok(Some(merge)),
        Some(flag) => {
            Err(usage!("--merge can only be combined with -{}, found {flag}", others.join(", -")))
        }
    }
}

pub fn parse_config(flags: &[Flag]) -> Result<Config, UsageError> {
    let mut builder = ConfigBuilder::default();
    flags.iter().try_for_each(|flag| builder.apply_flag(flag))?;
    builder.build()
}

/// The values of all flags seen so far.
struct ConfigBuilder {
    /// The configuration so far, without `engines` and `pairs`.
    config: Config,
    /// The values of each `-engine`.
    engines: Vec<Vec<String>>,
    /// The values of all `-each`.
    each: Vec<String>,
    rounds: u64,
    games_per_round: u64,
}

impl Default for ConfigBuilder {
    fn default() -> Self {
        let config = Config {
            engines: Vec::new(),
            tournament: Tournament::default(),
            pairings: Vec::new(),
            game_settings: GameSettings::default(),
            pairs: 1,
            repeat: false,
            wait: Duration::ZERO,
            sprt: None,
            pgn: None,
            log: None,
            state: None,
            recover: false,
            debug: false,
            json: false,
            seed: None,
            shard: Shard::default(),
            event: "ozutsu-match".to_owned(),
            site: "?".to_owned(),
            rating_interval: DEFAULT_RATING_INTERVAL,
        };
        Self { config, engines: Vec::new(), each: Vec::new(), rounds: 1, games_per_round: 2 }
    }
}

impl ConfigBuilder {
    fn apply_flag(&mut self, flag: &Flag) -> Result<(), UsageError> {
        let config = &mut self.config;
        match flag.name.as_str() {
            "engine" => self.engines.push(flag.required_values()?.to_vec()),
            "each" => self.each.extend_from_slice(flag.required_values()?),
            "rounds" => self.rounds = flag.positive_number()?,
            "games" => self.games_per_round = flag.positive_number()?,
            "ratinginterval" => config.rating_interval = flag.positive_number()?,
            "repeat" => config.repeat = flag.without_value()?,
            "recover" => config.recover = flag.without_value()?,
            "debug" => config.debug = flag.without_value()?,
            "json" => config.json = flag.without_value()?,
            "tournament" => {
                config.tournament = match flag.single_value()? {
                    "round-robin" => Tournament::RoundRobin,
                    "gauntlet" => Tournament::Gauntlet,
                    other => {
                        return Err(usage!(
                            "-tournament: expected round-robin or gauntlet, found {}",
                            quoted(other)
                        ));
                    }
                }
            }
            "startup-ms" => self.each.push(format!("startup={}", seconds(flag)?)),
            "ping-ms" => self.each.push(format!("ping={}", seconds(flag)?)),
            "wait" => config.wait = Duration::from_millis(flag.number()?),
            "sprt" => config.sprt = Some(parse_sprt(flag)?),
            "pgnout" => config.pgn = Some(flag.single_value()?.into()),
            "log" => config.log = Some(flag.single_value()?.into()),
            "state" | "resume" if config.state.is_some() => {
                return Err(usage!("only one of -state and -resume is allowed"));
            }
            "state" => config.state = Some(StateTarget::New(flag.single_value()?.into())),
            "resume" => config.state = Some(StateTarget::Resume(flag.single_value()?.into())),
            "seed" | "srand" => config.seed = Some(flag.number()?),
            "shard" => {
                let text = flag.single_value()?;
                let shard = text.parse();
                config.shard =
                    shard.map_err(|error| usage!("-shard: {error}, found {}", quoted(text)))?;
            }
            "event" => config.event = flag.single_value()?.to_owned(),
            "site" => config.site = flag.single_value()?.to_owned(),
            _ if config.game_settings.apply_flag(flag)? => {}
            _ => return Err(usage!("{flag} can only be combined with --merge")),
        }
        Ok(())
    }

    fn build(self) -> Result<Config, UsageError> {
        let Self { mut config, engines, each, rounds, games_per_round } = self;
        for (number, values) in (1..).zip(&engines) {
            let mut engine = parse_engine(&each, values, number)?;
            engine.is_traced = config.debug;
            let name = &engine.name;
            if config.engines.iter().any(|other| other.name == *name) {
                return Err(usage!("two engines are called {}: give one a name=", quoted(name)));
            }
            config.engines.push(engine);
        }
        if config.shard != Shard::default() && config.seed.is_none() {
            return Err(usage!("-shard needs -seed, the same for all parts"));
        }
        let engines = config.engines.len();
        if engines < 2 {
            return Err(usage!("expected at least two -engine, found {engines}"));
        }
        if engines > 2 && config.sprt.is_some() {
            return Err(usage!("-sprt needs two engines, found {engines}"));
        }
        config.pairings = config.tournament.pairings(engines);
        let pairs = rounds.checked_mul(games_per_round).map(|games| games.div_ceil(2));
        config.pairs = pairs
            .and_then(|pairs| pairs.checked_mul(config.pairings.len() as u64))
            .filter(|&pairs| pairs <= MAX_GAMES / 2)
            .ok_or_else(|| usage!("-rounds and -games: at most {MAX_GAMES} games are allowed"))?;
        Ok(config)
    }
}

/// Returns the milliseconds of a flag in seconds.
fn seconds(flag: &Flag) -> Result<f64, UsageError> {
    Ok(Duration::from_millis(flag.number()?).as_secs_f64())
}

pub fn parse_sprt(flag: &Flag) -> Result<Sprt, UsageError> {
    let mut keys = KeyValues::new(flag, &flag.values)?;
    let sprt = Sprt {
        elo0: keys.take_required_number("elo0")?,
        elo1: keys.take_required_number("elo1")?,
        alpha: keys.take_number("alpha")?.unwrap_or(0.05),
        beta: keys.take_number("beta")?.unwrap_or(0.05),
        model: match keys.take("model").as_deref() {
            None | Some("logistic") => Model::Logistic,
            Some("normalized" | "normalised") => Model::Normalised,
            Some(model) => {
                return Err(usage!(
                    "-sprt: model= must be logistic or normalized, found {}",
                    quoted(model)
                ));
            }
        },
    };
    keys.expect_empty()?;
    let is_valid_probability = |p: f64| p > 0.0 && p < 0.5;
    if !(sprt.elo0 < sprt.elo1 && sprt.elo0.abs() < 1000.0 && sprt.elo1.abs() < 1000.0) {
        return Err(usage!("-sprt: elo0 must be below elo1, both between -1000 and 1000"));
    }
    if !is_valid_probability(sprt.alpha) || !is_valid_probability(sprt.beta) {
        return Err(usage!("-sprt: alpha and beta must be between 0 and 0.5"));
    }
    Ok(sprt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flags_of_the_manual_are_parsed() {
        let general = ["completions", "man", "version", "h", "help", "merge", "watch"];
        for name in MATCH.flags().into_keys().filter(|name| !general.contains(name)) {
            let flag = Flag { name: name.to_owned(), values: Vec::new() };
            let error = ConfigBuilder::default().apply_flag(&flag).err();
            let error = error.map_or(String::new(), |error| error.to_string());
            assert!(!error.contains("combined with --merge"), "{error}");
        }
    }

    #[test]
    fn a_tournament_pairs_engines() {
        assert_eq!(Tournament::RoundRobin.pairings(3), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(Tournament::Gauntlet.pairings(4), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(Tournament::RoundRobin.pairings(8).len(), 28);
    }
}
