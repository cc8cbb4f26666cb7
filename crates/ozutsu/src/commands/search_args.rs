//! The arguments of commands that search.

use crate::cli_error::CliError;
use clap::builder::UnknownArgumentValueParser;
use clap::{Args, value_parser};
use rules::{Move, Rules};
use search::DEFAULT_HASH;
use session::player::parse_go;
use vampirc_usi::generic::Go;

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

/// Hidden flag for a depth written with dashes by mistake. Its error message shows the right form.
#[derive(Args, Debug)]
#[group(skip)]
pub struct DepthFlag {
    #[arg(
        long = "depth",
        hide = true,
        value_name = "N",
        value_parser = UnknownArgumentValueParser::suggest("the depth is a number without dashes, such as 4")
    )]
    _depth: Option<String>,
}

/// Parses limits as the parameters of USI's `go`. `refusal` returns why they cannot be used here.
pub fn parse_limits(
    limits: &str,
    rules: &'static Rules,
    refusal: impl FnOnce(&Go<Move>) -> Option<&'static str>,
) -> Result<Go<Move>, CliError> {
    let go = parse_go(limits, rules).map_err(|error| error.to_string());
    let checked = go.and_then(|go| refusal(&go).map_or(Ok(go), |reason| Err(reason.into())));
    checked.map_err(|reason| CliError::input(format!("invalid limit '{limits}': {reason}")))
}
