//! The built-in games, as embedded rules files.
//!
//! To add a game, write a file in `crates/rules/games` and add it to [`BUILT_IN`]. CONTRIBUTING.md
//! has a complete example.

use crate::spec::GameSpec;

/// A game that is part of the program.
#[derive(Clone, Copy, Debug)]
pub struct BuiltInGame {
    /// The name in the rules file. It is repeated here so that listing the games parses no files.
    pub name: &'static str,
    /// The text of the rules file.
    pub source: &'static str,
}

macro_rules! built_in {
    ($name:literal) => {
        BuiltInGame { name: $name, source: include_str!(concat!("../games/", $name, ".toml")) }
    };
}

/// All built-in games, the default game first.
pub const BUILT_IN: &[BuiltInGame] = &[
    built_in!("cannonshogi"),
    built_in!("taihoshogi"),
    built_in!("shosu"),
    built_in!("shosucourier"),
    built_in!("cannonshosu"),
    built_in!("shogi"),
];

impl BuiltInGame {
    /// Parses the rules file.
    pub fn spec(&self) -> GameSpec {
        let mut spec: GameSpec = toml::from_str(self.source).expect("built-in games are valid");
        spec.complete_start_sfen();
        spec
    }
}

/// Returns the spec of the built-in game with this name, ignoring case.
pub fn built_in_spec(name: &str) -> Option<GameSpec> {
    let game = BUILT_IN.iter().find(|game| game.name.eq_ignore_ascii_case(name))?;
    Some(game.spec())
}

/// Definitions of our games that Fairy-Stockfish needs, in the format of its `variants.ini`.
///
/// Covers `shosucourier`, `cannonshosu` and `cannonshogi`. `shogi` is built into Fairy-Stockfish;
/// the rules of `taihoshogi` and `shosu` cannot be expressed in its format.
pub const FAIRY_STOCKFISH_VARIANTS: &str = include_str!("../data/fsf-variants.ini");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_agree_with_the_files() {
        for game in BUILT_IN {
            assert_eq!(game.spec().name, game.name);
        }
    }

    #[test]
    fn the_check_limit_is_all_that_differs_between_the_shosu_games() {
        let shosu = built_in_spec("shosu").unwrap();
        let courier = built_in_spec("shosucourier").unwrap();
        let GameSpec { name, about, check_limit, .. } = courier.clone();
        assert_ne!(shosu.check_limit, check_limit);
        assert_eq!(GameSpec { name, about, check_limit, ..shosu }, courier);
    }
}
