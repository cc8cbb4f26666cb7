//! Games by the names that records give them.

use rules::Rules;

/// Finds a game by its name or title, whatever the case and punctuation.
pub(crate) fn rules_by_any_name(name: &str) -> Option<&'static Rules> {
    let normalize = |text: &str| {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect::<String>()
    };
    let wanted = normalize(name);
    let named = |rules: &&Rules| normalize(rules.name()) == wanted;
    let titled = |rules: &&Rules| normalize(rules.title()) == wanted;
    games::all().find(named).or_else(|| games::all().find(titled))
}
