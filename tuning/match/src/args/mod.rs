//! The command line, with the flags of cutechess-cli: those that several programs have. The flags of one program are
//! beside it.

mod engine_keys;
mod flags;
mod game_settings;

pub use engine_keys::{ENGINE_KEYS, add_engine_settings, parse_engine};
pub(crate) use flags::flags;
pub use flags::{Flag, Given, KeyValues, split_flags};
pub use game_settings::GameSettings;

use crate::error::UsageError;
use std::path::PathBuf;

/// The values of all flags. `X` has those of the flags that only one program has.
#[derive(Clone, Debug, Default)]
pub struct Args<X> {
    /// The values of each `-engine`.
    pub engines: Vec<Vec<String>>,
    /// The values of all `-each`.
    pub each: Vec<String>,
    pub game_settings: GameSettings,
    pub seed: Option<u64>,
    /// The state file, which is continued if it exists.
    pub resume: Option<PathBuf>,
    /// The number of rounds of a match, or of pairs of games.
    pub rounds: Option<u64>,
    /// The number of games or pairs between two reports.
    pub interval: Option<u64>,
    /// `--merge` with its files.
    pub merge: Option<Given>,
    pub own: X,
}

impl<X: 'static> Args<X> {
    /// The flags that a program answers at once, whatever else is given.
    pub const GENERAL_FLAGS: &'static [Flag<Self>] = flags! { Self:
        /// print the completion script
        "-completions bash|fish|powershell|zsh" => ignore;
        /// print the manual page
        "-man" => ignore;
        /// print the version
        "--version" => ignore;
        /// see --help
        "-h" => ignore;
        /// print this text
        "--help" => ignore;
    };

    pub fn add_engine(&mut self, given: &Given) -> Result<(), UsageError> {
        given.required().map(|values| self.engines.push(values.to_vec()))
    }

    pub fn add_each(&mut self, given: &Given) -> Result<(), UsageError> {
        given.required().map(|values| self.each.extend_from_slice(values))
    }

    pub fn set_rounds(&mut self, given: &Given) -> Result<(), UsageError> {
        given.positive().map(|rounds| self.rounds = Some(rounds))
    }

    /// The state file has the seed, too: that of a run is known when the file has been read.
    pub fn set_seed(&mut self, given: &Given) -> Result<(), UsageError> {
        given.number().map(|seed| self.seed = Some(seed))
    }

    pub fn set_interval(&mut self, given: &Given) -> Result<(), UsageError> {
        given.positive().map(|interval| self.interval = Some(interval))
    }

    pub fn set_merge(&mut self, given: &Given) -> Result<(), UsageError> {
        self.merge = Some(given.clone());
        Ok(())
    }

    pub fn set_resume(&mut self, given: &Given) -> Result<(), UsageError> {
        given.path().map(|path| self.resume = Some(path))
    }
}

/// Changes nothing: the program answers the flag before it parses the others.
fn ignore<T>(_args: &mut T, _given: &Given) -> Result<(), UsageError> {
    Ok(())
}
