//! `ozutsu grow`: plays a game against itself and learns from it, so that the program plays it better.

mod report;

use crate::cli_error::{CliError, print_note};
use crate::interrupt::{is_interrupted, stop_on_ctrl_c};
use crate::position_args::GameOrFileArgs;
use crate::progress::{self, progress_bar};
use crate::record_files::write_error;
use crate::time_arg::parse_time;
use clap::{Args, value_parser};
use eval::{EvalFile, EvalSource, Parameters, eval_path};
use ozutsu_learn::game_files::GameFileError;
use ozutsu_learn::grow::log::{History, LOG_FILE};
use ozutsu_learn::grow::{Budget, Ending, Folder, Grow as Run, GrowError, Recipe};
use ozutsu_learn::workers::available_threads;
use platform::Shard;
use platform::files::{CommandFiles, write_whole};
use report::Report;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Make the program a strong player of a game: let it play and learn
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu grow mygame.toml                      Two hours; then the program plays mygame better
  ozutsu grow mygame.toml --time 20m           A first gain
  ozutsu grow mygame.toml --time 10h           Goes on where the last command ended
  ozutsu grow shosu --anew --out shosu.eval    From the movements of the pieces alone
  ozutsu grow mygame.toml --shard 2/2          On a second machine, with the same folder

Plays games, learns an evaluation from them, and plays games with what was learnt. Each step is kept only if it clearly \
wins a match against the best so far, which is always beside the rules file as NAME.eval, where the program finds it: \
'ozutsu study' then needs a new state file. docs/games-from-files.md describes the table.

Ctrl-C ends it; the same command goes on, also after a crash. The games, the evaluations and the log are in the folder \
NAME.grow, which may be removed at the end.
")]
pub struct Grow {
    #[command(flatten)]
    game: GameOrFileArgs,

    /// Time to work for, in all runs together, such as 30m or 2h
    #[arg(long, value_name = "TIME", default_value = "2h", value_parser = parse_time)]
    time: Duration,

    /// Work for this number of games instead. The evaluation then depends on the seed alone
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "time",
        value_parser = value_parser!(u64).range(100..=1 << 40)
    )]
    games: Option<u64>,

    /// File for the best evaluation [default: NAME.eval beside the rules file, or here for a built-in game]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Overwrite an evaluation that is not from the folder. If the program plays with it, a new folder begins from it,
    /// and only a better one overwrites it
    #[arg(long)]
    force: bool,

    /// Folder for games, evaluations and log [default: NAME.grow beside the evaluation]
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,

    /// Begin with the movements of the pieces alone, not with the evaluation that the game has
    #[arg(long)]
    anew: bool,

    /// Nodes of a move in games to learn from; in matches they are three times as many
    #[arg(
        long,
        value_name = "N",
        default_value_t = Recipe::default().nodes,
        value_parser = value_parser!(u64).range(10..=1 << 40)
    )]
    nodes: u64,

    /// Random seed: another one plays other games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,

    /// Number of games at the same time [default: one for each processor]
    #[arg(
        long,
        value_name = "N",
        value_parser = value_parser!(u16).range(1..=platform::MAX_THREADS)
    )]
    threads: Option<u16>,

    /// Share a folder with N - 1 other machines. The first learns and judges, all play games
    #[arg(long, value_name = "I/N", default_value_t)]
    shard: Shard,
}

impl Grow {
    pub fn run(&self, out: &mut (impl Write + Send)) -> Result<(), CliError> {
        let rules = self.game.rules()?;
        let result = self.out.clone().unwrap_or_else(|| eval_path(rules));
        let mut files = CommandFiles::reading(self.game.files());
        files.check_continued(&result).map_err(CliError::input)?;
        let path = self.dir.clone().unwrap_or_else(|| result.with_extension("grow"));
        let start = if self.anew {
            EvalFile { parameters: Some(Parameters::derived(rules)), network: None }
        } else {
            EvalSource::OfGame.to_file(rules)
        };
        let run = Run {
            folder: Folder { rules, path, result, is_forced: self.force },
            start,
            is_anew: self.anew,
            budget: self.games.map_or(Budget::Time(self.time), Budget::Games),
            recipe: Recipe { nodes: self.nodes, ..Recipe::default() },
            seed: self.seed,
            threads: self.threads.map_or_else(available_threads, usize::from),
        };
        stop_on_ctrl_c();
        let (len, ending) = match run.budget {
            Budget::Time(time) => (time.as_secs() as usize, progress::SECONDS),
            Budget::Games(games) => (games as usize, progress::GAMES),
        };
        let mut report = Report::new(out, progress_bar(len, ending));
        let ending = match self.shard.number() {
            1 => run.run(&is_interrupted, &mut report),
            number => run.help(number, &is_interrupted, &mut report),
        };
        // A reader that has closed the pipe does not hide what has failed, and the chart is drawn all the same.
        let printed = report.finish();
        if ending.map_err(grow_error)? == Ending::Stopped {
            print_note(&"stopped; the same command goes on from here");
            return Err(CliError::Interrupted);
        }
        if self.shard.number() == 1 {
            write_end(&run, out)?;
        }
        Ok(printed?)
    }
}

/// Writes how much was gained, and where the evaluation is. Draws the chart.
fn write_end(run: &Run, out: &mut impl Write) -> Result<(), CliError> {
    let Folder { rules, path, result, .. } = &run.folder;
    let history = History::read(&path.join(LOG_FILE)).map_err(grow_error)?;
    let chart_path = path.join("elo.svg");
    write_whole(&chart_path, report::chart(rules, &history).as_bytes())
        .map_err(|error| write_error(&chart_path, error))?;
    report::write_end(out, &history)?;
    if history.kept().next().is_none() {
        writeln!(out, "\nNothing that was learnt is better than the start. More time may help.")?;
        return Ok(());
    }
    let name = result.display();
    if games::file_path(rules).is_some() && *result == eval_path(rules) {
        writeln!(out, "\n{name}: the program now plays with it")?;
    } else {
        writeln!(out, "\n{name}: the option EvalFile plays with it")?;
    }
    Ok(writeln!(out, "{}: the chart", chart_path.display())?)
}

fn grow_error(error: GrowError) -> CliError {
    match error {
        GrowError::Work(_)
        | GrowError::Games(GameFileError::Write { .. } | GameFileError::Thread(_)) => {
            CliError::Io(io::Error::other(error))
        }
        _ => CliError::input(error),
    }
}
