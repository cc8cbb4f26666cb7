//! Evaluation networks with random weights, for tests and benchmarks of inference.

use crate::random_play::seeded_rng;
use eval::network::{InputMap, Network};
use rand::prelude::*;
use rules::Rules;

/// The sizes of a network.
#[derive(Clone, Copy, Debug)]
pub struct NetworkShape {
    pub adds_to_linear: bool,
    pub width: usize,
    pub threat_width: usize,
}

/// Returns a network for a game with random weights, about as large as those of a trained network.
///
/// # Panics
/// If the widths are not valid.
pub fn random_network(rules: &Rules, shape: NetworkShape, seed: u64) -> Network {
    let NetworkShape { adds_to_linear, width, threat_width } = shape;
    let inputs = InputMap::new(rules);
    let network = Network::zeroed(inputs, adds_to_linear, width, threat_width);
    let mut rng = seeded_rng(seed);
    let mut weights = network.weights();
    let mut fill = |part: &mut [i16], largest: i16| {
        part.iter_mut().for_each(|weight| *weight = rng.random_range(-largest..=largest));
    };
    fill(&mut weights.rows, 60);
    fill(&mut weights.threat_rows, 30);
    fill(&mut weights.biases, 100);
    fill(&mut weights.output_weights, 40);
    network.with_weights(weights).expect("weights too small to overflow")
}
