//! Pairs of games of one engine against itself with different options, for the tuning programs.

use crate::args::{self, Flag, GameSettings};
use crate::engine::EngineSpec;
use crate::error::{Error, UsageError, usage};
use crate::game::{Failure, Game};
use crate::openings::Openings;
use crate::runner::{Experiment, Run};
use crate::stop_flag::StopFlag;
use std::time::Duration;

/// An engine, and the settings of its games against itself.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    pub engine: EngineSpec,
    pub game_settings: GameSettings,
}

impl SelfPlay {
    /// Parses the flags of the engine and its games. Passes all others to `other_flag`.
    pub fn from_flags(
        flags: &[Flag],
        mut other_flag: impl FnMut(&Flag) -> Result<(), UsageError>,
    ) -> Result<Self, UsageError> {
        let named = |name: &'static str| flags.iter().filter(move |flag| flag.name == name);
        let each: Vec<_> = named("each").flat_map(|flag| flag.values.clone()).collect();
        let mut engines = named("engine");
        let engine =
            engines.next().ok_or_else(|| usage!("-engine is missing"))?.required_values()?;
        if engines.next().is_some() {
            return Err(usage!("only one -engine is allowed, which plays against itself"));
        }
        let engine = args::parse_engine(&each, engine, 1)?;
        let mut self_play = Self { engine, game_settings: GameSettings::default() };
        for flag in flags {
            match flag.name.as_str() {
                "engine" | "each" => {}
                _ if self_play.game_settings.apply_flag(flag)? => {}
                _ => other_flag(flag)?,
            }
        }
        Ok(self_play)
    }

    /// Plays the pairs with these numbers, or until a stop is requested.
    pub fn play(
        &self,
        experiment: &mut impl Experiment,
        openings: &Openings,
        numbers: impl Iterator<Item = u64> + Send,
        stop: &StopFlag,
    ) -> Result<(), Error> {
        let settings = &self.game_settings;
        let run = Run {
            engines: &[self.engine.clone(), self.engine.clone()],
            pairings: &[[0, 1]],
            settings,
            openings,
            repeat: true,
            wait: Duration::ZERO,
        };
        run.play(experiment, numbers, stop)
    }
}

/// Returns a message if a pair says nothing about the options, because a process failed in it.
pub fn void_pair(number: u64, games: &[Game; 2]) -> Option<String> {
    let failed = games.iter().find(|game| game.failure == Some(Failure::Process))?;
    let reason = failed.end.full_description(["Black", "White"]);
    Some(format!("pair {number} does not count: {reason}"))
}
