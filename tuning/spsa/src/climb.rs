//! Simultaneous perturbation: all parameters are moved at once, at random, both ways; the pair of
//! games between both ways says which was better, and all go a little that way.

use crate::parameters::Parameter;
use ozutsu_match::book::mix_seed;
use rand::prelude::*;
use rand::rngs::StdRng;
use std::collections::BTreeSet;
use std::fmt;

/// How steps shrink, as Spall recommends.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The share of all iterations that damps the first steps.
const DAMPING: f64 = 0.1;

/// How far and how fast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// How many pairs of games are played.
    pub iterations: u64,
    /// At the end, the share of a step that a game won moves a parameter.
    pub rate: f64,
    /// What chance begins with.
    pub seed: u64,
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} iterations at rate {} from seed {}", self.iterations, self.rate, self.seed)
    }
}

/// A climb and how far it has come.
#[derive(Clone, Debug)]
pub struct Climb {
    /// How far and how fast.
    pub plan: Plan,
    /// What is tuned.
    pub parameters: Vec<Parameter>,
    /// Where each parameter is.
    pub values: Vec<f64>,
    /// The iteration after the last of those that were learnt from.
    pub next: u64,
    /// The iterations before that that are still to be learnt from: pairs end in any order.
    pub missed: BTreeSet<u64>,
}

/// An iteration: which way each parameter is moved, and both sets of values.
#[derive(Clone, Debug)]
pub struct Trial {
    number: u64,
    signs: Vec<f64>,
    /// The values moved one way, and the other.
    pub sides: [Vec<i64>; 2],
}

impl Climb {
    /// A climb from the start.
    pub fn new(plan: Plan, parameters: Vec<Parameter>) -> Self {
        let values = parameters.iter().map(|parameter| parameter.start).collect();
        Self { plan, parameters, values, next: 0, missed: BTreeSet::new() }
    }

    /// How many iterations are done.
    pub fn done(&self) -> u64 {
        self.next.saturating_sub(self.missed.len() as u64)
    }

    /// The iterations that are to be done, as it stands now.
    pub fn to_do(&self) -> impl Iterator<Item = u64> + use<> {
        self.missed.clone().into_iter().chain(self.next..self.plan.iterations)
    }

    /// How much more than at the end a parameter is varied in an iteration.
    fn spread(&self, number: u64) -> f64 {
        (self.plan.iterations as f64 / (number + 1) as f64).powf(GAMMA)
    }

    /// How far a point moves a parameter that was varied by so much, in shares of that.
    fn gain(&self, number: u64) -> f64 {
        let all = self.plan.iterations as f64;
        let damping = DAMPING * all;
        let slowing = ((damping + all) / (damping + (number + 1) as f64)).powf(ALPHA);
        self.plan.rate * slowing / self.spread(number).powi(2)
    }

    /// An iteration to play.
    pub fn trial(&self, number: u64) -> Trial {
        let mut chance = StdRng::seed_from_u64(mix_seed(self.plan.seed, number));
        let mut trial = Trial { number, signs: Vec::new(), sides: Default::default() };
        let spread = self.spread(number);
        for (parameter, value) in self.parameters.iter().zip(&self.values) {
            let sign = if chance.random_bool(0.5) { 1.0 } else { -1.0 };
            trial.signs.push(sign);
            for (side, way) in trial.sides.iter_mut().zip([sign, -sign]) {
                let moved = value + way * spread * parameter.step;
                // Rounded at random, so that on the average it is what it should be.
                let rounded = (moved + chance.random::<f64>()).floor();
                side.push(rounded.clamp(parameter.min.ceil(), parameter.max.floor()) as i64);
            }
        }
        trial
    }

    /// Learns by how many games the first side won more than the second.
    pub fn learn(&mut self, trial: &Trial, lead: f64) {
        let length = self.gain(trial.number) * self.spread(trial.number) * lead;
        for ((parameter, value), sign) in
            self.parameters.iter().zip(&mut self.values).zip(&trial.signs)
        {
            *value = (*value + length * parameter.step * sign).clamp(parameter.min, parameter.max);
        }
        self.note(trial.number);
    }

    /// Notes that an iteration is done.
    fn note(&mut self, number: u64) {
        if !self.missed.remove(&number) {
            self.missed.extend(self.next..number);
            self.next = self.next.max(number + 1);
        }
    }

    /// How far the climb has come, and where it is.
    pub fn report(&self) -> String {
        format!("# after {} of {}\n{}\n", self.done(), self.plan.iterations, self.list())
    }

    /// The parameters as they are now, in the form of their file.
    fn list(&self) -> String {
        let line = |(parameter, value): (&Parameter, &f64)| {
            let now = Parameter { start: value.round(), ..parameter.clone() };
            format!("{now} # {value:.2}, from {}\n", parameter.start)
        };
        self.parameters.iter().zip(&self.values).map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(name: &str, start: f64, step: f64) -> Parameter {
        Parameter { name: name.into(), start, min: 0.0, max: 200.0, step }
    }

    fn climb(iterations: u64) -> Climb {
        let plan = Plan { iterations, rate: 0.05, seed: 1 };
        Climb::new(plan, vec![parameter("a", 50.0, 8.0), parameter("b", 150.0, 8.0)])
    }

    /// Games decided at random by how far each side is from the best values.
    fn play(trial: &Trial, best: [f64; 2], chance: &mut StdRng) -> f64 {
        let loss = |side: usize| -> f64 {
            let off = trial.sides[side].iter().zip(best).map(|(&v, best)| (v as f64 - best) / 50.0);
            off.map(|off| off * off).sum()
        };
        let share = 1.0 / (1.0 + (loss(0) - loss(1)).exp());
        (0..2).map(|_| if chance.random_bool(share) { 1.0 } else { -1.0 }).sum()
    }

    #[test]
    fn it_finds_what_wins() {
        let mut climb = climb(3000);
        let mut chance = StdRng::seed_from_u64(2);
        for number in 0..3000 {
            let trial = climb.trial(number);
            let lead = play(&trial, [110.0, 90.0], &mut chance);
            climb.learn(&trial, lead);
        }
        let [a, b] = climb.values[..] else { panic!("two values") };
        assert!((a - 110.0).abs() < 15.0 && (b - 90.0).abs() < 15.0, "{a} {b}");
        assert_eq!(climb.done(), 3000);
    }

    #[test]
    fn what_was_left_out_is_still_to_do() {
        let mut climb = climb(8);
        for number in [1, 0, 2, 5, 4] {
            climb.learn(&climb.trial(number), 1.0);
        }
        assert_eq!((climb.done(), climb.to_do().collect()), (5, vec![3, 6, 7]));
        climb.learn(&climb.trial(3), 1.0);
        assert_eq!((climb.done(), climb.to_do().collect()), (6, vec![6, 7]));
    }

    #[test]
    fn both_ways_lie_about_the_value_and_in_bounds() {
        let mut climb = climb(100);
        climb.values = vec![1.0, 100.0];
        for number in 0..100 {
            let trial = climb.trial(number);
            let [one, other] = &trial.sides;
            assert!(one[0] >= 0 && other[0] >= 0);
            assert!((one[1] + other[1] - 200).abs() <= 1, "{one:?} {other:?}");
            assert!((one[1] - 100).abs() >= 8, "{one:?}");
            assert_eq!(climb.trial(number).sides, trial.sides);
        }
    }

    #[test]
    fn the_last_step_is_as_planned() {
        let mut climb = climb(100);
        let trial = climb.trial(99);
        climb.learn(&trial, 1.0);
        assert!(((climb.values[0] - 50.0).abs() - 0.05 * 8.0).abs() < 1e-9, "{:?}", climb.values);
    }

    #[test]
    fn the_list_is_a_file_of_parameters() {
        let mut climb = climb(100);
        climb.values = vec![61.4, 150.0];
        assert_eq!(climb.list().lines().next(), Some("a 61 0 200 8 # 61.40, from 50"));
        assert_eq!(crate::parameters::parse(&climb.list()).unwrap()[0].start, 61.0);
    }
}
