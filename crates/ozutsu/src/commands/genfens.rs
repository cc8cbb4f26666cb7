//! `ozutsu "genfens N seed S book None"`: random openings for OpenBench, which calls engines like this.

use crate::cli_error::CliError;
use crate::position_args::default_game_name;
use rules::{Rules, quoted};
use std::io::Write;
use trials::{OpeningGenerator, OpeningScorer, mix_seed};

const USAGE: &str = "expected 'genfens N seed S book None', then optionally 'variant GAME'";

/// Openings that are asked for.
struct Request {
    count: u64,
    seed: u64,
    rules: &'static Rules,
}

/// Prints openings if the arguments ask for them: `genfens` and its values as one argument, then `quit`. The same build
/// prints the same openings for the same seed.
pub fn run_if_asked(arguments: &[String], out: &mut impl Write) -> Option<Result<(), CliError>> {
    let (first, rest) = arguments.split_first()?;
    let text = first.strip_prefix("genfens ")?;
    let request = match rest {
        [] => Request::parse(text),
        [quit] if quit == "quit" => Request::parse(text),
        others => Err(format!("expected quit, found {}", quoted(&others.join(" ")))),
    };
    Some(request.map_err(|error| CliError::input(format!("genfens: {error}"))).and_then(
        |request| {
            let mut scorer = OpeningScorer::new()?;
            for number in 0..request.count {
                let seed = mix_seed(request.seed, number);
                let opening =
                    OpeningGenerator::default().generate(request.rules, seed, &mut scorer);
                writeln!(out, "info string genfens {}", opening.fen())?;
                // OpenBench gives up when it hears nothing for 15 seconds.
                out.flush()?;
            }
            Ok(())
        },
    ))
}

impl Request {
    fn parse(text: &str) -> Result<Self, String> {
        let tokens: Vec<_> = text.split_whitespace().collect();
        let [count, "seed", seed, "book", book, extra @ ..] = tokens.as_slice() else {
            return Err(USAGE.into());
        };
        let number =
            |text: &str| text.parse().map_err(|_| format!("invalid number {}", quoted(text)));
        let (count, seed) = (number(count)?, number(seed)?);
        if !book.eq_ignore_ascii_case("none") {
            return Err(format!("expected book None, found {}", quoted(book)));
        }
        let name = match extra {
            [] => default_game_name(),
            ["variant", name] => name,
            _ => return Err(USAGE.into()),
        };
        let rules = games::named(name).map_err(|error| error.to_string())?;
        Ok(Self { count, seed, rules })
    }
}
