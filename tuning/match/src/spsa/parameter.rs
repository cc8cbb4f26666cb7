//! The parameters to tune, and the file that lists them.

use crate::error::{UsageError, usage};
use crate::self_play::read_lines;
use rules::quoted;
use std::collections::HashSet;
use std::fmt;
use std::path::Path;

/// A parameter to tune: an integer option of the engine.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: String,
    pub start: f64,
    pub min: f64,
    pub max: f64,
    /// Size of the perturbation in the last iteration (fishtest's `c_end`). Earlier perturbations
    /// are larger.
    pub step: f64,
    pub value: f64,
}

impl Parameter {
    /// Limits a whole number to those between the bounds.
    pub fn limited(&self, number: f64) -> f64 {
        number.clamp(self.min.ceil(), self.max.floor())
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, start, min, max, step, .. } = self;
        write!(f, "{name} {start} {min} {max} {step}")
    }
}

/// Reads a parameter file: lines of name, start, minimum, maximum and step. A `#` begins a comment.
pub fn read_file(path: &Path) -> Result<Vec<Parameter>, UsageError> {
    let parameters = read_lines(path, "parameters", parse_line)?;
    check(&parameters).map_err(|error| usage!("{}: {error}", path.display()))?;
    Ok(parameters)
}

/// Checks that there is a parameter, and that no two are the same.
fn check(parameters: &[Parameter]) -> Result<(), UsageError> {
    let mut names = HashSet::new();
    match parameters.iter().find(|parameter| !names.insert(&parameter.name)) {
        Some(Parameter { name, .. }) => Err(usage!("{name} is listed twice")),
        None if parameters.is_empty() => Err(usage!("no parameters found")),
        None => Ok(()),
    }
}

fn parse_line(words: &[&str]) -> Result<Parameter, UsageError> {
    let (name, numbers) =
        words.split_first().ok_or_else(|| usage!("expected NAME START MIN MAX STEP"))?;
    let numbers = numbers.iter().map(|token| match token.parse::<f64>() {
        Ok(number) if number.abs() <= 1e9 => Ok(number),
        _ => Err(usage!("invalid number {}", quoted(token))),
    });
    let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
    let &[start, min, max, step] = numbers.as_slice() else {
        return Err(usage!("expected NAME START MIN MAX STEP"));
    };
    if !(min <= start && start <= max && min < max) {
        return Err(usage!("the start of {name} is not between its minimum and maximum"));
    }
    if min.ceil() > max.floor() {
        return Err(usage!("there is no whole number from the minimum to the maximum of {name}"));
    }
    if step <= 0.0 {
        return Err(usage!("the step of {name} must be above 0"));
    }
    Ok(Parameter { name: (*name).to_owned(), start, min, max, step, value: start })
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::self_play::parse_lines;

    /// Parses the text of a parameter file.
    pub fn parse(text: &str) -> Result<Vec<Parameter>, UsageError> {
        let parameters = parse_lines(text, parse_line)?;
        check(&parameters).map(|()| parameters)
    }

    #[test]
    fn parameter_files_and_their_errors() {
        let text = "# margins\n\nrazor 330 100 600 25 # unchanged\nprobcut 260 0 500 20\n";
        let parameters = parse(text).unwrap();
        assert_eq!(parameters.len(), 2);
        assert_eq!(parameters[0].to_string(), "razor 330 100 600 25");
        for (text, error) in [
            ("", "no parameters found"),
            ("razor", "line 1: expected NAME START MIN MAX STEP"),
            ("\nrazor 1 2 3 x", "line 2: invalid number 'x'"),
            ("razor 1 2 3 1", "line 1: the start of razor is not between its minimum and maximum"),
            ("razor 2 1 3 0", "line 1: the step of razor must be above 0"),
            ("razor 2 1 3 1\nrazor 2 1 3 1", "razor is listed twice"),
            ("razor NaN 1 3 1", "line 1: invalid number 'NaN'"),
        ] {
            assert_eq!(parse(text).unwrap_err().to_string(), error);
        }
    }
}
