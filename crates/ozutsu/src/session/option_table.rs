//! Every option in one table, which lists, reads, bounds and applies it.

use super::dialect::Dialect;
use super::margins;
use super::options::{NEVER_RESIGN, Options};
use super::skill;
use rules::Rules;
use vampirc_usi::{EngineOption, OptionKind, SetOption};

/// What is left to do once an option is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing: the next search sees it.
    None,
    /// Another game begins.
    Variant,
    /// Forget what was learnt.
    Clear,
    /// Open or close the log.
    Log,
}

/// An option: its name in USI and in UCI, and what it is.
struct Entry {
    usi: &'static str,
    uci: &'static str,
    kind: PieceKind,
}

/// What an option is and where it is kept.
enum PieceKind {
    Check(fn(&mut Options) -> &mut bool),
    Spin {
        min: i64,
        max: i64,
        place: fn(&mut Options) -> &mut i64,
    },
    /// Two words for yes and no.
    Choice {
        yes: &'static str,
        no: &'static str,
        place: fn(&mut Options) -> &mut bool,
    },
    Variant,
    Button(Effect),
    Text {
        place: fn(&mut Options) -> &mut String,
        effect: Effect,
    },
}

const fn entry(usi: &'static str, uci: &'static str, kind: PieceKind) -> Entry {
    Entry { usi, uci, kind }
}

const fn spin(min: i64, max: i64, place: fn(&mut Options) -> &mut i64) -> PieceKind {
    PieceKind::Spin { min, max, place }
}

const TABLE: &[Entry] = &[
    entry("USI_Hash", "Hash", spin(1, 1 << 20, |o| &mut o.hash)),
    entry("Threads", "Threads", spin(1, 512, |o| &mut o.threads)),
    entry("USI_Ponder", "Ponder", PieceKind::Check(|o| &mut o.ponder)),
    entry("MultiPV", "MultiPV", spin(1, 600, |o| &mut o.multi_pv)),
    entry("UCI_Variant", "UCI_Variant", PieceKind::Variant),
    entry("ClearHash", "Clear Hash", PieceKind::Button(Effect::Clear)),
    entry("NetworkDelay", "Move Overhead", spin(0, 10_000, |o| &mut o.network_delay)),
    entry("MinimumThinkingTime", "MinimumThinkingTime", spin(0, 60_000, |o| &mut o.minimum_time)),
    entry("SlowMover", "SlowMover", spin(10, 1_000, |o| &mut o.slow_mover)),
    entry("MaxMovesToDraw", "MaxMovesToDraw", spin(0, 100_000, |o| &mut o.most_moves)),
    entry("ResignValue", "ResignValue", spin(0, NEVER_RESIGN, |o| &mut o.resign)),
    entry("DrawValue", "DrawValue", spin(-30_000, 30_000, |o| &mut o.draw)),
    entry(
        "EnteringKingRule",
        "EnteringKingRule",
        PieceKind::Choice { yes: "Game", no: "Off", place: |o| &mut o.entering_king },
    ),
    entry("SkillLevel", "Skill Level", spin(0, skill::FULL, |o| &mut o.skill)),
    entry("USI_LimitStrength", "UCI_LimitStrength", PieceKind::Check(|o| &mut o.limit_strength)),
    entry("USI_Elo", "UCI_Elo", spin(skill::WEAKEST, skill::STRONGEST, |o| &mut o.elo)),
    entry("PvInterval", "PvInterval", spin(0, 100_000, |o| &mut o.pv_interval)),
    entry(
        "DebugLog",
        "DebugLog",
        PieceKind::Text { place: |o| &mut o.debug_log, effect: Effect::Log },
    ),
];

/// The name by which some clients know `UCI_Variant`. It is not listed: a client that sends both
/// would undo its own choice.
const VARIANT_ALIAS: &str = "USI_Variant";

/// Every option as the protocol lists it, with the values that hold if none is set.
pub fn list(dialect: Dialect, variant: &'static Rules) -> impl Iterator<Item = EngineOption> {
    let mut defaults = Options::new(variant);
    let options = TABLE.iter().map(move |entry| {
        let name = match dialect {
            Dialect::Usi => entry.usi,
            Dialect::Uci => entry.uci,
        };
        EngineOption { name: name.into(), kind: entry.kind.describe(&mut defaults) }
    });
    options.chain(margins::list())
}

impl PieceKind {
    fn describe(&self, defaults: &mut Options) -> OptionKind {
        match *self {
            Self::Check(place) => OptionKind::Check { default: Some(*place(defaults)) },
            Self::Spin { min, max, place } => {
                OptionKind::Spin { default: Some(*place(defaults)), min: Some(min), max: Some(max) }
            }
            Self::Choice { yes, no, place } => {
                let default = if *place(defaults) { yes } else { no };
                OptionKind::Combo {
                    default: Some(default.into()),
                    vars: vec![yes.into(), no.into()],
                }
            }
            Self::Variant => OptionKind::Combo {
                default: Some(defaults.variant.name().into()),
                vars: Rules::names().map(Into::into).collect(),
            },
            Self::Button(_) => OptionKind::Button,
            Self::Text { place, .. } => {
                OptionKind::String { default: Some(place(defaults).clone()) }
            }
        }
    }

    /// Takes a value, or says what would be one and leaves everything as it is.
    fn set(&self, options: &mut Options, option: &SetOption) -> Result<Effect, String> {
        let text = option.value.as_deref().unwrap_or_default().trim();
        match *self {
            Self::Check(place) => {
                *place(options) = option.as_bool().ok_or("true or false")?;
            }
            Self::Spin { min, max, place } => {
                let value = option.as_i64().filter(|value| (min..=max).contains(value));
                *place(options) = value.ok_or_else(|| format!("a number from {min} to {max}"))?;
            }
            Self::Choice { yes, no, place } => {
                let words = [(yes, true), (no, false)];
                let found = words.into_iter().find(|(word, _)| text.eq_ignore_ascii_case(word));
                *place(options) = found.ok_or_else(|| format!("{yes} or {no}"))?.1;
            }
            Self::Variant => {
                let known = Rules::by_name(text);
                options.variant = known.ok_or_else(|| {
                    format!("one of {}", Rules::names().collect::<Vec<_>>().join(", "))
                })?;
                return Ok(Effect::Variant);
            }
            Self::Button(effect) => return Ok(effect),
            Self::Text { place, effect } => {
                *place(options) = text.into();
                return Ok(effect);
            }
        }
        Ok(Effect::None)
    }
}

impl Options {
    /// Sets an option by any of its names, in any case and with or without spaces.
    pub fn set(&mut self, option: &SetOption) -> Result<Effect, String> {
        let is_meant = |entry: &&Entry| {
            option.is_named(entry.usi)
                || option.is_named(entry.uci)
                || (matches!(entry.kind, PieceKind::Variant) && option.is_named(VARIANT_ALIAS))
        };
        let Some(entry) = TABLE.iter().find(is_meant) else {
            if let Some(result) = margins::set(option) {
                return result.map(|()| Effect::None);
            }
            return Err(format!("there is no option '{}'", option.name));
        };
        entry.kind.set(self, option).map_err(|due| match &option.value {
            Some(value) => format!("{} cannot be '{value}': {due} expected", entry.usi),
            None => format!("{} needs a value: {due} expected", entry.usi),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::centipawns::from_centipawns;
    use search::{DEFAULT_HASH, RuleOptions, TimeOptions};
    use std::time::Duration;

    fn options() -> Options {
        Options::new(Rules::by_name("shogi").unwrap())
    }

    fn set(options: &mut Options, name: &str, value: &str) -> Result<Effect, String> {
        options.set(&SetOption { name: name.into(), value: Some(value.into()) })
    }

    #[test]
    fn every_option_takes_what_it_lists() {
        let mut options = options();
        for dialect in [Dialect::Usi, Dialect::Uci] {
            for EngineOption { name, kind } in list(dialect, options.variant) {
                let values = match kind {
                    OptionKind::Check { default } => vec![default.unwrap().to_string()],
                    OptionKind::Spin { default, min, max } => {
                        let values = [default, min, max].map(|value| value.unwrap());
                        assert!((values[1]..=values[2]).contains(&values[0]), "{name}");
                        assert!(set(&mut options, &name, &(values[2] + 1).to_string()).is_err());
                        values.map(|value| value.to_string()).into()
                    }
                    OptionKind::Combo { default, vars } => {
                        assert!(vars.contains(&default.unwrap()), "{name}");
                        vars
                    }
                    _ => vec![String::new()],
                };
                for value in values {
                    set(&mut options, &name, &value).unwrap();
                    set(&mut options, &name.to_uppercase().replace(' ', ""), &value).unwrap();
                }
            }
        }
    }

    #[test]
    fn options_reach_the_search() {
        let mut options = options();
        for (name, value) in [
            ("Move Overhead", "250"),
            ("MinimumThinkingTime", "700"),
            ("SlowMover", "200"),
            ("Ponder", "1"),
            ("MaxMovesToDraw", "256"),
            ("DrawValue", "-120"),
            ("EnteringKingRule", "OFF"),
        ] {
            assert_eq!(set(&mut options, name, value), Ok(Effect::None), "{name}");
        }
        let (overhead, at_least) = (Duration::from_millis(250), Duration::from_millis(700));
        assert_eq!(
            options.pace(),
            TimeOptions { move_overhead: overhead, minimum_time: at_least, percent: 250 }
        );
        let draw = from_centipawns(-120);
        let settings = RuleOptions { draw_score: draw, max_moves: Some(256), declare_wins: false };
        assert_eq!(options.settings(), settings);
        assert_eq!(options.resigns_at(), None);
        set(&mut options, "ResignValue", "900").unwrap();
        assert_eq!(options.resigns_at(), Some(-from_centipawns(900)));
        set(&mut options, "usi_variant", "Shosu").unwrap();
        assert_eq!(options.variant.name(), "shosu");
    }

    #[test]
    fn what_cannot_be_set_stays_and_is_told() {
        let mut options = options();
        for (name, value, fault) in [
            ("USI_Hash", "0", "USI_Hash cannot be '0': a number from 1 to 1048576 expected"),
            ("Hash", "", "USI_Hash cannot be '': a number from 1 to 1048576 expected"),
            ("Ponder", "maybe", "USI_Ponder cannot be 'maybe': true or false expected"),
            ("Style", "", "there is no option 'Style'"),
        ] {
            assert_eq!(set(&mut options, name, value).unwrap_err(), fault);
        }
        let chess = set(&mut options, "UCI_Variant", "chess").unwrap_err();
        assert!(
            chess.starts_with("UCI_Variant cannot be 'chess': one of cannonshogi, "),
            "{chess}"
        );
        assert_eq!((options.hash, options.ponder), (DEFAULT_HASH as i64, false));
        assert_eq!(options.variant.name(), "shogi");
    }
}
