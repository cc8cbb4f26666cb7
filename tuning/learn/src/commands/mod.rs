//! The subcommands. Each module has the arguments of one and a function that runs it.

pub mod book;
pub mod completions;
pub mod fit;
pub mod interrupt;
pub mod judge;
pub mod openings;
pub mod pack;
pub mod play;
pub mod train;

use eval::{EvalSource, read_eval_file};
use interrupt::use_files;
use ozutsu_learn::game_files::{GameFileError, ScoredGame, read_games};
use platform::files::{CommandFiles, write_whole};
use rules::Rules;
use std::env;
use std::error::Error;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Returns the games of files, all of one variant. `variant` is the expected one, if it is known.
fn read_games_of(
    paths: &[PathBuf],
    mut variant: Option<&'static Rules>,
) -> Result<(&'static Rules, Vec<ScoredGame>), Box<dyn Error>> {
    let mut games = Vec::new();
    for path in paths {
        for (number, game) in (1..).zip(read_games(path)?) {
            let expected = *variant.get_or_insert(game.rules);
            if !std::ptr::eq(expected, game.rules) {
                let (expected, found) = (expected.name(), game.rules.name());
                let error = format!("game {number}: expected {expected}, not {found}");
                return Err(located(path, error).into());
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
        self.eval.as_ref().map_or(Ok(EvalSource::OfGame), |path| read_eval(path, rules))
    }
}

/// Reads an evaluation for a game.
fn read_eval(path: &Path, rules: &'static Rules) -> Result<EvalSource, String> {
    let file = read_eval_file(rules, path).map_err(|error| located(path, error))?;
    Ok(EvalSource::File(Arc::new(file)))
}

/// Work that failed, as when the disk is full, although the input is good.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct WorkError(String);

/// Returns the exit status after an error: 1 if work failed, 2 if the input is bad.
pub fn exit_code(error: &(dyn Error + 'static)) -> ExitCode {
    let has_work_failed = match error.downcast_ref() {
        Some(GameFileError::Write { .. } | GameFileError::Thread(_)) => true,
        Some(_) => false,
        None => error.is::<WorkError>() || error.is::<io::Error>(),
    };
    ExitCode::from(if has_work_failed { 1 } else { 2 })
}

/// Returns the files of a command that reads these, of which outputs may replace others if `is_forced`.
fn command_files<'a>(
    inputs: impl IntoIterator<Item = &'a PathBuf>,
    is_forced: bool,
) -> CommandFiles {
    let mut files = CommandFiles::reading(inputs).force(is_forced);
    for path in games::rules_arguments(env::args_os().skip(1)) {
        files.add_input(&path);
    }
    files
}

/// The argument that allows a command to replace files.
#[derive(clap::Args)]
pub struct ForceArgs {
    /// Overwrite an existing file, but never one that is read.
    #[arg(long)]
    force: bool,
}

/// Writes a file or leaves what was there.
fn write_file(path: &Path, bytes: &[u8]) -> Result<(), WorkError> {
    let _guard = use_files();
    write_whole(path, bytes).map_err(|error| WorkError(located(path, error)))
}

/// Prints to the standard output. A closed pipe is not an error.
fn print(text: impl Display) {
    let _ = write!(io::stdout(), "{text}");
}

fn print_line(line: impl Display) {
    print(format_args!("{line}\n"));
}

/// Returns an error message that names the file.
fn located(path: &Path, error: impl Display) -> String {
    format!("{}: {error}", path.display())
}

/// Returns the parser of an option whose number must be valid. `expected` describes those that are.
fn number(
    is_valid: fn(f32) -> bool,
    expected: &'static str,
) -> impl Fn(&str) -> Result<f32, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|&number| is_valid(number));
        number.ok_or_else(|| format!("expected a number {expected}"))
    }
}

/// Returns the parser of a share.
fn share() -> impl Fn(&str) -> Result<f32, String> + Clone {
    number(|share| (0.0..=1.0).contains(&share), "from 0 to 1")
}
