//! What is kept of a climb, written anew after every iteration.

use crate::climb::{Climb, Plan};
use crate::parameters;
use std::fs;
use std::io;
use std::path::Path;

/// The first word of the file.
const HEADER: &str = "# ozutsu-spsa";

/// Writes a climb: its plan and iteration in a first line, then the parameters as they were given,
/// each with its value in the comment. A file is replaced at once, so there is always a whole one.
pub fn save(climb: &Climb, path: &Path) -> io::Result<()> {
    let Plan { iterations, rate, seed } = climb.plan;
    let mut text = format!("{HEADER} {iterations} {rate} {seed} {}\n", climb.done);
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
    let &[iterations, rate, seed, done] = words.split_whitespace().collect::<Vec<_>>().as_slice()
    else {
        return Err(fault("the first line is not whole"));
    };
    let plan = [climb.plan.iterations.to_string(), climb.plan.rate.to_string()];
    if plan != [iterations, rate] {
        return Err(fault(&format!("{iterations} iterations at rate {rate} there, not {plan:?}")));
    }
    if parameters::parse(rest).map_err(|error| fault(&error))? != climb.parameters {
        return Err(fault("the parameters there are others"));
    }
    let number = || fault("the first line has no numbers");
    let seed = seed.parse().map_err(|_| number())?;
    let done = done.parse().map_err(|_| number())?;
    let value = |line: &str| line.split_once('#').and_then(|(_, value)| value.trim().parse().ok());
    let values: Option<Vec<f64>> = rest.lines().map(value).collect();
    let values = values.ok_or_else(|| fault("a value is missing"))?;
    Ok(Climb { plan: Plan { seed, ..climb.plan }, values, done, ..climb })
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
        climb.learn(&climb.trial(0), 1.0);
        save(&climb, &path).unwrap();
        let fresh = Climb::new(Plan { seed: 8, ..plan }, climb.parameters.clone());
        let resumed = resume(fresh.clone(), &path).unwrap();
        assert_eq!((&resumed.values, resumed.done, resumed.plan), (&climb.values, 1, plan));
        let other = Climb { plan: Plan { iterations: 50, ..plan }, ..fresh.clone() };
        assert!(resume(other, &path).unwrap_err().contains("100 iterations"));
        let other = Climb::new(plan, parameters::parse("a 4 0 10 1").unwrap());
        assert!(resume(other, &path).unwrap_err().ends_with("the parameters there are others"));
        fs::remove_file(&path).unwrap();
        assert!(resume(fresh, &path).is_err());
    }
}
