//! Pairs of games of one engine against itself with different options, for the tuning programs.

use crate::args::{Args, ENGINE_KEYS, Flag, add_engine_settings, flags, parse_engine};
use crate::engine::EngineSpec;
use crate::error::{Error, UsageError, usage};
use crate::game::{Failure, Game};
use crate::openings::Openings;
use crate::program::Section;
use crate::runner::{Experiment, Run};
use crate::settings::Settings;
use crate::state_file::Record;
use crate::stop_flag::StopFlag;
use crate::stored_run::StoredRun;
use platform::files::read_text_file;
use std::path::Path;
use std::time::Duration;

/// The last paragraph of the help.
pub const TUNING_NOTES: &str = "\
Exit status: 0 done; 1 an engine cannot be used, a result cannot be written, or another process uses
the state file; 2 bad input or usage; 130 interrupted by Ctrl-C";

impl<X: 'static> Args<X> {
    pub const SELF_PLAY_FLAGS: &'static [Flag<Self>] = flags! { Self:
        /// the engine
        "-engine KEY=VALUE..." repeatable => Self::add_engine;
        /// more of its values
        "-each KEY=VALUE..." repeatable => Self::add_each;
    };

    pub const RUN_FLAGS: &'static [Flag<Self>] = flags! { Self:
        /// save every pair in FILE; continue the run if FILE exists
        "-resume FILE" => Self::set_resume;
        /// random seed [default: 1]
        "-seed N" => Self::set_seed;
    };

    pub fn pairs(&self) -> u64 {
        self.rounds.unwrap_or(1000)
    }

    /// Returns the number of pairs between two reports.
    pub fn report_interval(&self) -> u64 {
        self.interval.unwrap_or(100)
    }

    /// Returns the engine that plays against itself.
    pub fn engine(&self) -> Result<EngineSpec, UsageError> {
        match self.engines.as_slice() {
            [] => Err(usage!("-engine is missing")),
            [engine] => parse_engine(&self.each, engine, 1),
            _ => Err(usage!("only one -engine is allowed, which plays against itself")),
        }
    }
}

impl<X: 'static> Section<X> {
    pub const SELF_PLAY_ENGINE: Self =
        Self { title: "Engine", flags: &[Args::SELF_PLAY_FLAGS], keys: ENGINE_KEYS };
    pub const SELF_PLAY_GAMES: Self =
        Self { title: "Games", flags: &[Args::GAME_FLAGS, Args::ADJUDICATION_FLAGS], keys: &[] };
}

/// Opens the state file of a run of an engine. The settings get what identifies the engine.
pub fn open_run<X: 'static, R: Record>(
    args: &Args<X>,
    engine: &EngineSpec,
    mut settings: Settings,
) -> Result<StoredRun<R>, Error> {
    add_engine_settings(engine, "engine", &mut settings);
    StoredRun::open(args.resume.as_deref(), args.seed, 1, settings)
}

/// Plays the pairs with these numbers, or until a stop is requested.
pub fn play<X>(
    args: &Args<X>,
    engine: &EngineSpec,
    experiment: &mut impl Experiment,
    openings: &Openings,
    numbers: impl Iterator<Item = u64> + Send,
    stop: &StopFlag,
) -> Result<(), Error> {
    let run = Run {
        engines: &[engine.clone(), engine.clone()],
        pairings: &[[0, 1]],
        settings: &args.game_settings,
        openings,
        repeat: true,
        wait: Duration::ZERO,
    };
    run.play(experiment, numbers, stop)
}

/// Returns a message if a pair says nothing about the options, because a process failed in it.
pub fn void_pair(number: u64, games: &[Game; 2]) -> Option<String> {
    let failed = games.iter().find(|game| matches!(game.failure, Some((_, Failure::Process))))?;
    let reason = failed.end.full_description(["Black", "White"]);
    Some(format!("pair {number} does not count: {reason}"))
}

/// Reads a file of lines of words. A `#` begins a comment. Errors of `parse` get the number of the line.
pub fn read_lines<T>(
    path: &Path,
    title: &str,
    parse: impl FnMut(&[&str]) -> Result<T, UsageError>,
) -> Result<Vec<T>, UsageError> {
    let name = path.display();
    let text =
        read_text_file(path).map_err(|error| usage!("cannot read the {title} {name}: {error}"))?;
    parse_lines(&text, parse).map_err(|error| usage!("{name}, {error}"))
}

/// Parses the text of a file. See [`read_lines`].
pub fn parse_lines<T>(
    text: &str,
    mut parse: impl FnMut(&[&str]) -> Result<T, UsageError>,
) -> Result<Vec<T>, UsageError> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let lines = (1..).zip(lines.map(|line| line.split_whitespace().collect::<Vec<_>>()));
    let lines = lines.filter(|(_, words)| !words.is_empty());
    lines.map(|(n, words)| parse(&words).map_err(|error| usage!("line {n}: {error}"))).collect()
}
