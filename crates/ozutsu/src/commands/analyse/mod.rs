//! `ozutsu analyse`: finds the mistakes in recorded games.
//!
//! [`study::review`] judges the moves, [`report`] prints them as a table, and [`graph`] draws the winning
//! chance as SVG.

mod graph;
mod report;

use super::convert::warn_of_omissions;
use super::search_args::{EngineArgs, LimitArgs, parse_limits};
use super::search_output::{interrupted, stop_on_ctrl_c};
use crate::cli_error::{CliError, print_warning};
use crate::json::JsonArgs;
use crate::position_args::GameArgs;
use crate::record_files::{
    RecordFile, check_outputs, display_name, encode_text, file_error, format_parser, write_file,
};
use clap::Args;
use mate::MateSolver;
use platform::Shard;
use records::{Format, GameRecord, write_all};
use report::{Report, ReportFormat};
use rules::Rules;
use search::{Control, DEFAULT_HASH, Engine};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use study::review::{GameReview, ReviewLimits, Reviewer, annotate};
use vampirc_usi::generic::Go;

/// Find the mistakes and missed mates in a game
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu analyse game.kif
  ozutsu analyse games.pgn --game 2 --threads 4 --hash 256 movetime 2000
  ozutsu analyse game.csa nodes 100000 --svg game.svg --out analysed.kifu
  ozutsu analyse games.pgn --shard 1/4 nodes 100000 --out games-1.pgn
  ozutsu analyse --variant shosu moves.txt depth 12 > game.tsv

Reads KIF, KI2, CSA, PGN, USI position lines, logs of ozutsu-match, Game Courier and lists of moves. Each \
position is searched within the limit, a quarter of which goes to the mate solver. Moves are marked by the winning \
chance that they lose: ?! from 5%, ? from 10%, ?? from 20%. Scores are Black's. After Ctrl-C the files have \
the moves already shown.

Into a pipe the table is tab-separated with a header, moves are in USI notation, and lines that start with # \
summarize each game.
")]
pub struct Analyse {
    #[command(flatten)]
    game: GameArgs,

    /// File with the games, or '-' for standard input
    #[arg(value_name = "GAME-FILE")]
    file: PathBuf,

    /// When to end the search of each position: movetime 500 (ms), nodes 100000, depth 12, or a
    /// combination [default: movetime 500]
    #[arg(value_name = "LIMIT")]
    limits: Vec<String>,

    #[command(flatten)]
    limit_options: LimitArgs,

    /// Format of the file [default: found by its content]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    format: Option<Format>,

    /// Analyse only the game with this number, from 1
    #[arg(long = "game", value_name = "N")]
    number: Option<usize>,

    /// Analyse only every N-th game, from the I-th on, to spread the work over several machines
    #[arg(long, value_name = "I/N", default_value_t, conflicts_with = "number")]
    shard: Shard,

    /// Draw Black's winning chance over the game as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write the games with evaluations, marks and better moves, as PGN, KIF, KI2 or CSA by the
    /// extension
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Overwrite existing files, but never GAME-FILE
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    output: JsonArgs,
}

impl Analyse {
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let rules = self.game.rules()?;
        let limits = self.review_limits(rules)?;
        let out_format = self.out_format()?;
        let file = RecordFile::read(&self.file, self.format, rules)?;
        let (numbers, mut games): (Vec<_>, Vec<_>) = match self.number {
            Some(number) => (vec![number], vec![file.game(number)?]),
            None => {
                let games = file.games().collect::<Result<Vec<_>, _>>()?;
                self.shard.select((1..).zip(games)).unzip()
            }
        };
        self.check_number_of_games(games.len(), out_format)?;
        // Before the analysis, which may take hours.
        check_outputs(&self.file, self.svg.iter().chain(&self.out), self.force)?;
        let control = Arc::new(Control::default());
        stop_on_ctrl_c(&control);
        let reviews = self.review_games(&numbers, &games, limits, &control, out)?;
        let writes_files = self.svg.is_some() || self.out.is_some();
        match (control.is_stopped(), reviews.is_empty()) {
            (true, true) if writes_files => {
                print_warning(&"interrupted before the first move was judged: no file is written");
                return Err(CliError::Interrupted);
            }
            (true, false) if writes_files => {
                print_warning(&"interrupted: the files have the moves that were judged");
            }
            _ => {}
        }
        if let (Some(path), [review], [game]) = (&self.svg, &reviews[..], &games[..]) {
            write_file(path, graph::draw(game, review).as_bytes(), out)?;
        }
        if let (Some(path), Some(format)) = (&self.out, out_format) {
            for (game, review) in games.iter_mut().zip(&reviews) {
                annotate(game, review, format);
            }
            let text = write_all(&games, format).map_err(|error| file_error(path, error))?;
            write_file(path, &encode_text(text, format, path), out)?;
            let omissions = games.iter().flat_map(|game| format.omissions(game)).collect();
            warn_of_omissions(&omissions, format);
        }
        out.flush()?;
        interrupted()
    }

    /// Reviews all games and prints a table of each, until `control` is stopped.
    fn review_games(
        &self,
        numbers: &[usize],
        games: &[GameRecord],
        limits: ReviewLimits,
        control: &Arc<Control>,
        out: &mut impl Write,
    ) -> Result<Vec<GameReview>, CliError> {
        let format = match io::stdout().is_terminal() {
            _ if self.output.json => ReportFormat::Json,
            true => ReportFormat::Table,
            false => ReportFormat::Tsv,
        };
        let mut report = Report::new(out, format, display_name(&self.file), numbers, games);
        let (mut engine, mut solver) = self.engines()?;
        let mut reviews = Vec::new();
        for (index, game) in games.iter().enumerate() {
            report.start_game(index, game)?;
            let mut reviewer =
                Reviewer { engine: &mut engine, solver: &mut solver, limits, control };
            let mut position = game.start().clone();
            let mut written = Ok(());
            let review = reviewer.review_game(game, |judged| {
                written = report.write_move(game, &position, judged);
                position.do_move(judged.mv);
                if written.is_err() {
                    control.stop();
                }
            });
            written?;
            if let Some(review) = &review {
                report.finish_game(game, review)?;
            }
            reviews.extend(review);
            if control.is_stopped() {
                break;
            }
        }
        report.finish();
        Ok(reviews)
    }

    /// Creates the engine and the mate solver. Without memory for their tables, these stay small.
    fn engines(&self) -> Result<(Engine, MateSolver), CliError> {
        let hash = self.engine.hash as usize;
        let mut engine = Engine::try_new()?;
        engine.resize_hash(hash).unwrap_or_else(|error| print_warning(&error));
        engine
            .set_threads(self.engine.threads as usize)
            .unwrap_or_else(|error| print_warning(&error));
        let solver = MateSolver::new(hash).or_else(|error| {
            print_warning(&error);
            MateSolver::new(DEFAULT_HASH)
        });
        Ok((engine, solver.map_err(|error| CliError::input(error.to_string()))?))
    }

    fn review_limits(&self, rules: &'static Rules) -> Result<ReviewLimits, CliError> {
        let words = self.limit_options.words(&self.limits, None, "movetime 500");
        let go = parse_limits(&words, rules, |go| {
            let &Go { movetime, nodes, depth, .. } = go;
            let is_limited = movetime.is_some() || nodes.is_some() || depth.is_some();
            let only_these = Go { movetime, nodes, depth, ..Go::default() };
            (*go != only_these || !is_limited).then_some("expected movetime, nodes or depth")
        })?;
        Ok(ReviewLimits { time: go.movetime, nodes: go.nodes, depth: go.depth })
    }

    /// Returns the format of the annotated record.
    fn out_format(&self) -> Result<Option<Format>, CliError> {
        let Some(path) = &self.out else { return Ok(None) };
        let format = Format::of_path(path).filter(|format| {
            matches!(format, Format::Pgn | Format::Kif | Format::Ki2 | Format::Csa)
        });
        let error = || {
            let path = path.display();
            CliError::input(format!(
                "--out: {path}: expected a file .pgn, .kif, .kifu, .ki2 or .csa"
            ))
        };
        format.map(Some).ok_or_else(error)
    }

    fn check_number_of_games(
        &self,
        count: usize,
        out_format: Option<Format>,
    ) -> Result<(), CliError> {
        let option = match (&self.svg, out_format) {
            _ if count <= 1 => return Ok(()),
            (Some(_), _) => "--svg",
            (None, Some(format)) if !format.holds_several_games() => "--out",
            _ => return Ok(()),
        };
        let name = display_name(&self.file);
        Err(CliError::input(format!(
            "{name}: {count} games, but the file of {option} holds only one; choose it with --game N"
        )))
    }
}
