//! Puzzles that a person reads from a text.
//!
//! Reading checks that positions and solutions are legal. Whether a solution is the only shortest mate, the
//! engine thread finds out once the puzzle is on the board.

use crate::command_error::CommandError;
use crate::job::puzzle_as_epd;
use crate::messages::{OwnPuzzlesView, ProofView, PuzzleChoice, PuzzleSource};
use crate::puzzle_attempt::PuzzleAttempt;
use crate::puzzle_list::{check_number, next_unsolved};
use crate::puzzle_rating::puzzle_rating;
use crate::table::Table;
use crate::user_data::Change;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use study::puzzles::{Flaw, Proof, Puzzle};

/// The longest solution in plies. The board is not made for longer games.
pub const MAX_PLIES: usize = 1_000;

/// The puzzles of a text, and which of them the person has solved.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct OwnPuzzles {
    puzzles: Vec<OwnPuzzle>,
    /// The numbers of the puzzles tried and solved.
    tried: BTreeSet<usize>,
    solved: BTreeSet<usize>,
}

/// A puzzle of a text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct OwnPuzzle {
    #[serde(with = "puzzle_as_epd")]
    pub puzzle: Arc<Puzzle>,
    /// The operand of `id`.
    pub name: String,
    pub proof: ProofView,
}

impl OwnPuzzles {
    /// Creates a list of puzzles of which none is tried.
    pub fn new(puzzles: Vec<OwnPuzzle>) -> Self {
        Self { puzzles, ..Self::default() }
    }

    /// Returns the puzzle with a number.
    pub fn get(&self, number: usize) -> Option<&OwnPuzzle> {
        self.puzzles.get(number.checked_sub(1)?)
    }

    /// Returns the number of the puzzle to show.
    fn choose(
        &self,
        number: Option<usize>,
        previous: Option<usize>,
    ) -> Result<usize, CommandError> {
        if let Some(number) = number {
            return check_number(number, self.puzzles.len());
        }
        let numbers = Vec::from_iter(1..=self.puzzles.len());
        next_unsolved(&numbers, previous, |number| self.solved.contains(&number))
            .ok_or(CommandError::NoOwnPuzzles)
    }

    /// Describes the puzzles to the page. Returns `None` if there are none.
    pub fn view(&self) -> Option<OwnPuzzlesView> {
        let count = self.puzzles.len();
        let view = OwnPuzzlesView { count, tried: self.tried.len(), solved: self.solved.len() };
        (count > 0).then_some(view)
    }
}

impl Table {
    /// Shows one of the person's own puzzles.
    pub fn start_own_puzzle(&mut self, choice: &PuzzleChoice) -> Result<(), CommandError> {
        let previous = self.puzzle.as_ref().filter(|puzzle| puzzle.source == PuzzleSource::Own);
        let previous = previous.map(|puzzle| puzzle.number);
        let number = self.own_puzzles.choose(choice.number, previous)?;
        self.show_own_puzzle(number);
        Ok(())
    }

    /// Shows the puzzle with a number.
    pub fn show_own_puzzle(&mut self, number: usize) {
        if let Some(own) = self.own_puzzles.get(number) {
            let attempt = PuzzleAttempt::new(Arc::clone(&own.puzzle), PuzzleSource::Own, number);
            self.show_puzzle(attempt);
        }
    }

    /// Counts the puzzle on the board as tried or solved if it is.
    pub fn count_puzzle(&mut self) {
        let Some(attempt) = self.puzzle.as_ref().filter(|puzzle| puzzle.is_tried()) else { return };
        let (number, is_solved) = (attempt.number, attempt.is_solved());
        match attempt.source {
            PuzzleSource::Own => {
                self.own_puzzles.tried.insert(number);
                if is_solved {
                    self.own_puzzles.solved.insert(number);
                }
            }
            PuzzleSource::Stored => {
                let variant = self.game.rules().name().into();
                let rating = puzzle_rating(&attempt.puzzle).expect("stored puzzles are rated");
                self.data_changes.push(Change::Puzzle { variant, number, rating, is_solved });
            }
        }
    }

    /// Returns the puzzle on the board if its solution is not proven yet.
    pub fn unproven_puzzle(&self) -> Option<&Arc<Puzzle>> {
        let attempt = self.puzzle.as_ref()?;
        (self.puzzle_proof(attempt) == ProofView::Pending).then_some(&attempt.puzzle)
    }

    /// Returns whether the solution of a puzzle is proven.
    pub fn puzzle_proof(&self, attempt: &PuzzleAttempt) -> ProofView {
        match attempt.source {
            PuzzleSource::Stored => ProofView::Proven,
            PuzzleSource::Own => {
                let own = self.own_puzzles.get(attempt.number);
                own.map_or(ProofView::Unknown, |own| own.proof)
            }
        }
    }

    /// Takes the result of the proof of the puzzle on the board, and its rating, which it keeps if it has
    /// one.
    pub fn take_proof(&mut self, proof: Proof, nodes: Option<u64>) {
        let Some(attempt) = &mut self.puzzle else { return };
        let puzzles = &mut self.own_puzzles.puzzles;
        let Some(own) = attempt.number.checked_sub(1).and_then(|index| puzzles.get_mut(index))
        else {
            return;
        };
        own.proof = match proof {
            Proof::Proven => ProofView::Proven,
            Proof::Flawed(Flaw::NoMate) => ProofView::NoMate,
            Proof::Flawed(Flaw::Shorter) => ProofView::Shorter,
            Proof::Flawed(Flaw::SecondSolution) => ProofView::SecondSolution,
            Proof::Unknown => ProofView::Unknown,
        };
        if own.puzzle.nodes.is_none() {
            let puzzle = Arc::new(Puzzle { nodes, ..(*own.puzzle).clone() });
            (own.puzzle, attempt.puzzle) = (Arc::clone(&puzzle), puzzle);
        }
    }
}
