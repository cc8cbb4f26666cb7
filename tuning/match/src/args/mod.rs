//! The command line, in the spellings of cutechess-cli.

mod engine;
mod games;
mod help;
mod openings;
mod parts;
mod tokens;

pub use engine::spec as engine;
pub use games::GameSettings;
pub use help::HELP;
pub use parts::{Kept, Shard};
pub use tokens::{Flag, Pairs, parse_number, split_flags};

use crate::engine::EngineSpec;
use crate::stats::{Model, Sprt};
use std::path::PathBuf;

/// How many games a match may have.
const MOST_GAMES: u64 = 10_000_000;

/// What is asked for.
#[derive(Debug)]
pub enum Request {
    /// The help text.
    Help,
    /// The version.
    Version,
    /// A match.
    Play(Box<Config>),
    /// The sum of what several state files hold.
    Merge(Vec<PathBuf>, Option<Sprt>),
}

/// A match.
#[derive(Clone, Debug)]
pub struct Config {
    /// The engines; results are told from the side of the first.
    pub engines: [EngineSpec; 2],
    /// How its games are played.
    pub terms: GameSettings,
    /// How many pairs of games are played.
    pub pairs: u64,
    /// Whether both games of a pair have one opening.
    pub repeat: bool,
    /// The test that may end the match.
    pub sprt: Option<Sprt>,
    /// Where games are written as PGN.
    pub pgn: Option<PathBuf>,
    /// Where games are written as lines of moves.
    pub log: Option<PathBuf>,
    /// Where results are kept.
    pub state: Option<Kept>,
    /// Whether an engine that crashed or stalled is started again.
    pub recover: bool,
    /// What chance begins with.
    pub seed: Option<u64>,
    /// Which part of each game's pairs is played.
    pub shard: Shard,
    /// What the match is called.
    pub event: String,
    /// After how many games the standing is printed where no terminal shows it.
    pub interval: u64,
}

impl Config {
    /// What the engines are called.
    pub fn names(&self) -> [&str; 2] {
        self.engines.each_ref().map(|engine| engine.name.as_str())
    }
}

/// Reads the arguments.
pub fn parse(args: &[String]) -> Result<Request, String> {
    let flags = split_flags(args)?;
    let named = |name: &str| flags.iter().find(|flag| flag.name == name);
    if args.is_empty() || named("help").is_some() || named("h").is_some() {
        return Ok(Request::Help);
    }
    if named("version").is_some() {
        return Ok(Request::Version);
    }
    if let Some(merge) = named("merge") {
        if let Some(flag) =
            flags.iter().find(|flag| !matches!(flag.name.as_str(), "merge" | "sprt"))
        {
            return Err(format!("--merge goes with -sprt alone, not with -{}", flag.name));
        }
        merge.required_values()?;
        let sprt = named("sprt").map(sprt).transpose()?;
        return Ok(Request::Merge(merge.values.iter().map(PathBuf::from).collect(), sprt));
    }
    config(&flags).map(|config| Request::Play(Box::new(config)))
}

fn config(flags: &[Flag]) -> Result<Config, String> {
    let mut draft = Draft::default();
    for flag in flags {
        draft.take(flag)?;
    }
    let specs: Vec<_> = draft
        .engines
        .iter()
        .zip(1..)
        .map(|(words, place)| engine::spec(&draft.each, words, place))
        .collect::<Result<_, _>>()?;
    let engines: [EngineSpec; 2] = specs
        .try_into()
        .map_err(|specs: Vec<_>| format!("two -engine are needed, not {}", specs.len()))?;
    if engines[0].name == engines[1].name {
        return Err(format!(
            "both engines are called '{}': name= tells them apart",
            engines[0].name
        ));
    }
    let games = draft.rounds.checked_mul(draft.games).filter(|&games| games <= MOST_GAMES);
    let games = games.ok_or_else(|| format!("-rounds and -games: {MOST_GAMES} games at most"))?;
    draft.config.pairs = games.div_ceil(2);
    Ok(Config { engines, ..draft.config })
}

/// What is read so far.
struct Draft {
    config: Config,
    engines: Vec<Vec<String>>,
    each: Vec<String>,
    rounds: u64,
    games: u64,
}

impl Default for Draft {
    fn default() -> Self {
        let config = Config {
            engines: Default::default(),
            terms: GameSettings::default(),
            pairs: 1,
            repeat: false,
            sprt: None,
            pgn: None,
            log: None,
            state: None,
            recover: false,
            seed: None,
            shard: Shard::default(),
            event: "ozutsu-match".to_owned(),
            interval: 10,
        };
        Self { config, engines: Vec::new(), each: Vec::new(), rounds: 1, games: 2 }
    }
}

impl Draft {
    /// Takes a flag with its values.
    fn take(&mut self, flag: &Flag) -> Result<(), String> {
        let config = &mut self.config;
        match flag.name.as_str() {
            "engine" => self.engines.push(flag.required_values()?.to_vec()),
            "each" => self.each.extend_from_slice(flag.required_values()?),
            "rounds" => self.rounds = flag.positive_number()?,
            "games" => self.games = flag.positive_number()?,
            "ratinginterval" => config.interval = flag.positive_number()?,
            "repeat" => {
                flag.expect_no_value()?;
                config.repeat = true;
            }
            "recover" => {
                flag.expect_no_value()?;
                config.recover = true;
            }
            "sprt" => config.sprt = Some(sprt(flag)?),
            "pgnout" => config.pgn = Some(flag.single_value()?.into()),
            "log" => config.log = Some(flag.single_value()?.into()),
            "state" | "resume" if config.state.is_some() => {
                return Err("-state and -resume: results are kept in one file".to_owned());
            }
            "state" => config.state = Some(Kept::Anew(flag.single_value()?.into())),
            "resume" => config.state = Some(Kept::Resumed(flag.single_value()?.into())),
            "seed" | "srand" => {
                config.seed = Some(parse_number(&flag.to_string(), flag.single_value()?)?)
            }
            "shard" => config.shard = Shard::read(flag.single_value()?)?,
            "event" => config.event = flag.single_value()?.to_owned(),
            _ if config.terms.take(flag)? => {}
            _ => return Err(format!("there is no {flag}; --help lists what there is")),
        }
        Ok(())
    }
}

fn sprt(flag: &Flag) -> Result<Sprt, String> {
    let mut pairs = Pairs::new(flag, &flag.values)?;
    let test = Sprt {
        elo0: pairs.due("elo0")?,
        elo1: pairs.due("elo1")?,
        alpha: pairs.number("alpha")?.unwrap_or(0.05),
        beta: pairs.number("beta")?.unwrap_or(0.05),
        model: match pairs.text("model").as_deref() {
            None | Some("logistic") => Model::Logistic,
            Some("normalized" | "normalised") => Model::Normalised,
            Some(model) => {
                return Err(format!("-sprt: model= is logistic or normalized, not '{model}'"));
            }
        },
    };
    pairs.end()?;
    let is_share = |share: f64| share > 0.0 && share < 0.5;
    if !(test.elo0 < test.elo1 && test.elo0.abs() < 1000.0 && test.elo1.abs() < 1000.0) {
        return Err("-sprt: elo0 must be below elo1, both within 1000".to_owned());
    }
    if !is_share(test.alpha) || !is_share(test.beta) {
        return Err("-sprt: alpha and beta must be between 0 and 0.5".to_owned());
    }
    Ok(test)
}
