//! `ozutsu-learn book`.

use super::interrupt::progress_bar;
use super::{ForceArgs, WorkError, command_files, located, print, read_games_of, write_file};
use clap::Subcommand;
use ozutsu_learn::book::{BookMaker, BookStats, GameMoves, MakeOptions};
use records::book::{BookTable, named_variant};
use rules::Rules;
use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time between two writes of an incomplete book.
const SAVE_INTERVAL: Duration = Duration::from_secs(30);

#[derive(Subcommand)]
pub enum Command {
    /// Search the positions that are most probable in games, until the book is complete.
    ///
    /// An existing book is continued: its positions are not searched again.
    Make(MakeArguments),
    /// Join books: counts are added, and the score of the deeper search remains.
    Merge {
        /// Books of one game.
        #[arg(required = true)]
        books: Vec<PathBuf>,
        /// Book to write.
        #[arg(long)]
        out: PathBuf,
        #[command(flatten)]
        force: ForceArgs,
        /// Game of the books [default: the one that a book names].
        #[arg(long, value_parser = games::named)]
        variant: Option<&'static Rules>,
    },
    /// Print the size, depths and scores of books.
    Stats {
        /// Books.
        #[arg(required = true)]
        books: Vec<PathBuf>,
        /// Game of the books [default: the one that each book names].
        #[arg(long, value_parser = games::named)]
        variant: Option<&'static Rules>,
    },
}

#[derive(clap::Args)]
pub struct MakeArguments {
    /// Self-play files; without any, the book follows the searches alone.
    games: Vec<PathBuf>,
    /// Book to write, or to continue.
    #[arg(long)]
    out: PathBuf,
    /// Game of the book [default: that of the first self-play file].
    #[arg(long, value_parser = games::named, required_unless_present = "games")]
    variant: Option<&'static Rules>,
    /// The openings of the games are good moves: count them, too. For games with `play --random 0 --sampled`.
    #[arg(long)]
    count_openings: bool,
    #[command(flatten)]
    options: MakeOptions,
}

pub fn run(command: Command) -> Result<(), Box<dyn Error>> {
    match command {
        Command::Make(arguments) => make(&arguments),
        Command::Merge { books, out, force, variant } => {
            command_files(&books, force.force).check_output(&out)?;
            let rules = variant.map_or_else(|| game_of_books(&books), Ok)?;
            let mut table = BookTable::new(rules);
            for path in &books {
                read_book(&mut table, path)?;
            }
            save(&table, &out)?;
            print(BookStats::of(rules, &table));
            Ok(())
        }
        Command::Stats { books, variant } => {
            for path in &books {
                let one = std::slice::from_ref(path);
                let rules = variant.map_or_else(|| game_of_books(one), Ok)?;
                let mut table = BookTable::new(rules);
                read_book(&mut table, path)?;
                print(BookStats::of(rules, &table));
            }
            Ok(())
        }
    }
}

fn make(arguments: &MakeArguments) -> Result<(), Box<dyn Error>> {
    command_files(&arguments.games, false).check_continued(&arguments.out)?;
    let (rules, records) = read_games_of(&arguments.games, arguments.variant)?;
    let mut games = GameMoves::default();
    let (plies, is_opening_good) = (arguments.options.plies, arguments.count_openings);
    records.iter().for_each(|game| games.add(game, plies, is_opening_good));
    let mut book = BookTable::new(rules);
    if arguments.out.exists() {
        read_book(&mut book, &arguments.out)?;
    }
    // Fails now rather than after the first searches.
    save(&book, &arguments.out)?;
    let options = arguments.options;
    let bar = progress_bar(options.positions as u64, "{pos}/{len} positions, {eta} left");
    let mut maker = BookMaker::new(rules, &games, options);
    let mut last_save = Instant::now();
    while maker.add_batch(&mut book)? {
        bar.set_position(book.iter().len() as u64);
        if last_save.elapsed() >= SAVE_INTERVAL {
            save(&book, &arguments.out)?;
            last_save = Instant::now();
        }
    }
    bar.finish_and_clear();
    save(&book, &arguments.out)?;
    print(BookStats::of(rules, &book));
    Ok(())
}

/// Returns the game that the first of the books names.
fn game_of_books(books: &[PathBuf]) -> Result<&'static Rules, Box<dyn Error>> {
    for path in books {
        let named = named_variant(open(path)?).map_err(|error| located(path, error))?;
        if let Some(name) = named {
            return Ok(games::named(&name).map_err(|error| located(path, error))?);
        }
    }
    let files: Vec<_> = books.iter().map(|path| path.display().to_string()).collect();
    Err(format!("{}: no game is named; use --variant", files.join(", ")).into())
}

fn read_book(table: &mut BookTable, path: &Path) -> Result<(), Box<dyn Error>> {
    Ok(table.read(open(path)?).map_err(|error| located(path, error))?)
}

fn open(path: &Path) -> Result<BufReader<File>, String> {
    File::open(path).map(BufReader::new).map_err(|error| located(path, error))
}

fn save(book: &BookTable, path: &Path) -> Result<(), WorkError> {
    let mut bytes = Vec::new();
    book.write(&mut bytes).map_err(|error| WorkError(located(path, error)))?;
    write_file(path, &bytes)
}
