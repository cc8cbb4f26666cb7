//! `option`.

use std::fmt;

use crate::error::Error;
use crate::text::{Text, Value};
use crate::tokens::Words;
use crate::word::write_pair;

/// An option the engine offers.
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
    /// Its name: one word.
    pub name: String,
    /// Its type, and what goes with it.
    pub kind: OptionKind,
}

/// The types of option. An empty text is written `<empty>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum OptionKind {
    /// Yes or no.
    Check {
        /// The value if none is set.
        default: Option<bool>,
    },
    /// A whole number.
    Spin {
        /// The value if none is set.
        default: Option<i64>,
        /// The least value.
        min: Option<i64>,
        /// The greatest value.
        max: Option<i64>,
    },
    /// One text of several.
    Combo {
        /// The value if none is set.
        default: Option<String>,
        /// The texts to choose from.
        vars: Vec<String>,
    },
    /// No value: setting it does something.
    Button,
    /// Any text.
    String {
        /// The value if none is set.
        default: Option<String>,
    },
    /// The path of a file.
    Filename {
        /// The value if none is set.
        default: Option<String>,
    },
}

impl EngineOption {
    pub(crate) fn read(words: &mut Words<'_>) -> Result<Self, Error> {
        words.find("name", "`name`")?;
        let name = words.name("type")?;
        words.find("type", "`type`")?;
        Ok(Self { name, kind: OptionKind::read(words)? })
    }
}

impl OptionKind {
    fn read(words: &mut Words<'_>) -> Result<Self, Error> {
        let wanted = words.missing("`check`, `spin`, `combo`, `button`, `string` or `filename`");
        match words.next()?.map(|word| word.text) {
            Some("check") => Self::read_check(words),
            Some("spin") => Self::read_spin(words),
            Some("combo") => Self::read_combo(words),
            Some("button") => Ok(Self::Button),
            Some("string") => Ok(Self::String { default: read_text_default(words)? }),
            Some("filename") => Ok(Self::Filename { default: read_text_default(words)? }),
            _ => Err(wanted),
        }
    }

    fn read_check(words: &mut Words<'_>) -> Result<Self, Error> {
        let mut default = None;
        while let Some(key) = words.next()? {
            match key.text {
                "default" => words.attribute(&mut default, key)?,
                _ => words.unknown(key)?,
            }
        }
        Ok(Self::Check { default })
    }

    fn read_spin(words: &mut Words<'_>) -> Result<Self, Error> {
        let (mut default, mut min, mut max) = (None, None, None);
        while let Some(key) = words.next()? {
            match key.text {
                "default" => words.attribute(&mut default, key)?,
                "min" => words.attribute(&mut min, key)?,
                "max" => words.attribute(&mut max, key)?,
                _ => words.unknown(key)?,
            }
        }
        Ok(Self::Spin { default, min, max })
    }

    fn read_combo(words: &mut Words<'_>) -> Result<Self, Error> {
        const KEYS: &[&str] = &["default", "var"];
        let (mut default, mut vars) = (None, Vec::new());
        while let Some(key) = words.next()? {
            match key.text {
                "default" => {
                    let value = words.phrase_value(KEYS)?;
                    words.repeated(key, default.replace(value).is_some())?;
                }
                "var" => vars.push(words.phrase_value(KEYS)?),
                _ => words.unknown(key)?,
            }
        }
        Ok(Self::Combo { default, vars })
    }
}

/// The default of a text: the rest of the line.
fn read_text_default(words: &mut Words<'_>) -> Result<Option<String>, Error> {
    while let Some(key) = words.next()? {
        if key.text == "default" {
            return words.text_value().map(Some);
        }
        words.unknown(key)?;
    }
    Ok(None)
}

impl fmt::Display for EngineOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type {}", Text(&self.name), self.kind)
    }
}

impl fmt::Display for OptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text_default = |f: &mut fmt::Formatter<'_>, default: &Option<String>| {
            default.as_deref().map_or(Ok(()), |text| write!(f, " default {}", Value(text)))
        };
        match self {
            Self::Check { default } => {
                f.write_str("check")?;
                write_pair(f, "default", default.as_ref())
            }
            Self::Spin { default, min, max } => {
                f.write_str("spin")?;
                write_pair(f, "default", default.as_ref())?;
                write_pair(f, "min", min.as_ref())?;
                write_pair(f, "max", max.as_ref())
            }
            Self::Combo { default, vars } => {
                f.write_str("combo")?;
                text_default(f, default)?;
                vars.iter().try_for_each(|var| write!(f, " var {}", Value(var)))
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
