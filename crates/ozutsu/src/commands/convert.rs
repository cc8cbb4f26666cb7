//! `ozutsu convert`: converts game records between formats.

use crate::cli_error::{CliError, print_warning};
use crate::position_args::GameArgs;
use crate::record_files::{
    display_name, encode_games, format_of, format_parser, is_standard_stream, read_games,
    write_file,
};
use clap::Args;
use records::{Format, GameRecord};
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

    /// Overwrite existing files
    #[arg(long)]
    force: bool,
}

impl Convert {
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let format = self.output_format.or_else(|| format_of(&self.output)).ok_or_else(|| {
            let names: Vec<_> = Format::names().collect();
            let (output, names) = (self.output.display(), names.join(", "));
            CliError::input(format!("{output}: unknown format; use --to with one of {names}"))
        })?;
        let games = read_games(&self.input, self.input_format, self.game.rules()?)?;
        let games = match self.number {
            Some(number) => select_game(games, number, &self.input)?,
            None => games,
        };
        let files: Vec<(PathBuf, &[GameRecord])> = match self.split {
            true => numbered_files(&self.output, &games)?,
            false => vec![(self.output.clone(), &games[..])],
        };
        if games.len() > 1 && !self.split && !format.holds_several_games() {
            let (input, name) = (display_name(&self.input), format.name());
            return Err(CliError::input(format!(
                "{input}: {} games, but a {name} file holds only one; use --game N or --split",
                games.len()
            )));
        }
        let existing = files.iter().find(|(path, _)| !is_standard_stream(path) && path.is_file());
        if let Some((path, _)) = existing.filter(|_| !self.force) {
            let path = path.display();
            return Err(CliError::input(format!("{path}: the file exists; --force overwrites it")));
        }
        // Encode all games before writing the first.
        let encode = |(path, games): &(PathBuf, &[GameRecord])| encode_games(games, format, path);
        let contents = files.iter().map(encode).collect::<Result<Vec<_>, _>>()?;
        for ((path, _), bytes) in files.iter().zip(&contents) {
            write_file(path, bytes, out)?;
        }
        warn_of_omissions(&games, format);
        Ok(())
    }
}

/// Returns the only game with a number.
pub fn select_game(
    games: Vec<GameRecord>,
    number: usize,
    path: &Path,
) -> Result<Vec<GameRecord>, CliError> {
    let count = games.len();
    let selected = number.checked_sub(1).and_then(|index| games.into_iter().nth(index));
    selected.map(|game| vec![game]).ok_or_else(|| {
        let name = display_name(path);
        CliError::input(format!("{name}: there is no game {number}, expected 1 to {count}"))
    })
}

/// Returns a file name for each game: `games-1.kif` for `games.kif`, or `games-01.kif` if there are ten
/// games or more.
fn numbered_files<'a>(
    path: &Path,
    games: &'a [GameRecord],
) -> Result<Vec<(PathBuf, &'a [GameRecord])>, CliError> {
    if is_standard_stream(path) {
        return Err(CliError::input("--split: expected the name of a file"));
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let width = games.len().to_string().len();
    let files = games.chunks(1).zip(1..).map(|(game, number): (_, usize)| {
        let mut name = format!("{stem}-{number:0width$}");
        if let Some(extension) = path.extension() {
            name += ".";
            name += &extension.to_string_lossy();
        }
        (path.with_file_name(name), game)
    });
    Ok(files.collect())
}

/// Warns of what the format has no place for.
pub fn warn_of_omissions(games: &[GameRecord], format: Format) {
    let lost: BTreeSet<_> = games.iter().flat_map(|game| format.omissions(game)).collect();
    if !lost.is_empty() {
        let parts: Vec<_> = lost.into_iter().map(|part| part.name()).collect();
        let (name, parts) = (format.name(), parts.join(", "));
        print_warning(&format!("{name} has no place for these, which are left out: {parts}"));
    }
}
