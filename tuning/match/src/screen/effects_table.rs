//! The estimated effects of all factors, as a table and as a progress line.

use super::least_squares::LeastSquares;
use std::collections::BTreeMap;
use std::fmt::Write;
use trials::{Estimate, HalfPoints, Z_95, normal_cdf};

/// Largest number of effects in the progress line.
const EFFECTS_IN_PROGRESS_LINE: usize = 5;

const FOOTNOTE: &str = "\
Elo: gain of the high level over the low level, with 95% error bars.
high: probability that the high level is better.
Effects are assumed to add up: a factor that helps only together with another
is not found. Of twenty factors without effect, one is outside its error bars
on average. Confirm what you keep with a match.
";

#[derive(Clone, Debug)]
pub struct EffectsTable {
    /// The names of the factors, and their options with low and high values.
    factors: Vec<(String, String)>,
    all_games: LeastSquares,
    by_game: BTreeMap<&'static str, LeastSquares>,
}

impl EffectsTable {
    /// Creates an empty table. Each factor is given as text: its name, a space and its options.
    pub fn new<'a>(factors: impl Iterator<Item = &'a str>) -> Self {
        let split = |text: &str| {
            let (name, options) = text.split_once(' ').unwrap_or((text, ""));
            (name.to_owned(), options.to_owned())
        };
        let factors: Vec<_> = factors.map(split).collect();
        let all_games = LeastSquares::new(factors.len());
        Self { factors, all_games, by_game: BTreeMap::new() }
    }

    pub fn pairs(&self) -> u64 {
        self.all_games.pairs
    }

    /// Adds a pair of a game. The levels are those of the first side.
    pub fn add(&mut self, game: &'static str, is_high: &[bool], half_points: [HalfPoints; 2]) {
        let fit = self.by_game.entry(game).or_insert_with(|| LeastSquares::new(self.factors.len()));
        fit.add(is_high, half_points);
        self.all_games.add(is_high, half_points);
    }

    /// Returns the indices of the factors with their effects, the most significant effect first.
    fn sorted_effects(&self) -> Option<Vec<(usize, Estimate)>> {
        let mut sorted: Vec<_> = self.all_games.effects()?.into_iter().enumerate().collect();
        sorted.sort_by(|(_, a), (_, b)| z_score(*b).abs().total_cmp(&z_score(*a).abs()));
        Some(sorted)
    }

    /// Returns the most significant effects as one line.
    pub fn summary_line(&self) -> String {
        let Some(sorted) = self.sorted_effects() else { return self.no_effects_message() };
        let effect = |(factor, effect): &(usize, Estimate)| {
            format!("{} {}", self.factors[*factor].0, effect)
        };
        sorted.iter().take(EFFECTS_IN_PROGRESS_LINE).map(effect).collect::<Vec<_>>().join(", ")
    }

    fn no_effects_message(&self) -> String {
        match LeastSquares::required_pairs(self.factors.len()) {
            required if self.pairs() < required => {
                format!("effects can be estimated after {required} pairs")
            }
            _ => "no effects: some factors always change together, or decide every game".to_owned(),
        }
    }

    /// Returns the effects for each game with enough pairs, or nothing if only one game is played.
    fn effects_by_game(&self) -> Vec<(&'static str, Vec<Estimate>)> {
        let effects = self.by_game.iter().filter_map(|(name, fit)| Some((*name, fit.effects()?)));
        effects.filter(|_| self.by_game.len() > 1).collect()
    }

    /// Returns the table: a line for each factor, the most significant effect first.
    pub fn table(&self) -> String {
        let mut text = format!("{} pairs\n", self.pairs());
        let Some(sorted) = self.sorted_effects() else {
            return text + &self.no_effects_message() + "\n";
        };
        let by_game = self.effects_by_game();
        let width = self.factors.iter().map(|(name, _)| name.chars().count()).max();
        let width = width.unwrap_or(0).max("factor".len());
        let _ = write!(text, "{:<width$}  {:<15} {:>6}", "factor", "Elo", "high");
        by_game.iter().for_each(|(game, _)| text += &format!("  {game:<15}"));
        text += "  low:high\n";
        for (factor, effect) in sorted {
            let (name, options) = &self.factors[factor];
            let high = 100.0 * normal_cdf(z_score(effect));
            let _ = write!(text, "{name:<width$}  {:<15} {high:>5.1}%", effect);
            for (_, effects) in &by_game {
                text += &format!("  {:<15}", effects[factor]);
            }
            let _ = writeln!(text, "  {options}");
        }
        text + FOOTNOTE
    }
}

/// Returns the effect in standard deviations.
fn z_score(effect: Estimate) -> f64 {
    Z_95 * effect.value / effect.error()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_that_always_change_together_have_no_effects() {
        let mut table = EffectsTable::new(["one a=1:2", "two b=1:2"].into_iter());
        for number in 0..100 {
            table.add("shogi", &[number % 3 == 0; 2], [2, 1]);
        }
        let message = "no effects: some factors always change together, or decide every game";
        assert_eq!(table.table(), format!("100 pairs\n{message}\n"));
    }
}
