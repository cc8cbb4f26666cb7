//! The built-in games, as embedded rules files.
//!
//! To add a game, write a file in `crates/games/games` and add it to [`BUILT_IN`]. CONTRIBUTING.md
//! has a complete example.

macro_rules! built_in {
    ($name:literal) => {
        ($name, include_str!(concat!("../games/", $name, ".toml")))
    };
}

/// The names and rules files of the built-in games, the default game first. The names are repeated here
/// so that listing the games parses no files.
pub(crate) const BUILT_IN: &[(&str, &str)] = &[
    built_in!("cannonshogi"),
    built_in!("taihoshogi"),
    built_in!("shosu"),
    built_in!("shosucourier"),
    built_in!("cannonshosu"),
    built_in!("shogi"),
];

/// Definitions of our games that Fairy-Stockfish needs, in the format of its `variants.ini`.
///
/// Covers `shosucourier`, `cannonshosu` and `cannonshogi`. `shogi` is built into Fairy-Stockfish;
/// the rules of `taihoshogi` and `shosu` cannot be expressed in its format.
pub const FAIRY_STOCKFISH_VARIANTS: &str = include_str!("../data/fsf-variants.ini");

/// Returns the rules file of the built-in game with this name, ignoring case.
pub fn source(name: &str) -> Option<&'static str> {
    Some(BUILT_IN[index(name)?].1)
}

/// Returns the index of a built-in game in the list.
pub(crate) fn index(name: &str) -> Option<usize> {
    BUILT_IN.iter().position(|(built_in, _)| built_in.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::GameSpec;

    fn spec(name: &str) -> GameSpec {
        crate::by_name(name).unwrap().spec().clone()
    }

    #[test]
    fn names_agree_with_the_files() {
        for &(name, _) in BUILT_IN {
            assert_eq!(spec(name).name, name);
        }
    }

    #[test]
    fn only_the_check_limit_differs_between_the_rules_of_the_shosu_games() {
        let (shosu, courier) = (spec("shosu"), spec("shosucourier"));
        let GameSpec { name, title, title_ja, about, about_ja, check_limit, .. } = courier.clone();
        assert_ne!(shosu.check_limit, check_limit);
        let changed = GameSpec { name, title, title_ja, about, about_ja, check_limit, ..shosu };
        assert_eq!(changed, courier);
    }
}
