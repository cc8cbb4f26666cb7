//! The parameters that are tuned: a line each.

use std::fmt;
use std::path::Path;

/// A parameter: an option of the engine that is a whole number.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The option's name.
    pub name: String,
    /// Where it begins.
    pub start: f64,
    /// Its least value.
    pub min: f64,
    /// Its greatest value.
    pub max: f64,
    /// By how much it is varied at the end; at first it is more.
    pub step: f64,
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, start, min, max, step } = self;
        write!(f, "{name} {start} {min} {max} {step}")
    }
}

/// Reads a file of parameters: lines of a name, start, minimum, maximum and step, blanks apart.
/// What stands behind a `#` is a comment.
pub fn load(path: &Path) -> Result<Vec<Parameter>, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("the parameters cannot be read: {error}: {}", path.display()))?;
    parse(&text).map_err(|fault| format!("{}, {fault}", path.display()))
}

/// Reads parameters.
pub fn parse(text: &str) -> Result<Vec<Parameter>, String> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let parameter = read(line).map_err(|fault| format!("line {number}: {fault}"))?;
        if parameters.iter().any(|other| other.name == parameter.name) {
            return Err(format!("line {number}: {} comes twice", parameter.name));
        }
        parameters.push(parameter);
    }
    if parameters.is_empty() { Err("there are none".to_owned()) } else { Ok(parameters) }
}

fn read(line: &str) -> Result<Parameter, String> {
    let words: Vec<_> = line.split_whitespace().collect();
    let &[name, ref numbers @ ..] = words.as_slice() else { return Err("a name expected".into()) };
    let numbers = numbers.iter().map(|word| match word.parse::<f64>() {
        Ok(number) if number.abs() <= 1e9 => Ok(number),
        _ => Err(format!("'{word}' is not a number that fits")),
    });
    let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
    let &[start, min, max, step] = numbers.as_slice() else {
        return Err("a name, start, minimum, maximum and step expected".into());
    };
    if !(min <= start && start <= max && min < max) {
        return Err(format!("the start of {name} is not between its bounds"));
    }
    if step <= 0.0 {
        return Err(format!("the step of {name} must be above 0"));
    }
    Ok(Parameter { name: name.to_owned(), start, min, max, step })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_and_its_faults() {
        let text = "# margins\n\nrazor 330 100 600 25 # as it is\nprobcut 260 0 500 20\n";
        let parameters = parse(text).unwrap();
        assert_eq!(parameters.len(), 2);
        assert_eq!(parameters[0].to_string(), "razor 330 100 600 25");
        for (text, fault) in [
            ("", "there are none"),
            ("razor", "line 1: a name, start, minimum, maximum and step expected"),
            ("\nrazor 1 2 3 x", "line 2: 'x' is not a number that fits"),
            ("razor 1 2 3 1", "line 1: the start of razor is not between its bounds"),
            ("razor 2 1 3 0", "line 1: the step of razor must be above 0"),
            ("razor 2 1 3 1\nrazor 2 1 3 1", "line 2: razor comes twice"),
            ("razor NaN 1 3 1", "line 1: 'NaN' is not a number that fits"),
        ] {
            assert_eq!(parse(text).unwrap_err(), fault);
        }
    }
}
