//! The factors of a screening experiment: engine options, each with a low and a high level.

use crate::error::{UsageError, usage};
use crate::runner::OptionValues;
use rules::quoted;
use std::collections::HashSet;
use std::fmt;

/// One or more options that are set together to their low or their high values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    pub name: String,
    /// Names of the options with their low and high values.
    pub options: Vec<(String, [String; 2])>,
}

impl Factor {
    /// Parses an optional name followed by tokens `OPTION=LOW:HIGH`. The default name is that of
    /// the first option.
    pub fn parse(tokens: &[&str]) -> Result<Self, UsageError> {
        let name = tokens.first().filter(|token| !token.contains('='));
        let options = tokens[usize::from(name.is_some())..]
            .iter()
            .map(|token| {
                parse_option(token)
                    .ok_or_else(|| usage!("expected OPTION=LOW:HIGH, not {}", quoted(token)))
            })
            .collect::<Result<Vec<_>, _>>()?;
        let (first_option, _) =
            options.first().ok_or_else(|| usage!("expected OPTION=LOW:HIGH"))?;
        // The state file separates factors with semicolons.
        if let Some(token) = tokens.iter().find(|token| token.contains(';')) {
            return Err(usage!("{} contains a semicolon", quoted(token)));
        }
        if let Some((option, _)) = options.iter().find(|(_, [low, high])| low == high) {
            return Err(usage!("both values of {option} are the same"));
        }
        let name = name.map_or(first_option.as_str(), |name| name).to_owned();
        Ok(Self { name, options })
    }

    /// Returns the values of the options at the high or the low level.
    pub fn option_values(&self, is_high: bool) -> OptionValues {
        let value = |(name, values): &(String, [String; 2])| {
            (name.clone(), values[usize::from(is_high)].clone())
        };
        self.options.iter().map(value).collect()
    }
}

fn parse_option(token: &str) -> Option<(String, [String; 2])> {
    let (name, values) = token.split_once('=')?;
    let (low, high) = values.split_once(':')?;
    let is_complete = ![name, low, high].contains(&"");
    is_complete.then(|| (name.to_owned(), [low.to_owned(), high.to_owned()]))
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.options.iter().try_for_each(|(name, [low, high])| write!(f, " {name}={low}:{high}"))
    }
}

/// Checks that there is a factor, and that no two factors share a name or an option.
pub fn check_distinct(factors: &[Factor]) -> Result<(), UsageError> {
    if factors.is_empty() {
        return Err(usage!("no factors: use -factor or -factors"));
    }
    let names = factors.iter().map(|factor| &factor.name);
    let options = factors.iter().flat_map(|factor| &factor.options).map(|(option, _)| option);
    if let Some(name) = first_duplicate(names) {
        return Err(usage!("two factors are named {name}"));
    }
    match first_duplicate(options) {
        Some(option) => Err(usage!("two factors set {option}")),
        None => Ok(()),
    }
}

fn first_duplicate<'a>(mut names: impl Iterator<Item = &'a String>) -> Option<&'a String> {
    let mut seen = HashSet::new();
    names.find(|name| !seen.insert(*name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::self_play::parse_lines;

    #[test]
    fn factors_are_parsed() {
        let text = "# ideas\nlmp base=2:6 square=-3:4 # both\n\naspiration=22:45\n";
        let factors = parse_lines(text, Factor::parse).unwrap();
        let texts: Vec<_> = factors.iter().map(Factor::to_string).collect();
        assert_eq!(texts, ["lmp base=2:6 square=-3:4", "aspiration aspiration=22:45"]);
        let values = [("base", "6"), ("square", "4")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(factors[0].option_values(true), values);
        assert_eq!(check_distinct(&factors), Ok(()));
    }

    #[test]
    fn invalid_factors_are_rejected() {
        for (text, error) in [
            ("lmp", "line 1: expected OPTION=LOW:HIGH"),
            ("\nlmp base=2", "line 2: expected OPTION=LOW:HIGH, not 'base=2'"),
            ("lmp base=2:6 6", "line 1: expected OPTION=LOW:HIGH, not '6'"),
            ("base=:6", "line 1: expected OPTION=LOW:HIGH, not 'base=:6'"),
            ("a;b base=2:6", "line 1: 'a;b' contains a semicolon"),
            ("base=6:6", "line 1: both values of base are the same"),
        ] {
            assert_eq!(parse_lines(text, Factor::parse).unwrap_err().to_string(), error);
        }
        for (text, error) in [
            ("", "no factors: use -factor or -factors"),
            ("a x=1:2\na y=1:2", "two factors are named a"),
            ("a x=1:2\nb x=3:4", "two factors set x"),
        ] {
            let factors = parse_lines(text, Factor::parse).unwrap();
            assert_eq!(check_distinct(&factors).unwrap_err().to_string(), error);
        }
    }
}
