//! Simultaneous perturbation stochastic approximation (SPSA, Spall 1992).
//!
//! Each iteration perturbs every parameter up or down at random. In a pair of games one side plays
//! with these values and the other side with the opposite perturbation. All parameters then move
//! towards the values of the side that scored better. Steps shrink over the iterations as in
//! fishtest.

use super::parameter::Parameter;
use rand::prelude::*;
use rand::rngs::StdRng;
use trials::mix_seed;

/// Exponent of the decay of the gain, as Spall recommends.
const ALPHA: f64 = 0.602;
/// Exponent of the decay of the perturbation, as Spall recommends.
const GAMMA: f64 = 0.101;
/// Spall's stability constant, which keeps the first steps small, as a fraction of all iterations.
const STABILITY: f64 = 0.1;

#[derive(Clone, Copy, Debug)]
pub struct SpsaOptions {
    /// Number of iterations. Each plays a pair of games.
    pub iterations: u64,
    /// Change of a parameter for a won game in the last iteration, as a fraction of its step
    /// (fishtest's `r_end`).
    pub rate: f64,
    pub seed: u64,
}

/// State of a run: settings, values of the parameters, and the number of finished iterations.
///
/// Iterations are numbered from 0 and finish in any order.
#[derive(Clone, Debug)]
pub struct Spsa {
    pub options: SpsaOptions,
    pub parameters: Vec<Parameter>,
    pub finished: u64,
}

/// The option values of both sides in an iteration.
#[derive(Clone, Debug)]
pub struct Perturbation {
    /// Direction of each parameter's perturbation for the first side: 1 or -1.
    signs: Vec<f64>,
    /// The first and the second side's values.
    pub values: [Vec<i64>; 2],
}

impl Spsa {
    pub fn new(options: SpsaOptions, parameters: Vec<Parameter>) -> Self {
        Self { options, parameters, finished: 0 }
    }

    /// Returns the size of the perturbation as a multiple of a parameter's step. It decays to 1 in
    /// the last iteration.
    fn perturbation_size(&self, iteration: u64) -> f64 {
        (self.options.iterations as f64 / (iteration + 1) as f64).powf(GAMMA)
    }

    /// Returns the change of a parameter for a won game, as a fraction of its perturbation. It
    /// decays to the rate in the last iteration.
    fn gain(&self, iteration: u64) -> f64 {
        let iterations = self.options.iterations as f64;
        let stability = STABILITY * iterations;
        let decay = ((stability + iterations) / (stability + (iteration + 1) as f64)).powf(ALPHA);
        self.options.rate * decay / self.perturbation_size(iteration).powi(2)
    }

    /// Returns the perturbation of an iteration. Its signs depend only on the seed and the number of the
    /// iteration, so that [`Self::update`] can be repeated when a run is resumed.
    pub fn perturb(&self, iteration: u64) -> Perturbation {
        let mut rng = StdRng::seed_from_u64(mix_seed(self.options.seed, iteration));
        let mut perturbation = Perturbation { signs: Vec::new(), values: Default::default() };
        let size = self.perturbation_size(iteration);
        for parameter in &self.parameters {
            let sign = if rng.random_bool(0.5) { 1.0 } else { -1.0 };
            perturbation.signs.push(sign);
            for (side_values, direction) in perturbation.values.iter_mut().zip([sign, -sign]) {
                let moved = parameter.value + direction * size * parameter.step;
                // Rounded up or down at random, so that the expected value is exact.
                let rounded = (moved + rng.random::<f64>()).floor();
                side_values.push(parameter.limited(rounded) as i64);
            }
        }
        perturbation
    }

    /// Updates the values with the result of an iteration: the first side's wins minus its losses.
    pub fn update(&mut self, iteration: u64, win_difference: f64) {
        let Perturbation { signs, .. } = self.perturb(iteration);
        let steps = self.gain(iteration) * self.perturbation_size(iteration) * win_difference;
        for (parameter, sign) in self.parameters.iter_mut().zip(signs) {
            let &mut Parameter { min, max, step, value, .. } = parameter;
            parameter.value = (value + steps * step * sign).clamp(min, max);
        }
        self.finished += 1;
    }

    /// Returns the progress of the run and a parameter file with the current values.
    pub fn report(&self) -> String {
        let Self { finished, options: SpsaOptions { iterations, .. }, .. } = self;
        format!("# after {finished} of {iterations}\n{}\n", self.parameter_file())
    }

    /// Returns a parameter file with the current values.
    fn parameter_file(&self) -> String {
        let line = |parameter: &Parameter| {
            let &Parameter { value, start, .. } = parameter;
            let start_value = parameter.limited(value.round());
            let current = Parameter { start: start_value, ..parameter.clone() };
            format!("{current} # {value:.2}, from {start}\n")
        };
        self.parameters.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spsa::parameter::tests::parse;

    fn parameter(name: &str, start: f64, step: f64) -> Parameter {
        Parameter { name: name.into(), start, min: 0.0, max: 200.0, step, value: start }
    }

    fn spsa(iterations: u64) -> Spsa {
        let options = SpsaOptions { iterations, rate: 0.05, seed: 1 };
        Spsa::new(options, vec![parameter("a", 50.0, 8.0), parameter("b", 150.0, 8.0)])
    }

    fn values(spsa: &Spsa) -> Vec<f64> {
        spsa.parameters.iter().map(|parameter| parameter.value).collect()
    }

    fn set(spsa: &mut Spsa, values: [f64; 2]) {
        spsa.parameters
            .iter_mut()
            .zip(values)
            .for_each(|(parameter, value)| parameter.value = value);
    }

    /// Plays two games, each won with a probability that depends on each side's distance from the
    /// best values, and returns the first side's wins minus its losses.
    fn play(perturbation: &Perturbation, best: [f64; 2], rng: &mut StdRng) -> f64 {
        let loss = |side: usize| -> f64 {
            let values = perturbation.values[side].iter();
            values.zip(best).map(|(&value, best)| ((value as f64 - best) / 50.0).powi(2)).sum()
        };
        let win_probability = 1.0 / (1.0 + (loss(0) - loss(1)).exp());
        (0..2).map(|_| if rng.random_bool(win_probability) { 1.0 } else { -1.0 }).sum()
    }

    #[test]
    fn values_converge_to_the_optimum() {
        let mut spsa = spsa(3000);
        let mut rng = StdRng::seed_from_u64(2);
        for iteration in 0..3000 {
            let perturbation = spsa.perturb(iteration);
            let win_difference = play(&perturbation, [110.0, 90.0], &mut rng);
            spsa.update(iteration, win_difference);
        }
        let [a, b] = values(&spsa)[..] else { panic!("two values") };
        assert!((a - 110.0).abs() < 15.0 && (b - 90.0).abs() < 15.0, "{a} {b}");
    }

    #[test]
    fn perturbed_values_are_symmetric_and_within_bounds() {
        let mut spsa = spsa(100);
        set(&mut spsa, [1.0, 100.0]);
        for iteration in 0..100 {
            let perturbation = spsa.perturb(iteration);
            let [first, second] = &perturbation.values;
            assert!(first[0] >= 0 && second[0] >= 0);
            assert!((first[1] + second[1] - 200).abs() <= 1, "{first:?} {second:?}");
            assert!((first[1] - 100).abs() >= 8, "{first:?}");
            assert_eq!(spsa.perturb(iteration).values, perturbation.values);
        }
    }

    #[test]
    fn the_last_iteration_moves_by_the_rate() {
        let mut spsa = spsa(100);
        spsa.update(99, 1.0);
        assert!(((values(&spsa)[0] - 50.0).abs() - 0.05 * 8.0).abs() < 1e-9, "{:?}", values(&spsa));
    }

    #[test]
    fn the_report_lists_values_as_a_parameter_file() {
        let mut spsa = spsa(100);
        set(&mut spsa, [61.4, 150.0]);
        let file = spsa.parameter_file();
        assert_eq!(file.lines().next(), Some("a 61 0 200 8 # 61.40, from 50"));
        assert_eq!(parse(&file).unwrap()[0].start, 61.0);
    }

    #[test]
    fn a_reported_value_is_within_bounds_that_are_not_whole() {
        let mut spsa = spsa(100);
        let parameter = Parameter { max: 50.6, value: 50.6, ..parameter("a", 50.0, 8.0) };
        spsa.parameters = vec![parameter];
        assert_eq!(parse(&spsa.parameter_file()).unwrap()[0].start, 50.0);
    }
}
