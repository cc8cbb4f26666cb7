//! Values that are a single token: numbers, times, booleans and keywords.

use std::fmt;
use std::time::Duration;

/// A value that is a single token.
pub trait TokenValue: Sized {
    /// Description for "expected ..." errors.
    const EXPECTED: &'static str;

    /// Parses the token. It need not be in canonical form.
    fn from_token(token: &str) -> Option<Self>;

    /// Returns the canonical token.
    fn to_token(&self) -> String;
}

/// Writes ` KEY VALUE` if there is a value.
pub fn write_parameter<T: TokenValue>(
    f: &mut fmt::Formatter<'_>,
    key: &str,
    value: Option<&T>,
) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, " {key} {}", value.to_token()))
}

/// Writes ` KEY` if `is_set`.
pub fn write_flag(f: &mut fmt::Formatter<'_>, key: &str, is_set: bool) -> fmt::Result {
    if is_set { write!(f, " {key}") } else { Ok(()) }
}

/// Implements [`TokenValue`] for an enum whose values are keywords.
macro_rules! keywords {
    ($name:ty, $expected:literal, $($value:path => $keyword:literal),+) => {
        impl $crate::token_value::TokenValue for $name {
            const EXPECTED: &'static str = $expected;

            fn from_token(token: &str) -> Option<Self> {
                match token {
                    $($keyword => Some($value),)+
                    _ => None,
                }
            }

            fn to_token(&self) -> String {
                match self {
                    $($value => $keyword,)+
                }
                .to_owned()
            }
        }
    };
}

pub(crate) use keywords;

/// Implements [`TokenValue`] for integers.
///
/// Accepts `60000.0` and `1e6`, which GUIs written in scripting languages send, and negative clock
/// times, which match runners send. Fractions are truncated, out-of-range numbers clamped.
macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl TokenValue for $integer {
            const EXPECTED: &'static str = "a whole number";

            fn from_token(token: &str) -> Option<Self> {
                let from_float =
                    || token.parse().ok().filter(|x: &f64| x.is_finite()).map(|x| x as Self);
                token.parse().ok().or_else(from_float)
            }

            fn to_token(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

integers!(u32, u64, i32, i64);

/// Whole milliseconds.
impl TokenValue for Duration {
    const EXPECTED: &'static str = "a time in milliseconds";

    fn from_token(token: &str) -> Option<Self> {
        u64::from_token(token).map(Self::from_millis)
    }

    fn to_token(&self) -> String {
        u64::try_from(self.as_millis()).unwrap_or(u64::MAX).to_string()
    }
}

impl TokenValue for bool {
    const EXPECTED: &'static str = "`true` or `false`";

    fn from_token(token: &str) -> Option<Self> {
        match token.to_ascii_lowercase().as_str() {
            "true" | "1" | "on" | "yes" => Some(true),
            "false" | "0" | "off" | "no" => Some(false),
            _ => None,
        }
    }

    fn to_token(&self) -> String {
        self.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_accept_floats_and_clamp() {
        assert_eq!(u64::from_token("60000.7"), Some(60_000));
        assert_eq!(u64::from_token("-35"), Some(0));
        assert_eq!(u64::from_token("1e6"), Some(1_000_000));
        assert_eq!(u64::from_token("18446744073709551615"), Some(u64::MAX));
        assert_eq!(u64::from_token("18446744073709551616"), Some(u64::MAX));
        assert_eq!(u32::from_token("5000000000"), Some(u32::MAX));
        assert_eq!(i32::from_token("-12.5"), Some(-12));
        assert_eq!(i64::from_token("+7"), Some(7));
        for token in ["", "-", "+", "inf", "nan", "infinity", "1e400", "0x10", "12ms", "７"] {
            assert_eq!(u64::from_token(token), None, "{token}");
        }
    }

    #[test]
    fn durations_are_in_milliseconds_and_booleans_have_synonyms() {
        assert_eq!(Duration::from_token("250.0"), Some(Duration::from_millis(250)));
        assert_eq!(Duration::MAX.to_token(), u64::MAX.to_string());
        assert_eq!(Duration::from_micros(1999).to_token(), "1");
        assert_eq!(["TRUE", "0", "2"].map(bool::from_token), [Some(true), Some(false), None]);
    }
}
