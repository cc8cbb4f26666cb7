//! `ozutsu study`: plays a game against itself, and says whether it is balanced and how it goes.

mod html;
mod text;
mod words;

use crate::cli_error::CliError;
use crate::interrupt::{interrupted, is_interrupted, stop_on_ctrl_c};
use crate::json::{self, JsonArgs, Object};
use crate::position_args::GameOrFileArgs;
use crate::progress::{self, progress_bar};
use crate::record_files::write_error;
use crate::time_arg::parse_time;
use clap::{Args, value_parser};
use indicatif::ProgressBar;
use ozutsu_learn::game_files::GameFileError;
use ozutsu_learn::study::{
    HandicapStudy, Study as GameStudy, StudyFile, StudyFileError, StudySettings,
};
use ozutsu_learn::workers::available_threads;
use platform::files::{CommandFiles, write_whole};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Study a game: is it balanced, how does it go, and what are its pieces worth?
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu study mygame.toml                     A first answer after a minute
  ozutsu study mygame.toml --time 1h           A good one after an hour
  ozutsu study shosu --time 8h --state shosu.study
  ozutsu study mygame.toml --time 10m --html mygame.html
  ozutsu study shogi --handicaps --time 1h     What the handicaps are worth
  ozutsu study mygame.toml --json | jq .balance.first

Plays games of the engine against itself, from the start position and from openings that both sides choose, with N, \
4N and 16N nodes a move (--nodes). Prints who wins, how games go and end, what the pieces are worth and do, all with \
95% intervals, and notes on what most inventors would not want. docs/study.md says what each figure means.

Ctrl-C ends the games and prints the report. --state FILE keeps the games: the same command continues with them. After \
'ozutsu grow' the players are others: study again, with a new state file.
")]
pub struct Study {
    #[command(flatten)]
    game: GameOrFileArgs,

    /// Time to play for, such as 60s, 10m or 1h [default: 60s, or none with --games]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,

    /// End after this number of games, those of the state file included. With one evaluation, the report is then the
    /// same each time
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=1 << 40))]
    games: Option<u64>,

    /// Nodes a move of the weakest players; others have 4 and 16 times as many
    #[arg(
        long,
        value_name = "N",
        default_value_t = StudySettings::DEFAULT_NODES,
        value_parser = value_parser!(u64).range(10..=1 << 40)
    )]
    nodes: u64,

    /// Random seed: another one plays other games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,

    /// Keep the games in a file, and go on with those in it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,

    /// Number of games at the same time [default: one for each processor]
    #[arg(
        long,
        value_name = "N",
        value_parser = value_parser!(u16).range(1..=platform::MAX_THREADS)
    )]
    threads: Option<u16>,

    /// Say instead what each handicap of the game is worth, in Elo and in how much more its giver must search
    #[arg(long, conflicts_with_all = ["state", "html"])]
    handicaps: bool,

    /// Write a page with charts, pictures of the pieces and three games
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Overwrite the file of --html, as a study that goes on does without it
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    output: JsonArgs,
}

/// Time without --time and --games.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

impl Study {
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let rules = self.game.rules()?;
        // The page of a study that goes on is its own.
        let goes_on = self.state.as_deref().is_some_and(StudyFile::has_games);
        let mut files = CommandFiles::reading(self.game.files()).force(self.force || goes_on);
        if let Some(path) = &self.html {
            files.check_output(path).map_err(CliError::input)?;
        }
        if let Some(path) = &self.state {
            files.check_continued(path).map_err(CliError::input)?;
        }
        let settings = StudySettings { rules, seed: self.seed, nodes: self.nodes };
        if self.handicaps {
            return self.study_handicaps(settings, out);
        }
        let mut study = GameStudy::new(settings.clone());
        let file = match &self.state {
            Some(path) => {
                let (file, rounds) = StudyFile::open(path, &settings).map_err(state_error)?;
                rounds.iter().for_each(|round| study.add(round));
                Some(file)
            }
            None => None,
        };
        // What has failed is said after the report of the games that were played.
        let played = self.play(&mut study, file);
        let report = study.report();
        let written = self.html.as_ref().map_or(Ok(()), |path| {
            let page = html::page(rules, &report, &self.game.board_command(rules));
            write_whole(path, page.as_bytes()).map_err(|error| write_error(path, error))
        });
        let printed = if self.output.json {
            json::write_line(out, &Object::Study(Box::new(report)))
        } else {
            text::write(out, &report).and_then(|()| out.flush())
        };
        // A reader that has closed the pipe does not hide what has failed.
        played.and(written).and(printed.map_err(CliError::from)).and_then(|()| interrupted())
    }

    /// Plays games until the time is over, their number is reached, or Ctrl-C is pressed.
    fn play(&self, study: &mut GameStudy, mut file: Option<StudyFile>) -> Result<(), CliError> {
        let Some(limit) = Limit::new(self, study.games()) else { return Ok(()) };
        let failed = study.play(
            self.threads(),
            || limit.is_over(),
            |study, round| {
                if let Some(Err(error)) = file.as_mut().map(|file| file.append(round)) {
                    return ControlFlow::Break(Err(state_error(error)));
                }
                limit.count(study.games()).map_break(Ok)
            },
        );
        limit.bar.finish_and_clear();
        failed?.unwrap_or(Ok(()))
    }

    /// Plays games with the handicaps of the game, and writes what these are worth.
    fn study_handicaps(
        &self,
        settings: StudySettings,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        let name = settings.rules.name();
        let mut study = HandicapStudy::new(settings)
            .ok_or_else(|| CliError::input(format!("{name} has no handicaps")))?;
        if let Some(limit) = Limit::new(self, 0) {
            let played =
                study.play(self.threads(), || limit.is_over(), |study| limit.count(study.games()));
            limit.bar.finish_and_clear();
            played?;
        }
        let report = study.report();
        if self.output.json {
            json::write_line(out, &Object::Handicaps(report))?;
        } else {
            text::write_handicaps(out, &report)?;
            out.flush()?;
        }
        interrupted()
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(available_threads, usize::from)
    }
}

/// When the games end, and the progress bar.
struct Limit {
    start: Instant,
    time: Option<Duration>,
    games: Option<u64>,
    bar: ProgressBar,
}

impl Limit {
    /// Begins to play after a number of games. Returns `None` if these are enough.
    fn new(arguments: &Study, played: u64) -> Option<Self> {
        let games = arguments.games;
        if games.is_some_and(|games| played >= games) {
            return None;
        }
        stop_on_ctrl_c();
        let time = arguments.time.or(games.is_none().then_some(DEFAULT_TIME));
        let bar = match games {
            Some(games) => progress_bar(games as usize, progress::GAMES),
            None => progress_bar(time.unwrap_or_default().as_secs() as usize, progress::SECONDS),
        };
        Some(Self { start: Instant::now(), time, games, bar })
    }

    fn is_over(&self) -> bool {
        is_interrupted() || self.time.is_some_and(|time| self.start.elapsed() >= time)
    }

    /// Shows the progress after a game. Breaks if there are enough.
    fn count(&self, played: u64) -> ControlFlow<()> {
        let Some(games) = self.games else {
            self.bar.set_position(self.start.elapsed().as_secs());
            self.bar.set_message(progress::counted(played, "game"));
            return ControlFlow::Continue(());
        };
        self.bar.set_position(played.min(games));
        if played >= games { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Returns the error of a state file: bad input, or a failure to write it.
fn state_error(error: StudyFileError) -> CliError {
    match error {
        StudyFileError::File(GameFileError::Write { .. }) => {
            CliError::Io(std::io::Error::other(error))
        }
        _ => CliError::input(error),
    }
}
