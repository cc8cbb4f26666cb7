//! Sums over the games of a study.

use super::facts::{GameFacts, MaterialBalance, Place};
use super::games::{LEVELS, PlayedRound, Purpose};
use records::EndReason;
use rules::{Color, PieceKind};
use std::collections::BTreeMap;
use trials::{GameCounts, LogisticRegression, Ratio, Tally, half_points};

/// What the figures of a report follow from.
#[derive(Clone, Debug, Default)]
pub(super) struct Totals {
    /// The first player's games from the start position and from openings, by level.
    pub start: [GameCounts; LEVELS],
    pub openings: [GameCounts; LEVELS],
    /// The results of players with twice as many nodes, by level.
    pub skill: [Tally; LEVELS],
    /// Of the games between equal players, which those below are also of: ends, and whether they are draws.
    pub ends: Vec<(EndReason, bool, u64)>,
    /// Games that end within a few moves.
    pub short_games: u64,
    pub plies: Ratio,
    pub branching: Ratio,
    pub captures: Ratio,
    pub drops: Ratio,
    pub promotions: Ratio,
    pub lead_changes: Ratio,
    pub decided_at: Ratio,
    /// Games won in which the winner was ahead for good before the end, as a share of the moves.
    pub decided_part: Ratio,
    /// Mates by the kind of a piece that gives it.
    pub mates: [u64; PieceKind::COUNT],
    /// How often each position came up a few moves into the openings.
    pub opening_keys: BTreeMap<u64, u64>,
    pub kinds: [KindTotals; PieceKind::COUNT],
    /// Results by material.
    pub results: LogisticRegression,
}

/// What pieces of a kind did in all games.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KindTotals {
    pub moves: u64,
    pub captures: u64,
    pub captured: u64,
    pub drops: u64,
    pub promotions: u64,
    /// Of the moves that could promote.
    pub promotion_taken: Ratio,
    /// Of the pieces in the start position.
    pub at_home: Ratio,
    /// Games in which no piece of the kind moved or was dropped.
    pub idle_games: u64,
    /// Games in which a piece of the kind could promote.
    pub games_with_promotion_chance: u64,
}

/// Games of at most this number of moves are short.
pub(super) const SHORT_GAME: u32 = 6;

/// The columns before those of the pieces: what Black gains by the order of moves in the game, and what it is worth to
/// be on move.
const CONSTANT_COLUMNS: usize = 2;

/// Returns the column of a place in the regression of results by material.
pub(super) fn column(place: Place) -> usize {
    CONSTANT_COLUMNS + place.index()
}

impl Totals {
    pub fn new() -> Self {
        let results = LogisticRegression::new(CONSTANT_COLUMNS + Place::COUNT);
        Self { results, ..Self::default() }
    }

    /// Adds the games of a round, in which `first` moves first.
    pub fn add(&mut self, played: &PlayedRound, first: Color) {
        let level = played.round.level;
        match (played.round.purpose, &played.facts[..]) {
            (Purpose::Skill, [black, white]) => {
                let black = half_points(black.winner, Color::Black);
                let white = half_points(white.winner, Color::White);
                self.skill[level].add_pair([black, white]);
            }
            (Purpose::Start, [game]) => {
                self.start[level].add_game(half_points(game.winner, first));
                self.add_game(game);
            }
            (Purpose::Openings, [game]) => {
                self.openings[level].add_game(half_points(game.winner, first));
                *self.opening_keys.entry(game.opening_key).or_default() += 1;
                self.add_game(game);
            }
            _ => unreachable!("rounds have one game, or two"),
        }
    }

    /// Returns the first player's games between equal players.
    pub fn all_games(&self) -> GameCounts {
        sum(&self.start) + sum(&self.openings)
    }

    /// Counts what happened in a game between equal players.
    fn add_game(&mut self, game: &GameFacts) {
        let is_draw = game.winner.is_none();
        let end = self
            .ends
            .iter_mut()
            .find(|(reason, draw, _)| (*reason, *draw) == (game.reason, is_draw));
        match end {
            Some((.., count)) => *count += 1,
            None => self.ends.push((game.reason, is_draw, 1)),
        }
        self.short_games += u64::from(game.plies <= SHORT_GAME);
        self.plies.add(game.plies.into(), 1.0);
        let (legal_moves, positions) = game.legal_moves;
        if positions > 0 {
            self.branching.add(legal_moves as f64 / f64::from(positions), 1.0);
        }
        self.captures.add(game.captures.into(), 1.0);
        self.drops.add(game.drops.into(), 1.0);
        self.promotions.add(game.promotions.into(), 1.0);
        self.lead_changes.add(game.lead_changes.into(), 1.0);
        if let Some(ply) = game.decided_at {
            self.decided_at.add(ply.into(), 1.0);
            self.decided_part.add(f64::from(ply) / f64::from(game.plies.max(1)), 1.0);
        }
        if let Some(kind) = game.mating_kind {
            self.mates[kind.index()] += 1;
        }
        for (totals, facts) in self.kinds.iter_mut().zip(&game.kinds) {
            totals.moves += u64::from(facts.moves);
            totals.captures += u64::from(facts.captures);
            totals.captured += u64::from(facts.captured);
            totals.drops += u64::from(facts.drops);
            totals.promotions += u64::from(facts.promotions);
            totals.promotion_taken.add(facts.promotions.into(), facts.promotion_chances.into());
            totals.at_home.add(facts.at_home.into(), facts.at_start.into());
            totals.idle_games += u64::from(facts.moves + facts.drops == 0);
            totals.games_with_promotion_chance += u64::from(facts.promotion_chances > 0);
        }
        let result = f64::from(half_points(game.winner, Color::Black)) / 2.0;
        for balance in &game.balances {
            self.results.add_position(features(balance), result);
        }
        self.results.end_game();
    }
}

/// Returns the columns of a position that are not 0, from Black's point of view.
fn features(balance: &MaterialBalance) -> impl Iterator<Item = (usize, f64)> {
    let turn = if balance.side == Color::Black { 1.0 } else { -1.0 };
    let pieces = Place::all().map(|place| (column(place), balance.pieces[place.index()].into()));
    [(0, 1.0), (1, turn)].into_iter().chain(pieces).filter(|(_, value)| *value != 0.0)
}

pub(super) fn sum(games: &[GameCounts]) -> GameCounts {
    games.iter().fold(GameCounts::default(), |sum, &counts| sum + counts)
}
