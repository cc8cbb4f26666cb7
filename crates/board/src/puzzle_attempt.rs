//! A puzzle on the board, and the progress in solving it.

use crate::exercise::Exercise;
use crate::messages::{PuzzleProgress, PuzzleSource, StreakView, Verdict};
use rules::Move;
use std::sync::Arc;
use study::puzzles::Puzzle;

/// A puzzle on the board.
#[derive(Debug)]
pub struct PuzzleAttempt {
    pub puzzle: Arc<Puzzle>,
    pub source: PuzzleSource,
    /// The exercise that it is, if it is one.
    pub exercise: Option<&'static Exercise>,
    /// The number of the puzzle in the list of its game or its text, from 1.
    pub number: usize,
    /// How many puzzles of a streak were solved before it, if it is one of a streak.
    pub streak: Option<usize>,
    pub progress: PuzzleProgress,
    pub wrong_moves: usize,
    /// The verdict on the last move tried.
    pub verdict: Option<Verdict>,
    /// How much of the next move is shown.
    pub hint: HintLevel,
    pub has_used_hint: bool,
    /// Whether the puzzle was solved when it last counted as tried.
    pub counted: Option<bool>,
}

/// How much of the next move of a puzzle is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintLevel {
    /// Nothing.
    None,
    /// The piece to move or to drop.
    Piece,
    /// The move.
    Move,
}

impl PuzzleAttempt {
    /// Creates an attempt without moves.
    pub fn new(puzzle: Arc<Puzzle>, source: PuzzleSource, number: usize) -> Self {
        Self {
            puzzle,
            source,
            exercise: None,
            number,
            streak: None,
            progress: PuzzleProgress::Solving,
            wrong_moves: 0,
            verdict: None,
            hint: HintLevel::None,
            has_used_hint: false,
            counted: None,
        }
    }

    /// Creates an attempt at an exercise, given by its number.
    pub fn at_exercise(exercise: &'static Exercise, number: usize) -> Self {
        let attempt = Self::new(Arc::clone(&exercise.puzzle), PuzzleSource::Exercise, number);
        Self { exercise: Some(exercise), ..attempt }
    }

    /// Returns whether a move solves the puzzle at a ply: one of those of the exercise, that of the solution, or a mate.
    pub fn is_solution(&self, ply: usize, mv: Move, is_mate: bool) -> bool {
        match self.exercise {
            Some(exercise) => ply == 0 && exercise.solutions.contains(&mv),
            None => is_mate || self.puzzle.line.get(ply) == Some(&mv),
        }
    }

    /// Returns whether the puzzle is solved.
    pub fn is_solved(&self) -> bool {
        self.progress == PuzzleProgress::Solved
    }

    /// Returns whether the puzzle counts as tried.
    pub fn is_tried(&self) -> bool {
        self.is_solved() || self.is_failed()
    }

    /// Returns whether the person cannot solve the puzzle at the first try and without help any more.
    fn is_failed(&self) -> bool {
        self.progress == PuzzleProgress::GivenUp || self.wrong_moves > 0 || self.has_used_hint
    }

    /// Describes the streak of which the puzzle is one.
    pub fn streak_view(&self) -> Option<StreakView> {
        let is_over = self.is_failed();
        let solved = self.streak? + usize::from(self.is_solved() && !is_over);
        Some(StreakView { solved, is_over })
    }

    /// Returns the number of puzzles solved in the streak if this one is solved, too.
    pub fn solved_streak(&self) -> Option<usize> {
        self.streak_view().filter(|view| self.is_solved() && !view.is_over).map(|view| view.solved)
    }
}
