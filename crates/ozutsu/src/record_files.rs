//! Reads and writes files of game records.

use crate::cli_error::{CliError, print_warning};
use crate::position_args::other_game_hint;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use platform::files::{CommandFiles, read_all, write_whole};
use records::{Format, GameRecord, Hints, RecordError, RecordErrorKind, decode};
use rules::{Rules, quoted};
use std::collections::BTreeSet;
use std::env;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file name that stands for standard input or output.
const STANDARD_STREAM: &str = "-";

/// Returns a clap parser of format names.
pub fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::names())
        .try_map(|name| Format::from_name(&name).ok_or("unknown format"))
}

/// Returns whether a file name stands for standard input or output.
pub fn is_standard_stream(path: &Path) -> bool {
    path == Path::new(STANDARD_STREAM)
}

/// Reads a file, or standard input.
pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    if is_standard_stream(path) {
        read_all(io::stdin().lock())
    } else {
        read_all(File::open(path)?)
    }
}

/// Returns the name of a file for messages.
pub fn display_name(path: &Path) -> String {
    if is_standard_stream(path) { "stdin".into() } else { path.display().to_string() }
}

/// Returns an error about a file.
pub fn file_error(path: &Path, error: impl Display) -> CliError {
    CliError::input(format!("{}: {error}", display_name(path)))
}

/// The text of a file of games.
pub struct RecordFile {
    name: String,
    text: String,
    hints: Hints,
    rules: &'static Rules,
}

impl RecordFile {
    /// Reads the text. `rules` is the game of records that name none.
    pub fn read(
        path: &Path,
        format: Option<Format>,
        rules: &'static Rules,
    ) -> Result<Self, CliError> {
        let bytes = read_bytes(path).map_err(|error| file_error(path, error))?;
        let text = decode(&bytes).map_err(|error| file_error(path, error))?;
        let (name, hints) = (display_name(path), Hints { format, rules: Some(rules) });
        Ok(Self { name, text, hints, rules })
    }

    /// Returns the games one by one, with a warning for each word for an end that is not known. If the
    /// content cannot be read, the last is an error that names the line and what was expected there.
    pub fn games(&self) -> impl Iterator<Item = Result<GameRecord, CliError>> {
        let (games, error) = match records::read_games(&self.text, &self.hints) {
            Ok(games) => (Some(games), None),
            Err(error) => (None, Some(Err(error))),
        };
        let mut unknown = BTreeSet::new();
        games.into_iter().flatten().chain(error).map(move |game| {
            let game = game.map_err(|error| self.error(error))?;
            for word in game.unknown_endings() {
                if unknown.insert(word.to_owned()) {
                    let (name, word) = (&self.name, quoted(word));
                    print_warning(&format!("{name}: kept the unknown end of a game {word}"));
                }
            }
            Ok(game)
        })
    }

    /// Returns the game with a number, from 1.
    pub fn game(&self, number: usize) -> Result<GameRecord, CliError> {
        let mut count = 0;
        for game in self.games() {
            let game = game?;
            count += 1;
            if count == number {
                return Ok(game);
            }
        }
        Err(self.no_such_game(number, count))
    }

    pub fn no_such_game(&self, number: usize, count: usize) -> CliError {
        let name = &self.name;
        CliError::input(format!("{name}: there is no game {number}, expected 1 to {count}"))
    }

    fn error(&self, error: RecordError) -> CliError {
        let can_read_as = |other| {
            let hints = Hints { rules: Some(other), ..self.hints };
            records::read_games(&self.text, &hints)
                .is_ok_and(|mut games| games.all(|game| game.is_ok()))
        };
        let hint = game_hint(&error, self.rules, can_read_as);
        CliError::input(format!("{}: {error}{hint}", self.name))
    }
}

/// Reads a file of EPD lines with `parse`.
pub fn read_epd_lines<T>(
    path: &Path,
    parse: impl FnOnce(&str) -> Result<T, Vec<RecordError>>,
) -> Result<T, CliError> {
    let name = display_name(path);
    let bytes = read_bytes(path).map_err(|error| file_error(path, error))?;
    // Invalid UTF-8 is replaced, so that the parser reports its line.
    parse(&String::from_utf8_lossy(&bytes)).map_err(|errors| {
        CliError::Input(errors.into_iter().map(|error| format!("{name}: {error}")).collect())
    })
}

/// Returns what to add to an error that a wrong game may have caused.
fn game_hint(
    error: &RecordError,
    rules: &Rules,
    can_read_as: impl Fn(&'static Rules) -> bool,
) -> String {
    let may_be_another_game = matches!(
        error.kind,
        RecordErrorKind::IllegalMove { .. } | RecordErrorKind::Position { .. }
    );
    if !may_be_another_game {
        return String::new();
    }
    other_game_hint(rules, can_read_as).unwrap_or_default()
}

/// Encodes games for a file. Warns if the encoding is not the usual one.
pub fn encode_text(text: String, format: Format, path: &Path) -> Vec<u8> {
    let (bytes, not_encodable) = format.encode(text, path);
    if let Some(error) = not_encodable {
        let name = display_name(path);
        print_warning(&format!("{name}: written in UTF-8, because {error}"));
    }
    bytes
}

/// Checks, before anything is written, that the outputs of a command replace no input, and no other file unless
/// `is_forced`.
pub fn check_outputs<'a>(
    input: &Path,
    outputs: impl IntoIterator<Item = &'a PathBuf>,
    is_forced: bool,
) -> Result<(), CliError> {
    let rules_files = games::rules_arguments(env::args_os().skip(1));
    let mut files = CommandFiles::reading(rules_files).force(is_forced);
    if is_standard_stream(input) {
        files.add_stdin()
    } else {
        files.add_input(input)
    }
    let mut outputs = outputs.into_iter().filter(|path| !is_standard_stream(path));
    outputs.try_for_each(|path| files.check_output(path)).map_err(CliError::input)
}

/// Writes a file, or to `out` if the path stands for standard output. A file is complete or not written
/// at all.
pub fn write_file(path: &Path, bytes: &[u8], out: &mut impl Write) -> Result<(), CliError> {
    // The path may also name standard output, so print first what is buffered.
    out.flush()?;
    if is_standard_stream(path) {
        return Ok(out.write_all(bytes)?);
    }
    write_whole(path, bytes).map_err(|error| file_error(path, error))
}
