//! `ozutsu analyse`: finds the mistakes in recorded games.
//!
//! [`study::review`] judges the moves, [`report`] prints them as a table, and [`graph`] draws the winning
//! chance as SVG.

mod graph;
mod report;

use super::convert::{output_format, warn_of_omissions};
use super::search_args::{EngineArgs, LimitArgs, parse_limits};
use crate::cli_error::{CliError, print_warning};
use crate::game_reader::{InputFile, ReadArgs};
use crate::interrupt::{interrupted, stop_on_ctrl_c};
use crate::json::JsonArgs;
use crate::output_files::{OutputFiles, files_in_folder, is_folder};
use crate::position_args::GameArgs;
use crate::record_files::{encode_text, file_error, format_parser, is_standard_stream, write_file};
use clap::Args;
use mate::MateSolver;
use platform::Shard;
use records::{Format, GameRecord, GameWriter};
use report::{Report, ReportFormat};
use rules::Rules;
use search::{Control, DEFAULT_HASH, Engine};
use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use study::review::{GameReview, ReviewLimits, Reviewer, annotate};
use vampirc_usi::generic::Go;

/// Find the mistakes and missed mates in games
#[derive(Args, Debug)]
#[command(
    override_usage = "ozutsu analyse [OPTIONS] <GAME-FILE>... [LIMIT]...",
    after_help = "\
Examples:
  ozutsu analyse game.kif
  ozutsu analyse games.pgn --game 2 --threads 4 --hash 256 movetime 2000
  ozutsu analyse game.csa nodes 100000 --svg game.svg --out analysed.kifu
  ozutsu analyse games.pgn --shard 1/4 nodes 100000 --out games-1.pgn
  ozutsu analyse games --out analysed/ --to pgn     A folder and its subfolders
  ozutsu analyse --variant shosu moves.txt depth 12 > game.tsv

Reads KIF, KI2, CSA, JKF, PGN, USI position lines, logs of ozutsu-match, Game Courier and lists of moves; of a folder, \
the files with the extensions of these. Each position is searched within the limit, a quarter of which goes to the \
mate solver. Moves are marked by the winning chance that they lose: ?! from 5%, ? from 10%, ?? from 20%. Scores are \
Black's. After Ctrl-C the files have the moves already shown.

Into a pipe the table is tab-separated with a header, moves are in USI notation, and lines that start with # \
name and summarize each game. With --out - or --svg - only that is written to standard output.
"
)]
pub struct Analyse {
    #[command(flatten)]
    game: GameArgs,

    /// Files or folders with games, or '-' for standard input; then when to end the search of each position:
    /// movetime 500 (ms), nodes 100000, depth 12, or a combination [default limit: movetime 500]
    #[arg(value_name = "GAME-FILE", required = true)]
    files_and_limits: Vec<PathBuf>,

    #[command(flatten)]
    limit_options: LimitArgs,

    #[command(flatten)]
    reading: ReadArgs,

    /// Analyse only the game with this number, from 1; errors in the others do not matter
    #[arg(long = "game", value_name = "N")]
    number: Option<usize>,

    /// Analyse only every N-th game, from the I-th on, to spread the work over several machines
    #[arg(long, value_name = "I/N", default_value_t, conflicts_with = "number")]
    shard: Shard,

    /// Draw Black's winning chance over the game as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write the games with evaluations, marks and better moves to a file, as PGN, KIF, KI2, CSA or JKF by the
    /// extension, or to files with their names in a folder
    #[arg(long, visible_alias = "output", value_name = "OUT")]
    out: Option<PathBuf>,

    /// Format of OUT [default: that of its extension]
    #[arg(long = "to", requires = "out", value_name = "FORMAT", value_parser = format_parser())]
    out_format: Option<Format>,

    /// Overwrite existing files, but never GAME-FILE
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    engine: EngineArgs,

    #[command(flatten)]
    output: JsonArgs,
}

/// The words with which limits begin.
const LIMIT_WORDS: [&str; 13] = [
    "movetime",
    "nodes",
    "depth",
    "mate",
    "infinite",
    "ponder",
    "searchmoves",
    "btime",
    "wtime",
    "binc",
    "winc",
    "byoyomi",
    "movestogo",
];

/// Games that are written to the same file.
struct Part {
    games: Vec<Game>,
    /// The file of the annotated records.
    path: Option<PathBuf>,
}

/// A game to analyse.
struct Game {
    /// The index of its file.
    file: usize,
    /// Its number in the file, and among all games, from 1.
    number: usize,
    number_of_all: usize,
    record: GameRecord,
}

impl Analyse {
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let rules = self.game.rules()?;
        let (paths, limits) = self.paths_and_limits();
        let limits = self.review_limits(&limits, rules)?;
        let out_format = self.out_format()?;
        let report_format = self.report_format()?;
        let folder = self.out.as_deref().filter(|out| is_folder(out));
        if folder.is_some() && self.shard != Shard::default() {
            let error =
                "--shard: every shard would write the same files into a folder, use --out FILE";
            return Err(CliError::input(error.to_owned()));
        }
        let mut reader = self.reading.reader(self.game.of_records()).only(self.number);
        let files = reader.files(paths)?;
        let mut games = Vec::new();
        for (file, input) in files.iter().enumerate() {
            reader.read(&input.path, |number, record| {
                // What cannot be written is an error before the search.
                if let Some(format) = out_format {
                    GameWriter::new(format).format(&record)?;
                }
                games.push(Game { file, number, number_of_all: games.len() + 1, record });
                Ok(())
            })?;
        }
        let done = reader.finish();
        let games: Vec<_> = self.shard.select(games).collect();
        // Before the analysis, which may take hours.
        let mut parts = self.parts(games, &files, out_format)?;
        let mut outputs = OutputFiles::new(&files, folder, self.force);
        let paths = self.svg.iter().chain(parts.iter().filter_map(|part| part.path.as_ref()));
        paths.into_iter().try_for_each(|path| outputs.check(path))?;
        let control = Control::default();
        stop_on_ctrl_c(&control);
        let (mut engine, mut solver) = self.engines()?;
        let mut reviewer =
            Reviewer { engine: &mut engine, solver: &mut solver, limits, control: &control };
        let records = parts.iter().flat_map(|part| &part.games).map(|game| &game.record);
        let mut report = Report::new(out, report_format, files.len() > 1, records);
        let mut omissions = BTreeSet::new();
        for part in &mut parts {
            let mut reviews = Vec::new();
            for game in &part.games {
                let (file, numbers) = (&files[game.file].path, (game.number, game.number_of_all));
                report.start_game(numbers, file, &game.record);
                reviews.extend(self.review_game(&mut reviewer, &game.record, &mut report));
                if control.is_stopped() {
                    break;
                }
            }
            report.suspend(|out| self.write_files(part, &reviews, out_format, &control, out))?;
            if let Some(format) = out_format {
                omissions.extend(part.games.iter().flat_map(|game| format.omissions(&game.record)));
            }
            if control.is_stopped() {
                break;
            }
        }
        let printed = report.finish();
        if let Some(format) = out_format {
            warn_of_omissions(&omissions, format);
        }
        printed?;
        out.flush()?;
        interrupted()?;
        done
    }

    /// Splits the arguments into files and limits.
    fn paths_and_limits(&self) -> (&[PathBuf], Vec<String>) {
        let args = &self.files_and_limits;
        let is_limit = |arg: &PathBuf| LIMIT_WORDS.iter().any(|word| arg.as_os_str() == *word);
        let first = args.iter().skip(1).position(is_limit).map_or(args.len(), |index| index + 1);
        let (paths, limits) = args.split_at(first);
        (paths, limits.iter().map(|word| word.to_string_lossy().into_owned()).collect())
    }

    /// Divides the games by the files in which they are written.
    fn parts(
        &self,
        games: Vec<Game>,
        files: &[InputFile],
        format: Option<Format>,
    ) -> Result<Vec<Part>, CliError> {
        let only_one = |option: &str, path: &Path, count: usize| {
            Err(file_error(
                path,
                format!(
                    "{count} games, but the file of {option} holds only one; choose it with --game N"
                ),
            ))
        };
        let source = |game: &Game| files[game.file].path.as_path();
        if self.svg.is_some() && games.len() > 1 {
            return only_one("--svg", source(&games[0]), games.len());
        }
        let mut parts = match (&self.out, format) {
            (Some(folder), Some(format)) if is_folder(folder) => {
                let mut parts: Vec<_> = files_in_folder(folder, files, format)
                    .into_iter()
                    .map(|path| Part { games: Vec::new(), path: Some(path) })
                    .collect();
                games.into_iter().for_each(|game| parts[game.file].games.push(game));
                parts
            }
            _ => vec![Part { games, path: self.out.clone() }],
        };
        parts.retain(|part| !part.games.is_empty());
        if format.is_some_and(|format| !format.holds_several_games())
            && let Some(part) = parts.iter().find(|part| part.games.len() > 1)
        {
            return only_one("--out", source(&part.games[0]), part.games.len());
        }
        Ok(parts)
    }

    /// Returns how the analysis is printed: not at all if another output is on stdout.
    fn report_format(&self) -> Result<ReportFormat, CliError> {
        let is_on_stdout = |path: &Option<PathBuf>| path.as_deref().is_some_and(is_standard_stream);
        match (is_on_stdout(&self.out), is_on_stdout(&self.svg)) {
            (true, true) => {
                Err(CliError::input("--out and --svg: only one can be written to standard output"))
            }
            (true, false) | (false, true) if self.output.json => Err(CliError::input(
                "--json: standard output has the file of --out or --svg; give it another name than '-'",
            )),
            (true, false) | (false, true) => Ok(ReportFormat::Hidden),
            _ if self.output.json => Ok(ReportFormat::Json),
            _ if io::stdout().is_terminal() => Ok(ReportFormat::Table),
            _ => Ok(ReportFormat::Tsv),
        }
    }

    fn writes_files(&self) -> bool {
        self.svg.is_some() || self.out.is_some()
    }

    /// Writes the files of judged games.
    fn write_files(
        &self,
        part: &mut Part,
        reviews: &[GameReview],
        format: Option<Format>,
        control: &Control,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        if control.is_stopped() && self.writes_files() {
            if reviews.is_empty() {
                print_warning(&"interrupted before the first move was judged: no file is written");
                return Ok(());
            }
            print_warning(&"interrupted: the files have the moves that were judged");
        }
        if let (Some(path), [review], [game]) = (&self.svg, reviews, &part.games[..]) {
            write_file(path, graph::draw(&game.record, review).as_bytes(), out)?;
        }
        if let (Some(path), Some(format)) = (&part.path, format) {
            for (game, review) in part.games.iter_mut().zip(reviews) {
                annotate(&mut game.record, review, format);
            }
            let mut writer = GameWriter::new(format);
            let texts = part.games.iter().map(|game| writer.format(&game.record));
            let text =
                texts.collect::<Result<String, _>>().map_err(|error| file_error(path, error))?;
            write_file(path, &encode_text(text, format, path), out)?;
        }
        Ok(())
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

    fn review_limits(
        &self,
        words: &[String],
        rules: &'static Rules,
    ) -> Result<ReviewLimits, CliError> {
        let words = self.limit_options.words(words, None, "movetime 500");
        let go = parse_limits(&words, rules, |go| {
            let &Go { movetime, nodes, depth, .. } = go;
            let is_limited = movetime.is_some() || nodes.is_some() || depth.is_some();
            let only_these = Go { movetime, nodes, depth, ..Go::default() };
            (*go != only_these || !is_limited).then_some("expected movetime, nodes or depth")
        })?;
        Ok(ReviewLimits { time: go.movetime, nodes: go.nodes, depth: go.depth })
    }

    /// Returns the format of the annotated records.
    fn out_format(&self) -> Result<Option<Format>, CliError> {
        let Some(path) = &self.out else { return Ok(None) };
        let format = output_format(path, self.out_format)?;
        if matches!(format, Format::Pgn | Format::Kif | Format::Ki2 | Format::Csa | Format::Jkf) {
            return Ok(Some(format));
        }
        let (path, name) = (path.display(), format.name());
        Err(CliError::input(format!(
            "--out: {path}: {name} has no place for an analysis, use pgn, kif, ki2, csa or jkf"
        )))
    }

    /// Reviews a game and reports its moves, until the reviewer is stopped.
    fn review_game(
        &self,
        reviewer: &mut Reviewer<'_>,
        game: &GameRecord,
        report: &mut Report<'_, impl Write>,
    ) -> Option<GameReview> {
        let mut position = game.start().clone();
        let control = reviewer.control;
        let review = reviewer.review_game(game, |judged| {
            report.write_move(game, &position, judged);
            position.do_move(judged.mv);
            if report.has_failed() && !self.writes_files() {
                control.stop();
            }
        })?;
        report.finish_game(game, &review);
        Some(review)
    }
}
