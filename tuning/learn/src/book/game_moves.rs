//! Counts of the moves played in self-play games.

use crate::game_files::ScoredGame;
use rules::{Move, Position, Rules};
use std::collections::{BTreeMap, BTreeSet};

/// The moves that games played in each of their first positions. Random moves, and the positions in which they were
/// played, do not count.
#[derive(Debug, Default)]
pub struct GameMoves {
    games: u32,
    /// The positions by SFEN without move number.
    positions: BTreeMap<String, PlayedMoves>,
}

/// The moves that games played in a position.
#[derive(Debug, Default)]
struct PlayedMoves {
    /// The number of games with the position.
    games: u32,
    /// The smallest move number at which it occurred.
    number: u32,
    /// The moves and their numbers of games.
    moves: Vec<(Move, u32)>,
}

impl GameMoves {
    /// Adds the first `plies` moves of a game; those of its opening only if they were drawn from good ones.
    pub fn add(&mut self, game: &ScoredGame, plies: u32, is_opening_good: bool) {
        self.games += 1;
        let mut position = Position::start(game.rules);
        let mut seen = BTreeSet::new();
        let opening = game.opening.iter().map(|&mv| (mv, is_opening_good));
        let played = game.moves.iter().map(|scored| (scored.mv, true));
        for (mv, counts) in opening.chain(played).take(plies as usize) {
            // A position that recurs is one of the game once.
            if counts && seen.insert(position.key()) {
                let text = position.sfen_without_number().to_string();
                let new = PlayedMoves { number: u32::MAX, ..PlayedMoves::default() };
                let here = self.positions.entry(text).or_insert(new);
                here.games += 1;
                here.number = here.number.min(position.move_number());
                match here.moves.iter_mut().find(|(known, _)| *known == mv) {
                    Some((_, count)) => *count += 1,
                    None => here.moves.push((mv, 1)),
                }
            }
            position.do_move(mv);
        }
    }

    /// Returns the number of games that played a move in a position.
    pub fn count(&self, position: &Position, mv: Move) -> u32 {
        let played = self.positions.get(&position.sfen_without_number().to_string());
        let moves = played.map_or(&[][..], |played| &played.moves);
        moves.iter().find(|(known, _)| *known == mv).map_or(0, |&(_, count)| count)
    }

    /// Returns the positions that at least `min_games` games have in common, and the share of the games
    /// that have them.
    pub fn common_positions(
        &self,
        rules: &'static Rules,
        min_games: u32,
    ) -> impl Iterator<Item = (Position, f64)> {
        let common = self.positions.iter().filter(move |(_, played)| played.games >= min_games);
        let share = move |played: &PlayedMoves| f64::from(played.games) / f64::from(self.games);
        common.filter_map(move |(text, played)| {
            let sfen = format!("{text} {}", played.number);
            Some((Position::from_sfen(rules, &sfen).ok()?, share(played)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_files::ScoredMove;

    #[test]
    fn a_game_counts_once_in_a_position_that_recurs() {
        let rules = games::by_name("shogi").unwrap();
        let moves = "2h3h 8b7b 3h2h 7b8b 7g7f".split(' ');
        let moves = moves.map(|mv| ScoredMove { mv: rules.parse_usi(mv).unwrap(), score: 0 });
        let game = ScoredGame {
            rules,
            winner: None,
            end: crate::game_files::SelfPlayEnd::MaxPlies,
            opening: Vec::new(),
            moves: moves.collect(),
        };
        let mut counts = GameMoves::default();
        (0..2).for_each(|_| counts.add(&game, 12, false));
        let start = Position::start(rules);
        let count = |mv| counts.count(&start, rules.parse_usi(mv).unwrap());
        assert_eq!(["2h3h", "7g7f"].map(count), [2, 0]);
        assert!(counts.common_positions(rules, 2).all(|(_, share)| share <= 1.0));
    }
}
