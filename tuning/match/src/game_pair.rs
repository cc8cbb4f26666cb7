//! Pairs of games: what is played, counted and kept.

use crate::game::Game;
use crate::state::{self, FileKind, Record};
use crate::stats::{HalfPoints, Tally};
use rules::{Color, Rules};
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;
use std::time::Duration;

/// The work an engine put into its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// How many moves told their depth.
    pub moves: u64,
    /// Their depths together.
    pub depths: u64,
    /// The nodes visited.
    pub nodes: u64,
    /// The microseconds that took.
    pub micros: u64,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.moves += other.moves;
        self.depths += other.depths;
        self.nodes += other.nodes;
        self.micros += other.micros;
    }
}

impl Effort {
    /// A side's effort in a game.
    fn of(game: &Game, side: Color) -> Self {
        let mut effort = Self::default();
        let first = game.opening.position().side();
        let sides = [first, !first].into_iter().cycle();
        for (played, _) in game.played.iter().zip(sides).filter(|&(_, mover)| mover == side) {
            if let Some(depth) = played.thought.depth {
                effort.moves += 1;
                effort.depths += u64::from(depth);
            }
            if let Some(nodes) = played.thought.nodes {
                // What an engine says of its time leaves out the way to us and back.
                let told = played.thought.time.filter(|&time| time >= Duration::from_millis(5));
                effort.nodes += nodes;
                effort.micros += told.unwrap_or(played.spent).as_micros() as u64;
            }
        }
        effort
    }

    /// Nodes a second.
    pub fn speed(&self) -> Option<f64> {
        (self.micros > 0).then(|| self.nodes as f64 / self.micros as f64 * 1e6)
    }

    /// The mean depth.
    pub fn depth(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.depths as f64 / self.moves as f64)
    }
}

/// What is kept of a pair that was played. The first engine plays Black in the first game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PairResult {
    /// Its number in the match, from nought.
    pub number: u64,
    /// The game.
    #[serde(rename = "game", with = "state::game_name")]
    pub rules: &'static Rules,
    /// The first engine's points.
    #[serde(rename = "half_points", deserialize_with = "state::half_points")]
    pub points: [HalfPoints; 2],
    /// Both engines' effort.
    pub efforts: [Effort; 2],
    /// How often each engine failed.
    pub failures: [u64; 2],
}

impl Record for PairResult {
    const KIND: FileKind = FileKind { title: "match state", format: "ozutsu-match", version: 2 };

    fn number(&self) -> u64 {
        self.number
    }
}

/// The colour of the first engine in a pair's games.
pub const FIRST_PLAYS: [Color; 2] = [Color::Black, Color::White];

impl PairResult {
    /// What two games come to.
    pub fn new(number: u64, rules: &'static Rules, games: [&Game; 2]) -> Self {
        let mut pair =
            Self { number, rules, points: [0; 2], efforts: Default::default(), failures: [0; 2] };
        for ((game, color), points) in games.into_iter().zip(FIRST_PLAYS).zip(&mut pair.points) {
            *points = match game.ending.winner {
                None => 1,
                Some(winner) if winner == color => 2,
                Some(_) => 0,
            };
            if game.ending.reason.is_failure() {
                pair.failures[usize::from(game.ending.winner == Some(color))] += 1;
            }
            pair.efforts[0] += Effort::of(game, color);
            pair.efforts[1] += Effort::of(game, !color);
        }
        pair
    }
}

/// What all pairs come to.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// By game, in the order in which they came up.
    pub games: Vec<(&'static str, Tally)>,
    /// All games together.
    pub total: Tally,
    /// Both engines' effort.
    pub efforts: [Effort; 2],
    /// How often each engine failed.
    pub failures: [u64; 2],
}

impl Standing {
    /// Counts a pair.
    pub fn add(&mut self, pair: &PairResult) {
        let name = pair.rules.name();
        let place = self.games.iter().position(|(game, _)| *game == name).unwrap_or_else(|| {
            self.games.push((name, Tally::default()));
            self.games.len() - 1
        });
        self.games[place].1.add(pair.points);
        self.total.add(pair.points);
        for side in 0..2 {
            self.efforts[side] += pair.efforts[side];
            self.failures[side] += pair.failures[side];
        }
    }
}
