//! `ozutsu convert`: converts game records between formats.

use crate::cli_error::{CliError, print_warning};
use crate::position_args::GameArgs;
use crate::record_files::{
    RecordFile, check_outputs, display_name, encode_text, file_error, format_parser,
    is_standard_stream, write_file,
};
use clap::Args;
use records::{Format, GameWriter, Omission};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Convert game records between KIF, KI2, CSA, PGN, USI and others
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  ozutsu convert game.kif game.pgn
  ozutsu convert games.tsv games.pgn                  The log of ozutsu-match
  ozutsu convert games.pgn --game 3 third.kifu
  ozutsu convert games.pgn --split games.kif          Write games-1.kif, games-2.kif and so on
  ozutsu convert --variant shogi - game.csa < moves.txt
  ozutsu convert game.csa --to usi -

Formats:
  kif, ki2      KIF and KI2; .kif and .ki2 are Shift_JIS, .kifu and .ki2u UTF-8
  csa           CSA V2.2, only for shogi
  pgn           PGN with moves in chess-style squares and the tags Variant and FEN
  usi           USI position lines (.usi, .sfen)
  log           the log of ozutsu-match (.tsv); reads self-play files of ozutsu-learn, too
  gamecourier   the notation of Game Courier
  moves         a list of moves in any notation; written as PGN

The content of IN decides its format and encoding, the extension of OUT the format to write. What the \
new format has no place for is named in a warning. If anything in IN cannot be read, nothing is written. \
The numbers of --split have leading zeros if there are ten games or more: games-01.kif.
")]
pub struct Convert {
    #[command(flatten)]
    game: GameArgs,

    /// File to read, or '-' for standard input
    #[arg(value_name = "IN")]
    input: PathBuf,

    /// File to write, or '-' for standard output
    #[arg(value_name = "OUT")]
    output: PathBuf,

    /// Format of IN [default: found by its content]
    #[arg(long = "format", value_name = "FORMAT", value_parser = format_parser())]
    input_format: Option<Format>,

    /// Format of OUT [default: that of its extension]
    #[arg(long = "to", value_name = "FORMAT", value_parser = format_parser())]
    output_format: Option<Format>,

    /// Convert only the game with this number, from 1
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
        let format =
            self.output_format.or_else(|| Format::of_path(&self.output)).ok_or_else(|| {
                let names: Vec<_> = Format::names().collect();
                let (output, names) = (self.output.display(), names.join(", "));
                CliError::input(format!("{output}: unknown format; use --to with one of {names}"))
            })?;
        let source = RecordFile::read(&self.input, self.input_format, self.game.rules()?)?;
        let (mut count, mut omissions) = (0, BTreeSet::new());
        // The text of each file. Nothing is written before everything is read.
        let mut texts: Vec<String> = Vec::new();
        let mut writer = GameWriter::new(format);
        for game in source.games() {
            let game = game?;
            count += 1;
            let is_chosen = self.number.is_none_or(|number| number == count);
            let has_room = texts.is_empty() || self.split || format.holds_several_games();
            if !is_chosen || !has_room {
                continue;
            }
            omissions.extend(format.omissions(&game));
            if self.split || texts.is_empty() {
                texts.push(String::new());
                writer = GameWriter::new(format);
            }
            let text = writer.format(&game).map_err(|error| file_error(&self.output, error))?;
            if let Some(last) = texts.last_mut() {
                last.push_str(&text);
            }
        }
        let input = display_name(&self.input);
        if let Some(number) = self.number.filter(|_| texts.is_empty()) {
            return Err(source.no_such_game(number, count));
        }
        if count > 1 && self.number.is_none() && !self.split && !format.holds_several_games() {
            let name = format.name();
            return Err(CliError::input(format!(
                "{input}: {count} games, but a {name} file holds only one; use --game N or --split"
            )));
        }
        let paths = if self.split {
            numbered_files(&self.output, texts.len())?
        } else {
            vec![self.output.clone()]
        };
        check_outputs(&self.input, &paths, self.force)?;
        for (path, text) in paths.iter().zip(texts) {
            write_file(path, &encode_text(text, format, path), out)?;
        }
        warn_of_omissions(&omissions, format);
        Ok(())
    }
}

/// Returns a file name for each game: `games-1.kif` for `games.kif`, or `games-01.kif` if there are ten
/// games or more.
fn numbered_files(path: &Path, count: usize) -> Result<Vec<PathBuf>, CliError> {
    if is_standard_stream(path) {
        return Err(CliError::input("--split: expected the name of a file"));
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let width = count.to_string().len();
    let files = (1..=count).map(|number| {
        let mut name = format!("{stem}-{number:0width$}");
        if let Some(extension) = path.extension() {
            name += ".";
            name += &extension.to_string_lossy();
        }
        path.with_file_name(name)
    });
    Ok(files.collect())
}

/// Warns of what the format has no place for.
pub fn warn_of_omissions(lost: &BTreeSet<Omission>, format: Format) {
    if !lost.is_empty() {
        let parts: Vec<_> = lost.iter().map(|part| part.name()).collect();
        let (name, parts) = (format.name(), parts.join(", "));
        print_warning(&format!("{name} has no place for these, which are left out: {parts}"));
    }
}
