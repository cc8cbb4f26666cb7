//! The commands of a session.

use super::diagnostics;
use super::engine_thread::Job;
use super::event_loop::{Flow, JobKind, Session};
use super::options::{OptionEffect, list_options};
use super::protocol::Protocol;
use super::request::{SearchRequest, clock_of, search_limits};
use crate::cli::VERSION;
use crate::commands;
use crate::game_files::{current_version, load_variant_path};
use crate::piece_glyphs::Script;
use eval::network::{Network, NetworkError};
use rules::{Move, Position};
use search::{BENCH_DEPTH, Control};
use std::error::Error;
use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;
use vampirc_usi::generic::{self, Go, GuiMessage};
use vampirc_usi::{EngineMessage, SetOption, Start};

/// Largest network file that is read in bytes, so that a wrong file name cannot fill the memory.
const MAX_NETWORK_BYTES: u64 = 64 << 20;

/// The answer to `help`.
const HELP: &str = "\
usi, uci                       use this protocol and list the options
setoption name N value V       set an option
position startpos              set up the start position
position sfen S                set up a position (or: fen S)
position ... moves M1 M2       set up a position and play moves
go depth 20                    search (or: nodes N, movetime MS, infinite, mate, perft N)
stop                           stop the search and print its answer
usinewgame                     clear what was learned in earlier searches
d                              show the board and the state of the game
moves                          list the legal moves
eval                           print the static evaluation
bench [DEPTH]                  search the bench positions
quit                           end the session

Choose a game: setoption name UCI_Variant value shogi";

impl Session {
    /// Handles a line from the client.
    pub fn handle_line(&mut self, line: &str) -> Flow {
        self.output.log_received(line);
        // Moves are parsed by the rules of the currently selected game.
        let (message, warning) = match self.protocol.parse_line(line, self.options.variant) {
            Ok(parsed) => parsed,
            Err(error) => {
                self.output.print_info_string(error);
                return Flow::Continue;
            }
        };
        if let Some(warning) = warning {
            self.output.print_info_string(warning);
        }
        match message {
            GuiMessage::Usi => self.identify(Protocol::Usi),
            GuiMessage::IsReady => self.is_ready(),
            GuiMessage::SetOption(option) => self.set_option(&option),
            GuiMessage::UsiNewGame => self.queue_new_game(),
            GuiMessage::Position(position) => self.set_position(&position),
            GuiMessage::Go(go) => self.go(&go),
            GuiMessage::Stop => self.stop_searches(),
            GuiMessage::GameOver(_) => {
                self.stop_searches();
                self.is_game_over = true;
            }
            GuiMessage::PonderHit(clock) => self.ponder_hit(&clock),
            GuiMessage::Quit => return Flow::Exit,
            // Accepted and ignored.
            GuiMessage::Debug(_) | GuiMessage::Register(_) => {}
            GuiMessage::Other(line) => self.handle_other(&line),
        }
        Flow::Continue
    }

    /// Handles the commands that are not USI. Extra tokens are ignored, as in USI.
    fn handle_other(&mut self, line: &str) {
        let tokens: Vec<_> = line.split_whitespace().collect();
        match tokens[..] {
            [] => {}
            ["uci", ..] => self.identify(Protocol::Uci),
            ["d", ..] => self.show_position(),
            ["eval", ..] => self.output.print(diagnostics::format_evaluation(
                &self.position,
                self.options.network.as_deref(),
            )),
            ["moves", ..] => {
                let moves = self.protocol.notation().format_legal_moves(&self.position);
                self.output.print(moves.join(" "));
            }
            ["help", ..] => self.output.print(HELP),
            ["bench"] => self.bench(BENCH_DEPTH),
            ["bench", depth, ..] => match depth.parse() {
                Ok(depth @ 1..) => self.bench(depth),
                _ => self.output.print_info_string(format!(
                    "bench: invalid depth '{depth}': expected a number of at least 1"
                )),
            },
            [command, ..] => self.output.print_info_string(format!(
                "unknown command '{command}'; type 'help' for a list of commands"
            )),
        }
    }

    /// Answers `usi` or `uci`: prints the name and the options.
    fn identify(&mut self, protocol: Protocol) {
        self.protocol = protocol;
        let name = format!("Ozutsu {}", *VERSION);
        self.output.print(EngineMessage::IdName(name));
        self.output.print(EngineMessage::IdAuthor(env!("CARGO_PKG_AUTHORS").into()));
        for option in list_options(protocol, self.default_variant) {
            self.output.print(option);
        }
        self.output.print(protocol.ok_line());
    }

    fn is_ready(&mut self) {
        if std::mem::take(&mut self.is_game_over) {
            // Clear the tables now rather than at `usinewgame`, because some clients send that right
            // before the first `go`, when the clock is already running.
            self.finish_searches();
            self.queue_new_game();
        }
        if self.is_searching() {
            // The next search applies the options.
            self.output.print("readyok");
        } else {
            self.queue_setup(JobKind::IsReady);
        }
    }

    fn set_option(&mut self, option: &SetOption) {
        let old_log = self.options.debug_log.clone();
        let old_eval_file = self.options.eval_file.clone();
        match self.options.set(option) {
            Err(error) => self.output.print_info_string(error),
            Ok(OptionEffect::None) => {}
            Ok(OptionEffect::ClearHash) => self.queue_new_game(),
            Ok(OptionEffect::SetVariant) => self.set_up_variant(),
            Ok(OptionEffect::LoadGames) => self.load_games(),
            Ok(OptionEffect::OpenLog) => {
                if let Err(error) = self.open_log() {
                    let name = std::mem::replace(&mut self.options.debug_log, old_log);
                    self.output
                        .print_info_string(format!("cannot open DebugLog '{name}': {error}"));
                }
            }
            Ok(OptionEffect::LoadNetwork) => match self.load_network() {
                // Hash entries with scores of the old evaluation would mislead the search.
                Ok(()) => self.queue_new_game(),
                Err(error) => {
                    let name = self.options.eval_file.clone();
                    // Clients may set the file before its game; `set_up_variant` then tries again.
                    if error.downcast_ref() != Some(&NetworkError::Game) {
                        self.options.eval_file = old_eval_file;
                    }
                    self.output
                        .print_info_string(format!("cannot load EvalFile '{name}': {error}"));
                }
            },
        }
    }

    /// Loads the games of the files named by `VariantPath`. If the file of the current game was
    /// changed, the session continues with the new rules.
    fn load_games(&mut self) {
        for line in load_variant_path(&self.options.variant_path) {
            self.output.print_info_string(line);
        }
        let variant = current_version(self.options.variant);
        if !std::ptr::eq(variant, self.options.variant) {
            self.options.variant = variant;
            self.set_up_variant();
        }
        self.default_variant = current_version(self.default_variant);
    }

    /// Opens the log file named by `DebugLog`, or stops logging if the name is empty.
    fn open_log(&self) -> io::Result<()> {
        let name = &self.options.debug_log;
        let file = match name.is_empty() {
            true => None,
            false => Some(File::options().append(true).create(true).open(name)?),
        };
        self.output.set_log(file);
        Ok(())
    }

    /// Loads the network named by `EvalFile` for the current game, or unloads it if the name is empty.
    fn load_network(&mut self) -> Result<(), Box<dyn Error>> {
        let name = &self.options.eval_file;
        self.options.network = match name.is_empty() {
            true => None,
            false => {
                let mut bytes = Vec::new();
                File::open(name)
                    .and_then(|file| file.take(MAX_NETWORK_BYTES).read_to_end(&mut bytes))?;
                Some(Arc::new(Network::from_bytes(self.options.variant, &bytes)?))
            }
        };
        Ok(())
    }

    /// Sets up the start position of the game and prints its description for the GUI.
    fn set_up_variant(&mut self) {
        let rules = self.options.variant;
        self.position = Position::start(rules);
        let pocket =
            rules.piece_kinds().filter(|kind| !kind.is_promoted() && *kind != rules.king_kind());
        self.output.print_info_string(format!(
            "variant {} files {} ranks {} pocket {} template shogi startpos {}",
            rules.name(),
            rules.files(),
            rules.ranks(),
            pocket.count(),
            self.protocol.format_position(&self.position),
        ));
        let has_network = self.options.network.as_ref().is_some_and(|network| network.fits(rules));
        if !self.options.eval_file.is_empty() && !has_network && self.load_network().is_err() {
            self.output.print_info_string(format!(
                "EvalFile '{}' is for another game than {}; using the built-in evaluation",
                self.options.eval_file,
                rules.name()
            ));
        }
    }

    fn set_position(&mut self, message: &generic::Position<Move>) {
        self.finish_searches();
        match self.play_moves(message) {
            Ok(position) => self.position = position,
            Err(error) => {
                self.output.print_info_string(format!("{error}; the position is unchanged"));
            }
        }
    }

    /// Returns the position after the moves of a `position` command.
    fn play_moves(&self, message: &generic::Position<Move>) -> Result<Position, String> {
        let rules = self.options.variant;
        let start = match &message.start {
            Start::Startpos => Ok(Position::start(rules)),
            Start::Sfen(text) => Position::from_sfen_or_fen(rules, text),
            Start::Fen(text) => Position::from_fen(rules, text),
        };
        let mut position = start.map_err(|error| error.to_string())?;
        for (index, &mv) in message.moves.iter().enumerate() {
            position.try_move(mv).map_err(|illegal| {
                let text = self.protocol.format_move(rules, mv);
                format!("move {}, '{text}': {illegal}", index + 1)
            })?;
        }
        Ok(position)
    }

    fn go(&mut self, go: &Go<Move>) {
        self.is_game_over = false;
        let control = Arc::new(Control::new(go.ponder));
        let (position, protocol) = (self.position.clone(), self.protocol);
        if let Some(depth) = go.perft {
            let position = Box::new(position);
            let job = Job::Perft { position, depth, protocol, control: Arc::clone(&control) };
            return self.start_search(control, job);
        }
        let (limits, errors) = search_limits(go, protocol, &position);
        if let Some(error) = errors.first() {
            self.output.print_info_string(error);
        }
        let is_timed = limits.is_timed();
        let request = SearchRequest {
            position,
            limits,
            control: Arc::clone(&control),
            protocol,
            options: self.options.clone(),
            is_mate_search: go.mate.is_some() && protocol == Protocol::Usi,
        };
        self.start_search(control, Job::Search(Box::new(request)));
        if is_timed && !go.ponder {
            self.cancel_setups();
        }
    }

    fn bench(&mut self, depth: u32) {
        let control = Arc::new(Control::default());
        self.start_search(Arc::clone(&control), Job::Bench { depth, control });
    }

    fn ponder_hit(&self, clock: &vampirc_usi::Clock) {
        for job in self.pending_jobs.iter().rev() {
            if let JobKind::Search { side } = job.kind {
                job.control.ponder_hit(clock_of(clock, side));
                self.cancel_setups();
                return;
            }
        }
    }

    /// Answers `d`.
    fn show_position(&self) {
        let mut text = Vec::new();
        let notation = self.protocol.notation();
        let mut out = anstream::StripStream::new(&mut text);
        if commands::write_position(&mut out, &self.position, Script::Letters, notation).is_ok() {
            self.output.print(String::from_utf8_lossy(&text).trim_end());
        }
    }
}
