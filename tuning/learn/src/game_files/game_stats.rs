//! Statistics of games: results, end reasons, lengths and scores.

use super::game_record::{EndReason, GameRecord};
use std::fmt;

/// Bin width of the length histogram, in plies.
const LENGTH_BIN_WIDTH: i32 = 20;
/// Bin width of the score histogram, in the evaluation's units.
const SCORE_BIN_WIDTH: i32 = 250;
/// Larger absolute scores count in the first or last bin of the score histogram.
const MAX_SCORE: i32 = 4_000;

/// A histogram with bins of equal width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Histogram {
    /// Smallest value of the first bin.
    pub min: i32,
    pub bin_width: i32,
    /// Number of values in each bin.
    pub counts: Vec<u64>,
}

impl Histogram {
    const fn new(min: i32, bin_width: i32) -> Self {
        Self { min, bin_width, counts: Vec::new() }
    }

    fn add(&mut self, value: i32) {
        let bin = (value - self.min).max(0) / self.bin_width;
        let bin = usize::try_from(bin).unwrap_or_default();
        if self.counts.len() <= bin {
            self.counts.resize(bin + 1, 0);
        }
        self.counts[bin] += 1;
    }
}

/// Statistics of all games of one variant.
#[derive(Clone, Debug)]
pub struct GameStats {
    pub variant: String,
    pub games: u64,
    pub positions: u64,
    /// Games won by the first player, won by the second player, and drawn.
    pub results: [u64; 3],
    /// Number of games for each end reason, in the order of [`EndReason::ALL`].
    pub ends: [u64; 5],
    /// Lengths of the games in plies, including their openings.
    pub lengths: Histogram,
    /// Scores from the first player's point of view, in the evaluation's units.
    pub scores: Histogram,
}

impl GameStats {
    /// Computes the statistics of each variant, in the order in which variants first occur.
    pub fn by_variant<'a>(games: impl Iterator<Item = &'a GameRecord>) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for game in games {
            let name = game.rules.name();
            let index = all.iter().position(|stats| stats.variant == name).unwrap_or_else(|| {
                all.push(Self::new(name));
                all.len() - 1
            });
            all[index].add(game);
        }
        all
    }

    fn new(variant: &str) -> Self {
        Self {
            variant: variant.into(),
            games: 0,
            positions: 0,
            results: [0; 3],
            ends: [0; 5],
            lengths: Histogram::new(0, LENGTH_BIN_WIDTH),
            scores: Histogram::new(-MAX_SCORE, SCORE_BIN_WIDTH),
        }
    }

    fn add(&mut self, game: &GameRecord) {
        self.games += 1;
        self.positions += game.moves.len() as u64;
        self.results[game.result_number()] += 1;
        for (count, end) in self.ends.iter_mut().zip(EndReason::ALL) {
            *count += u64::from(end == game.end);
        }
        self.lengths.add((game.opening.len() + game.moves.len()) as i32);
        for (ply, scored) in (game.opening.len()..).zip(&game.moves) {
            let score = i32::from(scored.score);
            let score = if ply % 2 == 0 { score } else { -score };
            self.scores.add(score.clamp(-MAX_SCORE, MAX_SCORE - 1));
        }
    }
}

impl fmt::Display for GameStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |count: u64| 100.0 * count as f64 / self.games.max(1) as f64;
        let [won, lost, drawn] = self.results.map(percent);
        writeln!(f, "{}: {} games, {} positions", self.variant, self.games, self.positions)?;
        writeln!(f, "  first player: won {won:.1}%, lost {lost:.1}%, drew {drawn:.1}%")?;
        let ends: Vec<String> = (self.ends.iter().zip(EndReason::ALL))
            .filter(|(count, _)| **count > 0)
            .map(|(count, end)| format!("{} {:.1}%", end.description(), percent(*count)))
            .collect();
        writeln!(f, "  ended by: {}", ends.join(", "))?;
        let plies = self.positions as f64 / self.games.max(1) as f64;
        writeln!(f, "  {plies:.1} plies per game after the opening")
    }
}
