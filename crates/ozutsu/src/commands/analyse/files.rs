//! Writes the files of analysed games.

use super::game::Game;
use super::graph;
use crate::cli_error::{CliError, print_warning};
use crate::record_files::{OutputFiles, encode_text, file_error, write_file};
use records::{Format, GameWriter, Omission};
use std::io::Write;
use std::path::PathBuf;
use study::review::annotate;

/// Games that are written to the same files.
pub struct Part {
    pub games: Vec<Game>,
    /// The file of the annotated records and its format.
    pub out: Option<(PathBuf, Format)>,
    /// The file of the graph, for a single game.
    pub svg: Option<PathBuf>,
}

impl Part {
    /// Checks that the file of the annotated records, if there is one, can hold the games.
    pub fn check_count(&self) -> Result<(), CliError> {
        let count = self.games.len();
        match self.out {
            Some((_, format)) if count > 1 && !format.holds_several_games() => {
                Err(self.too_many_games("--out", count))
            }
            _ => Ok(()),
        }
    }

    /// Checks that the file of the annotated records, if there is one, can be written.
    pub fn check_file(&self, outputs: &mut OutputFiles<'_>) -> Result<(), CliError> {
        self.out.iter().try_for_each(|(path, _)| outputs.check(path))
    }

    /// Returns the error of an option whose file holds one game and would get `count`.
    pub fn too_many_games(&self, option: &str, count: usize) -> CliError {
        let file = self.file();
        let is_of_file = |game: &&Game| game.name.file == file;
        CliError::input(if self.games.iter().filter(is_of_file).count() == count {
            format!(
                "{file}: {count} games, but the file of {option} holds only one; choose it with --game N"
            )
        } else {
            format!("{count} games of several files, but the file of {option} holds only one")
        })
    }

    /// Returns the file of the first game.
    fn file(&self) -> &str {
        self.games.first().map_or("", |game| &game.name.file)
    }

    /// Returns what the format of the annotated records has no place for.
    pub fn omissions(&self) -> impl Iterator<Item = Omission> {
        let omissions =
            |format: Format| self.games.iter().flat_map(move |game| format.omissions(&game.record));
        self.out.iter().flat_map(move |&(_, format)| omissions(format))
    }

    /// Writes the files, with what was judged before the analysis was interrupted.
    pub fn write(&mut self, is_interrupted: bool, mut out: impl Write) -> Result<(), CliError> {
        if is_interrupted && (self.out.is_some() || self.svg.is_some()) {
            if self.games.iter().all(|game| game.review.is_none()) {
                let file = self.file();
                print_warning(&format!(
                    "interrupted before the first move of {file} was judged: no file is written for it"
                ));
                return Ok(());
            }
            print_warning(&"interrupted: the files have the moves that were judged");
        }
        if let (Some(path), [Game { record, review: Some(review), .. }]) =
            (&self.svg, &self.games[..])
        {
            write_file(path, graph::draw(record, review).as_bytes(), &mut out)?;
        }
        let Some((path, format)) = &self.out else { return Ok(()) };
        let mut writer = GameWriter::new(*format);
        let texts = self.games.iter_mut().map(|Game { record, review, .. }| {
            review.iter().for_each(|review| annotate(record, review, *format));
            writer.format(record)
        });
        let text: String =
            texts.collect::<Result<_, _>>().map_err(|error| file_error(path, error))?;
        write_file(path, &encode_text(text, *format, path), &mut out)
    }
}
