//! The command line, with the flags of cutechess-cli: those that several programs have. The flags of one program are
//! beside it.

mod engine_keys;
mod flags;
mod game_settings;

pub use engine_keys::{ENGINE_KEYS, add_engine_settings, parse_engine};
pub(crate) use flags::flags;
pub use flags::{Flag, Given, KeyValues, split_flags};
pub use game_settings::GameSettings;

use crate::adjudication::{DrawRule, ResignRule};
use crate::error::UsageError;
use game_settings::{parse_draw_rule, parse_openings, parse_resign_rule, parse_variants};
use std::path::PathBuf;

const MAX_CONCURRENCY: u64 = 1024;
const MAX_MOVES: u64 = 1 << 20;

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
    pub const GAME_FLAGS: &'static [Flag<Self>] = flags! { Self:
        /// the games; pairs take turns among them [default: cannonshogi]
        "-variant A,B|all" => |args, given| {
            parse_variants(given).map(|games| args.game_settings.games = games)
        }, stored |args| {
            let games: Vec<_> = args.game_settings.games.iter().map(|rules| rules.name()).collect();
            Some(games.join(","))
        };
        /// add games from files, and send the file to engines that do not know the game but have the option VariantPath
        "-rules FILE..." repeatable => |args, given| args.game_settings.load_rules(given),
            stored |args| args.game_settings.rules_from_files();
        /// the 300 stored openings of each game, repeated after the last, or random ones for a game without
        /// [default: set order=random]
        "-openings set [order=sequential|random] [plies=N] [start=N]" => Self::set_openings,
            stored |args| args.game_settings.openings.values();
        /// random moves after which a shallow search scores the position within the balance, where a pawn is about 290;
        /// depends on the seed
        "-openings random [plies=8] [balance=250]" => Self::set_openings;
        /// the positions of an EPD file, the last ones of PGN or other games, or lines of: [GAME] startpos|SFEN|FEN
        /// [moves M M ...]
        "-openings file=FILE [order=sequential|random] [plies=N] [start=N]" => Self::set_openings;
        /// the start position: without a clock, engines repeat one game
        "-openings startpos" => Self::set_openings;
        /// number of games played at the same time [default: 1]
        "-concurrency N" => |args, given| {
            args.game_settings.concurrency = given.positive::<u64>()?.min(MAX_CONCURRENCY) as usize;
            Ok(())
        };
    };

    pub const ADJUDICATION_FLAGS: &'static [Flag<Self>] = flags! { Self:
        /// adjudicate a loss after N consecutive moves with a score of -CP or less
        "-resign movecount=N score=CP" => |args, given| {
            parse_resign_rule(given).map(|rule| args.game_settings.adjudication.resign = Some(rule))
        }, stored |args| {
            let ResignRule { moves, score } = args.game_settings.adjudication.resign?;
            Some(format!("movecount={moves} score={score}"))
        };
        /// adjudicate a draw after movecount consecutive moves of both players with scores within CP of 0, from full move
        /// movenumber on
        "-draw movenumber=N movecount=N score=CP" => |args, given| {
            parse_draw_rule(given).map(|rule| args.game_settings.adjudication.draw = Some(rule))
        }, stored |args| {
            let DrawRule { min_move_number, moves, score } = args.game_settings.adjudication.draw?;
            Some(format!("movenumber={min_move_number} movecount={moves} score={score}"))
        };
        /// adjudicate a draw after N full moves [default: 400]
        "-maxmoves N" => |args, given| {
            args.game_settings.adjudication.max_moves = given.positive::<u64>()?.min(MAX_MOVES) as u32;
            Ok(())
        }, stored |args| Some(args.game_settings.adjudication.max_moves.to_string());
    };

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

    fn set_openings(&mut self, given: &Given) -> Result<(), UsageError> {
        parse_openings(given).map(|openings| self.game_settings.openings = openings)
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

/// What a flag changes that a program answers at once.
fn ignore<T>(_args: &mut T, _given: &Given) -> Result<(), UsageError> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_are_clamped() {
        let mut args = Args::<()>::default();
        let flags = Args::<()>::GAME_FLAGS.iter().chain(Args::<()>::ADJUDICATION_FLAGS);
        let text = "-variant ALL -concurrency 99999 -maxmoves 99999999";
        let words: Vec<_> = text.split(' ').map(str::to_owned).collect();
        for given in split_flags(&words).unwrap() {
            let flag = flags.clone().find(|flag| flag.name() == given.name).unwrap();
            (flag.apply)(&mut args, &given).unwrap();
        }
        let settings = args.game_settings;
        assert_eq!(settings.games.len(), games::names().len());
        assert_eq!((settings.concurrency, settings.adjudication.max_moves), (1024, 1 << 20));
    }
}
