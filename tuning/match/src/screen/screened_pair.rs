//! A record of the state file: a pair of games.

use crate::state_file::{self, FileKind, Record};
use crate::stats::HalfPoints;
use rules::Rules;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ScreenedPair {
    pub number: u64,
    #[serde(rename = "game", with = "state_file::game_name")]
    pub rules: &'static Rules,
    /// For each factor, whether the first side had its high level. The second side had the opposite
    /// level.
    pub is_high: Vec<bool>,
    /// The first side's half points in each game.
    #[serde(deserialize_with = "state_file::half_points")]
    pub half_points: [HalfPoints; 2],
}

impl Record for ScreenedPair {
    const KIND: FileKind = FileKind { title: "screen state", format: "ozutsu-screen", version: 2 };

    fn number(&self) -> u64 {
        self.number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_stored_with_named_fields() {
        let rules = games::by_name("shosu").unwrap();
        let pair =
            ScreenedPair { number: 7, rules, is_high: vec![true, false], half_points: [2, 1] };
        let text = r#"{"number":7,"game":"shosu","is_high":[true,false],"half_points":[2,1]}"#;
        assert_eq!(serde_json::to_string(&pair).unwrap(), text);
        let read: ScreenedPair = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        for (from, to) in
            [("\"number\":7,", ""), ("shosu", "chess"), ("true", "0"), ("[2,1]", "[2,3]")]
        {
            let invalid = text.replace(from, to);
            assert!(serde_json::from_str::<ScreenedPair>(&invalid).is_err(), "{to}");
        }
    }
}
