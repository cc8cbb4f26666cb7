//! What the steps of a generation learn from the games so far.

use super::folder::Folder;
use super::log::{Learnt, eval_file};
use super::{Activity, GrowError, Recipe};
use crate::fit::{FitOptions, FitSets};
use crate::game_files::{ScoredGame, read_games};
use crate::train::{
    DECIDED_SCORE, DataError, DataOptions, Dataset, FloatNetwork, PositionChoice, Shape,
    TrainOptions, Trainer,
};
use eval::{EvalFile, EvalSource, Parameters};
use std::mem;

/// Games of a linear fit: the last ones. Their positions take about a gibibyte of memory.
const FIT_GAMES: usize = 40_000;
/// Interval between the games that are held out of the training of networks.
const HOLD_OUT_INTERVAL: usize = 20;
/// With this number of positions, the weights of networks decay less.
const MANY_POSITIONS: usize = 5_000_000;
/// Share of later scores and the result in the targets of the second stage of training.
const LAMBDA: f32 = 0.9;

/// Learns evaluations from the games of a folder.
pub(super) struct Learner<'a> {
    pub folder: &'a Folder,
    pub recipe: &'a Recipe,
    pub generation: u32,
    pub seed: u32,
}

impl Learner<'_> {
    /// Learns an evaluation and returns its file, or `None` if it is stopped. `best` is the best evaluation so far.
    pub fn learn(
        &self,
        learnt: Learnt,
        best: &EvalSource,
        is_stopped: &(dyn Fn() -> bool + Sync),
        on_activity: &mut (dyn FnMut(Activity) + Send),
    ) -> Result<Option<EvalFile>, GrowError> {
        let parameters = best.resolve(self.folder.rules).0;
        match learnt {
            Learnt::LinearScores => self.fit(parameters, 0.0, on_activity).map(Some),
            Learnt::LinearResults => {
                let scores = self.folder.eval(&eval_file(self.generation, Learnt::LinearScores))?;
                let parameters = scores.resolve(self.folder.rules).0;
                self.fit(parameters, FitOptions::default().result_share, on_activity).map(Some)
            }
            Learnt::NetworkScores | Learnt::NetworkResults => {
                self.train(learnt, parameters, is_stopped, on_activity)
            }
        }
    }

    fn fit(
        &self,
        initial: &Parameters,
        result_share: f32,
        on_activity: &mut (dyn FnMut(Activity) + Send),
    ) -> Result<EvalFile, GrowError> {
        let sets = FitSets::split(self.last_games()?);
        let options = FitOptions { result_share, ..FitOptions::default() };
        let epochs = options.epochs;
        let parameters = sets.fit(&options, initial, |report| {
            on_activity(Activity::Learning { epoch: report.epoch, epochs });
        });
        Ok(EvalFile { parameters: Some(parameters), network: None })
    }

    fn last_games(&self) -> Result<Vec<ScoredGame>, GrowError> {
        let mut games = Vec::new();
        for path in self.folder.games_files(self.generation)?.iter().rev() {
            let later = mem::replace(&mut games, read_games(path)?);
            games.extend(later);
            if games.len() >= FIT_GAMES {
                break;
            }
        }
        games.drain(..games.len().saturating_sub(FIT_GAMES));
        Ok(games)
    }

    /// Trains a network to be added to the linear evaluation of the best one.
    fn train(
        &self,
        learnt: Learnt,
        parameters: &Parameters,
        is_stopped: &(dyn Fn() -> bool + Sync),
        on_activity: &mut (dyn FnMut(Activity) + Send),
    ) -> Result<Option<EvalFile>, GrowError> {
        let is_second_stage = learnt == Learnt::NetworkResults;
        let options = DataOptions {
            max_score: DECIDED_SCORE,
            hold_out_interval: HOLD_OUT_INTERVAL,
            seed: self.seed.into(),
            with_threats: true,
            positions: PositionChoice::Quiet,
            lambda: if is_second_stage { LAMBDA } else { 0.0 },
        };
        let parameters = Some(parameters.clone());
        let linear = EvalFile { parameters: parameters.clone(), network: None };
        let source = EvalSource::File(linear.into());
        let files = self.folder.games_files(self.generation)?;
        let data = match Dataset::load(&files, options, &source, |_| !is_stopped()) {
            Err(DataError::Interrupted) => return Ok(None),
            data => data?,
        };
        let stage = TrainOptions {
            decay: if data.training_counts.kept() < MANY_POSITIONS { 1.0 } else { 0.05 },
            seed: self.seed.into(),
            ..TrainOptions::default()
        };
        let (options, network) = if is_second_stage {
            let first = self.folder.eval(&eval_file(self.generation, Learnt::NetworkScores))?;
            let (_, Some(network)) = first.resolve(self.folder.rules) else {
                return Err(GrowError::Input("the file of the first stage has no network".into()));
            };
            let options = TrainOptions {
                epochs: 3,
                batch_size: 16_384,
                rate: 0.0006,
                is_new: false,
                ..stage
            };
            (options, FloatNetwork::from_network(network))
        } else {
            let options = TrainOptions { epochs: 8, batch_size: 4_096, rate: 0.001, ..stage };
            let Recipe { width, threat_width, .. } = *self.recipe;
            let shape = Shape { width, threat_width };
            (options, FloatNetwork::random(&data.inputs, shape, self.seed.into()))
        };
        let epochs = options.epochs;
        let mut trainer = Trainer::new(options, network);
        while trainer.epochs_left() > 0 {
            if is_stopped() {
                return Ok(None);
            }
            on_activity(Activity::Learning { epoch: epochs - trainer.epochs_left(), epochs });
            trainer.run_epoch(&data, |_| {});
        }
        let network = trainer.best_network().to_network();
        let network = network.map_err(|error| GrowError::Work(error.to_string()))?;
        Ok(Some(EvalFile { parameters, network: Some(network) }))
    }
}
