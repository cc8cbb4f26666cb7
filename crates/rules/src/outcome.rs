//! Game results: mate, stalemate, repetition and impasse claims.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::{Color, PieceKind};
use crate::position::Position;
use crate::spec::{Impasse, PerpetualCheck, Repetition, Stalemate};
use std::cmp::Reverse;
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

/// The positions of a game before the root of a search, by key. With it,
/// [`Position::search_repetition`] scans only the plies since the root, however long the game is.
#[derive(Clone, Debug)]
pub struct RootHistory {
    root: usize,
    /// The key and the ply of every position before the root: sorted by key, then latest first.
    plies: Vec<(u64, usize)>,
    /// The number of occurrences of the position that occurred most often.
    most_occurrences: usize,
}

impl RootHistory {
    /// Collects the positions of a game before ply `root`.
    pub fn new(position: &Position, root: usize) -> Self {
        let mut plies: Vec<_> = position.keys().zip(0..root).collect();
        plies.sort_unstable_by_key(|&(key, ply)| (key, Reverse(ply)));
        let occurrences = plies.chunk_by(|(one, _), (other, _)| one == other).map(<[_]>::len);
        Self { root, most_occurrences: occurrences.max().unwrap_or(0), plies }
    }

    /// Returns the number of occurrences of the position that occurred most often.
    pub fn most_occurrences(&self) -> usize {
        self.most_occurrences
    }

    /// Returns the entries with a key.
    fn plies_of(&self, key: u64) -> &[(u64, usize)] {
        let start = self.plies.partition_point(|&(other, _)| other < key);
        let rest = &self.plies[start..];
        &rest[..rest.iter().take_while(|&&(other, _)| other == key).count()]
    }
}

impl Position {
    /// Returns the state of the game. Repetition takes precedence over mate and stalemate.
    pub fn outcome(&self) -> Outcome {
        if let Some(winner) = self.goal_winner() {
            return Outcome::GoalReached(winner);
        }
        if let Some(outcome) = self.repetition_outcome(self.rules().repetition_count()) {
            return outcome;
        }
        if self.has_legal_move() { Outcome::Ongoing } else { self.outcome_without_moves() }
    }

    /// Returns the outcome for a side to move that has no legal move.
    pub fn outcome_without_moves(&self) -> Outcome {
        match self.board().rules().spec().stalemate {
            _ if self.in_check() => Outcome::Mate,
            Stalemate::Loses => Outcome::Stalemate,
            Stalemate::Draw => Outcome::StalemateDraw,
        }
    }

    /// Returns the result if the current position has occurred at least `occurrences` times, as if
    /// that number of occurrences ended the game.
    pub fn repetition_outcome(&self, occurrences: usize) -> Option<Outcome> {
        let first = self.earlier_occurrences(0).nth(occurrences.checked_sub(2)?)?;
        Some(self.judge_repetition(first))
    }

    /// Returns the outcome that a search should assume if the current position is a repetition.
    ///
    /// If it occurred at or after the root with the same counts of consecutive checks, the second
    /// occurrence already counts: a side that can repeat once can repeat again. With other counts it
    /// may not, because the check limit can forbid the next check. Then, and if it occurred only
    /// before the root, where a side may still deviate, only the occurrence that ends the game
    /// counts. Perpetual check is judged from the earliest occurrence, as at the end of a game.
    pub fn search_repetition(&self, before_root: &RootHistory) -> Option<Outcome> {
        let most_earlier = self.board().rules().repetition_count() - 1;
        let mut in_tree = self.earlier_occurrences(before_root.root).peekable();
        if in_tree.peek().is_none() && before_root.most_occurrences < most_earlier {
            return None;
        }
        let in_tree: Vec<usize> = in_tree.collect();
        let check_counts = self.board().check_counts();
        let recurs = in_tree.iter().any(|&ply| self.earlier_check_counts(ply) == check_counts);
        let needed = if recurs { 1 } else { most_earlier };
        let in_game = self.occurrences_before(before_root).iter().map(|&(_, ply)| ply);
        let plies: Vec<usize> = in_tree.into_iter().chain(in_game).take(most_earlier).collect();
        (plies.len() >= needed).then(|| self.judge_repetition(plies[plies.len() - 1]))
    }

    /// Returns whether the current position has occurred as often as ends the game. Like
    /// [`search_repetition`](Self::search_repetition), this scans only the plies since the root.
    pub fn is_last_repetition(&self, before_root: &RootHistory) -> bool {
        let in_tree = self.earlier_occurrences(before_root.root).count();
        let earlier = in_tree + self.occurrences_before(before_root).len();
        earlier + 1 >= self.board().rules().repetition_count()
    }

    /// Returns the keys and plies of the occurrences of the current position before the root.
    fn occurrences_before<'a>(&self, root: &'a RootHistory) -> &'a [(u64, usize)] {
        let can_recur = self.recurring_from() <= root.root;
        if can_recur { root.plies_of(self.key()) } else { &[] }
    }

    /// Returns the result of a repetition of the position at ply `first`.
    fn judge_repetition(&self, first: usize) -> Outcome {
        let (rules, us) = (self.board().rules(), self.board().side());
        if rules.spec().perpetual_check == PerpetualCheck::Loses {
            match (self.gave_check_since(first, !us), self.gave_check_since(first, us)) {
                (true, false) => return Outcome::PerpetualCheck(!us),
                (false, true) => return Outcome::PerpetualCheck(us),
                (true, true) => return Outcome::RepetitionDraw,
                (false, false) => {}
            }
        }
        match rules.spec().repetition {
            Repetition::Draw => Outcome::RepetitionDraw,
            Repetition::BlackLoses => Outcome::RepetitionLoss(Color::Black),
            Repetition::WhiteLoses => Outcome::RepetitionLoss(Color::White),
            Repetition::RepeaterLoses => Outcome::RepetitionLoss(!us),
            Repetition::RepeaterWins => Outcome::RepetitionLoss(us),
        }
    }

    /// Returns the plies from `start` on at which the current position occurred before, latest first.
    fn earlier_occurrences(&self, start: usize) -> impl Iterator<Item = usize> {
        self.plies_to_compare(start).filter(|&ply| self.earlier_key(ply) == self.key())
    }

    /// Returns the plies from `start` on at which the current position may have occurred before: not
    /// before a null move, with the same side to move, and at least four plies ago.
    fn plies_to_compare(&self, start: usize) -> impl Iterator<Item = usize> + use<> {
        // Counted up, because the loop over a reversed range by steps takes twice as long.
        let ply = self.ply();
        let count = ply.saturating_sub(start.max(self.recurring_from()) + 2) / 2;
        (0..count).map(move |number| ply - 4 - 2 * number)
    }

    /// Returns whether every move by a side after a ply gave check.
    fn gave_check_since(&self, ply: usize, color: Color) -> bool {
        let current = self.ply();
        let last = if self.board().side() == color { current - 1 } else { current };
        (ply + 1..=last).rev().step_by(2).all(|ply| self.gave_check(ply))
    }

    /// Returns what the side to move may claim under the impasse rule.
    #[inline]
    pub fn impasse_claim(&self) -> Option<ImpasseClaim> {
        let may_claim = !self.in_check() && self.board().king_entered(self.side());
        if may_claim { self.board().impasse_claim() } else { None }
    }
}

impl Board {
    /// Returns whether a side's king is in its promotion zone.
    #[inline]
    fn king_entered(&self, color: Color) -> bool {
        self.king(color).is_some_and(|king| self.rules().promotion_zone(color).contains(king))
    }

    /// Returns the claim of the side to move, whose king has entered.
    fn impasse_claim(&self) -> Option<ImpasseClaim> {
        let us = self.side();
        match &self.rules().spec().impasse {
            Impasse::BothKingsEntered { majors, min_points } if self.king_entered(!us) => {
                let has_enough =
                    |color| self.impasse_points(color, majors, Bitboard::ALL) >= *min_points;
                match (has_enough(us), has_enough(!us)) {
                    (true, false) => Some(ImpasseClaim::Win),
                    (true, true) => Some(ImpasseClaim::Draw),
                    _ => None,
                }
            }
            Impasse::EnteringKing { majors, min_points } => {
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
            if kind == self.rules().king_kind() {
                0
            } else if majors.contains(piece.letter) {
                5 * number
            } else {
                number
            }
        };
        self.rules().piece_infos().iter().enumerate().map(points).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_games;

    /// Plays a king out and back, both sides in turn, until this many moves are made.
    fn shuffle(position: &mut Position, moves: usize) {
        let rules = position.board().rules();
        let moves = ["5i5h", "5a5b", "5h5i", "5b5a"].iter().cycle().take(moves);
        moves.for_each(|text| position.do_move(rules.parse_usi(text).unwrap()));
    }

    #[test]
    fn a_position_cannot_recur_across_a_null_move() {
        let mut position = Position::start(test_games::rules("shogi"));
        let out_and_back = ["5i5h", "5h5i"].map(|text| position.rules().parse_usi(text).unwrap());
        shuffle(&mut position, 12);
        let before_root = RootHistory::new(&position, position.ply());
        assert_eq!(position.search_repetition(&before_root), Some(Outcome::RepetitionDraw));
        for mv in out_and_back {
            position.do_move(mv);
            position.do_null_move();
        }
        assert_eq!(position.earlier_key(12), position.key());
        assert_eq!(position.repetition_outcome(2), None);
        assert_eq!(position.search_repetition(&before_root), None);
        // After the null moves it can.
        shuffle(&mut position, 4);
        assert_eq!(position.search_repetition(&before_root), Some(Outcome::RepetitionDraw));
        (0..8).for_each(|_| position.undo_move());
        assert_eq!(position.search_repetition(&before_root), Some(Outcome::RepetitionDraw));
    }

    /// In the tree, only plies since the root are compared.
    #[test]
    fn repetition_costs_no_more_after_a_long_game() {
        let mut position = Position::start(test_games::rules("shogi"));
        shuffle(&mut position, 40_000);
        let before_root = RootHistory::new(&position, position.ply());
        shuffle(&mut position, 10);
        assert_eq!(position.plies_to_compare(before_root.root).count(), 4);
        assert_eq!(before_root.plies_of(position.key()).len(), 10_000);
        assert!(position.is_last_repetition(&before_root));
        assert_eq!(position.search_repetition(&before_root), Some(Outcome::RepetitionDraw));
    }
}
