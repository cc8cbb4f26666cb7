//! The program `ozutsu-learn`.
#![deny(unsafe_code)]

mod commands;

use clap::{Parser, Subcommand};
use commands::{book, fit, openings, pack, play, stats, train};
use ozutsu_learn::rules_files::{RulesFileArgs, load_rules_files};
use std::error::Error;
use std::process::ExitCode;

/// Generate openings and self-play games, fit and train evaluations to them, and make opening books.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(flatten)]
    _rules_files: RulesFileArgs,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Openings(openings::Arguments),
    Play(play::Arguments),
    Stats(stats::Arguments),
    Pack(pack::Arguments),
    Relabel(pack::RelabelArguments),
    Fit(fit::Arguments),
    Train(train::Arguments),
    /// Make, merge and describe opening books in the format of YaneuraOu.
    #[command(subcommand)]
    Book(book::Command),
}

fn main() -> ExitCode {
    commands::exit_on_interrupt();
    match load_rules_files().map_err(Into::into).and_then(|()| run(Arguments::parse().command)) {
        _ if commands::is_interrupted() => ExitCode::from(commands::INTERRUPTED_STATUS),
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), Box<dyn Error>> {
    match command {
        Command::Openings(arguments) => openings::run(&arguments),
        Command::Play(arguments) => play::run(&arguments),
        Command::Stats(arguments) => stats::run(&arguments),
        Command::Pack(arguments) => pack::run(&arguments),
        Command::Relabel(arguments) => pack::relabel(&arguments),
        Command::Fit(arguments) => fit::run(&arguments),
        Command::Train(arguments) => train::run(&arguments),
        Command::Book(command) => book::run(command),
    }
}
