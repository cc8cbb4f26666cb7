//! Fixed work: positions of every game searched to a fixed depth by one thread. The number of
//! nodes is the signature of the search; it changes only when play does.

use crate::engine::{Engine, STACK_SIZE};
use crate::limits::{Control, Limits};
use rules::{Position, Rules, SfenError};
use std::{io, thread};

/// The depth of a bench for which none is asked.
pub const BENCH_DEPTH: u32 = 8;

/// Positions as game and SFEN: starts, middlegames, full hands, kings under fire.
const POSITIONS: &str = include_str!("bench.tsv");

/// The bench's positions, or those of one game.
pub fn bench_positions(
    game: Option<&str>,
) -> impl Iterator<Item = Result<Position, SfenError>> + '_ {
    POSITIONS.lines().filter_map(move |line| {
        let (name, sfen) = line.split_once('\t')?;
        let rules = Rules::by_name(name).filter(|_| game.is_none_or(|game| game == name))?;
        Some(Position::from_sfen(rules, sfen))
    })
}

/// Searches a bench's position with a fresh engine and gives the nodes that it took.
pub fn bench(position: &Position, depth: u32, control: &Control) -> io::Result<u64> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let search = || Engine::new().search(position, &limits, control, &mut ()).nodes;
    thread::scope(|scope| {
        let handle = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, search)?;
        handle.join().map_err(|_| io::Error::other("the search failed"))
    })
}
