//! Words that somebody may have mistaken for each other.

/// How similar a word must be to be suggested, from 0 to 1 (Jaro).
const SIMILAR: f64 = 0.8;

/// Returns the known word that was probably meant.
pub fn suggestion<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    let similarity = |known: &str| {
        let known = known.to_lowercase();
        let known_length = known.chars().count();
        let (shorter, longer) = (length.min(known_length), length.max(known_length));
        // Jaro's similarity, which takes long for long words, is at most this.
        if (shorter as f64 / longer as f64 + 2.0) / 3.0 < SIMILAR {
            return 0.0;
        }
        // In a short word, one wrong letter makes much of a difference.
        let distance = if longer - shorter > 1 { 2 } else { strsim::osa_distance(&word, &known) };
        let bonus = match distance {
            0 => 2.0,
            1 if length > 1 => 1.0,
            _ => 0.0,
        };
        bonus + strsim::jaro(&word, &known)
    };
    let best = known.map(|known| (similarity(known), known)).max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 >= SIMILAR).then_some(best.1)
}

/// Returns ` (did you mean 'WORD'?)`, or nothing if no known word is similar.
pub fn hint<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    suggestion(word, known).map_or_else(String::new, |known| format!(" (did you mean '{known}'?)"))
}

/// Returns the letters and digits of a name in lower case.
pub fn letters_and_digits(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns whether two names look like one: they differ in case, spaces and hyphens only or, if they are not short,
/// in one letter.
pub(crate) fn are_alike(a: &str, b: &str) -> bool {
    let (a, b) = (letters_and_digits(a), letters_and_digits(b));
    let is_long = a.chars().count().min(b.chars().count()) >= 5;
    a == b || (is_long && strsim::osa_distance(&a, &b) == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_in_another_case_is_the_one_that_was_meant() {
        for (word, expected) in [("SAVE", "save"), ("Save", "save"), ("USI", "usi")] {
            let known = ["uci", "usi", "save!", "save"];
            assert_eq!(suggestion(word, known.into_iter()), Some(expected), "{word}");
        }
    }
}
