//! Which games a study plays.

use super::facts::GameFacts;
use crate::duel::Table;
use crate::game_files::ScoredGame;
use crate::play::{Adjudication, MoveSampler, Player};
use eval::EvalSource;
use rand::prelude::*;
use rand::rngs::StdRng;
use rules::{Color, Position, Rules};
use search::Limits;
use std::io;
use std::ops::{Range, RangeInclusive};
use trials::mix_seed;

/// What decides the games of a study, apart from their number.
#[derive(Clone, Debug)]
pub struct StudySettings {
    pub rules: &'static Rules,
    pub seed: u32,
    /// Nodes a move of the weakest players.
    pub nodes: u64,
}

impl StudySettings {
    pub const DEFAULT_NODES: u64 = 100;

    /// Returns the nodes a move of players of a level.
    pub fn level_nodes(&self, level: usize) -> u64 {
        self.nodes.saturating_mul(NODES_PER_LEVEL.pow(level as u32))
    }

    /// Returns the nodes a move of the players, weakest first.
    pub fn nodes_of_levels(&self) -> Vec<u64> {
        (0..LEVELS).map(|level| self.level_nodes(level)).collect()
    }

    /// Returns the limits of two players in the game with a number. `nodes` are what they search a move on average. Both
    /// differ from it by the same factor, because equal players would repeat a game whose opening is forced.
    pub(super) fn limits(&self, nodes: [u64; 2], number: u64) -> [Limits; 2] {
        let seed = mix_seed(!u64::from(self.seed), number);
        let factor = StdRng::seed_from_u64(seed).random_range(NODES_FACTORS);
        nodes.map(|nodes| {
            let nodes = (nodes as f64 * factor) as u64;
            Player::new(EvalSource::OfGame, nodes.max(1)).limits()
        })
    }

    /// Plays the opening of the game with a number, for players of a level.
    pub(super) fn play_opening(
        &self,
        table: &mut Table,
        position: &mut Position,
        plies: RangeInclusive<u32>,
        level: usize,
        number: u64,
    ) {
        let nodes = (self.level_nodes(level) / 2).max(MIN_SAMPLE_NODES);
        let sampler = MoveSampler { plies, nodes, ..MoveSampler::default() };
        table.play_good_moves(&sampler, position, mix_seed(self.seed.into(), number));
    }
}

/// Number of strengths.
pub(super) const LEVELS: usize = 3;
/// How much the nodes of both players may differ in a game from those of their level.
const NODES_FACTORS: Range<f64> = 0.7..1.3;
/// How many times as many nodes a level has as the one below.
const NODES_PER_LEVEL: u64 = 4;

/// What a game is played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// To know the balance of the start position. A few moves are drawn at random, so that games differ.
    Start,
    /// The same after the openings that good players would choose.
    Openings,
    /// To know how much better play wins: the first player searches twice as many nodes. Games are in pairs from one
    /// opening, with colours swapped.
    Skill,
}

/// One game, or a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    pub purpose: Purpose,
    pub level: usize,
}

/// The rounds that a study repeats. Weak players play more games than strong ones, which take longer.
const CYCLE: [(Purpose, usize); 17] = {
    use Purpose::{Openings, Skill, Start};
    [
        (Start, 0),
        (Openings, 0),
        (Skill, 0),
        (Start, 1),
        (Openings, 1),
        (Start, 0),
        (Openings, 0),
        (Skill, 1),
        (Start, 2),
        (Openings, 2),
        (Start, 0),
        (Openings, 0),
        (Skill, 0),
        (Start, 1),
        (Openings, 1),
        (Start, 0),
        (Openings, 0),
    ]
};

impl Round {
    /// Returns the round with a number, counted from 0.
    pub fn number(number: u64) -> Self {
        let (purpose, level) = CYCLE[(number % CYCLE.len() as u64) as usize];
        Self { purpose, level }
    }

    /// Returns the number of its games.
    pub fn games(self) -> usize {
        if self.purpose == Purpose::Skill { 2 } else { 1 }
    }

    /// Returns a range from which each opening draws its number of moves.
    fn opening_plies(self) -> RangeInclusive<u32> {
        match self.purpose {
            Purpose::Start => FEW_PLIES,
            Purpose::Openings | Purpose::Skill => 10..=18,
        }
    }

    /// Returns the nodes a move of the players, of which the first has the first move in the first game.
    fn nodes(self, settings: &StudySettings) -> [u64; 2] {
        let nodes = settings.level_nodes(self.level);
        let first = if self.purpose == Purpose::Skill { nodes.saturating_mul(2) } else { nodes };
        [first, nodes]
    }
}

/// A round that has been played.
#[derive(Clone, Debug)]
pub struct PlayedRound {
    pub round: Round,
    pub games: Vec<ScoredGame>,
    pub(super) facts: Vec<GameFacts>,
}

impl PlayedRound {
    pub fn new(round: Round, games: Vec<ScoredGame>) -> Self {
        let facts = games.iter().map(GameFacts::new).collect();
        Self { round, games, facts }
    }
}

/// The numbers of moves that are drawn so that games differ.
pub(super) const FEW_PLIES: RangeInclusive<u32> = 3..=6;

/// The fewest nodes of a search for opening moves.
const MIN_SAMPLE_NODES: u64 = 200;

/// Creates a table whose games end by the rules, as those of people do, unless they take too long. The limits of the
/// players are set for each game.
pub(super) fn new_table() -> io::Result<Table> {
    let defaults = Adjudication::default();
    let adjudication = Adjudication { win_score: i32::MAX, forced_wins: false, ..defaults };
    Table::new(&Default::default(), adjudication)
}

/// Plays a round, unless it is stopped before its end.
pub(super) fn play_round(
    table: &mut Table,
    settings: &StudySettings,
    number: u64,
    is_stopped: &impl Fn() -> bool,
) -> Option<PlayedRound> {
    if is_stopped() {
        return None;
    }
    let round = Round::number(number);
    table.limits = settings.limits(round.nodes(settings), number);
    let mut position = Position::start(settings.rules);
    // The game may end in the opening, as if it had been played without it.
    settings.play_opening(table, &mut position, round.opening_plies(), round.level, number);
    let games = Color::BOTH.into_iter().take(round.games());
    let games = games.map(|first| table.play_game(position.clone(), first, is_stopped));
    Some(PlayedRound::new(round, games.collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn players_of_a_level_differ_from_game_to_game() {
        let rules = games::by_name("taihoshogi").unwrap();
        let settings = StudySettings { rules, seed: 1, nodes: 400 };
        let nodes = (0..100).map(|number| {
            let [first, second] = settings.limits([2_000, 1_000], number);
            let (first, second) = (first.soft_nodes.unwrap(), second.soft_nodes.unwrap());
            assert!(first.abs_diff(2 * second) <= 1 && (700..1_300).contains(&second), "{second}");
            second
        });
        assert!(nodes.collect::<HashSet<_>>().len() > 80);
    }
}
