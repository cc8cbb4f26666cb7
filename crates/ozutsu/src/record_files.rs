//! Files of game records and positions: their names, and reading and writing one.

use crate::cli_error::{CliError, print_warning};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use platform::files::{read_all, write_whole};
use records::{Format, RecordError};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

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

/// Encodes games for a file. Warns if the encoding is not the usual one.
pub fn encode_text(text: String, format: Format, path: &Path) -> Vec<u8> {
    let (bytes, not_encodable) = format.encode(text, path);
    if let Some(error) = not_encodable {
        let name = display_name(path);
        print_warning(&format!("{name}: written in UTF-8, because {error}"));
    }
    bytes
}

/// Writes a file, or to `out` if the path stands for standard output. A file is complete or not written
/// at all.
pub fn write_file(path: &Path, bytes: &[u8], out: &mut impl Write) -> Result<(), CliError> {
    if is_standard_stream(path) {
        return Ok(out.write_all(bytes)?);
    }
    // The path may also name standard output, so print first what is buffered. If that fails, the file is written all
    // the same: the next use of `out` reports it.
    let _ = out.flush();
    write_whole(path, bytes).map_err(|error| file_error(path, error))
}
