//! Puzzles that a person reads from a text.
//!
//! Reading checks that positions and solutions are legal. Whether a solution is the only shortest mate, the
//! engine thread finds out once the puzzle is on the board.

use crate::command_error::CommandError;
use crate::job::puzzle_as_epd;
use crate::messages::{OwnPuzzlesView, ProofView};
use crate::puzzle_list::{check_number, next_unsolved};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use study::puzzles::Puzzle;

/// The puzzles of a text, and which of them the person has solved.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct OwnPuzzles {
    pub puzzles: Vec<OwnPuzzle>,
    /// The numbers of the puzzles tried and solved.
    pub tried: BTreeSet<usize>,
    pub solved: BTreeSet<usize>,
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
    pub fn choose(
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
