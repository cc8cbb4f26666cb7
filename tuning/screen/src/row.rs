//! A pair of games as the state file stores it.

use ozutsu_match::state::{self, FileKind, Record};
use ozutsu_match::stats::HalfPoints;
use rules::Rules;
use serde::{Deserialize, Serialize};

/// A pair that was played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// Its number, from nought.
    pub number: u64,
    /// The game.
    #[serde(rename = "game", with = "state::game_name")]
    pub rules: &'static Rules,
    /// Whether the first side had each factor high; the other side had it the other way.
    pub is_high: Vec<bool>,
    /// The first side's points.
    #[serde(rename = "half_points", deserialize_with = "state::half_points")]
    pub points: [HalfPoints; 2],
}

impl Record for Row {
    const KIND: FileKind = FileKind { title: "screen state", format: "ozutsu-screen", version: 2 };

    fn number(&self) -> u64 {
        self.number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_kept() {
        let rules = Rules::by_name("shosu").unwrap();
        let row = Row { number: 7, rules, is_high: vec![true, false, true], points: [2, 1] };
        let text = r#"{"number":7,"game":"shosu","is_high":[true,false,true],"half_points":[2,1]}"#;
        assert_eq!(serde_json::to_string(&row).unwrap(), text);
        let read: Row = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), text);
        for (from, to) in
            [("\"number\":7,", ""), ("shosu", "chess"), ("true", "0"), ("[2,1]", "[2,3]")]
        {
            assert!(serde_json::from_str::<Row>(&text.replace(from, to)).is_err(), "{to}");
        }
    }
}
