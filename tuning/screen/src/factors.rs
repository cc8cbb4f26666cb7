//! What is varied: options, each with a low and a high value.

use ozutsu_match::self_play::OptionValues;
use std::fmt;
use std::path::Path;

/// Options that are set together to their low or their high values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// What it is called.
    pub name: String,
    /// The options and their values, low and high.
    pub options: Vec<(String, [String; 2])>,
}

impl Factor {
    /// Reads a name, which may be missing, and words of `option=low:high`.
    pub fn read(words: &[impl AsRef<str>]) -> Result<Self, String> {
        let words: Vec<_> = words.iter().map(AsRef::as_ref).collect();
        let name = words.first().filter(|word| !word.contains('='));
        let options = words[usize::from(name.is_some())..]
            .iter()
            .map(|word| {
                option(word).ok_or_else(|| format!("OPTION=LOW:HIGH expected, not '{word}'"))
            })
            .collect::<Result<Vec<_>, _>>()?;
        let (first, _) = options.first().ok_or("OPTION=LOW:HIGH expected")?;
        // Where factors stand side by side, this stands between.
        if let Some(word) = words.iter().find(|word| word.contains(';')) {
            return Err(format!("'{word}' has a ;"));
        }
        if let Some((option, _)) = options.iter().find(|(_, [low, high])| low == high) {
            return Err(format!("both values of {option} are the same"));
        }
        Ok(Self { name: name.map_or(first.as_str(), |name| name).to_owned(), options })
    }

    /// The options at one of both levels.
    pub fn settings(&self, is_high: bool) -> OptionValues {
        let value = |(name, values): &(String, [String; 2])| {
            (name.clone(), values[usize::from(is_high)].clone())
        };
        self.options.iter().map(value).collect()
    }
}

fn option(word: &str) -> Option<(String, [String; 2])> {
    let (name, values) = word.split_once('=')?;
    let (low, high) = values.split_once(':')?;
    let is_whole = ![name, low, high].contains(&"");
    is_whole.then(|| (name.to_owned(), [low.to_owned(), high.to_owned()]))
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.options.iter().try_for_each(|(name, [low, high])| write!(f, " {name}={low}:{high}"))
    }
}

/// Reads a file of factors, one a line. What stands behind a `#` is a comment.
pub fn load(path: &Path) -> Result<Vec<Factor>, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("the factors cannot be read: {error}: {}", path.display()))?;
    parse(&text).map_err(|fault| format!("{}, {fault}", path.display()))
}

fn parse(text: &str) -> Result<Vec<Factor>, String> {
    let mut factors = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default();
        let words: Vec<_> = line.split_whitespace().collect();
        if !words.is_empty() {
            factors.push(Factor::read(&words).map_err(|fault| format!("line {number}: {fault}"))?);
        }
    }
    Ok(factors)
}

/// There must be some, and each must stand for itself.
pub fn check(factors: &[Factor]) -> Result<(), String> {
    if factors.is_empty() {
        return Err("nothing is varied: give -factor or -factors".to_owned());
    }
    let names = factors.iter().map(|factor| &factor.name);
    let options = factors.iter().flat_map(|factor| &factor.options).map(|(option, _)| option);
    match twice(names).or_else(|| twice(options)) {
        Some(name) => Err(format!("{name} is varied twice")),
        None => Ok(()),
    }
}

/// What comes a second time.
fn twice<'a>(names: impl Iterator<Item = &'a String>) -> Option<&'a String> {
    let mut seen = std::collections::HashSet::new();
    names.into_iter().find(|name| !seen.insert(*name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_read() {
        let text = "# ideas\nlmp base=2:6 square=-3:4 # both\n\naspiration=22:45\n";
        let factors = parse(text).unwrap();
        let texts: Vec<_> = factors.iter().map(Factor::to_string).collect();
        assert_eq!(texts, ["lmp base=2:6 square=-3:4", "aspiration aspiration=22:45"]);
        let settings = [("base", "6"), ("square", "4")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(factors[0].settings(true), settings);
        assert_eq!(check(&factors), Ok(()));
    }

    #[test]
    fn what_cannot_be_varied_is_told() {
        for (text, fault) in [
            ("lmp", "line 1: OPTION=LOW:HIGH expected"),
            ("\nlmp base=2", "line 2: OPTION=LOW:HIGH expected, not 'base=2'"),
            ("lmp base=2:6 6", "line 1: OPTION=LOW:HIGH expected, not '6'"),
            ("base=:6", "line 1: OPTION=LOW:HIGH expected, not 'base=:6'"),
            ("a;b base=2:6", "line 1: 'a;b' has a ;"),
            ("base=6:6", "line 1: both values of base are the same"),
        ] {
            assert_eq!(parse(text).unwrap_err(), fault);
        }
        for (text, fault) in [
            ("", "nothing is varied: give -factor or -factors"),
            ("a x=1:2\na y=1:2", "a is varied twice"),
            ("a x=1:2\nb x=3:4", "x is varied twice"),
        ] {
            assert_eq!(check(&parse(text).unwrap()).unwrap_err(), fault);
        }
    }
}
