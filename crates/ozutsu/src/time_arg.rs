//! Lengths of time as arguments, such as `90s`, `10m` and `1h`.

use std::time::Duration;

/// Units and their seconds.
const UNITS: [(&str, u64); 3] = [("s", 1), ("m", 60), ("h", 3600)];
/// The longest time accepted: four weeks.
const MAX_SECONDS: u64 = 28 * 24 * 3600;

/// Parses a length of time: a number with `s`, `m` or `h`, or of seconds.
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let unit = UNITS.iter().find_map(|&(unit, seconds)| Some((text.strip_suffix(unit)?, seconds)));
    let (number, seconds) = unit.unwrap_or((text, 1));
    let number: Option<u64> = number.trim().parse().ok();
    let time = number.and_then(|number| number.checked_mul(seconds));
    let time = time.filter(|seconds| (1..=MAX_SECONDS).contains(seconds));
    time.map(Duration::from_secs).ok_or_else(|| "expected a time such as 90s, 10m or 1h".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_parsed() {
        for (text, seconds) in [("60s", 60), ("90", 90), ("10m", 600), ("1h", 3600)] {
            assert_eq!(parse_time(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        for text in ["", "0", "-1s", "s", "1d", "1.5h", "673h", "99999999999999999999h"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
    }
}
