//! Sets of openings as text: a line each, as `ozutsu-match -openings file=` reads them.

use crate::{Judge, Openings, numbered};
use rules::{Position, Rules};
use std::collections::HashSet;

/// A game's name, and the set that is kept for it.
macro_rules! kept {
    ($game:literal) => {
        ($game, include_str!(concat!("../sets/", $game, ".txt")))
    };
}

const KEPT: &[(&str, &str)] = &[
    kept!("cannonshogi"),
    kept!("cannonshosu"),
    kept!("shogi"),
    kept!("shosu"),
    kept!("shosucourier"),
    kept!("taihoshogi"),
];

/// The set of openings that is kept for a game, if there is one.
pub fn stored(rules: &Rules) -> Option<&'static str> {
    KEPT.iter().find(|(name, _)| *name == rules.name()).map(|(_, text)| *text)
}

/// A new set of so many openings, no two of which lead to one position; none if not so many are
/// found. Its head has the words that make it again, as long as the search that judges is the same.
pub fn set(rules: &'static Rules, wanted: &Openings, count: usize, seed: u64) -> Option<String> {
    let game = rules.name();
    let Openings { plies, nodes, within } = wanted;
    let mut text = format!(
        "# Random openings, by version {} of:\n# ozutsu-openings {game} {count} --seed {seed} \
         --plies {plies} --nodes {nodes} --within {within}\n",
        env!("CARGO_PKG_VERSION"),
    );
    let mut judge = Judge::default();
    let mut seen = HashSet::new();
    for number in 0..2 * count as u64 {
        if seen.len() == count {
            break;
        }
        let position = wanted.draw(rules, numbered(seed, number), &mut judge);
        if seen.insert(position.sfen().to_string()) {
            text += &line(&position);
        }
    }
    (seen.len() == count).then_some(text)
}

/// A game's name and the moves from its start.
fn line(position: &Position) -> String {
    let rules = position.rules();
    let moves: Vec<_> = position.moves().map(|mv| rules.usi(mv).to_string()).collect();
    format!("{} startpos moves {}\n", rules.name(), moves.join(" "))
}
