//! The state of a review.

use crate::game::Game;
use records::NodeId;
use study::review::{GameReview, MoveReview};

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

    /// Adds the judgement of the next move. Returns its node, or `None` if the game has another move there.
    pub fn add(&mut self, game: &Game, judged: MoveReview) -> Option<NodeId> {
        let &node = self.nodes.get(self.count())?;
        if game.node(node).mv() != Some(judged.mv) {
            return None;
        }
        let start = || GameReview::new(judged.before.clone());
        self.judged.get_or_insert_with(start).add(judged);
        Some(node)
    }

    /// Returns the number of judged moves.
    pub fn count(&self) -> usize {
        self.judged.as_ref().map_or(0, |judged| judged.moves.len())
    }
}
