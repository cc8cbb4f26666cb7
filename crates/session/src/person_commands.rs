//! Commands for people, who play at the terminal without a protocol: moves, `undo`, `new` and `help`.

use crate::session::Session;
use records::{play_moves, read_move};
use rules::Move;
use rules::quoted;

/// The answer to `help`, before the list of games.
const HELP: &str = "\
7g7f                           play a move (or: c3c4, P-7f) and show the board
go                             think for three seconds and play the move
undo [N]                       take back the last move, or the last N moves
new [GAME]                     set up the start position, of another game if one is named
d                              show the board and the state of the game
moves                          list the legal moves
eval                           print the static evaluation
position startpos              set up the start position
position sfen S                set up a position (or: fen S)
position ... moves M1 M2       set up a position and play moves
go depth 20                    search (or: nodes N, movetime MS, infinite, mate, perft N)
stop                           stop the search and print its answer
setoption name N value V       set an option
usi, uci                       use this protocol and list the options; go then only answers
usinewgame                     clear what was learned in earlier searches
bench [DEPTH]                  search the bench positions
quit                           end the session";

impl Session {
    /// Answers `help`.
    pub(crate) fn show_help(&self) {
        let current = self.options.variant.name();
        let games: Vec<_> = games::names()
            .map(|name| if name == current { format!("{name} (current)") } else { name.into() })
            .collect();
        self.output.print(format!(
            "{HELP}

Games: {}
Choose a game: new shogi, or setoption name UCI_Variant value shogi. To make it the default, start
the program with --variant shogi, or by a name that ends in the game's, such as ozutsu-shogi.",
            games.join(", ")
        ));
    }

    /// Plays the moves of a line and shows the board. Returns false if the line does not begin with a
    /// move.
    pub(crate) fn play_line(&mut self, words: &[&str]) -> bool {
        if !words.first().is_some_and(|word| self.is_move_text(word)) {
            return false;
        }
        self.finish_searches();
        if self.print_refusal() {
            return true;
        }
        let mut position = self.position.clone();
        match play_moves(&mut position, words.iter().copied()) {
            Ok(()) => {
                self.replace_position(position);
                self.show_position();
            }
            Err(error) => {
                self.output.print_info_string(format!("{error}; the position is unchanged"));
            }
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
        let played = self.position.ply();
        let count = words.first().map_or(Some(1), |word| word.parse().ok());
        match count {
            _ if played == 0 => {
                self.output.print_info_string("undo: there is no move to take back")
            }
            Some(count) if (1..=played).contains(&count) => {
                let mut position = self.position.clone();
                (0..count).for_each(|_| position.undo_move());
                self.replace_position(position);
                self.show_position();
            }
            _ => self.output.print_info_string(format!(
                "undo: invalid number {}: expected 1 to {played}",
                quoted(words.first().unwrap_or(&""))
            )),
        }
    }

    /// Answers `new`: starts a game, of another kind if the line names one.
    pub(crate) fn new_game(&mut self, words: &[&str]) {
        if let Some(name) = words.first() {
            let Some(rules) = games::by_name(name) else {
                let names: Vec<_> = games::names().collect();
                return self.output.print_info_string(format!(
                    "new: unknown game {}: expected one of {}",
                    quoted(name),
                    names.join(", ")
                ));
            };
            self.options.variant = rules;
        }
        self.finish_searches();
        self.start_game();
        self.reload_eval();
        self.queue_new_game();
        self.show_position();
    }

    /// Plays the move of a search that a person asked for, and shows the board.
    pub(crate) fn play_answer(&mut self, best: Move) {
        if self.position.try_move(best).is_ok() {
            self.show_position();
        }
    }

    /// If the last `position` command was refused, says so and returns true.
    pub(crate) fn print_refusal(&self) -> bool {
        if let Some(reason) = &self.refusal {
            self.output.print_info_string(format!("the last position was refused: {reason}"));
        }
        self.refusal.is_some()
    }
}
