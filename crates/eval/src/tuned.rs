//! The parameters that were fitted to games. A game without any is played with derived ones.

/// A game's name, and what a tuner wrote.
macro_rules! tuned {
    ($game:literal) => {
        ($game, include_str!(concat!("../parameters/", $game, ".txt")))
    };
}

const TUNED: [(&str, &str); 6] = [
    tuned!("cannonshogi"),
    tuned!("cannonshosu"),
    tuned!("shogi"),
    tuned!("shosu"),
    tuned!("shosucourier"),
    tuned!("taihoshogi"),
];

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
    fn every_text_is_of_a_game_and_values_its_pieces() {
        for (name, text) in TUNED {
            let rules = Rules::by_name(name).expect("the name of a game");
            let parameters = Parameters::parse(rules, text).expect(name);
            for kind in rules.piece_kinds().filter(|&kind| kind != rules.king_kind()) {
                assert!(parameters.piece(kind) > 0, "{name}: {kind:?}");
            }
        }
    }
}
