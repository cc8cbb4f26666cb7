//! What is set, and what that means.

use super::centipawns::from_centipawns;
use super::skill::{self, Skill};
use rules::Rules;
use search::{DEFAULT_HASH, RuleOptions, TimeOptions};
use std::time::Duration;

/// What is set.
#[derive(Clone, Debug)]
pub struct Options {
    pub variant: &'static Rules,
    pub hash: i64,
    pub threads: i64,
    pub ponder: bool,
    pub multi_pv: i64,
    pub network_delay: i64,
    pub minimum_time: i64,
    pub slow_mover: i64,
    pub most_moves: i64,
    pub resign: i64,
    pub draw: i64,
    pub entering_king: bool,
    pub skill: i64,
    pub limit_strength: bool,
    pub elo: i64,
    pub pv_interval: i64,
    pub debug_log: String,
}

impl Options {
    pub fn new(variant: &'static Rules) -> Self {
        Self {
            variant,
            hash: DEFAULT_HASH as i64,
            threads: 1,
            ponder: false,
            multi_pv: 1,
            network_delay: 30,
            minimum_time: 0,
            slow_mover: 100,
            most_moves: 0,
            resign: NEVER_RESIGN,
            draw: 0,
            entering_king: true,
            skill: skill::FULL,
            limit_strength: false,
            elo: skill::STRONGEST,
            pv_interval: 0,
            debug_log: String::new(),
        }
    }

    /// How time is spent, and little of it by the weak. Who may ponder gets some of it back while the opponent thinks.
    pub fn pace(&self) -> TimeOptions {
        let percent = if self.ponder { self.slow_mover * 5 / 4 } else { self.slow_mover };
        let effort = self.skill().map_or(1.0, Skill::effort);
        TimeOptions {
            move_overhead: milliseconds(self.network_delay),
            minimum_time: milliseconds(self.minimum_time),
            percent: (percent as f64 * effort) as u32,
        }
    }

    /// How results by rule are seen.
    pub fn settings(&self) -> RuleOptions {
        RuleOptions {
            draw_score: from_centipawns(self.draw as i32),
            max_moves: Some(self.most_moves as u32).filter(|&most| most > 0),
            declare_wins: self.entering_king,
        }
    }

    /// How strength is limited, if it is. Who wishes for a rating gets that, whatever the level.
    pub fn skill(&self) -> Option<Skill> {
        if self.limit_strength { Skill::rated(self.elo) } else { Skill::of(self.skill) }
    }

    /// The score from which on the game is given up, if it ever is.
    pub fn resigns_at(&self) -> Option<i32> {
        (self.resign < NEVER_RESIGN).then(|| -from_centipawns(self.resign as i32))
    }
}

/// The time of an option.
pub fn milliseconds(time: i64) -> Duration {
    Duration::from_millis(time.unsigned_abs())
}

/// The `ResignValue` beyond every score, a mate's included.
pub const NEVER_RESIGN: i64 = 99_999;
