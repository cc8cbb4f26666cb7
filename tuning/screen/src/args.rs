//! The command line: words as `ozutsu-match` has them.

use crate::factors::{self, Factor};
use ozutsu_match::args::{self, split_flags};
use ozutsu_match::self_play::SelfPlay;
use std::path::PathBuf;

/// The help text.
pub const HELP: &str = "\
ozutsu-screen: finds which of many settings of an engine matter, by games against itself

  cargo build --release --features tune
  cargo build --release --package ozutsu-screen
  target/release/ozutsu-screen -engine cmd=target/release/ozutsu nodes=8000 option.Hash=16 \\
    -factor aspiration=22:45 -factor lmp late_moves_base=2:6 late_moves_square=2:3 \\
    -variant cannonshogi,shosucourier,shogi -openings random -concurrency 2 \\
    -rounds 2000 -resume ideas.screen

In every pair of games one side has each factor high or low, at random, and the other side has it
the other way. All pairs tell of all factors.

  -engine ...        the engine, in the words of ozutsu-match; -each ... says more of it
  -factor [NAME] OPTION=LOW:HIGH ...
                     an option, or several that go together, and its two values
  -factors FILE      lines of the same; # begins a comment
  -rounds N          how many pairs of games are played; 1000 if not said
  -resume FILE       where pairs are kept, and gone on with if it is there
  -seed N            what chance begins with; 1 if not said
  -interval N        where no terminal shows how it stands, it is told after every N pairs; 100 if
                     not said
  -variant, -openings, -concurrency, -resign, -draw, -maxmoves as in ozutsu-match
  --merge FILE...    the table of several files of one screen that were played with other seeds
";

/// What is asked for.
pub enum Request {
    /// The help text.
    Help,
    /// The table of files.
    Merge(Vec<PathBuf>),
    /// A screen.
    Play(Box<Config>),
}

/// A screen.
pub struct Config {
    /// The engine and its games.
    pub duel: SelfPlay,
    /// What is varied.
    pub factors: Vec<Factor>,
    /// How many pairs are played.
    pub rounds: u64,
    /// What chance begins with.
    pub seed: Option<u64>,
    /// Where pairs are kept.
    pub state: Option<PathBuf>,
    /// After how many pairs it is told how it stands.
    pub interval: u64,
}

/// Reads the arguments.
pub fn parse(words: &[String]) -> Result<Request, String> {
    let flags = split_flags(words)?;
    let named = |name: &str| flags.iter().find(|flag| flag.name == name);
    if words.is_empty() || named("help").is_some() || named("h").is_some() {
        return Ok(Request::Help);
    }
    if let Some(merge) = named("merge") {
        return match flags.iter().find(|flag| flag.name != "merge") {
            Some(flag) => Err(format!("--merge stands alone, without {flag}")),
            None => {
                Ok(Request::Merge(merge.required_values()?.iter().map(PathBuf::from).collect()))
            }
        };
    }
    let mut factors = Vec::new();
    let (mut rounds, mut seed, mut state, mut interval) = (1000, None, None, 100);
    let duel = SelfPlay::new(&flags, |flag| {
        match flag.name.as_str() {
            "factor" => factors.push(
                Factor::read(flag.required_values()?)
                    .map_err(|fault| format!("{flag}: {fault}"))?,
            ),
            "factors" => factors.extend(factors::load(flag.single_value()?.as_ref())?),
            "rounds" => rounds = flag.positive_number()?,
            "seed" => seed = Some(args::parse_number(&flag.to_string(), flag.single_value()?)?),
            "resume" => state = Some(flag.single_value()?.into()),
            "interval" => interval = flag.positive_number()?,
            _ => return Err(format!("there is no {flag}; --help lists what there is")),
        }
        Ok(())
    })?;
    factors::check(&factors)?;
    Ok(Request::Play(Box::new(Config { duel, factors, rounds, seed, state, interval })))
}
