//! From games to fitted parameters.

use super::centering::center_piece_terms;
use super::regression::{EpochReport, FitOptions, fit};
use super::training_set::TrainingSet;
use crate::game_files::ScoredGame;
use eval::Parameters;
use eval::layout::{MAX_PARAMETER, PARAMETER_COUNT};

/// Every n-th game is held out for validation.
const VALIDATION_INTERVAL: usize = 20;

/// The positions of games of one variant: those to fit to, and those held out.
#[derive(Clone, Debug)]
pub struct FitSets {
    pub training: TrainingSet,
    pub validation: TrainingSet,
}

impl FitSets {
    pub fn split(games: Vec<ScoredGame>) -> Self {
        let (mut training, mut validation) = (Vec::new(), Vec::new());
        for (number, game) in games.into_iter().enumerate() {
            let is_held_out = number % VALIDATION_INTERVAL == 0;
            if is_held_out { validation.push(game) } else { training.push(game) }
        }
        let [training, validation] =
            [training, validation].map(|games| TrainingSet::from_games(&games));
        Self { training, validation }
    }

    /// Fits parameters, starting from others. Calls `on_epoch` as [`fit`] does.
    pub fn fit(
        &self,
        options: &FitOptions,
        initial: &Parameters,
        on_epoch: impl FnMut(EpochReport),
    ) -> Parameters {
        let mut weights: Vec<f32> = initial.values().iter().map(|&value| value.into()).collect();
        fit(options, &mut weights, &self.training, &self.validation, on_epoch);
        center_piece_terms(initial.rules(), &mut weights, &self.training);
        let mut values = Box::new([0; PARAMETER_COUNT]);
        for (value, weight) in values.iter_mut().zip(weights) {
            let largest = f32::from(MAX_PARAMETER);
            *value = weight.round().clamp(-largest, largest) as i16;
        }
        Parameters::new(initial.rules(), values)
    }
}
