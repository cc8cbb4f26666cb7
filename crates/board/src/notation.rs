//! Moves as people write them.

use records::{format_western, japanese_line, japanese_move};
use rules::{Move, Position};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// A move in the notations of people. The page shows that of its language.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct MoveText {
    pub western: String,
    pub japanese: String,
}

impl MoveText {
    /// Writes a legal move.
    pub fn new(position: &Position, mv: Move) -> Self {
        Self { western: format_western(position, mv), japanese: japanese_line(position, &[mv]) }
    }

    /// Writes a legal move after another one of a list: in Japanese without the square if it recaptures there.
    pub fn next(position: &Position, mv: Move) -> Self {
        Self { western: format_western(position, mv), japanese: japanese_move(position, mv) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_move_on_a_square_does_not_name_it_in_japanese() {
        for (game, sfen, moves, japanese) in [
            ("shogi", "3sk4/4r4/9/9/9/9/9/9/4R3K b - 1", ["5i5b+", "6a5b"], ["▲５二飛成", "△同銀"]),
            (
                "shosu",
                "rg7k/10/10/10/10/10/10/10/10/R8K b - 1",
                ["10j10a", "9a10a"],
                ["▲１０一飛不成", "△同金"],
            ),
        ] {
            let mut position = Position::from_sfen(games::by_name(game).unwrap(), sfen).unwrap();
            for (usi, japanese) in moves.into_iter().zip(japanese) {
                let mv = records::parse_move(&position, usi).unwrap();
                assert_eq!(MoveText::next(&position, mv).japanese, japanese);
                assert!(!MoveText::new(&position, mv).japanese.contains('同'));
                position.do_move(mv);
            }
        }
    }
}
