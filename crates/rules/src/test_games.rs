//! The built-in games of the crate `games`, for the unit tests.

use crate::rules::Rules;
use crate::spec::GameSpec;

pub fn spec(name: &str) -> GameSpec {
    let path = format!("{}/../games/games/{name}/rules.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    toml::from_str(&text).unwrap()
}

pub fn rules(name: &str) -> &'static Rules {
    Rules::build(&spec(name)).unwrap()
}
