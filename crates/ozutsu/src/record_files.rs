//! Files of game records and positions: their names and formats, and reading and writing one.

use crate::cli_error::{CliError, print_warning};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use platform::files::{self, CommandFiles, read_all, write_whole};
use records::{Format, Omission, RecordError, decode, without_gz};
use std::collections::{BTreeSet, HashSet};
use std::env;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// The file name that stands for standard input or output.
const STANDARD_STREAM: &str = "-";

/// A file of games, or standard input.
#[derive(Debug)]
pub struct InputFile {
    pub path: PathBuf,
    /// The path below the folder that was given, or the name of a file that was.
    pub name: PathBuf,
}

/// Returns a clap parser of format names.
pub fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::names())
        .try_map(|name| Format::from_name(&name).ok_or("unknown format"))
}

/// Returns whether the name of an input stands for standard input.
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new(STANDARD_STREAM)
}

/// Returns whether an output is standard output: `-`, or its path in the file system.
pub fn is_stdout(path: &Path) -> bool {
    path == Path::new(STANDARD_STREAM) || files::is_stdout(path)
}

/// Reads a file, or standard input.
pub fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    if is_stdin(path) { read_all(io::stdin().lock()) } else { read_all(File::open(path)?) }
}

/// Returns the name of a file for messages.
pub fn display_name(path: &Path) -> String {
    if is_stdin(path) { "stdin".into() } else { path.display().to_string() }
}

/// Returns an error about the content of a file, or in reading it.
pub fn file_error(path: &Path, error: impl Display) -> CliError {
    CliError::input(format!("{}: {error}", display_name(path)))
}

/// Returns an error in writing a file or a folder.
pub fn write_error(path: &Path, error: impl Display) -> CliError {
    CliError::Write(format!("{}: {error}", path.display()))
}

/// Reads a file of EPD lines with `parse`.
pub fn read_epd_lines<T>(
    path: &Path,
    parse: impl FnOnce(&str) -> Result<T, Vec<RecordError>>,
) -> Result<T, CliError> {
    let name = display_name(path);
    let bytes = read_bytes(path).map_err(|error| file_error(path, error))?;
    let text = decode(&bytes).map_err(|error| file_error(path, error))?;
    parse(&text).map_err(|errors| {
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
    if is_stdout(path) {
        return Ok(out.write_all(bytes)?);
    }
    // The path may name what is behind standard output, such as a terminal, so print first what is buffered. If that
    // fails, the file is written all the same: the next use of `out` reports it.
    let _ = out.flush();
    write_whole(path, bytes).map_err(|error| write_error(path, error))
}

/// The files of a command, of which no output replaces an input, and none another file unless that is asked for.
#[derive(Debug)]
pub struct OutputFiles<'a> {
    files: CommandFiles,
    /// The folder for the outputs. Folders in it are created.
    folder: Option<&'a Path>,
}

impl<'a> OutputFiles<'a> {
    /// Prepares to write to `output`, which may be a folder.
    pub fn new(inputs: &[InputFile], output: Option<&'a Path>, is_forced: bool) -> Self {
        let rules_files = games::rules_arguments(env::args_os().skip(1));
        let mut files = CommandFiles::reading(rules_files).force(is_forced);
        for InputFile { path, .. } in inputs {
            if is_stdin(path) { files.add_stdin() } else { files.add_input(path) }
        }
        Self { files, folder: output.filter(|output| is_folder(output)) }
    }

    /// Checks that a file can be written.
    pub fn check(&mut self, path: &Path) -> Result<(), CliError> {
        if is_stdout(path) {
            return Ok(());
        }
        let is_inside =
            |parent: &&Path| self.folder.is_some_and(|folder| parent.starts_with(folder));
        if let Some(folder) = path.parent().filter(is_inside) {
            fs::create_dir_all(folder).map_err(|error| file_error(folder, error))?;
        }
        self.files.check_output(path).map_err(CliError::input)
    }
}

/// Returns the chosen format of an output, or that of its extension.
pub fn output_format(output: &Path, chosen: Option<Format>) -> Result<Format, CliError> {
    let of_extension = || Format::of_path(output).filter(|_| !is_folder(output));
    chosen.or_else(of_extension).ok_or_else(|| {
        let names: Vec<_> = Format::names().collect();
        let (output, names) = (output.display(), names.join(", "));
        CliError::input(format!("{output}: unknown format; use --to with one of {names}"))
    })
}

/// Returns whether a path names a folder: it is one or ends with a slash.
pub fn is_folder(path: &Path) -> bool {
    let ends_with_separator = path.to_string_lossy().ends_with(['/', MAIN_SEPARATOR]);
    ends_with_separator || path.is_dir()
}

/// Returns the files to write to `output`, each with its inputs: one for all, or in a folder one for each.
pub fn files_of_output<'a>(
    output: &Path,
    inputs: &'a [InputFile],
    format: Format,
) -> Vec<(&'a [InputFile], PathBuf)> {
    if is_folder(output) {
        inputs.chunks(1).zip(files_in_folder(output, inputs, format)).collect()
    } else {
        vec![(inputs, output.to_owned())]
    }
}

/// Returns a file in a folder for each input, with its name and the extension of a format. If an earlier input has
/// the same name, a number follows: `game-2.kif`.
fn files_in_folder(folder: &Path, inputs: &[InputFile], format: Format) -> Vec<PathBuf> {
    let mut taken = HashSet::new();
    let path = |input: &InputFile| {
        let name = without_gz(&input.name);
        let stem = name.file_stem().unwrap_or_default();
        let mut numbers = 1..;
        loop {
            let mut name = stem.to_owned();
            if let Some(number) = numbers.next().filter(|&number| number > 1) {
                name.push(format!("-{number}"));
            }
            name.push(".");
            name.push(format.extension());
            let name = input.name.with_file_name(name);
            // Some file systems do not tell capitals from small letters.
            if taken.insert(name.to_string_lossy().to_lowercase()) {
                return folder.join(name);
            }
        }
    };
    inputs.iter().map(path).collect()
}

/// Warns of what the format has no place for.
pub fn warn_of_omissions(lost: &BTreeSet<Omission>, format: Format) {
    if !lost.is_empty() {
        let parts: Vec<_> = lost.iter().map(|part| part.name()).collect();
        let (name, parts) = (format.name(), parts.join(", "));
        print_warning(&format!("{name} has no place for these, which are left out: {parts}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_a_folder_differ() {
        let inputs = ["a.kif", "a.csa.gz", "A-2.pgn", "x/a.kif", "v1.2.csa", "stdin"];
        let inputs = inputs.map(|name| InputFile { path: name.into(), name: name.into() });
        let paths = files_in_folder(Path::new("out"), &inputs, Format::Kif);
        let expected = ["a.kif", "a-2.kif", "A-2-2.kif", "x/a.kif", "v1.2.kif", "stdin.kif"];
        assert_eq!(paths, expected.map(|name| Path::new("out").join(name)));
    }
}
