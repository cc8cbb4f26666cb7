//! Pairs of games, their results, and the totals of these.

use crate::game::Game;
use crate::search_totals::SearchTotals;
use crate::state_file::{self, FileKind, Record};
use crate::stats::{HalfPoints, Tally};
use rules::{Color, Rules};
use serde::{Deserialize, Serialize};

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
            let winner = game.end.result.winner();
            *half_points = match winner {
                None => 1,
                Some(winner) if winner == color => 2,
                Some(_) => 0,
            };
            if game.failure.is_some() {
                result.failures[usize::from(winner == Some(color))] += 1;
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

#[derive(Clone, Debug, Default)]
pub struct EngineTotals {
    /// Its results against all others.
    pub tally: Tally,
    pub searches: SearchTotals,
    /// The number of games it lost by failing.
    pub failures: u64,
    /// Its half points against each engine, and the number of games.
    pub against: Vec<[u64; 2]>,
}

/// The totals over all pairs of a match.
#[derive(Clone, Debug)]
pub struct MatchTotals {
    /// The first engine's results in each game of rules, in the order in which they were first played.
    pub games: Vec<(&'static str, Tally)>,
    pub engines: Vec<EngineTotals>,
}

impl MatchTotals {
    pub fn new(engines: usize) -> Self {
        let totals = EngineTotals { against: vec![[0; 2]; engines], ..EngineTotals::default() };
        Self { games: Vec::new(), engines: vec![totals; engines] }
    }

    /// Adds a pair, whose engines are among those of the match.
    pub fn add(&mut self, pair: &PairResult) {
        let name = pair.rules.name();
        let index = self.games.iter().position(|(game, _)| *game == name).unwrap_or_else(|| {
            self.games.push((name, Tally::default()));
            self.games.len() - 1
        });
        self.games[index].1.add_pair(pair.half_points);
        // The second engine has the other colours.
        let [black, white] = pair.half_points;
        let others = [2 - white, 2 - black];
        for (place, half_points) in [pair.half_points, others].into_iter().enumerate() {
            let totals = &mut self.engines[pair.engines[place]];
            totals.tally.add_pair(half_points);
            totals.searches += pair.searches[place];
            totals.failures = totals.failures.saturating_add(pair.failures[place]);
            let [points, games] = &mut totals.against[pair.engines[1 - place]];
            *points += half_points.iter().map(|&half_points| u64::from(half_points)).sum::<u64>();
            *games += 2;
        }
    }
}
