//! Helpers of the fuzz targets.

use rules::Rules;

/// Splits an input into a game, which its first byte selects, and the rest.
pub fn game_and_rest(data: &[u8]) -> Option<(&'static Rules, &[u8])> {
    let (&first, rest) = data.split_first()?;
    Some((games::all().nth(usize::from(first) % games::names().len())?, rest))
}

/// As [`game_and_rest`], for inputs that are text.
pub fn game_and_text(data: &[u8]) -> Option<(&'static Rules, &str)> {
    let (rules, rest) = game_and_rest(data)?;
    Some((rules, str::from_utf8(rest).ok()?))
}

/// Asserts that a message is one line, and not empty.
pub fn assert_one_line(message: &str) {
    assert!(!message.is_empty() && !message.contains('\n'), "{message:?}");
}
