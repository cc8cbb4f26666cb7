//! Engine options: the engine's `option` and the GUI's `setoption`.

use std::fmt;

use crate::error::Error;
use crate::free_text::{FreeText, OptionValue};
use crate::token_value::{TokenValue, write_parameter};
use crate::tokens::Tokens;

/// Declaration of an option by the engine.
///
/// ```
/// use vampirc_usi::{EngineMessage, EngineOption, OptionKind, parse};
///
/// let message = parse("option name Style type combo default Normal var Solid var Normal")?;
/// let EngineMessage::Option(option) = message else { panic!() };
/// assert_eq!(option.name, "Style");
/// assert!(matches!(option.kind, OptionKind::Combo { vars, .. } if vars == ["Solid", "Normal"]));
///
/// let kind = OptionKind::Spin { default: Some(256), min: Some(1), max: Some(65536) };
/// let option = EngineOption { name: "USI_Hash".to_owned(), kind };
/// assert_eq!(option.to_string(), "option name USI_Hash type spin default 256 min 1 max 65536");
/// # Ok::<(), vampirc_usi::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EngineOption {
    /// Name of the option. USI allows no spaces in it.
    pub name: String,
    /// Type of the option, with its default and its range.
    pub kind: OptionKind,
}

/// Type of an option. An empty string value is written `<empty>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum OptionKind {
    /// `check`: a boolean.
    Check {
        /// Default value.
        default: Option<bool>,
    },
    /// `spin`: an integer.
    Spin {
        /// Default value.
        default: Option<i64>,
        /// Minimum value.
        min: Option<i64>,
        /// Maximum value.
        max: Option<i64>,
    },
    /// `combo`: one of several strings.
    Combo {
        /// Default value.
        default: Option<String>,
        /// Allowed values.
        vars: Vec<String>,
    },
    /// `button`: an action without a value.
    Button,
    /// `string`: any text.
    String {
        /// Default value.
        default: Option<String>,
    },
    /// `filename`: the path of a file.
    Filename {
        /// Default value.
        default: Option<String>,
    },
}

impl EngineOption {
    pub(crate) fn from_tokens(tokens: &mut Tokens<'_>) -> Result<Self, Error> {
        tokens.skip_to("name", "`name`")?;
        let name = tokens.parse_option_name("type")?;
        tokens.skip_to("type", "`type`")?;
        Ok(Self { name, kind: OptionKind::from_tokens(tokens)? })
    }
}

impl OptionKind {
    fn from_tokens(tokens: &mut Tokens<'_>) -> Result<Self, Error> {
        let error =
            tokens.expected_error("`check`, `spin`, `combo`, `button`, `string` or `filename`");
        match tokens.next().map(|token| token.text) {
            Some("check") => Ok(Self::check_from_tokens(tokens)),
            Some("spin") => Ok(Self::spin_from_tokens(tokens)),
            Some("combo") => Ok(Self::combo_from_tokens(tokens)),
            Some("button") => Ok(Self::Button),
            Some("string") => Ok(Self::String { default: parse_trailing_default(tokens) }),
            Some("filename") => Ok(Self::Filename { default: parse_trailing_default(tokens) }),
            _ => Err(error),
        }
    }

    fn check_from_tokens(tokens: &mut Tokens<'_>) -> Self {
        let mut default = None;
        while let Some(key) = tokens.next() {
            match key.text {
                "default" => tokens.parse_parameter(&mut default, key),
                _ => tokens.warn_unknown(key),
            }
        }
        Self::Check { default }
    }

    fn spin_from_tokens(tokens: &mut Tokens<'_>) -> Self {
        let (mut default, mut min, mut max) = (None, None, None);
        while let Some(key) = tokens.next() {
            match key.text {
                "default" => tokens.parse_parameter(&mut default, key),
                "min" => tokens.parse_parameter(&mut min, key),
                "max" => tokens.parse_parameter(&mut max, key),
                _ => tokens.warn_unknown(key),
            }
        }
        Self::Spin { default, min, max }
    }

    fn combo_from_tokens(tokens: &mut Tokens<'_>) -> Self {
        const KEYS: &[&str] = &["default", "var"];
        let (mut default, mut vars) = (None, Vec::new());
        while let Some(key) = tokens.next() {
            match key.text {
                "default" => {
                    let value = tokens.parse_option_value(KEYS);
                    tokens.warn_duplicate(key, default.replace(value).is_some());
                }
                "var" => vars.push(tokens.parse_option_value(KEYS)),
                _ => tokens.warn_unknown(key),
            }
        }
        Self::Combo { default, vars }
    }
}

/// Parses the default of a `string` or `filename`, which extends to the end of the line.
fn parse_trailing_default(tokens: &mut Tokens<'_>) -> Option<String> {
    while let Some(key) = tokens.next() {
        if key.text == "default" {
            return Some(tokens.parse_trailing_option_value());
        }
        tokens.warn_unknown(key);
    }
    None
}

impl fmt::Display for EngineOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type {}", FreeText(&self.name), self.kind)
    }
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text_default = |f: &mut fmt::Formatter<'_>, default: &Option<String>| {
            default.as_deref().map_or(Ok(()), |text| write!(f, " default {}", OptionValue(text)))
        };
        match self {
            Self::Check { default } => {
                f.write_str("check")?;
                write_parameter(f, "default", default.as_ref())
            }
            Self::Spin { default, min, max } => {
                f.write_str("spin")?;
                write_parameter(f, "default", default.as_ref())?;
                write_parameter(f, "min", min.as_ref())?;
                write_parameter(f, "max", max.as_ref())
            }
            Self::Combo { default, vars } => {
                f.write_str("combo")?;
                text_default(f, default)?;
                vars.iter().try_for_each(|var| write!(f, " var {}", OptionValue(var)))
            }
            Self::Button => f.write_str("button"),
            Self::String { default } => {
                f.write_str("string")?;
                text_default(f, default)
            }
            Self::Filename { default } => {
                f.write_str("filename")?;
                text_default(f, default)
            }
        }
    }
}

/// A `setoption` command: sets an engine option or presses a button.
///
/// USI allows no spaces in names. GUIs written for UCI send them, and parsing keeps them.
///
/// ```
/// use vampirc_usi::{GuiMessage, SetOption, parse};
///
/// let message = parse("setoption name Clear Hash")?;
/// let GuiMessage::SetOption(option) = message else { panic!() };
/// assert!(option.is_named("clearhash"));
/// assert_eq!(option.value, None);
///
/// let option = SetOption { name: "BookFile".to_owned(), value: Some(String::new()) };
/// assert_eq!(option.to_string(), "setoption name BookFile value <empty>");
/// # Ok::<(), vampirc_usi::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SetOption {
    /// Name of the option.
    pub name: String,
    /// Value: `None` for a button, the empty string for `<empty>`.
    pub value: Option<String>,
}

impl SetOption {
    /// Returns whether the option has this name, ignoring case and spaces.
    pub fn is_named(&self, name: &str) -> bool {
        let normalize = |name: &str| name.replace(' ', "").to_ascii_lowercase();
        normalize(&self.name) == normalize(name)
    }

    /// Returns the value of a `check` option: `true` or `false` in any case. `1` and `0`, `on` and
    /// `off`, `yes` and `no` are accepted too.
    pub fn as_bool(&self) -> Option<bool> {
        self.value.as_deref().and_then(TokenValue::from_token)
    }

    /// Returns the value of a `spin` option.
    pub fn as_i64(&self) -> Option<i64> {
        self.value.as_deref().and_then(TokenValue::from_token)
    }

    pub(crate) fn from_tokens(tokens: &mut Tokens<'_>) -> Result<Self, Error> {
        tokens.skip_to("name", "`name`")?;
        let name = tokens.parse_option_name("value")?;
        let value = tokens.next().map(|_| tokens.parse_trailing_option_value());
        Ok(Self { name, value })
    }
}

impl fmt::Display for SetOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setoption name {}", FreeText(&self.name))?;
        self.value.as_deref().map_or(Ok(()), |value| write!(f, " value {}", OptionValue(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_ignoring_case_and_spaces() {
        let option = SetOption { name: "Clear Hash".to_owned(), value: None };
        assert_eq!(
            ["ClearHash", "CLEAR HASH", "Clear", ""].map(|name| option.is_named(name)),
            [true, true, false, false]
        );
    }

    #[test]
    fn values_convert_to_booleans_and_integers() {
        let option =
            |value: &str| SetOption { name: "X".to_owned(), value: Some(value.to_owned()) };
        assert_eq!(
            ["True", "0", "on", "maybe"].map(|v| option(v).as_bool()),
            [Some(true), Some(false), Some(true), None]
        );
        assert_eq!(["-3", "256.0", "x"].map(|v| option(v).as_i64()), [Some(-3), Some(256), None]);
        assert_eq!(SetOption { name: "X".to_owned(), value: None }.as_bool(), None);
    }
}
