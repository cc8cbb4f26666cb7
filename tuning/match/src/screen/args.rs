//! The command line, in the style of `ozutsu-match`.

use super::factors::{self, Factor};
use crate::args::{
    ADJUDICATION_FLAGS, ENGINE_KEYS, Flag, GAME_FLAGS, GENERAL_FLAGS, Manual, SELF_PLAY_FLAGS,
    TUNING_NOTES, read_lines,
};
use crate::error::{UsageError, usage};
use crate::self_play::SelfPlay;
use std::path::PathBuf;

pub const MANUAL: Manual = Manual {
    name: "ozutsu-screen",
    about: "estimates the Elo effects of many engine options at once, by self-play",
    introduction: "\
Build an engine with its search margins as options, and use it:

  cargo build --release --features tune
  cargo build --release --package ozutsu-match
  target/release/ozutsu-screen -engine cmd=target/release/ozutsu nodes=8000 \\
    option.Hash=16 -factor aspiration_delta=40:80 \\
    -factor lmp late_move_base=3:6 late_move_factor=1:3 \\
    -variant cannonshogi,shosucourier,shogi -openings random -concurrency 2 \\
    -rounds 2000 -resume ideas.screen

In every pair of games one side has each factor at its low or high level, at
random, and the other side has the opposite levels. The effects of all factors
are estimated from all pairs.",
    sections: &[
        ("Flags", &[FLAGS, GENERAL_FLAGS]),
        ("Engine", &[SELF_PLAY_FLAGS, ENGINE_KEYS]),
        ("Games", &[GAME_FLAGS, ADJUDICATION_FLAGS]),
    ],
    notes: TUNING_NOTES,
};

const FLAGS: &str = "\
-factor [NAME] OPTION=LOW:HIGH ...  an option with two values, or several options that change together
-factors FILE  a file with one factor per line; # begins a comment
-rounds N  number of pairs of games [default: 1000]
-resume FILE  save every pair in FILE; continue the run if FILE exists
-seed N  random seed [default: 1]
-interval N  print the progress after every N pairs if stderr is not a terminal [default: 100]
--merge FILE...  print the table of several files of one experiment with different seeds";

pub struct Config {
    pub self_play: SelfPlay,
    pub factors: Vec<Factor>,
    pub pairs: u64,
    pub seed: Option<u64>,
    pub state_file: Option<PathBuf>,
    /// Pairs of games between two reports.
    pub report_interval: u64,
}

pub fn parse(flags: &[Flag]) -> Result<Config, UsageError> {
    let mut factors = Vec::new();
    let (mut pairs, mut seed, mut state_file, mut report_interval) = (1000, None, None, 100);
    let mut self_play = SelfPlay::from_flags(flags, |flag| {
        match flag.name.as_str() {
            "factor" => {
                let words = flag.required_values()?.iter().map(String::as_str);
                let factor = Factor::parse(&words.collect::<Vec<_>>());
                factors.push(factor.map_err(|error| usage!("{flag}: {error}"))?);
            }
            "factors" => {
                let path = flag.single_value()?.as_ref();
                factors.extend(read_lines(path, "factors", Factor::parse)?);
            }
            "rounds" => pairs = flag.positive_number()?,
            "seed" => seed = Some(flag.number()?),
            "resume" => state_file = Some(flag.single_value()?.into()),
            "interval" => report_interval = flag.positive_number()?,
            _ => return Err(usage!("unknown flag {flag}; see --help")),
        }
        Ok(())
    })?;
    factors::check_distinct(&factors)?;
    let state_file: Option<PathBuf> = state_file;
    self_play.game_settings.adopt_openings(state_file.as_deref());
    Ok(Config { self_play, factors, pairs, seed, state_file, report_interval })
}
