//! The results of games, and the reasons why they end.

use rules::Color;
use serde::de::IntoDeserializer;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The result of a recorded game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GameResult {
    Win(Color),
    Draw,
    /// The game was not finished, or the record does not say who won.
    Unknown,
}

impl GameResult {
    /// Returns the result as PGN writes it, with Black's points first because Black moves first.
    pub fn pgn(self) -> &'static str {
        match self {
            Self::Win(Color::Black) => "1-0",
            Self::Win(Color::White) => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// Parses a result as PGN writes it.
    pub fn from_pgn(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(Self::Win(Color::Black)),
            "0-1" => Some(Self::Win(Color::White)),
            "1/2-1/2" | "1/2" | "½-½" => Some(Self::Draw),
            "*" => Some(Self::Unknown),
            _ => None,
        }
    }

    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Win(color) => Some(color),
            _ => None,
        }
    }
}

/// Why a recorded game ended. Its text is its name in JSON and in Python.
///
/// ```
/// use records::EndReason;
///
/// assert_eq!("no_show".parse(), Ok(EndReason::NoShow));
/// assert_eq!(EndReason::TimeForfeit.to_string(), "time");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The record does not say.
    #[default]
    Unknown,
    /// None of the others: the first line of the text is the record's word for it.
    Other,
    Resignation,
    Mate,
    /// The loser, or in a draw the side to move, had no legal move and was not in check.
    #[serde(rename = "stalemate")]
    NoLegalMove,
    /// The loser's time ran out.
    #[serde(rename = "time")]
    TimeForfeit,
    /// The loser made an illegal move.
    IllegalMove,
    /// A position was repeated: a draw, or a loss where the rules say so.
    Repetition,
    /// The loser gave perpetual check.
    PerpetualCheck,
    /// A draw because both kings had entered the enemy camp (持将棋).
    Impasse,
    /// The winner declared the win with an entered king (入玉宣言).
    Declaration,
    /// The winner's king reached its goal (トライ).
    GoalReached,
    /// The maximum number of moves was reached.
    MoveLimit,
    Agreement,
    /// The game was interrupted or adjourned.
    Interruption,
    /// A person or program adjudicated the game.
    Adjudication,
    /// The loser left or crashed.
    Abandonment,
    /// The game was not played because the loser did not appear.
    NoShow,
    /// A mate problem was found to have no mate.
    NoMate,
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The error names the reasons that there are.
impl FromStr for EndReason {
    type Err = serde::de::value::Error;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::deserialize(name.into_deserializer())
    }
}
