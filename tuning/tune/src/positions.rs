//! Positions as their features.

use eval::layout::PARAMETERS;
use eval::{Tally, count_features};
use ozutsu_datagen::{Played, Record};
use rayon::prelude::*;
use rules::{Board, Color, Position};

/// A score beyond this teaches nothing about evaluation.
const DECISIVE: i16 = 4_000;

/// One position, as the first player sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The end of its features in the common store.
    end: usize,
    /// What a search found, in the evaluation's units.
    pub score: f32,
    /// What became of the game: one for a win.
    pub result: f32,
}

/// Many positions.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    games: usize,
    samples: Vec<Sample>,
    parameters: Vec<u16>,
    times: Vec<i8>,
}

const _: () = assert!(PARAMETERS <= 1 << 16);

impl Positions {
    /// The quiet positions of games.
    pub fn of(records: &[Record]) -> Self {
        let parts: Vec<Self> = records.par_chunks(64).map(Self::of_some).collect();
        let mut all = Self::default();
        for part in parts {
            let before = all.parameters.len();
            let moved = |sample: Sample| Sample { end: sample.end + before, ..sample };
            all.games += part.games;
            all.samples.extend(part.samples.into_iter().map(moved));
            all.parameters.extend(part.parameters);
            all.times.extend(part.times);
        }
        all
    }

    fn of_some(records: &[Record]) -> Self {
        let mut positions = Self { games: records.len(), ..Self::default() };
        let mut counter = Counter::new();
        for record in records {
            let mut position = record.start();
            for &played in &record.played {
                if is_quiet(&position, played) {
                    let sign = if position.side() == Color::Black { 1.0 } else { -1.0 };
                    let features = counter.count(position.board());
                    positions.push(
                        features,
                        sign * f32::from(played.score),
                        record.verdict.points() as f32,
                    );
                }
                position.do_move(played.mv);
            }
        }
        positions
    }

    /// Adds a position by its features, each a parameter with how often it occurs.
    pub fn push(&mut self, features: impl Iterator<Item = (u16, i8)>, score: f32, result: f32) {
        for (parameter, times) in features {
            self.parameters.push(parameter);
            self.times.push(times);
        }
        self.samples.push(Sample { end: self.parameters.len(), score, result });
    }

    /// How many games they are from; each is its own that was pushed by itself.
    pub fn games(&self) -> usize {
        if self.games > 0 { self.games } else { self.len() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// One of them.
    #[inline]
    pub fn sample(&self, index: usize) -> Sample {
        self.samples[index]
    }

    /// The features of one of them.
    #[inline]
    pub fn features(&self, index: usize) -> impl Iterator<Item = (usize, f32)> + '_ {
        let start = if index == 0 { 0 } else { self.samples[index - 1].end };
        let range = start..self.samples[index].end;
        let pairs = self.parameters[range.clone()].iter().zip(&self.times[range]);
        pairs.map(|(&parameter, &times)| (usize::from(parameter), f32::from(times)))
    }

    /// How often each of so many parameters occurs, for whichever side.
    pub(crate) fn occurrences(&self, count: usize) -> Vec<f64> {
        let mut sums = vec![0.0; count];
        for (&parameter, &times) in self.parameters.iter().zip(&self.times) {
            sums[usize::from(parameter)] += f64::from(times).abs();
        }
        sums
    }

    /// The sum of weights over a position's features.
    #[inline]
    pub fn worth(&self, index: usize, weights: &[f32]) -> f32 {
        self.features(index).map(|(parameter, times)| weights[parameter] * times).sum()
    }
}

/// Whether the evaluation itself, not a search, is to know what the position is worth.
fn is_quiet(position: &Position, played: Played) -> bool {
    played.score.abs() < DECISIVE && !position.in_check() && !position.is_capture(played.mv)
}

/// Adds up features, those of one side against those of the other.
struct Counter {
    times: Vec<i32>,
    touched: Vec<u16>,
}

impl Counter {
    fn new() -> Self {
        Self { times: vec![0; PARAMETERS], touched: Vec::new() }
    }

    fn count(&mut self, board: &Board) -> impl Iterator<Item = (u16, i8)> + '_ {
        count_features(board, self);
        let Self { times, touched } = self;
        touched.drain(..).filter_map(|parameter| {
            let times = std::mem::take(&mut times[usize::from(parameter)]);
            (times != 0).then_some((parameter, times as i8))
        })
    }
}

impl Tally for Counter {
    fn add(&mut self, side: Color, parameter: usize, times: i32) {
        if times != 0 {
            self.touched.push(parameter as u16);
            self.times[parameter] += if side == Color::Black { times } else { -times };
        }
    }
}
