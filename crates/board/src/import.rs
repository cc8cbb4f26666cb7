//! Reads positions and games that a person pastes.

use crate::game_info::find_rules;
use crate::messages::Notice;
use crate::state::TableState;
use records::{GameRecord, Hints, RecordErrorKind};
use rules::{Position, Rules};

impl TableState {
    /// Reads a position or the first game of a text. If the text does not name its game, that is
    /// `variant`, by default the present game, or the only game that the text fits.
    pub fn import(&mut self, text: &str, variant: Option<&str>) -> Result<(), String> {
        let rules = variant.map_or_else(|| Ok(self.rules()), find_rules)?;
        let text = text.trim();
        let mut games = match read_as(text, rules) {
            Ok(games) => games,
            Err(error) => read_as_another_game(text, rules, error)?,
        };
        let count = games.len();
        let record = games.swap_remove(0);
        let title = (!std::ptr::eq(record.rules(), rules)).then(|| record.rules().title().into());
        self.analyse_record(record);
        self.current = self.record.last_node();
        if title.is_some() || count > 1 {
            self.notify(Notice::Imported { title, count });
        }
        Ok(())
    }
}

/// Why a text cannot be read as a game.
struct ReadError {
    text: String,
    /// Whether it may be a text of another game.
    may_fit_another_game: bool,
}

/// Reads a text. Returns at least one game.
fn read_as(text: &str, rules: &'static Rules) -> Result<Vec<GameRecord>, ReadError> {
    let position_error = match Position::from_sfen_or_fen(rules, text) {
        Ok(position) => return Ok(vec![GameRecord::new(&position)]),
        Err(error) => error,
    };
    let is_position = text.lines().count() == 1
        && text.split_whitespace().next().is_some_and(|board| board.contains('/'));
    let hints = Hints { format: None, rules: Some(rules) };
    match records::read(text.as_bytes(), &hints) {
        Ok(games) if !games.is_empty() => Ok(games),
        Ok(_) => {
            let text = "there is no game in the text".into();
            Err(ReadError { text, may_fit_another_game: false })
        }
        Err(_) if is_position => {
            Err(ReadError { text: position_error.to_string(), may_fit_another_game: true })
        }
        Err(error) => {
            let may_fit_another_game = matches!(
                error.kind,
                RecordErrorKind::Position { .. } | RecordErrorKind::IllegalMove { .. }
            );
            Err(ReadError { text: error.to_string(), may_fit_another_game })
        }
    }
}

/// Reads a text that does not fit `rules` as the only other game that it fits.
fn read_as_another_game(
    text: &str,
    rules: &'static Rules,
    error: ReadError,
) -> Result<Vec<GameRecord>, String> {
    if !error.may_fit_another_game {
        return Err(error.text);
    }
    let others = games::all().filter(|&other| !std::ptr::eq(other, rules));
    let mut fitting: Vec<_> = others.filter_map(|other| read_as(text, other).ok()).collect();
    match fitting.len() {
        0 => Err(error.text),
        1 => Ok(fitting.swap_remove(0)),
        _ => {
            let titles: Vec<_> = fitting.iter().map(|games| games[0].rules().title()).collect();
            let titles = titles.join(" or ");
            Err(format!("{}; this looks like {titles}: choose the game first", error.text))
        }
    }
}
