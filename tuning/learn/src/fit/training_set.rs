//! Training positions: the feature counts, score and result of each.

use crate::game_files::ScoredGame;
use crate::sparse_counts::SparseCounts;
use crate::train::{DECIDED_SCORE, drop_reason};
use eval::layout::PARAMETER_COUNT;
use eval::{FeatureVisitor, visit_features};
use rayon::prelude::*;
use rules::Color;

/// Games that a thread converts at a time.
const GAMES_PER_CHUNK: usize = 64;

/// The score and result of a position, from the first player's point of view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// End of the position's features in the feature vectors of the set.
    features_end: usize,
    /// Score of the search, in the evaluation's units.
    pub score: f32,
    /// The first player's points in the game: 1, 0.5 or 0.
    pub result: f32,
}

/// Positions to fit weights to.
#[derive(Clone, Debug, Default)]
pub struct TrainingSet {
    games: usize,
    samples: Vec<Sample>,
    /// Parameter index of each feature, position after position.
    feature_parameters: Vec<u16>,
    /// Count of each feature: occurrences for the first player minus those for the second.
    feature_counts: Vec<i8>,
}

const _: () = assert!(PARAMETER_COUNT <= 1 << 16);

impl TrainingSet {
    /// Collects the quiet positions of games.
    pub fn from_games(games: &[ScoredGame]) -> Self {
        let chunks: Vec<Self> = games.par_chunks(GAMES_PER_CHUNK).map(Self::from_chunk).collect();
        let mut all = Self::default();
        for chunk in chunks {
            let offset = all.feature_parameters.len();
            let shift =
                |sample: Sample| Sample { features_end: sample.features_end + offset, ..sample };
            all.games += chunk.games;
            all.samples.extend(chunk.samples.into_iter().map(shift));
            all.feature_parameters.extend(chunk.feature_parameters);
            all.feature_counts.extend(chunk.feature_counts);
        }
        all
    }

    fn from_chunk(games: &[ScoredGame]) -> Self {
        let mut positions = Self { games: games.len(), ..Self::default() };
        let mut counts = SparseCounts::new(PARAMETER_COUNT);
        for game in games {
            let result = game.points(Color::Black);
            let mut position = game.position_after_opening();
            for &scored in &game.moves {
                if drop_reason(&position, scored, DECIDED_SCORE).is_none() {
                    let sign = if position.side() == Color::Black { 1.0 } else { -1.0 };
                    visit_features(position.board(), &mut BlackMinusWhite(&mut counts));
                    positions.push(counts.drain(), sign * f32::from(scored.score), result);
                }
                position.do_move(scored.mv);
            }
        }
        positions
    }

    /// Adds a position. Features are pairs of parameter index and count.
    pub fn push(&mut self, features: impl Iterator<Item = (u16, i8)>, score: f32, result: f32) {
        for (parameter, count) in features {
            self.feature_parameters.push(parameter);
            self.feature_counts.push(count);
        }
        self.samples.push(Sample { features_end: self.feature_parameters.len(), score, result });
    }

    /// Number of games that the positions come from. Without games, each position counts as a game.
    pub fn games(&self) -> usize {
        if self.games > 0 { self.games } else { self.len() }
    }

    pub fn len(&self) -> usize {
        self.samples.len()
    }

    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    #[inline]
    pub fn sample(&self, index: usize) -> Sample {
        self.samples[index]
    }

    /// Returns the features of a position as pairs of parameter index and count.
    #[inline]
    pub fn features(&self, index: usize) -> impl Iterator<Item = (usize, f32)> + '_ {
        let start = if index == 0 { 0 } else { self.samples[index - 1].features_end };
        let range = start..self.samples[index].features_end;
        let pairs = self.feature_parameters[range.clone()].iter().zip(&self.feature_counts[range]);
        pairs.map(|(&parameter, &count)| (usize::from(parameter), f32::from(count)))
    }

    /// Returns the sum of absolute feature counts for each of the first `parameters` parameters.
    pub(crate) fn occurrences(&self, parameters: usize) -> Vec<f64> {
        let mut sums = vec![0.0; parameters];
        for (&parameter, &count) in self.feature_parameters.iter().zip(&self.feature_counts) {
            sums[usize::from(parameter)] += f64::from(count).abs();
        }
        sums
    }

    /// Returns the evaluation of a position: the sum of weights times counts over its features.
    #[inline]
    pub fn evaluate(&self, index: usize, weights: &[f32]) -> f32 {
        self.features(index).map(|(parameter, count)| weights[parameter] * count).sum()
    }
}

/// Counts features: occurrences for the first player minus those for the second.
struct BlackMinusWhite<'a>(&'a mut SparseCounts);

impl FeatureVisitor for BlackMinusWhite<'_> {
    fn visit(&mut self, side: Color, parameter: usize, times: i32) {
        self.0.add(parameter, if side == Color::Black { times } else { -times });
    }
}
