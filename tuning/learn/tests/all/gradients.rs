//! Backpropagated gradients equal finite differences.

use crate::common::{random_network, random_samples, rules};
use eval::network::InputMap;
use ozutsu_learn::logistic::{cross_entropy, sigmoid};
use ozutsu_learn::train::{FloatNetwork, Samples, Shape, Units};

/// Change of a weight for a finite difference.
const STEP: f32 = 0.005;

fn loss(network: &FloatNetwork, samples: &Samples) -> f64 {
    let mut units = Units::new(network.shape());
    let losses = samples
        .iter()
        .map(|sample| cross_entropy(network.logit(&sample, &mut units), sample.label.target));
    losses.sum()
}

fn gradient(network: &FloatNetwork, samples: &Samples) -> Vec<f32> {
    let mut units = Units::new(network.shape());
    let mut gradient = vec![0.0; network.weights().len()];
    for sample in samples.iter() {
        let logit = network.logit(&sample, &mut units);
        let slope = sigmoid(logit) - sample.label.target;
        network.add_gradient(&sample, slope, &mut units, &mut gradient);
    }
    gradient
}

fn check(shape: Shape) {
    let inputs = InputMap::new(rules("shogi"));
    let samples = random_samples(&inputs, 8, 5);
    let mut network = random_network(&inputs, shape, 0.2, 4);
    let gradient = gradient(&network, &samples);
    let count = gradient.len();
    // Index of the first bias or output weight; these come after the rows.
    let last = count - (shape.width + 2 * shape.width + 1);
    // Index of the first threat row.
    let threats = count - inputs.threat_row_count() * shape.threat_width - (count - last);
    let checked =
        |index: usize| index >= last || gradient[index] != 0.0 || index.is_multiple_of(97);
    // Numbers of large gradients: in piece rows, in threat rows, and in the rest.
    let mut large = [0; 3];
    for index in (0..count).filter(|&index| checked(index)) {
        let weight = network.weights()[index];
        let mut loss_at = |weight: f32| {
            network.weights_mut()[index] = weight;
            loss(&network, &samples)
        };
        let losses = [weight - STEP, weight, weight + STEP].map(&mut loss_at);
        network.weights_mut()[index] = weight;
        // The gradient lies between the differences to the left and right. These are far apart where a
        // unit becomes fully active and its derivative jumps to 0.
        let slopes = [losses[1] - losses[0], losses[2] - losses[1]].map(|d| d / f64::from(STEP));
        let found = f64::from(gradient[index]);
        let (low, high) = (slopes[0].min(slopes[1]), slopes[0].max(slopes[1]));
        let tolerance = 0.001 + 0.02 * found.abs();
        assert!(
            (low - tolerance..high + tolerance).contains(&found),
            "{shape}, weight {index} of {count}: gradient {found}, finite differences {slopes:?}"
        );
        if found.abs() > 0.02 {
            large[usize::from(index >= threats) + usize::from(index >= last)] += 1;
        }
    }
    let [rows, threats, rest] = large;
    assert!(rows > 100 && rest > 30, "{shape}: {large:?}");
    assert_eq!(threats > 100, shape.threat_width > 0, "{shape}: {large:?}");
}

#[test]
fn gradients_equal_finite_differences() {
    for shape in [Shape { width: 64, threat_width: 32 }, Shape { width: 32, threat_width: 0 }] {
        check(shape);
    }
}
