//! Programs as clients, by USI or UCI. Every `go` is answered, whatever is wrong with it or with its position.

use crate::backend::{Backend, Flow, Purpose};
use crate::person::Person;
use crate::person::help::describe_unknown;
use crate::player::{Answer, Protocol};
use crate::task::Task;
use mate::MateResult;
use search::Control;
use std::fmt::Display;
use vampirc_usi::{Error, Go, GuiMessage, MateLimit, command_word};

/// Depth of a search without a limit that can be read.
const BRIEF_DEPTH: u32 = 4;

/// Handles a line of a program.
pub(crate) fn handle_line(backend: &mut Backend, line: &str) -> Flow {
    let message = match backend.parse(line) {
        Ok(message) => message,
        Err(error) => {
            match command_word(line) {
                "position" => refuse_position(backend, &error, line),
                "go" => search_briefly(backend, &error, line),
                _ => backend.output.tell(error),
            }
            return Flow::Continue;
        }
    };
    match message {
        GuiMessage::Identify(protocol) => backend.identify(protocol),
        GuiMessage::SetOption(option) => {
            backend.set_option(&option);
        }
        GuiMessage::Position(position) => {
            if let Err(error) = backend.set_position(&position) {
                refuse_position(backend, &error, line);
            }
        }
        GuiMessage::Go(go) => start_search(backend, &go),
        GuiMessage::Stop => backend.stop_searches(),
        GuiMessage::Quit => return Flow::Exit,
        GuiMessage::Other(line) => handle_other(backend, &line),
        message => backend.handle(&message),
    }
    Flow::Continue
}

/// Handles the commands that are not USI. Extra tokens are ignored, as in USI.
fn handle_other(backend: &mut Backend, line: &str) {
    let words: Vec<_> = line.split_whitespace().collect();
    match words[..] {
        [] => {}
        // Commands for developers: a person who plays no game does them.
        _ if Person::default().handle_shared_command(backend, &words) => {}
        [command, ..] => backend.output.tell(describe_unknown(backend, command)),
    }
}

/// Refuses the position of a `position` command, which is `line`. The program assumes that it is set up, so there is
/// none until the next one.
fn refuse_position(backend: &mut Backend, error: &dyn Display, line: &str) {
    let hint = backend.game_hint(line);
    forget_position(backend, error);
    backend.output.tell(format!("{error}; the position is refused; {hint}"));
}

/// Leaves no position, because the last one cannot be set up.
pub(crate) fn forget_position(backend: &mut Backend, error: &dyn Display) {
    backend.finish_searches();
    backend.refusal = Some(error.to_string());
}

/// Answers `go`.
fn start_search(backend: &mut Backend, go: &Go) {
    if backend.refusal.is_some() {
        return refuse_search(backend, go);
    }
    if let Some(depth) = go.perft {
        return backend.perft(depth);
    }
    let (request, illegal_moves) = backend.request(go);
    let is_none_left = illegal_moves.is_some() && request.limits.search_moves.is_empty();
    if let Some(error) = illegal_moves {
        let note = match (is_none_left, request.is_mate_search) {
            (false, _) => "",
            // A client in a game needs a move.
            (true, false) => "; no move is left, so all are searched",
            (true, true) => "; no move is left to search",
        };
        backend.output.tell(format!("{error}{note}"));
    }
    let task = if is_none_left && request.is_mate_search {
        // Other moves would answer another question, and `nomate` one that was not examined.
        let answer = Answer::Mate(MateResult::Unknown);
        let answer = answer.format(request.protocol, request.position.rules());
        Task::Refuse { answer, infinite: request.limits.infinite, control: request.control }
    } else {
        Task::Search { display: backend.display(), request: Box::new(request) }
    };
    backend.start(task, Purpose::Analysis);
}

/// Answers a `go` without a limit that can be read, which is `line`: the program waits for an answer.
fn search_briefly(backend: &mut Backend, error: &Error, line: &str) {
    backend.output.tell(format!("{error}; searching to depth {BRIEF_DEPTH}"));
    let protocol = backend.protocol();
    let (_, parameters) = line.split_once("go").unwrap_or_default();
    let mut go = Go::parse_leniently(parameters, protocol, backend.options.variant);
    go.depth = Some(BRIEF_DEPTH);
    // A mate search has another answer.
    if protocol == Protocol::Usi && parameters.split_whitespace().any(|word| word == "mate") {
        go.mate = Some(MateLimit::Infinite);
    }
    start_search(backend, &go);
}

/// Answers `go` after a refused position: an answer that fits no position, but ends the wait of the program.
fn refuse_search(backend: &mut Backend, go: &Go) {
    backend.finish_searches();
    backend.print_refusal();
    let (protocol, rules) = (backend.protocol(), backend.options.variant);
    let answer = match (go.perft, go.mate, protocol) {
        // The tree of depth 0 has one leaf, whatever the position.
        (Some(depth), ..) => format!("Nodes searched: {}", u8::from(depth == 0)),
        (None, Some(_), Protocol::Usi) => Answer::Mate(MateResult::Unknown).format(protocol, rules),
        _ => Answer::Resign.format(protocol, rules),
    };
    let control = Control::new(go.ponder);
    backend.start(Task::Refuse { answer, infinite: go.infinite, control }, Purpose::Analysis);
}
