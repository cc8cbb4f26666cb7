//! Games and squares by their names in commands.

use crate::command_error::CommandError;
use rules::{Rules, Square};

/// Returns the game with a name.
pub fn find_rules(name: &str) -> Result<&'static Rules, CommandError> {
    games::by_name(name).ok_or_else(|| CommandError::UnknownGame(name.into()))
}

/// Returns the square with a name on the board of a game.
pub fn find_square(rules: &Rules, name: &str) -> Result<Square, CommandError> {
    let mut squares = rules.board_squares().into_iter();
    let found = squares.find(|square| square.to_string() == name);
    found.ok_or_else(|| CommandError::Square(name.into()))
}
