//! What each line asks for.

use super::dialect::Dialect;
use super::go::{clock, limits};
use super::jobs::Job;
use super::option_table::{self, Effect};
use super::think::Request;
use super::{Flow, Session, Task, tools};
use crate::cli::VERSION;
use crate::commands;
use crate::move_notation::Notation;
use crate::piece_glyphs::Script;
use rules::Position;
use search::{BENCH_DEPTH, Control};
use std::fs::File;
use std::io;
use std::sync::Arc;
use vampirc_usi::{EngineMessage, Go, GuiMessage, SetOption, Start};

impl Session {
    /// Understands a line.
    pub fn hear(&mut self, line: &str) -> Flow {
        self.output.heard(line);
        let (message, fault) = match self.dialect.read(line, self.options.variant) {
            Ok(read) => read,
            Err(fault) => {
                self.output.info(fault);
                return Flow::Stay;
            }
        };
        if let Some(fault) = fault {
            self.output.info(fault);
        }
        match message {
            GuiMessage::Usi => self.introduce(Dialect::Usi),
            GuiMessage::IsReady => self.get_ready(),
            GuiMessage::SetOption(option) => self.set_option(&option),
            GuiMessage::UsiNewGame => self.forget(),
            GuiMessage::Position(position) => self.set_position(&position),
            GuiMessage::Go(go) => self.go(&go),
            GuiMessage::Stop => self.stop(),
            GuiMessage::GameOver(_) => {
                self.stop();
                self.is_over = true;
            }
            GuiMessage::PonderHit(clock) => self.ponder_hit(&clock),
            GuiMessage::Quit => return Flow::Leave,
            // There is nothing to debug and nothing to pay.
            GuiMessage::Debug(_) | GuiMessage::Register(_) => {}
            GuiMessage::Other(line) => self.other(&line),
        }
        Flow::Stay
    }

    /// What no protocol but our own knows. As in any command, words too many do no harm.
    fn other(&mut self, line: &str) {
        let words: Vec<_> = line.split_whitespace().collect();
        match words[..] {
            [] => {}
            ["uci", ..] => self.introduce(Dialect::Uci),
            ["d", ..] => self.draw(),
            ["eval", ..] => self.output.say(tools::value(&self.position)),
            ["moves", ..] => {
                let moves = self.dialect.notation().format_legal_moves(&self.position);
                self.output.say(moves.join(" "));
            }
            ["help", ..] => self.output.say(tools::HELP),
            ["bench"] => self.bench(BENCH_DEPTH),
            ["bench", depth, ..] => match depth.parse() {
                Ok(depth @ 1..) => self.bench(depth),
                _ => self.output.info(format!("bench: '{depth}' is no depth")),
            },
            [word, ..] => {
                self.output.info(format!("unknown command '{word}'; 'help' lists them"));
            }
        }
    }

    /// Says who we are and what can be set.
    fn introduce(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        let name = format!("Ozutsu {}", *VERSION);
        self.output.say(EngineMessage::IdName(name));
        self.output.say(EngineMessage::IdAuthor(env!("CARGO_PKG_AUTHORS").into()));
        for option in option_table::list(dialect, self.default) {
            self.output.say(option);
        }
        self.output.say(dialect.ok());
    }

    fn get_ready(&mut self) {
        if std::mem::take(&mut self.is_over) {
            // The next game's first move comes straight after `usinewgame`, on its clock: what that
            // one taught is forgotten now. The search that the end of the game stopped is at hand.
            self.settle();
            self.forget();
        }
        if self.is_working() {
            // What is left to prepare is done before the next search.
            self.output.say("readyok");
        } else {
            let control = Arc::new(Control::default());
            let options = Box::new(self.options.clone());
            let job = Job::Ready { options, control: Arc::clone(&control) };
            self.give(Task::Ready { control }, job);
        }
    }

    fn forget(&mut self) {
        let control = Arc::new(Control::default());
        self.give(Task::Chore { control: Arc::clone(&control) }, Job::Clear { control });
    }

    fn set_option(&mut self, option: &SetOption) {
        let log = self.options.debug_log.clone();
        match self.options.set(option) {
            Err(fault) => self.output.info(fault),
            Ok(Effect::None) => {}
            Ok(Effect::Clear) => self.forget(),
            Ok(Effect::Variant) => self.begin_variant(),
            Ok(Effect::Log) => {
                if let Err(error) = self.open_log() {
                    let name = std::mem::replace(&mut self.options.debug_log, log);
                    self.output.info(format!("DebugLog cannot be '{name}': {error}"));
                }
            }
        }
    }

    fn open_log(&self) -> io::Result<()> {
        let name = &self.options.debug_log;
        let file = match name.is_empty() {
            true => None,
            false => Some(File::options().append(true).create(true).open(name)?),
        };
        self.output.log_to(file);
        Ok(())
    }

    /// Sets up the start of a game and describes its board.
    fn begin_variant(&mut self) {
        let rules = self.options.variant;
        self.position = Position::start(rules);
        let pocket =
            rules.piece_kinds().filter(|kind| !kind.is_promoted() && *kind != rules.king_kind());
        self.output.info(format!(
            "variant {} files {} ranks {} pocket {} template shogi startpos {}",
            rules.name(),
            rules.files(),
            rules.ranks(),
            pocket.count(),
            self.dialect.position(&self.position),
        ));
    }

    fn set_position(&mut self, told: &vampirc_usi::Position) {
        self.settle();
        match self.read_position(told) {
            Ok(position) => self.position = position,
            Err(fault) => self.output.info(format!("{fault}; the position stays as it was")),
        }
    }

    fn read_position(&self, told: &vampirc_usi::Position) -> Result<Position, String> {
        let rules = self.options.variant;
        let start = match &told.start {
            Start::Startpos => Ok(Position::start(rules)),
            Start::Sfen(text) => Position::from_sfen_or_fen(rules, text),
            Start::Fen(text) => Position::from_fen(rules, text),
        };
        let mut position = start.map_err(|error| error.to_string())?;
        for (number, told) in told.moves.iter().enumerate() {
            let usi = told.to_string();
            let refused = |text: &str, why: &dyn std::fmt::Display| {
                format!("move {}, '{text}': {why}", number + 1)
            };
            let mv = rules.parse_usi(&usi).map_err(|error| refused(&usi, &error))?;
            let outcome = position.try_move(mv);
            outcome.map_err(|why| refused(&self.dialect.write(rules, mv), &why))?;
        }
        Ok(position)
    }

    fn go(&mut self, go: &Go) {
        self.is_over = false;
        let control = Arc::new(Control::new(go.ponder));
        let (position, dialect) = (self.position.clone(), self.dialect);
        if let Some(depth) = go.perft {
            let position = Box::new(position);
            let job = Job::Perft { position, depth, dialect, control: Arc::clone(&control) };
            return self.work(control, job);
        }
        let (limits, refused) = limits(go, dialect, &position);
        if let Some(text) = refused.first() {
            self.output.info(text);
        }
        let options = self.options.clone();
        let is_problem = go.mate.is_some() && dialect == Dialect::Usi;
        let request = Request {
            position,
            limits,
            control: Arc::clone(&control),
            dialect,
            options,
            is_problem,
        };
        let is_urgent = !go.ponder && request.limits.is_timed();
        self.work(control, Job::Search(Box::new(request)));
        if is_urgent {
            self.leave_preparations();
        }
    }

    fn bench(&mut self, depth: u32) {
        let control = Arc::new(Control::default());
        self.work(Arc::clone(&control), Job::Bench { depth, control });
    }

    fn ponder_hit(&self, told: &vampirc_usi::Clock) {
        let work = self.tasks.iter().rev().find_map(|task| match task {
            Task::Work { control, side } => Some((control, *side)),
            Task::Ready { .. } | Task::Chore { .. } => None,
        });
        if let Some((control, side)) = work {
            control.ponder_hit(clock(told, side));
            self.leave_preparations();
        }
    }

    fn draw(&self) {
        let mut drawn = Vec::new();
        let notation: Notation = self.dialect.notation();
        let mut out = anstream::StripStream::new(&mut drawn);
        if commands::write_position(&mut out, &self.position, Script::Letters, notation).is_ok() {
            self.output.say(String::from_utf8_lossy(&drawn).trim_end());
        }
    }
}
