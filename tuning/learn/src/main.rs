//! The program `ozutsu-learn`.
#![deny(unsafe_code)]

mod commands;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use commands::interrupt::{EXIT_INTERRUPTED, exit_on_interrupt, is_interrupted};
use commands::{book, completions, fit, judge, openings, pack, play, train};
use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

const EXIT_STATUS: &str =
    "Exit status: 0 done, 1 failed at work, 2 bad input or usage, 130 interrupted by Ctrl-C";

/// Generate openings and self-play games, fit and train evaluations to them, and make opening books.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Add the games of a rules file; may be repeated.
    // Only documents and checks what `load_rules_files` has read.
    #[arg(long = "rules", value_name = "FILE", global = true)]
    _rules: Vec<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Openings(openings::Arguments),
    Play(play::Arguments),
    Pack(pack::Arguments),
    Relabel(pack::RelabelArguments),
    Fit(fit::Arguments),
    Train(train::Arguments),
    Judge(judge::Arguments),
    /// Make, merge and describe opening books in the format of YaneuraOu.
    #[command(subcommand)]
    Book(book::Command),
    Completions(completions::Arguments),
}

fn main() -> ExitCode {
    exit_on_interrupt();
    match load_rules_files().and_then(|()| run(parse().command)) {
        _ if is_interrupted() => ExitCode::from(EXIT_INTERRUPTED),
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            commands::exit_code(&*error)
        }
    }
}

/// Parses the command line. Prints what is wrong with it, or help, and exits.
fn parse() -> Arguments {
    let matches = with_exit_status(Arguments::command()).get_matches();
    Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// Adds the exit statuses to the help texts of a command and its subcommands.
fn with_exit_status(command: clap::Command) -> clap::Command {
    command.after_help(EXIT_STATUS).mut_subcommands(with_exit_status)
}

/// Loads the files that `--rules` names before the command line is parsed, so that other arguments can name the
/// games. Warns of each game that cannot be loaded from a file with others.
fn load_rules_files() -> Result<(), Box<dyn Error>> {
    let warnings = games::load_all(&games::rules_arguments(env::args_os().skip(1)));
    let warnings = warnings
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    warnings.iter().for_each(|warning| eprintln!("{warning}"));
    Ok(())
}

fn run(command: Command) -> Result<(), Box<dyn Error>> {
    match command {
        Command::Openings(arguments) => openings::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Pack(arguments) => pack::run(&arguments),
        Command::Relabel(arguments) => pack::relabel(&arguments),
        Command::Fit(arguments) => fit::run(&arguments),
        Command::Train(arguments) => train::run(&arguments),
        Command::Judge(arguments) => judge::run(&arguments),
        Command::Book(command) => book::run(command),
        Command::Completions(arguments) => completions::run(&arguments, Arguments::command()),
    }
}
