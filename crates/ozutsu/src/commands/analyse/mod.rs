//! `ozutsu analyse`: finds the mistakes in recorded games.
//!
//! A [`Plan`] says which games are analysed and where they are written; whatever can be refused is refused there.
//! [`study::review`] judges the moves of a game, [`report`] prints each, and [`files`] writes the files of the games,
//! also after Ctrl-C and where standard output is closed. [`graph`] draws the winning chance as SVG.

mod files;
mod game;
mod graph;
mod report;

use crate::cli_error::{CliError, print_warning};
use crate::game_reader::{GameReader, ReadArgs};
use crate::interrupt::{interrupted, stop_on_ctrl_c};
use crate::json::{GameName, JsonArgs};
use crate::position_args::{GAME_OF_RECORDS, GameArgs};
use crate::record_files::{
    OutputFiles, display_name, files_of_output, format_parser, is_folder, is_stdout, output_format,
    warn_of_omissions,
};
use crate::search_args::{EngineArgs, LimitArgs, parse_limits};
use crate::search_output::SearchOutput;
use clap::Args;
use files::Part;
use game::Game;
use mate::MateSolver;
use platform::Shard;
use records::Format;
use report::{Report, ReportFormat};
use rules::Rules;
use search::{Control, DEFAULT_HASH, Engine};
use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use study::review::{ReviewLimits, Reviewer};
use vampirc_usi::Go;

/// Find the mistakes and missed mates in games
#[derive(Args, Debug)]
#[command(
    mut_arg("variant", |variant| variant.help(GAME_OF_RECORDS)),
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

/// The games to analyse, the limits, and the files to write.
struct Plan {
    limits: ReviewLimits,
    report_format: ReportFormat,
    /// Whether games of several files are read.
    has_files: bool,
    parts: Vec<Part>,
    /// The format of the annotated records.
    format: Option<Format>,
    /// Has read the games, and counts what could not be read or written.
    reader: GameReader,
}

impl Analyse {
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let Plan { limits, report_format, has_files, parts, format, mut reader } = self.plan()?;
        let (control, ignored) = (stop_on_ctrl_c(), Control::default());
        let (mut engine, mut solver) = self.engines()?;
        let mut reviewer =
            Reviewer { engine: &mut engine, solver: &mut solver, limits, control: &control };
        // Files are written also when nobody reads the table.
        let writes_files = self.svg.is_some() || self.out.is_some();
        let output = SearchOutput::new(out, if writes_files { &ignored } else { &control });
        let games = parts.iter().flat_map(|part| &part.games);
        let mut report = Report::new(&output, report_format, has_files, games);
        let (mut omissions, mut written) = (BTreeSet::new(), Ok(()));
        for mut part in parts {
            for game in &mut part.games {
                report.start_game(game);
                let record = &game.record;
                game.review = reviewer.review_game(record, |position, judged| {
                    report.write_move(record, position, judged);
                });
                let sides = game.review.as_ref().map(|review| &review.sides);
                report.finish_game(record, sides.unwrap_or(&Default::default()));
                if control.is_stopped() {
                    break;
                }
            }
            written = report
                .bar
                .suspend(|| reader.pass_over(part.write(control.is_stopped(), &output)).map(drop));
            omissions.extend(part.omissions());
            if control.is_stopped() || written.is_err() {
                break;
            }
        }
        report.bar.finish_and_clear();
        format.iter().for_each(|&format| warn_of_omissions(&omissions, format));
        written?;
        // A reader that has closed the pipe does not hide the errors in other games.
        if let Err(error) = output.finish()
            && error.kind() != io::ErrorKind::BrokenPipe
        {
            return Err(error.into());
        }
        interrupted()?;
        reader.finish()
    }

    /// Reads the games, and checks everything before an analysis that may take hours.
    fn plan(&self) -> Result<Plan, CliError> {
        let (paths, limits) = self.paths_and_limits();
        let limits = self.review_limits(&limits, self.game.rules()?)?;
        let format = self.out_format()?;
        let report_format = self.report_format()?;
        let out = self.out.as_deref();
        if out.is_some_and(is_folder) && self.shard != Shard::default() {
            let error =
                "--shard: every shard would write the same files into a folder, use --out FILE";
            return Err(CliError::input(error));
        }
        let mut reader = self.reading.reader(self.game.of_records()).only(self.number);
        let files = reader.files(paths)?;
        let outputs = match out.zip(format) {
            Some((out, format)) => {
                let files = files_of_output(out, &files, format).into_iter();
                files.map(|(inputs, path)| (inputs, Some((path, format)))).collect()
            }
            None => vec![(&files[..], None)],
        };
        let (mut read, mut number_of_all) = (Vec::new(), 0);
        for (inputs, out) in outputs {
            let mut part = Part { games: Vec::new(), out, svg: self.svg.clone() };
            for input in inputs {
                reader.read(&input.path, |number, record| {
                    format.map_or(Ok(()), |format| format.check(&record))?;
                    number_of_all += 1;
                    let name = GameName { file: display_name(&input.path), game: number };
                    part.games.push(Game { name, number_of_all, record, review: None });
                    Ok(())
                })?;
            }
            read.push(part);
        }
        let mut outputs = OutputFiles::new(&files, out, self.force);
        let mut parts = Vec::new();
        for mut part in read {
            part.games = self.shard.select(part.games).collect();
            if part.games.is_empty() {
                continue;
            }
            let checked = part.check_count().and_then(|()| part.check_file(&mut outputs));
            if reader.pass_over(checked)?.is_some() {
                parts.push(part);
            }
        }
        reader.bar.finish_and_clear();
        let count: usize = parts.iter().map(|part| part.games.len()).sum();
        if self.svg.is_some() && count > 1 {
            return Err(parts[0].too_many_games("--svg", count));
        }
        self.svg.iter().try_for_each(|path| outputs.check(path))?;
        Ok(Plan { limits, report_format, has_files: files.len() > 1, parts, format, reader })
    }

    /// Splits the arguments into files and limits.
    fn paths_and_limits(&self) -> (&[PathBuf], Vec<String>) {
        let args = &self.files_and_limits;
        let is_limit = |arg: &PathBuf| Go::KEYS.iter().any(|word| arg.as_os_str() == *word);
        let first = args.iter().skip(1).position(is_limit).map_or(args.len(), |index| index + 1);
        let (paths, limits) = args.split_at(first);
        (paths, limits.iter().map(|word| word.to_string_lossy().into_owned()).collect())
    }

    /// Returns how the analysis is printed: not at all if another output is on stdout.
    fn report_format(&self) -> Result<ReportFormat, CliError> {
        let is_on_stdout = |path: &Option<PathBuf>| path.as_deref().is_some_and(is_stdout);
        match (is_on_stdout(&self.out), is_on_stdout(&self.svg)) {
            (true, true) => {
                Err(CliError::input("--out and --svg: only one can be written to standard output"))
            }
            (true, false) | (false, true) if self.output.json => Err(CliError::input(
                "--json: standard output has the file of --out or --svg; choose another file",
            )),
            (true, false) | (false, true) => Ok(ReportFormat::Hidden),
            _ if self.output.json => Ok(ReportFormat::Json),
            _ if io::stdout().is_terminal() => Ok(ReportFormat::Table),
            _ => Ok(ReportFormat::Tsv),
        }
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
}
