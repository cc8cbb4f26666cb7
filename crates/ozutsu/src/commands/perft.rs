//! `ozutsu perft`: counts the leaf nodes of the tree of legal moves.

use crate::cli_error::CliError;
use crate::json::{self, JsonArgs, Object, PerftMove};
use crate::notation_args::NotationArgs;
use crate::position_args::PositionArgs;
use crate::search_args::DepthArgs;
use clap::{Args, value_parser};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use rules::{Move, Position};
use session::MAX_PERFT_DEPTH;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Stack size per thread in bytes: several times the size of [`MAX_PERFT_DEPTH`] move lists, because a
/// waiting rayon thread runs other tasks on its stack.
const STACK_SIZE: usize = 64 << 20;

/// Count the leaf nodes of the tree of legal moves
#[derive(Args, Debug)]
#[command(mut_group("DepthArgs", |depth| depth.required(true)), after_help = "\
Examples:
  ozutsu perft 4                             On all processors
  ozutsu perft --variant shosu --divide 3    One count for each first move
  ozutsu perft --moves '2h1h 8b9b' --threads 1 4
")]
pub struct Perft {
    #[command(flatten)]
    position: PositionArgs,

    /// Number of threads [default: one per processor]
    #[arg(
        long,
        value_name = "N",
        value_parser = value_parser!(u16).range(1..=platform::MAX_THREADS),
        allow_negative_numbers = true
    )]
    threads: Option<u16>,

    /// Print the count for each first move
    #[arg(long)]
    divide: bool,

    #[command(flatten)]
    notation: NotationArgs,

    #[command(flatten)]
    output: JsonArgs,

    #[command(flatten)]
    depth: DepthArgs<0, { MAX_PERFT_DEPTH as i64 }>,
}

impl Perft {
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let position = self.position.position()?;
        let depth = self.depth.get().unwrap_or_default();
        let threads = self.threads.map_or(0, usize::from);
        let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_SIZE).build();
        let pool = pool.map_err(io::Error::other)?;

        let start = Instant::now();
        let (nodes, mut counts) = if self.divide && depth > 0 {
            let counts = pool.install(|| divide(&position, depth));
            (counts.iter().map(|(_, count)| count).sum(), counts)
        } else {
            (pool.install(|| perft(&position, depth)), Vec::new())
        };
        let time = start.elapsed();
        if self.output.json {
            counts.sort_by_cached_key(|&(mv, _)| position.rules().usi(mv).to_string());
            for (mv, nodes) in counts {
                let line = Object::PerftMove(PerftMove::new(&position, mv, nodes));
                json::write_line(out, &line)?;
            }
            let total = Object::Perft(json::Perft::new(&position, depth, nodes, time));
            json::write_line(out, &total)?;
        } else {
            self.write_text(out, &position, &counts, nodes)?;
        }
        if io::stderr().is_terminal() {
            // The speed is only additional information, so a failure to print it is ignored.
            let _ = writeln!(io::stderr(), "{}", format_speed(nodes, time));
        }
        Ok(())
    }

    fn write_text(
        &self,
        out: &mut impl Write,
        position: &Position,
        counts: &[(Move, u64)],
        nodes: u64,
    ) -> io::Result<()> {
        let format = |mv| self.notation.notation.format_move(position, mv);
        let mut lines: Vec<_> =
            counts.iter().map(|&(mv, count)| format!("{}: {count}\n", format(mv))).collect();
        lines.sort_unstable();
        if !lines.is_empty() {
            lines.push("\n".into());
        }
        writeln!(out, "{}Nodes searched: {nodes}", lines.concat())?;
        out.flush()
    }
}

/// Returns the number of leaf nodes, counted on all threads of the current thread pool.
fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        // Not enough work to distribute.
        0..=2 => rules::perft(&mut position.clone(), depth),
        _ => divide(position, depth).into_iter().map(|(_, leaves)| leaves).sum(),
    }
}

/// Returns the number of leaf nodes below each legal move, at a depth of at least one.
fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let count = |&mv: &Move| {
        let mut next = position.clone();
        next.do_move(mv);
        (mv, perft(&next, depth - 1))
    };
    position.legal_moves().par_iter().map(count).collect()
}

/// Formats the time and the speed of a perft run.
fn format_speed(nodes: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let millions = nodes as f64 / seconds.max(1e-9) / 1e6;
    format!("{seconds:.3} s, {millions:.1} million nodes per second")
}
