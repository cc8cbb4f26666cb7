use crate::failure::Failure;
use crate::notation::NotationArgs;
use crate::setup::PositionArgs;
use clap::Args;
use clap::value_parser;
use rayon::ThreadPoolBuilder;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Farther than anyone can count, and not so far that the stack ends.
const DEEPEST: i64 = 100;
/// Room for that depth: each level holds a list of moves, and threads that wait take on more work.
const STACK: usize = 64 << 20;

/// Count the positions that so many legal moves lead to
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu perft 4                             the default game, on all threads
  ozutsu perft --variant shosu --divide 3    each first move counted apart
  ozutsu perft --moves '2h1h 8b9b' --threads 1 4
")]
pub struct Perft {
    #[command(flatten)]
    position: PositionArgs,

    /// How many threads count; all the machine has unless given
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Count apart what each move leads to
    #[arg(long)]
    divide: bool,

    #[command(flatten)]
    style: NotationArgs,

    /// How many moves deep
    #[arg(value_parser = value_parser!(u32).range(0..=DEEPEST))]
    depth: u32,
}

impl Perft {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let position = self.position.position()?;
        let threads = self.threads.map_or(0, usize::from);
        let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
        let pool = pool.map_err(io::Error::other)?;

        let start = Instant::now();
        let nodes = if self.divide && self.depth > 0 {
            let counts = pool.install(|| rules::divide(&position, self.depth));
            let total = counts.iter().map(|(_, count)| count).sum();
            let mut lines: Vec<_> = counts
                .into_iter()
                .map(|(mv, count)| format!("{}: {count}", self.style.notation.write(&position, mv)))
                .collect();
            lines.sort_unstable();
            for line in lines {
                writeln!(out, "{line}")?;
            }
            writeln!(out)?;
            total
        } else {
            pool.install(|| rules::perft_parallel(&position, self.depth))
        };
        writeln!(out, "Nodes searched: {nodes}")?;
        out.flush()?;
        if io::stderr().is_terminal() {
            // A person watches; if that cannot be written, nothing is lost.
            let _ = writeln!(io::stderr(), "{}", speed(nodes, start.elapsed()));
        }
        Ok(())
    }
}

/// How long a count took and how fast it was.
fn speed(nodes: u64, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let millions = nodes as f64 / seconds.max(1e-9) / 1e6;
    format!("{seconds:.3} s, {millions:.1} million nodes a second")
}
