//! Training recovers a known network, and its result depends only on games and options.

use crate::common::{built_in_games, path, random_data, random_network, random_samples, rules};
use eval::network::{InputMap, Network};
use eval::{Evaluator, Parameters};
use ozutsu_learn::logistic::{cross_entropy, sigmoid};
use ozutsu_learn::train::{
    Checkpoint, Dataset, FloatNetwork, HeldOutLoss, Label, Sample, Samples, Settings, Shape,
    TrainOptions, Trainer, Units, logit_to_units, losses_of_games,
};
use rand::SeedableRng;
use rand::rngs::StdRng;
use rayon::ThreadPoolBuilder;
use std::slice;

const SHAPE: Shape = Shape { width: 32, threat_width: 32 };

/// Replaces the targets of samples by the predictions of a network. Also returns the lowest possible loss.
fn labelled(teacher: &FloatNetwork, samples: &Samples) -> (Samples, f64) {
    let mut units = Units::new(teacher.shape());
    let (mut labelled, mut loss) = (Samples::default(), 0.0);
    for sample in samples.iter() {
        let target = sigmoid(teacher.logit(&sample, &mut units));
        let sample = Sample { label: Label { target, ..sample.label }, ..sample };
        loss += cross_entropy((target / (1.0 - target)).ln(), target);
        labelled.push(sample);
        labelled.end_game(rules("shogi"));
    }
    (labelled, loss / samples.len() as f64)
}

#[test]
fn a_known_network_is_recovered() {
    let inputs = InputMap::new(rules("shogi"));
    let teacher = random_network(&inputs, SHAPE, 0.15, 1);
    let (training, _) = labelled(&teacher, &random_samples(&inputs, 10_000, 2));
    let (held_out, lowest) = labelled(&teacher, &random_samples(&inputs, 2_000, 3));
    // With more units than the teacher the student does not get stuck.
    let shape = Shape { width: 64, threat_width: 64 };
    let student = FloatNetwork::random(&inputs, shape, 4);
    let options = TrainOptions {
        epochs: 20,
        batch_size: 500,
        rate: 0.006,
        decay: 0.0,
        ..TrainOptions::default()
    };
    let mut trainer = Trainer::new(options, student);
    let mut random = StdRng::seed_from_u64(5);
    for epoch in 0..options.epochs {
        let epochs_done = |trained| epoch as f32 + trained as f32 / training.len() as f32;
        trainer.train(slice::from_ref(&training), &mut random, epochs_done);
    }
    let excess = |loss: f64| loss - lowest;
    let losses = losses_of_games(trainer.network(), &held_out);
    let last = HeldOutLoss::of_games(losses.iter().map(|(_, loss)| loss));
    // The network explains most of what the linear evaluation does not.
    assert!(excess(last.linear) > 0.002, "{last:?}, lowest {lowest}");
    assert!(excess(last.network) < 0.1 * excess(last.linear), "{last:?}, lowest {lowest}");
}

const OPTIONS: TrainOptions =
    TrainOptions { epochs: 3, batch_size: 100, rate: 0.002, decay: 0.5, seed: 9, is_new: true };

fn new_trainer(data: &Dataset) -> Trainer {
    Trainer::new(OPTIONS, FloatNetwork::random(&data.inputs, SHAPE, 1))
}

fn finish(mut trainer: Trainer, data: &Dataset) -> Vec<u8> {
    while trainer.epochs_left() > 0 {
        trainer.run_epoch(data, |_| {});
    }
    trainer.best_network().to_network().expect("clipped weights").to_bytes()
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let data = random_data("threads.txt", "taihoshogi", 40);
    let train = |threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| finish(new_trainer(&data), &data))
    };
    let one = train(1);
    assert!(Network::from_bytes(rules("taihoshogi"), &one).is_ok());
    assert_eq!(one, train(2));
    assert_eq!(one, train(3));
}

#[test]
fn a_resumed_run_has_the_result_of_an_uninterrupted_one() {
    let data = random_data("resumed.txt", "cannonshogi", 40);
    let (path, mut settings) = (path("resumed.checkpoint"), Settings::default());
    settings.insert("--seed".to_owned(), "9".to_owned());
    let mut interrupted = new_trainer(&data);
    interrupted.run_epoch(&data, |_| {});
    let checkpoint =
        Checkpoint { settings: settings.clone(), state: interrupted.state(), networks: vec![7] };
    checkpoint.save(&path).expect("a writable folder");
    let mut resumed = new_trainer(&data);
    let weights = resumed.state().weights.len();
    let loaded = Checkpoint::load(&path, &settings, weights).expect("a sound checkpoint");
    assert_eq!(loaded, checkpoint);
    resumed.resume(loaded.state);
    assert_eq!(resumed.epochs_left(), 2);
    assert_eq!(finish(resumed, &data), finish(new_trainer(&data), &data));
}

#[test]
fn integer_and_float_networks_evaluate_alike() {
    for variant in built_in_games() {
        let data = random_data(&format!("alike-{}.txt", variant.name()), variant.name(), 40);
        let (samples, boards) = data.convert_with_boards(&data.held_out());
        assert!(boards.len() > 100);
        for shape in [SHAPE, Shape { threat_width: 0, ..SHAPE }, Shape { width: 64, ..SHAPE }] {
            let float = random_network(&data.inputs, shape, 0.06, 2);
            let integer = float.to_network().expect("small weights");
            let rounded = FloatNetwork::from_network(&integer);
            let mut units = Units::new(shape);
            let mut sum = 0.0;
            for (sample, board) in samples.iter().zip(&boards) {
                let mut evaluation =
                    |network: &FloatNetwork| logit_to_units(network.logit(&sample, &mut units));
                let (float, rounded) = (evaluation(&float), evaluation(&rounded));
                let parameters = Parameters::of(variant);
                let mut evaluator = Evaluator::new(parameters, Some(&integer), board);
                let integer = evaluator.evaluate(board) as f32;
                // The integer evaluation rounds twice.
                assert!((rounded - integer).abs() < 1.5, "{rounded} {integer}");
                sum += (float - integer).abs();
            }
            let mean = sum / boards.len() as f32;
            assert!(mean < 60.0, "{}: {mean}", variant.name());
        }
    }
}

#[test]
fn clipped_weights_cannot_overflow() {
    let wide = (rules("cannonshosu"), 512);
    for (variant, width) in built_in_games().map(|variant| (variant, 32)).chain([wide]) {
        let mut network = random_network(&InputMap::new(variant), Shape { width, ..SHAPE }, 1e9, 3);
        network.clip();
        assert!(network.to_network().is_ok(), "{}, width {width}", variant.name());
    }
}

#[test]
fn clipping_keeps_small_weights_of_wide_networks() {
    let inputs = InputMap::new(rules("shogi"));
    let shape = Shape { width: 2_048, threat_width: 0 };
    let mut network = random_network(&inputs, shape, 0.2, 3);
    let weights = network.weights().to_vec();
    network.clip();
    assert!(network.weights() == weights);
    assert!(network.to_network().is_ok());
}
