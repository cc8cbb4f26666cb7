//! Evaluation networks with random weights, for tests and benchmarks of inference.

use crate::random_play::seeded_rng;
use eval::network::{InputMap, Network};
use rand::prelude::*;
use rules::Rules;

/// Returns a network for a game with random weights, about as large as those of a trained network. It has
/// `widths` hidden units, and those with threat inputs among them.
pub fn random_network(rules: &Rules, widths: (usize, usize), seed: u64) -> Network {
    let network = Network::zeroed(InputMap::new(rules), widths.0, widths.1);
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
