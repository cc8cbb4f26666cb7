use super::batch;
use super::exercises;
use super::table::Table;
use super::thinking::{Event, interruptible, think};
use crate::board_view::BoardView;
use crate::faces::Script;
use crate::failure::Failure;
use crate::notation::Notation;
use crate::session::{self, Dialect, Options, Request, Thinker};
use crate::setup::PositionArgs;
use clap::{Args, value_parser};
use rules::Position;
use search::{Control, DEFAULT_HASH};
use std::fs;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use vampirc_usi::{GuiMessage, parse_strict};

/// Search for the best move
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu go depth 16
  ozutsu go --variant shosu --moves '10h10g' --threads 2 movetime 5000
  ozutsu go --variant shogi --multipv 3 nodes 1000000
  ozutsu go --file positions.txt movetime 1000

A file of positions has one a line, after EPD: the game, if it is not --variant's, and the position; \
then, each after a semicolon, the best moves and a name, if you like. Lines that begin with # say \
nothing. Each position is searched anew within the limits, and the best moves found are counted:
  shogi 4k4/9/4P4/9/9/9/9/9/4K4 b G 1; bm G*5b; id \"head gold\"

On a terminal a table grows as the search does, its moves in western notation; into a pipe or a \
file go USI's lines. Ctrl-C ends the search with its answer.
")]
pub struct Go {
    #[command(flatten)]
    position: PositionArgs,

    /// Search every position of a file, or of stdin if that is -
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sfen", "handicap", "moves"])]
    file: Option<PathBuf>,

    /// How many threads search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(i64).range(1..=512))]
    threads: i64,

    /// How much is remembered of what was searched, in mebibytes
    #[arg(long, value_name = "MB", default_value_t = DEFAULT_HASH as i64, value_parser = value_parser!(i64).range(1..=1 << 20))]
    hash: i64,

    /// How many best lines are found
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = value_parser!(i64).range(1..=600))]
    multipv: i64,

    /// When to end: depth 20, nodes 1000000, movetime 5000 or infinite; any mix, as after USI's go;
    /// or mate 10000, to find a mate by checks within that many milliseconds
    #[arg(value_name = "LIMIT", required = true)]
    limits: Vec<String>,
}

impl Go {
    pub fn run(&self, out: &mut impl Write) -> Result<(), Failure> {
        let go = self.words()?;
        let control = Arc::new(Control::default());
        if let Some(file) = &self.file {
            return self.run_all(file, &go, &control, out);
        }
        let position = self.position.position()?;
        let (request, refused) = self.request(&go, position, &control);
        if let Some(fault) = refused.first() {
            return Err(Failure::input(format!("searchmoves: {fault}")));
        }
        interruptible(&control);
        let mut thinker = Thinker::default();
        if io::stdout().is_terminal() {
            let view = BoardView::new(&request.position, Script::Letters, Notation::Western);
            writeln!(out, "{view}")?;
            let mut table = Table::new(&request.position, terminal_width());
            table.head(out)?;
            let answer = think(&mut thinker, &request, |event| match event {
                Event::Found(info) => table.row(out, &info),
                Event::Trouble(text) => table.note(out, &text),
            })?;
            table.answer(out, &answer)?;
        } else {
            let mut say = |line: &str| writeln!(out, "{line}").and_then(|()| out.flush());
            let (dialect, position) = (request.dialect, &request.position);
            let answer = think(&mut thinker, &request, |event| match event {
                Event::Found(info) => say(&session::line(dialect, position, &info)),
                Event::Trouble(text) => say(&vampirc_usi::Info::string(text).to_string()),
            })?;
            say(&answer.line(dialect, position.rules()))?;
        }
        Ok(())
    }

    /// Searches the positions of a file.
    fn run_all(
        &self,
        file: &Path,
        go: &vampirc_usi::Go,
        control: &Arc<Control>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let refused = |what| Err(Failure::input(format!("--file: {what} is for one position")));
        if !go.searchmoves.is_empty() {
            return refused("searchmoves");
        }
        let name = if is_stdin(file) { "stdin".into() } else { file.to_string_lossy() };
        let text = read_text(file).map_err(|error| Failure::input(format!("{name}: {error}")))?;
        let exercises = exercises::read(&text, self.position.rules()).map_err(|faults| {
            let place = |fault| format!("{name}: {fault}");
            Failure::Inputs(faults.into_iter().map(place).collect())
        })?;
        // None is needed to see that the limits would never end a search.
        let start = Position::start(self.position.rules());
        if self.request(go, start, control).0.limits.infinite {
            return refused("infinite");
        }
        interruptible(control);
        let notation = if io::stdout().is_terminal() { Notation::Western } else { Notation::Usi };
        let request =
            |exercise: &exercises::Exercise| self.request(go, exercise.position.clone(), control).0;
        batch::run(&exercises, control, notation, request, out)
    }

    /// What the limits say, as after USI's `go`.
    fn words(&self) -> Result<vampirc_usi::Go, Failure> {
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
        Ok(go)
    }

    /// A search of a position, and what is wrong with moves to choose among.
    fn request(
        &self,
        go: &vampirc_usi::Go,
        position: Position,
        control: &Arc<Control>,
    ) -> (Request, Vec<String>) {
        let mut options = Options::new(position.rules());
        (options.threads, options.hash, options.multi_pv) = (self.threads, self.hash, self.multipv);
        let dialect = Dialect::Usi;
        let (limits, refused) = session::limits(go, dialect, &position);
        let (control, is_problem) = (Arc::clone(control), go.mate.is_some());
        (Request { position, limits, control, dialect, options, is_problem }, refused)
    }
}

fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}

/// The text of a file; what is no text in it is left to who reads it.
fn read_text(file: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    if is_stdin(file) {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes = fs::read(file)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn terminal_width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0))
}
