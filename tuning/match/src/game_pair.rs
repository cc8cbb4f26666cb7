//! Pairs of games and their results.

use crate::game::Game;
use crate::search_totals::SearchTotals;
use crate::state_file::{self, FileKind, Record};
use rules::{Color, Rules};
use serde::{Deserialize, Serialize};
use trials::HalfPoints;

/// A pair of games to play.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The indices of the engines.
    pub engines: [usize; 2],
    pub rules: &'static Rules,
    /// The number of the pair among those of its pairing and game.
    pub round: u64,
}

/// The colour of the first engine in the two games of a pair.
pub const FIRST_ENGINE_COLORS: [Color; 2] = [Color::Black, Color::White];

/// The result of a pair of games. Read from a state file, it is that of a [`PairRecord`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PairResult {
    /// The number of the pair in the match, from 0.
    pub number: u64,
    #[serde(rename = "game", with = "state_file::game_name")]
    pub rules: &'static Rules,
    #[serde(default = "first_two", skip_serializing_if = "is_first_two")]
    pub engines: [usize; 2],
    /// The first engine's points in the two games.
    #[serde(deserialize_with = "state_file::half_points")]
    pub half_points: [HalfPoints; 2],
    pub searches: [SearchTotals; 2],
    /// The number of games that each engine lost by failing.
    pub failures: [u64; 2],
}

fn first_two() -> [usize; 2] {
    [0, 1]
}

fn is_first_two(engines: &[usize; 2]) -> bool {
    *engines == first_two()
}

impl PairResult {
    pub fn new(number: u64, pair: &Pair, games: [&Game; 2]) -> Self {
        let mut result = Self {
            number,
            rules: pair.rules,
            engines: pair.engines,
            half_points: [0; 2],
            searches: Default::default(),
            failures: [0; 2],
        };
        let games = games.into_iter().zip(FIRST_ENGINE_COLORS);
        for ((game, color), half_points) in games.zip(&mut result.half_points) {
            *half_points = trials::half_points(game.end.result.winner(), color);
            if let Some((loser, _)) = game.failure {
                result.failures[usize::from(loser != color)] += 1;
            }
            result.searches[0] += game.searches[color.index()];
            result.searches[1] += game.searches[(!color).index()];
        }
        result
    }
}

/// A pair of games in the state file: its result, and its games as they are written to other files.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PairRecord {
    #[serde(flatten)]
    pub result: PairResult,
    /// Both games as PGN, and their lines of a log.
    pub pgn: String,
    pub log: String,
}

const KIND: FileKind = FileKind { title: "match state", format: "ozutsu-match", version: 2 };

impl Record for PairResult {
    const KIND: FileKind = KIND;

    fn number(&self) -> u64 {
        self.number
    }
}

impl Record for PairRecord {
    const KIND: FileKind = KIND;

    fn number(&self) -> u64 {
        self.result.number
    }
}
