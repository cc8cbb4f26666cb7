//! `ozutsu bench`: searches fixed positions.

use crate::cli_error::CliError;
use crate::position_args::game_parser;
use crate::search_args::DepthArgs;
use crate::search_output::SearchOutput;
use clap::Args;
use rules::Rules;
use search::{BENCH_DEPTH, Control};
use std::io::Write;

/// Search fixed positions and print the number of nodes
#[derive(Args, Debug)]
#[command(
    mut_arg("depth", |depth| depth.help(format!("Depth in plies [default: {BENCH_DEPTH}]"))),
    after_help = "\
Examples:
  ozutsu bench
  ozutsu bench --variant shosu 10
  ozutsu bench --rules mygame.toml --variant mygame

The last line is 'N nodes N nps'. The number of nodes is the same in every run and on \
every machine; it changes only when the search or the evaluation changes. A game from a file has no \
chosen positions: its start position and some after random moves are searched.
"
)]
pub struct Bench {
    /// Game [default: all built-in games]
    #[arg(long, value_name = "GAME", value_parser = game_parser(), ignore_case = true)]
    variant: Option<&'static Rules>,

    #[command(flatten)]
    depth: DepthArgs<1, 200>,
}

impl Bench {
    pub fn run(&self, out: &mut (impl Write + Send)) -> Result<(), CliError> {
        let control = Control::default();
        let output = SearchOutput::new(out, &control);
        let depth = self.depth.get().unwrap_or(BENCH_DEPTH);
        session::bench(self.variant, depth, &control, &output);
        Ok(output.finish()?)
    }
}
