//! A game to analyse, and its title.

use crate::json::GameName;
use records::{GameRecord, GameResult};
use rules::Color;
use study::review::GameReview;

/// A game to analyse.
pub struct Game {
    /// Its file and its number there.
    pub name: GameName,
    /// Its number among the games of all files, from 1.
    pub number_of_all: usize,
    pub record: GameRecord,
    /// The judged moves. None before the analysis, or if it was stopped before the first move.
    pub review: Option<GameReview>,
}

/// Returns the game, the players and the result: `shogi: Alice - Bob, 1-0`.
pub fn title(game: &GameRecord) -> String {
    let names = Color::BOTH.map(|color| game.tags.player(color));
    let mut text = game.rules().name().to_owned();
    if let [Some(black), Some(white)] = names {
        text += &format!(": {black} - {white}");
    }
    if let Some(end) = game.end()
        && end.result != GameResult::Unknown
    {
        text += &format!(", {}", end.result.pgn());
    }
    text.replace(char::is_control, " ")
}
