//! Reads the games of many files and folders, for `analyse`, `convert` and `puzzles`.

use crate::cli_error::{CliError, print_error, print_warning};
use crate::interrupt::is_interrupted;
use crate::position_args::other_game_hint;
use crate::progress::{self, progress_bar};
use crate::record_files::{
    InputFile, display_name, file_error, format_parser, is_stdin, read_bytes,
};
use clap::Args;
use indicatif::ProgressBar;
use records::{
    Format, GameRecord, Hints, RecordError, RecordErrorKind, Warning, WriteError, decode,
};
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// How files of games are read.
#[derive(Args, Debug)]
pub struct ReadArgs {
    /// Format of the files [default: found by their content]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    format: Option<Format>,

    /// Go on after games that cannot be read or written: each is reported, and the exit status is 1
    #[arg(long)]
    keep_going: bool,
}

impl ReadArgs {
    /// Returns the reader. `hints` has the game of records that name none; without it, each file is read as the one that
    /// it fits.
    pub fn reader(&self, hints: Hints) -> GameReader {
        let bar = progress_bar(0, progress::FILES);
        let &Self { format, keep_going } = self;
        let hints = Hints { format, ..hints };
        GameReader { hints, keep_going, number: None, bar, games: 0, errors: 0 }
    }
}

/// Reads games, with a progress bar over their files.
pub struct GameReader {
    hints: Hints,
    keep_going: bool,
    /// The number of the only game of the only file to read, from 1.
    number: Option<usize>,
    pub bar: ProgressBar,
    games: usize,
    /// The number of errors that were passed over.
    errors: usize,
}

impl GameReader {
    /// Reads only the game with a number, from 1, of a single file. Errors in other games do not matter.
    #[must_use]
    pub fn only(self, number: Option<usize>) -> Self {
        Self { number, ..self }
    }

    /// Returns the files that paths name: for a folder those in it and its folders that have the extension of a
    /// format, by name.
    pub fn files(&mut self, paths: &[PathBuf]) -> Result<Vec<InputFile>, CliError> {
        let mut files = Vec::new();
        for path in paths {
            if is_stdin(path) || !path.is_dir() {
                let name = path.file_name().filter(|_| !is_stdin(path));
                let name = name.unwrap_or("stdin".as_ref()).into();
                files.push(InputFile { path: path.clone(), name });
                continue;
            }
            let before = files.len();
            // Some systems keep notes on each file in a hidden one with the same extension.
            let is_visible = |entry: &DirEntry| {
                entry.depth() == 0 || !entry.file_name().as_encoded_bytes().starts_with(b".")
            };
            for entry in WalkDir::new(path).sort_by_file_name().into_iter().filter_entry(is_visible)
            {
                let Some(entry) = self.pass_over(entry.map_err(CliError::input))? else { continue };
                let path_of_file = entry.path();
                if Format::of_path(path_of_file).is_some() && path_of_file.is_file() {
                    let name = path_of_file.strip_prefix(path).unwrap_or(path_of_file).into();
                    files.push(InputFile { path: path_of_file.into(), name });
                }
            }
            if files.len() == before {
                let extensions: Vec<_> = Format::extensions().collect();
                let (name, extensions) = (path.display(), extensions.join(", ."));
                let error = format!("{name}: no file in this folder ends in .{extensions}");
                self.pass_over(Err::<(), _>(CliError::input(error)))?;
            }
        }
        if self.number.is_some() && files.len() > 1 {
            let count = files.len();
            return Err(CliError::input(format!("--game: expected one file to read, not {count}")));
        }
        self.bar.set_length(files.len() as u64);
        Ok(files)
    }

    /// Calls `take` with each game of a file and its number, from 1, until Ctrl-C. What cannot be read or taken is an
    /// error that names the line and what was expected there.
    pub fn read(
        &mut self,
        path: &Path,
        mut take: impl FnMut(usize, GameRecord) -> Result<(), WriteError>,
    ) -> Result<(), CliError> {
        let bytes = read_bytes(path).map_err(|error| file_error(path, error));
        let decode = |bytes: Vec<u8>| decode(&bytes).map_err(|error| file_error(path, error));
        if let Some(text) = self.pass_over(bytes.and_then(decode))? {
            self.read_text(path, &text, &mut take)?;
        }
        self.bar.inc(1);
        Ok(())
    }

    fn read_text(
        &mut self,
        path: &Path,
        text: &str,
        take: &mut impl FnMut(usize, GameRecord) -> Result<(), WriteError>,
    ) -> Result<(), CliError> {
        let games = records::read_games(text, &self.hints).map_err(|error| file_error(path, error));
        let (mut warnings, mut has_hint) = (Vec::new(), false);
        let (mut count, mut has_number) = (0, false);
        for game in self.pass_over(games)?.into_iter().flatten() {
            if is_interrupted() || has_number {
                return Ok(());
            }
            count += 1;
            self.games += 1;
            self.bar.set_message(format!("{} games", self.games));
            has_number = self.number == Some(count);
            if self.number.is_some() && !has_number {
                continue;
            }
            for warning in game.iter().flat_map(GameRecord::warnings) {
                if !warnings.contains(&warning) {
                    let name = display_name(path);
                    let hint = match warning {
                        Warning::SeveralGames { .. } => "; choose with --variant",
                        _ => "",
                    };
                    self.bar.suspend(|| print_warning(&format!("{name}: {warning}{hint}")));
                    warnings.push(warning);
                }
            }
            let place = if self.keep_going { format!("game {count}, ") } else { String::new() };
            let taken = match game {
                Ok(game) => take(count, game).map_err(|error| format!("{place}{error}")),
                Err(error) => {
                    // It looks at the whole file, and is about all of its games.
                    let hint = if has_hint { String::new() } else { self.hint(&error, text) };
                    has_hint = true;
                    Err(format!("{place}{error}{hint}"))
                }
            };
            self.pass_over(taken.map_err(|error| file_error(path, error)))?;
        }
        if let Some(number) = self.number.filter(|_| count > 0 && !has_number) {
            let error = format!("there is no game {number}, expected 1 to {count}");
            self.pass_over(Err::<(), _>(file_error(path, error)))?;
        }
        Ok(())
    }

    /// Returns how many games the files had so far, whether they could be read or not.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Returns the result of a part of the work. With `--keep-going` an error about the input or in writing a file is
    /// reported, and the result is `None`.
    pub fn pass_over<T>(&mut self, result: Result<T, CliError>) -> Result<Option<T>, CliError> {
        let messages = match result {
            Ok(done) => return Ok(Some(done)),
            Err(CliError::Input(messages)) if self.keep_going => messages,
            Err(CliError::Write(message)) if self.keep_going => vec![message],
            Err(error) => return Err(error),
        };
        self.errors += messages.len();
        self.bar.suspend(|| messages.iter().for_each(print_error));
        Ok(None)
    }

    /// Removes the progress bar. Returns an error if there were any that were passed over.
    pub fn finish(self) -> Result<(), CliError> {
        self.bar.finish_and_clear();
        if self.errors == 0 { Ok(()) } else { Err(CliError::Incomplete(self.errors)) }
    }

    /// Returns what to add to an error that a wrong game may have caused.
    fn hint(&self, error: &RecordError, text: &str) -> String {
        let may_be_another_game = matches!(
            error.kind,
            RecordErrorKind::IllegalMove { .. } | RecordErrorKind::Position { .. }
        );
        let Some(rules) = self.hints.rules.filter(|_| may_be_another_game) else {
            return String::new();
        };
        let can_read_as = |other| {
            let hints = Hints { rules: Some(other), kif_rules: Some(other), ..self.hints };
            records::read_games(text, &hints).is_ok_and(|mut games| games.all(|game| game.is_ok()))
        };
        other_game_hint(rules, can_read_as).unwrap_or_default()
    }
}
