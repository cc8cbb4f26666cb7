//! A person as a client: plays at a prompt, against the engine or alone. A mistyped line is refused, and
//! changes neither the game nor a search.

pub(crate) mod commands;
pub(crate) mod completion;
pub(crate) mod help;
mod kept_games;
mod opponent;
mod save_load;

use crate::backend::{Backend, Flow};
use crate::diagnostics::format_evaluation;
use crate::move_notation::Notation;
use crate::terminal::piece_glyphs::Script;
use help::{describe_unknown, show_help};
use kept_games::KeptGames;
use records::GameEnd;
use rules::{Position, quoted};
use search::BENCH_DEPTH;
use std::fmt::Display;
use vampirc_usi::{ErrorKind, GuiMessage, command_word};

/// The game of a person.
#[derive(Debug, Default)]
pub(crate) struct Person {
    /// How the game has ended without a rule that ends it: by a resignation or a declaration.
    pub end: Option<GameEnd>,
    /// Whether the engine answers moves, by the color that it plays.
    pub engine_plays: [bool; 2],
    /// Whether a program seems to send the lines, though it has not sent `usi`: its `go` is that of the protocol.
    is_program: bool,
    /// How pieces are drawn, if that was said.
    script: Option<Script>,
    /// Where the games of a terminal are kept.
    kept_games: Option<KeptGames>,
}

impl Person {
    /// Returns whether a line is a `go` that a program seems to send.
    pub fn is_go_of_program(&self, line: &str) -> bool {
        self.is_program && command_word(line) == "go"
    }

    /// Handles a line. The name of its command must be in lower case.
    pub fn handle_line(&mut self, backend: &mut Backend, line: &str) -> Flow {
        if let Some(error) = commands::mistake_in_go(backend, line) {
            backend.output.tell(error);
            return Flow::Continue;
        }
        let message = match backend.parse(line) {
            Ok(message) => message,
            Err(error) => {
                self.refuse_line(backend, &error.kind, line);
                return Flow::Continue;
            }
        };
        match message {
            GuiMessage::Identify(protocol) => backend.identify(protocol),
            GuiMessage::SetOption(option) => {
                if backend.set_option(&option) {
                    self.show_new_game(backend);
                }
            }
            GuiMessage::Position(position) => match backend.set_position(&position) {
                Ok(()) => {
                    self.is_program = !backend.output.is_terminal();
                    self.show_new_game(backend);
                }
                Err(error) => self.refuse_position(backend, &error, line),
            },
            GuiMessage::NewGame => {
                self.is_program = !backend.output.is_terminal();
                backend.new_game();
            }
            GuiMessage::Go(go) => self.start_search(backend, &go),
            GuiMessage::Stop => self.stop(backend),
            GuiMessage::Quit => {
                self.tell_kept_game(backend);
                return Flow::Exit;
            }
            GuiMessage::Other(line) => self.handle_other(backend, &line),
            message => backend.handle(&message),
        }
        if backend.protocol.is_none() {
            self.keep_game(backend);
        }
        Flow::Continue
    }

    /// Refuses a line whose command is known.
    fn refuse_line(&self, backend: &Backend, error: &ErrorKind, line: &str) {
        let command = command_word(line);
        let expected = match command {
            "position" => return self.refuse_position(backend, error, line),
            "setoption" => "expected 'setoption name NAME value VALUE'".into(),
            _ => error.to_string(),
        };
        backend.output.tell(format!("{command}: {expected}; 'help {command}' explains it"));
    }

    /// Refuses the position of a `position` command, which is `line`. The last one stays.
    fn refuse_position(&self, backend: &Backend, error: &dyn Display, line: &str) {
        let hint = backend.game_hint(line);
        backend.output.tell(format!("{error}; the position is unchanged; {hint}"));
    }

    /// Handles the commands that are not USI.
    fn handle_other(&mut self, backend: &mut Backend, line: &str) {
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            [] => {}
            _ if self.handle_command(backend, &words, line) => {}
            _ if self.handle_shared_command(backend, &words) => {}
            [command, ..] => backend.output.tell(describe_unknown(backend, command)),
        }
    }

    /// Handles the commands that need nothing of the person, so that developers can give them in a protocol, too.
    /// Returns false if the words are none of them.
    pub fn handle_shared_command(&mut self, backend: &mut Backend, words: &[&str]) -> bool {
        match *words {
            ["d", ..] => {
                backend.print_refusal();
                self.show_details(backend);
            }
            ["eval" | "moves", ..] if backend.print_refusal() => {}
            ["eval", ..] => {
                let text = format_evaluation(&backend.position, &backend.options.eval_source());
                backend.output.print(text);
            }
            ["moves", ..] => {
                let notation = Notation::from(backend.protocol());
                let moves = notation.format_legal_moves(&backend.position);
                backend.output.print_text(&moves.join(" "));
            }
            ["help", ref words @ ..] => show_help(backend, words.first().copied()),
            ["undo", ref words @ ..] => self.undo(backend, words),
            ["new", ref words @ ..] => self.new_game(backend, words),
            ["bench"] => backend.bench(BENCH_DEPTH),
            ["bench", depth, ..] => match depth.parse() {
                Ok(depth @ 1..) => backend.bench(depth),
                _ => backend.output.tell(format!(
                    "bench: invalid depth {}: expected a number of at least 1",
                    quoted(depth)
                )),
            },
            _ => return self.play_line(backend, words),
        }
        true
    }

    /// Replaces the game by another one, maybe by other rules, which begins with the moves before a position.
    fn set_up(&mut self, backend: &mut Backend, position: Position) {
        // The commands for it are not those of programs.
        self.is_program = false;
        backend.finish_searches();
        backend.options.variant = position.rules();
        backend.replace_position(position);
        self.begin_game(backend);
        backend.reload_eval();
        backend.new_game();
    }

    /// Begins a game with the position, and shows it at a terminal.
    fn show_new_game(&mut self, backend: &Backend) {
        self.begin_game(backend);
        if backend.output.is_terminal() {
            self.show_position(backend);
        }
    }

    /// Begins a game with the position.
    fn begin_game(&mut self, backend: &Backend) {
        self.end = None;
        self.begin_kept_game(backend);
    }
}
