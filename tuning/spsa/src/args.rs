//! The command line: words as `ozutsu-match` has them.

use crate::climb::{Climb, Plan};
use crate::parameters;
use ozutsu_match::adjudicate::Conduct;
use ozutsu_match::args::{self, Flag};
use ozutsu_match::engine::EngineSpec;
use ozutsu_match::openings::Source;
use rules::Rules;
use std::path::PathBuf;

/// The help text.
pub const HELP: &str = "\
ozutsu-spsa: tunes an engine's options by games against itself

  cargo build --release --features tune
  ozutsu-spsa -engine cmd=target/release/ozutsu tc=1+0.01 option.Hash=16 -list > margins.txt
  ozutsu-spsa -engine cmd=target/release/ozutsu tc=1+0.01 option.Hash=16 -params margins.txt \\
    -variant cannonshogi,shosucourier,shogi -openings random -concurrency 2 \\
    -iterations 10000 -resume margins.state

  -engine ...        the engine, in the words of ozutsu-match
  -list              prints the options that can be tuned, those named in small letters, as a file
                     of parameters, and ends
  -params FILE       lines of NAME START MIN MAX STEP; # begins a comment
  -iterations N      how many pairs of games are played; 1000 if not said
  -rate R            the share of a step that a game won moves a value by in the end; 0.002 if not
                     said
  -resume FILE       where values are kept after every pair, and taken from if it is there
  -interval N        prints the list of values after every N pairs; 100 if not said
  -variant, -openings, -seed, -concurrency, -resign, -draw, -maxmoves as in ozutsu-match
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

/// A climb and how its games are played.
pub struct Config {
    /// The engine.
    pub engine: EngineSpec,
    /// Where the climb begins.
    pub climb: Climb,
    /// The games, which take turns.
    pub games: Vec<&'static Rules>,
    /// Where games start.
    pub openings: Source,
    /// When games end early.
    pub conduct: Conduct,
    /// How many games are played at once.
    pub concurrency: usize,
    /// Where values are kept.
    pub state: Option<PathBuf>,
    /// After how many pairs the list is printed.
    pub interval: u64,
}

/// Reads the arguments.
pub fn parse(words: &[String]) -> Result<Request, String> {
    let flags = args::flags(words)?;
    let named = |name: &str| flags.iter().find(|flag| flag.name == name);
    if words.is_empty() || named("help").is_some() || named("h").is_some() {
        return Ok(Request::Help);
    }
    let engine = named("engine").ok_or("-engine is missing")?;
    let engine = args::engine(&[], engine.some()?, 1)?;
    if named("list").is_some() {
        return Ok(Request::List(Box::new(engine)));
    }
    let path = named("params").ok_or("-params is missing")?.one()?;
    let parameters = parameters::load(path.as_ref())?;
    let plan = Plan { iterations: 1000, rate: 0.002, seed: 1 };
    let mut config = Config {
        engine,
        climb: Climb::new(plan, parameters),
        games: Rules::all().take(1).collect(),
        openings: Source::Start,
        conduct: Conduct::default(),
        concurrency: 1,
        state: None,
        interval: 100,
    };
    flags.iter().try_for_each(|flag| config.take(flag))?;
    Ok(Request::Climb(Box::new(config)))
}

impl Config {
    /// Takes a flag with its values.
    fn take(&mut self, flag: &Flag) -> Result<(), String> {
        let plan = &mut self.climb.plan;
        let name = flag.to_string();
        match flag.name.as_str() {
            "engine" | "params" => {}
            "iterations" => plan.iterations = flag.count()?,
            "rate" => {
                plan.rate = args::number(&name, flag.one()?)?;
                if !(plan.rate > 0.0 && plan.rate < 10.0) {
                    return Err("-rate must be above 0 and below 10".to_owned());
                }
            }
            "seed" => plan.seed = args::number(&name, flag.one()?)?,
            "variant" => self.games = args::games(flag.one()?)?,
            "openings" => self.openings = args::openings(flag)?,
            "resign" => self.conduct.resign = Some(args::resign(flag)?),
            "draw" => self.conduct.draw = Some(args::draw(flag)?),
            "maxmoves" => self.conduct.max_moves = flag.count()?.min(1 << 20) as u32,
            "concurrency" => self.concurrency = flag.count()?.min(1024) as usize,
            "interval" => self.interval = flag.count()?,
            "resume" => self.state = Some(flag.one()?.into()),
            _ => return Err(format!("there is no {flag}; --help lists what there is")),
        }
        Ok(())
    }
}
