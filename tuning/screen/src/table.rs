//! What a screen looks like to who runs it.

use crate::fit::Fit;
use crate::row::Row;
use ozutsu_match::stats::{Estimate, Z_95, normal_cdf};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How many effects the line names.
const MOST_NAMED: usize = 5;

const CAVEAT: &str = "\
Elo of high over low. Effects are taken to add up: what helps only beside something else is not
seen. Of twenty settings that do nothing, one lies outside its bounds. Prove what you keep by a
match.
";

/// What is known of all factors.
#[derive(Clone, Debug)]
pub struct Findings {
    /// What each is called, and its options with both values.
    names: Vec<(String, String)>,
    all: Fit,
    games: BTreeMap<&'static str, Fit>,
}

impl Findings {
    /// Nothing yet of factors that are written so.
    pub fn new<'a>(factors: impl Iterator<Item = &'a str>) -> Self {
        let split = |text: &str| {
            let (name, options) = text.split_once(' ').unwrap_or((text, ""));
            (name.to_owned(), options.to_owned())
        };
        let names: Vec<_> = factors.map(split).collect();
        Self { all: Fit::new(names.len()), names, games: BTreeMap::new() }
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> u64 {
        self.all.pairs
    }

    /// Counts a pair, unless it is of other factors.
    pub fn add(&mut self, row: &Row) {
        if row.is_high.len() != self.names.len() {
            return;
        }
        let game = self.games.entry(row.rules.name());
        game.or_insert_with(|| Fit::new(self.names.len())).add(row);
        self.all.add(row);
    }

    /// The factors' places, the surest effect first, with what is known of them.
    fn sorted(&self) -> Option<Vec<(usize, Estimate)>> {
        let mut sorted: Vec<_> = self.all.effects()?.into_iter().enumerate().collect();
        sorted.sort_by(|(_, a), (_, b)| sureness(*b).abs().total_cmp(&sureness(*a).abs()));
        Some(sorted)
    }

    /// The surest effects, on a line.
    pub fn line(&self) -> String {
        let Some(sorted) = self.sorted() else { return self.untold() };
        let told = |(place, effect): &(usize, Estimate)| {
            format!("{} {}", self.names[*place].0, estimate(*effect))
        };
        sorted.iter().take(MOST_NAMED).map(told).collect::<Vec<_>>().join(", ")
    }

    fn untold(&self) -> String {
        match Fit::due(self.names.len()) {
            due if self.pairs() < due => format!("effects cannot be told before {due} pairs"),
            _ => "effects cannot be told: pairs do not differ but by factors".to_owned(),
        }
    }

    /// The effects in each game of several, where they can be told.
    fn by_game(&self) -> Vec<(&'static str, Vec<Estimate>)> {
        let told = self.games.iter().filter_map(|(name, fit)| Some((*name, fit.effects()?)));
        told.filter(|_| self.games.len() > 1).collect()
    }

    /// All effects, with those in each game of which enough pairs were played.
    pub fn table(&self) -> String {
        let mut text = format!("{} pairs\n", self.pairs());
        let Some(sorted) = self.sorted() else { return text + &self.untold() + "\n" };
        let games = self.by_game();
        let width = self.names.iter().map(|(name, _)| name.chars().count()).max();
        let width = width.unwrap_or(0).max("factor".len());
        let _ = write!(text, "{:<width$}  {:<15} {:>6}", "factor", "Elo", "high");
        games.iter().for_each(|(name, _)| text += &format!("  {name:<15}"));
        text += "  low:high\n";
        for (place, effect) in sorted {
            let (name, options) = &self.names[place];
            let high = 100.0 * normal_cdf(sureness(effect));
            let _ = write!(text, "{name:<width$}  {:<15} {high:>5.1}%", estimate(effect));
            games.iter().for_each(|(_, of)| text += &format!("  {:<15}", estimate(of[place])));
            let _ = writeln!(text, "  {options}");
        }
        text + "high: how likely it is that high is better.\n" + CAVEAT
    }
}

/// By how many standard deviations an effect is off nought.
fn sureness(effect: Estimate) -> f64 {
    Z_95 * effect.value / effect.error
}

fn estimate(Estimate { value, error }: Estimate) -> String {
    format!("{value:+.1} ±{error:.1}")
}
