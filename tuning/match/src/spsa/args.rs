//! The command line, in the style of `ozutsu-match`.

use super::algorithm::SpsaOptions;
use super::parameter::{self, Parameter};
use crate::args::{
    ADJUDICATION_FLAGS, ENGINE_KEYS, Flag, GAME_FLAGS, GENERAL_FLAGS, Manual, SELF_PLAY_FLAGS,
    TUNING_NOTES,
};
use crate::error::{UsageError, usage};
use crate::self_play::SelfPlay;
use std::path::PathBuf;

pub const MANUAL: Manual = Manual {
    name: "ozutsu-spsa",
    about: "tunes engine options by self-play (SPSA)",
    introduction: "\
Build an engine with its search margins as options, and use it:

  cargo build --release --features tune
  cargo build --release --package ozutsu-match
  target/release/ozutsu-spsa -engine cmd=target/release/ozutsu tc=1+0.01 \\
    -list > margins.txt
  target/release/ozutsu-spsa -engine cmd=target/release/ozutsu tc=1+0.01 \\
    option.Hash=16 -params margins.txt -openings random \\
    -variant cannonshogi,shosucourier,shogi \\
    -concurrency 2 -iterations 10000 -resume margins.state",
    sections: &[
        ("Flags", &[FLAGS, GENERAL_FLAGS]),
        ("Engine", &[SELF_PLAY_FLAGS, ENGINE_KEYS]),
        ("Games", &[GAME_FLAGS, ADJUDICATION_FLAGS]),
    ],
    notes: TUNING_NOTES,
};

const FLAGS: &str = "\
-list  print the tunable options (those with lower-case names) as a parameter file and exit
-params FILE  parameter file: lines of NAME START MIN MAX STEP; # begins a comment
-iterations N  number of iterations, a pair of games each [default: 1000]
-rate R  change of a value for a won game in the last iteration, as a fraction of its step [default: 0.002]
-resume FILE  save every pair in FILE; continue the run if FILE exists
-interval N  print the values after every N pairs [default: 100]
-seed N  random seed [default: 1]";

pub struct Config {
    pub self_play: SelfPlay,
    pub parameters: Vec<Parameter>,
    /// The options of a new run.
    pub options: SpsaOptions,
    pub seed: Option<u64>,
    pub state_file: Option<PathBuf>,
    /// Pairs of games between two reports.
    pub report_interval: u64,
}

pub fn parse(flags: &[Flag]) -> Result<Config, UsageError> {
    let parameter_file = flags.iter().find(|flag| flag.name == "params");
    let parameter_file =
        parameter_file.ok_or_else(|| usage!("-params is missing"))?.single_value()?;
    let mut options = SpsaOptions { iterations: 1000, rate: 0.002, seed: 1 };
    let (mut seed, mut report_interval, mut state_file) = (None, 100, None);
    let self_play = SelfPlay::from_flags(flags, |flag| {
        match flag.name.as_str() {
            "params" => {}
            "iterations" => options.iterations = flag.positive_number()?,
            "rate" => options.rate = parse_rate(flag)?,
            "seed" => seed = Some(flag.number()?),
            "interval" => report_interval = flag.positive_number()?,
            "resume" => state_file = Some(flag.single_value()?.into()),
            _ => return Err(usage!("unknown flag {flag}; see --help")),
        }
        Ok(())
    })?;
    let parameters = parameter::read_file(parameter_file.as_ref())?;
    Ok(Config { self_play, parameters, options, seed, state_file, report_interval })
}

fn parse_rate(flag: &Flag) -> Result<f64, UsageError> {
    let rate = flag.number()?;
    if rate > 0.0 && rate < 10.0 {
        Ok(rate)
    } else {
        Err(usage!("-rate must be above 0 and below 10"))
    }
}
