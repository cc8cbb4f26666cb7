use crate::failure::Failure;
use crate::session;
use crate::setup::game_parser;
use clap::{Args, value_parser};
use rules::Rules;
use search::{BENCH_DEPTH, Control};
use std::io::Write;

/// Search fixed positions; the number of nodes tells whether play has changed
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu bench
  ozutsu bench --variant shosu 10
")]
pub struct Bench {
    /// The game; all of them unless given
    #[arg(long, value_name = "GAME", value_parser = game_parser(), ignore_case = true)]
    variant: Option<&'static Rules>,

    /// How deep
    #[arg(default_value_t = BENCH_DEPTH, value_parser = value_parser!(u32).range(1..=200))]
    depth: u32,
}

impl Bench {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let control = Control::default();
        let mut written = Ok(());
        let mut tell = |line: String| {
            if written.is_ok() {
                written = writeln!(out, "{line}").and_then(|()| out.flush());
            }
            if written.is_err() {
                control.stop();
            }
        };
        session::bench(self.variant.map(Rules::name), self.depth, &control, &mut tell)?;
        Ok(written?)
    }
}
