//! The bench: fixed positions of every game, searched to a fixed depth by one thread. The total number
//! of nodes identifies the search: a commit that does not change play does not change it.

use crate::engine::Engine;
use crate::helpers::STACK_SIZE;
use crate::limits::{Control, Limits};
use rules::{Position, Rules, SfenError};
use std::{io, thread};

/// The default depth of the bench.
pub const BENCH_DEPTH: u32 = 8;

/// Lines of game and SFEN: start positions, middlegames, large hands, kings under attack.
const POSITIONS: &str = include_str!("bench.tsv");

/// Returns the positions of the bench, or those of one game.
pub fn bench_positions(
    game: Option<&str>,
) -> impl Iterator<Item = Result<Position, SfenError>> + '_ {
    POSITIONS.lines().filter_map(move |line| {
        let (name, sfen) = line.split_once('\t')?;
        let rules = Rules::by_name(name).filter(|_| game.is_none_or(|game| game == name))?;
        Some(Position::from_sfen(rules, sfen))
    })
}

/// Searches a position of the bench with a new engine and returns the number of nodes.
pub fn bench(position: &Position, depth: u32, control: &Control) -> io::Result<u64> {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let search = || Engine::new().search(position, &limits, control, &mut ()).nodes;
    thread::scope(|scope| {
        let handle = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, search)?;
        handle.join().map_err(|_| io::Error::other("the search failed"))
    })
}
