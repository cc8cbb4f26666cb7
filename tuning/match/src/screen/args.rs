//! The flags of `ozutsu-screen`, and the experiment that they describe.

use super::factors::Factor;
use crate::args::{Args, Flag, flags};
use crate::error::usage;
use crate::program::{Program, Section};
use crate::self_play::{TUNING_NOTES, read_lines};

/// Separates factors in the settings of a state file.
pub const FACTOR_SEPARATOR: &str = "; ";

pub const PROGRAM: Program<ScreenArgs> = Program {
    name: "ozutsu-screen",
    about: "estimates the Elo effects of many engine options at once, by self-play",
    introduction: "\
Build an engine with its search margins as options, and use it:

  cargo build --release --features tune
  cargo build --release --package ozutsu-match
  target/release/ozutsu-screen -engine cmd=target/release/ozutsu nodes=8000 \\
    option.Hash=16 -factor aspiration_delta=40:80 \\
    -factor skip late_move_base=3:6 capture_futility_depth=7:9 \\
    -variant cannonshogi,shosucourier,shogi -openings random -concurrency 2 \\
    -rounds 2000 -resume ideas.screen

In every pair of games one side has each factor at its low or high level, at
random, and the other side has the opposite levels. The effects of all factors
are estimated from all pairs.",
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
    merge_flags: &["rules"],
};

const FLAGS: &[Flag<Args<ScreenArgs>>] = flags! { Args<ScreenArgs>:
    /// an option with two values, or several options that change together
    "-factor [NAME] OPTION=LOW:HIGH ..." repeatable => |args, given| {
        let words: Vec<_> = given.required()?.iter().map(String::as_str).collect();
        args.own.factors.push(Factor::parse(&words).map_err(|error| usage!("{given}: {error}"))?);
        Ok(())
    }, stored |args| {
        let factors: Vec<_> = args.own.factors.iter().map(ToString::to_string).collect();
        Some(factors.join(FACTOR_SEPARATOR))
    };
    /// a file with one factor per line; # begins a comment
    "-factors FILE" repeatable => |args, given| {
        args.own.factors.extend(read_lines(&given.path()?, "factors", Factor::parse)?);
        Ok(())
    };
    /// number of pairs of games [default: 1000]
    "-rounds N" => Args::set_rounds;
    /// print the progress after every N pairs if stderr is not a terminal [default: 100]
    "-interval N" => Args::set_interval;
    /// print the table of several files of one experiment with different seeds
    "--merge FILE..." => Args::set_merge;
};

/// The values of the flags that only `ozutsu-screen` has.
#[derive(Clone, Debug, Default)]
pub struct ScreenArgs {
    pub factors: Vec<Factor>,
}
