//! The arguments of commands that search.

use crate::cli_error::CliError;
use clap::{Args, value_parser};
use rules::Rules;
use search::DEFAULT_HASH;
use vampirc_usi::Go;

/// The size of the engine.
#[derive(Args, Debug)]
pub struct EngineArgs {
    /// Number of search threads
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = value_parser!(i64).range(1..=platform::MAX_THREADS),
        allow_negative_numbers = true
    )]
    pub threads: i64,

    /// Size of the transposition table in MiB
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = DEFAULT_HASH as i64,
        value_parser = value_parser!(i64).range(1..=platform::MAX_HASH),
        allow_negative_numbers = true
    )]
    pub hash: i64,
}

/// A depth in a range, as a number or as an option.
#[derive(Args, Debug)]
#[group(multiple = false)]
pub struct DepthArgs<const MIN: i64, const MAX: i64> {
    /// Depth in plies
    #[arg(value_parser = value_parser!(u32).range(MIN..=MAX), allow_negative_numbers = true)]
    depth: Option<u32>,

    /// The same as an option
    #[arg(
        id = "depth_option",
        long = "depth",
        value_name = "DEPTH",
        value_parser = value_parser!(u32).range(MIN..=MAX),
        allow_negative_numbers = true
    )]
    option: Option<u32>,
}

impl<const MIN: i64, const MAX: i64> DepthArgs<MIN, MAX> {
    pub fn get(&self) -> Option<u32> {
        self.depth.or(self.option)
    }
}

/// Limits as options. Each can also be two words of [`parse_limits`].
#[derive(Args, Debug)]
pub struct LimitArgs {
    /// The limit 'depth N' as an option
    #[arg(long, value_name = "N")]
    depth: Option<u32>,

    /// The limit 'nodes N' as an option
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// The limit 'movetime MS' as an option
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
}

impl LimitArgs {
    /// Returns the words for the limits, after other words. Adds `default` if there are none, or only `searchmoves`,
    /// which ends no search.
    pub fn words(&self, others: &[String], mate: Option<u64>, default: &str) -> String {
        let options = [
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("movetime", self.movetime),
            ("mate", mate),
        ];
        let options =
            options.iter().filter_map(|(key, value)| Some(format!("{key} {}", (*value)?)));
        let words: Vec<_> = others.iter().cloned().chain(options).collect();
        let text = words.join(" ");
        let mut keys = text.split_whitespace().filter(|word| Go::KEYS.contains(word)).peekable();
        if words.is_empty() {
            default.to_owned()
        } else if keys.peek().is_some() && keys.all(|key| key == "searchmoves") {
            format!("{text} {default}")
        } else {
            text
        }
    }
}

/// Parses limits as the parameters of USI's `go`. `refusal` returns why they cannot be used here.
pub fn parse_limits(
    limits: &str,
    rules: &'static Rules,
    refusal: impl FnOnce(&Go) -> Option<&'static str>,
) -> Result<Go, CliError> {
    let go = Go::parse_strictly(limits, rules).map_err(|error| error.to_string());
    let checked = go.and_then(|go| refusal(&go).map_or(Ok(go), |reason| Err(reason.into())));
    checked.map_err(|reason| CliError::input(format!("invalid limit '{limits}': {reason}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_for_words_without_a_limit() {
        let none = LimitArgs { depth: None, nodes: None, movetime: None };
        for (words, expected) in [
            ("", "movetime 3000"),
            ("searchmoves 7g7f 2g2f", "searchmoves 7g7f 2g2f movetime 3000"),
            ("searchmoves 7g7f infinite", "searchmoves 7g7f infinite"),
            ("nodes 5 searchmoves 7g7f", "nodes 5 searchmoves 7g7f"),
            ("fast", "fast"),
        ] {
            let words: Vec<_> = words.split_whitespace().map(str::to_owned).collect();
            assert_eq!(none.words(&words, None, "movetime 3000"), expected);
        }
        let depth = LimitArgs { depth: Some(2), ..none };
        let words = ["searchmoves", "7g7f"].map(str::to_owned);
        assert_eq!(depth.words(&words, None, "movetime 3000"), "searchmoves 7g7f depth 2");
    }
}
