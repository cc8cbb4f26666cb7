//! Duels: games in process between two players, in pairs from one opening with colours swapped.

use crate::game_files::ScoredGame;
use crate::play::{Adjudication, GameOpenings, Player, play_to_end, search_for_label};
use crate::workers::map_in_order;
use openings::{OpeningScorer, mix_seed};
use rules::{Color, Position, Rules};
use search::{Engine, Limits, Score};
use std::io;
use std::ops::{ControlFlow, Range};

/// A match of two players. The same settings and seed give the same games with any number of threads.
#[derive(Clone, Debug)]
pub struct Duel {
    pub rules: &'static Rules,
    pub players: [Player; 2],
    pub openings: GameOpenings,
    /// Draws the good moves of the openings. The evaluation of the game itself favours neither player.
    pub opening_player: Player,
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
    pub fn half_points(&self) -> [u8; 2] {
        let [black, white] = &self.games;
        [(black, Color::Black), (white, Color::White)].map(|(game, side)| match game.winner {
            None => 1,
            Some(winner) => 2 * u8::from(winner == side),
        })
    }
}

impl Duel {
    pub fn new(rules: &'static Rules, players: [Player; 2]) -> Self {
        Self {
            rules,
            players,
            openings: GameOpenings::default(),
            opening_player: Player::default(),
            adjudication: Adjudication::default(),
            seed: 1,
            threads: 1,
        }
    }

    /// Plays the pairs with these numbers, and calls `on_pair` with each in their order until it breaks. Ends
    /// before the next move once `is_stopped`, without the pairs in progress.
    pub fn play<B>(
        &self,
        pairs: Range<u64>,
        is_stopped: impl Fn() -> bool + Sync,
        mut on_pair: impl FnMut(DuelPair) -> ControlFlow<B>,
    ) -> io::Result<ControlFlow<B>> {
        let played = map_in_order(
            self.threads,
            pairs,
            || Table::new(self),
            |table, number| table.play_pair(number, &is_stopped),
            |pair| match pair {
                None => ControlFlow::Break(None),
                Some(pair) => match on_pair(pair) {
                    ControlFlow::Continue(()) => ControlFlow::Continue(()),
                    ControlFlow::Break(value) => ControlFlow::Break(Some(value)),
                },
            },
        )?;
        Ok(match played {
            ControlFlow::Break(Some(value)) => ControlFlow::Break(value),
            ControlFlow::Break(None) | ControlFlow::Continue(()) => ControlFlow::Continue(()),
        })
    }
}

/// The engines of a thread.
pub(crate) struct Table<'a> {
    duel: &'a Duel,
    opening_scorer: OpeningScorer,
    pub opening_engine: Engine,
    engines: [Engine; 2],
    /// The limits of the players.
    pub limits: [Limits; 2],
}

impl<'a> Table<'a> {
    pub fn new(duel: &'a Duel) -> Self {
        Self {
            duel,
            opening_scorer: OpeningScorer::default(),
            opening_engine: duel.opening_player.new_engine(),
            engines: duel.players.each_ref().map(Player::new_engine),
            limits: duel.players.each_ref().map(Player::limits),
        }
    }

    /// Plays a pair, unless it is stopped before its end.
    pub fn play_pair(&mut self, number: u64, is_stopped: &impl Fn() -> bool) -> Option<DuelPair> {
        if is_stopped() {
            return None;
        }
        let Duel { rules, openings, seed, .. } = self.duel;
        let (scorer, engine) = (&mut self.opening_scorer, &mut self.opening_engine);
        let position = openings.draw(rules, mix_seed(*seed, number), scorer, engine);
        let first = self.play_game(position.clone(), Color::Black, is_stopped)?;
        let second = self.play_game(position, Color::White, is_stopped)?;
        Some(DuelPair { games: [first, second] })
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
        let game = play_to_end(position, self.duel.adjudication, |position| {
            was_stopped |= is_stopped();
            if was_stopped {
                return (None, Score::default());
            }
            let player = usize::from(position.side() != first);
            let (result, score) =
                search_for_label(&mut self.engines[player], position, &self.limits[player]);
            (result.best_move, score)
        });
        (!was_stopped).then_some(game)
    }
}
