//! Numbers and other plain values as words.

use std::time::Duration;

use crate::word::Word;

/// Clients written in scripting languages send `60000.0` or `1e6`, runners a clock below zero. All
/// of these read as the nearest whole number the type has, fractions cut off.
macro_rules! whole_number {
    ($($number:ty),*) => {$(
        impl Word for $number {
            const WHAT: &'static str = "a whole number";

            fn read(word: &str) -> Option<Self> {
                let float = || word.parse().ok().filter(|x: &f64| x.is_finite()).map(|x| x as Self);
                word.parse().ok().or_else(float)
            }

            fn spell(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

whole_number!(u32, u64, i32, i64);

impl Word for Duration {
    const WHAT: &'static str = "a time in milliseconds";

    fn read(word: &str) -> Option<Self> {
        u64::read(word).map(Self::from_millis)
    }

    fn spell(&self) -> String {
        // The only unit USI has; what does not fit is the longest time there is.
        u64::try_from(self.as_millis()).unwrap_or(u64::MAX).to_string()
    }
}

impl Word for bool {
    const WHAT: &'static str = "`true` or `false`";

    fn read(word: &str) -> Option<Self> {
        match word.to_ascii_lowercase().as_str() {
            "true" | "1" | "on" | "yes" => Some(true),
            "false" | "0" | "off" | "no" => Some(false),
            _ => None,
        }
    }

    fn spell(&self) -> String {
        self.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sloppy_numbers() {
        assert_eq!(u64::read("60000.7"), Some(60_000));
        assert_eq!(u64::read("-35"), Some(0));
        assert_eq!(u64::read("1e6"), Some(1_000_000));
        assert_eq!(u64::read("18446744073709551615"), Some(u64::MAX));
        assert_eq!(u64::read("18446744073709551616"), Some(u64::MAX));
        assert_eq!(u32::read("5000000000"), Some(u32::MAX));
        assert_eq!(i32::read("-12.5"), Some(-12));
        assert_eq!(i64::read("+7"), Some(7));
        for word in ["", "-", "+", "inf", "nan", "infinity", "1e400", "0x10", "12ms", "７"] {
            assert_eq!(u64::read(word), None, "{word}");
        }
    }

    #[test]
    fn times_and_switches() {
        assert_eq!(Duration::read("250.0"), Some(Duration::from_millis(250)));
        assert_eq!(Duration::MAX.spell(), u64::MAX.to_string());
        assert_eq!(Duration::from_micros(1999).spell(), "1");
        assert_eq!(
            (bool::read("TRUE"), bool::read("0"), bool::read("2")),
            (Some(true), Some(false), None)
        );
    }
}
