//! Times of moves and clocks as text.

use std::time::Duration;

/// Parses a number of digits alone.
pub(crate) fn parse_digits(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Parses seconds with up to nine decimals without rounding.
pub(crate) fn duration(text: &str) -> Option<Duration> {
    let (seconds, decimals) = text.split_once('.').unwrap_or((text, ""));
    if decimals.len() > 9 {
        let cut = decimals.get(..9)?;
        return duration(&format!("{seconds}.{cut}"));
    }
    let nanoseconds: u32 = if decimals.is_empty() { 0 } else { parse_digits(decimals)? };
    let scale = 10u32.pow(9 - decimals.len() as u32);
    Some(Duration::new(u64::from(parse_digits(seconds)?), nanoseconds.checked_mul(scale)?))
}

/// Parses `h:mm:ss`, `m:ss` or `ss`, with decimals for the seconds.
pub(crate) fn parse_clock(text: &str) -> Option<Duration> {
    let mut total = Duration::ZERO;
    let mut fields = text.trim().split(':').peekable();
    let mut count = 0;
    while let Some(field) = fields.next() {
        count += 1;
        total = total.checked_mul(60)?;
        let field = field.trim();
        total = total.checked_add(match fields.peek() {
            Some(_) => Duration::from_secs(u64::from(parse_digits(field)?)),
            None => duration(field)?,
        })?;
    }
    (count <= 3 && !text.trim().is_empty()).then_some(total)
}

/// Formats the whole seconds of a time as `h:mm:ss`.
pub fn format_seconds(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Formats `h:mm:ss`, with milliseconds where they are not zero.
pub(crate) fn format_clock(time: Duration) -> String {
    let whole = format_seconds(time);
    match time.subsec_millis() {
        0 => whole,
        milliseconds => format!("{whole}.{milliseconds:03}"),
    }
}
