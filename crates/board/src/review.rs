//! The state of a review.

use crate::game::Game;
use records::NodeId;
use study::review::GameReview;

/// The review of a main line, as far as it has come.
#[derive(Clone, Debug)]
pub struct Review {
    /// The revision of the game, in which the nodes have these numbers.
    pub revision: u64,
    /// The nodes of the main line.
    pub nodes: Vec<NodeId>,
    /// The moves to the first nodes; `None` before the first is judged.
    pub judged: Option<GameReview>,
    pub move_time: u64,
}

impl Review {
    /// Creates a review without judgements.
    pub fn new(game: &Game, move_time: u64) -> Self {
        let nodes = game.record().main_line().collect();
        Self { revision: game.revision(), nodes, judged: None, move_time }
    }

    /// Returns the number of judged moves.
    pub fn count(&self) -> usize {
        self.judged.as_ref().map_or(0, |judged| judged.moves.len())
    }
}
