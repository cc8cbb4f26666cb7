//! The clocks of `go` and `ponderhit`.

use std::fmt;
use std::time::Duration;

use crate::error::Error;
use crate::tokens::{Token, Words};
use crate::word::write_pair;

/// What the clocks show. Nothing said is nothing known.
///
/// Times are whole milliseconds on the line. A clock below zero reads as zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Clock {
    /// Black's time left.
    pub btime: Option<Duration>,
    /// White's time left.
    pub wtime: Option<Duration>,
    /// The time for each move once a player's own time is gone.
    pub byoyomi: Option<Duration>,
    /// What Black gains with each move.
    pub binc: Option<Duration>,
    /// What White gains with each move.
    pub winc: Option<Duration>,
    /// How many moves are left to the next time control.
    pub movestogo: Option<u32>,
}

impl Clock {
    /// Takes the value of `key` if it is one of a clock's.
    pub(crate) fn read(&mut self, words: &mut Words<'_>, key: Token<'_>) -> Result<bool, Error> {
        let time = match key.text {
            "btime" => &mut self.btime,
            "wtime" => &mut self.wtime,
            "byoyomi" => &mut self.byoyomi,
            "binc" => &mut self.binc,
            "winc" => &mut self.winc,
            "movestogo" => {
                words.attribute(&mut self.movestogo, key)?;
                return Ok(true);
            }
            _ => return Ok(false),
        };
        words.attribute(time, key)?;
        Ok(true)
    }

    /// Prints each value with a space before it.
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_pair(f, "btime", self.btime.as_ref())?;
        write_pair(f, "wtime", self.wtime.as_ref())?;
        write_pair(f, "byoyomi", self.byoyomi.as_ref())?;
        write_pair(f, "binc", self.binc.as_ref())?;
        write_pair(f, "winc", self.winc.as_ref())?;
        write_pair(f, "movestogo", self.movestogo.as_ref())
    }
}
