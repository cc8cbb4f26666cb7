//! What state files have together.

use crate::error::{Error, usage};
use crate::game_pair::{MatchTotals, PairResult};
use crate::sprt::Sprt;
use crate::state_file::State;

/// Checks that pairs from a state file are of different engines of the match.
pub fn check_engines<'a>(
    mut pairs: impl Iterator<Item = &'a PairResult>,
    engines: usize,
) -> Result<(), Error> {
    let is_wrong = |pair: &&PairResult| {
        let [first, second] = pair.engines;
        first == second || first.max(second) >= engines
    };
    match pairs.find(is_wrong) {
        None => Ok(()),
        Some(pair) => Err(Error::WrongEngines(pair.number)),
    }
}

/// Returns the names of the engines of merged state files, and their totals.
pub fn merged_totals<'a>(
    merged: &'a State<PairResult>,
    sprt: Option<&Sprt>,
) -> Result<(Vec<&'a str>, MatchTotals), Error> {
    let name = |number: usize| merged.settings.get(&format!("engine {number} name"));
    let names: Vec<_> = (1..).map_while(name).collect();
    if sprt.is_some() && names.len() != 2 {
        return Err(usage!("-sprt needs a match of two engines").into());
    }
    check_engines(merged.records.iter(), names.len())?;
    let mut totals = MatchTotals::new(names.len());
    merged.records.iter().for_each(|pair| totals.add(pair));
    Ok((names, totals))
}
