//! `ozutsu convert`: converts game records between formats.

use crate::cli_error::CliError;
use crate::game_reader::{GameReader, ReadArgs};
use crate::interrupt::{interrupted, is_interrupted, stop_on_ctrl_c};
use crate::position_args::{GAME_OF_RECORDS, GameArgs};
use crate::record_files::{
    InputFile, OutputFiles, display_name, encode_text, files_of_output, format_parser, is_stdin,
    is_stdout, output_format, warn_of_omissions, write_file,
};
use clap::Args;
use records::{Format, GameRecord, GameWriter, Omission, WriteError, without_gz};
use std::collections::BTreeSet;
use std::io::Write;
use std::mem;
use std::path::{Path, PathBuf};
use std::slice;

/// Convert game records between KIF, KI2, CSA, JKF, PGN, USI and others
#[derive(Args, Debug)]
#[command(
    mut_arg("variant", |variant| variant.help(GAME_OF_RECORDS)),
    override_usage = "ozutsu convert [OPTIONS] <IN> <OUT>\n       \
                      ozutsu convert [OPTIONS] <IN>... --output <OUT>",
    after_help = "\
Examples:
  ozutsu convert game.kif game.pgn
  ozutsu convert round1.csa round2.csa --output games.pgn
  ozutsu convert games --output pgn/ --to pgn    A folder and its subfolders
  ozutsu convert games.tsv games.pgn             The log of ozutsu-match
  ozutsu convert games.pgn --game 3 third.kifu
  ozutsu convert games.pgn --split games.kif     Write games-1.kif, games-2.kif
  ozutsu convert --variant shogi - game.csa < moves.txt
  ozutsu convert game.csa --to usi -

Formats:
  kif, ki2      KIF and KI2; .kif and .ki2 are Shift_JIS, .kifu and .ki2u UTF-8
  csa           CSA V2.2, only for shogi
  jkf           JSON Kifu Format, only for shogi
  pgn           PGN with chess-style squares and the tags Variant and FEN
  usi           USI position lines (.usi, .sfen)
  log           the log of ozutsu-match (.tsv); reads self-play files, too
  gamecourier   the notation of Game Courier
  moves         a list of moves in any notation; written as PGN

The content of IN decides its format and encoding, the extension of OUT the format to write. Files of gzip \
are read, and written if OUT ends in .gz. Of a folder, the files \
with the extensions of these formats are read. If OUT is a folder or ends with a slash, each file is written there \
with its name and a new extension, and --to gives the format; a name that is taken gets a number: game-2.kif.

What the new format has no place for is named in a warning. If anything in IN cannot be read, OUT is not written, \
and no file after it, unless --keep-going is given. Files are written as a whole, also after Ctrl-C. The numbers of \
--split have leading zeros if there are ten games or more: games-01.kif.
"
)]
pub struct Convert {
    #[command(flatten)]
    game: GameArgs,

    /// Files or folders to read, '-' for standard input; and after a single one the file to write
    #[arg(value_name = "IN", required = true)]
    paths: Vec<PathBuf>,

    /// File or folder to write, or '-' for standard output
    #[arg(long, visible_alias = "out", value_name = "OUT")]
    output: Option<PathBuf>,

    #[command(flatten)]
    reading: ReadArgs,

    /// Format of OUT [default: that of its extension]
    #[arg(long = "to", value_name = "FORMAT", value_parser = format_parser())]
    output_format: Option<Format>,

    /// Convert only the game with this number, from 1; errors in the others do not matter
    #[arg(long = "game", value_name = "N")]
    number: Option<usize>,

    /// Write each game to a separate file, with its number in the name
    #[arg(long, conflicts_with = "number")]
    split: bool,

    /// Overwrite existing files, but never IN
    #[arg(long)]
    force: bool,
}

impl Convert {
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let (inputs, output) = self.paths()?;
        let format = output_format(output, self.output_format)?;
        let mut reader = self.reading.reader(self.game.of_records()).only(self.number);
        let files = reader.files(inputs)?;
        // Reading from a terminal would not notice Ctrl-C.
        if !inputs.iter().any(|path| is_stdin(path)) {
            stop_on_ctrl_c();
        }
        let mut omissions = BTreeSet::new();
        let converted = self.convert(&files, output, format, &mut reader, &mut omissions, out);
        let done = reader.finish();
        warn_of_omissions(&omissions, format);
        converted?;
        interrupted()?;
        done
    }

    /// Converts the files, until Ctrl-C. Adds what the format has no place for to `omissions`.
    fn convert(
        &self,
        files: &[InputFile],
        output: &Path,
        format: Format,
        reader: &mut GameReader,
        omissions: &mut BTreeSet<Omission>,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        let mut outputs = OutputFiles::new(files, Some(output), self.force);
        for (files, path) in files_of_output(output, files, format) {
            let mut games = WrittenGames::new(format, self.split);
            let before_output = reader.games();
            for file in files {
                let before_file = reader.games() - before_output;
                reader.read(&file.path, |number, game| games.add(before_file + number, &game))?;
            }
            if is_interrupted() {
                break;
            }
            let mut omitted = mem::take(&mut games.omissions);
            let written = games.finish(files, &path).and_then(|texts| {
                let write = || write_texts(texts, &path, self.split, format, &mut outputs, out);
                reader.bar.suspend(write)
            });
            if reader.pass_over(written)?.is_some() {
                omissions.append(&mut omitted);
            }
        }
        Ok(())
    }

    /// Returns the inputs and the output.
    fn paths(&self) -> Result<(&[PathBuf], &PathBuf), CliError> {
        match (&self.output, &self.paths[..]) {
            (Some(output), inputs) => Ok((inputs, output)),
            (None, [input, output]) => Ok((slice::from_ref(input), output)),
            (None, [_]) => Err(CliError::input("expected a file to write, as in 'convert IN OUT'")),
            (None, _) => Err(CliError::input(
                "expected '--output OUT' after several files to read, as in 'convert IN IN --output OUT'",
            )),
        }
    }
}

/// The text of the games for an output. Nothing is written before all are read.
struct WrittenGames {
    format: Format,
    splits: bool,
    /// The number of games that can be written.
    count: usize,
    /// The text of each file, and the number of its first game.
    texts: Vec<(usize, String)>,
    writer: GameWriter,
    omissions: BTreeSet<Omission>,
}

impl WrittenGames {
    fn new(format: Format, splits: bool) -> Self {
        let (texts, writer, omissions) = (Vec::new(), GameWriter::new(format), BTreeSet::new());
        Self { format, splits, count: 0, texts, writer, omissions }
    }

    /// Returns whether the file of the output can hold one game only.
    fn holds_one_game(&self) -> bool {
        !self.splits && !self.format.holds_several_games()
    }

    /// Adds a game, given its number among those of the output.
    fn add(&mut self, number: usize, game: &GameRecord) -> Result<(), WriteError> {
        if self.holds_one_game() && !self.texts.is_empty() {
            // `finish` refuses a second game, unless it could not be written anyway.
            self.format.check(game)?;
            self.count += 1;
            return Ok(());
        }
        if self.splits {
            self.writer = GameWriter::new(self.format);
        }
        let text = self.writer.format(game)?;
        self.count += 1;
        match self.texts.last_mut() {
            Some((_, last)) if !self.splits => last.push_str(&text),
            _ => self.texts.push((number, text)),
        }
        self.omissions.extend(self.format.omissions(game));
        Ok(())
    }

    /// Returns the texts of the files for an output, each with the number of its first game.
    fn finish(self, inputs: &[InputFile], output: &Path) -> Result<Vec<(usize, String)>, CliError> {
        if self.holds_one_game() && self.count > 1 {
            let source = if let [input] = inputs { &input.path } else { output };
            let (source, count, name) = (display_name(source), self.count, self.format.name());
            return Err(CliError::input(format!(
                "{source}: {count} games, but a {name} file holds only one; use --game N or --split"
            )));
        }
        Ok(self.texts)
    }
}

/// Writes the texts of the files for an output, each with the number of its first game.
fn write_texts(
    texts: Vec<(usize, String)>,
    path: &Path,
    splits: bool,
    format: Format,
    outputs: &mut OutputFiles,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let numbers: Vec<_> = texts.iter().map(|&(number, _)| number).collect();
    let paths = if splits {
        numbered_files(path, &numbers)?
    } else {
        numbers.iter().map(|_| path.to_owned()).collect()
    };
    paths.iter().try_for_each(|path| outputs.check(path))?;
    for (path, (_, text)) in paths.iter().zip(texts) {
        write_file(path, &encode_text(text, format, path), out)?;
    }
    Ok(())
}

/// Returns a file name for each game, given their numbers: `games-1.kif` for `games.kif`, or `games-01.kif` if there
/// are numbers from 10 on.
fn numbered_files(path: &Path, numbers: &[usize]) -> Result<Vec<PathBuf>, CliError> {
    if is_stdout(path) {
        return Err(CliError::input("--split: expected the name of a file"));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let stem = without_gz(path).file_stem().unwrap_or_default().to_string_lossy().len();
    let (stem, extensions) = name.split_at(stem);
    let width = numbers.last().map_or(0, |last| last.to_string().len());
    let file = |number: &usize| path.with_file_name(format!("{stem}-{number:0width$}{extensions}"));
    Ok(numbers.iter().map(file).collect())
}
