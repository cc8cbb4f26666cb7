//! What handicaps are worth: in Elo, and in how much more the one who gives them must search.

use super::games::{FEW_PLIES, LEVELS, StudySettings, new_table};
use super::players_eval::PlayersEval;
use crate::duel::Table;
use crate::workers::map_until_stopped;
use rand::prelude::*;
use rand::rngs::StdRng;
use records::{handicap_position, handicaps};
use rules::{Color, Position};
use serde::Serialize;
use std::f64::consts::LN_10;
use std::io;
use std::ops::ControlFlow;
use trials::{Estimate, LogisticRegression};

/// Games in which White gives a handicap and searches more.
#[derive(Clone, Debug)]
pub struct HandicapStudy {
    settings: StudySettings,
    names: Vec<&'static str>,
    starts: Vec<Position>,
    rounds: Vec<HandicapRound>,
    games: u64,
    /// White's results by level. The columns are the handicaps, and last how often White's nodes are doubled.
    results: Vec<LogisticRegression>,
}

/// A game: the numbers of the handicap and the level, and how often the nodes are doubled.
#[derive(Clone, Copy, Debug)]
struct HandicapRound {
    handicap: usize,
    level: usize,
    doublings: u32,
}

/// The rounds of a level, as a multiple of those of the strongest, and its numbers of doublings, from 0.
const GAMES_OF_LEVELS: [usize; LEVELS] = [4, 2, 1];
const DOUBLINGS: [u32; LEVELS] = [6, 5, 4];

/// Games with a handicap at a level from which its worth is estimated.
const MIN_GAMES: usize = 12;
/// The largest errors, in Elo and in doublings. Wider intervals say next to nothing.
const MAX_ERROR: f64 = 500.0;
const MAX_DOUBLINGS_ERROR: f64 = 10.0;

/// What the handicaps of a game are worth.
#[derive(Clone, Debug, Serialize)]
pub struct HandicapReport {
    pub variant: &'static str,
    pub title: &'static str,
    pub seed: u32,
    pub evaluation: PlayersEval,
    pub nodes: Vec<u64>,
    pub games: u64,
    pub handicaps: Vec<HandicapValue>,
}

#[derive(Clone, Debug, Serialize)]
pub struct HandicapValue {
    pub name: &'static str,
    pub levels: Vec<HandicapAtLevel>,
}

/// The worth of a handicap between players of one strength.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct HandicapAtLevel {
    pub nodes: u64,
    /// The Elo of the player who gets it above that of the other.
    pub elo: Option<Estimate>,
    /// How often the nodes of the one who gives it must be doubled for even games.
    pub doublings: Option<Estimate>,
}

impl HandicapStudy {
    /// Creates a study without games, or returns `None` if the game has no handicaps.
    pub fn new(settings: StudySettings) -> Option<Self> {
        let names: Vec<_> = handicaps(settings.rules).map(|start| start.english).collect();
        let starts: Option<Vec<_>> =
            names.iter().map(|name| handicap_position(settings.rules, name)).collect();
        let mut rounds = Vec::new();
        for (level, (&games, &doublings)) in GAMES_OF_LEVELS.iter().zip(&DOUBLINGS).enumerate() {
            for doublings in (0..doublings).cycle().take(games * doublings as usize) {
                let of_handicap = |handicap| HandicapRound { handicap, level, doublings };
                rounds.extend((0..names.len()).map(of_handicap));
            }
        }
        // So that a part of them says something about all.
        rounds.shuffle(&mut StdRng::seed_from_u64(settings.seed.into()));
        let results = vec![LogisticRegression::new(names.len() + 1); LEVELS];
        let study = Self { settings, starts: starts?, rounds, games: 0, results, names };
        (!study.names.is_empty()).then_some(study)
    }

    pub fn games(&self) -> u64 {
        self.games
    }

    /// Plays games, and calls `on_game` after each until it breaks. Ends before the next move once `is_stopped`.
    pub fn play<B>(
        &mut self,
        threads: usize,
        is_stopped: impl Fn() -> bool + Sync,
        mut on_game: impl FnMut(&Self) -> ControlFlow<B>,
    ) -> io::Result<Option<B>> {
        let Self { settings, starts, rounds, .. } = self.clone();
        let play_game = |table: &mut Table, number: u64| {
            let round = rounds[(number % rounds.len() as u64) as usize];
            let nodes = settings.level_nodes(round.level);
            let giver = nodes.saturating_mul(1 << round.doublings);
            table.limits = settings.limits([giver, nodes], number);
            let mut position = starts[round.handicap].clone();
            settings.play_opening(table, &mut position, FEW_PLIES, round.level, number);
            let game = table.play_game(position, Color::White, &is_stopped)?;
            Some((round, game.points(Color::White)))
        };
        let numbers = self.games..u64::MAX;
        map_until_stopped(threads, numbers, new_table, play_game, |(round, points)| {
            self.add(round, points.into());
            on_game(self)
        })
    }

    fn add(&mut self, round: HandicapRound, points: f64) {
        let doublings = (self.names.len(), f64::from(round.doublings));
        let results = &mut self.results[round.level];
        results.add_position([(round.handicap, 1.0), doublings].into_iter(), points);
        results.end_game();
        self.games += 1;
    }

    pub fn report(&self) -> HandicapReport {
        let Self { settings, names, .. } = self;
        let coefficients: Vec<_> =
            self.results.iter().map(LogisticRegression::coefficients).collect();
        let at_level = |handicap: usize, level: usize| {
            let has_games = self.results[level].games_with()[handicap] >= MIN_GAMES;
            let found = coefficients[level].as_ref().filter(|_| has_games);
            // The coefficients are White's.
            let lost = |found: Estimate| Estimate::new(-found.value, found.error());
            let elo = found.map(|found| lost(found.of(handicap)).times(400.0 / LN_10));
            // Without a sure gain from more nodes, a handicap has no worth in nodes.
            let gaining = found.filter(|found| found.of(names.len()).low > 0.0);
            let doublings = gaining.map(|found| lost(found.quotient(handicap, names.len())));
            HandicapAtLevel {
                nodes: settings.level_nodes(level),
                elo: elo.filter(|found| found.error() <= MAX_ERROR),
                doublings: doublings.filter(|found| found.error() <= MAX_DOUBLINGS_ERROR),
            }
        };
        let value = |(handicap, &name): (usize, &&'static str)| HandicapValue {
            name,
            levels: (0..LEVELS).map(|level| at_level(handicap, level)).collect(),
        };
        HandicapReport {
            variant: settings.rules.name(),
            title: settings.rules.title(),
            seed: settings.seed,
            evaluation: PlayersEval::of(settings.rules),
            nodes: settings.nodes_of_levels(),
            games: self.games,
            handicaps: names.iter().enumerate().map(value).collect(),
        }
    }
}
