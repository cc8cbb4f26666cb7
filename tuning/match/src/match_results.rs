//! The results of a match: totals over its pairs of games.

use crate::error::{UsageError, usage};
use crate::game_pair::PairResult;
use crate::search_totals::SearchTotals;
use crate::state_file::State;
use trials::{GameCounts, Hypothesis, Sprt, Tally};

#[derive(Clone, Debug, Default)]
pub struct EngineTotals {
    pub name: String,
    /// Its results against all others.
    pub tally: Tally,
    pub searches: SearchTotals,
    /// The number of games it lost by failing.
    pub failures: u64,
    /// Its games against each engine.
    pub against: Vec<GameCounts>,
}

/// The results of a match so far.
#[derive(Clone, Debug)]
pub struct MatchResults {
    /// The results in each game of rules, in the order in which they were first played: of the first engine, and in a
    /// match of several of the first one of each pair.
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
            against: vec![GameCounts::default(); names.len()],
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
            let against = &mut totals.against[pair.engines[1 - place]];
            half_points.iter().for_each(|&half_points| against.add_game(half_points));
        }
    }
}
