//! The bench: fixed positions of every game, searched to a fixed depth by one thread. The total number
//! of nodes identifies the search: a commit that does not change play does not change it.

use crate::engine::Engine;
use crate::limits::{Control, Limits};
use rules::{Outcome, Position, Rules, SplitMix64};

pub const BENCH_DEPTH: u32 = 8;

/// Lines of game and SFEN: start positions, middlegames, large hands, kings under attack.
const POSITIONS: &str = include_str!("bench.tsv");

/// The numbers of random moves after which the bench searches a game that has no positions in the list.
const RANDOM_PLIES: [usize; 5] = [0, 8, 16, 24, 32];

/// Returns the positions of the bench for a game. If the list has none, they are the start position and
/// positions after random moves, always the same.
pub fn bench_positions(rules: &'static Rules) -> Vec<Position> {
    let rows = POSITIONS.lines().filter_map(|line| line.split_once('\t'));
    let sfens = rows.filter(|(game, _)| *game == rules.name()).map(|(_, sfen)| sfen);
    let parse = |sfen| Position::from_sfen(rules, sfen).expect("a test parses every position");
    let listed: Vec<_> = sfens.map(parse).collect();
    if listed.is_empty() { random_positions(rules) } else { listed }
}

/// Returns positions of a game of random moves, as far as it goes.
fn random_positions(rules: &'static Rules) -> Vec<Position> {
    let mut random = SplitMix64::new(0);
    let mut position = Position::start(rules);
    let mut positions = Vec::new();
    for ply in 0.. {
        if position.outcome() != Outcome::Ongoing || positions.len() == RANDOM_PLIES.len() {
            break;
        }
        if RANDOM_PLIES.contains(&ply) {
            positions.push(position.clone());
        }
        let mut moves = position.legal_moves();
        // Sorted to make the choice independent of the order of move generation.
        moves.sort_unstable_by_key(|mv| mv.bits());
        position.do_move(moves[random.below(moves.len())]);
    }
    positions
}

/// Searches a position of the bench with a new engine and returns the number of nodes.
pub fn bench(position: &Position, depth: u32, control: &Control) -> u64 {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    Engine::new().search(position, &limits, control, &mut ()).nodes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_list_is_valid() {
        for row in POSITIONS.lines() {
            let (game, sfen) = row.split_once('\t').expect("game and position");
            Position::from_sfen(games::by_name(game).expect(game), sfen).expect(sfen);
        }
    }

    #[test]
    fn a_game_from_a_file_has_positions() {
        let file = games::parse(include_str!("../../rules/examples/minicannon.toml"));
        let rules = file.games[0].rules;
        let sfens = || -> Vec<_> {
            bench_positions(rules).iter().map(|position| position.sfen().to_string()).collect()
        };
        let found = sfens();
        assert_eq!(found, sfens());
        assert_eq!(found[0], rules.start_sfen());
        assert!((2..=RANDOM_PLIES.len()).contains(&found.len()), "{found:?}");
    }
}
