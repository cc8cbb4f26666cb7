//! How the search treats draws, the move limit and impasse declarations.

use crate::correction_history::HASH_MULTIPLIER;
use rules::Color;

/// The salt of searches in which claims by the impasse rule do not count.
const NO_CLAIMS_SALT: u64 = 0x6a09_e667_f3bc_c908;

/// Options for results decided by rule instead of mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleOptions {
    /// The score of a draw from the engine's point of view, in evaluation units.
    pub draw_score: i32,
    /// The maximum game length: the game is drawn after the move with this number.
    pub max_moves: Option<u32>,
    /// Whether claims by the impasse rule count. They count only where they can be made: UCI has no
    /// way to declare a win.
    pub declare_wins: bool,
}

impl RuleOptions {
    /// Returns the number to XOR with position keys in searches for `side`. It depends on the draw
    /// score, the move limit and whether claims count, so that searches do not find table entries that
    /// assume otherwise.
    pub(crate) fn key_salt(&self, side: Color) -> u64 {
        let draw_for_black = match side {
            Color::Black => self.draw_score,
            Color::White => -self.draw_score,
        };
        let by_draw_score = (draw_for_black as u64).wrapping_mul(HASH_MULTIPLIER);
        let max_moves = u64::from(self.max_moves.unwrap_or(0));
        let by_limits = by_draw_score ^ max_moves.wrapping_mul(HASH_MULTIPLIER).rotate_left(32);
        if self.declare_wins { by_limits } else { by_limits ^ NO_CLAIMS_SALT }
    }
}

impl Default for RuleOptions {
    fn default() -> Self {
        Self { draw_score: 0, max_moves: None, declare_wins: true }
    }
}
