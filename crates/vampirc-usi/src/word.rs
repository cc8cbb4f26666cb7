//! Values that are one word: how they are read, spelled and printed.

use std::fmt;

/// A value that is one word.
pub trait Word: Sized {
    /// What an error calls it.
    const WHAT: &'static str;

    /// Reads it, sloppy spellings included.
    fn read(word: &str) -> Option<Self>;

    /// How USI writes it. Whatever reads the same but is written otherwise is a fault.
    fn spell(&self) -> String;
}

/// Prints ` KEY VALUE` if there is a value.
pub fn write_pair<T: Word>(
    f: &mut fmt::Formatter<'_>,
    key: &str,
    value: Option<&T>,
) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {key} {}", value.spell()))
}

/// Prints ` KEY` if it is set.
pub fn write_flag(f: &mut fmt::Formatter<'_>, key: &str, set: bool) -> fmt::Result {
    if set { write!(f, " {key}") } else { Ok(()) }
}

/// Makes words of an enum: each value and its spelling.
macro_rules! keywords {
    ($name:ty, $what:literal, $($value:path => $spelling:literal),+) => {
        impl $crate::word::Word for $name {
            const WHAT: &'static str = $what;

            fn read(word: &str) -> Option<Self> {
                match word {
                    $($spelling => Some($value),)+
                    _ => None,
                }
            }

            fn spell(&self) -> String {
                match self {
                    $($value => $spelling,)+
                }
                .to_owned()
            }
        }
    };
}

pub(crate) use keywords;
