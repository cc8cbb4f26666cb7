//! The tasks of a session's engine: what is done on its thread, and how the progress and the answer are shown.

use crate::diagnostics;
use crate::info_printer::InfoPrinter;
use crate::output::Output;
use crate::player::{Answer, Options, Player, Protocol, SearchRequest};
use crate::terminal::search_table::SearchTable;
use mate::MateResult;
use rules::Position;
use search::Control;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Work for the engine. A task prints its own answer when it ends, exactly once.
#[derive(Debug)]
pub enum Task {
    /// Set up the engine, and print `readyok` if the client waits for it.
    SetUp { options: Box<Options>, prints_readyok: bool },
    /// Clear what was learned from earlier searches.
    NewGame,
    /// Run a search.
    Search { request: Box<SearchRequest>, display: SearchDisplay },
    /// Count leaf nodes.
    Perft { position: Box<Position>, depth: u32, protocol: Protocol, control: Control },
    /// Search the bench positions.
    Bench { depth: u32, control: Control },
    /// Print an answer without a search; if infinite or pondering, only after `stop` or `ponderhit`.
    Refuse { answer: String, infinite: bool, control: Control },
}

/// How the progress and the answer of a search are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchDisplay {
    /// As lines of the protocol.
    Lines,
    /// As a table for a terminal of this width.
    Table(usize),
    /// Not at all.
    Nothing,
}

/// How a task has ended: a search with its answer. After an error the engine does no more tasks.
pub type Outcome = io::Result<Option<Answer>>;

impl Task {
    /// Returns what stops a search, perft or bench. None for a task that cannot be stopped.
    pub(crate) fn control(&self) -> Option<&Control> {
        match self {
            Self::Search { request, .. } => Some(&request.control),
            Self::Perft { control, .. }
            | Self::Bench { control, .. }
            | Self::Refuse { control, .. } => Some(control),
            Self::SetUp { .. } | Self::NewGame => None,
        }
    }

    /// Returns whether the task ends without further commands.
    pub(crate) fn ends_by_itself(&self) -> bool {
        match self {
            Self::Search { request, .. } => {
                let limits = &request.limits;
                limits.has_limit() && !limits.infinite && !request.control.is_pondering()
            }
            Self::Refuse { .. } => false,
            Self::SetUp { .. } | Self::NewGame | Self::Perft { .. } | Self::Bench { .. } => true,
        }
    }

    /// Does the task. Returns the answer of a search.
    fn run(&self, player: &mut Player, output: &dyn Output) -> Option<Answer> {
        match self {
            Self::SetUp { options, prints_readyok } => {
                if let Err(error) = player.set_up(options) {
                    output.tell(error);
                }
                if *prints_readyok {
                    output.print("readyok");
                }
            }
            Self::NewGame => player.new_game(),
            Self::Search { request, display } => {
                return Some(search(player, request, *display, output));
            }
            Self::Perft { position, depth, protocol, control } => {
                diagnostics::perft(position, *depth, *protocol, control, output);
            }
            Self::Bench { depth, control } => diagnostics::bench(None, *depth, control, output),
            Self::Refuse { answer, infinite, control } => {
                control.wait_while(|| *infinite || control.is_pondering());
                output.print(answer);
            }
        }
        None
    }

    /// Prints an answer for a task that has crashed, so that the client does not wait forever.
    fn print_fallback_answer(&self, output: &dyn Output) {
        match self {
            Self::SetUp { prints_readyok: true, .. } => output.print("readyok"),
            Self::Search { request, display } if *display != SearchDisplay::Nothing => {
                // It may be what has crashed.
                let legal = catch_unwind(AssertUnwindSafe(|| request.position.legal_moves()));
                let legal = legal.unwrap_or_default();
                let answer = match legal.first() {
                    _ if request.is_mate_search => Answer::Mate(MateResult::Unknown),
                    Some(&best) => Answer::Move { best, ponder: None },
                    None => Answer::Resign,
                };
                output.print(answer.format(request.protocol, request.position.rules()));
            }
            _ => {}
        }
    }
}

/// Runs a search, and shows the progress and the answer.
pub fn search(
    player: &mut Player,
    request: &SearchRequest,
    display: SearchDisplay,
    output: &dyn Output,
) -> Answer {
    match display {
        SearchDisplay::Lines => {
            let mut printer = InfoPrinter::new(output, request);
            let answer = player.search(request, &mut printer);
            printer.finish(&answer);
            answer
        }
        SearchDisplay::Table(width) => {
            let mut table = SearchTable::new(output, &request.position, width);
            let answer = player.search(request, &mut table);
            table.finish(&answer);
            answer
        }
        SearchDisplay::Nothing => player.search(request, &mut ()),
    }
}

/// Does the tasks of a session, one after the other.
#[derive(Debug)]
pub struct TaskRunner {
    player: Player,
}

impl TaskRunner {
    /// Fails if there is not enough memory.
    pub fn new() -> io::Result<Self> {
        Ok(Self { player: Player::new()? })
    }

    /// Does a task. One that panics prints an answer, so that the client does not wait forever. Fails if there is then
    /// not enough memory to start the engine again.
    pub fn run(&mut self, task: &Task, output: &dyn Output) -> Outcome {
        let answer = catch_unwind(AssertUnwindSafe(|| task.run(&mut self.player, output)));
        answer.or_else(|_| {
            output.tell("internal error: the engine crashed and was restarted");
            task.print_fallback_answer(output);
            self.player = Player::new()?;
            Ok(None)
        })
    }
}
