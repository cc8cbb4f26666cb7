//! The command line: words as `ozutsu-match` has them.

use crate::climb::{Climb, Plan};
use crate::parameters;
use ozutsu_match::args::{self, Flag};
use ozutsu_match::engine::EngineSpec;
use ozutsu_match::self_play::SelfPlay;
use std::path::PathBuf;

/// The help text.
pub const HELP: &str = "\
ozutsu-spsa: tunes an engine's options by games against itself

  cargo build --release --features tune
  cargo build --release --package ozutsu-spsa
  target/release/ozutsu-spsa -engine cmd=target/release/ozutsu tc=1+0.01 -list > margins.txt
  target/release/ozutsu-spsa -engine cmd=target/release/ozutsu tc=1+0.01 option.Hash=16 \\
    -params margins.txt -variant cannonshogi,shosucourier,shogi -openings random \\
    -concurrency 2 -iterations 10000 -resume margins.state

  -engine ...        the engine, in the words of ozutsu-match; -each ... says more of it
  -list              prints the options that can be tuned, those named in small letters, as a file
                     of parameters, and ends
  -params FILE       lines of NAME START MIN MAX STEP; # begins a comment
  -iterations N      how many pairs of games are played; 1000 if not said
  -rate R            the share of a step that a game won moves a value by in the end; 0.002 if not
                     said
  -resume FILE       where values are kept after every pair, and taken from if it is there
  -interval N        prints the list of values after every N pairs; 100 if not said
  -seed N            what chance begins with; 1 if not said
  -variant, -openings, -concurrency, -resign, -draw, -maxmoves as in ozutsu-match
";

/// What is asked for.
pub enum Request {
    /// The help text.
    Help,
    /// The options that can be tuned.
    List(Box<EngineSpec>),
    /// A climb.
    Climb(Box<Config>),
}

/// A climb.
pub struct Config {
    /// How its games are played.
    pub duel: SelfPlay,
    /// Where the climb begins.
    pub climb: Climb,
    /// Where values are kept.
    pub state: Option<PathBuf>,
    /// After how many pairs the list is printed.
    pub interval: u64,
}

/// Reads the arguments.
pub fn parse(words: &[String]) -> Result<Request, String> {
    let flags = args::split_flags(words)?;
    let named = |name: &str| flags.iter().find(|flag| flag.name == name);
    if words.is_empty() || named("help").is_some() || named("h").is_some() {
        return Ok(Request::Help);
    }
    if named("list").is_some() {
        return Ok(Request::List(Box::new(SelfPlay::new(&flags, |_| Ok(()))?.engine)));
    }
    let path = named("params").ok_or("-params is missing")?.single_value()?;
    let mut plan = Plan { iterations: 1000, rate: 0.002, seed: 1 };
    let (mut interval, mut state) = (100, None);
    let duel = SelfPlay::new(&flags, |flag| {
        match flag.name.as_str() {
            "params" => {}
            "iterations" => plan.iterations = flag.positive_number()?,
            "rate" => plan.rate = rate(flag)?,
            "seed" => plan.seed = args::parse_number(&flag.to_string(), flag.single_value()?)?,
            "interval" => interval = flag.positive_number()?,
            "resume" => state = Some(flag.single_value()?.into()),
            _ => return Err(format!("there is no {flag}; --help lists what there is")),
        }
        Ok(())
    })?;
    let climb = Climb::new(plan, parameters::load(path.as_ref())?);
    Ok(Request::Climb(Box::new(Config { duel, climb, state, interval })))
}

fn rate(flag: &Flag) -> Result<f64, String> {
    let rate = args::parse_number(&flag.to_string(), flag.single_value()?)?;
    if rate > 0.0 && rate < 10.0 {
        Ok(rate)
    } else {
        Err("-rate must be above 0 and below 10".to_owned())
    }
}
