//! What `-json` prints instead of text: one object a line. `docs/json.md` describes the objects, and
//! `docs/json.schema.json` is their schema.

use crate::match_results::{EngineTotals, MatchResults};
use crate::progress::Progress;
use records::EndReason;
use serde::Serialize;
use std::time::Duration;
use trials::{Estimate, GameCounts, Hypothesis, Sprt, Tally};

/// What a line can be.
#[derive(Serialize, Debug)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Object<'a> {
    MatchStart {
        engines: &'a [&'a str],
        seed: u64,
    },
    /// A game that an engine lost by failing.
    FailedGame {
        /// The number of the game, from 1.
        game: u64,
        variant: &'a str,
        black: &'a str,
        white: &'a str,
        winner: Option<&'a str>,
        reason: EndReason,
        text: &'a str,
    },
    MatchProgress {
        /// The games that have ended, with those of unfinished pairs.
        ended: u64,
        max_games: u64,
        running: u64,
        elapsed_ms: u64,
        remaining_ms: Option<u64>,
        #[serde(flatten)]
        results: Results<'a>,
    },
    MatchEnd(Results<'a>),
}

impl<'a> Object<'a> {
    pub fn progress(progress: &Progress, running: u64, results: Results<'a>) -> Self {
        let milliseconds = |time: Duration| time.as_millis() as u64;
        let elapsed = progress.elapsed();
        Self::MatchProgress {
            ended: progress.done,
            max_games: progress.total,
            running,
            elapsed_ms: milliseconds(elapsed),
            remaining_ms: progress.time_left(elapsed).map(milliseconds),
            results,
        }
    }

    /// Formats the line without its end.
    pub fn line(&self) -> String {
        // Objects whose keys are text cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The results so far.
#[derive(Serialize, Debug)]
pub struct Results<'a> {
    games: u64,
    engines: Vec<EngineResults<'a>>,
    /// The first engine's results in each game of rules, if there are two engines.
    variants: Vec<VariantResults>,
    sprt: Option<SprtState<'a>>,
}

#[derive(Serialize, Debug)]
struct EngineResults<'a> {
    name: &'a str,
    #[serde(flatten)]
    tally: TallyObject,
    /// The games lost by failing.
    failures: u64,
    nps: Option<f64>,
    depth: Option<f64>,
    opponents: Vec<Opponent<'a>>,
}

#[derive(Serialize, Debug)]
struct Opponent<'a> {
    name: &'a str,
    games: u64,
    points: f64,
}

#[derive(Serialize, Debug)]
struct VariantResults {
    variant: &'static str,
    #[serde(flatten)]
    tally: TallyObject,
}

#[derive(Serialize, Debug)]
struct TallyObject {
    #[serde(flatten)]
    all: Games,
    black: Games,
    white: Games,
    /// The fraction of all points.
    score: f64,
    /// Pairs that scored 0, 1/2, 1, 3/2 and 2 points.
    pairs: [u64; 5],
    elo: Option<Estimate>,
    nelo: Option<Estimate>,
    los: Option<f64>,
}

#[derive(Serialize, Debug)]
struct Games {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
}

#[derive(Serialize, Debug)]
struct SprtState<'a> {
    #[serde(flatten)]
    test: &'a Sprt,
    llr: f64,
    lower: f64,
    upper: f64,
    accepted: Option<Hypothesis>,
}

impl<'a> Results<'a> {
    pub fn new(results: &'a MatchResults) -> Self {
        let all = &results.engines;
        let engines: Vec<_> = all.iter().map(|engine| EngineResults::new(engine, all)).collect();
        let variants = results.games.iter().filter(|_| all.len() == 2);
        Self {
            games: 2 * results.pair_count(),
            variants: variants
                .map(|(variant, tally)| VariantResults { variant, tally: tally.into() })
                .collect(),
            sprt: results.sprt.as_ref().map(|test| {
                let (lower, upper) = test.bounds();
                let (llr, accepted) = (test.llr(results.first()), results.decision());
                SprtState { test, llr, lower, upper, accepted }
            }),
            engines,
        }
    }
}

impl<'a> EngineResults<'a> {
    fn new(engine: &'a EngineTotals, all: &'a [EngineTotals]) -> Self {
        let opponents = all.iter().zip(&engine.against).filter(|(_, against)| against.games() > 0);
        Self {
            name: &engine.name,
            tally: (&engine.tally).into(),
            failures: engine.failures,
            nps: engine.searches.nodes_per_second(),
            depth: engine.searches.average_depth(),
            opponents: opponents
                .map(|(opponent, against)| Opponent {
                    name: &opponent.name,
                    games: against.games(),
                    points: against.points(),
                })
                .collect(),
        }
    }
}

impl From<&Tally> for TallyObject {
    fn from(tally: &Tally) -> Self {
        Self {
            all: tally.games().into(),
            black: tally.black.into(),
            white: tally.white.into(),
            score: tally.score(),
            pairs: tally.pairs,
            elo: tally.elo(),
            nelo: tally.normalised_elo(),
            los: tally.los(),
        }
    }
}

impl From<GameCounts> for Games {
    fn from(GameCounts([losses, draws, wins]): GameCounts) -> Self {
        Self { games: losses + draws + wins, wins, draws, losses }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_pair::PairResult;

    #[test]
    fn the_second_engine_has_the_other_side() {
        let rules = games::by_name("shogi").unwrap();
        let (engines, searches, failures) = ([0, 1], Default::default(), [0, 0]);
        // The first engine wins as Black and draws as White.
        let half_points = [2, 1];
        let pair = PairResult { number: 0, rules, engines, half_points, searches, failures };
        let results = MatchResults::new(&["one", "two"], None, [&pair].into_iter()).unwrap();
        let results = Results::new(&results);
        let games = |games: &Games| [games.wins, games.draws, games.losses];
        let sides = |engine: usize| {
            let TallyObject { black, white, .. } = &results.engines[engine].tally;
            [games(black), games(white)]
        };
        assert_eq!((results.games, results.engines[0].tally.all.games), (2, 2));
        assert_eq!(sides(0), [[1, 0, 0], [0, 1, 0]]);
        assert_eq!(sides(1), [[0, 1, 0], [0, 0, 1]]);
    }
}
