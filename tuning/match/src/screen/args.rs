//! The command line, in the style of `ozutsu-match`.

use super::factors::{self, Factor};
use crate::args::{self, split_flags};
use crate::self_play::SelfPlay;
use std::path::PathBuf;

/// The help text.
pub const HELP: &str = "\
ozutsu-screen: estimates the Elo effects of many engine options at once, by self-play

  cargo build --release --features tune
  cargo build --release --package ozutsu-match
  target/release/ozutsu-screen -engine cmd=target/release/ozutsu nodes=8000 option.Hash=16 \\
    -factor aspiration_delta=22:45 -factor lmp late_move_base=2:6 late_move_factor=2:3 \\
    -variant cannonshogi,shosucourier,shogi -openings random -concurrency 2 \\
    -rounds 2000 -resume ideas.screen

In every pair of games one side has each factor at its low or high level, at random, and the other
side has the opposite levels. The effects of all factors are estimated from all pairs.

  -engine ...        the engine, with the options of ozutsu-match; -each ... adds more
  -factor [NAME] OPTION=LOW:HIGH ...
                     an option with two values, or several options that change
                     together
  -factors FILE      a file with one factor per line; # begins a comment
  -rounds N          number of pairs of games (default: 1000)
  -resume FILE       save every pair in FILE; continue the run if FILE exists
  -seed N            random seed (default: 1)
  -interval N        print the progress after every N pairs if stderr is not a terminal
                     (default: 100)
  -rules, -variant, -openings, -concurrency, -resign, -draw, -maxmoves as in ozutsu-match
  -completions SHELL print the completion script for bash, fish, powershell or zsh
  --merge FILE...    print the table of several files of one experiment with different seeds
";

/// The flags for shell completion, besides those of all programs.
pub const COMPLETED_FLAGS: &[(&str, &str)] =
    &[("factor", ""), ("factors", ""), ("rounds", ""), ("interval", ""), ("merge", "")];

/// The parsed command line.
pub enum Request {
    /// Print the help text.
    Help,
    /// Print the completion script for a shell.
    Completions(String),
    /// Print the table of these state files.
    Merge(Vec<PathBuf>),
    /// Run an experiment.
    Play(Box<Config>),
}

/// A screening experiment.
pub struct Config {
    /// The engine and its games.
    pub self_play: SelfPlay,
    /// The factors to screen.
    pub factors: Vec<Factor>,
    /// Number of pairs of games.
    pub pairs: u64,
    /// Random seed, if given.
    pub seed: Option<u64>,
    /// File to save pairs in.
    pub state_file: Option<PathBuf>,
    /// Pairs of games between two reports.
    pub report_interval: u64,
}

/// Parses the command line, without the program's name.
pub fn parse(args: &[String]) -> Result<Request, String> {
    let flags = split_flags(args)?;
    let find = |name: &str| flags.iter().find(|flag| flag.name == name);
    if args.is_empty() || find("help").is_some() || find("h").is_some() {
        return Ok(Request::Help);
    }
    if let Some(flag) = find("completions") {
        return Ok(Request::Completions(flag.single_value()?.to_owned()));
    }
    args::load_rules(&flags)?;
    if let Some(merge) = find("merge") {
        if let Some(other) = flags.iter().find(|flag| !["merge", "rules"].contains(&&*flag.name)) {
            return Err(format!("--merge can only be combined with -rules, found {other}"));
        }
        return Ok(Request::Merge(merge.required_values()?.iter().map(PathBuf::from).collect()));
    }
    let mut factors = Vec::new();
    let (mut pairs, mut seed, mut state_file, mut report_interval) = (1000, None, None, 100);
    let self_play = SelfPlay::from_flags(&flags, |flag| {
        match flag.name.as_str() {
            "factor" => {
                let factor = Factor::parse(flag.required_values()?);
                factors.push(factor.map_err(|error| format!("{flag}: {error}"))?);
            }
            "factors" => factors.extend(factors::read_file(flag.single_value()?.as_ref())?),
            "rounds" => pairs = flag.positive_number()?,
            "seed" => seed = Some(args::parse_number(&flag.to_string(), flag.single_value()?)?),
            "resume" => state_file = Some(flag.single_value()?.into()),
            "interval" => report_interval = flag.positive_number()?,
            _ => return Err(format!("unknown option {flag}, see --help")),
        }
        Ok(())
    })?;
    factors::check_distinct(&factors)?;
    let config = Config { self_play, factors, pairs, seed, state_file, report_interval };
    Ok(Request::Play(Box::new(config)))
}
