//! The parameters that were fitted to games. A game without any is played with derived ones.

/// By game, what a tuner wrote.
const TUNED: [(&str, &str); 0] = [];

/// The text of a game's parameters, if it has been tuned.
pub(crate) fn text(game: &str) -> Option<&'static str> {
    TUNED.iter().find(|(name, _)| *name == game).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Parameters;
    use rules::Rules;

    #[test]
    fn every_text_is_of_a_game_and_whole() {
        for (name, text) in TUNED {
            let rules = Rules::named(name).expect("the name of a game");
            let parameters = Parameters::parse(rules, text).expect(name);
            assert!(parameters.piece(rules.kinds().next().unwrap()) != 0 || text.len() > 100);
        }
    }
}
