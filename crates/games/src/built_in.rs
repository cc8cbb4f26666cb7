//! The built-in games: the files in their folders, `games/NAME/`, which are embedded.
//!
//! To add a game, make a folder with its rules and add its name to [`NAMES`]. docs/add-a-game.md has a complete example.

/// Functions for each kind of file, which return that of a game.
mod files {
    include!(concat!(env!("OUT_DIR"), "/files.rs"));
}

/// Returns this file of a built-in game, or `None` if it has none.
pub use files::{book, handicaps, openings, parameters, puzzles};

/// The names of the built-in games, the default game first.
pub(crate) const NAMES: [&str; 6] =
    ["cannonshogi", "taihoshogi", "shosu", "shosucourier", "cannonshosu", "shogi"];

/// Games that have the network of another game, with the same board and pieces.
const SHARED_NETWORKS: [(&str, &str); 1] = [("shosucourier", "shosu")];

/// Returns the file of a game's network, which another game may have.
pub fn network(game: &str) -> Option<&'static [u8]> {
    let shared = SHARED_NETWORKS.iter().find(|(name, _)| *name == game);
    files::network(shared.map_or(game, |(_, other)| other))
}

/// Definitions of our games that Fairy-Stockfish needs, in the format of its `variants.ini`.
///
/// Covers `shosucourier`, `cannonshosu` and `cannonshogi`. `shogi` is built into Fairy-Stockfish;
/// the rules of `taihoshogi` and `shosu` cannot be expressed in its format.
pub const FAIRY_STOCKFISH_VARIANTS: &str = include_str!("../data/fsf-variants.ini");

/// Returns the rules file of the built-in game with this name, ignoring case.
pub fn source(name: &str) -> Option<&'static str> {
    files::rules_file(NAMES[index(name)?])
}

/// Returns the index of a built-in game in the list.
pub(crate) fn index(name: &str) -> Option<usize> {
    NAMES.iter().position(|built_in| built_in.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::GameSpec;

    fn spec(name: &str) -> GameSpec {
        crate::by_name(name).unwrap().spec().clone()
    }

    #[test]
    fn names_agree_with_the_folders() {
        for name in NAMES {
            assert_eq!(spec(name).name, name);
        }
        let folders = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/games")).unwrap();
        assert_eq!(folders.count(), NAMES.len());
    }

    #[test]
    fn games_have_their_files() {
        for name in NAMES {
            let text = [parameters(name), book(name), openings(name), puzzles(name)];
            assert!(text.iter().all(Option::is_some) && network(name).is_some(), "{name}");
        }
    }

    #[test]
    fn only_the_check_limit_differs_between_the_rules_of_the_shosu_games() {
        let (shosu, courier) = (spec("shosu"), spec("shosucourier"));
        assert_ne!(shosu.check_limit, courier.check_limit);
        let changed = GameSpec {
            name: courier.name.clone(),
            title: courier.title.clone(),
            title_ja: courier.title_ja.clone(),
            title_zh_hans: courier.title_zh_hans.clone(),
            title_zh_hant: courier.title_zh_hant.clone(),
            about: courier.about.clone(),
            about_ja: courier.about_ja.clone(),
            about_zh_hans: courier.about_zh_hans.clone(),
            about_zh_hant: courier.about_zh_hant.clone(),
            check_limit: courier.check_limit,
            ..shosu
        };
        assert_eq!(changed, courier);
    }
}
