//! The subcommands. Each module has the arguments of one and a function that runs it.

pub mod book;
pub mod completions;
pub mod fit;
pub mod openings;
pub mod pack;
pub mod play;
pub mod stats;
pub mod train;

use eval::{EvalFile, EvalSource};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ozutsu_learn::game_files::{GameRecord, read_games};
use platform::files::{read_file, write_whole};
use rules::Rules;
use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Returns the games of files, all of one variant. `variant` is the expected one, if it is known.
fn read_games_of(
    paths: &[PathBuf],
    mut variant: Option<&'static Rules>,
) -> Result<(&'static Rules, Vec<GameRecord>), Box<dyn Error>> {
    let mut games = Vec::new();
    for path in paths {
        for (line, game) in (1..).zip(read_games(path)?) {
            let expected = *variant.get_or_insert(game.rules);
            if !std::ptr::eq(expected, game.rules) {
                let (expected, found) = (expected.name(), game.rules.name());
                let error =
                    format!("{}, line {line}: expected {expected}, not {found}", path.display());
                return Err(error.into());
            }
            games.push(game);
        }
    }
    Ok((variant.ok_or("the files have no games")?, games))
}

/// The evaluation of searches.
#[derive(clap::Args)]
struct EvalArgs {
    /// Evaluate with this file: a network of `train` or parameters of `fit`.
    #[arg(long, value_name = "FILE")]
    eval: Option<PathBuf>,
}

impl EvalArgs {
    fn source(&self, rules: &'static Rules) -> Result<EvalSource, String> {
        let Some(path) = &self.eval else { return Ok(EvalSource::OfGame) };
        let bytes = read_file(path).map_err(|error| located(path, error))?;
        let file = EvalFile::parse(rules, &bytes).map_err(|error| located(path, error))?;
        Ok(EvalSource::File(Arc::new(file)))
    }
}

/// The exit status after an interrupt, as shells report it.
pub const INTERRUPTED_STATUS: u8 = 130;

/// Set by Ctrl-C and by the end of the session.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// Locked while there are temporary files that the program would leave behind, or a file is incomplete.
static FILES_IN_USE: Mutex<()> = Mutex::new(());

/// Ends the program when it is interrupted, as soon as its files are complete.
pub fn exit_on_interrupt() {
    // Without a handler, an interrupt may leave temporary files behind.
    let _ = ctrlc::set_handler(|| {
        IS_INTERRUPTED.store(true, Ordering::Relaxed);
        let _guard = use_files();
        process::exit(INTERRUPTED_STATUS.into());
    });
}

/// Delays the end after an interrupt. Who keeps the guard for long must look at [`is_interrupted`].
fn use_files() -> MutexGuard<'static, ()> {
    FILES_IN_USE.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn is_interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::Relaxed)
}

/// Writes a file or leaves what was there.
fn write_file(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let _guard = use_files();
    write_whole(path, bytes).map_err(|error| located(path, error))
}

/// Prints to the standard output. A closed pipe is not an error.
fn print(text: impl Display) {
    let _ = write!(io::stdout(), "{text}");
}

fn print_line(line: impl Display) {
    print(format_args!("{line}\n"));
}

/// Returns a progress bar, which is drawn only if the standard error output is a terminal.
fn progress_bar(length: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).expect("a valid template");
    ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr()).with_style(style)
}

/// Returns an error message that names the file.
fn located(path: &Path, error: impl Display) -> String {
    format!("{}: {error}", path.display())
}

fn parse_share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".into())
}
