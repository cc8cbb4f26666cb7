//! The values of pieces, in three ways: from their movements, from a fit of the evaluation, and from results.

use super::facts::Place;
use super::totals::{Totals, column};
use crate::fit::{FitOptions, FitSets, TrainingSet};
use crate::game_files::ScoredGame;
use eval::layout::{HAND, PIECE};
use eval::{LOGISTIC_SCALE, Parameters};
use rules::{Position, Rules};
use search::{Score, centipawns};
use serde::Serialize;
use trials::Estimate;

/// The most games to which the evaluation is fitted.
pub(super) const MAX_FITTED_GAMES: usize = 3_000;
/// The least number of games for a fit.
const MIN_FITTED_GAMES: usize = 40;
/// Games in which a kind must be unbalanced for a value from results.
const MIN_UNBALANCED_GAMES: usize = 20;
/// The largest error of a value from results, in centipawns. A wider interval says next to nothing.
const MAX_ERROR: f64 = 300.0;
/// Parts of the games, of which each is left out once, to see how far the fit depends on it.
const JACKKNIFE_PARTS: usize = 5;
/// The 97.5% quantile of Student's t for one part less.
const T_95: f64 = 2.776;

/// The value of a piece, in centipawns. All three are on one scale.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ValueEstimates {
    /// What its movement suggests.
    pub movement: f64,
    /// By a fit of the evaluation.
    pub fit: Option<Estimate>,
    /// By the results of games in which one side had more of them.
    pub results: Option<Estimate>,
}

/// The values of all kinds of a game in centipawns, by [`Place`].
#[derive(Clone, Debug)]
pub(super) struct KindValues(Vec<Option<Estimate>>);

impl KindValues {
    /// Returns the values that follow from the movements.
    fn from_movements(rules: &'static Rules) -> Self {
        let parameters = Parameters::derived(rules);
        Self::new(|place| Some(Estimate::new(value_in(&parameters, place), 0.0)))
    }

    fn new(value: impl Fn(Place) -> Option<Estimate>) -> Self {
        Self(Place::all().map(value).collect())
    }

    fn get(&self, place: Place) -> Option<Estimate> {
        self.0[place.index()]
    }

    /// Returns the values without those of which next to nothing is known.
    fn known(self) -> Self {
        Self::new(|place| self.get(place).filter(|value| value.error() <= MAX_ERROR))
    }

    /// Returns the values multiplied so that the pieces of the start position are worth as much as by `others`. What
    /// has no value is left out on both sides.
    fn scaled_to(self, others: &Self, rules: &'static Rules) -> Self {
        let start = Position::start(rules);
        let kinds = start.placed_pieces().map(|(piece, _)| piece.kind());
        let (mut own, mut other) = (0.0, 0.0);
        for kind in kinds.filter(|&kind| kind != rules.king_kind()) {
            let place = Place::Board(kind);
            if let (Some(one), Some(two)) = (self.get(place), others.get(place)) {
                own += one.value;
                other += two.value;
            }
        }
        let factor = other / own;
        if own <= 0.0 || !factor.is_finite() || factor <= 0.0 {
            return self;
        }
        Self::new(|place| self.get(place).map(|value| value.times(factor)))
    }
}

/// Returns a value by an evaluation in centipawns. In hand it is that of the first piece of a kind.
fn value_in(parameters: &Parameters, place: Place) -> f64 {
    in_centipawns(f64::from(match place {
        Place::Board(kind) => parameters.get(PIECE.at(kind.index(), 0)),
        Place::Hand(kind) => parameters.get(HAND.at(kind.unpromoted().index(), 0)),
    }))
}

/// The values of all kinds in three ways.
#[derive(Clone, Debug)]
pub(super) struct AllValues {
    movement: KindValues,
    fit: Option<KindValues>,
    results: Option<KindValues>,
}

impl AllValues {
    pub fn new(rules: &'static Rules, totals: &Totals, games: &[ScoredGame]) -> Self {
        let movement = KindValues::from_movements(rules);
        let scaled = |values: KindValues| values.scaled_to(&movement, rules);
        let fit = fitted_values(rules, games).map(scaled);
        let results = values_by_results(totals).map(KindValues::known).map(scaled);
        // The scale has changed the errors.
        let results = results.map(KindValues::known);
        Self { fit, results, movement }
    }

    pub fn at(&self, place: Place) -> ValueEstimates {
        ValueEstimates {
            movement: self.movement.get(place).map_or(0.0, |value| value.value),
            fit: self.fit.as_ref().and_then(|values| values.get(place)),
            results: self.results.as_ref().and_then(|values| values.get(place)),
        }
    }
}

/// Returns what a piece more is worth by the results of the games.
fn values_by_results(totals: &Totals) -> Option<KindValues> {
    let games = totals.results.games_with();
    let coefficients = totals.results.coefficients()?;
    let scale = in_centipawns(LOGISTIC_SCALE.into());
    Some(KindValues::new(|place| {
        let value = coefficients.of(column(place)).times(scale);
        (games[column(place)] >= MIN_UNBALANCED_GAMES).then_some(value)
    }))
}

/// Fits the evaluation to games, once to all and once without each part of them (the jackknife).
fn fitted_values(rules: &'static Rules, games: &[ScoredGame]) -> Option<KindValues> {
    if games.len() < MIN_FITTED_GAMES {
        return None;
    }
    let all = fitted(rules, games.iter())?;
    let parts: Option<Vec<Parameters>> = (0..JACKKNIFE_PARTS)
        .map(|part| {
            let kept = games.iter().enumerate();
            let kept = kept.filter(|(number, _)| number % JACKKNIFE_PARTS != part);
            fitted(rules, kept.map(|(_, game)| game))
        })
        .collect();
    let parts = parts?;
    Some(KindValues::new(|place| {
        let parts: Vec<f64> = parts.iter().map(|part| value_in(part, place)).collect();
        let count = JACKKNIFE_PARTS as f64;
        let mean = parts.iter().sum::<f64>() / count;
        let squares: f64 = parts.iter().map(|part| (part - mean).powi(2)).sum();
        let error = T_95 * ((count - 1.0) / count * squares).sqrt();
        Some(Estimate::new(value_in(&all, place), error))
    }))
}

/// Returns the parameters of the linear evaluation that fit games best, beginning with those from the movements.
fn fitted<'a>(
    rules: &'static Rules,
    games: impl Iterator<Item = &'a ScoredGame>,
) -> Option<Parameters> {
    let games: Vec<_> = games.cloned().collect();
    let training = TrainingSet::from_games(&games);
    if training.is_empty() {
        return None;
    }
    // Few positions need small batches for enough steps.
    let batch_size = (training.len() / 128).clamp(64, FitOptions::default().batch_size);
    let options = FitOptions { epochs: 10, batch_size, ..FitOptions::default() };
    let sets = FitSets { training, validation: TrainingSet::default() };
    Some(sets.fit(&options, &Parameters::derived(rules), |_| ()))
}

/// Converts units of the evaluation.
pub(super) fn in_centipawns(units: f64) -> f64 {
    const UNITS: i32 = 16_000;
    units * f64::from(centipawns(Score::from_raw(UNITS))) / f64::from(UNITS)
}
