//! The command `register`.

use std::fmt;

use crate::error::Error;
use crate::free_text::FreeText;
use crate::tokens::Tokens;

/// Registration of the engine by the user.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Register {
    /// `later`: the user does not register now.
    Later,
    /// `name`: register with a name.
    Name(String),
    /// `code`: register with a code.
    Code(String),
    /// `name` and `code`: register with both.
    NameAndCode {
        /// The name.
        name: String,
        /// The code.
        code: String,
    },
}

impl Register {
    pub(crate) fn from_tokens(tokens: &mut Tokens<'_>) -> Result<Self, Error> {
        let (mut name, mut code) = (None, None);
        let error = tokens.expected_error("`later`, `name` or `code`");
        while let Some(key) = tokens.next()? {
            let slot = match key.text {
                "later" => return Ok(Self::Later),
                "name" => &mut name,
                "code" => &mut code,
                _ => {
                    tokens.warn_unknown(key)?;
                    continue;
                }
            };
            let missing_text = tokens.expected_error("text");
            let text = tokens.join_until(&["name", "code"])?;
            if text.is_empty() {
                return Err(missing_text);
            }
            tokens.warn_duplicate(key, slot.replace(text).is_some())?;
        }
        match (name, code) {
            (Some(name), Some(code)) => Ok(Self::NameAndCode { name, code }),
            (Some(name), None) => Ok(Self::Name(name)),
            (None, Some(code)) => Ok(Self::Code(code)),
            (None, None) => Err(error),
        }
    }
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Later => f.write_str("register later"),
            Self::Name(name) => write!(f, "register name {}", FreeText(name)),
            Self::Code(code) => write!(f, "register code {}", FreeText(code)),
            Self::NameAndCode { name, code } => {
                write!(f, "register name {} code {}", FreeText(name), FreeText(code))
            }
        }
    }
}
