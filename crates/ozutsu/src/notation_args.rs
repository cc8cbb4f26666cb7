//! The argument that selects a notation of moves.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use session::move_notation::Notation;

/// The argument that selects a notation.
#[derive(Args, Debug)]
pub struct NotationArgs {
    /// Notation of moves: 7g7f (usi), c3c4 (uci) or P-7f (western)
    #[arg(
        long,
        value_name = "STYLE",
        default_value = "usi",
        value_parser = notation_parser(),
        conflicts_with = "json"
    )]
    pub notation: Notation,
}

fn notation_parser() -> impl TypedValueParser<Value = Notation> {
    PossibleValuesParser::new(["usi", "uci", "western"]).map(|name| match &*name {
        "uci" => Notation::Uci,
        "western" => Notation::Western,
        _ => Notation::Usi,
    })
}
