//! Duels: games in process between two players, in pairs from one opening with colours swapped.

use crate::game_files::ScoredGame;
use crate::play::{
    Adjudication, GAME_HASH_MIB, GameOpenings, MoveSampler, Player, play_to_end, search_for_label,
};
use crate::workers::map_until_stopped;
use rand::prelude::*;
use rand::rngs::StdRng;
use rules::{Color, Position, Rules};
use search::{Engine, Limits, Score};
use std::io;
use std::ops::{ControlFlow, Range};
use trials::{HalfPoints, OpeningScorer, half_points, mix_seed};

/// A match of two players. The same settings and seed give the same games with any number of threads.
#[derive(Clone, Debug)]
pub struct Duel {
    pub rules: &'static Rules,
    pub players: [Player; 2],
    pub openings: GameOpenings,
    pub adjudication: Adjudication,
    pub seed: u64,
    /// Number of pairs played at the same time.
    pub threads: usize,
}

/// Two games from one opening.
#[derive(Clone, Debug)]
pub struct DuelPair {
    /// The first player is Black in the first game and White in the second.
    pub games: [ScoredGame; 2],
}

impl DuelPair {
    /// Returns the half points of the first player in both games: 0, 1 or 2 each.
    pub fn half_points(&self) -> [HalfPoints; 2] {
        let [black, white] = self.games.each_ref().map(|game| game.winner);
        [half_points(black, Color::Black), half_points(white, Color::White)]
    }
}

impl Duel {
    pub fn new(rules: &'static Rules, players: [Player; 2]) -> Self {
        Self {
            rules,
            players,
            openings: GameOpenings::default(),
            adjudication: Adjudication::default(),
            seed: 1,
            threads: 1,
        }
    }

    /// Plays the pairs with these numbers, and calls `on_pair` with each in their order until it breaks. Ends before the
    /// next move once `is_stopped`, without the pairs in progress. Returns the value of the break.
    pub fn play<B>(
        &self,
        pairs: Range<u64>,
        is_stopped: impl Fn() -> bool + Sync,
        on_pair: impl FnMut(DuelPair) -> ControlFlow<B>,
    ) -> io::Result<Option<B>> {
        let new_table = || Table::new(&self.players, self.adjudication);
        let play = |table: &mut Table, number| self.play_pair(table, number, &is_stopped);
        map_until_stopped(self.threads, pairs, new_table, play, on_pair)
    }

    /// Plays a pair, unless it is stopped before its end.
    fn play_pair(
        &self,
        table: &mut Table,
        number: u64,
        is_stopped: &impl Fn() -> bool,
    ) -> Option<DuelPair> {
        if is_stopped() {
            return None;
        }
        let (scorer, engine) = (&mut table.opening_scorer, &mut table.opening_engine);
        let position = self.openings.draw(self.rules, mix_seed(self.seed, number), scorer, engine);
        let first = table.play_game(position.clone(), Color::Black, is_stopped)?;
        let second = table.play_game(position, Color::White, is_stopped)?;
        Some(DuelPair { games: [first, second] })
    }
}

/// The engines of a thread.
pub(crate) struct Table {
    opening_scorer: OpeningScorer,
    /// Draws the good moves of the openings. The evaluation of the game itself favours neither player.
    opening_engine: Engine,
    engines: [Engine; 2],
    /// The limits of the players.
    pub limits: [Limits; 2],
    adjudication: Adjudication,
}

impl Table {
    pub fn new(players: &[Player; 2], adjudication: Adjudication) -> io::Result<Self> {
        let [first, second] = players.each_ref().map(|player| player.new_engine(GAME_HASH_MIB));
        Ok(Self {
            opening_scorer: OpeningScorer::new()?,
            opening_engine: Player::default().new_engine(GAME_HASH_MIB)?,
            engines: [first?, second?],
            limits: players.each_ref().map(Player::limits),
            adjudication,
        })
    }

    /// Plays good moves, of which the best is not always chosen, until there are enough or the game is over.
    pub fn play_good_moves(&mut self, sampler: &MoveSampler, position: &mut Position, seed: u64) {
        self.opening_engine.clear();
        let mut random = StdRng::seed_from_u64(seed);
        sampler.play(&mut self.opening_engine, position, &mut random);
    }

    /// Plays a game in which the first player has a colour, unless it is stopped before its end.
    pub fn play_game(
        &mut self,
        position: Position,
        first: Color,
        is_stopped: &impl Fn() -> bool,
    ) -> Option<ScoredGame> {
        self.engines.iter_mut().for_each(Engine::clear);
        let mut was_stopped = false;
        let game = play_to_end(position, self.adjudication, |position| {
            was_stopped |= is_stopped();
            if was_stopped {
                return (None, Score::default());
            }
            let player = usize::from(position.side() != first);
            let (result, score) =
                search_for_label(&mut self.engines[player], position, &self.limits[player]);
            (result.best_move(), score)
        });
        (!was_stopped).then_some(game)
    }
}
