//! Self-play: plays and adjudicates games of the engine against itself.

use super::label::search_for_label;
use super::move_sampler::MoveSampler;
use crate::depth_counts::DepthCounts;
use crate::game_files::{ScoredGame, ScoredMove, SelfPlayEnd};
use eval::EvalSource;
use openings::{OpeningGenerator, OpeningScorer, mix_seed};
use rand::prelude::*;
use rand::rngs::StdRng;
use rules::{Color, ImpasseClaim, Outcome, Position, Rules};
use search::{Engine, Limits};
use std::ops::RangeInclusive;

/// Settings of self-play games and their adjudication.
#[derive(Clone, Debug)]
pub struct SelfPlayOptions {
    /// Generator of the openings, apart from its number of random plies.
    pub openings: OpeningGenerator,
    /// Numbers of random plies at the start of a game. Each game draws one.
    pub random_plies: RangeInclusive<u32>,
    /// Plays good moves after the random ones.
    pub sampler: MoveSampler,
    /// Number of nodes after which a search starts no new iteration.
    pub soft_nodes: u64,
    /// Number of nodes after which a search ends at once.
    pub hard_nodes: u64,
    /// Score, in the evaluation's units, that adjudicates a game as won when both sides agree on
    /// the winner for six plies in a row.
    pub win_score: i32,
    /// Ply at which a game is adjudicated as drawn.
    pub max_plies: usize,
    /// Evaluation to use in the games. Openings are scored by the built-in one.
    pub eval_source: EvalSource,
}

impl Default for SelfPlayOptions {
    fn default() -> Self {
        Self {
            openings: OpeningGenerator {
                nodes: 300,
                max_score: 1_000,
                ..OpeningGenerator::default()
            },
            random_plies: 6..=14,
            sampler: MoveSampler::default(),
            soft_nodes: 100,
            hard_nodes: 200,
            win_score: 4_000,
            max_plies: 400,
            eval_source: EvalSource::default(),
        }
    }
}

/// Size of the transposition table in MiB. Kept small: the table is cleared before every game.
const HASH_MIB: usize = 4;

/// Consecutive plies for which the scores of both sides must agree on the winner.
const WIN_ADJUDICATION_PLIES: u32 = 6;

/// Plays self-play games.
#[derive(Debug)]
pub struct SelfPlayer {
    options: SelfPlayOptions,
    opening_scorer: OpeningScorer,
    engine: Engine,
    /// The depths of the searches of the last game.
    depths: DepthCounts,
}

impl SelfPlayer {
    pub fn new(options: SelfPlayOptions) -> Self {
        let mut engine = Engine::on_calling_thread().with_hash(HASH_MIB);
        engine.eval_source = options.eval_source.clone();
        let (opening_scorer, depths) = Default::default();
        Self { options, opening_scorer, engine, depths }
    }

    /// Returns the completed depths of the searches that chose the moves of the last game.
    pub fn depths(&self) -> DepthCounts {
        self.depths
    }

    /// Plays the game of a seed. The same seed always gives the same game: the engine is cleared
    /// first.
    pub fn play_game(&mut self, rules: &'static Rules, seed: u64) -> ScoredGame {
        let mut position = self.draw_opening(rules, seed);
        let opening: Vec<_> = position.moves().collect();
        self.engine.clear();
        self.depths = DepthCounts::default();
        let limits = Limits {
            nodes: Some(self.options.hard_nodes),
            soft_nodes: Some(self.options.soft_nodes),
            ..Limits::default()
        };
        let mut moves = Vec::new();
        let mut adjudicator = Adjudicator::new(&self.options);
        let (end, winner) = loop {
            if let Some(end) = adjudicator.end_before_move(&position) {
                break end;
            }
            let (result, score) = search_for_label(&mut self.engine, &position, &limits);
            let side = position.side();
            let Some(mv) = result.best_move else { break (SelfPlayEnd::Rules, Some(!side)) };
            self.depths.add(result.depth);
            moves.push(ScoredMove { mv, score: score.raw() as i16 });
            position.do_move(mv);
            if score.is_decided() {
                let winner = if score.is_win() { side } else { !side };
                break (SelfPlayEnd::ForcedWin, Some(winner));
            }
            if let Some(winner) = adjudicator.adjudicated_winner(score.raw(), side) {
                break (SelfPlayEnd::WinAdjudication, Some(winner));
            }
        };
        ScoredGame { rules, winner, end, opening, moves }
    }

    /// Returns the position after the random and the sampled moves of a game.
    fn draw_opening(&mut self, rules: &'static Rules, seed: u64) -> Position {
        let SelfPlayOptions { openings, random_plies, sampler, .. } = &self.options;
        let (least, most) = (*random_plies.start(), *random_plies.end());
        let count = u64::from(most.saturating_sub(least)) + 1;
        let plies = least + (mix_seed(seed, 0) % count) as u32;
        let generator = OpeningGenerator { plies, ..*openings };
        // The generator of the random moves starts from the seed itself.
        let mut random = StdRng::seed_from_u64(mix_seed(seed, 1 << 63));
        let mut max_score = openings.max_score;
        loop {
            let seed = if max_score == openings.max_score { seed } else { random.random() };
            let mut position = generator.generate(rules, seed, &mut self.opening_scorer);
            self.engine.clear();
            let score = sampler.play(&mut self.engine, &mut position, &mut random);
            if score.is_some_and(|score| score.abs() <= max_score) {
                return position;
            }
            max_score = max_score.saturating_add(openings.max_score / 4 + 1);
        }
    }
}

/// Decides when a game is over and who won it.
struct Adjudicator {
    win_score: i32,
    max_plies: usize,
    /// Side that the latest scores show as winning.
    leader: Option<Color>,
    /// Consecutive plies whose scores agree on `leader`.
    agreed_plies: u32,
}

impl Adjudicator {
    fn new(options: &SelfPlayOptions) -> Self {
        let &SelfPlayOptions { win_score, max_plies, .. } = options;
        Self { win_score, max_plies, leader: None, agreed_plies: 0 }
    }

    /// Returns the end reason and the winner, if the game is over by the rules, by declaration or
    /// by its number of plies.
    fn end_before_move(&self, position: &Position) -> Option<(SelfPlayEnd, Option<Color>)> {
        let side = position.side();
        match (position.outcome(), position.impasse_claim()) {
            (Outcome::Ongoing, Some(ImpasseClaim::Win)) => {
                Some((SelfPlayEnd::Declaration, Some(side)))
            }
            (Outcome::Ongoing, _) if position.moves().len() >= self.max_plies => {
                Some((SelfPlayEnd::MaxPlies, None))
            }
            (Outcome::Ongoing, _) => None,
            (outcome, _) => Some((SelfPlayEnd::Rules, outcome.winner(side))),
        }
    }

    /// Adds the score of a move by `side`. Returns the winner once the scores have agreed on it for
    /// [`WIN_ADJUDICATION_PLIES`].
    fn adjudicated_winner(&mut self, score: i32, side: Color) -> Option<Color> {
        let leader = match score {
            _ if score >= self.win_score => Some(side),
            _ if score <= -self.win_score => Some(!side),
            _ => None,
        };
        self.agreed_plies = if leader == self.leader { self.agreed_plies + 1 } else { 1 };
        self.leader = leader;
        leader.filter(|_| self.agreed_plies >= WIN_ADJUDICATION_PLIES)
    }
}
