//! The games of a file as they are read.

use crate::error::{RecordError, RecordErrorKind};
use crate::record::GameRecord;

/// The most games without moves in a file. A few bytes make such a game, which takes kilobytes of
/// memory.
const MAX_EMPTY_GAMES: usize = 100_000;

/// The games of a file.
#[derive(Default)]
pub(crate) struct GameList {
    games: Vec<GameRecord>,
    /// The number of games without moves.
    empty: usize,
}

impl GameList {
    /// Adds a game that ends at a line.
    pub fn push(&mut self, game: GameRecord, line: usize) -> Result<(), RecordError> {
        let is_empty = game.move_count() == 0;
        self.empty += usize::from(is_empty);
        if is_empty && self.empty > MAX_EMPTY_GAMES {
            return Err(RecordError::new(
                line,
                RecordErrorKind::TooManyEmptyGames(MAX_EMPTY_GAMES),
            ));
        }
        self.games.push(game);
        Ok(())
    }

    /// Returns whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Returns the games.
    pub fn into_games(self) -> Vec<GameRecord> {
        self.games
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Position;

    #[test]
    fn games_without_moves_are_limited() {
        let start = Position::start(games::by_name("shogi").unwrap());
        let game = GameRecord::new(&start);
        let mut list = GameList { games: Vec::new(), empty: MAX_EMPTY_GAMES };
        let error = list.push(game.clone(), 7).unwrap_err();
        assert_eq!(error.to_string(), "line 7: more than 100000 games without moves");
        let mut played = game;
        let mv = start.legal_moves()[0];
        played.cursor().play(mv).unwrap();
        list.push(played, 8).unwrap();
        assert_eq!(list.into_games().len(), 1);
    }
}
