//! Sets up positions and games, and refuses those that are invalid.

use crate::player::Protocol;
use crate::session::Session;
use records::{PositionTextError, other_games};
use rules::{Move, Position, Rules, quoted, quoted_path};
use std::fmt::Display;
use vampirc_usi::Start;
use vampirc_usi::generic::{self, GuiMessage};

/// Largest length of a line in bytes. A `position` command with 10,000 moves has about 70,000.
pub const MAX_LINE_LENGTH: usize = 1 << 20;

impl Session {
    /// Sets up the position of a `position` command, which is `line`.
    pub(crate) fn set_position(&mut self, message: &generic::Position<Move>, line: &str) {
        self.finish_searches();
        match play_moves(message, self.options.variant, self.protocol) {
            Ok(position) => {
                self.begin_game(position);
                if self.output.terminal_width().is_some() {
                    self.show_position();
                }
            }
            Err(error) => self.refuse_position(&error, line),
        }
    }

    /// Replaces the game by another one, which begins with the moves before a position.
    pub(crate) fn begin_game(&mut self, position: Position) {
        self.replace_position(position);
        self.begin_kept_game();
    }

    /// Replaces the position. The move of a search that is still running is not played on it.
    pub(crate) fn replace_position(&mut self, position: Position) {
        self.keep_position_after_searches();
        self.position = position;
        self.end = None;
        self.refusal = None;
    }

    /// Handles a `position` command, which is `line`, that cannot be set up. For a person the last
    /// position stays. A client assumes that its position is set up, so there is none until the next
    /// one.
    pub(crate) fn refuse_position(&mut self, error: &dyn Display, line: &str) {
        self.finish_searches();
        let hint = self.game_hint(line);
        let consequence = self.set_refusal(error);
        self.output.tell(format!("{error}; {consequence}; {hint}"));
    }

    /// Refuses a line that is too long to be read, which begins with `start`.
    pub fn refuse_long_line(&mut self, start: &str) {
        self.output.log_received(start);
        let limit = MAX_LINE_LENGTH >> 20;
        let error = format!("{}: a line may have up to {limit} MiB", quoted(start));
        if is_position_command(start) {
            self.finish_searches();
            let consequence = self.set_refusal(&error);
            self.output.tell(format!("{error}; {consequence}"));
        } else {
            self.output.tell(format!("{error}; the line is ignored"));
        }
    }

    /// Remembers for a client that it has no position. Returns what that means for the position.
    fn set_refusal(&mut self, error: &dyn Display) -> &'static str {
        if !self.is_client {
            return "the position is unchanged";
        }
        self.refusal = Some(error.to_string());
        "the position is refused"
    }

    /// Returns how to choose the game in which a `position` command is valid.
    fn game_hint(&self, line: &str) -> String {
        let is_valid = |rules| match self.protocol.parse_line(line, rules) {
            Ok((GuiMessage::Position(message), _)) => {
                play_moves(&message, rules, self.protocol).is_ok()
            }
            _ => false,
        };
        let rules = self.options.variant;
        let current = rules.name();
        let fitting: Vec<_> = other_games(rules, is_valid).iter().map(|game| game.name()).collect();
        let choose = match self.output.terminal_width() {
            Some(_) => "new",
            None => "setoption name UCI_Variant value",
        };
        match &fitting[..] {
            [] => format!("the game is {current}; {choose} GAME chooses another"),
            [game] => format!("the game is {current}, but this looks like {game}; {choose} {game}"),
            games => {
                let games = games.join(", ");
                format!("the game is {current}, but this fits {games}; {choose} GAME chooses one")
            }
        }
    }

    /// Sets up the start position of the selected game and prints its description for the GUI.
    pub(crate) fn set_up_variant(&mut self) {
        self.begin_game(Position::start(self.options.variant));
        if self.output.terminal_width().is_some() {
            self.show_position();
            return self.reload_eval();
        }
        let (rules, position) = (self.options.variant, &self.position);
        let pocket =
            rules.piece_kinds().filter(|kind| !kind.is_promoted() && *kind != rules.king_kind());
        self.output.print_info_string(format!(
            "variant {} files {} ranks {} pocket {} template shogi startpos {}",
            rules.name(),
            rules.files(),
            rules.ranks(),
            pocket.count(),
            self.protocol.format_position(position),
        ));
        self.reload_eval();
    }

    /// Loads `EvalFile` if it is set and not yet loaded for the selected game.
    pub(crate) fn reload_eval(&mut self) {
        let rules = self.options.variant;
        let is_loaded = self.options.eval.as_ref().is_some_and(|file| file.fits(rules));
        if self.options.eval_file.is_empty() || is_loaded {
            return;
        }
        if let Err(error) = self.load_eval() {
            self.output.tell(format!(
                "cannot load EvalFile {} for {}: {error}; using the built-in evaluation",
                quoted_path(&self.options.eval_file),
                rules.name()
            ));
        }
    }
}

/// Returns whether a line that cannot be parsed is a `position` command.
pub fn is_position_command(line: &str) -> bool {
    let is_separator = |c: char| c.is_whitespace() || c.is_control() || c == '\u{feff}';
    line.split(is_separator).find(|word| !word.is_empty()) == Some("position")
}

/// Returns the position after the moves of a `position` command.
fn play_moves(
    message: &generic::Position<Move>,
    rules: &'static Rules,
    protocol: Protocol,
) -> Result<Position, PositionTextError> {
    let mut position = match &message.start {
        Start::Startpos => Position::start(rules),
        Start::Sfen(text) => Position::from_sfen_or_fen(rules, text)?,
        Start::Fen(text) => Position::from_fen(rules, text)?,
    };
    for (number, &mv) in (1..).zip(&message.moves) {
        position.try_move(mv).map_err(|illegal| PositionTextError::Move {
            number,
            text: protocol.format_move(rules, mv),
            reason: illegal.into(),
        })?;
    }
    Ok(position)
}
