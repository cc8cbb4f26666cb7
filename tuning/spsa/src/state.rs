//! What is kept of a climb, written anew after every iteration.

use crate::climb::{Climb, Plan};
use crate::parameters;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

/// The first word of the file.
const HEADER: &str = "# ozutsu-spsa";

/// Writes a climb: its plan, the next iteration and those missed before it in a first line, then the
/// parameters as they were given, each with its value in the comment. A file is replaced at once, so
/// there is always a whole one.
pub fn save(climb: &Climb, path: &Path) -> io::Result<()> {
    let Plan { iterations, rate, seed } = climb.plan;
    let mut text = format!("{HEADER} {iterations} {rate} {seed} {}", climb.next);
    climb.missed.iter().for_each(|number| text += &format!(" {number}"));
    text.push('\n');
    for (parameter, value) in climb.parameters.iter().zip(&climb.values) {
        text += &format!("{parameter} # {value}\n");
    }
    let mut new = path.as_os_str().to_owned();
    new.push(".new");
    fs::write(&new, text)?;
    fs::rename(&new, path)
}

/// Goes on with a climb that was saved, if it is the same one.
pub fn resume(climb: Climb, path: &Path) -> Result<Climb, String> {
    let fault = |fault: &str| format!("{}: {fault}", path.display());
    let text = fs::read_to_string(path).map_err(|error| fault(&error.to_string()))?;
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let words = first.strip_prefix(HEADER).ok_or_else(|| fault("not a state of a climb"))?;
    let (plan, next, missed) =
        progress(words).ok_or_else(|| fault("the first line is not whole"))?;
    if plan != climb.plan {
        return Err(fault(&format!("{plan} there, not {}", climb.plan)));
    }
    if parameters::parse(rest).map_err(|error| fault(&error))? != climb.parameters {
        return Err(fault("the parameters there are others"));
    }
    let value = |line: &str| line.split_once('#').and_then(|(_, value)| value.trim().parse().ok());
    let values: Option<Vec<f64>> = rest.lines().map(value).collect();
    let values = values.ok_or_else(|| fault("a value is missing"))?;
    Ok(Climb { values, next, missed, ..climb })
}

/// Reads what stands behind the first word: a plan, the next iteration, and those missed.
fn progress(text: &str) -> Option<(Plan, u64, BTreeSet<u64>)> {
    let words: Vec<_> = text.split_whitespace().collect();
    let &[iterations, rate, seed, next, ref missed @ ..] = words.as_slice() else { return None };
    let number = |word: &str| word.parse::<u64>().ok();
    let (iterations, seed, next) = (number(iterations)?, number(seed)?, number(next)?);
    let missed: BTreeSet<u64> = missed.iter().map(|word| number(word)).collect::<Option<_>>()?;
    let are_before = missed.last().is_none_or(|&last| last < next);
    are_before.then_some((Plan { iterations, rate: rate.parse().ok()?, seed }, next, missed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_climb_is_kept() {
        let path = std::env::temp_dir().join(format!("ozutsu-spsa-{}.state", std::process::id()));
        let parameters = parameters::parse("a 5 0 10 1\nb 6 0 10 0.5\n").unwrap();
        let plan = Plan { iterations: 100, rate: 0.002, seed: 7 };
        let mut climb = Climb::new(plan, parameters);
        for number in [0, 3, 2] {
            climb.learn(&climb.trial(number), 1.0);
        }
        save(&climb, &path).unwrap();
        let fresh = Climb::new(plan, climb.parameters.clone());
        let resumed = resume(fresh.clone(), &path).unwrap();
        assert_eq!((&resumed.values, resumed.done()), (&climb.values, 3));
        assert!(resumed.to_do().eq([1].into_iter().chain(4..100)));
        for (other, here) in [
            (Plan { iterations: 50, ..plan }, "50 iterations at rate 0.002 from seed 7"),
            (Plan { seed: 8, ..plan }, "100 iterations at rate 0.002 from seed 8"),
        ] {
            let fault = resume(Climb { plan: other, ..fresh.clone() }, &path).unwrap_err();
            let there = "100 iterations at rate 0.002 from seed 7 there";
            assert!(fault.ends_with(&format!(": {there}, not {here}")), "{fault}");
        }
        let other = Climb::new(plan, parameters::parse("a 4 0 10 1").unwrap());
        assert!(resume(other, &path).unwrap_err().ends_with("the parameters there are others"));
        fs::remove_file(&path).unwrap();
        assert!(resume(fresh, &path).is_err());
    }

    #[test]
    fn the_first_line_is_read() {
        let missed =
            |text| progress(text).map(|(_, next, missed)| (next, missed.into_iter().collect()));
        // As it was when what was missed was not kept.
        assert_eq!(missed(" 100 0.002 7 4"), Some((4, vec![])));
        assert_eq!(missed(" 100 0.002 7 4 1 2"), Some((4, vec![1, 2])));
        for text in ["", " 100 0.002 7", " 100 x 7 4", " 100 0.002 7 4 x", " 100 0.002 7 4 4"] {
            assert_eq!(missed(text), None, "{text}");
        }
    }
}
