//! The flags of `ozutsu-spsa`, and the run that they describe.

use super::algorithm::SpsaOptions;
use crate::args::{Args, Flag, flags};
use crate::error::usage;
use crate::program::{Program, Section};
use crate::self_play::TUNING_NOTES;
use std::path::PathBuf;

pub const PROGRAM: Program<SpsaArgs> = Program {
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
        Section {
            title: "Flags",
            flags: &[FLAGS, Args::RUN_FLAGS, Args::GENERAL_FLAGS],
            keys: &[],
        },
        Section::SELF_PLAY_ENGINE,
        Section::SELF_PLAY_GAMES,
    ],
    notes: TUNING_NOTES,
    merge_flags: &[],
};

const FLAGS: &[Flag<Args<SpsaArgs>>] = flags! { Args<SpsaArgs>:
    /// print the tunable options (those with lower-case names) as a parameter file and exit
    "-list" => |args, given| given.without_value().map(|list| args.own.list = list);
    /// parameter file: lines of NAME START MIN MAX STEP; # begins a comment
    "-params FILE" => |args, given| given.path().map(|path| args.own.parameter_file = Some(path));
    /// number of iterations, a pair of games each [default: 1000]
    "-iterations N" => Args::set_rounds, stored |args| Some(args.pairs().to_string());
    /// change of a value for a won game in the last iteration, as a fraction of its step [default: 0.002]
    "-rate R" => |args, given| match given.number()? {
        rate if rate > 0.0 && rate < 10.0 => {
            args.own.rate = Some(rate);
            Ok(())
        }
        _ => Err(usage!("{given} must be above 0 and below 10")),
    }, stored |args| Some(args.rate().to_string());
    /// print the values after every N pairs [default: 100]
    "-interval N" => Args::set_interval;
};

/// The values of the flags that only `ozutsu-spsa` has.
#[derive(Clone, Debug, Default)]
pub struct SpsaArgs {
    pub list: bool,
    pub parameter_file: Option<PathBuf>,
    rate: Option<f64>,
}

impl Args<SpsaArgs> {
    fn rate(&self) -> f64 {
        self.own.rate.unwrap_or(0.002)
    }

    pub fn options(&self, seed: u64) -> SpsaOptions {
        SpsaOptions { iterations: self.pairs(), rate: self.rate(), seed }
    }
}
