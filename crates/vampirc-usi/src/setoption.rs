//! `setoption`.

use std::fmt;

use crate::error::Error;
use crate::text::{Text, Value};
use crate::tokens::Words;
use crate::word::Word;

/// A value for one of the engine's options.
///
/// USI allows no spaces in names. Clients used to UCI send them, and they are kept.
///
/// ```
/// use vampirc_usi::{GuiMessage, SetOption, parse, parse_strict};
///
/// let message = parse("setoption name Clear Hash")?;
/// let GuiMessage::SetOption(option) = message else { panic!() };
/// assert!(option.is_named("clearhash"));
/// assert_eq!(option.value, None);
/// assert!(parse_strict::<GuiMessage>("setoption name Clear Hash").is_err());
///
/// let option = SetOption { name: "BookFile".to_owned(), value: Some(String::new()) };
/// assert_eq!(option.to_string(), "setoption name BookFile value <empty>");
/// # Ok::<(), vampirc_usi::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SetOption {
    /// The option's name.
    pub name: String,
    /// Its value, empty for `<empty>`; `None` for a button.
    pub value: Option<String>,
}

impl SetOption {
    /// Whether this is the option `name`: case means nothing, and nor do spaces.
    pub fn is_named(&self, name: &str) -> bool {
        let plain = |name: &str| name.replace(' ', "").to_ascii_lowercase();
        plain(&self.name) == plain(name)
    }

    /// The value of a `check` option: `true` and `false` in any case, also `1` and `0`, `on` and
    /// `off`, `yes` and `no`.
    pub fn as_bool(&self) -> Option<bool> {
        self.value.as_deref().and_then(Word::read)
    }

    /// The value of a `spin` option.
    pub fn as_i64(&self) -> Option<i64> {
        self.value.as_deref().and_then(Word::read)
    }

    pub(crate) fn read(words: &mut Words<'_>) -> Result<Self, Error> {
        words.find("name", "`name`")?;
        let name = words.name("value")?;
        let value = words.next()?.map(|_| words.text_value()).transpose()?;
        Ok(Self { name, value })
    }
}

impl fmt::Display for SetOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "setoption name {}", Text(&self.name))?;
        self.value.as_deref().map_or(Ok(()), |value| write!(f, " value {}", Value(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let option = SetOption { name: "Clear Hash".to_owned(), value: None };
        assert_eq!(
            ["ClearHash", "CLEAR HASH", "Clear", ""].map(|name| option.is_named(name)),
            [true, true, false, false]
        );
    }

    #[test]
    fn values_as_types() {
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
