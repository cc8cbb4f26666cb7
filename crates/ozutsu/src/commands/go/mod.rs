//! `ozutsu go`: searches a position, or the positions of a file.

mod epd_suite;

use crate::cli_error::{CliError, print_warning};
use crate::interrupt::{interrupted, stop_on_ctrl_c};
use crate::json::{Info, JsonArgs, Object, SearchResult};
use crate::position_args::PositionArgs;
use crate::record_files::read_epd_lines;
use crate::search_args::{EngineArgs, LimitArgs, parse_limits};
use crate::search_output::SearchOutput;
use crate::terminal::terminal_size;
use clap::{Args, value_parser};
use epd_suite::{SuiteFormat, run_suite};
use platform::Shard;
use records::{EpdEntry, read_epd};
use rules::Position;
use search::{Reporter, SearchInfo};
use session::move_notation::Notation;
use session::player::{MAX_MULTI_PV, Options, Player, Protocol, SearchRequest};
use session::terminal::board_view::BoardView;
use session::terminal::piece_glyphs::Script;
use session::{Output, SearchDisplay};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use vampirc_usi::Go as GoMessage;

/// The lines of a terminal that are kept for the table below the board.
const TABLE_LINES: usize = 12;

/// Search for the best move
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu go
  ozutsu go depth 16
  ozutsu go --variant shosu --moves '10h10g' --threads 2 movetime 5000
  ozutsu go --variant shogi --multipv 3 nodes 1000000
  ozutsu go --sfen '8k/9/8P/9/9/9/9/9/K8 b G 1' --variant shogi mate 10000
  ozutsu go --file positions.txt movetime 1000
  ozutsu go --file positions.txt --shard 1/4 nodes 1000000
  ozutsu go --json depth 12 | jq -r 'select(.type == \"result\").moves[0]'

On a terminal the progress is shown as a table, with moves in Western notation; otherwise as USI info \
lines. Ctrl-C stops the search and prints its result.

A file has one position per line, as in EPD: an optional game name, the position, then optionally the \
best moves (bm) and a name (id), each after a semicolon. Lines that start with # are ignored. Each \
position is searched separately, and the best moves found are counted:
  shogi 4k4/9/4P4/9/9/9/9/9/4K4 b G 1; bm G*5b; id \"head gold\"
The position may be a USI command, 'position startpos moves 7g7f 3c3d'. A line of the log of ozutsu-match \
stands for the last position of its game. The lines of 'ozutsu puzzles' are such positions, too.
")]
pub struct Go {
    #[command(flatten)]
    position: PositionArgs,

    /// Search every position of a file, or of standard input if FILE is '-'
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sfen", "handicap", "moves"])]
    file: Option<PathBuf>,

    /// Search only every N-th position of the file, from the I-th on, to spread the work over several machines
    #[arg(long, value_name = "I/N", default_value_t, requires = "file")]
    shard: Shard,

    #[command(flatten)]
    engine: EngineArgs,

    /// Number of best lines to find
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = value_parser!(i64).range(1..=MAX_MULTI_PV),
        allow_negative_numbers = true
    )]
    multipv: i64,

    /// When to stop, as in USI's go: depth 20, nodes 1000000, movetime 5000 (ms), infinite, or a
    /// combination; mate 10000 (ms) searches for a mate by checks alone [default: movetime 3000; with
    /// --file movetime 1000]
    #[arg(value_name = "LIMIT")]
    limits: Vec<String>,

    #[command(flatten)]
    limit_options: LimitArgs,

    /// The limit 'mate MS' as an option
    #[arg(long, value_name = "MS")]
    mate: Option<u64>,

    #[command(flatten)]
    output: JsonArgs,
}

impl Go {
    pub fn run(&self, out: &mut (impl Write + Send)) -> Result<(), CliError> {
        let go = self.limits()?;
        if let Some(file) = &self.file {
            return self.run_file(file, &go, out);
        }
        let (request, illegal_move) = self.request(&go, self.position.position()?);
        if let Some(error) = illegal_move {
            return Err(CliError::input(error));
        }
        let mut player = Player::new()?;
        let control = stop_on_ctrl_c();
        let request = SearchRequest { control: control.clone(), ..request };
        let output = SearchOutput::new(out, &control);
        if self.output.json {
            let mut reporter = JsonReporter { output, position: &request.position };
            let answer = player.search(&request, &mut reporter);
            let result = SearchResult::new(&request.position, &answer);
            reporter.output.print_object(&Object::Result(result));
            reporter.output.finish()?;
            return interrupted();
        }
        let mut display = SearchDisplay::Lines;
        if io::stdout().is_terminal() {
            let (width, height) = terminal_size();
            display = SearchDisplay::Table(width);
            let view = BoardView::new(&request.position, Script::Letters, Notation::Western);
            // The table below it has a line for each depth.
            output.print_line(view.fitting(width, height.saturating_sub(TABLE_LINES)));
        }
        session::search(&mut player, &request, display, &output);
        output.finish()?;
        interrupted()
    }

    /// Searches the positions of a file.
    fn run_file(&self, file: &Path, go: &GoMessage, out: &mut impl Write) -> Result<(), CliError> {
        let incompatible =
            |limit| Err(CliError::input(format!("'{limit}' cannot be used with '--file'")));
        if !go.searchmoves.is_empty() {
            return incompatible("searchmoves");
        }
        let rules = self.position.rules()?;
        let entries = read_epd_lines(file, |text| read_epd(text, rules))?;
        let entries: Vec<_> = self.shard.select(entries).collect();
        // The limits do not depend on the position.
        let start = Position::start(rules);
        if self.request(go, start).0.limits.infinite {
            return incompatible("infinite");
        }
        let control = stop_on_ctrl_c();
        let format = if self.output.json {
            SuiteFormat::Json
        } else if io::stdout().is_terminal() {
            SuiteFormat::Table(Notation::Western)
        } else {
            SuiteFormat::Table(Notation::Usi)
        };
        let request = |entry: &EpdEntry| SearchRequest {
            control: control.clone(),
            ..self.request(go, entry.position.clone()).0
        };
        run_suite(&entries, &control, format, request, out)
    }

    fn limits(&self) -> Result<GoMessage, CliError> {
        let default = if self.file.is_some() { "movetime 1000" } else { "movetime 3000" };
        let limits = self.limit_options.words(&self.limits, self.mate, default);
        parse_limits(&limits, self.position.rules()?, |go| {
            (go.ponder || go.perft.is_some()).then_some("only available in a session")
        })
    }

    /// Creates a search request for a position. Also returns the error of an illegal move in `searchmoves`.
    fn request(&self, go: &GoMessage, position: Position) -> (SearchRequest, Option<String>) {
        let mut options = Options::new(position.rules());
        (options.threads, options.hash, options.multi_pv) =
            (self.engine.threads, self.engine.hash, self.multipv);
        let (mut request, illegal_move) = SearchRequest::new(go, position, Protocol::Usi, options);
        // The setup does not count.
        request.limits.clock_start = None;
        (request, illegal_move)
    }
}

/// Prints the reports of a search as JSON.
struct JsonReporter<'a, W> {
    output: SearchOutput<'a, W>,
    position: &'a Position,
}

impl<W: Write> Reporter for JsonReporter<'_, W> {
    fn info(&mut self, info: &SearchInfo) {
        self.output.print_object(&Object::Info(Info::new(self.position, info)));
    }

    fn warning(&mut self, text: &str) {
        print_warning(&text);
    }
}
