//! `ozutsu-learn pack`.

use super::{is_interrupted, located, print_line, progress_bar, use_files};
use ozutsu_learn::game_files::{Format, GameReader, packed_header};
use rayon::prelude::*;
use records::files::write_with;
use rules::Rules;
use std::error::Error;
use std::io;
use std::path::PathBuf;

/// Join self-play files in one, packed with four bytes per move, or as text if its name ends with .txt.
#[derive(clap::Args)]
pub struct Arguments {
    /// Self-play files; those packed in one file are of one game.
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// File to write.
    #[arg(long)]
    out: PathBuf,
}

/// Games that are read before they are checked in parallel.
const BLOCK_GAMES: usize = 4_096;

pub fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let Arguments { games, out } = arguments;
    let format = Format::for_name(out);
    let bar = progress_bar(0, "{pos} games, {per_sec}");
    let mut rules: Option<&'static Rules> = None;
    let (mut count, mut positions) = (0, 0);
    let _guard = use_files();
    let written = write_with(out, |file| {
        for path in games {
            let mut reader = GameReader::open(path).map_err(io::Error::other)?;
            loop {
                let first = reader.games() + 1;
                let block = reader.next_block(BLOCK_GAMES).map_err(io::Error::other)?;
                if block.is_empty() {
                    break;
                }
                let parsed: Vec<_> = block.par_iter().map(|game| game.parse()).collect();
                for (number, game) in (first..).zip(parsed) {
                    let game =
                        game.map_err(|error| io::Error::other(reader.error_at(number, error)))?;
                    let mut bytes = Vec::new();
                    if format == Format::Packed {
                        let rules = *rules.get_or_insert_with(|| {
                            bytes.extend(packed_header(game.rules).into_bytes());
                            game.rules
                        });
                        if !std::ptr::eq(rules, game.rules) {
                            let (expected, found) = (rules.name(), game.rules.name());
                            let error = format!("expected {expected}, not {found}");
                            return Err(io::Error::other(located(path, error)));
                        }
                    }
                    game.write(format, &mut bytes);
                    file.write_all(&bytes)?;
                    count += 1;
                    positions += game.moves.len();
                }
                bar.set_position(count);
                if is_interrupted() {
                    return Err(io::ErrorKind::Interrupted.into());
                }
            }
        }
        Ok(())
    });
    bar.finish_and_clear();
    written.map_err(|error| match error.get_ref() {
        // An error in the games, which names their file.
        Some(_) => error.to_string(),
        None => located(out, error),
    })?;
    print_line(format_args!("{}: {count} games, {positions} positions", out.display()));
    Ok(())
}
