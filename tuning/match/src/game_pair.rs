//! Pairs of games, their results, and the totals of these.

use crate::error::{UsageError, usage};
use crate::game::Game;
use crate::search_totals::SearchTotals;
use crate::sprt::{Hypothesis, Sprt};
use crate::state_file::{self, FileKind, Record, State};
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
    pub name: String,
    /// Its results against all others.
    pub tally: Tally,
    pub searches: SearchTotals,
    /// The number of games it lost by failing.
    pub failures: u64,
    /// Its half points against each engine, and the number of games.
    pub against: Vec<[u64; 2]>,
}

/// The results of a match so far.
#[derive(Clone, Debug)]
pub struct MatchResults {
    /// The first engine's results in each game of rules, in the order in which they were first played.
    pub games: Vec<(&'static str, Tally)>,
    pub engines: Vec<EngineTotals>,
    /// The test of the first engine against the second.
    pub sprt: Option<Sprt>,
}

impl MatchResults {
    /// Counts pairs. Fails if their engines are not among those of the match.
    pub fn new<'a>(
        names: &[&str],
        sprt: Option<Sprt>,
        pairs: impl Iterator<Item = &'a PairResult>,
    ) -> Result<Self, UsageError> {
        if sprt.is_some() && names.len() != 2 {
            return Err(usage!("-sprt needs a match of two engines"));
        }
        let engine = |name: &&str| EngineTotals {
            name: (*name).to_owned(),
            against: vec![[0; 2]; names.len()],
            ..EngineTotals::default()
        };
        let engines = names.iter().map(engine).collect();
        let mut results = Self { games: Vec::new(), engines, sprt };
        for pair in pairs {
            let [first, second] = pair.engines;
            if first == second || first.max(second) >= names.len() {
                return Err(usage!("pair {} has engines that do not meet", pair.number));
            }
            results.add(pair);
        }
        Ok(results)
    }

    /// Returns the results of the match of a state file, or of several together.
    pub fn of_state(state: &State<PairResult>, sprt: Option<Sprt>) -> Result<Self, UsageError> {
        let name = |number: usize| state.first.settings.get(&format!("engine {number} name"));
        let names: Vec<_> = (1..).map_while(name).collect();
        Self::new(&names, sprt, state.records.iter())
    }

    /// Returns the first engine's results.
    pub fn first(&self) -> &Tally {
        &self.engines[0].tally
    }

    pub fn pair_count(&self) -> u64 {
        self.games.iter().map(|(_, tally)| tally.pair_count()).sum()
    }

    /// Returns the hypothesis that the SPRT has accepted.
    pub fn decision(&self) -> Option<Hypothesis> {
        self.sprt.as_ref()?.accepted(self.first())
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
