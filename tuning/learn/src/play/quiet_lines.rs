//! Quiet lines: where the static evaluation takes over.

use crate::game_files::GameRecord;
use search::Engine;

/// Size of the transposition table in MiB. A quiescence search is small.
const HASH_MIB: usize = 1;
/// Longer lines are cut off: a packed game stores the length in a byte.
const MAX_LINE: usize = 32;

/// Finds the quiet lines of games. Each game depends on no other.
#[derive(Debug)]
pub struct QuietLineFinder(Engine);

impl Default for QuietLineFinder {
    fn default() -> Self {
        Self(Engine::on_calling_thread().with_hash(HASH_MIB))
    }
}

impl QuietLineFinder {
    /// Replaces the quiet lines of a game.
    pub fn find(&mut self, game: &mut GameRecord) {
        self.0.clear();
        let mut position = game.position_after_opening();
        game.quiet_lines.clear();
        for scored in &game.moves {
            let line = self.0.quiescence_line(&position);
            game.quiet_lines.push(line.iter().copied().take(MAX_LINE).collect());
            position.do_move(scored.mv);
        }
    }
}
