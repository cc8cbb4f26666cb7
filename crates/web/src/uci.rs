//! A session by UCI or USI, whose lines are messages.
//!
//! A message that arrives during a search is handled at once, as in a program with threads: `stop` ends the search,
//! and another `go` waits for its end.

use crate::page;
use platform::files;
use session::{Flow, Output, Session, TaskRunner};
use std::cell::{Cell, RefCell};
use std::time::Duration;

thread_local! {
    static SESSION: RefCell<Session> = RefCell::new(new_session());
    static ENGINE: RefCell<TaskRunner> = RefCell::new(TaskRunner::new().expect("memory for an engine"));
    /// Whether `quit` was received.
    static HAS_QUIT: Cell<bool> = const { Cell::new(false) };
}

/// Handles the messages that have arrived, and does what they ask for. Returns whether the session continues.
#[unsafe(no_mangle)]
extern "C" fn run_session() -> bool {
    page::report_panics();
    platform::on_poll(|wait| page::poll(wait, handle_messages));
    handle_messages(Duration::ZERO);
    while let Some(task) = SESSION.with_borrow(Session::next_task) {
        let outcome = ENGINE.with_borrow_mut(|engine| engine.run(&task, &Page));
        SESSION.with_borrow_mut(|session| session.finish_task(outcome));
        handle_messages(Duration::ZERO);
    }
    !HAS_QUIT.get() && !SESSION.with_borrow(Session::has_ended)
}

fn handle_messages(mut wait: Duration) {
    while let Some(message) = page::receive(wait) {
        // The first byte is the kind of message.
        match message.split_first() {
            Some((b'T', line)) => handle_line(&String::from_utf8_lossy(line)),
            Some((b'F', file)) => keep_file(file),
            _ => SESSION.with_borrow_mut(Session::end_input),
        }
        wait = Duration::ZERO;
    }
}

/// Keeps a file in memory: its name, a zero, and its contents.
fn keep_file(file: &[u8]) {
    if let Some(end) = file.iter().position(|&byte| byte == 0) {
        let name = String::from_utf8_lossy(&file[..end]).into_owned();
        files::write_in_memory(name, &file[end + 1..]);
    }
}

fn handle_line(line: &str) {
    SESSION.with_borrow_mut(|session| {
        if session.handle_line(line) == Flow::Exit {
            session.stop_searches();
            HAS_QUIT.set(true);
        }
    });
}

fn new_session() -> Session {
    let variant = games::all().next().expect("there are built-in games");
    Session::new(variant, Box::new(Page))
}

/// Sends every line to the page.
struct Page;

impl Output for Page {
    fn print_line(&self, line: String) {
        page::send_text(&line);
    }
}
