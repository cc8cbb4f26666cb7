//! The openings of a match: the start position, random moves, or the positions of a book.

use crate::error::{Error, UsageError, usage};
use platform::files::read_file;
use rand::prelude::*;
use rand::rngs::StdRng;
use records::{EpdEntry, Format, GameRecord, Hints, RecordError, decode, read_epd, read_text};
use rules::{Outcome, Position, Rules};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use trials::{OpeningGenerator, OpeningScorer, mix_seed};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningSource {
    StartPosition,
    Random(OpeningGenerator),
    Book {
        /// The stored sets, one for each game, unless there is a file. Other games have random openings.
        file: Option<PathBuf>,
        /// Whether they are taken in random order.
        is_shuffled: bool,
        /// The maximum number of moves that are taken from a game.
        plies: Option<usize>,
        /// The number of positions that are skipped at the beginning.
        skip: usize,
    },
}

/// The stored sets in random order: without openings, engines at fixed nodes would repeat one game.
impl Default for OpeningSource {
    fn default() -> Self {
        Self::Book { file: None, is_shuffled: true, plies: None, skip: 0 }
    }
}

impl OpeningSource {
    /// Returns the source as the values of `-openings`, or `None` for the start position.
    pub fn values(&self) -> Option<String> {
        match self {
            Self::StartPosition => None,
            Self::Random(OpeningGenerator { plies, max_score, .. }) => {
                Some(format!("random plies={plies} balance={max_score}"))
            }
            Self::Book { file, is_shuffled, plies, skip } => {
                let book = file.as_ref().map(|path| format!("file={}", path.display()));
                let book = book.unwrap_or_else(|| "set".to_owned());
                let order = if *is_shuffled { "random" } else { "sequential" };
                let plies = plies.map_or(String::new(), |plies| format!(" plies={plies}"));
                Some(format!("{book} order={order}{plies} start={}", skip + 1))
            }
        }
    }
}

/// The openings of a match. An opening depends only on its number and the seed.
#[derive(Debug)]
pub struct Openings {
    seed: u64,
    book: Book,
    /// Makes the openings of games that are not in the book.
    generator: OpeningGenerator,
}

/// The openings of a book, by the name of the game.
type Book = BTreeMap<&'static str, Vec<Position>>;

impl Openings {
    /// Prepares openings for these games. Reads and shuffles a book.
    pub fn new(source: &OpeningSource, games: &[&'static Rules], seed: u64) -> Result<Self, Error> {
        let (mut book, mut generator) = (Book::new(), OpeningGenerator::default());
        match source {
            OpeningSource::Random(random) => generator = *random,
            OpeningSource::StartPosition => {
                book.extend(games.iter().map(|rules| (rules.name(), vec![Position::start(rules)])));
            }
            OpeningSource::Book { file, is_shuffled, plies, skip } => {
                book = read_book(file.as_deref(), games, plies.unwrap_or(usize::MAX))?;
                for rules in games {
                    let (game, openings) = (rules.name(), book.entry(rules.name()).or_default());
                    let count = openings.len();
                    if (1..=*skip).contains(&count) {
                        return Err(usage!(
                            "there are only {count} openings for {game}: start=N must be at most {count}"
                        )
                        .into());
                    }
                    openings.drain(..(*skip).min(count));
                    if *is_shuffled {
                        openings.shuffle(&mut StdRng::seed_from_u64(seed));
                    }
                    if let Some(path) = file.as_ref().filter(|_| openings.is_empty()) {
                        return Err(usage!("no openings for {game} in {}", path.display()).into());
                    }
                }
            }
        }
        Ok(Self { seed, book, generator })
    }

    /// Returns the opening with this number: a position after the moves that are made for both players. A
    /// book starts over after its last opening.
    pub fn opening(
        &self,
        rules: &'static Rules,
        number: u64,
        scorer: &mut OpeningScorer,
    ) -> Position {
        match self.period(rules) {
            Some(period) => self.book[rules.name()][(number % period) as usize].clone(),
            None => self.generator.generate(rules, mix_seed(self.seed, number), scorer),
        }
    }

    /// Returns the number of openings of a game after which they are repeated, if they are.
    pub fn period(&self, rules: &Rules) -> Option<u64> {
        let openings = self.book.get(rules.name()).map_or(0, Vec::len);
        Some(openings as u64).filter(|&openings| openings > 0)
    }
}

/// Reads a book from a file, or the stored sets.
fn read_book(file: Option<&Path>, games: &[&'static Rules], plies: usize) -> Result<Book, Error> {
    let Some(path) = file else {
        let sets: String = games.iter().filter_map(|rules| games::openings(rules.name())).collect();
        return Ok(parse_book(&sets, games, plies)?);
    };
    let bytes = read_file(path).map_err(Error::reading("openings from", path))?;
    let text = decode(&bytes).map_err(in_record);
    let book = text.and_then(|text| parse_book(&text, games, plies));
    Ok(book.map_err(|error| usage!("{}, {error}", path.display()))?)
}

fn in_record(error: RecordError) -> UsageError {
    UsageError(error.to_string())
}

/// Parses a book: games in any format that we read, or lines of EPD, SFEN or USI. A line begins with the
/// name of its game, which is optional if only one is played.
fn parse_book(text: &str, games: &[&'static Rules], plies: usize) -> Result<Book, UsageError> {
    let Some(&default) = games.first() else { return Ok(Book::new()) };
    let is_epd = match Format::detect(text) {
        None | Some(Format::MatchLog | Format::MoveList) => true,
        // Positions alone are EPD. A file of games names them by `setoption`.
        Some(Format::Usi) => !text.contains("setoption "),
        Some(_) => false,
    };
    let positions: Vec<(String, Position)> = if is_epd {
        if let [_, _, ..] = games {
            check_games_are_named(text)?;
        }
        let first = |mut errors: Vec<RecordError>| in_record(errors.swap_remove(0));
        let entries = read_epd(text, default).map_err(first)?.into_iter();
        entries.map(|EpdEntry { line, position, .. }| (format!("line {line}"), position)).collect()
    } else {
        let hints = Hints { rules: Some(default), ..Hints::default() };
        let records = read_text(text, &hints).map_err(in_record)?;
        let last = |record: &GameRecord| record.position(record.last_node());
        (1..).zip(&records).map(|(number, game)| (format!("game {number}"), last(game))).collect()
    };
    let mut book = Book::new();
    for (place, mut position) in positions {
        while position.moves().count() > plies {
            position.undo_move();
        }
        if position.outcome() != Outcome::Ongoing && position.moves().count() > 0 {
            // A complete game: leave the last move to the engines.
            position.undo_move();
        }
        let outcome = position.outcome();
        if outcome != Outcome::Ongoing {
            return Err(usage!("{place}: the game is already over: {outcome}"));
        }
        book.entry(position.rules().name()).or_default().push(position);
    }
    Ok(book)
}

/// Checks that every line of a text begins with the name of a game.
fn check_games_are_named(text: &str) -> Result<(), UsageError> {
    for (number, line) in (1..).zip(text.lines()) {
        let first = line.split_whitespace().next().unwrap_or("#");
        if !first.starts_with('#') && games::by_name(first).is_none() {
            return Err(usage!("line {number}: expected the name of a game first"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_openings_depend_only_on_number_and_seed() {
        let mut scorer = OpeningScorer::new().unwrap();
        for rules in games::all() {
            let generator = OpeningGenerator { plies: 6, ..OpeningGenerator::default() };
            let source = OpeningSource::Random(generator);
            let openings = Openings::new(&source, &[rules], 7).unwrap();
            let mut moves = |number| openings.opening(rules, number, &mut scorer).moves().collect();
            let first: Vec<_> = moves(0);
            assert_eq!(first.len(), 6);
            assert_eq!(moves(0), first);
            assert_ne!(moves(1), first);
        }
    }

    #[test]
    fn stored_sets_are_read() {
        // A new game may have no set yet.
        let games: Vec<_> =
            games::all().filter(|rules| games::openings(rules.name()).is_some()).collect();
        assert!(games.len() >= 6);
        let source =
            OpeningSource::Book { file: None, is_shuffled: false, plies: Some(4), skip: 1 };
        let openings = Openings::new(&source, &games, 1).unwrap();
        let mut scorer = OpeningScorer::new().unwrap();
        for rules in games {
            let mut moves = |number| openings.opening(rules, number, &mut scorer).moves().collect();
            let first: Vec<_> = moves(0);
            assert_eq!((first.len(), first == moves(1)), (4, false));
            assert_eq!(first, moves(299), "the first of 300 is skipped");
        }
    }

    fn parse(text: &str, plies: usize) -> Result<Position, UsageError> {
        let shogi = games::by_name("shogi").unwrap();
        let mut book = parse_book(text, &[shogi], plies)?;
        Ok(book.remove("shogi").unwrap().remove(0))
    }

    #[test]
    fn lines_and_games_are_read() {
        const SFEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -";
        for (text, length) in [
            ("startpos moves 7g7f 3c3d 2g2f", 2),
            (&format!("sfen {SFEN} 2 moves 3c3d"), 1),
            // As `ozutsu puzzles --stored` prints: EPD without a move number.
            (&format!("shogi {SFEN}; bm 3c3d; id \"a puzzle\""), 0),
            ("shogi\tA\tB\t1-0\tB resigns\tstartpos moves 7g7f 3c3d", 2),
            ("[Variant \"shogi\"]\n\n1. c3c4 g7g6 2. h3h4 *\n", 2),
            ("setoption name UCI_Variant value shogi\nposition startpos moves 7g7f", 1),
        ] {
            assert_eq!(parse(text, 2).unwrap().moves().len(), length, "{text}");
        }
        let start = parse(&format!("{SFEN} 2"), 2).unwrap();
        assert_eq!(start.sfen().to_string(), format!("{SFEN} 2"));
        for (text, error) in [
            ("startpos moves 7g7e", "line 1: '7g7e'"),
            ("startpos\nstartpos moves hello", "line 2: 'hello'"),
            ("9/9 b - 1", "line 1: "),
        ] {
            let found = parse(text, 2).unwrap_err().to_string();
            assert!(found.starts_with(error), "{found}");
        }
    }

    /// The lines of `-log` are complete games.
    #[test]
    fn a_complete_game_stops_before_its_last_move() {
        let cycle = "2h3h 8b7b 3h2h 7b8b ".repeat(3);
        let repetition = format!("startpos moves {cycle}");
        assert_eq!(parse(&repetition, usize::MAX).unwrap().moves().len(), 11);
        let start = "sfen 8k/9/8P/9/9/9/9/9/K8 b G 1";
        assert_eq!(parse(&format!("{start} moves G*1b"), usize::MAX).unwrap().moves().len(), 0);
        let over = parse("sfen 8k/8G/8P/9/9/9/9/9/K8 w - 2", usize::MAX);
        assert_eq!(over.unwrap_err().to_string(), "line 1: the game is already over: mate");
    }

    #[test]
    fn lines_start_with_the_game_if_several_are_played() {
        let games = ["shogi", "shosu"].map(|name| games::by_name(name).unwrap());
        let text = "# a book\nshogi\tstartpos moves 7g7f\n\nShosu startpos\n";
        let book = parse_book(text, &games, 9).unwrap();
        assert_eq!((book["shogi"].len(), book["shosu"].len()), (1, 1));
        let error = parse_book("startpos", &games, 9).unwrap_err().to_string();
        assert_eq!(error, "line 1: expected the name of a game first");
    }

    #[test]
    fn games_without_a_stored_set_have_random_openings() {
        let path =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/rules/examples/minicannon.toml");
        games::load(path.as_ref());
        let rules = games::by_name("minicannon").unwrap();
        let openings = Openings::new(&OpeningSource::default(), &[rules], 1).unwrap();
        let opening = openings.opening(rules, 0, &mut OpeningScorer::new().unwrap());
        assert_eq!((opening.moves().len(), openings.period(rules)), (8, None));
    }
}
