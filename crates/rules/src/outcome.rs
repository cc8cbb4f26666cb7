//! Game results: mate, stalemate, repetition and impasse claims.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::{Color, PieceKind};
use crate::position::Position;
use crate::spec::{Impasse, PerpetualCheck, Repetition, Stalemate};
use std::fmt;

/// The state of a game: ongoing, or how it has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The game has not ended.
    Ongoing,
    /// The side to move is in check and has no legal move. It loses.
    Mate,
    /// The side to move is not in check and has no legal move. It loses.
    Stalemate,
    /// The side to move is not in check and has no legal move, which is a draw in this game.
    StalemateDraw,
    /// A draw by repetition of a position.
    RepetitionDraw,
    /// A repetition of a position that this side loses.
    RepetitionLoss(Color),
    /// A repetition of a position after perpetual check by this side, which loses.
    PerpetualCheck(Color),
    /// The king of this side, which wins, has reached its goal.
    GoalReached(Color),
}

impl Outcome {
    /// Returns the winner, if any, given the side to move.
    pub fn winner(self, side: Color) -> Option<Color> {
        match self {
            Self::Mate | Self::Stalemate => Some(!side),
            Self::PerpetualCheck(loser) | Self::RepetitionLoss(loser) => Some(!loser),
            Self::GoalReached(winner) => Some(winner),
            Self::Ongoing | Self::RepetitionDraw | Self::StalemateDraw => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ongoing => f.write_str("ongoing"),
            Self::Mate => f.write_str("mate"),
            Self::Stalemate => f.write_str("stalemate"),
            Self::StalemateDraw => f.write_str("stalemate draw"),
            Self::RepetitionDraw => f.write_str("repetition draw"),
            Self::RepetitionLoss(loser) => write!(f, "repetition, {loser} loses"),
            Self::PerpetualCheck(loser) => write!(f, "perpetual check, {loser} loses"),
            Self::GoalReached(winner) => write!(f, "king at its goal, {winner} wins"),
        }
    }
}

/// What the side to move may claim under the impasse rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImpasseClaim {
    /// A win.
    Win,
    /// A draw.
    Draw,
}

/// The number of pieces besides the king that must be in the promotion zone for
/// [`Impasse::EnteringKing`].
const MIN_ENTERED_PIECES: u32 = 10;

impl Position {
    /// Returns the state of the game. Repetition takes precedence over mate and stalemate.
    pub fn outcome(&self) -> Outcome {
        if let Some(winner) = self.goal_winner() {
            return Outcome::GoalReached(winner);
        }
        let rules = self.board().rules();
        if let Some(outcome) = self.repetition_outcome(rules.repetition_count()) {
            return outcome;
        }
        match (self.has_legal_move(), self.in_check()) {
            (true, _) => Outcome::Ongoing,
            (false, true) => Outcome::Mate,
            (false, false) => match rules.stalemate() {
                Stalemate::Loses => Outcome::Stalemate,
                Stalemate::Draw => Outcome::StalemateDraw,
            },
        }
    }

    /// Returns the result if the current position has occurred at least `occurrences` times, as if
    /// that number of occurrences ended the game.
    pub fn repetition_outcome(&self, occurrences: usize) -> Option<Outcome> {
        self.earlier_occurrence(occurrences).map(|first| self.judge_repetition(first))
    }

    /// Returns the outcome that a search with its root at ply `root` should assume if the current
    /// position is a repetition.
    ///
    /// If the previous occurrence is at or after the root, the second occurrence already counts: a
    /// side that can repeat once can repeat again. If it is before the root, only the occurrence
    /// that ends the game counts, because a side may still deviate. Perpetual check is judged from
    /// the earliest occurrence, as at the end of a game.
    pub fn search_repetition(&self, root: usize) -> Option<Outcome> {
        let previous = self.earlier_occurrence(2)?;
        let final_occurrences = self.board().rules().repetition_count();
        let min_occurrences = if previous >= root { 2 } else { final_occurrences };
        (min_occurrences..=final_occurrences)
            .rev()
            .find_map(|occurrences| self.repetition_outcome(occurrences))
    }

    /// Returns the result of a repetition of the position at ply `first`.
    fn judge_repetition(&self, first: usize) -> Outcome {
        let (rules, us) = (self.board().rules(), self.board().side());
        if rules.perpetual_check() == PerpetualCheck::Loses {
            match (self.gave_check_since(first, !us), self.gave_check_since(first, us)) {
                (true, false) => return Outcome::PerpetualCheck(!us),
                (false, true) => return Outcome::PerpetualCheck(us),
                (true, true) => return Outcome::RepetitionDraw,
                (false, false) => {}
            }
        }
        match rules.repetition() {
            Repetition::Draw => Outcome::RepetitionDraw,
            Repetition::BlackLoses => Outcome::RepetitionLoss(Color::Black),
            Repetition::WhiteLoses => Outcome::RepetitionLoss(Color::White),
            Repetition::RepeaterLoses => Outcome::RepetitionLoss(!us),
            Repetition::RepeaterWins => Outcome::RepetitionLoss(us),
        }
    }

    /// Returns the ply of the occurrence of the current position that is number `occurrences` when
    /// counted back from the current one, which is number 1.
    fn earlier_occurrence(&self, occurrences: usize) -> Option<usize> {
        let keys = self.keys();
        let (&current, past) = keys.split_last()?;
        // The same side moves every other ply, and a cycle takes at least four plies.
        let plies = (0..past.len()).rev().skip(1).step_by(2).skip(1);
        plies.filter(|&ply| keys[ply] == current).nth(occurrences.checked_sub(2)?)
    }

    /// Returns whether every move by a side after a ply gave check.
    fn gave_check_since(&self, ply: usize, color: Color) -> bool {
        let current = self.ply();
        let last = if self.board().side() == color { current - 1 } else { current };
        (ply + 1..=last).rev().step_by(2).all(|ply| self.was_in_check(ply))
    }

    /// Returns what the side to move may claim under the impasse rule.
    pub fn impasse_claim(&self) -> Option<ImpasseClaim> {
        if self.in_check() { None } else { self.board().impasse_claim() }
    }
}

impl Board {
    fn impasse_claim(&self) -> Option<ImpasseClaim> {
        let us = self.side();
        let king_entered = |color: Color| {
            self.king(color).is_some_and(|king| self.rules().promotion_zone(color).contains(king))
        };
        match self.rules().impasse() {
            Impasse::BothKingsEntered { majors, min_points }
                if king_entered(us) && king_entered(!us) =>
            {
                let has_enough =
                    |color| self.impasse_points(color, majors, Bitboard::ALL) >= *min_points;
                match (has_enough(us), has_enough(!us)) {
                    (true, false) => Some(ImpasseClaim::Win),
                    (true, true) => Some(ImpasseClaim::Draw),
                    _ => None,
                }
            }
            Impasse::EnteringKing { majors, min_points } if king_entered(us) => {
                let zone = self.rules().promotion_zone(us);
                let other_pieces = (self.pieces(us) & zone).count() - 1;
                let points = self.impasse_points(us, majors, zone);
                let wins = other_pieces >= MIN_ENTERED_PIECES && points >= min_points[us.index()];
                wins.then_some(ImpasseClaim::Win)
            }
            _ => None,
        }
    }

    /// Returns the impasse points of a side's pieces in hand and on `squares`.
    fn impasse_points(&self, color: Color, majors: &str, squares: Bitboard) -> u32 {
        let points = |(index, piece): (usize, &crate::rules::PieceInfo)| {
            let kind = PieceKind::base(index);
            let on_board = (self.pieces_of_kind(kind) | self.pieces_of_kind(kind.promoted()))
                & self.pieces(color)
                & squares;
            let number = on_board.count() + u32::from(self.hand(color).count(kind));
            match kind == self.rules().king_kind() {
                true => 0,
                false if majors.contains(piece.letter) => 5 * number,
                false => number,
            }
        };
        self.rules().piece_infos().iter().enumerate().map(points).sum()
    }
}
