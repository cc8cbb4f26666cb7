//! The results of game pairs, and their totals.

use crate::game::Game;
use crate::state_file::{self, FileKind, Record};
use crate::stats::{HalfPoints, Tally};
use rules::{Color, Rules};
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;
use std::time::Duration;

/// Totals of an engine's searches, for its average speed and depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchTotals {
    /// The number of moves for which a depth was reported.
    pub moves: u64,
    /// The sum of these depths.
    pub depths: u64,
    /// The nodes searched.
    pub nodes: u64,
    /// The time spent on these nodes, in microseconds.
    pub micros: u64,
}

impl AddAssign for SearchTotals {
    fn add_assign(&mut self, other: Self) {
        self.moves += other.moves;
        self.depths += other.depths;
        self.nodes += other.nodes;
        self.micros += other.micros;
    }
}

impl SearchTotals {
    /// Sums the searches of one player in a game.
    fn of_game(game: &Game, side: Color) -> Self {
        let mut totals = Self::default();
        let first = game.opening.position().side();
        let movers = [first, !first].into_iter().cycle();
        for (played, _) in game.played.iter().zip(movers).filter(|&(_, mover)| mover == side) {
            if let Some(depth) = played.info.depth {
                totals.moves += 1;
                totals.depths += u64::from(depth);
            }
            if let Some(nodes) = played.info.nodes {
                // Prefer the engine's own time, which excludes communication, unless it is too short for
                // its resolution of a millisecond.
                let own_time = played.info.time.filter(|&time| time >= Duration::from_millis(5));
                totals.nodes += nodes;
                totals.micros += own_time.unwrap_or(played.spent).as_micros() as u64;
            }
        }
        totals
    }

    /// Returns the average number of nodes per second.
    pub fn nodes_per_second(&self) -> Option<f64> {
        (self.micros > 0).then(|| self.nodes as f64 / self.micros as f64 * 1e6)
    }

    /// Returns the average depth.
    pub fn average_depth(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.depths as f64 / self.moves as f64)
    }
}

/// The colour of the first engine in the two games of a pair.
pub const FIRST_ENGINE_COLORS: [Color; 2] = [Color::Black, Color::White];

/// The result of a pair of games, as the state file stores it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PairResult {
    /// The number of the pair in the match, from 0.
    pub number: u64,
    /// The game.
    #[serde(rename = "game", with = "state_file::game_name")]
    pub rules: &'static Rules,
    /// The first engine's points in the two games.
    #[serde(deserialize_with = "state_file::half_points")]
    pub half_points: [HalfPoints; 2],
    /// The searches of each engine.
    pub searches: [SearchTotals; 2],
    /// The number of games that each engine lost by failing.
    pub failures: [u64; 2],
}

impl PairResult {
    /// Summarises the two games of a pair.
    pub fn new(number: u64, rules: &'static Rules, games: [&Game; 2]) -> Self {
        let mut pair = Self {
            number,
            rules,
            half_points: [0; 2],
            searches: Default::default(),
            failures: [0; 2],
        };
        let games = games.into_iter().zip(FIRST_ENGINE_COLORS);
        for ((game, color), half_points) in games.zip(&mut pair.half_points) {
            let result = &game.result;
            *half_points = match result.winner {
                None => 1,
                Some(winner) if winner == color => 2,
                Some(_) => 0,
            };
            if result.termination.is_failure() {
                pair.failures[usize::from(result.winner == Some(color))] += 1;
            }
            pair.searches[0] += SearchTotals::of_game(game, color);
            pair.searches[1] += SearchTotals::of_game(game, !color);
        }
        pair
    }
}

impl Record for PairResult {
    const KIND: FileKind = FileKind { title: "match state", format: "ozutsu-match", version: 2 };

    fn number(&self) -> u64 {
        self.number
    }
}

/// The totals over all pairs of a match.
#[derive(Clone, Debug, Default)]
pub struct MatchTotals {
    /// The results of each game, in the order in which the games were first played.
    pub games: Vec<(&'static str, Tally)>,
    /// The results of all games together.
    pub all: Tally,
    /// The searches of each engine.
    pub searches: [SearchTotals; 2],
    /// The number of games that each engine lost by failing.
    pub failures: [u64; 2],
}

impl MatchTotals {
    /// Adds a pair.
    pub fn add(&mut self, pair: &PairResult) {
        let name = pair.rules.name();
        let index = self.games.iter().position(|(game, _)| *game == name).unwrap_or_else(|| {
            self.games.push((name, Tally::default()));
            self.games.len() - 1
        });
        self.games[index].1.add_pair(pair.half_points);
        self.all.add_pair(pair.half_points);
        for engine in 0..2 {
            self.searches[engine] += pair.searches[engine];
            self.failures[engine] += pair.failures[engine];
        }
    }
}
