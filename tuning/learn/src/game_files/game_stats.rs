//! Statistics of games: results, end reasons and lengths.

use super::scored_game::{ScoredGame, SelfPlayEnd};
use std::fmt;

/// Statistics of all games of one variant.
#[derive(Clone, Debug)]
pub struct GameStats {
    pub variant: String,
    pub games: u64,
    pub positions: u64,
    /// Games won by the first player, won by the second player, and drawn.
    pub results: [u64; 3],
    /// Number of games for each end reason, in the order of [`SelfPlayEnd::ALL`].
    pub ends: [u64; SelfPlayEnd::ALL.len()],
}

impl GameStats {
    /// Computes the statistics of each variant, in the order in which variants first occur.
    pub fn by_variant<'a>(games: impl Iterator<Item = &'a ScoredGame>) -> Vec<Self> {
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
            ends: [0; SelfPlayEnd::ALL.len()],
        }
    }

    fn add(&mut self, game: &ScoredGame) {
        self.games += 1;
        self.positions += game.moves.len() as u64;
        self.results[game.result_number()] += 1;
        for (count, end) in self.ends.iter_mut().zip(SelfPlayEnd::ALL) {
            *count += u64::from(end == game.end);
        }
    }
}

impl fmt::Display for GameStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |count: u64| 100.0 * count as f64 / self.games.max(1) as f64;
        let [won, lost, drawn] = self.results.map(percent);
        writeln!(f, "{}: {} games, {} positions", self.variant, self.games, self.positions)?;
        writeln!(f, "  first player: won {won:.1}%, lost {lost:.1}%, drew {drawn:.1}%")?;
        let ends: Vec<String> = (self.ends.iter().zip(SelfPlayEnd::ALL))
            .filter(|(count, _)| **count > 0)
            .map(|(count, end)| format!("{} {:.1}%", end.description(), percent(*count)))
            .collect();
        writeln!(f, "  ended by: {}", ends.join(", "))?;
        let plies = self.positions as f64 / self.games.max(1) as f64;
        writeln!(f, "  {plies:.1} plies per game after the opening")
    }
}
