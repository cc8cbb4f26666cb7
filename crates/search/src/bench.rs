//! Fixed work: positions of every game searched to a fixed depth by one thread. The number of
//! nodes is the signature of the search; it changes only when play does.

use crate::engine::Engine;
use crate::limits::{Control, Limits};
use rules::{Position, Rules, SfenError};

/// The depth of a bench for which none is asked.
pub const BENCH_DEPTH: u32 = 8;

/// Positions as game and SFEN: starts, middlegames, full hands, kings under fire.
const POSITIONS: &str = include_str!("bench.tsv");

/// Searches the bench's positions, or those of one game, and gives the nodes of each.
pub fn bench(game: Option<&str>, depth: u32) -> Result<Vec<(&'static str, u64)>, SfenError> {
    let mut results = Vec::new();
    for line in POSITIONS.lines() {
        let Some((name, sfen)) = line.split_once('\t') else { continue };
        let Some(rules) = Rules::named(name).filter(|_| game.is_none_or(|game| game == name))
        else {
            continue;
        };
        let position = Position::from_sfen(rules, sfen)?;
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let found = Engine::new().search(&position, &limits, &Control::default(), &mut ());
        results.push((sfen, found.nodes));
    }
    Ok(results)
}
