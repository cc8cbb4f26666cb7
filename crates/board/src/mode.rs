//! The modes of a table. It is in one of them at a time.

use crate::messages::RecentMode;
use crate::puzzle_attempt::PuzzleAttempt;
use crate::seats::Seats;
use rules::Color;

/// What is played at a table.
#[derive(Debug, Default)]
pub enum Mode {
    /// A game between people at this board or with the engine, or an analysis.
    #[default]
    Board,
    /// A game between two people on two devices.
    Seats(Seats),
    /// A game of links that two people send each other: the side of this person, and what all its links name it by.
    ByLink { side: Color, id: String },
    /// A puzzle.
    Puzzle(PuzzleAttempt),
}

impl Mode {
    /// Returns the seats, if two people play on two devices.
    pub fn seats(&self) -> Option<&Seats> {
        if let Self::Seats(seats) = self { Some(seats) } else { None }
    }

    pub fn seats_mut(&mut self) -> Option<&mut Seats> {
        if let Self::Seats(seats) = self { Some(seats) } else { None }
    }

    /// Returns the side of this person in a game of links.
    pub fn by_link(&self) -> Option<Color> {
        if let Self::ByLink { side, .. } = *self { Some(side) } else { None }
    }

    /// Returns what the links of a game name it by.
    pub fn link_id(&self) -> Option<&str> {
        if let Self::ByLink { id, .. } = self { Some(id) } else { None }
    }

    /// Returns the puzzle on the board.
    pub fn puzzle(&self) -> Option<&PuzzleAttempt> {
        if let Self::Puzzle(attempt) = self { Some(attempt) } else { None }
    }

    pub fn puzzle_mut(&mut self) -> Option<&mut PuzzleAttempt> {
        if let Self::Puzzle(attempt) = self { Some(attempt) } else { None }
    }

    /// Describes the mode in the list of recent games, which has no puzzles.
    pub fn recent(&self) -> RecentMode {
        match self {
            Self::Board | Self::Puzzle(_) => RecentMode::Board,
            Self::Seats(_) => RecentMode::Seats,
            Self::ByLink { side, id } => RecentMode::ByLink { side: *side, id: id.clone() },
        }
    }

    /// Ends what is played, with what is asked about it. The seats of two people stay for their next game.
    pub fn end(&mut self) {
        match self {
            Self::Seats(seats) => seats.question = None,
            _ => *self = Self::Board,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Question;

    #[test]
    fn a_question_about_a_game_ends_with_it() {
        let mut seats = Seats::new(["a", "b", "c"].map(str::to_owned), Color::Black);
        seats.question = Some((Color::White, Question::Draw));
        let mut mode = Mode::Seats(seats);
        mode.end();
        assert!(mode.seats().is_some_and(|seats| seats.question.is_none()));
    }
}
