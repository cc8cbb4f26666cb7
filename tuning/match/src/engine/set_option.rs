//! Names and values of options, and `setoption` commands.

use vampirc_usi::{EngineOption, OptionKind, SetOption};

/// Returns what spellings of an option's name have in common: case, spaces, underscores and the prefixes `USI_` and
/// `UCI_` do not count.
pub fn normalized_name(option: &str) -> String {
    let name = option.replace(' ', "").to_ascii_lowercase();
    let short = name.strip_prefix("usi_").or_else(|| name.strip_prefix("uci_"));
    short.unwrap_or(&name).replace('_', "")
}

/// Returns whether two names are spellings of one option.
pub fn is_same_option(one: &str, other: &str) -> bool {
    normalized_name(one) == normalized_name(other)
}

/// Returns the command that sets an option to a value, in a spelling that every engine accepts. Returns
/// `None` if the option does not allow the value. A button is pressed whatever the value.
pub fn set_option_command(option: &EngineOption, value: &str) -> Option<SetOption> {
    let name = option.name.clone();
    let as_given = SetOption { name: name.clone(), value: Some(value.to_owned()) };
    let value = match &option.kind {
        OptionKind::Button => None,
        OptionKind::Check { .. } => Some(as_given.as_bool()?.to_string()),
        OptionKind::Spin { min, max, .. } => {
            let number = value.parse().ok()?;
            let is_in_range =
                min.is_none_or(|min| min <= number) && max.is_none_or(|max| number <= max);
            Some(is_in_range.then(|| number.to_string())?)
        }
        OptionKind::Combo { default, vars } if !vars.is_empty() => {
            let known = vars.iter().chain(default).find(|var| var.eq_ignore_ascii_case(value));
            Some(known?.clone())
        }
        OptionKind::Combo { .. } | OptionKind::String { .. } | OptionKind::Filename { .. } => {
            as_given.value
        }
    };
    Some(SetOption { name, value })
}

#[cfg(test)]
mod tests {
    use super::*;
    use vampirc_usi::{EngineMessage, Protocol};

    #[test]
    fn spellings_of_a_name_are_recognised() {
        for spelling in ["USI_SkillLevel", "UCI_SkillLevel", "skill_level", "Skill Level"] {
            assert!(is_same_option(spelling, "SkillLevel"), "{spelling}");
        }
        assert!(!is_same_option("USI_Hash", "UCI_Elo"));
    }

    #[test]
    fn values_are_checked_and_normalised() {
        for (option, value, expected) in [
            ("check default false", "true", Some("setoption name X value true")),
            ("check default false", "1", Some("setoption name X value true")),
            ("check", "False", Some("setoption name X value false")),
            ("check default false", "maybe", None),
            ("check default false", "", None),
            ("spin default 1 min 0 max 9", "9", Some("setoption name X value 9")),
            ("spin default 1 min 0 max 9", "10", None),
            ("spin default 1 min 0", "10", Some("setoption name X value 10")),
            ("spin default 1 min 0 max 9", "one", None),
            ("combo default Off var Off var On", "on", Some("setoption name X value On")),
            ("combo default Off var Off var On", "perhaps", None),
            ("combo default a", "b", Some("setoption name X value b")),
            ("string default <empty>", "any thing", Some("setoption name X value any thing")),
            ("filename", "", Some("setoption name X value <empty>")),
            ("button", "whatever", Some("setoption name X")),
        ] {
            let line = format!("option name X type {option}");
            let message = EngineMessage::parse(&line, Protocol::Usi);
            let EngineMessage::Option(option) = message else { panic!("{line}") };
            let command = set_option_command(&option, value).map(|command| command.to_string());
            assert_eq!(command.as_deref(), expected, "{line}: {value}");
        }
    }
}
