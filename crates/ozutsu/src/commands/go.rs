use super::table::Table;
use crate::board_view::BoardView;
use crate::faces::Script;
use crate::failure::Failure;
use crate::notation::Notation;
use crate::session::{self, Answer, Dialect, Options, Request, Thinker};
use crate::setup::PositionArgs;
use clap::{Args, value_parser};
use crossbeam_channel::{Sender, unbounded};
use search::{Control, DEFAULT_TABLE, Info, Reporter, STACK};
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::thread;
use vampirc_usi::{GuiMessage, parse_strict};

/// Search for the best move
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu go depth 16
  ozutsu go --variant shosu --moves '10h10g' --threads 2 movetime 5000
  ozutsu go --variant shogi --multipv 3 nodes 1000000

On a terminal a table grows as the search does, its moves in western notation; into a pipe or a \
file go USI's lines. Ctrl-C ends the search with its answer.
")]
pub struct Go {
    #[command(flatten)]
    position: PositionArgs,

    /// How many threads search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(i64).range(1..=512))]
    threads: i64,

    /// How much is remembered of what was searched, in mebibytes
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_TABLE as i64, value_parser = value_parser!(i64).range(1..=1 << 20))]
    hash: i64,

    /// How many best lines are found
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = value_parser!(i64).range(1..=600))]
    multipv: i64,

    /// When to end: depth 20, nodes 1000000, movetime 5000 or infinite; any mix, as after USI's go;
    /// or mate 10000, to find a mate by checks within that many milliseconds
    #[arg(value_name = "LIMIT", required = true)]
    limits: Vec<String>,
}

/// What a search says.
enum Event {
    Found(Box<Info>),
    Trouble(String),
}

impl Go {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let request = self.request()?;
        let control = Arc::clone(&request.control);
        let interrupted = Arc::clone(&control);
        // Without it Ctrl-C just ends the program.
        let _ = ctrlc::set_handler(move || {
            if interrupted.is_stopped() {
                std::process::exit(130);
            }
            interrupted.stop();
        });
        if io::stdout().is_terminal() {
            let view = BoardView::new(&request.position, Script::Letters, Notation::Western);
            writeln!(out, "{view}")?;
            let mut table = Table::new(&request.position, terminal_width());
            table.head(out)?;
            let answer = think(&request, |event| match event {
                Event::Found(info) => table.row(out, &info),
                Event::Trouble(text) => table.note(out, &text),
            })?;
            table.answer(out, &answer)?;
        } else {
            let mut say = |line: &str| writeln!(out, "{line}").and_then(|()| out.flush());
            let (dialect, position) = (request.dialect, &request.position);
            let answer = think(&request, |event| match event {
                Event::Found(info) => say(&session::line(dialect, position, &info)),
                Event::Trouble(text) => say(&vampirc_usi::Info::string(text).to_string()),
            })?;
            say(&answer.line(dialect, position.rules()))?;
        }
        Ok(())
    }

    fn request(&self) -> Result<Request, Failure> {
        let position = self.position.position()?;
        let mut options = Options::new(position.rules());
        (options.threads, options.hash, options.multi_pv) = (self.threads, self.hash, self.multipv);
        let dialect = Dialect::Usi;
        let words = self.limits.join(" ");
        let message = parse_strict(&format!("go {words}")).map_err(|error| {
            let text = error.to_string();
            let (_, fault) = text.split_once(": ").unwrap_or(("", &text));
            Failure::input(format!("'{words}': {fault}"))
        })?;
        let GuiMessage::Go(go) = message else { return Err(Failure::input("no limits")) };
        if go.ponder || go.perft.is_some() {
            return Err(Failure::input(format!("'{words}': only a session can do that")));
        }
        let (limits, refused) = session::limits(&go, dialect, &position);
        if let Some(mv) = refused.first() {
            return Err(Failure::input(format!("searchmoves: '{mv}' is no legal move")));
        }
        let (control, is_problem) = (Arc::new(Control::default()), go.mate.is_some());
        Ok(Request { position, limits, control, dialect, options, is_problem })
    }
}

/// Searches on a thread with room for it, and shows what it says on this one. Who cannot be shown
/// anything any more wants no more either.
fn think(
    request: &Request,
    mut show: impl FnMut(Event) -> io::Result<()>,
) -> Result<Answer, Failure> {
    let (events, heard) = unbounded();
    thread::scope(|scope| {
        let search = move || Thinker::default().think(request, &mut Relay(events));
        let handle = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, search)?;
        for event in heard {
            if let Err(error) = show(event) {
                request.control.stop();
                return Err(error.into());
            }
        }
        Ok(handle.join().map_err(|_| io::Error::other("the search failed"))?)
    })
}

/// Passes on what it hears.
struct Relay(Sender<Event>);

impl Reporter for Relay {
    fn info(&mut self, info: &Info) {
        // Who does not listen any more has stopped the search.
        let _ = self.0.send(Event::Found(Box::new(info.clone())));
    }

    fn trouble(&mut self, text: &str) {
        let _ = self.0.send(Event::Trouble(text.into()));
    }
}

fn terminal_width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0))
}
