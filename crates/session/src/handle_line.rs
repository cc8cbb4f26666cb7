//! The commands of a session.

use crate::diagnostics;
use crate::job::{Job, SearchDisplay};
use crate::person::commands::with_command_name;
use crate::player::{
    Answer, OptionEffect, Protocol, SearchRequest, clock_of, list_options, search_limits,
};
use crate::rules_files::{ReadEvalError, current_version, load_variant_path, read_eval_file};
use crate::session::{Flow, PendingSearch, SearchKind, SearchPurpose, Session};
use crate::set_position::is_position_command;
use crate::version::VERSION;
use mate::MateResult;
use platform::files::append_to_regular;
use rules::{Move, quoted, quoted_path};
use search::{BENCH_DEPTH, Control};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use vampirc_usi::generic::{Go, GuiMessage};
use vampirc_usi::{EngineMessage, SetOption};

/// Time for a search without limits that a person starts.
pub(crate) const THINKING_TIME_FOR_PEOPLE: Duration = Duration::from_secs(3);

impl Session {
    /// Handles a line from the client.
    pub fn handle_line(&mut self, line: &str) -> Flow {
        self.output.log_received(line);
        let line = &*if self.is_client { line.into() } else { with_command_name(line) };
        if !self.is_client
            && let Some(error) = self.mistake_in_go(line)
        {
            self.output.tell(error);
            return Flow::Continue;
        }
        // Moves are parsed by the rules of the currently selected game.
        let (message, warning) = match self.protocol.parse_line(line, self.options.variant) {
            Ok(parsed) => parsed,
            Err(error) => {
                let command = line.split_whitespace().next().unwrap_or_default();
                if is_position_command(line) && self.is_client {
                    self.refuse_position(&error, line);
                } else if is_position_command(line) {
                    self.refuse_position(&error.kind, line);
                } else if !self.is_client {
                    let expected = match command {
                        "setoption" => "expected 'setoption name NAME value VALUE'".into(),
                        _ => error.kind.to_string(),
                    };
                    self.output
                        .tell(format!("{command}: {expected}; 'help {command}' explains it"));
                } else if command == "go" {
                    self.output.tell(format!("{error}; no search is started"));
                } else {
                    self.output.tell(error);
                }
                return Flow::Continue;
            }
        };
        if let Some(warning) = warning {
            self.output.tell(warning);
        }
        match message {
            GuiMessage::Usi => self.identify(Protocol::Usi),
            GuiMessage::IsReady => self.is_ready(),
            GuiMessage::SetOption(option) => self.set_option(&option),
            GuiMessage::UsiNewGame => self.queue_new_game(),
            GuiMessage::Position(position) => self.set_position(&position, line),
            GuiMessage::Go(go) => self.go(&go),
            GuiMessage::Stop => self.stop(),
            GuiMessage::GameOver(_) => {
                self.stop_searches();
                self.is_game_over = true;
            }
            GuiMessage::PonderHit(clock) => self.ponder_hit(&clock),
            GuiMessage::Quit => {
                self.tell_kept_game();
                return Flow::Exit;
            }
            // Accepted and ignored.
            GuiMessage::Debug(_) => {}
            GuiMessage::Other(line) => self.handle_other(&line),
        }
        self.keep_game();
        Flow::Continue
    }

    /// Handles the commands that are not USI. Extra tokens are ignored, as in USI.
    fn handle_other(&mut self, line: &str) {
        let tokens: Vec<_> = line.split_whitespace().collect();
        match tokens[..] {
            [] | ["register", ..] => {}
            ["uci", ..] => self.identify(Protocol::Uci),
            ["d", ..] => {
                self.print_refusal();
                self.show_details();
            }
            ["eval" | "moves", ..] if self.print_refusal() => {}
            ["eval", ..] => self
                .output
                .print(diagnostics::format_evaluation(&self.position, &self.options.eval_source())),
            ["moves", ..] => {
                let moves = self.protocol.notation().format_legal_moves(&self.position);
                self.output.print_text(&moves.join(" "));
            }
            ["help", ref words @ ..] => self.show_help(words.first().copied()),
            ["undo", ref words @ ..] => self.undo(words),
            ["new", ref words @ ..] => self.new_game(words),
            ["bench"] => self.bench(BENCH_DEPTH),
            ["bench", depth, ..] => match depth.parse() {
                Ok(depth @ 1..) => self.bench(depth),
                _ => self.output.tell(format!(
                    "bench: invalid depth {}: expected a number of at least 1",
                    quoted(depth)
                )),
            },
            ref words if !self.is_client && self.handle_person_command(words, line) => {}
            ref words if self.play_line(words) => {}
            [command, ..] => self.output.tell(self.describe_unknown(command)),
        }
    }

    /// Answers `usi` or `uci`: prints the name and the options.
    fn identify(&mut self, protocol: Protocol) {
        self.protocol = protocol;
        self.is_client = true;
        self.output.begin_protocol();
        // What only the commands for people know.
        self.keep_position_after_searches();
        (self.engine_plays, self.end) = ([false; 2], None);
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
            self.queue_setup(true);
        }
    }

    fn set_option(&mut self, option: &SetOption) {
        let old_log = self.options.debug_log.clone();
        let old_eval_file = self.options.eval_file.clone();
        match self.options.set(option) {
            Err(error) => self.output.tell(error),
            Ok(OptionEffect::None) => {}
            Ok(OptionEffect::ClearHash) => self.queue_new_game(),
            Ok(OptionEffect::SetVariant) => self.set_up_variant(),
            Ok(OptionEffect::LoadGames) => self.load_games(),
            Ok(OptionEffect::LoadBook) => {
                self.options.book_settings += 1;
                // A book that is off is not read.
                if self.options.own_book {
                    self.queue_setup(false);
                }
            }
            Ok(OptionEffect::OpenLog) => {
                if let Err(error) = self.open_log() {
                    let name = std::mem::replace(&mut self.options.debug_log, old_log);
                    self.output
                        .tell(format!("cannot open DebugLog {}: {error}", quoted_path(&name)));
                }
            }
            Ok(OptionEffect::LoadEval) => match self.load_eval() {
                Ok(()) => {}
                Err(error) => {
                    let name = self.options.eval_file.clone();
                    // Clients may set the file before its game; `set_up_variant` then tries again.
                    if !matches!(&error, ReadEvalError::Invalid(error) if error.is_other_game()) {
                        self.options.eval_file = old_eval_file;
                    }
                    self.output
                        .tell(format!("cannot load EvalFile {}: {error}", quoted_path(&name)));
                }
            },
        }
    }

    /// Loads the games of the files named by `VariantPath`. If the file of the current game was
    /// changed, the session continues with the new rules.
    fn load_games(&mut self) {
        for line in load_variant_path(&self.options.variant_path) {
            self.output.tell(line);
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
        let file = if name.is_empty() { None } else { Some(append_to_regular(name)?) };
        self.output.set_log(file);
        Ok(())
    }

    /// Loads the evaluation named by `EvalFile` for the current game, or unloads it if the name is empty.
    pub(crate) fn load_eval(&mut self) -> Result<(), ReadEvalError> {
        let name = &self.options.eval_file;
        self.options.eval = if name.is_empty() {
            None
        } else {
            Some(Arc::new(read_eval_file(self.options.variant, name)?))
        };
        Ok(())
    }

    fn go(&mut self, go: &Go<Move>) {
        self.is_game_over = false;
        let control = Control::new(go.ponder);
        if self.refusal.is_some() {
            return self.refuse_search(go, control);
        }
        let (position, protocol) = (self.position.clone(), self.protocol);
        if let Some(depth) = go.perft {
            let position = Box::new(position);
            let job = Job::Perft { position, depth, protocol, control: control.clone() };
            return self.start_search(control, job, SearchKind::Limited, SearchPurpose::Analysis);
        }
        let (mut limits, illegal_moves) = search_limits(go, protocol, &position);
        let is_mate_search = go.mate.is_some() && protocol == Protocol::Usi;
        let has_no_legal = !go.searchmoves.is_empty() && limits.search_moves.is_empty();
        let note = match (has_no_legal, is_mate_search) {
            (false, _) => "",
            // A client in a game needs a move.
            (true, false) => "; no move is left, so all are searched",
            (true, true) => "; no move is left to search",
        };
        if let Some(error) = illegal_moves {
            if !self.is_client {
                return self.output.tell(format!("go: {error}; no search is started"));
            }
            self.output.tell(format!("{error}{note}"));
        }
        let mut kind = SearchKind::new(&limits);
        if has_no_legal && is_mate_search {
            // Other moves would answer another question, and `nomate` one that was not examined.
            let answer = Answer::Mate(MateResult::Unknown).format(protocol, position.rules());
            let job = Job::Refuse { answer, infinite: limits.infinite, control: control.clone() };
            return self.start_search(control, job, kind, SearchPurpose::Analysis);
        }
        if !self.is_client && kind == SearchKind::Infinite && !go.infinite {
            // A person who types `go` waits for an answer.
            limits.infinite = false;
            limits.move_time = Some(THINKING_TIME_FOR_PEOPLE);
            kind = SearchKind::Limited;
        }
        // Clocks and `infinite` come from clients and from people who analyse.
        let is_analysis = go.infinite || go.ponder || is_mate_search || limits.clock.is_some();
        let purpose = if self.is_client || is_analysis {
            SearchPurpose::Analysis
        } else {
            SearchPurpose::Move
        };
        if purpose == SearchPurpose::Move && self.refuse_after_end() {
            return;
        }
        let request = SearchRequest {
            position,
            limits,
            control: control.clone(),
            protocol,
            options: self.options.clone(),
            is_mate_search,
        };
        let display =
            self.output.terminal_width().map_or(SearchDisplay::Lines, SearchDisplay::Table);
        let job = Job::Search { request: Box::new(request), display };
        self.start_search(control, job, kind, purpose);
    }

    /// Answers `go` after a refused position: an answer that fits no position, but ends the wait of the
    /// client.
    fn refuse_search(&mut self, go: &Go<Move>, control: Control) {
        self.finish_searches();
        self.print_refusal();
        let answer = match (go.perft, go.mate, self.protocol) {
            // The tree of depth 0 has one leaf, whatever the position.
            (Some(depth), ..) => format!("Nodes searched: {}", u8::from(depth == 0)),
            (None, Some(_), Protocol::Usi) => {
                Answer::Mate(MateResult::Unknown).format(self.protocol, self.options.variant)
            }
            _ => Answer::Resign.format(self.protocol, self.options.variant),
        };
        let job = Job::Refuse { answer, infinite: go.infinite, control: control.clone() };
        self.start_search(control, job, SearchKind::Infinite, SearchPurpose::Analysis);
    }

    fn bench(&mut self, depth: u32) {
        let control = Control::default();
        let job = Job::Bench { depth, control: control.clone() };
        self.start_search(control, job, SearchKind::Limited, SearchPurpose::Analysis);
    }

    fn ponder_hit(&self, clock: &vampirc_usi::Clock) {
        let Some(PendingSearch { side, kind, control, .. }) = self.searches().next() else {
            return;
        };
        let clock = clock_of(clock, *side);
        if *kind == SearchKind::Unlimited && clock.is_none() && control.is_pondering() {
            // Nothing else would end the search.
            control.stop();
        }
        control.ponder_hit(clock);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::JobQueue;
    use crate::{JobDone, Output};
    use std::cell::Cell;
    use std::sync::mpsc::{Sender, channel};

    /// A terminal, and whether a person without a protocol uses it.
    struct Terminal(Cell<bool>);

    impl Output for Terminal {
        fn print_line(&self, _line: String) {}

        fn terminal_width(&self) -> Option<usize> {
            self.0.get().then_some(80)
        }

        fn begin_protocol(&self) {
            self.0.set(false);
        }
    }

    /// Sends how each search is shown.
    struct Displays(Sender<SearchDisplay>);

    impl JobQueue for Displays {
        fn push(&mut self, job: Job) {
            if let Job::Search { display, .. } = job {
                self.0.send(display).unwrap();
            }
        }

        fn wait(&mut self) -> Option<JobDone> {
            None
        }
    }

    #[test]
    fn people_see_searches_as_a_table() {
        for (first_line, expected) in [
            ("d", SearchDisplay::Table(80)),
            ("usi", SearchDisplay::Lines),
            ("uci", SearchDisplay::Lines),
        ] {
            let (sender, displays) = channel();
            let rules = games::by_name("shogi").unwrap();
            let jobs = Box::new(Displays(sender));
            let mut session = Session::new(rules, Box::new(Terminal(Cell::new(true))), jobs);
            session.handle_line(first_line);
            session.handle_line("go depth 1");
            assert_eq!(displays.try_recv(), Ok(expected), "{first_line}");
        }
    }
}
