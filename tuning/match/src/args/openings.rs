//! The words of `-openings`.

use super::tokens::{Flag, Pairs};
use crate::book::{Lines, Source};
use ozutsu_openings::OpeningGenerator;

/// The openings that `-openings` names.
pub fn openings(flag: &Flag) -> Result<Source, String> {
    let word = flag.values.first().filter(|word| !word.contains('='));
    let mut pairs = Pairs::new(flag, &flag.values[usize::from(word.is_some())..])?;
    let source = match word.map(String::as_str) {
        Some("random") => random_openings(&mut pairs)?,
        Some("set") => lines(Lines::Stored, &mut pairs)?,
        None if let Some(path) = pairs.text("file") => lines(Lines::File(path.into()), &mut pairs)?,
        _ => return Err("-openings: set, random or file= expected".to_owned()),
    };
    pairs.end()?;
    Ok(source)
}

fn random_openings(pairs: &mut Pairs<'_>) -> Result<Source, String> {
    let usual = OpeningGenerator::default();
    let plies = pairs.number("plies")?.unwrap_or(usual.plies);
    if plies > OpeningGenerator::MAX_PLIES {
        return Err(format!("-openings: random plies= is {} at most", OpeningGenerator::MAX_PLIES));
    }
    let max_score = pairs.number("balance")?.unwrap_or(usual.max_score);
    Ok(Source::Random(OpeningGenerator { plies, max_score, ..usual }))
}

fn lines(from: Lines, pairs: &mut Pairs<'_>) -> Result<Source, String> {
    let is_shuffled = match pairs.text("order").as_deref() {
        None | Some("sequential") => false,
        Some("random") => true,
        Some(order) => {
            return Err(format!("-openings: order= is random or sequential, not '{order}'"));
        }
    };
    let plies = pairs.number("plies")?;
    let skip = pairs.number::<usize>("start")?.unwrap_or(1).saturating_sub(1);
    // Only to be as patient as cutechess-cli.
    pairs.text("format");
    Ok(Source::Lines { from, is_shuffled, plies, skip })
}
