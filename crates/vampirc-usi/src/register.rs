//! `register`.

use std::fmt;

use crate::error::Error;
use crate::text::Text;
use crate::tokens::Words;

/// The answer to an engine that wants to be registered.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Register {
    /// Not now.
    Later,
    /// With this name.
    Name(String),
    /// With this code.
    Code(String),
    /// With a name and a code.
    NameAndCode {
        /// The name.
        name: String,
        /// The code.
        code: String,
    },
}

impl Register {
    pub(crate) fn read(words: &mut Words<'_>) -> Result<Self, Error> {
        let (mut name, mut code) = (None, None);
        let wanted = words.missing("`later`, `name` or `code`");
        while let Some(key) = words.next()? {
            let slot = match key.text {
                "later" => return Ok(Self::Later),
                "name" => &mut name,
                "code" => &mut code,
                _ => {
                    words.unknown(key)?;
                    continue;
                }
            };
            let missing = words.missing("a text");
            let text = words.phrase(&["name", "code"])?;
            if text.is_empty() {
                return Err(missing);
            }
            words.repeated(key, slot.replace(text).is_some())?;
        }
        match (name, code) {
            (Some(name), Some(code)) => Ok(Self::NameAndCode { name, code }),
            (Some(name), None) => Ok(Self::Name(name)),
            (None, Some(code)) => Ok(Self::Code(code)),
            (None, None) => Err(wanted),
        }
    }
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Later => f.write_str("register later"),
            Self::Name(name) => write!(f, "register name {}", Text(name)),
            Self::Code(code) => write!(f, "register code {}", Text(code)),
            Self::NameAndCode { name, code } => {
                write!(f, "register name {} code {}", Text(name), Text(code))
            }
        }
    }
}
