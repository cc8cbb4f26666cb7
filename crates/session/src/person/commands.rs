//! Commands for people, who play at the terminal without a protocol: what they do to the game. Those for the engine
//! are in `opponent`, those for files in `game_files`.

use crate::move_notation::Notation;
use crate::person::help::list_handicaps;
use crate::session::Session;
use crate::terminal::board_view::BoardView;
use crate::terminal::piece_glyphs::Script;
use crate::terminal::position_view::{describe_position, format_last_move};
use crate::terminal::wrap::wrap;
use games::{UnknownGame, capitalize, describe_state, side_name};
use records::{
    EndReason, GameEnd, GameResult, PositionTextError, handicap_position, play_moves, read_move,
};
use rules::{Color, Move, Piece, Position, Rules, quoted};

impl Session {
    /// Handles the commands that only people have. Returns false if the line, which consists of the words, is none.
    pub(crate) fn handle_person_command(&mut self, words: &[&str], line: &str) -> bool {
        match *words {
            ["play", ref sides @ ..] => self.play_sides(sides),
            ["level", ref level @ ..] => self.set_level(level),
            ["hint", ..] => self.start_hint(),
            ["resign", ..] => self.resign(),
            // A file name may have spaces.
            [command @ ("save" | "save!"), ..] => {
                let name = line.trim_start().strip_prefix(command).unwrap_or_default().trim();
                self.save(name, command == "save!");
            }
            ["load", ..] => {
                self.load(line.trim_start().strip_prefix("load").unwrap_or_default().trim());
            }
            _ => return false,
        }
        true
    }

    /// Greets a person at a terminal, and shows the board.
    pub fn greet(&self) {
        if let Some(width) = self.output.terminal_width() {
            self.output.draw(greeting(self.options.variant, width) + "\n\n");
            self.show_position();
        }
    }

    /// Shows the position after it has changed: all about it, or only the board to a person at a terminal.
    pub(crate) fn show_position(&self) {
        let Some(width) = self.output.terminal_width() else { return self.show_details() };
        let notation = self.protocol.notation();
        let board = BoardView::new(&self.position, Script::Letters, notation);
        self.output.draw(board.compact(width).to_string());
        let state = describe_state(&self.position);
        match self.game_end() {
            Some(end) => self.tell_end(&end),
            None if state != "ongoing" => self.output.tell(format!("{}.", capitalize(&state))),
            None => {}
        }
    }

    /// Shows the board and all details of the position.
    pub(crate) fn show_details(&self) {
        let notation = self.protocol.notation();
        let width = self.output.terminal_width();
        let terminal = width.map(|width| (width, self.output.terminal_height()));
        let text = describe_position(&self.position, Script::Letters, notation, terminal);
        if terminal.is_some() {
            self.output.draw(text);
        } else {
            self.output.print(anstream::adapter::strip_str(text.trim_end()));
        }
        if let Some(end) = self.game_end().filter(|_| !self.is_client) {
            self.tell_end(&end);
        }
    }

    /// Says which move was played last, for a person at a terminal.
    pub(crate) fn tell_last_move(&self) {
        if self.output.terminal_width().is_some()
            && let Some(last_move) = format_last_move(&self.position, Notation::Usi)
        {
            let side = side_name(!self.position.side());
            self.output.tell(format!("{side} played {last_move}."));
        }
    }

    /// Returns how the game has ended, if it has.
    pub(crate) fn game_end(&self) -> Option<GameEnd> {
        self.end.clone().or_else(|| GameEnd::by_rule(&self.position))
    }

    /// Says how the game has ended, and at a terminal what a person can do then.
    fn tell_end(&self, end: &GameEnd) {
        if self.output.terminal_width().is_some() {
            self.output.tell(format!(
                "{} Type 'undo' to go back, 'new' for another game, or 'save FILE' to keep this one.",
                describe_end(end)
            ));
        } else if self.end.is_some() {
            self.output.tell(describe_end(end));
        }
    }

    /// If the game has ended, says so and returns true. In a pipe, positions in which only the rules end it can be
    /// searched.
    pub(crate) fn refuse_after_end(&self) -> bool {
        let by_rule =
            || GameEnd::by_rule(&self.position).filter(|_| self.output.terminal_width().is_some());
        let end = self.end.clone().or_else(by_rule);
        if let Some(end) = &end {
            self.output.tell(format!("The game is over. {}", describe_end(end)));
        }
        end.is_some()
    }

    /// Plays the moves of a line and shows the board. Returns false if the line does not begin with a
    /// move.
    pub(crate) fn play_line(&mut self, words: &[&str]) -> bool {
        if !words.first().is_some_and(|word| self.is_move_text(word)) {
            return false;
        }
        let side = self.position.side();
        if self.is_engine_thinking() && self.engine_plays[side.index()] {
            self.output.tell(format!(
                "it is {}'s turn, and the engine is thinking; 'stop' makes it move",
                side_name(side)
            ));
            return true;
        }
        self.finish_searches();
        if self.print_refusal() {
            return true;
        }
        if let Some(end) = &self.end {
            self.output
                .tell(format!("The game is over. {} 'undo' takes it back.", describe_end(end)));
            return true;
        }
        let mut position = self.position.clone();
        match play_moves(&mut position, words.iter().copied()) {
            Ok(()) => {
                self.replace_position(position);
                self.tell_last_move();
                // At a terminal, the board is shown after the answer.
                if !self.will_answer() || self.output.terminal_width().is_none() {
                    self.show_position();
                }
                self.answer_move();
            }
            Err(PositionTextError::Move { text, reason, .. })
                if words.len() == 1 && self.output.terminal_width().is_some() =>
            {
                self.output.tell(format!("{} cannot be played: {reason}", quoted(&text)));
            }
            Err(error) => self.output.tell(format!("{error}; the position is unchanged")),
        }
        true
    }

    /// Returns whether a word is a move in any notation, legal or not.
    fn is_move_text(&self, word: &str) -> bool {
        let rules = self.options.variant;
        let is_western = || {
            word.starts_with(|first: char| first == '+' || first.is_ascii_uppercase())
                && word.contains(['-', 'x', '*'])
                && word.contains(|c: char| c.is_ascii_digit())
        };
        rules.parse_move(word).is_ok() || read_move(&self.position, word).is_ok() || is_western()
    }

    /// Answers `undo`.
    pub(crate) fn undo(&mut self, words: &[&str]) {
        self.finish_searches();
        if self.print_refusal() {
            return;
        }
        if self.end.take().is_some() {
            self.show_position();
            return self.answer_move();
        }
        let mut position = self.position.clone();
        // The plies before each move that can be taken back, the last one first.
        let mut plies = Vec::new();
        while position.last_move().is_some() {
            position.undo_move();
            // The answers of the engine are taken back with the moves that they answer.
            let is_engine = |color: Color| self.engine_plays[color.index()];
            if !is_engine(position.side()) || is_engine(!position.side()) {
                plies.push(position.ply());
            }
        }
        let count = words.first().map_or(Some(1), |word| word.parse().ok());
        match count {
            _ if plies.is_empty() => self.output.tell("undo: there is no move to take back"),
            Some(count) if (1..=plies.len()).contains(&count) => {
                let mut position = self.position.clone();
                while position.ply() > plies[count - 1] {
                    position.undo_move();
                }
                self.replace_position(position);
                self.show_position();
            }
            _ if plies.len() == 1 => self.output.tell("undo: only one move can be taken back"),
            _ => self.output.tell(format!(
                "undo: invalid number {}: expected 1 to {}",
                quoted(words.first().unwrap_or(&"")),
                plies.len()
            )),
        }
    }

    /// Answers `new`: starts a game, of another kind and with a handicap if the line names them.
    pub(crate) fn new_game(&mut self, words: &[&str]) {
        let current = self.options.variant;
        let (rules, handicap) = match words {
            [] => (current, String::new()),
            [name, handicap @ ..] => match games::by_name(name) {
                Some(rules) => (rules, handicap.join(" ")),
                None if handicap_position(current, &words.join(" ")).is_some() => {
                    (current, words.join(" "))
                }
                None => {
                    let unknown = UnknownGame((*name).to_owned());
                    let hint = games::hint(name, games::names());
                    return self.output.tell(format!("new: {unknown}{hint}"));
                }
            },
        };
        let start = if handicap.is_empty() {
            Position::start(rules)
        } else if let Some(start) = handicap_position(rules, &handicap) {
            start
        } else {
            let expected = list_handicaps(rules);
            return self
                .output
                .tell(format!("new: unknown handicap {}. {expected}", quoted(&handicap)));
        };
        self.finish_searches();
        self.options.variant = rules;
        self.replace_position(start);
        self.reload_eval();
        self.queue_new_game();
        if self.output.terminal_width().is_some() {
            let handicap = match &*handicap {
                "" => String::new(),
                pieces => format!(", handicap {pieces}"),
            };
            self.output.tell(format!("New game of {}{handicap}.", rules.title()));
        }
        self.show_position();
        self.answer_move();
    }

    /// Answers `resign`.
    fn resign(&mut self) {
        if let Some(end) = self.game_end() {
            return self.output.tell(format!("The game is over. {}", describe_end(&end)));
        }
        self.finish_searches();
        let loser = match self.engine_plays {
            [true, false] => Color::White,
            [false, true] => Color::Black,
            _ => self.position.side(),
        };
        self.end_game(GameEnd::new(GameResult::Win(!loser), EndReason::Resignation));
    }

    pub(crate) fn end_game(&mut self, end: GameEnd) {
        self.end = Some(end.clone());
        self.tell_end(&end);
    }

    /// If the last `position` command was refused, says so and returns true.
    pub(crate) fn print_refusal(&self) -> bool {
        if let Some(reason) = &self.refusal {
            self.output.tell(format!("the last position was refused: {reason}"));
        }
        self.refusal.is_some()
    }
}

/// Returns what a person needs to know to play, wrapped for a terminal.
pub fn greeting(variant: &'static Rules, width: usize) -> String {
    let start = Position::start(variant);
    let legal = start.legal_moves();
    let is_pawn = |mv: &&Move| start.moved_piece(**mv).map(Piece::kind) == variant.pawn_kind();
    let example = legal.iter().find(is_pawn).or(legal.first());
    let text = format!(
        "Ozutsu {}, playing {}. Type a move such as {} to play it, 'go' to let the engine move, 'play white' to \
         play against it, or 'help' for all commands.",
        env!("CARGO_PKG_VERSION"),
        variant.title(),
        example.map(|&mv| variant.usi(mv).to_string()).unwrap_or_default(),
    );
    wrap(&text, width)
}

/// Describes the end of a game in a sentence.
pub(crate) fn describe_end(end: &GameEnd) -> String {
    // The reason may be a word of a file.
    let reason = end.describe(["Black", "White"]).replace(char::is_control, " ");
    match end.result.winner() {
        Some(winner) => format!("{} wins: {reason}.", side_name(winner)),
        None => format!("{}.", capitalize(&reason)),
    }
}
