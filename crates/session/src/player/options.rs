//! The options of a session: their values, and the table that declares their names, types and ranges.

use self::OptionValue::{Button, Check, Text};
use eval::{EvalFile, EvalSource};
use mate::MateLength;
use records::book::ChoiceOptions;
use rules::{Rules, quoted};
use search::skill::{self, Skill};
use search::{DEFAULT_HASH, RuleOptions, TimeOptions, Tunable, from_centipawns};
use std::sync::Arc;
use std::time::Duration;
use vampirc_usi::{EngineOption, OptionKind, Protocol, SetOption};

/// The values of the options, in the units of the protocol: times in milliseconds, scores in
/// centipawns, sizes in MiB.
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
    pub max_moves_to_draw: i64,
    pub resign_value: i64,
    pub draw_value: i64,
    pub entering_king: bool,
    pub mate_length: MateLength,
    pub ignore_futile_interpositions: bool,
    pub skill_level: i64,
    pub limit_strength: bool,
    pub elo: i64,
    pub pv_interval: i64,
    /// Whether to play moves from the opening book.
    pub own_book: bool,
    pub book_file: String,
    /// How often `USI_OwnBook` or `BookFile` was set. The book is read again then.
    pub book_settings: u64,
    pub book_eval_diff: i64,
    pub book_moves: i64,
    pub debug_log: String,
    pub variant_path: String,
    pub eval_file: String,
    /// Whether to evaluate with a network, if there is one, instead of linearly.
    pub use_nnue: bool,
    /// The evaluation loaded from `eval_file`.
    pub eval: Option<Arc<EvalFile>>,
}

/// Largest value of `BookMoves`, which means no limit.
const MAX_BOOK_MOVES: i64 = 10_000;
/// Largest value of `MultiPV`.
pub const MAX_MULTI_PV: i64 = 600;
/// Value of `ResignValue` that turns resignation off; above every score.
pub const NEVER_RESIGN: i64 = 99_999;

impl Options {
    /// Returns the default values for a game.
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
            max_moves_to_draw: 0,
            resign_value: NEVER_RESIGN,
            draw_value: 0,
            entering_king: true,
            mate_length: MateLength::default(),
            ignore_futile_interpositions: false,
            skill_level: skill::MAX_LEVEL,
            limit_strength: false,
            elo: skill::MAX_ELO,
            pv_interval: 0,
            own_book: false,
            book_file: String::new(),
            book_settings: 0,
            book_eval_diff: ChoiceOptions::default().max_score_loss.into(),
            book_moves: MAX_BOOK_MOVES,
            debug_log: String::new(),
            variant_path: String::new(),
            eval_file: String::new(),
            use_nnue: true,
            eval: None,
        }
    }

    /// Returns the options of time management. More time is used with pondering, which saves time in
    /// other moves, and less at low skill levels.
    pub fn time_options(&self) -> TimeOptions {
        let percent = if self.ponder { self.slow_mover * 5 / 4 } else { self.slow_mover };
        let effort = self.skill().map_or(1.0, Skill::effort);
        TimeOptions {
            move_overhead: milliseconds(self.network_delay),
            minimum_time: milliseconds(self.minimum_time),
            factor: percent as f64 / 100.0 * effort,
        }
    }

    /// Returns which evaluation the search uses.
    pub fn eval_source(&self) -> EvalSource {
        match (self.eval.clone(), self.use_nnue) {
            (Some(file), true) => EvalSource::File(file),
            (Some(file), false) => EvalSource::LinearFile(file),
            (None, true) => EvalSource::OfGame,
            (None, false) => EvalSource::Linear,
        }
    }

    /// Returns how the search treats draws and declarations. Only USI has a way to declare a win.
    pub fn rule_options(&self, protocol: Protocol) -> RuleOptions {
        RuleOptions {
            draw_score: from_centipawns(self.draw_value as i32),
            max_moves: Some(self.max_moves_to_draw as u32).filter(|&moves| moves > 0),
            declare_wins: self.entering_king && protocol == Protocol::Usi,
        }
    }

    /// Returns which moves of the opening book are played.
    pub fn book_choice(&self) -> ChoiceOptions {
        let is_limited = self.book_moves < MAX_BOOK_MOVES;
        ChoiceOptions {
            max_score_loss: self.book_eval_diff as i32,
            max_move_number: if is_limited { self.book_moves as u32 } else { u32::MAX },
        }
    }

    /// Returns the skill, or `None` for full strength. With `USI_LimitStrength` the Elo rating counts,
    /// otherwise the skill level.
    pub fn skill(&self) -> Option<Skill> {
        if self.limit_strength {
            Skill::from_elo(self.elo)
        } else {
            Skill::from_level(self.skill_level)
        }
    }

    /// Returns the score at or below which to resign, or `None` to play on.
    pub fn resign_score(&self) -> Option<i32> {
        (self.resign_value < NEVER_RESIGN).then(|| -from_centipawns(self.resign_value as i32))
    }

    /// Sets an option by any of its names. Case, spaces, underscores and a prefix `USI_` or `UCI_` do not
    /// matter. Returns what remains to do, or why the value is refused.
    pub fn set(&mut self, option: &SetOption) -> Result<OptionEffect, String> {
        let name = normalize_name(&option.name);
        let is_named = |entry: &&OptionEntry| {
            [entry.usi_name, entry.uci_name].iter().any(|known| normalize_name(known) == name)
        };
        let invalid = |name: &str, expected: String| match &option.value {
            Some(value) => {
                format!("invalid value {} for {name}: expected {expected}", quoted(value))
            }
            None => format!("missing value for {name}: expected {expected}"),
        };
        if let Some(entry) = OPTIONS.iter().find(is_named) {
            let set = entry.value.set(self, option);
            set.map_err(|expected| invalid(entry.usi_name, expected))?;
            return Ok(entry.effect);
        }
        let is_tunable = |tunable: &&&Tunable| option.is_named(tunable.name);
        let Some(tunable) = search::tunables().iter().find(is_tunable) else {
            return Err(format!("unknown option {}", quoted(&option.name)));
        };
        let value = number_in_range(option, tunable.min.into(), tunable.max.into());
        tunable.set(value.map_err(|expected| invalid(tunable.name, expected))? as i32);
        Ok(OptionEffect::None)
    }
}

/// Returns the part of an option name that matters. Fairy-Stockfish writes `Skill_Level` and
/// `USI_MultiPV` for `Skill Level` and `MultiPV`, and `USI_Variant` for `UCI_Variant`.
fn normalize_name(name: &str) -> String {
    let name = name.replace([' ', '_'], "").to_ascii_lowercase();
    let short = name.strip_prefix("usi").or_else(|| name.strip_prefix("uci"));
    short.map(str::to_owned).unwrap_or(name)
}

/// Converts an option value in milliseconds to a duration.
pub fn milliseconds(time: i64) -> Duration {
    Duration::from_millis(time.unsigned_abs())
}

/// What remains to do after an option is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionEffect {
    /// Nothing: the next search uses the new value.
    None,
    /// Set up the start position of the new game.
    SetVariant,
    /// Clear the hash table and histories.
    ClearHash,
    /// Open or close the log file.
    OpenLog,
    /// Load the evaluation file, or unload it.
    LoadEval,
    /// Load the files with further games.
    LoadGames,
    /// Read the opening book.
    LoadBook,
}

/// An option of the protocols.
struct OptionEntry {
    usi_name: &'static str,
    uci_name: &'static str,
    value: OptionValue,
    effect: OptionEffect,
}

/// Type of an option, and the field of [`Options`] that has its value.
enum OptionValue {
    Check(fn(&mut Options) -> &mut bool),
    Spin {
        min: i64,
        max: i64,
        field: fn(&mut Options) -> &mut i64,
    },
    /// One of several names, which `get` and `set` number in their order.
    Combo {
        names: fn() -> Vec<&'static str>,
        get: fn(&Options) -> Option<usize>,
        set: fn(&mut Options, usize),
    },
    Button,
    Text(fn(&mut Options) -> &mut String),
}

const fn entry(usi_name: &'static str, uci_name: &'static str, value: OptionValue) -> OptionEntry {
    OptionEntry { usi_name, uci_name, value, effect: OptionEffect::None }
}

/// Creates an option with the same name in both protocols.
const fn same(name: &'static str, value: OptionValue) -> OptionEntry {
    entry(name, name, value)
}

impl OptionEntry {
    const fn then(self, effect: OptionEffect) -> Self {
        Self { effect, ..self }
    }
}

const fn spin(min: i64, max: i64, field: fn(&mut Options) -> &mut i64) -> OptionValue {
    OptionValue::Spin { min, max, field }
}

const VARIANT: OptionValue = OptionValue::Combo {
    names: || games::names().collect(),
    get: |options| games::names().position(|name| name == options.variant.name()),
    set: |options, index| options.variant = games::all().nth(index).unwrap_or(options.variant),
};

const ENTERING_KING_RULE: OptionValue = OptionValue::Combo {
    names: || vec!["Game", "Off"],
    get: |options| Some(usize::from(!options.entering_king)),
    set: |options, index| options.entering_king = index == 0,
};

const MATE_LENGTHS: [MateLength; 3] =
    [MateLength::First, MateLength::Shorter, MateLength::Shortest];

const MATE_LENGTH: OptionValue = OptionValue::Combo {
    names: || vec!["first", "shorter", "shortest"],
    get: |options| MATE_LENGTHS.iter().position(|&length| length == options.mate_length),
    set: |options, index| options.mate_length = MATE_LENGTHS[index],
};

const OPTIONS: &[OptionEntry] = &[
    entry("USI_Hash", "Hash", spin(1, platform::MAX_HASH, |o| &mut o.hash)),
    same("Threads", spin(1, platform::MAX_THREADS, |o| &mut o.threads)),
    entry("USI_Ponder", "Ponder", Check(|o| &mut o.ponder)),
    same("MultiPV", spin(1, MAX_MULTI_PV, |o| &mut o.multi_pv)),
    // `USI_Variant` is accepted but not listed: a client that sends the defaults of all listed options
    // would undo the choice made with the other name.
    same("UCI_Variant", VARIANT).then(OptionEffect::SetVariant),
    same("VariantPath", Text(|o| &mut o.variant_path)).then(OptionEffect::LoadGames),
    entry("ClearHash", "Clear Hash", Button).then(OptionEffect::ClearHash),
    entry("NetworkDelay", "Move Overhead", spin(0, 10_000, |o| &mut o.network_delay)),
    same("MinimumThinkingTime", spin(0, 60_000, |o| &mut o.minimum_time)),
    same("SlowMover", spin(10, 1_000, |o| &mut o.slow_mover)),
    same("MaxMovesToDraw", spin(0, 100_000, |o| &mut o.max_moves_to_draw)),
    same("ResignValue", spin(0, NEVER_RESIGN, |o| &mut o.resign_value)),
    same("DrawValue", spin(-30_000, 30_000, |o| &mut o.draw_value)),
    same("EnteringKingRule", ENTERING_KING_RULE),
    same("MateLength", MATE_LENGTH),
    same("IgnoreFutileInterpositions", Check(|o| &mut o.ignore_futile_interpositions)),
    entry("SkillLevel", "Skill Level", spin(0, skill::MAX_LEVEL, |o| &mut o.skill_level)),
    entry("USI_LimitStrength", "UCI_LimitStrength", Check(|o| &mut o.limit_strength)),
    entry("USI_Elo", "UCI_Elo", spin(skill::MIN_ELO, skill::MAX_ELO, |o| &mut o.elo)),
    entry("USI_OwnBook", "OwnBook", Check(|o| &mut o.own_book)).then(OptionEffect::LoadBook),
    same("BookFile", Text(|o| &mut o.book_file)).then(OptionEffect::LoadBook),
    same("BookEvalDiff", spin(0, 99_999, |o| &mut o.book_eval_diff)),
    same("BookMoves", spin(0, MAX_BOOK_MOVES, |o| &mut o.book_moves)),
    same("PvInterval", spin(0, 100_000, |o| &mut o.pv_interval)),
    same("DebugLog", Text(|o| &mut o.debug_log)).then(OptionEffect::OpenLog),
    same("EvalFile", Text(|o| &mut o.eval_file)).then(OptionEffect::LoadEval),
    entry("UseNNUE", "Use NNUE", Check(|o| &mut o.use_nnue)).then(OptionEffect::ClearHash),
];

/// Returns all options with their default values.
pub fn list_options(
    protocol: Protocol,
    variant: &'static Rules,
) -> impl Iterator<Item = EngineOption> {
    let mut defaults = Options::new(variant);
    let options = OPTIONS.iter().map(move |entry| {
        let name = match protocol {
            Protocol::Usi => entry.usi_name,
            Protocol::Uci => entry.uci_name,
        };
        EngineOption { name: name.into(), kind: entry.value.declare(&mut defaults) }
    });
    let tunables = search::tunables().iter().map(|tunable| {
        let [default, min, max] = [tunable.default, tunable.min, tunable.max].map(i64::from);
        let kind = OptionKind::Spin { default: Some(default), min: Some(min), max: Some(max) };
        EngineOption { name: tunable.name.into(), kind }
    });
    options.chain(tunables)
}

/// Returns the value of an option, or a description of the valid values.
fn number_in_range(option: &SetOption, min: i64, max: i64) -> Result<i64, String> {
    let value = option.as_i64().filter(|value| (min..=max).contains(value));
    value.ok_or_else(|| format!("a number from {min} to {max}"))
}

impl OptionValue {
    /// Returns the declaration of the option.
    fn declare(&self, defaults: &mut Options) -> OptionKind {
        match *self {
            Self::Check(field) => OptionKind::Check { default: Some(*field(defaults)) },
            Self::Spin { min, max, field } => {
                OptionKind::Spin { default: Some(*field(defaults)), min: Some(min), max: Some(max) }
            }
            Self::Combo { names, get, .. } => {
                let vars: Vec<String> = names().into_iter().map(Into::into).collect();
                let default = get(defaults).and_then(|index| vars.get(index).cloned());
                OptionKind::Combo { default, vars }
            }
            Self::Button => OptionKind::Button,
            Self::Text(field) => OptionKind::String { default: Some(field(defaults).clone()) },
        }
    }

    /// Sets the value. If it is invalid, returns a description of the valid values.
    fn set(&self, options: &mut Options, option: &SetOption) -> Result<(), String> {
        let text = option.value.as_deref().unwrap_or_default().trim();
        match *self {
            Self::Check(field) => *field(options) = option.as_bool().ok_or("true or false")?,
            Self::Spin { min, max, field } => *field(options) = number_in_range(option, min, max)?,
            Self::Combo { names, set, .. } => {
                let names = names();
                let index = names.iter().position(|name| text.eq_ignore_ascii_case(name));
                set(options, index.ok_or_else(|| format!("one of {}", names.join(", ")))?);
            }
            Self::Button => {}
            Self::Text(field) => *field(options) = text.into(),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options() -> Options {
        Options::new(games::by_name("shogi").unwrap())
    }

    fn set(options: &mut Options, name: &str, value: &str) -> Result<OptionEffect, String> {
        options.set(&SetOption { name: name.into(), value: Some(value.into()) })
    }

    #[test]
    fn every_option_accepts_the_values_it_lists() {
        let mut options = options();
        for protocol in [Protocol::Usi, Protocol::Uci] {
            for EngineOption { name, kind } in list_options(protocol, options.variant) {
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
                    set(&mut options, &name.to_lowercase().replace(' ', "_"), &value).unwrap();
                }
            }
        }
    }

    /// The table of the page has each option with its default and its values.
    #[test]
    fn every_option_is_documented() {
        let page = include_str!("../../../../docs/options.md");
        let rows: Vec<_> = page.lines().filter(|line| line.starts_with("| `")).collect();
        let variant = games::by_name("cannonshogi").unwrap();
        let [usi, uci] = [Protocol::Usi, Protocol::Uci].map(|protocol| {
            let options = list_options(protocol, variant).take(OPTIONS.len());
            options.map(|option| (option.name, option.kind)).collect::<Vec<_>>()
        });
        assert_eq!((rows.len(), usi.len()), (uci.len(), uci.len()));
        let code = |text: &String| format!("`{text}`");
        for ((name, kind), (uci_name, _)) in usi.iter().zip(&uci) {
            let names = match name == uci_name {
                true => code(name),
                false => format!("{} ({})", code(name), code(uci_name)),
            };
            let values = match kind {
                OptionKind::Check { default } => format!("{} | true, false", default.unwrap()),
                OptionKind::Spin { default, min, max } => {
                    let [default, min, max] = [default, min, max].map(|value| value.unwrap());
                    format!("{default} | {min} to {max}")
                }
                OptionKind::Combo { default, vars } => {
                    let vars: Vec<_> = vars.iter().map(code).collect();
                    format!("{} | {}", code(default.as_ref().unwrap()), vars.join(", "))
                }
                OptionKind::Button => "- | a button".to_owned(),
                _ => "empty | a file".to_owned(),
            };
            let start = format!("| {names} | {values} | ");
            assert!(rows.iter().any(|row| row.starts_with(&start)), "{start}");
        }
    }

    #[test]
    fn option_names_of_fairy_stockfish_are_accepted() {
        let mut options = options();
        for (name, value) in [
            ("USI_Hash", "2"),
            ("USI_MultiPV", "3"),
            ("USI_Ponder", "true"),
            ("Skill_Level", "4"),
            ("Move_Overhead", "5"),
            ("Slow_Mover", "60"),
            ("USI_LimitStrength", "true"),
            ("USI_Elo", "1000"),
            ("USI_Variant", "shosu"),
            ("Clear_Hash", ""),
            ("UCI_Hash", "7"),
            ("usi multi pv", "8"),
        ] {
            set(&mut options, name, value).unwrap();
        }
        let Options { hash, multi_pv, skill_level, network_delay, slow_mover, elo, .. } = options;
        assert_eq!((hash, multi_pv, skill_level, network_delay), (7, 8, 4, 5));
        assert_eq!((slow_mover, elo, options.variant.name()), (60, 1000, "shosu"));
        for name in ["", "USI_", "_", "SkillLevels", "US_Hash"] {
            assert!(set(&mut options, name, "1").is_err(), "{name}");
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
            assert_eq!(set(&mut options, name, value), Ok(OptionEffect::None), "{name}");
        }
        let (move_overhead, minimum_time) =
            (Duration::from_millis(250), Duration::from_millis(700));
        let time_options = TimeOptions { move_overhead, minimum_time, factor: 2.5 };
        assert_eq!(options.time_options(), time_options);
        let draw_score = from_centipawns(-120);
        assert_eq!(set(&mut options, "Skill Level", "0"), Ok(OptionEffect::None));
        let factor = options.time_options().factor;
        assert!((0.005..0.02).contains(&factor), "{factor}");
        let rule_options = RuleOptions { draw_score, max_moves: Some(256), declare_wins: false };
        assert_eq!(options.rule_options(Protocol::Usi), rule_options);
        for (value, protocol, declares) in [
            ("Game", Protocol::Usi, true),
            ("Game", Protocol::Uci, false),
            ("Off", Protocol::Usi, false),
        ] {
            set(&mut options, "EnteringKingRule", value).unwrap();
            assert_eq!(options.rule_options(protocol).declare_wins, declares, "{value}");
        }
        assert_eq!(options.resign_score(), None);
        set(&mut options, "ResignValue", "900").unwrap();
        assert_eq!(options.resign_score(), Some(-from_centipawns(900)));
        set(&mut options, "usi_variant", "Shosu").unwrap();
        assert_eq!(options.variant.name(), "shosu");
    }

    #[test]
    fn without_nnue_there_is_no_network_whatever_file_is_loaded() {
        let shogi = games::by_name("shogi").unwrap();
        let mut options = Options { use_nnue: false, ..options() };
        // Of another game, which is selected again later.
        let shosu = games::by_name("shosu").unwrap();
        for (rules, source) in [
            (shosu, EvalSource::Linear),
            (shosu, EvalSource::OfGame),
            (shogi, EvalSource::Linear),
            (shogi, EvalSource::OfGame),
        ] {
            let file = Arc::new(source.to_file(rules));
            options.eval = Some(Arc::clone(&file));
            let source = options.eval_source();
            let (parameters, network) = source.resolve(shogi);
            assert!(network.is_none(), "{}", rules.name());
            let own = file.parameters.as_ref().unwrap();
            assert_eq!(std::ptr::eq(parameters, own), file.fits(shogi), "{}", rules.name());
        }
    }

    #[test]
    fn invalid_settings_are_reported_and_change_nothing() {
        let mut options = options();
        for (name, value, error) in [
            (
                "MateLength",
                "longest",
                "invalid value 'longest' for MateLength: expected one of first, shorter, shortest",
            ),
            (
                "USI_Hash",
                "0",
                "invalid value '0' for USI_Hash: expected a number from 1 to 1048576",
            ),
            ("Hash", "", "invalid value '' for USI_Hash: expected a number from 1 to 1048576"),
            ("Ponder", "maybe", "invalid value 'maybe' for USI_Ponder: expected true or false"),
            ("Style", "", "unknown option 'Style'"),
        ] {
            assert_eq!(set(&mut options, name, value).unwrap_err(), error);
        }
        let chess = set(&mut options, "UCI_Variant", "chess").unwrap_err();
        assert!(
            chess.starts_with(
                "invalid value 'chess' for UCI_Variant: expected one of cannonshogi, "
            ),
            "{chess}"
        );
        assert_eq!((options.hash, options.ponder), (DEFAULT_HASH as i64, false));
        assert_eq!(options.variant.name(), "shogi");
    }
}
