//! Whole numbers as command-line arguments.

use std::fmt::Display;
use std::ops::RangeInclusive;

/// Returns a clap parser of whole numbers in a range. Arguments that it parses should allow negative
/// numbers, which clap otherwise takes for flags.
pub fn whole_number<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: TryFrom<i128> + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let (min, max) = (range.start(), range.end());
        let Ok(number) = text.parse::<i128>() else {
            return Err(format!("expected a whole number from {min} to {max}"));
        };
        let number = T::try_from(number).ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("{text} is not in {min}..={max}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_range() {
        let parse = whole_number(1..=600_u32);
        assert_eq!(["1", "600", "+7"].map(&parse), [Ok(1), Ok(600), Ok(7)]);
        for text in ["0", "601", "-3", "99999999999999999999"] {
            assert_eq!(parse(text), Err(format!("{text} is not in 1..=600")));
        }
        for text in ["", "abc", "3.5", "1e3"] {
            assert_eq!(parse(text), Err("expected a whole number from 1 to 600".into()), "{text}");
        }
    }
}
