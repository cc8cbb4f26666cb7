//! What is in games: how they end, how long they are, what searches thought.

use crate::play::End;
use crate::record::{Record, Verdict};
use std::fmt;

/// How many plies, and how much of score, a bar of a histogram covers.
const PLIES: usize = 20;
const SCORES: i32 = 250;
/// Scores beyond this are in the last bars.
const MOST: i32 = 4_000;

/// A histogram: bars of equal width, the first beginning somewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Histogram {
    /// Where the first bar begins.
    pub first: i32,
    /// How much a bar covers.
    pub width: i32,
    /// How often each was met.
    pub counts: Vec<u64>,
}

impl Histogram {
    const fn new(first: i32, width: i32) -> Self {
        Self { first, width, counts: Vec::new() }
    }

    fn count(&mut self, value: i32) {
        let bar = (value - self.first).max(0) / self.width;
        let bar = usize::try_from(bar).unwrap_or_default();
        if self.counts.len() <= bar {
            self.counts.resize(bar + 1, 0);
        }
        self.counts[bar] += 1;
    }
}

/// What is in the games of one variant.
#[derive(Clone, Debug)]
pub struct Stats {
    /// Its name.
    pub game: String,
    /// How many there are.
    pub games: u64,
    /// How many positions with a score.
    pub positions: u64,
    /// By result: the first player won, the second, a draw.
    pub verdicts: [u64; 3],
    /// By the way they ended, in the order of [`End::ALL`].
    pub ends: [u64; 5],
    /// By their length in plies.
    pub lengths: Histogram,
    /// Scores, as the first player sees them.
    pub scores: Histogram,
}

impl Stats {
    /// What is in games, by variant, in the order in which they come.
    pub fn of<'a>(records: impl Iterator<Item = &'a Record>) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for record in records {
            let name = record.rules.name();
            let place = all.iter().position(|stats| stats.game == name).unwrap_or_else(|| {
                all.push(Self::none(name));
                all.len() - 1
            });
            all[place].count(record);
        }
        all
    }

    fn none(game: &str) -> Self {
        Self {
            game: game.into(),
            games: 0,
            positions: 0,
            verdicts: [0; 3],
            ends: [0; 5],
            lengths: Histogram::new(0, PLIES as i32),
            scores: Histogram::new(-MOST, SCORES),
        }
    }

    fn count(&mut self, record: &Record) {
        self.games += 1;
        self.positions += record.played.len() as u64;
        self.verdicts[match record.verdict {
            Verdict::Black => 0,
            Verdict::White => 1,
            Verdict::Draw => 2,
        }] += 1;
        for (count, end) in self.ends.iter_mut().zip(End::ALL) {
            *count += u64::from(end == record.end);
        }
        self.lengths.count((record.opening.len() + record.played.len()) as i32);
        for (ply, played) in (record.opening.len()..).zip(&record.played) {
            let score = if ply % 2 == 0 { played.score } else { -played.score };
            self.scores.count(i32::from(score).clamp(-MOST, MOST - 1));
        }
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |count: u64| 100.0 * count as f64 / self.games.max(1) as f64;
        let [won, lost, drawn] = self.verdicts.map(percent);
        writeln!(f, "{}: {} games, {} positions", self.game, self.games, self.positions)?;
        writeln!(f, "  first player won {won:.1}%, lost {lost:.1}%, drew {drawn:.1}%")?;
        f.write_str("  ended")?;
        for (count, end) in self.ends.iter().zip(End::ALL).filter(|(count, _)| **count > 0) {
            write!(f, " {} {:.1}%", end.text(), percent(*count))?;
        }
        writeln!(f)?;
        let plies = self.positions as f64 / self.games.max(1) as f64;
        writeln!(f, "  {plies:.1} plies a game beside the opening")
    }
}
