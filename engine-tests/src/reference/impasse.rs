//! The entering-king rules of the games.

use super::board::{Colour, Piece, Square};
use super::games::ImpasseRule;
use super::history::State;

/// What the side to move may claim by the game's own entering-king rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impasse {
    None,
    Draw,
    Win,
}

impl State {
    /// What the side to move may claim.
    pub fn impasse(&self) -> Impasse {
        let position = self.position();
        let board = &position.board;
        let side = position.turn;
        let in_zone = |colour, square| board.depth(colour, square) <= self.game().zone;
        let king_in_zone = |colour| position.king(colour).is_some_and(|king| in_zone(colour, king));
        let value = |letter| match letter {
            'K' => 0,
            'R' | 'B' | 'U' | 'A' | 'C' | 'I' => 5,
            _ => 1,
        };
        let hand_points =
            |colour| position.hand(colour).iter().map(|&letter| value(letter)).sum::<u32>();
        let board_points = |colour, zone_only: bool| {
            let own = board.pieces().filter(|(_, piece)| piece.colour == colour);
            own.filter(|&(square, _)| !zone_only || in_zone(colour, square))
                .map(|(_, piece)| value(piece.letter))
                .sum::<u32>()
        };

        if self.in_check() {
            return Impasse::None;
        }
        match self.game().impasse {
            ImpasseRule::None => Impasse::None,
            ImpasseRule::Points27 => {
                let own = |&(square, piece): &(Square, Piece)| {
                    piece.colour == side && piece.letter != 'K' && in_zone(side, square)
                };
                let needed = if side == Colour::Black { 28 } else { 27 };
                let enough = board_points(side, true) + hand_points(side) >= needed;
                if king_in_zone(side) && board.pieces().filter(own).count() >= 10 && enough {
                    Impasse::Win
                } else {
                    Impasse::None
                }
            }
            ImpasseRule::Points38 => {
                let enough = |colour| board_points(colour, false) + hand_points(colour) >= 38;
                if !king_in_zone(Colour::Black) || !king_in_zone(Colour::White) {
                    return Impasse::None;
                }
                match (enough(side), enough(side.other())) {
                    (true, false) => Impasse::Win,
                    (true, true) => Impasse::Draw,
                    (false, _) => Impasse::None,
                }
            }
        }
    }
}
